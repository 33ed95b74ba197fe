/// A four-character code: any four bytes, compared as bytes.
///
/// QuickTime types are in MacRoman, so `©nam` is 0xA9 'n' 'a' 'm'.
public struct FourCC: Hashable, Sendable {
  /// The four bytes as a big-endian number.
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The four bytes, most significant first.
  public var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * $0)) }
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// Creates a code from a text that `init(_:)` accepts, such as four characters of printable ASCII
  /// or `©`. Any other literal is a mistake in the program and stops it; four characters of ASCII that are
  /// not printable, or have a backslash among them, stop only a debug build.
  @inlinable @inline(__always)
  public init(stringLiteral text: StaticString) {
    // Thousands of places have one. The compiler makes a constant of what is this simple.
    if text.hasPointerRepresentation, text.isASCII, text.utf8CodeUnitCount == 4 {
      assert(text.withUTF8Buffer { unsafe $0.allSatisfy(Self.isPlain) }, "not a type: \(text)")
      rawValue = unsafe UInt32(
        bigEndian: UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt32.self))
      return
    }
    rawValue = Self.value(of: text)
  }

  @inline(never) @usableFromInline
  static func value(of text: StaticString) -> UInt32 {
    guard let code = FourCC(text.description) else {
      preconditionFailure("not four characters: \(text)")
    }
    return code.rawValue
  }
}

extension FourCC: LosslessStringConvertible {
  /// Creates a code from the text that `description` returns: four characters of printable ASCII or
  /// `©`, each of which may also be any byte in the form `\xNN`. Returns nil for any other text.
  public init?(_ text: String) {
    if text.utf8.count == 4, text.utf8.allSatisfy(Self.isPlain) {
      rawValue = text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
      return
    }
    var value: UInt32 = 0
    var count = 0
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let byte: UInt8
      if scalar == "\\", rest.count >= 3, rest.first == "x",
        rest.dropFirst().prefix(2).allSatisfy(\.properties.isASCIIHexDigit),
        let escaped = UInt8(String(rest.dropFirst().prefix(2)), radix: 16)
      {
        byte = escaped
        rest = rest.dropFirst(3)
      } else if scalar == "©" {
        byte = 0xA9
      } else if (0x20..<0x7F).contains(scalar.value) {
        byte = UInt8(scalar.value)
      } else {
        return nil
      }
      count += 1
      guard count <= 4 else { return nil }
      value = value << 8 | UInt32(byte)
    }
    guard count == 4 else { return nil }
    rawValue = value
  }

  /// The four characters. A byte that is neither printable ASCII nor `©` is escaped as `\xNN`, and
  /// so is a backslash, so that the text always gives the same bytes again.
  public var description: String {
    var text = ShortText()
    text.append(self)
    return text.string
  }

  /// Returns whether the byte needs no escape: printable ASCII except a backslash.
  @usableFromInline static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != 0x5C
  }
}

extension FourCC: Codable {
  /// Reads a text that `init(_:)` accepts.
  public init(from decoder: any Decoder) throws {
    try self.init(textFrom: decoder, "a four-character code")
  }

  /// Writes the text that `description` returns.
  public func encode(to encoder: any Encoder) throws {
    try encodeText(to: encoder, "a four-character code")
  }
}

extension ShortText {
  /// Appends the text of a code, in which the bytes that `alsoEscaped` names are escaped too: at most 16
  /// bytes.
  @inline(__always)
  mutating func append(_ code: FourCC, escaping alsoEscaped: (UInt8) -> Bool = { _ in false }) {
    for place in 0..<4 as Range<UInt32> {
      let byte = UInt8(truncatingIfNeeded: code.rawValue >> (24 - 8 * place))
      if FourCC.isPlain(byte), !alsoEscaped(byte) {
        append(byte)
      } else if byte == 0xA9 {
        // UTF-8 of `©`.
        append(0xC2)
        append(0xA9)
      } else {
        append(UInt8(ascii: "\\"))
        append(UInt8(ascii: "x"))
        append((byte >> 4).hexadecimalDigit)
        append((byte & 0xF).hexadecimalDigit)
      }
    }
  }
}

extension FourCC: FieldScalar {
  public var fieldValue: FieldValue { .text(description) }
}
