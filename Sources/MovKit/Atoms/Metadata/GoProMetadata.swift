/// `GPMF` in `udta`: the name, firmware and settings of a GoPro camera ("GPMF Introduction", GoPro).
public struct GoProMetadata: Record {
  /// Whether the bytes are elements that fit into each other. If not, they are in `data`.
  public var isStructured = true
  /// The elements, mostly one of type 0 for each device, if `isStructured` is true.
  public var elements: [GoProElement] = []
  /// The bytes, if `isStructured` is false.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isStructured, bytes: 0, if: Self.hasElements)
    if isStructured {
      try f.remainingList("elements", &elements)
    } else {
      try f.bytes("data", &data, count: nil)
    }
  }

  private static func hasElements(_ bytes: Bytes) -> Bool {
    GoProElements(bytes).areComplete
  }
}

/// An element of GoPro's metadata: a key, and a value or further elements.
public struct GoProElement: Record {
  /// What the value is, such as `DVNM` for the name of a device, `STNM` for that of a stream; `DEVC` and
  /// `STRM` hold what belongs to a device and to a stream. Four zero bytes: the rest is not used.
  public var key: FourCC = "DEVC"
  /// How the value is stored, a letter: `c` for text, `L` for numbers of 32 bits, …. 0: there are
  /// elements in it.
  public var type: UInt8 = 0
  /// The size of a value in bytes; where there are several numbers in one, of all these.
  public var structureSize: UInt8 = 1
  /// The elements in this one, if `type` is 0.
  public var elements: [GoProElement] = []
  /// The values, if `type` is not 0, or all that follows a key of zeros.
  public var value: Bytes = []
  private var padding = (UInt8(0), UInt8(0), UInt8(0))

  public init() {}

  /// The fields before the value.
  struct Header: Record {
    var key: FourCC = "DEVC"
    var type: UInt8 = 0
    var structureSize: UInt8 = 1
    /// The number of structures.
    var count = 0

    /// The number of bytes of the key, which is alone if it is zeros.
    static let sizeOfKey = 4
    /// The number of bytes of the header with any other key.
    static let size = 8
    /// Whether nothing follows but bytes that are not used.
    var isEnd: Bool { key.rawValue == 0 }
    /// The size of the value in bytes, without those that fill up four.
    var length: Int { Int(structureSize) * count }

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("key", &key)
      guard !isEnd else { return }
      try f.choice("type", &type, named: Self.types)
      try f("structure_size", &structureSize)
      try f.count("repeat", &count, bytes: 2)
    }

    private static let types: ValueNames = [
      0: "elements", 0x62: "8-bit integers", 0x42: "unsigned 8-bit integers", 0x63: "text",
      0x64: "64-bit floating-point numbers", 0x66: "32-bit floating-point numbers",
      0x46: "four-character codes", 0x47: "UUIDs", 0x6A: "64-bit integers",
      0x4A: "unsigned 64-bit integers", 0x6C: "32-bit integers", 0x4C: "unsigned 32-bit integers",
      0x71: "16.16 fixed-point numbers", 0x51: "32.32 fixed-point numbers",
      0x73: "16-bit integers", 0x53: "unsigned 16-bit integers", 0x55: "date and time in UTC",
      0x3F: "structures", 0x23: "compressed",
    ]
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var header = header
    let fitting = header.structureSize
    try header.fields(&f)
    (key, type) = (header.key, header.type)
    if header.structureSize != fitting { structureSize = header.structureSize }
    guard !header.isEnd else {
      var rest = RawBytes(bytes: value)
      try f.bytes("unused", &rest, count: nil)
      value = rest.bytes
      return
    }
    if type == 0 {
      // Moved, because a copy would double the memory.
      var elements: [GoProElement] = []
      swap(&elements, &self.elements)
      defer { swap(&elements, &self.elements) }
      try f.within("elements", count: header.length) { (f: inout _) throws(FormatError) in
        try f.remainingList("elements", &elements)
      }
    } else {
      try valueFields(&f, header)
    }
    let unfilled = -header.length & 3
    if unfilled > 0 { try f.reservedBits(&padding.0, 8) }
    if unfilled > 1 { try f.reservedBits(&padding.1, 8) }
    if unfilled > 2 { try f.reservedBits(&padding.2, 8) }
  }

  /// The header of what the element has.
  private var header: Header {
    var header = Header()
    (header.key, header.type, header.structureSize) = (key, type, structureSize)
    let length = lengthOfContent
    let size = Int(structureSize)
    let fits = size == 0 ? length == 0 : length % size == 0 && length / size <= UInt16.max
    // Elements end at a multiple of four bytes.
    if !fits { header.structureSize = type == 0 && length > UInt16.max ? 4 : 1 }
    header.count = header.structureSize == 0 ? 0 : length / Int(header.structureSize)
    return header
  }

  private var lengthOfContent: Int {
    type == 0 ? elements.reduce(0) { $0 + $1.storedSize } : value.count
  }

  /// The size of the element in bytes. A coder that measures would go through what is inside once for
  /// each level.
  private var storedSize: Int {
    key.rawValue == 0
      ? Header.sizeOfKey + value.count : Header.size + (lengthOfContent + 3) & ~3
  }

  private mutating func valueFields(
    _ f: inout some FieldCoder, _ header: Header
  ) throws(FormatError) {
    switch (UnicodeScalar(type), Int(header.structureSize)) {
    case ("c", _), ("U", _): try bytes(&f, "text", header, as: Latin1Bytes.self)
    case ("b", 1): try numbers(&f, header, Int8.self, as: SignedBytes.self)
    case ("s", 2): try numbers(&f, header, Int16.self, as: SignedBytes.self)
    case ("l", 4): try numbers(&f, header, Int32.self, as: SignedBytes.self)
    case ("j", 8): try numbers(&f, header, Int64.self, as: SignedBytes.self)
    case ("B", 1): try numbers(&f, header, UInt8.self, as: UnsignedBytes.self)
    case ("S", 2): try numbers(&f, header, UInt16.self, as: UnsignedBytes.self)
    case ("L", 4): try numbers(&f, header, UInt32.self, as: UnsignedBytes.self)
    case ("J", 8): try numbers(&f, header, UInt64.self, as: UnsignedBytes.self)
    case ("f", 4): try numbers(&f, header, Float32Bits.self, as: FloatBytes.self)
    case ("d", 8): try numbers(&f, header, Float64Bits.self, as: FloatBytes.self)
    case ("F", 4): try rows(&f, "codes", header, FourCC.self)
    default: try bytes(&f, "data", header, as: RawBytes.self)
    }
  }

  /// Codes one number, or several.
  private mutating func numbers<Row: TableRow, Single: FieldBytes>(
    _ f: inout some FieldCoder, _ header: Header, _: Row.Type, as _: Single.Type
  ) throws(FormatError) where Row.Layout == FixedLayout {
    guard header.count != 1 else { return try bytes(&f, "value", header, as: Single.self) }
    try rows(&f, "values", header, Row.self)
  }

  private mutating func rows<Row: TableRow>(
    _ f: inout some FieldCoder, _ name: String, _ header: Header, _: Row.Type
  ) throws(FormatError) where Row.Layout == FixedLayout {
    let size = Int(header.structureSize)
    var rows = Table<Row>(
      bytes: value.prefix(value.count / size * size), count: value.count / size,
      layout: FixedLayout(), strideBits: 8 * size)
    try f.rows(name, &rows, count: header.count, layout: FixedLayout())
    value = rows.bytes
  }

  private mutating func bytes<B: FieldBytes>(
    _ f: inout some FieldCoder, _ name: String, _ header: Header, as _: B.Type
  ) throws(FormatError) {
    var bytes = B(bytes: value)
    try f.bytes(name, &bytes, count: header.length)
    value = bytes.bytes
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.key == b.key && a.type == b.type && a.structureSize == b.structureSize
      && a.elements == b.elements && a.value == b.value && a.padding == b.padding
  }
}

/// The headers of the elements in a piece of GoPro's metadata, an element before those in it, as far as
/// they can be read.
struct GoProElements: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private var position: Int
  /// The ends of the elements that the next one is in.
  private var ends: [Int] = []

  init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// An element: its header, the index of its first byte, and its value, which is cut off at the end of
  /// the bytes.
  typealias Element = (header: GoProElement.Header, start: Int, value: Bytes, depth: Int)

  mutating func next() -> Element? {
    while let end = ends.last, position >= end { ends.removeLast() }
    let start = position
    guard start < bytes.endIndex else { return nil }
    var reader = Reader(bytes[start...])
    var header = GoProElement.Header()
    guard (try? header.fields(&reader)) != nil else { return nil }
    let depth = ends.count
    guard !header.isEnd else {
      position = ends.last ?? bytes.endIndex
      return (header, start, [], depth)
    }
    let first = start + GoProElement.Header.size
    let value = bytes[first...].prefix(header.length)
    position = first
    if header.type == 0 {
      ends.append(first + header.length)
    } else {
      position = Swift.min(first + (header.length + 3) & ~3, bytes.endIndex)
    }
    return (header, start, value, depth)
  }

  /// How deep elements may be in others. Reading them takes some of the stack for each level, and those of
  /// cameras are not as deep.
  private static let levels = 8

  /// Whether elements fill the bytes, and those that have others are filled by these, so that the same bytes
  /// are written again. Elements take several times their bytes in memory, so they are not read for this.
  var areComplete: Bool {
    var walk = self
    while walk.position < bytes.endIndex {
      guard let (header, _, value, depth) = walk.next(), depth < Self.levels else { return false }
      if header.isEnd { continue }
      guard value.count == header.length, header.structureSize > 0 || header.count == 0 else {
        return false
      }
      let parents = header.type == 0 ? walk.ends.dropLast() : walk.ends[...]
      let end = value.endIndex + (-header.length & 3)
      guard end <= parents.last ?? bytes.endIndex, header.type != 0 || end == value.endIndex else {
        return false
      }
    }
    return true
  }
}
