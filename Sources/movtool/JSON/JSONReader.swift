import MovKit

/// Reads JSON into values. `JSONScanner` checks it.
///
/// Several documents may follow each other, as in JSON Lines.
struct JSONReader {
  typealias Problem = JSONScanner.Problem

  private var scanner: JSONScanner

  init(_ bytes: [UInt8]) { scanner = JSONScanner(bytes) }

  /// Reads the one document that a text consists of.
  static func document(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
    JSONValue(try JSONScanner.document(bytes))
  }

  /// Reads the next document; nil at the end.
  mutating func next() throws(Problem) -> JSONValue? { try scanner.next().map(JSONValue.init) }
}

extension JSONReader.Problem {
  /// The line in which it is, from 1. Lines end in LF, CR or both.
  func line(in bytes: [UInt8]) -> Int {
    var line = 1
    var before: UInt8 = 0
    for byte in bytes.prefix(offset) {
      if byte == 0x0D || byte == 0x0A && before != 0x0D { line += 1 }
      before = byte
    }
    return line
  }

  /// The problem and its line: `line 3: expected a colon`.
  func text(in bytes: [UInt8]) -> String { "line \(line(in: bytes)): \(reason.shortened())" }
}

extension JSONValue {
  /// Reads a value with all that is in it. The scanner limits the depth.
  init(_ place: JSONPlace) {
    if let elements = place.mapElements(JSONValue.init) {
      self.init(content: .array(elements), offset: place.offset)
      return
    }
    let content: Content =
      switch place.kind {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let digits): .number(digits)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map(JSONValue.init))
      case .object(let members):
        .object(members.map { Member(name: $0.name, value: JSONValue($0.value)) })
      }
    self.init(content: content, offset: place.offset)
  }
}
