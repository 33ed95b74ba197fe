/// The tags and texts of an XML document, in order.
///
/// It reads what cameras and editors write, and checks nothing: names keep no prefix, and a document
/// that is cut off ends early. It goes through the bytes once.
struct XMLTokens: Sequence, IteratorProtocol {
  enum Token: Equatable {
    /// A start tag, with its attributes in order. An empty element has `isEmpty`, and no end tag.
    case open(String, [Attribute], isEmpty: Bool)
    /// An end tag.
    case close(String)
    /// Text between tags, without white space around it.
    case text(String)
  }

  struct Attribute: Equatable {
    var name: String
    var value: String
  }

  private let bytes: Bytes
  private var position: Int

  init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func next() -> Token? {
    while position < bytes.endIndex {
      if bytes[position] != UInt8(ascii: "<") {
        let end = index(of: UInt8(ascii: "<"), from: position) ?? bytes.endIndex
        let text = Self.plain(Self.trimmed(bytes[position..<end]))
        position = end
        if !text.isEmpty { return .text(text) }
        continue
      }
      switch byte(1) {
      case UInt8(ascii: "!"):
        if byte(2) == UInt8(ascii: "-"), byte(3) == UInt8(ascii: "-") {
          skip(past: "-->", from: 4)
        } else {
          skip(past: ">", from: 2)
        }
      case UInt8(ascii: "?"): skip(past: "?>", from: 2)
      default:
        guard let token = tag() else {
          position = bytes.endIndex
          return nil
        }
        return token
      }
    }
    return nil
  }

  private func byte(_ distance: Int) -> UInt8? {
    bytes.endIndex - position > distance ? bytes[position + distance] : nil
  }

  private func index(of wanted: UInt8, from start: Int) -> Int? {
    bytes[start...].firstIndex(of: wanted)
  }

  /// Moves past the first place where `end` occurs, or to the end of the document.
  private mutating func skip(past end: StaticString, from distance: Int) {
    let wanted = Array("\(end)".utf8)
    var start = Swift.min(position + distance, bytes.endIndex)
    while let found = index(of: wanted[0], from: start) {
      if bytes[found...].starts(with: wanted) {
        position = found + wanted.count
        return
      }
      start = found + 1
    }
    position = bytes.endIndex
  }

  /// Reads the tag at the position; nil if it does not end.
  private mutating func tag() -> Token? {
    position += 1
    let isEnd = byte(0) == UInt8(ascii: "/")
    if isEnd { position += 1 }
    let name = word()
    var attributes: [Attribute] = []
    var isEmpty = false
    while let next = byte(0) {
      switch next {
      case UInt8(ascii: ">"):
        position += 1
        return isEnd ? .close(name) : .open(name, attributes, isEmpty: isEmpty)
      case UInt8(ascii: "/"):
        isEmpty = true
        position += 1
      case UInt8(ascii: "="):
        position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = index(of: next, from: position + 1) else { return nil }
        if !attributes.isEmpty, attributes[attributes.count - 1].value.isEmpty {
          attributes[attributes.count - 1].value = Self.plain(bytes[position + 1..<end])
        }
        position = end + 1
      case let space where Self.isSpace(space): position += 1
      default:
        isEmpty = false
        let start = position
        attributes.append(Attribute(name: word(), value: ""))
        if position == start { position += 1 }
      }
    }
    return nil
  }

  /// Reads a name, and leaves its prefix out.
  private mutating func word() -> String {
    var start = position
    while let next = byte(0), !Self.isSpace(next), !Self.endsName(next) {
      position += 1
      if next == UInt8(ascii: ":") { start = position }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    [">", "/", "=", "\"", "'", "<"].contains { UInt8(ascii: $0) == byte }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func trimmed(_ bytes: Bytes) -> Bytes {
    var rest = bytes
    while let first = rest.first, isSpace(first) || first == 0 { rest.removeFirst() }
    while let last = rest.last, isSpace(last) || last == 0 { rest.removeLast() }
    return rest
  }

  private static let entities: [(text: [UInt8], plain: UInt8)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
  ].map { (Array($0.0.utf8), UInt8(ascii: $0.1)) }

  /// Returns text with the five entities that XML defines replaced.
  private static func plain(_ bytes: Bytes) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&"), case let rest = bytes[position...],
        let entity = entities.first(where: { rest.starts(with: $0.text) })
      {
        text.append(entity.plain)
        position += entity.text.count
      } else {
        text.append(byte)
        position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [XMLTokens.Attribute] {
  /// The value of the first attribute of a name.
  subscript(name: String) -> String? { first { $0.name == name }?.value }
}
