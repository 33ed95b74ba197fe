extension String {
  /// The text on one line, with escapes for all characters that could control a terminal or change
  /// the writing direction.
  var escaped: String {
    if allBytes({ $0 &- 0x20 < 0x5F }) { return self }
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

  /// The escaped text in quotes, so that an empty text and spaces at the ends are visible.
  var quoted: String {
    let text = escaped
    guard !text.allBytes({ $0 != 0x22 }) else { return "\"" + text + "\"" }
    return "\"" + text.replacing(ascii: UInt8(ascii: "\""), with: "\\\"") + "\""
  }

  /// Returns the text, cut and ended with `…` if it is wider than `width` columns.
  func cut(to width: Int) -> String {
    columns <= width ? self : String(prefix(columns: width - 1)) + "…"
  }

  /// The most bytes of a sentence that quotes from a list or a document: in a list that is not what it seems, a field
  /// can be all of it.
  static let mostOfASentence = 600

  /// Returns the text without its middle if it has more than `most` bytes. A message says at its beginning what is
  /// wrong, quotes, and says at its end what to do.
  func shortened(to most: Int = Self.mostOfASentence) -> String {
    guard utf8.count > most else { return self }
    var (start, end) = (0, 0)
    let first = unicodeScalars.prefix {
      start += UTF8.width($0)
      return start <= most * 2 / 3
    }
    let last = unicodeScalars.reversed().prefix {
      end += UTF8.width($0)
      return end <= most / 3
    }
    return String(first) + "…" + String(String.UnicodeScalarView(last.reversed()))
  }

  /// Returns the text with spaces after it, `width` columns wide.
  func padded(to width: Int) -> String { self + String.spaces(width - columns) }

  /// Returns the text with spaces before it, `width` columns wide.
  func aligned(to width: Int) -> String { String.spaces(width - columns) + self }

  /// The number of columns of a terminal that the text takes.
  var columns: Int {
    if allBytes({ $0 < 0x80 }) { return utf8.count }
    // No character of these bytes is wide.
    if allBytes({ $0 < 0xE1 }) { return count }
    return reduce(0) { $0 + $1.columns }
  }

  /// Calls `body` with the bytes of the text in UTF-8. A span of its `utf8` would need macOS 26.
  @inline(__always)
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8 { bytes in unsafe body(bytes.span) }
  }

  /// Whether a condition holds for each byte of the text in UTF-8. This is asked of each text that is
  /// printed.
  @inline(__always)
  private func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
    let found = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      for index in bytes.indices where unsafe !condition(bytes[index]) { return false }
      return true
    }
    return found ?? utf8.allSatisfy(condition)
  }

  /// The text without spaces at its end, such as those of four-character codes.
  var trimmingSpaces: Substring {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The parts of the text between its spaces.
  var words: [String] {
    utf8.split(separator: 0x20, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Returns `count` spaces; none if `count` is negative.
  static func spaces(_ count: Int) -> String {
    count > 0
      ? String(decoding: [UInt8](repeating: 0x20, count: count), as: UTF8.self) : ""
  }
}

extension [UInt8] {
  /// Appends a text. Returns the number of columns that it takes.
  @inline(__always)
  mutating func append(measuring text: String) -> Int {
    let start = count
    append(contentsOf: text.utf8)
    var bits: UInt8 = 0
    for index in start..<count { bits |= self[index] }
    return bits < 0x80 ? count - start : text.columns
  }

  /// Appends a text as `escaped` has it. Returns the number of columns that it takes.
  @inline(__always)
  mutating func append(escaped text: String) -> Int {
    let start = count
    append(contentsOf: text.utf8)
    for index in start..<count where self[index] &- 0x20 >= 0x5F {
      removeSubrange(start...)
      return append(measuring: text.escaped)
    }
    return count - start
  }
}
