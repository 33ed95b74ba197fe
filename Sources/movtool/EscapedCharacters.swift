extension Unicode.Scalar {
  /// Whether the character is never printed as it is, neither as text nor in JSON: it could command
  /// a terminal, break a line, turn the direction of writing, or be there without being seen.
  ///
  /// These are the controls, the format characters and the separators of lines and paragraphs. Two
  /// format characters are left, because words of Persian and of Indic scripts, and many emoji, are
  /// spelled with them: the zero-width joiner and non-joiner.
  var isEscaped: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return self != "\u{200C}" && self != "\u{200D}"
    default: return false
    }
  }
}
