extension String {
  /// The text on one line, without anything that could command a terminal or turn the direction
  /// of writing.
  var escaped: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    guard unicodeScalars.contains(where: { $0.isEscaped }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isEscaped: text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// In quotes, so that spaces at the ends and an empty text are seen.
  var quoted: String {
    "\""
      + escaped.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"") + "\""
  }

  /// Cut with a mark where it is longer than `width`.
  func cut(to width: Int) -> String {
    columns <= width ? self : String(prefix(max(0, width - 1))) + "…"
  }

  /// With spaces behind it up to `width`.
  func padded(to width: Int) -> String { self + String.spaces(width - columns) }

  /// With spaces before it up to `width`.
  func aligned(to width: Int) -> String { String.spaces(width - columns) + self }

  /// Columns that the text takes: characters, which in ASCII need not be searched for.
  var columns: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }

  /// So many spaces, none below zero.
  static func spaces(_ count: Int) -> String {
    count > 0
      ? String(decoding: [UInt8](repeating: 0x20, count: count), as: UTF8.self) : ""
  }
}
