import MovKit

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
    if let text = UTF16Text(raw) {
      (bytes, isRepaired) = (text.utf8, text.isRepaired)
      return
    }
    let rest = raw.withoutByteOrderMark
    isRepaired = String(validating: rest, as: UTF8.self) == nil
    if isRepaired {
      bytes = Self.repaired(rest)
    } else {
      bytes = rest.count == raw.count ? raw : Array(rest)
    }
  }

  /// Replaces what is no UTF-8, some of the text at a time.
  private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty {
      var end = Swift.min(rest.startIndex + 1 << 16, rest.endIndex)
      while end < rest.endIndex, rest[end] >= 0x80 { end += 1 }
      result += String(decoding: rest[..<end], as: UTF8.self).utf8
      rest = rest[end...]
    }
    return result
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
      let tag = first.uppercased()
      if line.first != "\"", words.count == 1, tag == "HEADING" || tag == "COLUMN" { return .ale }
      if tag.hasPrefix("TITLE:") || tag.hasPrefix("FCM:") || tag.hasPrefix("*") { return .edl }
      // An event has a number, a reel, a channel, a kind and four timecodes.
      if words.count >= 8, wholeNumber(String(first)) != nil, !line.contains(",") { return .edl }
      return .csv
    }
    return .csv
  }

  /// Why a text that is none of these cannot be read; nil if nothing is known of it.
  var problemOfOtherForm: String? {
    let instead = "is not read; use JSON of 'movtool extract timecode', CSV, an EDL or an Avid log"
    var count = 0
    for (_, line) in lines {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      count += 1
      if count == 1, first.first == "<" { return "XML (FCPXML and others) \(instead)" }
      if count == 1, first == "WEBVTT" { return "WebVTT \(instead)" }
      if count == 2, words.contains("-->") { return "SRT \(instead)" }
      if count == 1, words.count > 3, words[2] == "to", (try? TimecodeText(String(words[1]))) != nil
      {
        return "text of 'movtool extract timecode --format txt' \(instead)"
      }
      if count == 2 { return nil }
    }
    return nil
  }

  /// The lines with their numbers, from 1. Lines end in LF, CR or both.
  var lines: Lines { Lines(bytes: bytes) }

  struct Lines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    private var number = 0

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    /// Where the next line begins.
    var place: RowPlace { RowPlace(offset: position, line: number + 1) }

    /// Goes to a line that began at a place.
    mutating func move(to place: RowPlace) { (position, number) = (place.offset, place.line - 1) }

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
