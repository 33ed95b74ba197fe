extension Character {
  /// The number of columns of a terminal that the character takes: 2 if it is wide or fullwidth (UAX #11), as those of
  /// Chinese, Japanese and Korean and most emoji are, else 1.
  var columns: Int {
    guard let first = unicodeScalars.first, first.value >= 0x1000 || unicodeScalars.count > 1 else {
      return 1
    }
    // A sequence for an emoji counts as wide whatever its first scalar is (UAX #11, 5).
    return first.isWide || unicodeScalars.contains("\u{FE0F}") ? 2 : 1
  }
}

extension Unicode.Scalar {
  /// Where all is wide or fullwidth that is no emoji, in order. What is not assigned there is for more of the kind.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // initials of Hangul
    0x2329...0x232A,  // brackets
    0x2E80...0x303E, 0x3040...0x3247, 0x3250...0xA4CF,  // CJK, kana, bopomofo, Yi
    0xA960...0xA97C, 0xAC00...0xD7A3,  // Hangul
    0xF900...0xFAFF,  // compatible ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6F,  // forms for vertical text, and small ones
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
    0x16FE0...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // kana, Nüshu
    0x1F200...0x1F265,  // ideographs in squares
    0x20000...0x2FFFD, 0x30000...0x3FFFD,  // more ideographs
  ]

  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) }
  }
}

extension StringProtocol {
  /// The longest beginning of the text that takes at most `columns` columns.
  func prefix(columns: Int) -> SubSequence {
    var rest = columns
    return prefix { character in
      rest -= character.columns
      return rest >= 0
    }
  }

  /// The longest end of the text that takes at most `columns` columns.
  func suffix(columns: Int) -> SubSequence {
    var rest = columns
    let start = indices.reversed().prefix { index in
      rest -= self[index].columns
      return rest >= 0
    }.last
    return self[(start ?? endIndex)...]
  }
}
