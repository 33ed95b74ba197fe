/// Reads JSON (RFC 8259), strictly: UTF-8 without a byte order mark, no trailing commas, no comments.
///
/// Several documents may follow each other, as in JSON Lines. The cost is linear in the input, and
/// the depth of nesting is limited. A name that occurs twice in an object is an error, because
/// readers disagree about which of its values counts.
struct JSONReader {
  /// Why a text is not JSON, and where.
  struct Problem: Error, Equatable {
    let reason: String
    /// The number of bytes of the input before it.
    let offset: Int
  }

  /// The arrays and objects that may be inside each other. What movtool writes has fewer than 100.
  static let mostDepth = 256

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the one document that a text consists of.
  static func document(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
    var reader = JSONReader(bytes)
    guard let value = try reader.next() else {
      throw Problem(reason: "there is no JSON value", offset: bytes.count)
    }
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.problem("more comes after the value") }
    return value
  }

  /// Reads the next document; nil at the end.
  mutating func next() throws(Problem) -> JSONValue? {
    skipSpace()
    guard position < bytes.count else { return nil }
    return try value(depth: 0)
  }

  private func problem(_ reason: String, at offset: Int? = nil) -> Problem {
    Problem(reason: reason, offset: offset ?? position)
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// The byte at the position; nil at the end.
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func value(depth: Int) throws(Problem) -> JSONValue {
    skipSpace()
    let start = position
    let content: JSONValue.Content
    switch byte {
    case nil: throw problem("the text ends where a value is expected")
    case UInt8(ascii: "{"): content = .object(try members(depth: depth))
    case UInt8(ascii: "["): content = .array(try elements(depth: depth))
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "t"): content = try word("true", .bool(true))
    case UInt8(ascii: "f"): content = try word("false", .bool(false))
    case UInt8(ascii: "n"): content = try word("null", .null)
    default: content = .number(try number())
    }
    return JSONValue(content: content, offset: start)
  }

  private mutating func word(
    _ word: StaticString, _ content: JSONValue.Content
  ) throws(Problem) -> JSONValue.Content {
    let expected = Array(word.description.utf8)
    guard bytes[position...].starts(with: expected) else {
      throw problem("expected '\(word)'")
    }
    position += expected.count
    return content
  }

  // MARK: Arrays and objects

  private mutating func elements(depth: Int) throws(Problem) -> [JSONValue] {
    guard depth < Self.mostDepth else { throw problem("arrays and objects are too deep") }
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if byte == UInt8(ascii: "]") {
      position += 1
      return elements
    }
    while true {
      elements.append(try value(depth: depth + 1))
      if try ends(with: UInt8(ascii: "]")) { return elements }
    }
  }

  private mutating func members(depth: Int) throws(Problem) -> [JSONValue.Member] {
    guard depth < Self.mostDepth else { throw problem("arrays and objects are too deep") }
    position += 1
    var members: [JSONValue.Member] = []
    var names: Set<[UInt8]> = []
    skipSpace()
    if byte == UInt8(ascii: "}") {
      position += 1
      return members
    }
    while true {
      skipSpace()
      let start = position
      guard byte == UInt8(ascii: "\"") else { throw problem("expected a name in quotes") }
      let name = try string()
      // Bytes are compared: equal strings may be of different characters.
      guard names.insert(Array(name.utf8)).inserted else {
        throw problem("the name \(name.quoted) occurs twice in an object", at: start)
      }
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw problem("expected ':' after a name") }
      position += 1
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      if try ends(with: UInt8(ascii: "}")) { return members }
    }
  }

  /// Reads a comma or a closing bracket. Returns whether it is the bracket.
  private mutating func ends(with bracket: UInt8) throws(Problem) -> Bool {
    skipSpace()
    guard let byte, byte == bracket || byte == UInt8(ascii: ",") else {
      throw problem("expected ',' or '\(Unicode.Scalar(bracket))'")
    }
    position += 1
    return byte == bracket
  }

  // MARK: Numbers

  private mutating func number() throws(Problem) -> String {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    let whole = digits()
    guard whole > 0 else {
      throw problem(position == start ? "expected a value" : "expected digits")
    }
    if whole > 1, bytes[position - whole] == UInt8(ascii: "0") {
      throw problem("a number begins with a needless 0", at: start)
    }
    if byte == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { throw problem("expected digits after the point") }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { throw problem("expected digits of an exponent") }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Skips digits. Returns how many there are.
  private mutating func digits() -> Int {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  // MARK: Strings

  private mutating func string() throws(Problem) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    var plain = position
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[plain..<position]
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw problem("a string is not valid UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"):
        text += bytes[plain..<position]
        position += 1
        try escape(into: &text)
        plain = position
      case 0..<0x20: throw problem("a string has a control character, which must be escaped")
      default: position += 1
      }
    }
    throw problem("a string does not end", at: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Problem) {
    let start = position - 1
    guard let letter = byte else { throw problem("a string does not end", at: start) }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      var units = [first]
      if UTF16.isLeadSurrogate(first) {
        guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
          throw problem("half a character: \\u needs a second \\u after it", at: start)
        }
        position += 2
        units.append(try hexadecimal())
      }
      guard let character = String(validating: units, as: UTF16.self) else {
        throw problem("half a character", at: start)
      }
      text += character.utf8
    default: throw problem("unknown escape", at: start)
    }
  }

  private mutating func hexadecimal() throws(Problem) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Unicode.Scalar(byte).hexadecimalDigit else {
        throw problem("expected four hexadecimal digits after \\u")
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimalDigit: UInt16? {
    switch self {
    case "0"..."9": UInt16(value - 0x30)
    case "a"..."f": UInt16(value - 0x61 + 10)
    case "A"..."F": UInt16(value - 0x41 + 10)
    default: nil
    }
  }
}
