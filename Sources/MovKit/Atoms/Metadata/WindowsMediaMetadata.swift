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
      let count = size - 6
      switch type {
      case 8: try bytes(&f, "text", LittleEndianText.self, count)
      case 19 where f.takes("number", insteadOf: "bytes", isShown: count == 8):
        try bytes(&f, "number", LittleEndianNumber.self, count)
      case 21 where f.takes("file_time", insteadOf: "bytes", isShown: count == 8):
        try bytes(&f, "file_time", WindowsFileTime.self, count)
      case 72 where f.takes("uuid", insteadOf: "bytes", isShown: count == 16):
        try bytes(&f, "uuid", WindowsUUID.self, count)
      default: try f.bytes("bytes", &value, count: count)
      }
    }

    /// Codes the value as bytes that have a meaning.
    private mutating func bytes<B: FieldBytes>(
      _ f: inout some FieldCoder, _ name: String, _: B.Type, _ count: Int
    ) throws(FormatError) {
      var bytes = B(bytes: value.bytes)
      try f.bytes(name, &bytes, count: count)
      value = RawBytes(bytes: bytes.bytes)
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
    return LittleEndianText(bytes: (text.utf16Bytes(littleEndian: true) + [0, 0])[...])
  }
}
