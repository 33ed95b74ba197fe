/// Text that ends with a zero byte, or with its atom if a writer left out the zero.
public struct CString: Equatable, Sendable {
  /// The bytes without the zero, in any encoding.
  public var text: Bytes
  /// Whether a zero byte follows the text.
  public var isTerminated: Bool

  /// Creates a string from its bytes, which must not include a zero; otherwise it cannot be
  /// written.
  public init(text: Bytes = [], isTerminated: Bool = true) {
    self.text = text
    self.isTerminated = isTerminated
  }

  /// Creates a terminated string in UTF-8.
  public init(_ string: String) { self.init(text: Array(string.utf8)[...]) }

  /// The decoded text: UTF-16 with a byte order mark, UTF-8 or MacRoman.
  public var string: String { decodeText(text) }
}

/// A string that is stored as a length byte and that many bytes of text.
public struct PascalString: Record {
  /// The bytes of the text, at most 255, in any encoding.
  public var text: Bytes = []

  public init() {}
  /// Creates a string in UTF-8. If it has more than 255 bytes, it cannot be written.
  public init(_ string: String) { text = Array(string.utf8)[...] }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var length = text.count
    try f.count("length", &length, bytes: 1)
    var raw = RawBytes(bytes: text)
    try f.bytes("text", &raw, count: length)
    text = raw.bytes
  }

  /// The decoded text: UTF-16 with a byte order mark, UTF-8 or MacRoman.
  public var string: String { decodeText(text) }
  public var summary: FieldValue? { .text(string) }
}

/// A Pascal string in a field of fixed size, such as the 32 bytes of a compressor name.
public struct FixedPascalString: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }

  /// Creates a string in UTF-8 that is padded with zeros to `size` bytes, at least one. A string that is
  /// too long is cut after a whole character.
  public init(_ string: String, size: Int) {
    let room = max(1, size) - 1
    var text: [UInt8] = []
    for character in string {
      let next = Array(String(character).utf8)
      guard text.count + next.count <= min(room, 255) else { break }
      text += next
    }
    let padding = [UInt8](repeating: 0, count: room - text.count)
    bytes = ([UInt8(text.count)] + text + padding)[...]
  }

  /// The decoded text: UTF-16 with a byte order mark, UTF-8 or MacRoman.
  public var string: String {
    guard let length = bytes.first else { return "" }
    return decodeText(bytes.dropFirst().prefix(Int(length)))
  }
  public var fieldValue: FieldValue { .text(string) }

  public var expectation: String? { "a text of at most \(min(max(1, bytes.count) - 1, 255)) bytes" }
}

/// The name of a handler, which is a Pascal string in QuickTime files and a C string in ISO files.
/// Files mix both whatever their brand, so only the bytes can show which it is.
public struct PascalOrCString: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }

  /// The most bytes of a text whose length is one byte.
  static let longestCounted = 255
  /// What a text of that form is.
  static let countedExpectation = "a text of at most \(longestCounted) bytes"

  /// Creates a Pascal string in UTF-8. A string of more than 255 bytes is cut after a whole
  /// character.
  public init(pascal string: String) {
    let whole = FixedPascalString(string, size: 256).bytes
    bytes = whole.prefix(1 + Int(whole[whole.startIndex]))
  }
  /// Creates a C string in UTF-8.
  public init(c string: String) { bytes = Array(string.utf8) + [0] }

  /// The decoded text, without the length byte or the zero at the end.
  public var string: String {
    guard let first = bytes.first else { return "" }
    let text = isCounted ? bytes.dropFirst().prefix(Int(first)) : bytes
    return decodeText(text.prefix { $0 != 0 })
  }

  public var expectation: String? { staysCounted ? Self.countedExpectation : nil }

  /// Whether another text is counted too. An empty one looks the same in both forms.
  var staysCounted: Bool { isCounted && bytes.first != 0 }

  /// Whether the first byte is a length.
  private var isCounted: Bool {
    guard let first = bytes.first else { return false }
    let rest = bytes.dropFirst()
    // No name starts with a control character, so such a byte is a length, even if a wrong one. Any
    // other byte is a length if it is the number of bytes that follow, not counting zeros at the
    // end. Some lengths include a zero at the end.
    let counted = rest.prefix(Int(first))
    return first < 0x20
      || Int(first) <= rest.count && !counted.contains(0)
        && rest.dropFirst(Int(first)).allSatisfy { $0 == 0 }
  }
  public var fieldValue: FieldValue { .text(string) }
}

/// A field whose bytes are all text.
public struct TextBytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// Creates a text in UTF-8.
  public init(_ string: String) { bytes = Array(string.utf8)[...] }
  /// The decoded text: UTF-16 with a byte order mark, UTF-8 or MacRoman.
  public var string: String { decodeText(bytes) }
  public var fieldValue: FieldValue { .text(string) }
}

/// Text in UTF-16, big-endian unless a byte order mark says otherwise.
public struct UTF16Bytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// The decoded text. Invalid parts become U+FFFD.
  public var string: String {
    switch bytes.prefix(2) {
    case [0xFF, 0xFE]: decodeUTF16(bytes.dropFirst(2), littleEndian: true)
    case [0xFE, 0xFF]: decodeUTF16(bytes.dropFirst(2), littleEndian: false)
    default: decodeUTF16(bytes, littleEndian: false)
    }
  }
  public var fieldValue: FieldValue { .text(string) }
}

extension String {
  /// The text in UTF-16, without a byte order mark.
  func utf16Bytes(littleEndian: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * utf16.count)
    for unit in utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      bytes += littleEndian ? [low, high] : [high, low]
    }
    return bytes
  }
}
