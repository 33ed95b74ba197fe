/// `Xtra` in `udta`: metadata that programs of Windows write. Numbers are stored with the most
/// significant byte first, except in values.
public struct WindowsMediaMetadata: Record {
  /// The attributes, in the order of the file.
  public var attributes: RecordList<Attribute> = []

  /// An attribute, which can have several values.
  public struct Attribute: Record {
    /// The name, such as `WM/EncodingTime`.
    public var name = TextBytes(bytes: [])
    /// The values.
    public var values: RecordList<Value> = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      // The size includes itself.
      var size = encodedSizeOfBody + 4
      try f.count("size", &size, bytes: 4)
      var copy = self
      try f.within("attribute", count: size - 4) { (f: inout _) throws(FormatError) in
        try copy.body(&f)
      }
      self = copy
    }

    private var encodedSizeOfBody: Int {
      var measurer = Measurer()
      var copy = self
      // A measurer never throws.
      try? copy.body(&measurer)
      return measurer.bits / 8
    }

    private mutating func body(_ f: inout some FieldCoder) throws(FormatError) {
      var length = name.bytes.count
      try f.count("name_length", &length, bytes: 4)
      try f.bytes("name", &name, count: length)
      var count = values.count
      try f.count("value_count", &count, bytes: 4)
      try f.list("values", &values, count: count)
    }
  }

  /// A value.
  public struct Value: Record {
    /// The type: 8 text in UTF-16, 19 a number of 64 bits, 21 a time, 72 a UUID.
    public var type: UInt16 = 8
    /// The value as bytes, with the least significant first.
    public var value = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      // The size includes itself and the type.
      var size = value.bytes.count + 6
      try f.count("value_size", &size, bytes: 4)
      try f.choice("value_type", &type, named: Self.typeNames)
      guard type == 8 else { return try f.bytes("bytes", &value, count: size - 6) }
      var text = LittleEndianText(bytes: value.bytes)
      try f.bytes("text", &text, count: size - 6)
      value = RawBytes(bytes: text.bytes)
    }

    private static let typeNames: ValueNames = [
      8: "text", 19: "64-bit unsigned integer", 21: "time", 72: "UUID",
    ]
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.list("attributes", &attributes, count: nil)
  }
}

/// Text in UTF-16 with the least significant byte first, up to a zero.
struct LittleEndianText: FieldBytes {
  var bytes: Bytes
  init(bytes: Bytes) { self.bytes = bytes }

  var string: String { String(decodeUTF16(bytes, littleEndian: true).prefix { $0 != "\0" }) }
  var fieldValue: FieldValue { .text(string) }

  func taking(_ given: FieldValue, count: Int?) -> LittleEndianText? {
    guard let text = given.givenText, !text.utf8.contains(0) else { return nil }
    let units = Array(text.utf16) + [0]
    return LittleEndianText(
      bytes: units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }[...])
  }
}
