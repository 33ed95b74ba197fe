/// Bytes that are a TIFF file with one directory, as metadata of cameras is (TIFF Revision 6.0, section 2;
/// the tags are those of Exif, CIPA DC-008). Bytes that are not, or whose values overlap, are shown as
/// bytes.
public struct ExifBytes<Tags>: Equatable, Sendable {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
}

// The type itself asks nothing of `Tags`: the runtime would search all conformances of the program when it
// makes the type, at every start.
extension ExifBytes: FieldBytes where Tags: ExifTags {
  /// Whether the bytes are a directory whose values are all there and do not overlap.
  public var isDirectory: Bool { ExifDirectory(bytes) != nil }

  /// Whether the bytes are a directory with an entry of a tag.
  func hasEntry(_ tag: UInt16) -> Bool {
    guard let directory = ExifDirectory(bytes) else { return false }
    return (0..<directory.count).contains { directory.entry($0)?.tag == tag }
  }

  public var fieldValue: FieldValue {
    guard let directory = ExifDirectory(bytes) else { return .bytes(bytes) }
    return .fields([
      Field("byte_order", .text(directory.isLittleEndian ? "II" : "MM")),
      Field(
        "entries",
        .rows(
          FieldValue.Rows(
            count: directory.count,
            row: { .fields(directory.entry($0)?.fields(Tags.names) ?? []) }))),
    ])
  }
}

/// The first directory of a TIFF file. What it says of places has been checked.
private struct ExifDirectory {
  let bytes: Bytes
  let isLittleEndian: Bool
  /// The number of entries.
  let count: Int
  private let start: Int

  /// The numbers of bytes of the fields: a count, and an entry with its tag, type, count and value.
  private static let (sizeOfCount, sizeOfEntry) = (2, 12)

  init?(_ bytes: Bytes) {
    self.bytes = bytes
    switch bytes.prefix(2) {
    case [0x49, 0x49]: isLittleEndian = true
    case [0x4D, 0x4D]: isLittleEndian = false
    default: return nil
    }
    let reader = ByteNumbers(bytes: bytes, isLittleEndian: isLittleEndian)
    guard reader.number(at: 2, bytes: 2) == 42, let offset = reader.number(at: 4, bytes: 4),
      let place = Int(exactly: offset),
      let entries = reader.number(at: place, bytes: Self.sizeOfCount)
    else { return nil }
    start = place + Self.sizeOfCount
    count = Int(entries)
    guard bytes.count - start >= count * Self.sizeOfEntry else { return nil }
    // Values that overlap would make much of little.
    var sum = 0
    for index in 0..<count {
      guard let entry = entry(index) else { return nil }
      sum += entry.value.count
    }
    guard sum <= bytes.count else { return nil }
  }

  struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: Int
    let value: Bytes
    let isLittleEndian: Bool
  }

  /// Returns an entry; nil if its value is not in the bytes.
  func entry(_ index: Int) -> Entry? {
    let reader = ByteNumbers(bytes: bytes, isLittleEndian: isLittleEndian)
    let place = start + index * Self.sizeOfEntry
    guard let tag = reader.number(at: place, bytes: 2),
      let type = reader.number(at: place + 2, bytes: 2),
      let number = reader.number(at: place + 4, bytes: 4), let count = Int(exactly: number)
    else { return nil }
    // A count has 32 bits, so this is far from overflowing.
    let size = count * Entry.size(of: UInt16(type))
    var valuePlace = place + 8
    if size > 4 {
      guard let offset = reader.number(at: valuePlace, bytes: 4) else { return nil }
      valuePlace = Int(offset)
    }
    guard let value = reader.bytes(at: valuePlace, size) else { return nil }
    return Entry(
      tag: UInt16(tag), type: UInt16(type), count: count, value: value,
      isLittleEndian: isLittleEndian)
  }
}

extension ExifDirectory.Entry {
  private enum Form { case text, unsigned, signed, unsignedFraction, signedFraction, float, other }

  private static func form(_ type: UInt16) -> (Form, size: Int) {
    switch type {
    case 1: (.unsigned, 1)
    case 2: (.text, 1)
    case 3: (.unsigned, 2)
    case 4: (.unsigned, 4)
    case 5: (.unsignedFraction, 8)
    case 6: (.signed, 1)
    case 8: (.signed, 2)
    case 9: (.signed, 4)
    case 10: (.signedFraction, 8)
    case 11: (.float, 4)
    case 12: (.float, 8)
    default: (.other, 1)
    }
  }

  /// The number of bytes of a value of a type.
  static func size(of type: UInt16) -> Int { form(type).size }

  private static let typeNames: ValueNames = [
    1: "BYTE", 2: "ASCII", 3: "SHORT", 4: "LONG", 5: "RATIONAL", 6: "SBYTE", 7: "UNDEFINED",
    8: "SSHORT", 9: "SLONG", 10: "SRATIONAL", 11: "FLOAT", 12: "DOUBLE",
  ]

  func fields(_ names: ValueNames) -> [Field] {
    [
      Field("tag", .choice(UInt64(tag), names)),
      Field("type", .choice(UInt64(type), Self.typeNames)),
      Field("count", .unsigned(UInt64(count))), shown,
    ]
  }

  /// The value. Its name says what it is, so that the values of a name are of one type.
  private var shown: Field {
    let (form, size) = Self.form(type)
    let isFraction = form == .unsignedFraction || form == .signedFraction
    switch form {
    case .text: return Field("text", .text(Latin1Bytes(bytes: value).string))
    case .other: return Field("data", .bytes(value))
    default: break
    }
    let numbers = ByteNumbers(bytes: value, isLittleEndian: isLittleEndian)
    @Sendable func number(_ index: Int) -> FieldValue {
      let place = index * size
      let half = size / 2
      switch form {
      case .unsigned: return .unsigned(numbers.number(at: place, bytes: size) ?? 0)
      case .signed: return .signed(numbers.signed(at: place, bytes: size) ?? 0)
      case .unsignedFraction:
        let parts = [place, place + half].map { numbers.number(at: $0, bytes: half) ?? 0 }
        return .text("\(parts[0])/\(parts[1])")
      case .signedFraction:
        let parts = [place, place + half].map { numbers.signed(at: $0, bytes: half) ?? 0 }
        return .text("\(parts[0])/\(parts[1])")
      default:
        let bits = numbers.number(at: place, bytes: size) ?? 0
        return size == 4
          ? floatingPoint(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
          : floatingPoint(Double(bitPattern: bits))
      }
    }
    return Field(
      isFraction ? "fractions" : "numbers", .rows(FieldValue.Rows(count: count, row: number)))
  }
}

/// Numbers in bytes whose order is known only when they are read.
private struct ByteNumbers {
  let bytes: Bytes
  let isLittleEndian: Bool

  /// Returns `count` bytes at a place; nil if they are not all there.
  func bytes(at place: Int, _ count: Int) -> Bytes? {
    guard place >= 0, count >= 0, count <= bytes.count, place <= bytes.count - count else {
      return nil
    }
    return bytes.dropFirst(place).prefix(count)
  }

  /// Returns the number of `count` bytes, at most eight, at a place.
  func number(at place: Int, bytes count: Int) -> UInt64? {
    guard let bytes = bytes(at: place, count) else { return nil }
    func add(_ sum: UInt64, _ byte: UInt8) -> UInt64 { sum << 8 | UInt64(byte) }
    return isLittleEndian ? bytes.reversed().reduce(0, add) : bytes.reduce(0, add)
  }

  /// Returns the signed number of `count` bytes, 1 to 8, at a place.
  func signed(at place: Int, bytes count: Int) -> Int64? {
    guard let number = number(at: place, bytes: count) else { return nil }
    let unused = Int64(64 - 8 * count)
    return (Int64(bitPattern: number) << unused) >> unused
  }
}
