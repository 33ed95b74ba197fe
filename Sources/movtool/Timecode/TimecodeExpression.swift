import MovKit

/// A sum as `movtool timecode` takes it: `01:00:00;00 + 100f - 2s`.
struct TimecodeExpression: Equatable {
  /// A number of frames in one of the ways that people write it.
  enum Amount: Equatable {
    /// A label, which counts from 00:00:00:00.
    case label(TimecodeText)
    case frames(Int)
    case seconds(DecimalNumber)
    /// Film of 35 mm with four perforations a frame, which has 16 frames a foot.
    case feet(Int, frames: Int)
  }

  struct Term: Equatable {
    var isNegative = false
    var amount: Amount
    var factor = 1
  }

  private(set) var terms: [Term] = []

  /// The frames in a foot of 35 mm film.
  static let framesInFoot = 16

  /// Whether the sum is a place on the clock: labels are added once more than subtracted. Otherwise it is a
  /// length, as is the distance of two labels.
  var isPlace: Bool {
    // Factors have 63 bits, and a command line has far fewer than 2^64 terms.
    terms.reduce(Int128(0)) { count, term in
      guard case .label = term.amount else { return count }
      return count + (term.isNegative ? -1 : 1) * Int128(term.factor)
    } == 1
  }

  /// The label whose separator says how the sum counts; nil if there is none.
  var firstLabel: TimecodeText? {
    terms.lazy.compactMap { if case .label(let text) = $0.amount { text } else { nil } }.first
  }

  /// Reads words with spaces between them.
  /// - Throws: `BadValue` with the reason.
  init(_ text: String) throws(BadValue) {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    var isNegative = false
    var isTermDue = true
    func addTerm(_ word: Substring) throws(BadValue) {
      let hasMinus = word.first == "-"
      let amount = try Self.amount(String(hasMinus ? word.dropFirst() : word))
      terms.append(Term(isNegative: isNegative != hasMinus, amount: amount))
      isTermDue = false
    }
    while let word = words.popFirst() {
      if isTermDue {
        try addTerm(word)
      } else if let sign = word.first, sign == "+" || sign == "-" {
        isNegative = sign == "-"
        isTermDue = true
        if word.count > 1 { try addTerm(word.dropFirst()) }
      } else if word == "*" || word == "x", let factor = words.popFirst() {
        guard let number = wholeNumber(String(factor)) else {
          throw BadValue("'\(factor)' after '\(word)' is not a whole number")
        }
        let (product, overflow) = terms[terms.count - 1].factor
          .multipliedReportingOverflow(by: number)
        guard !overflow else { throw BadValue.tooLarge }
        terms[terms.count - 1].factor = product
      } else {
        throw BadValue("'\(word)' comes where '+', '-' or '*' and a number is expected")
      }
    }
    guard !isTermDue else {
      throw BadValue(terms.isEmpty ? "the expression is empty" : "the expression ends in a sign")
    }
  }

  private static func amount(_ word: String) throws(BadValue) -> Amount {
    if word.hasSuffix("ft") {
      let parts = word.dropLast(2).split(separator: "+", omittingEmptySubsequences: false)
      if parts.count <= 2, let feet = wholeNumber(String(parts[0])),
        let frames = parts.count == 1 ? 0 : wholeNumber(String(parts[1])), frames < framesInFoot
      {
        return .feet(feet, frames: frames)
      }
    } else if word.hasSuffix("f") {
      if let frames = wholeNumber(String(word.dropLast())) { return .frames(frames) }
    } else if word.hasSuffix("s") {
      if let seconds = DecimalNumber(String(word.dropLast()), mostDecimals: 9) {
        return .seconds(seconds)
      }
    } else if let label = try? TimecodeText(word) {
      guard label.separatorSaysDropFrame != nil else {
        throw BadValue(
          "a dot before the frames of '\(word)' is ambiguous: write ':', or ',' for drop frame")
      }
      return .label(label)
    }
    throw BadValue(
      "'\(word)' is not a timecode (01:00:00:00, or 01:00:00;00 for drop frame), frames (100f), "
        + "seconds (2.5s) or feet and frames (12+04ft); "
        + "'movtool extract timecode FILE' prints the timecode of a movie")
  }
}

extension TimecodeExpression {
  /// Returns the sum in frames of a rate.
  /// - Throws: `BadValue` if a label does not exist at the rate, or the sum needs more than 64 bits.
  func frames(at rate: CountingRate) throws(BadValue) -> Int64 {
    var sum: Int64 = 0
    for term in terms {
      let (product, tooLarge) = try Self.frames(term.amount, at: rate)
        .multipliedReportingOverflow(by: Int64(term.factor))
      let (next, overflow) =
        term.isNegative
        ? sum.subtractingReportingOverflow(product) : sum.addingReportingOverflow(product)
      guard !tooLarge, !overflow else { throw .tooLarge }
      sum = next
    }
    return sum
  }

  private static func frames(_ amount: Amount, at rate: CountingRate) throws(BadValue) -> Int64 {
    switch amount {
    case .frames(let count): return Int64(count)
    case .feet(let feet, let frames):
      let (product, overflow) = Int64(feet).multipliedReportingOverflow(by: Int64(framesInFoot))
      let (sum, carry) = product.addingReportingOverflow(Int64(frames))
      guard !overflow, !carry else { throw .tooLarge }
      return sum
    case .seconds(let seconds):
      let exact = Int128(seconds.units) * Int128(rate.numerator)
      return try .nearest(exact, over: Int128(seconds.scale) * Int128(rate.denominator))
    case .label(let label):
      let format = try rate.timecodeFormat(isDropFrame: label.separatorSaysDropFrame ?? false)
      do throws(TimecodeError) { return try format.frameNumber(for: label.timecode) } catch {
        throw BadValue(error.description)
      }
    }
  }
}

extension CountingRate {
  /// The format of timecode that counts every frame of this rate, to any number of hours.
  /// - Throws: `BadValue` if no timecode counts so many frames per second, or none of this rate drops
  ///   frame numbers.
  func timecodeFormat(isDropFrame: Bool, wraps: Bool = false) throws(BadValue) -> TimecodeFormat {
    var format = TimecodeFormat(frameDuration: frameDuration, frameQuanta: 0)
    guard let quanta = format.nominalQuanta else {
      throw .tooFewFrames
    }
    format.frameQuanta = quanta
    if isDropFrame { format.flags.insert(.dropFrame) }
    format.flags.insert(wraps ? .wraps24Hours : .negativeTimesOK)
    guard !isDropFrame || format.framesDroppedPerMinute > 0 else {
      throw BadValue("drop frame is for 29.97, 59.94 and 119.88 frames per second")
    }
    return format
  }

  /// Returns the number of frames of this rate that last as long as `frames` of `other`, rounded.
  func frames(lasting frames: Int64, of other: CountingRate) throws(BadValue) -> Int64 {
    try .nearest(
      Int128(frames) * Int128(other.denominator) * Int128(numerator),
      over: Int128(other.numerator) * Int128(denominator))
  }
}

extension Int64 {
  /// Returns a fraction rounded to the nearest whole number, halves away from zero.
  fileprivate static func nearest(
    _ numerator: Int128, over denominator: Int128
  ) throws(BadValue) -> Int64 {
    let half = denominator / 2
    guard denominator > 0, numerator.magnitude < UInt128(Int128.max - half) else {
      throw .tooLarge
    }
    let rounded = (numerator < 0 ? numerator - half : numerator + half) / denominator
    guard let result = Int64(exactly: rounded) else { throw .tooLarge }
    return result
  }
}

extension BadValue {
  static let tooFewFrames = BadValue("timecode counts at least one frame per second")
  fileprivate static let tooLarge = BadValue("the number of frames needs more than 64 bits")
}
