import MovKit

/// `movtool timecode`
enum CalculateTimecode: DeclaresCommand {
  static let word = "timecode"
  /// One way to write the result.
  enum Form: String, CaseIterable { case timecode, frames, seconds, feet }
  /// What stays the same between two rates.
  enum Kept: String, CaseIterable { case instants, labels }

  static let expression = Positional(
    name: "EXPRESSION", role: nil,
    help: "Timecodes, frames (100f), seconds (2.5s) and feet (12+04ft), with + and - between them, "
      + "and * with a whole number after them; spaces around each sign",
    repeats: true)
  static let rate = Option<CountingRate>.rate("--rate", help: "Count at RATE").required()
  static let to = Option<CountingRate>.rate("--to-rate", help: "Convert the result to RATE")
  static let keep = Option<Kept>.choice(
    "--keep",
    help: "With --to-rate, keep the time that the result stands for (instants, the "
      + "default), or its label")
  static let dropFrame = Option.flag(
    "--drop-frame", help: "Write the result as drop frame"
  ).excluding("--non-drop-frame")
  static let nonDropFrame = Option.flag(
    "--non-drop-frame", help: "Write the result as non-drop frame")
  static let noWrap = Option.flag(
    "--no-wrap", help: "Let the result count on past 24 hours and below 0")
  static let form = Option<Form>.choice("--as", help: "Print only this form of the result")
  static let json = Option.flag(
    "--json", help: "Print the result as a JSON document"
  ).excluding("--as")

  static let command = Command(
    name: word, summary: "calculate with timecode",
    discussion: [
      "Adds and subtracts timecodes and lengths, exactly, and prints the result as timecode, frames, "
        + "seconds and feet of 35 mm film (16 frames a foot). Put the expression in quotes, because "
        + "a shell takes an unquoted ; for the end of the command.",
      "A timecode counts as the number of its frame from 00:00:00:00. One timecode with lengths "
        + "added is again a place on the clock, which wraps at 24 hours. The difference of two is a "
        + "length. The result is drop frame if the first timecode is and its rate has drop frame. "
        + "Seconds are rounded to whole frames.",
    ],
    positionals: [expression],
    options: [
      rate.declaration, to.declaration, keep.declaration, dropFrame.declaration,
      nonDropFrame.declaration, noWrap.declaration, form.declaration, json.declaration,
    ],
    examples: [
      Example(
        line: "movtool timecode '01:00:00;00 + 100f' --rate 29.97",
        effect: "Print what comes 100 frames later."),
      Example(
        line: "movtool timecode '10:00:30:12 - 10:00:00:00' --rate 25 --as frames",
        effect: "Print how many frames lie between two timecodes."),
      Example(
        line: "movtool timecode '01:00:00:00' --rate 29.97 --drop-frame --as timecode",
        effect: "Print the drop-frame label of the same frame."),
      Example(
        line: "movtool timecode '01:00:00:00 + 90ft' --rate 24 --json | jq .frames",
        effect: "Take a number out of the result."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    guard arguments[keep] == nil || arguments[to] != nil else {
      throw arguments.usage("'--keep' requires '--to-rate'")
    }
    let text = try arguments.texts(expression).joined(separator: " ")
    let result: TimecodeResult
    do throws(BadValue) {
      result = try self.result(of: try TimecodeExpression(text), arguments)
    } catch {
      throw arguments.usage("invalid expression: \(error.reason ?? text)")
    }
    let output = Output.standard()
    if arguments[json] {
      var writer = JSONWriter(to: output)
      try writer.write(result, of: text)
    } else {
      try output.write(result.text(as: arguments[form]))
    }
    try output.finish()
  }

  private static func result(
    of expression: TimecodeExpression, _ arguments: Arguments
  ) throws(BadValue) -> TimecodeResult {
    guard var rate = arguments[rate] else { throw BadValue("no rate") }
    var frames = try expression.frames(at: rate)
    let isPlace = expression.isPlace
    let wasDropFrame = expression.firstLabel?.separatorSaysDropFrame ?? false
    let isConverted = arguments[to].map { $0 != rate } ?? false
    if let new = arguments[to] {
      if isPlace, !arguments[noWrap] {
        // A place on the clock is converted, wherever the sum came to it.
        frames = try rate.timecodeFormat(
          isDropFrame: wasDropFrame && (try? rate.timecodeFormat(isDropFrame: true)) != nil,
          wraps: true
        ).withinDay(frames)
      }
      switch arguments[keep] ?? .instants {
      case .instants: frames = try new.frames(lasting: frames, of: rate)
      case .labels:
        let old = try rate.timecodeFormat(isDropFrame: wasDropFrame)
        let label = old.timecode(forFrameNumber: frames)
        let isDropFrame = try Self.isDropFrame(
          wasDropFrame, at: new, isConverted: isConverted, arguments)
        let format = try new.timecodeFormat(isDropFrame: isDropFrame)
        do throws(TimecodeError) {
          if let label { frames = try format.frameNumber(for: label) }
        } catch { throw BadValue(error.description) }
      }
      rate = new
    }
    let format = try rate.timecodeFormat(
      isDropFrame: try isDropFrame(
        wasDropFrame, at: rate, isConverted: isConverted, arguments),
      wraps: isPlace && !arguments[noWrap])
    return TimecodeResult(frames: format.withinDay(frames), rate: rate, format: format)
  }

  /// Whether the result is drop frame: as asked, or else as the first label is, where the rate has
  /// it. Another rate that is a whole number is not counted so: there is nothing to make up for.
  private static func isDropFrame(
    _ wasDropFrame: Bool, at rate: CountingRate, isConverted: Bool, _ arguments: Arguments
  ) throws(BadValue) -> Bool {
    if arguments[dropFrame] { return true }
    guard wasDropFrame, !arguments[nonDropFrame] else { return false }
    if isConverted, rate.numerator % rate.denominator == 0 { return false }
    return (try? rate.timecodeFormat(isDropFrame: true)) != nil
  }
}

/// A number of frames, for printing.
struct TimecodeResult {
  let frames: Int64
  let rate: CountingRate
  let format: TimecodeFormat

  /// Returns the lines of all forms, or one form alone.
  func text(as form: CalculateTimecode.Form?) -> String {
    if let form { return value(form) + "\n" }
    let forms = CalculateTimecode.Form.allCases.map { "\($0.rawValue.padded(to: 10))\(value($0))" }
    let rate = readableRate(UInt64(self.rate.numerator), per: UInt64(self.rate.denominator))
    let counting = format.isDropFrame ? "drop frame" : "non-drop frame"
    return (forms + ["rate".padded(to: 10) + "\(rate ?? ""), \(counting)"])
      .joined(separator: "\n") + "\n"
  }

  func value(_ form: CalculateTimecode.Form) -> String {
    let sign = frames < 0 ? "-" : ""
    switch form {
    case .timecode: return format.timecode(forFrameNumber: frames).map(format.text) ?? ""
    case .frames: return "\(frames)"
    case .seconds:
      let exact = UInt128(frames.magnitude) * UInt128(rate.denominator.magnitude)
      return sign + decimal(exact, over: UInt128(rate.numerator.magnitude), places: 6)
    case .feet:
      let (feet, rest) = frames.magnitude.quotientAndRemainder(
        dividingBy: UInt64(TimecodeExpression.framesInFoot))
      return "\(sign)\(feet)+\(rest < 10 ? "0" : "")\(rest)"
    }
  }
}
