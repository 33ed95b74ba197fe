extension String {
  /// Whether the text is an identifier of material (UMID; SMPTE ST 330), which DaVinci Resolve and others write
  /// under the keys of the reel.
  var isUMID: Bool { uppercased().contains("060A2B34") }

  /// The text without zeros and spaces at its ends.
  var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
    let rest = drop(while: isBlank)
    return String(rest.prefix(rest.count - rest.reversed().prefix(while: isBlank).count))
  }

  /// Whether the text has a pattern of at least one ASCII character in it.
  func contains(ascii pattern: String) -> Bool {
    let wanted = Array(pattern.utf8)
    guard let first = wanted.first else { return false }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
