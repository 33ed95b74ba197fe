extension Unicode.Scalar {
  /// Whether the character is always escaped when printed, in text and in JSON, because it could
  /// control a terminal, break a line, change the writing direction, or be invisible.
  ///
  /// These are the control characters, the format characters, and the line and paragraph
  /// separators. Two format characters are excepted, because words of Persian and of Indic scripts,
  /// and many emoji, need them: the zero-width joiner and non-joiner.
  var isEscaped: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return self != "\u{200C}" && self != "\u{200D}"
    default: return false
    }
  }

  /// How XML and HTML write a character that has a meaning in their markup; nil for others.
  var entity: String? {
    switch self {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    default: nil
    }
  }
}
