/// Text that ends with a zero byte, or with its atom where a writer left the zero out.
public struct CString: Equatable, Sendable {
  public var text: Bytes
  public var isTerminated: Bool

  public init(text: Bytes = [], isTerminated: Bool = true) {
    self.text = text
    self.isTerminated = isTerminated
  }

  public init(_ string: String) { self.init(text: Array(string.utf8)[...]) }

  public var string: String { decodeText(text) }
}

/// A length byte, then that many bytes of text.
public struct PascalString: Record {
  public var text: Bytes = []

  public init() {}
  /// `string` is at most 255 bytes of UTF-8, or writing fails.
  public init(_ string: String) { text = Array(string.utf8)[...] }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var length = text.count
    try f.count("length", &length, bytes: 1)
    var raw = RawBytes(bytes: text)
    try f.bytes("text", &raw, count: length)
    text = raw.bytes
  }

  public var string: String { decodeText(text) }
  public var summary: FieldValue? { .text(string) }
}

/// A Pascal string in a field of fixed size, such as the 32 bytes of a compressor's name.
public struct FixedPascalString: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }

  /// `string` padded with zeros to `size` bytes; cut after a whole character where it is longer.
  public init(_ string: String, size: Int) {
    var text: [UInt8] = []
    for character in string {
      let next = Array(String(character).utf8)
      guard text.count + next.count <= min(size - 1, 255) else { break }
      text += next
    }
    let padding = [UInt8](repeating: 0, count: max(0, size - 1 - text.count))
    bytes = ([UInt8(text.count)] + text + padding)[...]
  }

  public var string: String {
    guard let length = bytes.first else { return "" }
    return decodeText(bytes.dropFirst().prefix(Int(length)))
  }
  public var fieldValue: FieldValue { .text(string) }
}

/// A handler's name: a Pascal string in QuickTime files, a C string in ISO ones. Files mix both
/// whatever their brand, so that only the bytes can tell.
public struct PascalOrCString: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// Cut after a whole character where `string` is longer than the 255 bytes that a length counts.
  public init(pascal string: String) {
    let whole = FixedPascalString(string, size: 256).bytes
    bytes = whole.prefix(1 + Int(whole[whole.startIndex]))
  }
  public init(c string: String) { bytes = Array(string.utf8) + [0] }

  public var string: String {
    guard let first = bytes.first else { return "" }
    let rest = bytes.dropFirst()
    // No name begins with a control character: such a byte is a length, if a wrong one. Another is
    // a length where it counts the rest, or the rest less its zeros. Some lengths count a zero at
    // the end too.
    let counted = rest.prefix(Int(first))
    let isCounted =
      Int(first) <= rest.count && !counted.contains(0)
      && rest.dropFirst(Int(first)).allSatisfy { $0 == 0 }
    let text = first < 0x20 || isCounted ? counted : bytes
    return decodeText(text.prefix { $0 != 0 })
  }
  public var fieldValue: FieldValue { .text(string) }
}

/// All bytes of a field are text.
public struct TextBytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  public init(_ string: String) { bytes = Array(string.utf8)[...] }
  public var string: String { decodeText(bytes) }
  public var fieldValue: FieldValue { .text(string) }
}

/// Bytes without a known meaning.
public struct RawBytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  public init() { bytes = [] }
  public var fieldValue: FieldValue { .bytes(bytes) }
}

/// Text of unknown encoding: UTF-16 where a byte order mark says so, UTF-8 where it is valid,
/// else MacRoman, which every byte is.
func decodeText(_ bytes: Bytes) -> String {
  if bytes.starts(with: [0xFE, 0xFF]) {
    return decodeUTF16(bytes.dropFirst(2), littleEndian: false)
  }
  if bytes.starts(with: [0xFF, 0xFE]) {
    return decodeUTF16(bytes.dropFirst(2), littleEndian: true)
  }
  return String(validating: bytes, as: UTF8.self) ?? decodeMacRoman(bytes)
}

/// What is no UTF-16 becomes U+FFFD; a last odd byte is left out.
func decodeUTF16(_ bytes: Bytes, littleEndian: Bool) -> String {
  let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
  let units = pairs.map { index in
    let (high, low) =
      littleEndian ? (bytes[index + 1], bytes[index]) : (bytes[index], bytes[index + 1])
    return UInt16(high) << 8 | UInt16(low)
  }
  return String(decoding: units, as: UTF16.self)
}
