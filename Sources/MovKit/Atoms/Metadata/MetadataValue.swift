/// `data` in an item of `ilst`: a value and its type (QuickTime File Format, "Metadata Value Atom"
/// and "Well-Known Types").
public struct MetadataValue: Record {
  /// The type of the value. The top byte is 0 for the well-known types: 1 UTF-8, 2 UTF-16, 13 JPEG,
  /// 14 PNG, 21 signed integer, 22 unsigned integer, 23 and 24 floating point, and more.
  public var typeIndicator: UInt32 = 1
  /// The country that the value is for: two letters (`CountryCode`), or up to 255 the number of a list in
  /// `ctry`; 0 is the default for all countries.
  public var country: UInt16 = 0
  /// The language that the value is for, or up to 255 the number of a list in `lang`; 0 is the default for all
  /// languages.
  public var language = LanguageCode(rawValue: 0)
  /// The value as bytes.
  public var value = RawBytes()

  public init() {}

  /// A value of type 1 (UTF-8).
  public init(utf8 text: String) { value = RawBytes(bytes: Array(text.utf8)[...]) }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    let old = (type: typeIndicator, isNumber: isNumber)
    try f.choice("type_indicator", &typeIndicator, named: Self.wellKnownTypes)
    try f.valueLocale(&country, &language)
    if old.type != typeIndicator { dropWidth(ofNumber: old.isNumber, f) }
    switch kind {
    case .utf8: try value("text", as: TextBytes.self, &f)
    case .utf16: try value("text", as: UTF16Bytes.self, &f)
    case .shiftJIS:
      if f.takes("text", insteadOf: "bytes", isShown: plainText != nil) {
        try value("text", as: TextBytes.self, &f)
      } else {
        try f.bytes("bytes", &value, count: nil)
      }
    case .signed: try number(as: SignedBytes.self, isOne: { $0.value != nil }, &f)
    case .unsigned: try number(as: UnsignedBytes.self, isOne: { $0.value != nil }, &f)
    case .float: try number(as: FloatBytes.self, isOne: { $0.value != nil }, &f)
    case .other: try f.bytes("bytes", &value, count: nil)
    }
  }

  /// What the bytes of the value are.
  private enum Kind { case utf8, utf16, shiftJIS, signed, unsigned, float, other }

  private var kind: Kind {
    switch typeIndicator {
    case 1, 4: .utf8
    case 2, 5: .utf16
    case 3: .shiftJIS
    case 21, 65, 66, 67, 74: .signed
    case 22, 75, 76, 77, 78: .unsigned
    case 23, 24: .float
    default: .other
    }
  }

  private var isNumber: Bool { kind == .signed || kind == .unsigned || kind == .float }

  /// Whether the value is a text or a number. If not, it is bytes.
  var isTextOrNumber: Bool { kind != .other }

  /// QuickTime File Format, "Well-Known Types".
  static let wellKnownTypes: ValueNames = [
    0: "no type", 1: "UTF-8", 2: "UTF-16", 3: "Shift JIS", 4: "UTF-8 for sorting",
    5: "UTF-16 for sorting", 13: "JPEG", 14: "PNG", 21: "signed integer",
    22: "unsigned integer", 23: "32-bit float", 24: "64-bit float", 27: "BMP", 28: "metadata atom",
    65: "8-bit integer", 66: "16-bit integer", 67: "32-bit integer", 70: "point",
    71: "dimensions", 72: "rectangle", 74: "64-bit integer", 75: "8-bit unsigned integer",
    76: "16-bit unsigned integer", 77: "32-bit unsigned integer", 78: "64-bit unsigned integer",
    79: "matrix",
  ]

  /// Codes the value under a name that depends on its kind, so that all values of one name are of
  /// one kind.
  private mutating func value<B: FieldBytes>(
    _ name: String, as: B.Type, _ f: inout some FieldCoder
  ) throws(FormatError) {
    var typed = B(bytes: value.bytes)
    try f.bytes(name, &typed, count: nil)
    value = RawBytes(bytes: typed.bytes)
  }

  /// Takes out the bytes of a value of another type, if a number is given in their place: how many they are says
  /// nothing of the number. Those of a number stay where this type allows as many.
  private mutating func dropWidth(ofNumber wasNumber: Bool, _ f: some FieldCoder) {
    guard isNumber, Self.isGiven(f), width > 0 ? value.bytes.count != width : !wasNumber else {
      return
    }
    value = RawBytes(bytes: zero)
  }

  /// The number 0 in as many bytes as the type says, or in the fewest.
  private var zero: Bytes { Array(repeating: 0, count: max(width, 1))[...] }

  /// Whether a coder sets the number. None takes what is not shown unless it is given.
  private static func isGiven(_ f: some FieldCoder) -> Bool {
    f.takes("number", insteadOf: "bytes", isShown: false)
  }

  /// Codes the value as a number or, if it is none or bytes are given, as bytes.
  private mutating func number<B: FieldBytes>(
    as: B.Type, isOne: (B) -> Bool, _ f: inout some FieldCoder
  ) throws(FormatError) {
    var typed = B(bytes: value.bytes)
    let isNumber = f.takes("number", insteadOf: "bytes", isShown: isOne(typed))
    // A new number has as many bytes as its type says.
    if isNumber, !isOne(typed) { typed = B(bytes: zero) }
    let isFixed =
      isNumber && width > 0 && (typed.bytes.count == width || Self.isGiven(f))
    try f.bytes(isNumber ? "number" : "bytes", &typed, count: isFixed ? width : nil)
    value = RawBytes(bytes: typed.bytes)
  }

  /// The number of bytes of a number of this type; 0 if the type allows several.
  private var width: Int {
    switch typeIndicator {
    case 65, 75: 1
    case 66, 76: 2
    case 23, 67, 77: 4
    case 24, 74, 78: 8
    default: 0
    }
  }

  /// The value as text; nil if the type is not a text type. Text in Shift JIS (type 3) is nil unless its bytes are
  /// ASCII or UTF-8 as well: it is not decoded.
  public var string: String? {
    switch kind {
    case .utf8: TextBytes(bytes: value.bytes).string
    case .utf16: UTF16Bytes(bytes: value.bytes).string
    case .shiftJIS: plainText
    case .signed, .unsigned, .float, .other: nil
    }
  }

  /// The bytes as text in ASCII or UTF-8; nil if they are not valid, or have control characters other than tabs and
  /// line ends.
  ///
  /// ASCII means the same in Shift JIS, and some programs write UTF-8 under its type. Hardly any Japanese text is valid
  /// UTF-8 by chance: hiragana, katakana and the commonest ideographs begin with the bytes 81 to 9F, with which no
  /// character of UTF-8 begins.
  var plainText: String? {
    guard let text = String(validating: value.bytes, as: UTF8.self) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: true
      case 0..<0x20, 0x7F..<0xA0: false
      default: true
      }
    }
    return isPlain ? text : nil
  }

  /// The value as an integer; nil if the type is not one of integers.
  public var integer: Int128? {
    switch kind {
    case .signed: SignedBytes(bytes: value.bytes).value.map { Int128($0) }
    case .unsigned: UnsignedBytes(bytes: value.bytes).value.map { Int128($0) }
    case .utf8, .utf16, .shiftJIS, .float, .other: nil
    }
  }

  /// The value as a floating-point number; nil if the type is not one of these.
  public var real: Double? { kind == .float ? FloatBytes(bytes: value.bytes).value : nil }

  /// Sets the value to what a text says, and keeps its type, but for text that is not ASCII: in Shift JIS (type 3) it
  /// becomes UTF-8 (type 1), because it is not encoded. An integer that needs more bytes gets
  /// them if its type allows several widths. Bytes of other types are given as two hexadecimal digits
  /// each.
  ///
  /// - Throws: `FormatError` if the text is no value of the type.
  public mutating func set(_ text: String) throws(FormatError) { try set(text, widest: 8) }

  /// Sets the value, and gives an integer at most `widest` bytes, if it does not have more already.
  mutating func set(_ text: String, widest: Int) throws(FormatError) {
    switch kind {
    case .utf8: value = RawBytes(bytes: Array(text.utf8)[...])
    case .shiftJIS:
      value = RawBytes(bytes: Array(text.utf8)[...])
      if !text.utf8.allSatisfy({ $0 < 0x80 }) { typeIndicator = 1 }
    case .utf16:
      let isLittleEndian = value.bytes.starts(with: [0xFF, 0xFE])
      let hasMark = isLittleEndian || value.bytes.starts(with: [0xFE, 0xFF])
      let mark = Array(hasMark ? value.bytes.prefix(2) : [])
      value = RawBytes(bytes: (mark + text.utf16Bytes(littleEndian: isLittleEndian))[...])
    case .signed, .unsigned:
      guard let number = Int128(text) else { throw Self.wrong(text, "an integer") }
      let isSigned = kind == .signed
      let old = value.bytes.count
      let least = IntegerWidths.all.contains(old) ? old : 0
      let widths =
        width > 0
        ? [width] : IntegerWidths.all.filter { $0 >= least && $0 <= max(widest, least) }
      guard
        let bytes = widths.lazy.compactMap({
          Self.bytes(of: number, count: $0, isSigned: isSigned)
        }).first
      else {
        let most = widths.last ?? old
        throw Self.wrong(text, "an integer that fits \(counted(most, "byte"))")
      }
      value = RawBytes(bytes: bytes[...])
    case .float:
      // The type says how many bytes there must be, whatever there are.
      let width = typeIndicator == 23 ? 4 : 8
      guard let number = FloatBytes(bytes: []).taking(.decimal(text), count: width) else {
        throw Self.wrong(text, "a number that \(8 * width) bits can hold")
      }
      value = RawBytes(bytes: number.bytes)
    case .other:
      guard let bytes = FieldValue.text(text).givenBytes, !bytes.isEmpty else {
        throw Self.wrong(text, "hexadecimal bytes, which a value of this type is")
      }
      value = RawBytes(bytes: bytes)
    }
  }

  private static func wrong(_ text: String, _ what: String) -> FormatError {
    FormatError(.invalidValue("'\(text.prefix(40))' is not \(what)"))
  }

  /// Returns an integer as big-endian bytes; nil if it does not fit.
  static func bytes(of number: Int128, count: Int, isSigned: Bool) -> [UInt8]? {
    guard (1...8).contains(count) else { return nil }
    let limit = Int128(1) << Int128(isSigned ? 8 * count - 1 : 8 * count)
    guard number < limit, number >= (isSigned ? -limit : 0) else { return nil }
    return (0..<count).map { UInt8(truncatingIfNeeded: number >> Int128(8 * (count - 1 - $0))) }
  }
}
