import MovKit

/// One thing that a policy asks of a movie.
struct CheckRequirement: Sendable {
  private enum Wanted {
    case timecode(Bool)
    case start(StartLabel)
    case dropFrame(Bool)
    /// Nil: the name of the file.
    case reel(String?)
    case codecs([FourCC])
    case audioCodecs([FourCC])
    case frameRates([CountingRate])
    case sizes([PixelCount])
    case sampleRates([Int])
    case channels([Int])
    case brands([FourCC])
  }

  /// A label as the policy writes it, and what it says.
  private struct StartLabel {
    let text: String
    let parsed: TimecodeText

    /// Whether a label of a movie has the same numbers. A separator that says drop frame or not must agree.
    func isSame(_ label: String) -> Bool {
      guard let other = try? TimecodeText(label), other.timecode == parsed.timecode else {
        return false
      }
      guard let isDrop = parsed.separatorSaysDropFrame else { return true }
      return other.separatorSaysDropFrame == isDrop
    }
  }

  /// A width and a height in pixels, such as `1920x1080`.
  private struct PixelCount: Equatable, CustomStringConvertible {
    let width: Int
    let height: Int

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    init?(_ text: String) {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = wholeNumber(String(parts[0])),
        let height = wholeNumber(String(parts[1]))
      else { return nil }
      self.init(width: width, height: height)
    }

    var description: String { "\(width)x\(height)" }
  }

  private let wanted: Wanted

  /// Reads a member of `require`.
  init(_ name: String, _ value: JSONValue) throws(JSONReader.Problem) {
    switch name {
    case "timecode": wanted = .timecode(try Self.flag(name, value))
    case "start":
      let label = try Self.text(name, value)
      guard let parsed = try? TimecodeText(label) else {
        throw value.problem("\"start\": \(label.quoted) is not a timecode")
      }
      guard (try? parsed.checkExistsAtSomeRate()) != nil else {
        throw value.problem(
          "\"start\": \(label.quoted) does not exist: minutes and seconds are 0 to 59")
      }
      wanted = .start(StartLabel(text: label.cut(to: Self.mostColumns), parsed: parsed))
    case "dropFrame": wanted = .dropFrame(try Self.flag(name, value))
    case "reel":
      let text = try Self.text(name, value)
      wanted = .reel(text == "file-name" ? nil : text)
    case "codec": wanted = .codecs(try Self.codes(name, value))
    case "audioCodec": wanted = .audioCodecs(try Self.codes(name, value))
    case "frameRate":
      var rates: [CountingRate] = []
      for text in try Self.texts(name, value) {
        guard let rate = CountingRate(text) else {
          throw value.problem("\"frameRate\": \(text.quoted) is not a rate")
        }
        rates.append(rate)
      }
      wanted = .frameRates(rates)
    case "size":
      var sizes: [PixelCount] = []
      for text in try Self.texts(name, value) {
        guard let size = PixelCount(text) else {
          throw value.problem("\"size\": \(text.quoted) is not a size such as \"1920x1080\"")
        }
        sizes.append(size)
      }
      wanted = .sizes(sizes)
    case "sampleRate": wanted = .sampleRates(try Self.numbers(name, value, from: 1))
    case "channels": wanted = .channels(try Self.numbers(name, value, from: 0))
    case "brand": wanted = .brands(try Self.codes(name, value))
    default:
      throw value.problem(
        "\"require\" has no member \(name.quoted); the members are timecode, start, dropFrame, reel, codec, audioCodec, "
          + "frameRate, size, sampleRate, channels, brand, and, or and when")
    }
  }

  private static func flag(_ name: String, _ value: JSONValue) throws(JSONReader.Problem) -> Bool {
    guard let flag = value.flag else {
      throw value.problem("\(name.quoted): expected true or false")
    }
    return flag
  }

  private static func text(_ name: String, _ value: JSONValue) throws(JSONReader.Problem) -> String
  {
    guard let text = value.text else {
      throw value.problem("\(name.quoted): expected a text")
    }
    return text
  }

  /// One text or number, or several in an array.
  private static func texts(_ name: String, _ value: JSONValue) throws(JSONReader.Problem)
    -> [String]
  {
    let texts = (value.elements ?? [value]).map { item -> String? in
      if case .number(let digits) = item.content { digits } else { item.text }
    }
    guard !texts.isEmpty, !texts.contains(nil) else {
      throw value.problem("\(name.quoted): expected a text or an array of texts")
    }
    return texts.compactMap { $0 }
  }

  /// Four-character codes.
  private static func codes(
    _ name: String, _ value: JSONValue
  ) throws(JSONReader.Problem) -> [FourCC] {
    var codes: [FourCC] = []
    for text in try texts(name, value) {
      guard let code = FourCC(text) else {
        throw value.problem("\(name.quoted): \(text.quoted) does not have four characters")
      }
      codes.append(code)
    }
    return codes
  }

  private static func numbers(
    _ name: String, _ value: JSONValue, from least: Int
  ) throws(JSONReader.Problem) -> [Int] {
    let numbers = (value.elements ?? [value]).map { $0.integer(Int.self) }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0 ?? .min >= least }) else {
      throw value.problem(
        "\(name.quoted): expected a whole number, \(least) or more, or an array of them")
    }
    return numbers.compactMap { $0 }
  }

  /// The rule of the finding.
  var rule: String {
    switch wanted {
    case .timecode: "policy-timecode"
    case .start: "policy-start"
    case .dropFrame: "policy-drop-frame"
    case .reel: "policy-reel"
    case .codecs: "policy-codec"
    case .audioCodecs: "policy-audio-codec"
    case .frameRates: "policy-frame-rate"
    case .sizes: "policy-size"
    case .sampleRates: "policy-sample-rate"
    case .channels: "policy-channels"
    case .brands: "policy-brand"
    }
  }

  /// Returns what is not as it should be; nil if it is.
  /// - Parameters:
  ///   - clip: Nil if the file has no movie. Then it has nothing that a policy asks of a movie.
  ///   - brand: The major brand, which files without a movie have too.
  func complaint(_ clip: Clip?, brand: FourCC?) -> String? {
    if case .brands(let brands) = wanted { return Self.complaint("major brand", brand, brands) }
    guard let clip else {
      if case .timecode(false) = wanted { return nil }
      return "there is no movie that can be read"
    }
    switch wanted {
    case .timecode(let isWanted):
      guard (clip.timecode != nil) != isWanted else { return nil }
      return isWanted
        ? "the movie has no timecode" : "the movie has timecode; the policy asks for none"
    case .start(let label): return Self.startComplaint(clip, label)
    case .dropFrame(let isWanted): return Self.dropFrameComplaint(clip, isWanted)
    case .reel(let name):
      return Self.complaint("reel", clip.reel, [name ?? clip.file.baseName])
    case .codecs(let types): return Self.complaint("codec", clip.video?.codec?.format, types)
    case .audioCodecs(let types):
      return Self.complaint("audio codec", clip.audio?.codec?.format, types)
    case .frameRates(let rates): return Self.frameRateComplaint(clip, rates)
    case .sizes(let sizes):
      let size = clip.size.map { PixelCount(width: $0.width, height: $0.height) }
      return Self.complaint("size", size, sizes)
    case .sampleRates(let rates): return Self.sampleRateComplaint(clip, rates)
    case .channels(let counts): return Self.channelsComplaint(clip, counts)
    case .brands: return nil
    }
  }

  private static func startComplaint(_ clip: Clip, _ label: StartLabel) -> String? {
    guard let start = clip.timecode?.first else {
      return "the movie has no timecode; the policy asks for a start at \(label.text)"
    }
    return label.isSame(start)
      ? nil : "the timecode starts at \(start); the policy asks for \(label.text)"
  }

  private static func dropFrameComplaint(_ clip: Clip, _ isWanted: Bool) -> String? {
    guard let isDrop = clip.isDropFrame else { return "the movie has no timecode" }
    guard isDrop != isWanted else { return nil }
    return isDrop
      ? "the timecode is drop frame; the policy asks for non-drop frame"
      : "the timecode is non-drop frame; the policy asks for drop frame"
  }

  private static func frameRateComplaint(_ clip: Clip, _ rates: [CountingRate]) -> String? {
    guard let rate = clip.rate else { return "the frame rate is not known" }
    // The numbers of a policy have 32 bits.
    let fits = rates.contains {
      UInt128($0.numerator) * UInt128(rate.denominator)
        == UInt128($0.denominator) * UInt128(rate.numerator)
    }
    if fits, rate.isConstant { return nil }
    let text = ListColumn.text(rate.numerator, rate.denominator)
    return "the frame rate is \(text)\(rate.isConstant ? "" : " on average"); the policy asks for "
      + listed(rates.lazy.map(\.shownRate)) + (fits ? ", constant" : "")
  }

  private static func sampleRateComplaint(_ clip: Clip, _ rates: [Int]) -> String? {
    let listed = listed(rates.lazy.map { "\($0)" }) + " Hz"
    guard let audio = clip.audio else {
      return "there is no audio; the policy asks for a sampling rate of " + listed
    }
    guard let rate = audio.audio?.sampleRate, rate > 0 else {
      return "the sampling rate is not known; the policy asks for " + listed
    }
    return rates.contains { Double($0) == rate }
      ? nil : "the sampling rate is \(plainNumber(rate)) Hz; the policy asks for " + listed
  }

  private static func channelsComplaint(_ clip: Clip, _ counts: [Int]) -> String? {
    guard !counts.contains(clip.channels) else { return nil }
    let listed = listed(counts.lazy.map { "\($0)" })
    return clip.audio == nil
      ? "there is no audio; the policy asks for \(listed) \(counts == [1] ? "channel" : "channels")"
      : "there \(clip.channels == 1 ? "is" : "are") \(counted(clip.channels, "audio channel")); the policy asks for "
        + listed
  }

  private static func complaint<Value: Equatable & CustomStringConvertible>(
    _ what: String, _ value: Value?, _ allowed: [Value]
  ) -> String? {
    if let value, allowed.contains(value) { return nil }
    return (value.map { "the \(what) is \(shown($0.description))" } ?? "there is no \(what)")
      + "; the policy asks for \(listed(allowed.lazy.map { shown($0.description) }))"
  }

  /// The columns that a text of a policy or a movie takes in a message.
  private static let mostColumns = 80

  private static func shown(_ text: String) -> String { text.cut(to: mostColumns).quoted }

  private static func listed(_ allowed: some Sequence<String>) -> String {
    var texts = FirstTexts(separator: " or ")
    for text in allowed { texts.addNew(text) }
    return texts.text
  }
}
