import Testing

@testable import MovKit

/// Colours that a sample description states, beside those of the stream.
@Suite struct ColourRulesTests {
  private static let colr = "moov/trak/mdia/minf/stbl/stsd/avc1/colr"

  private static func findings(
    _ media: String, for profiles: Set<CheckProfile> = [],
    _ change: @escaping @Sendable (inout ColorInformation) throws -> Void
  ) throws -> [CheckFinding] {
    let good = BrokenFile.Good.media("camera/\(media)")
    var bytes = try good.bytes()
    try BrokenFile.record("", good, colr, ColorInformation.self, change).change(&bytes)
    return try MovieCheck(of: MemorySource(bytes), profiles: profiles).findings
      .filter { $0.rule.hasPrefix("colour-") && $0.rule.hasSuffix("contradiction") }
  }

  /// Primaries, transfer and matrix in `colr`, and what is said of them. The stream of `colour.mov` has 1, 1 and 1, that
  /// of `colour.mp4` 9, 16 and 9, and that of `gst-mp4mux.mp4` 6, 6 and 6.
  @Test(
    arguments: [
      ("colour.mov", [1, 1, 1], nil),
      // Unspecified, and reserved.
      ("colour.mov", [2, 2, 2], nil), ("colour.mov", [0, 3, 3], nil),
      // The same curve under four numbers (ISO/IEC 23091-2, table 3).
      ("colour.mov", [1, 6, 1], nil), ("colour.mov", [1, 14, 1], nil),
      ("colour.mov", [1, 15, 1], nil),
      // HLG, which the stream may name in a message.
      ("colour.mov", [1, 18, 1], nil),
      ("colour.mov", [9, 1, 1], "colr says primaries 9 (BT.2020), the stream 1 (BT.709)"),
      (
        "colour.mov", [1, 16, 1],
        "colr says transfer characteristics 16 (PQ), the stream 1 (BT.709)"
      ),
      ("colour.mov", [1, 1, 0], "colr says matrix coefficients 0 (RGB), the stream 1 (BT.709)"),
      (
        "colour.mov", [99, 2, 9],
        "colr says primaries 99, the stream 1 (BT.709); colr says matrix coefficients 9 (BT.2020), the stream 1 (BT.709)"
      ),
      (
        "colour.mp4", [9, 18, 9], "colr says transfer characteristics 18 (HLG), the stream 16 (PQ)"
      ),
      ("colour.mp4", [9, 16, 2], nil),
      // The colours of 525 lines under two numbers, and one matrix under two (tables 2 and 4).
      ("gst-mp4mux.mp4", [7, 1, 5], nil),
      (
        "gst-mp4mux.mp4", [5, 6, 6],
        "colr says primaries 5 (BT.601 (625 lines)), the stream 6 (BT.601 (525 lines))"
      ),
    ] as [(String, [UInt16], String?)])
  func codes(media: String, codes: [UInt16], message: String?) throws {
    let found = try Self.findings(media) {
      ($0.colourPrimaries, $0.transferCharacteristics) = (codes[0], codes[1])
      $0.matrixCoefficients = codes[2]
    }
    #expect(
      found.map(\.message)
        == (message.map { ["the sample description and the stream do not agree: \($0)"] } ?? []))
    #expect(found.allSatisfy { $0.severity == .warning && $0.rule == "colour-contradiction" })
  }

  /// A programme that is delivered is not taken with it.
  @Test func broadcast() throws {
    let found = try Self.findings("colour.mov", for: [.broadcast]) { $0.colourPrimaries = 9 }
    #expect(found.map(\.severity) == [.error])
  }

  /// QuickTime's form does not say the range, and the other may contradict the stream in nothing else.
  @Test func range() throws {
    let found = try Self.findings("colour.mp4") { $0.fullRangeFlag = 1 }
    #expect(
      found.map(\.message) == [
        "colr says full range, the stream video range"
      ])
    #expect(found.map(\.severity) == [.note])
    #expect(try Self.findings("colour.mov") { _ in }.isEmpty)
  }

  /// A stream that states no colours contradicts none.
  @Test func onlyOneStates() throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.atom("", BrokenFile.plain, "moov/trak/mdia/minf/stbl/stsd/avc1") {
      var colour = ColorInformation()
      (colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoefficients) = (
        9, 16, 9
      )
      $0.children.append(try Atom("colr", colour))
    }.change(&bytes)
    #expect(try !BrokenFile.rules(bytes, []).contains("colour-contradiction"))
  }
}
