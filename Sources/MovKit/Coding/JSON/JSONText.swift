/// JSON that a `JSONScanner` has checked, and where its arrays and objects end.
package final class JSONText: Sendable {
  fileprivate let bytes: [UInt8]
  private let starts: [UInt32]
  private let ends: [UInt32]

  init(bytes: [UInt8], starts: [UInt32], ends: [UInt32]) {
    self.bytes = bytes
    self.starts = starts
    self.ends = ends
  }

  /// Returns the offset after the value that begins at an offset.
  fileprivate func end(of start: Int) -> Int {
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let number = starts.partitioningIndex { Int($0) >= start }
      return number < ends.count ? Int(ends[number]) : bytes.count
    case UInt8(ascii: "\""): return Self.endOfString(at: start, in: bytes)
    default:
      var end = start
      while end < bytes.count, !bytes[end].endsJSONWord { end += 1 }
      return end
    }
  }

  fileprivate func skippingSpace(_ start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
    return position
  }

  // MARK: Strings

  private static func endOfString(at start: Int, in bytes: [UInt8]) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }

  /// Returns the text of a string in UTF-8. The string has been checked.
  static func string(at start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let end = endOfString(at: start, in: bytes)
    let inside = bytes[start + 1..<max(start + 1, end - 1)]
    guard inside.contains(UInt8(ascii: "\\")) else { return inside }
    var text: [UInt8] = []
    var position = inside.startIndex
    while position < inside.endIndex {
      guard bytes[position] == UInt8(ascii: "\\") else {
        text.append(bytes[position])
        position += 1
        continue
      }
      position += 2
      if let byte = escaped(bytes[position - 1]) {
        text.append(byte)
        continue
      }
      var units = [hexadecimal(at: position, in: bytes) ?? 0]
      position += 4
      if UTF16.isLeadSurrogate(units[0]) {
        units.append(hexadecimal(at: position + 2, in: bytes) ?? 0)
        position += 6
      }
      text += String(decoding: units, as: UTF16.self).utf8
    }
    return text[...]
  }

  /// Returns what a letter after a backslash means; nil for `u`, and for what no escape is.
  static func escaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Returns the number that four hexadecimal digits are; nil if there are none.
  static func hexadecimal(at start: Int, in bytes: [UInt8]) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for index in start..<start + 4 {
      guard let digit = bytes[index].hexadecimalValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

extension UInt8 {
  fileprivate var endsJSONWord: Bool {
    isJSONSpace || self == UInt8(ascii: ",") || self == UInt8(ascii: "]")
      || self == UInt8(ascii: "}")
  }
}

/// A value of a JSON text, read when it is asked for.
package struct JSONPlace: Sendable {
  /// What the value is.
  package enum Kind: Sendable {
    case null
    case bool(Bool)
    /// A number as it is written, so that nothing of it is lost.
    case number(String)
    case string(String)
    case array([JSONPlace])
    /// The members in their order. No name occurs twice.
    case object([(name: String, value: JSONPlace)])
  }

  fileprivate let text: JSONText
  /// The number of bytes of the input before the value.
  package let offset: Int

  init(text: JSONText, offset: Int) {
    self.text = text
    self.offset = offset
  }

  private var bytes: [UInt8] { text.bytes }

  /// The value. What is in an array or an object is not read yet.
  package var kind: Kind {
    switch bytes[offset] {
    case UInt8(ascii: "{"): .object(members)
    case UInt8(ascii: "["):
      .array(elements.map { JSONPlace(text: text, offset: Int($0)) })
    case UInt8(ascii: "\""): .string(string)
    case UInt8(ascii: "t"): .bool(true)
    case UInt8(ascii: "f"): .bool(false)
    case UInt8(ascii: "n"): .null
    default: .number(number)
    }
  }

  /// Returns what `make` makes of each element of an array; nil if this is no array. Unlike with `kind`, no list of
  /// all places is made.
  package func mapElements<Value>(_ make: (JSONPlace) -> Value) -> [Value]? {
    guard bytes[offset] == UInt8(ascii: "[") else { return nil }
    let text = text
    return elements.map { make(JSONPlace(text: text, offset: Int($0))) }
  }

  /// Returns the member of an object by its name; nil if there is none, or if this is no object.
  package func member(_ name: String) -> JSONPlace? {
    guard bytes[offset] == UInt8(ascii: "{") else { return nil }
    return members.first { $0.name == name }?.value
  }

  private var string: String {
    String(decoding: JSONText.string(at: offset, in: bytes), as: UTF8.self)
  }

  private var number: String {
    String(decoding: bytes[offset..<text.end(of: offset)], as: UTF8.self)
  }

  /// The offsets of the elements of an array. They take less memory than the elements themselves.
  private var elements: [UInt32] {
    var places: [UInt32] = []
    var position = text.skippingSpace(offset + 1)
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
      places.append(UInt32(truncatingIfNeeded: position))
      position = text.skippingSpace(text.end(of: position))
      if position < bytes.count, bytes[position] == UInt8(ascii: ",") {
        position = text.skippingSpace(position + 1)
      }
    }
    return places
  }

  private var members: [(name: String, value: JSONPlace)] {
    var members: [(name: String, value: JSONPlace)] = []
    var position = text.skippingSpace(offset + 1)
    while position < bytes.count, bytes[position] != UInt8(ascii: "}") {
      let name = JSONPlace(text: text, offset: position).string
      // The colon is between the name and the value.
      position = text.skippingSpace(text.skippingSpace(text.end(of: position)) + 1)
      members.append((name, JSONPlace(text: text, offset: position)))
      position = text.skippingSpace(text.end(of: position))
      if position < bytes.count, bytes[position] == UInt8(ascii: ",") {
        position = text.skippingSpace(position + 1)
      }
    }
    return members
  }
}

extension JSONPlace {
  /// The value as one of a field. The elements of an array are made when they are asked for.
  package var fieldValue: FieldValue {
    if bytes[offset] == UInt8(ascii: "[") {
      let (places, text) = (elements, text)
      return .rows(
        FieldValue.Rows(count: places.count) {
          JSONPlace(text: text, offset: Int(places[$0])).fieldValue
        })
    }
    return switch kind {
    case .null, .array: .notFinite("null")
    case .bool(let flag): .bool(flag)
    case .number(let digits):
      UInt64(digits).map { .unsigned($0) } ?? Int64(digits).map { .signed($0) }
        ?? .decimal(DecimalText.withoutExponent(digits))
    case .string(let string): .text(string)
    case .object(let members): .fields(members.map { Field($0.name, $0.value.fieldValue) })
    }
  }
}
