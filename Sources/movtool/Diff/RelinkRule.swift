/// A program that does not link an original and its proxy if their timecode differs in certain
/// properties. `Docs/Timecode.md` lists the same.
struct RelinkRule: Sendable {
  let program: String
  let properties: [TimecodeProperty]
  /// The GitHub repositories and threads, or the documents, that say so.
  let threads: [String]

  static let all = [
    RelinkRule(
      program: "DaVinci Resolve",
      properties: [.missing, .rate, .dropFrame, .start, .length, .videoRate],
      threads: [
        "in03/proxima#26", "in03/proxima#27", "in03/proxima#33", "WyattBlue/auto-editor#344",
        "palmier-io/palmier-pro#136", "palmier-io/palmier-pro#361", "gopro/labs#630",
      ]),
    RelinkRule(
      program: "Final Cut Pro", properties: [.missing, .rate, .dropFrame, .start],
      threads: [
        "barefootford/buttercut#122", "barefootford/buttercut#123", "barefootford/buttercut#145",
      ]),
    RelinkRule(
      program: "Avid Media Composer", properties: [.missing, .start, .length, .reel],
      threads: ["Avid's manuals"]),
  ]

  /// Returns the properties by which this program does not link the two; empty if it does.
  func broken(by differences: [TimecodeProperty]) -> [TimecodeProperty] {
    differences.filter(properties.contains)
  }
}
