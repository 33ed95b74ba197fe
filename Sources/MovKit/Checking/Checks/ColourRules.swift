/// Rules about colours that a sample description (`colr`) and the stream itself both state: some programs believe the
/// one, and some the other.
struct ColourRules {
  private let described: ColourFacts
  private let stream: ColourFacts

  /// Nil if one of both states no colours.
  init?(_ entry: Atom) {
    guard entry.first("colr") != nil, let described = ColourFacts(entry, stream: nil),
      let stream = entry.coloursOfStream
    else { return nil }
    self.described = described
    self.stream = stream
  }

  func run(_ place: () -> CheckPlace, _ found: inout CheckFindings) {
    let differences = differences
    if !differences.isEmpty {
      found.report(
        "colour-contradiction",
        "the sample description and the stream do not agree: \(differences.joined(separator: "; "))",
        at: place())
    }
    // QuickTime's form of `colr` does not say it.
    if let described = described.isFullRange, let stream = stream.isFullRange, described != stream {
      found.report(
        "colour-range-contradiction",
        "colr says \(Self.range(described)), the stream \(Self.range(stream))", at: place())
    }
  }

  private static func range(_ isFull: Bool) -> String {
    isFull ? "full range" : "video range"
  }

  /// What is not the same, in words.
  private var differences: [String] {
    var found: [String] = []
    func compare(
      _ what: String, _ described: UInt16, _ stream: UInt16, _ codes: Codes, _ names: ValueNames
    ) {
      guard codes.contradict(described, stream) else { return }
      func text(_ code: UInt16) -> String {
        names[UInt64(code)].map { "\(code) (\($0))" } ?? "\(code)"
      }
      found.append("colr says \(what) \(text(described)), the stream \(text(stream))")
    }
    compare(
      "primaries", described.primaries, stream.primaries, .primaries, ColourNames.primaries)
    // The stream may name HLG in a message beside the pictures, so that old receivers show it as BT.2020 (H.265,
    // E.3.1, transfer_characteristics; ARIB STD-B32, ETSI TS 101 154, 5.14.4.4.3).
    let isLateHLG =
      described.transferCharacteristics == 18
      && Codes.transfers.meaning(of: stream.transferCharacteristics) == 1
    if !isLateHLG {
      compare(
        "transfer characteristics", described.transferCharacteristics,
        stream.transferCharacteristics, .transfers, ColourNames.transfers)
    }
    compare(
      "matrix coefficients", described.matrixCoefficients, stream.matrixCoefficients, .matrices,
      ColourNames.matrices)
    return found
  }

  /// Codes of one kind that mean the same, or nothing (ISO/IEC 23091-2, tables 2 to 4).
  private struct Codes {
    /// The unspecified and the reserved ones.
    var unspecified: Set<UInt16>
    /// Those that are functionally the same as another.
    var same: [UInt16: UInt16]

    static let primaries = Codes(unspecified: [0, 2, 3], same: [7: 6])
    static let transfers = Codes(unspecified: [0, 2, 3], same: [6: 1, 14: 1, 15: 1])
    // 0 means red, green and blue.
    static let matrices = Codes(unspecified: [2, 3], same: [6: 5])

    func meaning(of code: UInt16) -> UInt16 { same[code] ?? code }

    func contradict(_ one: UInt16, _ other: UInt16) -> Bool {
      !unspecified.contains(one) && !unspecified.contains(other)
        && meaning(of: one) != meaning(of: other)
    }
  }
}
