/// `data` in an item of `ilst`: a value and its type (QuickTime File Format, "Metadata Value Atom"
/// and "Well-Known Types").
public struct MetadataValue: Record {
  /// The type of the value. The top byte is 0 for the well-known types: 1 UTF-8, 2 UTF-16, 13 JPEG,
  /// 14 PNG, 21 signed integer, 22 unsigned integer, 23 and 24 floating point, and more.
  public var typeIndicator: UInt32 = 1
  /// The country that the value is for; 0 is the default for all countries.
  public var country: UInt16 = 0
  /// The language that the value is for; 0 is the default for all languages.
  public var language = LanguageCode(rawValue: 0)
  /// The value as bytes.
  public var value = RawBytes()

  public init() {}

  /// A value of type 1 (UTF-8).
  public init(utf8 text: String) { value = RawBytes(bytes: Array(text.utf8)[...]) }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.choice("type_indicator", &typeIndicator, named: Self.wellKnownTypes)
    try f("country", &country)
    try f("language", &language)
    switch typeIndicator {
    case 1, 4: try value("text", as: TextBytes.self, &f)
    case 2, 5: try value("text", as: UTF16Bytes.self, &f)
    case 21, 65, 66, 67, 74:
      try value("number", as: SignedBytes.self, if: { $0.value != nil }, &f)
    case 22, 75, 76, 77, 78:
      try value("number", as: UnsignedBytes.self, if: { $0.value != nil }, &f)
    case 23, 24:
      try value("number", as: FloatBytes.self, if: { $0.value != nil }, &f)
    default: try f.bytes("bytes", &value, count: nil)
    }
  }

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
    _ name: StaticString, as: B.Type, if isOne: (B) -> Bool = { _ in true },
    _ f: inout some FieldCoder
  ) throws(FormatError) {
    var typed = B(bytes: value.bytes)
    try f.bytes(isOne(typed) ? name : "bytes", &typed, count: nil)
    value = RawBytes(bytes: typed.bytes)
  }

  /// The value as text; nil if the type is not a text type.
  public var string: String? {
    switch typeIndicator {
    case 1, 4: TextBytes(bytes: value.bytes).string
    case 2, 5: UTF16Bytes(bytes: value.bytes).string
    default: nil
    }
  }
}
