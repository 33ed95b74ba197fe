/// Checks JSON (RFC 8259), strictly: UTF-8, no trailing commas, no comments. A byte order mark before it, as
/// some editors write, is left out.
///
/// It makes nothing of the values but notes where arrays and objects are, so that what is read takes
/// little more memory than its text.
///
/// The cost is linear in the input, and the depth of nesting is limited. A name that occurs twice in
/// an object is an error, because readers disagree about which of its values counts.
package struct JSONScanner {
  /// Why a text is not JSON, and where.
  package struct Problem: Error, Equatable {
    package let reason: String
    /// The number of bytes of the input before it.
    package let offset: Int

    package init(reason: String, offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  /// The arrays and objects that may be inside each other. What movtool writes has fewer than 100.
  package static let mostDepth = 256

  private let bytes: [UInt8]
  private var position = 0
  /// The offset of each array and object, in their order, and the offset after it.
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []

  /// - Parameter offset: The number of bytes before the first document; nil for the beginning of the text.
  package init(_ bytes: [UInt8], at offset: Int? = nil) {
    self.bytes = bytes
    position = offset ?? bytes.withoutByteOrderMark.startIndex
  }

  /// Checks the next document, and returns it; nil at the end.
  package mutating func next() throws(Problem) -> JSONPlace? {
    skipSpace()
    guard position < bytes.count else { return nil }
    guard bytes.count <= Int(UInt32.max) else {
      throw problem("the text is longer than 4 GiB")
    }
    (starts, ends) = ([], [])
    let start = position
    try value(depth: 0)
    return JSONPlace(
      text: JSONText(bytes: bytes, starts: starts, ends: ends), offset: start)
  }

  /// Checks the one document that a text consists of, and returns it.
  package static func document(_ bytes: [UInt8]) throws(Problem) -> JSONPlace {
    var scanner = JSONScanner(bytes)
    guard let place = try scanner.next() else {
      throw Problem(reason: "there is no JSON value", offset: bytes.count)
    }
    scanner.skipSpace()
    guard scanner.position == bytes.count else {
      throw scanner.problem("more comes after the value")
    }
    return place
  }

  private func problem(_ reason: String, at offset: Int? = nil) -> Problem {
    Problem(reason: reason, offset: offset ?? position)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
  }

  /// The byte at the position; nil at the end.
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func value(depth: Int) throws(Problem) {
    skipSpace()
    switch byte {
    case nil: throw problem("the text ends where a value is expected")
    case UInt8(ascii: "{"): try members(depth: depth)
    case UInt8(ascii: "["): try elements(depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func word(_ word: StaticString) throws(Problem) {
    let expected = Array(word.description.utf8)
    guard bytes[position...].starts(with: expected) else {
      throw problem("expected '\(word)'")
    }
    position += expected.count
  }

  // MARK: Arrays and objects

  /// Begins an array or an object. Returns its number.
  private mutating func begin(depth: Int) throws(Problem) -> Int {
    guard depth < Self.mostDepth else { throw problem("arrays and objects are too deep") }
    starts.append(UInt32(truncatingIfNeeded: position))
    ends.append(0)
    position += 1
    skipSpace()
    return ends.count - 1
  }

  private mutating func end(_ number: Int) {
    ends[number] = UInt32(truncatingIfNeeded: position)
  }

  private mutating func elements(depth: Int) throws(Problem) {
    let number = try begin(depth: depth)
    defer { end(number) }
    if byte == UInt8(ascii: "]") {
      position += 1
      return
    }
    repeat { try value(depth: depth + 1) } while try !ends(with: UInt8(ascii: "]"))
  }

  private mutating func members(depth: Int) throws(Problem) {
    let number = try begin(depth: depth)
    defer { end(number) }
    if byte == UInt8(ascii: "}") {
      position += 1
      return
    }
    var names = NamesOfObject()
    repeat {
      skipSpace()
      let start = position
      guard byte == UInt8(ascii: "\"") else { throw problem("expected a name in quotes") }
      try string()
      guard names.insert(JSONText.string(at: start, in: bytes)) else {
        let name = String(decoding: JSONText.string(at: start, in: bytes), as: UTF8.self)
        throw problem("the name '\(name)' occurs twice in an object", at: start)
      }
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw problem("expected ':' after a name") }
      position += 1
      try value(depth: depth + 1)
    } while try !ends(with: UInt8(ascii: "}"))
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

  /// The names of an object so far. Bytes are compared: equal strings may be of different characters.
  private struct NamesOfObject {
    private var few: [ArraySlice<UInt8>] = []
    private var many: Set<ArraySlice<UInt8>> = []

    /// Returns whether the name is new.
    mutating func insert(_ name: ArraySlice<UInt8>) -> Bool {
      guard many.isEmpty else { return many.insert(name).inserted }
      guard !few.contains(name) else { return false }
      few.append(name)
      if few.count > 16 {
        many = Set(few)
        few = []
      }
      return true
    }
  }

  // MARK: Numbers

  private mutating func number() throws(Problem) {
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
  }

  /// Skips digits. Returns how many there are.
  private mutating func digits() -> Int {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  // MARK: Strings

  private mutating func string() throws(Problem) {
    let start = position
    position += 1
    var isASCII = true
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard isASCII || String(validating: bytes[start..<position], as: UTF8.self) != nil else {
          throw problem("a string is not valid UTF-8", at: start)
        }
        return
      case UInt8(ascii: "\\"):
        position += 1
        try escape()
      case 0..<0x20: throw problem("a string has a control character, which must be escaped")
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    throw problem("a string does not end", at: start)
  }

  private mutating func escape() throws(Problem) {
    let start = position - 1
    guard let letter = byte else { throw problem("a string does not end", at: start) }
    position += 1
    guard letter == UInt8(ascii: "u") else {
      guard JSONText.escaped(letter) != nil else { throw problem("unknown escape", at: start) }
      return
    }
    let first = try hexadecimal()
    var units = [first]
    if UTF16.isLeadSurrogate(first) {
      guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
        throw problem("half a character: \\u needs a second \\u after it", at: start)
      }
      position += 2
      units.append(try hexadecimal())
    }
    guard String(validating: units, as: UTF16.self) != nil else {
      throw problem("half a character", at: start)
    }
  }

  private mutating func hexadecimal() throws(Problem) -> UInt16 {
    let start = position
    for _ in 0..<4 {
      guard byte?.hexadecimalValue != nil else {
        throw problem("expected four hexadecimal digits after \\u")
      }
      position += 1
    }
    return JSONText.hexadecimal(at: start, in: bytes) ?? 0
  }
}

extension UInt8 {
  /// Whether JSON allows the byte between values.
  var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
