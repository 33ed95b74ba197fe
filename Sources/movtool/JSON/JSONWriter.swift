import MovKit

/// Writes JSON token by token. It stores nothing but the nesting.
///
/// Strings are Swift strings, so the output is always valid UTF-8. The characters for which
/// `Unicode.Scalar.isEscaped` is true are escaped.
struct JSONWriter {
  enum Layout: Sendable {
    /// Indented by two spaces per level. Inline objects and arrays stay on one line.
    case pretty
    /// Each document on one line, as JSON Lines require.
    case compact
  }

  fileprivate struct Scope: Sendable {
    let isObject: Bool
    let isInline: Bool
    var isEmpty = true
  }

  /// The number of buffered bytes at which the buffer is written.
  private static let capacity = 1 << 15

  private static let falseBytes = ContiguousArray("false".utf8)
  private static let trueBytes = ContiguousArray("true".utf8)

  private let output: Output
  private let layout: Layout
  /// Whether the document stands in a `script` element of HTML, which `</script` or `<!--` in a text
  /// would end or change: `<` is escaped.
  private let isInHTML: Bool
  private var buffer: [UInt8] = []
  private var scopes: [Scope] = []
  private var followsKey = false

  init(to output: Output, layout: Layout = .pretty, inHTML isInHTML: Bool = false) {
    self.output = output
    self.layout = layout
    self.isInHTML = isInHTML
    buffer.reserveCapacity(2 * JSONWriter.capacity)
  }

  // MARK: Places

  /// A place in a document: after which values, and in what.
  struct Place: Sendable {
    fileprivate let layout: Layout
    fileprivate let isInHTML: Bool
    fileprivate let scopes: [Scope]
  }

  /// The place where the next element or member is due.
  var place: Place { Place(layout: layout, isInHTML: isInHTML, scopes: scopes) }

  /// Continues a document at a place, in another output.
  init(to output: Output, at place: Place) {
    self.init(to: output, layout: place.layout, inHTML: place.isInHTML)
    scopes = place.scopes
  }

  /// Writes elements that another writer wrote at this place.
  mutating func append(elements: [UInt8]) throws(Failure) {
    try pass()
    try output.write(elements[...])
  }

  // MARK: Structure

  /// Begins an object. If `inline`, the object and everything in it are on one line, which suits a
  /// few short members.
  mutating func beginObject(inline: Bool = false) throws(Failure) {
    try begin("{", isObject: true, inline: inline)
  }

  mutating func endObject() throws(Failure) { try end("}") }

  mutating func beginArray(inline: Bool = false) throws(Failure) {
    try begin("[", isObject: false, inline: inline)
  }

  mutating func endArray() throws(Failure) { try end("]") }

  mutating func key(_ name: String) throws(Failure) {
    let (start, separator) = (buffer.count, takeSeparator())
    // Half of what is written are keys, so each is written at once.
    let isPlain = name.withBytes { bytes in
      var isPlain = true
      buffer.append(addingCapacity: separator.size + bytes.count + 12) { output in
        output.append(separator)
        isPlain = output.append(quoted: bytes)
        output.append(UInt8(ascii: ":"))
        if layout == .pretty { output.append(UInt8(ascii: " ")) }
      }
      return isPlain
    }
    followsKey = true
    if isPlain, !isInHTML || !buffer[start...].contains(UInt8(ascii: "<")) { return }
    buffer.removeSubrange(start...)
    append(separator)
    append(escaping: name)
    append(":")
    if layout == .pretty { append(" ") }
  }

  /// Ends a document with a line feed, and writes the buffer to the output. Does nothing if the document
  /// is a value of another.
  mutating func endDocument() throws(Failure) {
    guard scopes.isEmpty else { return }
    append("\n")
    try pass()
  }

  /// Ends a line of JSON Lines.
  mutating func endLine() throws(Failure) {
    append("\n")
    try passIfFull()
  }

  /// Writes the buffer to the output after the last of several lines or elements, for others to follow.
  mutating func endLines() throws(Failure) { try pass() }

  // MARK: Values

  mutating func value(_ text: String) throws(Failure) {
    beginValue()
    guard text.utf8.count > JSONWriter.capacity else {
      append(quoted: text)
      return try passIfFull()
    }
    // A character can take six times its bytes.
    append("\"")
    for scalar in text.unicodeScalars {
      append(escaping: scalar)
      try passIfFull()
    }
    append("\"")
    try passIfFull()
  }

  mutating func value(_ number: some FixedWidthInteger) throws(Failure) {
    beginValue()
    append(number)
    try passIfFull()
  }

  mutating func value(_ flag: Bool) throws(Failure) {
    beginValue()
    buffer.append(contentsOf: flag ? Self.trueBytes : Self.falseBytes)
    try passIfFull()
  }

  /// Writes the shortest digits that read back to the same number; null for infinity and NaN, which
  /// JSON cannot represent.
  mutating func value(_ number: Double) throws(Failure) {
    beginValue()
    buffer.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    try passIfFull()
  }

  /// Writes a number that is already formatted as JSON.
  mutating func value(exactly number: String) throws(Failure) {
    beginValue()
    buffer.append(contentsOf: number.utf8)
    try passIfFull()
  }

  /// Writes a string with two hexadecimal digits per byte. `pieces` passes the bytes in pieces, so
  /// that they need not all be in memory.
  mutating func hexadecimal(
    _ pieces: ((ArraySlice<UInt8>) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    beginValue()
    append("\"")
    try pieces { (bytes) throws(Failure) in
      var rest = bytes
      while !rest.isEmpty {
        for byte in rest.prefix(JSONWriter.capacity / 2) { buffer.append(hexadecimal: byte) }
        rest = rest.dropFirst(JSONWriter.capacity / 2)
        try passIfFull()
      }
    }
    append("\"")
    try passIfFull()
  }

  /// Writes a string with bytes in base64 (RFC 4648, 4).
  mutating func base64(_ bytes: some Collection<UInt8>) throws(Failure) {
    beginValue()
    append("\"")
    var rest = bytes[...]
    while !rest.isEmpty {
      // A multiple of three, so that only the last piece is padded.
      Base64.append(rest.prefix(3 << 12), to: &buffer)
      rest = rest.dropFirst(3 << 12)
      try passIfFull()
    }
    append("\"")
    try passIfFull()
  }

  mutating func null() throws(Failure) {
    beginValue()
    buffer.append(contentsOf: "null".utf8)
    try passIfFull()
  }

  // MARK: Members

  // A copy of it in each document takes long to compile.
  @inline(never)
  mutating func member(_ name: String, _ text: String?) throws(Failure) {
    try key(name)
    if let text { try value(text) } else { try null() }
  }

  mutating func member(_ name: String, _ number: some FixedWidthInteger) throws(Failure) {
    try key(name)
    try value(number)
  }

  mutating func member(_ name: String, _ flag: Bool) throws(Failure) {
    try key(name)
    try value(flag)
  }

  mutating func member(_ name: String, _ number: Double) throws(Failure) {
    try key(name)
    try value(number)
  }

  // MARK: Many values alike

  /// A part of a document that is written many times, with gaps for what differs from one time to the
  /// next.
  struct Pattern {
    enum Gap { case unsigned, signed, flag, text }

    private var writer: JSONWriter
    /// The text before each gap, one after another.
    fileprivate private(set) var text: ContiguousArray<UInt8> = []
    /// The part of `text` that comes before each gap.
    fileprivate private(set) var parts: ContiguousArray<Range<Int>> = []
    fileprivate private(set) var gaps: ContiguousArray<Gap> = []

    fileprivate init(_ writer: JSONWriter) {
      self.writer = writer
      self.writer.buffer = []
    }

    /// Whether it is a pattern of what a writer has open, so that only what is in the gaps differs.
    func fits(_ other: JSONWriter) -> Bool {
      writer.layout == other.layout && writer.scopes.count == other.scopes.count
        && writer.scopes.last?.isInline == other.scopes.last?.isInline
    }

    /// The pattern of an element with no other before it.
    fileprivate var ofFirst: Pattern {
      var first = self
      if let part = parts.first { first.parts[0] = part.dropFirst(separatorCount) }
      return first
    }

    /// The number of characters between two elements, without the end of the line.
    private var separatorCount: Int {
      writer.layout == .pretty && writer.scopes.last?.isInline == true ? 2 : 1
    }

    /// The text after the last gap.
    fileprivate var end: [UInt8] { writer.buffer }

    /// Writes what is always the same.
    mutating func write(
      _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) { try body(&writer) }

    /// Leaves a gap where a value is due.
    mutating func leave(_ gap: Gap) {
      writer.beginValue()
      parts.append(text.count..<text.count + writer.buffer.count)
      text.append(contentsOf: writer.buffer)
      gaps.append(gap)
      writer.buffer = []
    }
  }

  /// Returns a pattern of further elements or members of what is open.
  func pattern() -> Pattern {
    var writer = self
    if !scopes.isEmpty { writer.scopes[scopes.count - 1].isEmpty = false }
    return Pattern(writer)
  }

  /// Returns a pattern of the first members of an object that is opened where a value is due, on one
  /// line if `inline`.
  func patternOfMembers(inline: Bool = false) -> Pattern {
    var writer = self
    writer.scopes.append(Scope(isObject: true, isInline: layout == .compact || inline))
    return Pattern(writer)
  }

  /// Returns a value as `write` writes it on one line.
  func text(_ write: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) -> [UInt8] {
    var writer = self
    writer.buffer = []
    writer.scopes = [Scope(isObject: true, isInline: true)]
    writer.followsKey = true
    try write(&writer)
    return writer.buffer
  }

  /// Writes elements, or lines, with `numbers` in their gaps, one after the other. A number in a gap for a
  /// text stands for what `text` returns for it. If `fromFirst`, the first of them is the first in what is
  /// open.
  mutating func elements(
    like pattern: Pattern, numbers: [UInt64], fromFirst: Bool = false,
    text: (_ gap: Int, _ number: UInt64) throws(Failure) -> [UInt8] = { _, _ in [] }
  ) throws(Failure) {
    let count = pattern.gaps.count
    guard count > 0, numbers.count >= count else { return }
    if fromFirst, !scopes.isEmpty {
      try elements(like: pattern.ofFirst, numbers[..<count], text)
      scopes[scopes.count - 1].isEmpty = false
      try elements(like: pattern, numbers[count...], text)
    } else {
      try elements(like: pattern, numbers[...], text)
    }
  }

  private mutating func elements(
    like pattern: Pattern, _ numbers: ArraySlice<UInt64>,
    _ text: (_ gap: Int, _ number: UInt64) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let (count, end, isVaried) = (pattern.gaps.count, pattern.end, pattern.gaps.contains(.text))
    var place = numbers.startIndex
    while numbers.endIndex - place >= count {
      if isVaried {
        for gap in 0..<count {
          if pattern.gaps[gap] == .text {
            buffer.append(contentsOf: pattern.text[pattern.parts[gap]])
            buffer.append(contentsOf: try text(gap, numbers[place + gap]))
          } else {
            fill(gap..<gap + 1, of: pattern, with: numbers[place + gap..<place + gap + 1])
          }
        }
      } else {
        fill(0..<count, of: pattern, with: numbers[place..<place + count])
      }
      place += count
      buffer.append(contentsOf: end)
      try passIfFull()
    }
  }

  /// Writes the members of the pattern to the object that is open, with `numbers` in the gaps, of which
  /// none is for a text.
  mutating func members(like pattern: Pattern, numbers: [UInt64]) throws(Failure) {
    guard !scopes.isEmpty, numbers.count == pattern.gaps.count else { return }
    fill(0..<numbers.count, of: pattern, with: numbers[...])
    buffer.append(contentsOf: pattern.end)
    scopes[scopes.count - 1].isEmpty = false
    try passIfFull()
  }

  /// Writes some gaps of a pattern, none of them for a text, with what comes before each.
  @inline(__always)
  private mutating func fill(
    _ gaps: Range<Int>, of pattern: Pattern, with numbers: ArraySlice<UInt64>
  ) {
    guard !gaps.isEmpty else { return }
    let (text, parts, kinds) = (pattern.text.span, pattern.parts.span, pattern.gaps.span)
    let numbers = numbers.span
    // No number has more than 20 characters.
    buffer.append(addingCapacity: text.count + 20 * numbers.count) { output in
      for index in numbers.indices {
        output.append(text, parts[gaps.lowerBound + index])
        let number = numbers[index]
        switch kinds[gaps.lowerBound + index] {
        case .unsigned: output.append(decimal: number)
        case .signed: output.append(decimal: number, isSigned: true)
        case .flag:
          let word = number == 0 ? Self.falseBytes.span : Self.trueBytes.span
          output.append(word, word.indices)
        case .text: break
        }
      }
    }
  }

  // MARK: Bytes

  private mutating func begin(
    _ bracket: Unicode.Scalar, isObject: Bool, inline: Bool
  ) throws(Failure) {
    beginValue()
    let isInline = layout == .compact || inline || (scopes.last?.isInline ?? false)
    scopes.append(Scope(isObject: isObject, isInline: isInline))
    append(bracket)
    try passIfFull()
  }

  private mutating func end(_ bracket: Unicode.Scalar) throws(Failure) {
    let scope = scopes.popLast()
    if let scope, !scope.isEmpty, !scope.isInline {
      append(Separator(indent: 2 * scopes.count))
    }
    append(bracket)
    try passIfFull()
  }

  private mutating func beginValue() {
    if followsKey { followsKey = false } else { separate() }
  }

  /// Writes the comma, line break or space that goes before the next member or element.
  private mutating func separate() { append(takeSeparator()) }

  private mutating func append(_ separator: Separator) {
    buffer.append(addingCapacity: separator.size) { $0.append(separator) }
  }

  /// What goes before the next member or element.
  fileprivate struct Separator {
    var hasComma = false
    /// How far the next line is indented; nil if there is no line break.
    var indent: Int?
    var hasSpace = false

    /// The most bytes that it takes.
    var size: Int { 2 + (indent ?? 0) }
  }

  /// Returns what goes before the next member or element, which is then no longer the first.
  private mutating func takeSeparator() -> Separator {
    guard let scope = scopes.last else { return Separator() }
    scopes[scopes.count - 1].isEmpty = false
    return Separator(
      hasComma: !scope.isEmpty, indent: scope.isInline ? nil : 2 * scopes.count,
      hasSpace: scope.isInline && !scope.isEmpty && layout == .pretty)
  }

  private mutating func append(_ ascii: Unicode.Scalar) { buffer.append(UInt8(ascii: ascii)) }

  private mutating func append(_ number: some FixedWidthInteger) {
    if let number = UInt64(exactly: number) {
      buffer.append(decimal: number)
    } else {
      buffer.append(contentsOf: String(number).utf8)
    }
  }

  private mutating func append(quoted text: String) {
    let start = buffer.count
    let isPlain = text.withBytes { bytes in
      var isPlain = true
      buffer.append(addingCapacity: bytes.count + 10) { isPlain = $0.append(quoted: bytes) }
      return isPlain
    }
    if isPlain, !isInHTML || !buffer[start...].contains(UInt8(ascii: "<")) { return }
    buffer.removeSubrange(start...)
    append(escaping: text)
  }

  private mutating func append(escaping text: String) {
    append("\"")
    for scalar in text.unicodeScalars { append(escaping: scalar) }
    append("\"")
  }

  private mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      append("\\")
      append(scalar)
    case "\n": escape("n")
    case "\r": escape("r")
    case "\t": escape("t")
    case "<" where isInHTML: escape(UInt16(UInt8(ascii: "<")))
    case _ where scalar.isEscaped: for unit in scalar.utf16 { escape(unit) }
    default: buffer.append(contentsOf: scalar.utf8)
    }
  }

  private mutating func escape(_ letter: Unicode.Scalar) {
    append("\\")
    append(letter)
  }

  private mutating func escape(_ code: UInt16) {
    escape("u")
    for shift in [12, 8, 4, 0] as [UInt16] {
      buffer.append(UInt8(truncatingIfNeeded: code >> shift & 0xF).hexadecimalDigit)
    }
  }

  private mutating func passIfFull() throws(Failure) {
    if buffer.count >= JSONWriter.capacity { try pass() }
  }

  /// Writes the buffer to the output and empties it.
  private mutating func pass() throws(Failure) {
    try output.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension OutputSpan where Element == UInt8 {
  @inline(__always)
  fileprivate mutating func append(_ separator: JSONWriter.Separator) {
    if separator.hasComma { append(UInt8(ascii: ",")) }
    if let indent = separator.indent {
      append(UInt8(ascii: "\n"))
      append(spaces: indent)
    } else if separator.hasSpace {
      append(UInt8(ascii: " "))
    }
  }

  /// Appends a text in quotes. Returns whether nothing in it needs an escape. The last word is stored whole, so
  /// there must be room for 10 bytes more than it has.
  @inline(__always)
  fileprivate mutating func append(quoted text: Span<UInt8>) -> Bool {
    append(UInt8(ascii: "\""))
    let isPlain = append(checking: text)
    append(UInt8(ascii: "\""))
    return isPlain
  }

  /// Appends the bytes of a text. Returns whether each of them is printable ASCII that needs no escape in
  /// JSON; other characters are checked one by one. Most texts are short names, so eight bytes are read,
  /// checked and stored at once.
  @inline(__always)
  fileprivate mutating func append(checking text: Span<UInt8>) -> Bool {
    var found: UInt64 = 0
    var place = 0
    while place < text.count {
      let count = Swift.min(text.count - place, 8)
      var word: UInt64 = 0
      if count == 8 {
        word = unsafe UInt64(
          littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
      } else {
        for index in 0..<count { word |= UInt64(text[place + index]) << UInt64(8 * index) }
      }
      append(bytesOf: word, count: count)
      // Spaces after the text.
      found |= (count == 8 ? word : word | 0x2020_2020_2020_2020 << UInt64(8 * count)).bytesToEscape
      place += count
    }
    return found == 0
  }
}

extension UInt64 {
  /// Not 0 if one of the eight bytes is not printable ASCII, or is a quote or a backslash.
  @inline(__always)
  fileprivate var bytesToEscape: UInt64 {
    let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    /// Whether a byte of `word` is below `limit`, at most 128, and below 128 itself.
    func below(_ limit: UInt64, _ word: UInt64) -> UInt64 { (word &- ones * limit) & ~word & tops }
    return self & tops | below(0x20, self) | below(1, self ^ ones * 0x22)
      | below(1, self ^ ones * 0x5C) | below(1, self ^ ones * 0x7F)
  }
}
