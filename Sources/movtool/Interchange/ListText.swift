/// The text of a list that another program wrote, in UTF-8 or UTF-16.
struct ListText {
  enum Kind: Equatable {
    case json, ale, edl, csv
  }

  /// The text in valid UTF-8, without a byte order mark.
  let bytes: [UInt8]
  /// Whether characters that could not be read were replaced.
  let isRepaired: Bool

  init(_ raw: [UInt8]) {
    var rest = raw[...]
    let isBig: Bool?
    if raw.starts(with: [0xFF, 0xFE]) {
      isBig = false
      rest = rest.dropFirst(2)
    } else if raw.starts(with: [0xFE, 0xFF]) {
      isBig = true
      rest = rest.dropFirst(2)
    } else if raw.count >= 2, raw[0] != 0, raw[1] == 0 {
      // Without a mark, the zero of the first ASCII character shows it.
      isBig = false
    } else {
      isBig = nil
      if raw.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    }
    guard let isBig else {
      let isValid = String(validating: rest, as: UTF8.self) != nil
      bytes = isValid ? Array(rest) : Array(String(decoding: rest, as: UTF8.self).utf8)
      isRepaired = !isValid
      return
    }
    var units: [UInt16] = []
    units.reserveCapacity(rest.count / 2)
    var pairs = rest.makeIterator()
    while let first = pairs.next(), let second = pairs.next() {
      units.append(
        isBig ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first))
    }
    isRepaired = String(validating: units, as: UTF16.self) == nil || rest.count % 2 != 0
    bytes = Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Whether it can be text: movies have zeros near their beginning.
  var isText: Bool { !bytes.prefix(64).contains(0) }

  /// Which form the list has.
  var kind: Kind {
    for (_, line) in lines {
      guard let start = line.first(where: { !$0.isWhitespace }) else { continue }
      // A document can be one line of any length.
      if start == "{" || start == "[" { return .json }
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      if line.first != "\"", words.count == 1, first == "Heading" || first == "Column" {
        return .ale
      }
      let tag = first.uppercased()
      if tag.hasPrefix("TITLE:") || tag.hasPrefix("FCM:") || tag.hasPrefix("*") { return .edl }
      // An event has a number, a reel, a channel, a kind and four timecodes.
      if words.count >= 8, wholeNumber(String(first)) != nil, !line.contains(",") { return .edl }
      return .csv
    }
    return .csv
  }

  /// The lines with their numbers, from 1. Lines end in LF, CR or both.
  var lines: Lines { Lines(bytes: bytes) }

  struct Lines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    private var number = 0

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (number: Int, text: String)? {
      guard position < bytes.count else { return nil }
      let start = position
      while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
        position += 1
      }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      if position < bytes.count {
        let isReturn = bytes[position] == 0x0D
        position += 1
        if isReturn, position < bytes.count, bytes[position] == 0x0A { position += 1 }
      }
      number += 1
      return (number, text)
    }
  }
}
