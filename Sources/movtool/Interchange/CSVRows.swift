import MovKit

/// The rows of a CSV text (RFC 4180), one at a time. Fields are separated by commas or, if the first
/// row has more of them outside quotes, by semicolons or tabs; a first line such as `sep=;`, which is for Excel, says
/// by what.
struct CSVRows {
  struct Row: Equatable {
    /// Up to the last that is not empty.
    let fields: [String]
    /// The line on which the row begins, from 1.
    let line: Int
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1
  /// How many columns the first row names; nil before it was read.
  private var columnCount: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if let (stated, end) = Self.statedSeparator(of: bytes) {
      separator = stated
      position = end
      line = 2
    } else {
      separator = Self.separator(of: bytes)
    }
  }

  /// Where the next row begins, perhaps after empty ones.
  var place: RowPlace { RowPlace(offset: position, line: line) }

  /// Goes to a row that began at a place.
  mutating func move(to place: RowPlace) { (position, line) = (place.offset, place.line) }

  /// Whether numbers have a comma before their decimals where people separate fields by something else.
  var hasDecimalCommas: Bool { separator != UInt8(ascii: ",") }

  /// Returns what a first line `sep=;` says, and where the next line begins; nil if there is no such line.
  private static func statedSeparator(of bytes: [UInt8]) -> (separator: UInt8, end: Int)? {
    let line = bytes.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    let text = line.filter { $0 != UInt8(ascii: "\"") }
    guard text.count == 5, String(decoding: text.dropLast(), as: UTF8.self).lowercased() == "sep=",
      let separator = text.last, separator.canSeparateFields
    else { return nil }
    let isBoth = bytes.dropFirst(line.count).starts(with: [0x0D, 0x0A])
    return (separator, min(bytes.count, line.count + (isBoth ? 2 : 1)))
  }

  private static func separator(of bytes: [UInt8]) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      counts[byte, default: 0] += 1
    }
    let comma = UInt8(ascii: ",")
    return [UInt8(ascii: ";"), 0x09].reduce(comma) { best, other in
      counts[other, default: 0] > counts[best, default: 0] ? other : best
    }
  }

  /// Returns the next row that is not empty; nil at the end. The first one names the columns, and others have no
  /// more values than it.
  mutating func next() throws(SegmentListError) -> Row? {
    while position < bytes.count {
      let start = line
      let (fields, count) = try fields()
      guard !fields.isEmpty else { continue }
      let columnCount = columnCount ?? count
      self.columnCount = columnCount
      // A value that a separator divides would be cut, and the ones after it would be in wrong columns.
      guard fields.count <= columnCount else {
        throw SegmentListError(
          "the row has \(counted(fields.count, "value")), but the first row has \(counted(columnCount, "column")): "
            + "put a value with \(separatorName) in it in quotes, or give each column a name",
          line: start)
      }
      return Row(fields: fields, line: start)
    }
    return nil
  }

  private var separatorName: String {
    switch separator {
    case UInt8(ascii: ","): "a comma"
    case UInt8(ascii: ";"): "a semicolon"
    case 0x09: "a tab"
    default: "a '\(Character(Unicode.Scalar(separator)))'"
    }
  }

  /// Reads a row: its fields up to the last that is not empty, and how many it has with those after it, which are
  /// not kept because there can be very many.
  private mutating func fields() throws(SegmentListError) -> (fields: [String], count: Int) {
    var fields: [String] = []
    var count = 0
    while true {
      let field = try field()
      count += 1
      if !field.isEmpty {
        while fields.count < count - 1 { fields.append("") }
        fields.append(field)
      }
      guard position < bytes.count else { return (fields, count) }
      let byte = bytes[position]
      position += 1
      if byte == separator { continue }
      if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
      line += 1
      return (fields, count)
    }
  }

  private mutating func field() throws(SegmentListError) -> String {
    var text: [UInt8] = []
    var start = position
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    if start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
      position = start
      return try quotedField()
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      text.append(byte)
      position += 1
    }
    return Self.trimmed(text[...])
  }

  private mutating func quotedField() throws(SegmentListError) -> String {
    let start = line
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
          position += 1
          text.append(byte)
          continue
        }
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        guard
          position == bytes.count || bytes[position] == separator || bytes[position] == 0x0A
            || bytes[position] == 0x0D
        else { throw SegmentListError("there is text after the quotes of a field", line: line) }
        return String(decoding: text, as: UTF8.self)
      }
      // A line ends in LF, CR or both.
      let isFirstOfTwo = byte == 0x0D && position < bytes.count && bytes[position] == 0x0A
      if byte == 0x0A || byte == 0x0D && !isFirstOfTwo { line += 1 }
      text.append(byte)
    }
    throw SegmentListError("the quotes of a field do not end", line: start)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let first = bytes.drop { $0 == 0x20 }
    let last = first.lastIndex { $0 != 0x20 }
    return String(decoding: last.map { first[...$0] } ?? first, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether it is a tab, or a sign of ASCII: no letter and no digit.
  fileprivate var canSeparateFields: Bool {
    let isPrinted = (0x21...0x7E).contains(self)
    return self == 0x09
      || isPrinted && !Character(Unicode.Scalar(self)).isLetter
        && !(0x30...0x39).contains(self)
  }
}
