/// An ID3 tag of version 2.3 or 2.4 as it is in a file ("ID3 tag version 2.4.0", id3.org). Tags with an
/// extended header, with a footer, or in which all bytes are changed (unsynchronisation) cannot be read.
public struct ID3Tag: Record {
  private var identifier = Latin1Bytes(bytes: identifierBytes)
  /// The version: 3 for 2.3, 4 for 2.4.
  public var majorVersion: UInt8 = 4
  /// The revision of the version, which is 0.
  public var revision: UInt8 = 0
  /// 0x20: the tag is experimental.
  public var flags: UInt8 = 0
  /// The frames. After the last, there can be one of zeros that are not used.
  public var frames: [ID3Frame] = []

  public init() {}

  private static let identifierBytes: Bytes = Array("ID3".utf8)[...]
  /// The bits of `flags` that change what is stored.
  private static let otherForms: UInt8 = 0xD0

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("identifier", &identifier, count: 3)
    guard identifier.bytes == Self.identifierBytes else {
      throw f.invalid("identifier", "there is no ID3 tag")
    }
    try f("major_version", &majorVersion)
    guard (3...4).contains(majorVersion) else {
      throw f.invalid("major_version", "version 2.\(majorVersion) of ID3 is not known")
    }
    try f("revision", &revision)
    try f.flags("flags", &flags, named: [0x20: "experimental"])
    guard flags & Self.otherForms == 0 else {
      throw f.invalid("flags", "the tag has another form")
    }
    var size = frames.reduce(0) { $0 + $1.encodedSize }
    try f.synchsafe("size", &size)
    let version = majorVersion
    // Moved, because a copy would double the memory.
    var frames: [ID3Frame] = []
    swap(&frames, &self.frames)
    defer { swap(&frames, &self.frames) }
    if frames.contains(where: { !$0.isOfVersion(version) }) {
      for index in frames.indices { frames[index].setVersion(version) }
    }
    try f.within("frames", count: size) { (f: inout _) throws(FormatError) in
      try f.remainingList("frames", &frames, like: ID3Frame(version: version))
    }
  }
}

/// A frame of an ID3 tag: a text, an address, or bytes.
public struct ID3Frame: Record {
  /// What the frame is: `TIT2` a title, `APIC` a picture, `PRIV` what a program keeps, …. Four zero
  /// bytes: the rest of the tag is not used.
  public var id: FourCC = "TIT2"
  /// How the frame is stored, and what happens to it if the file changes.
  public var flags: UInt16 = 0
  /// The content as bytes.
  public var content: Bytes = []
  /// Whether the size has seven bits in each byte, as in version 2.4.
  private var hasSynchsafeSize: Bool

  public init() { self.init(version: 4) }

  /// Creates an empty frame of a version: 3 for 2.3, 4 for 2.4.
  public init(version: UInt8) { hasSynchsafeSize = version > 3 }

  fileprivate func isOfVersion(_ version: UInt8) -> Bool { hasSynchsafeSize == (version > 3) }

  /// Gives the frame the form of a version of the tag around it.
  fileprivate mutating func setVersion(_ version: UInt8) { hasSynchsafeSize = version > 3 }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("id", &id)
    guard id.rawValue != 0 else { return try bytes(&f, "unused", count: nil, as: RawBytes.self) }
    var length = content.count
    if hasSynchsafeSize {
      try f.synchsafe("size", &length)
    } else {
      try f.count("size", &length, bytes: 4)
    }
    try f.flags("flags", &flags, named: hasSynchsafeSize ? Self.flags : Self.flagsOfVersion3)
    // These flags say that the content is stored in another form.
    guard flags & 0xFF == 0 else {
      return try bytes(&f, "data", count: length, as: RawBytes.self)
    }
    switch id.bytes.first.map({ UnicodeScalar($0) }) {
    case "T": try bytes(&f, "text", count: length, as: ID3Text.self)
    case "W" where id != "WXXX": try bytes(&f, "url", count: length, as: Latin1Bytes.self)
    default: try bytes(&f, "data", count: length, as: RawBytes.self)
    }
  }

  private static let flags: FlagNames = [
    0x4000: "dropIfTagChanges", 0x2000: "dropIfFileChanges", 0x1000: "readOnly", 0x40: "grouped",
    0x08: "compressed", 0x04: "encrypted", 0x02: "unsynchronised", 0x01: "hasLength",
  ]
  private static let flagsOfVersion3: FlagNames = [
    0x8000: "dropIfTagChanges", 0x4000: "dropIfFileChanges", 0x2000: "readOnly",
    0x80: "compressed", 0x40: "encrypted", 0x20: "grouped",
  ]

  private mutating func bytes<B: FieldBytes>(
    _ f: inout some FieldCoder, _ name: String, count: Int?, as _: B.Type
  ) throws(FormatError) {
    var bytes = B(bytes: content)
    try f.bytes(name, &bytes, count: count)
    content = bytes.bytes
  }
}

/// A number of 28 bits, seven in each byte, so that no byte looks like the start of a frame of MP3.
public struct SynchsafeInteger: FieldScalar, Hashable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a number; nil if it is not from 0 to 2^28 − 1.
  public init?(exactly value: Int) {
    guard (0..<1 << 28).contains(value) else { return nil }
    rawValue = 0
    for index in 0..<4 as Range<UInt32> {
      rawValue |= (UInt32(value) >> (7 * index) & 0x7F) << (8 * index)
    }
  }

  /// The number.
  public var value: UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 as Range<UInt32> {
      value |= (rawValue >> (8 * index) & 0x7F) << (7 * index)
    }
    return value
  }
  public var fieldValue: FieldValue { .unsigned(UInt64(value)) }

  /// Creates a number from an integer that fits.
  public init?(given value: FieldValue) {
    guard let number = value.givenInteger, let value = Int(exactly: number) else { return nil }
    self.init(exactly: value)
  }
}

extension FieldCoder {
  /// Codes a number of bytes with seven bits in each byte.
  fileprivate mutating func synchsafe(
    _ name: String, _ length: inout Int
  ) throws(FormatError) {
    guard var size = SynchsafeInteger(exactly: length) else {
      throw FormatError(.doesNotFit(bits: 28), path: "\(name)")
    }
    try self(name, &size)
    length = Int(size.value)
  }
}

/// A text of an ID3 frame: a byte that says its encoding, and one text or several, with zeros between
/// them.
public struct ID3Text: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }

  /// The texts; as ISO/IEC 8859-1 if the encoding is none of ID3.
  public var strings: [String] {
    let text = bytes.dropFirst()
    var parts: [String]
    switch bytes.first {
    case 1: parts = Self.wideParts(text)
    case 2: parts = Self.parts(decodeUTF16(text, littleEndian: false))
    case 3: parts = Self.parts(String(decoding: text, as: UTF8.self))
    default: parts = Self.parts(Latin1Bytes(bytes: text).string)
    }
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }

  private static func parts(_ text: String) -> [String] {
    text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the parts of a text in UTF-16, each of which begins with a byte order mark. One without has the order of
  /// the one before it.
  private static func wideParts(_ text: Bytes) -> [String] {
    var parts: [String] = []
    var isLittleEndian = false
    var start = text.startIndex
    var index = start
    func add(upTo end: Int) {
      var part = text[start..<end]
      if part.starts(with: [0xFF, 0xFE]) || part.starts(with: [0xFE, 0xFF]) {
        isLittleEndian = part.first == 0xFF
        part = part.dropFirst(2)
      }
      parts.append(decodeUTF16(part, littleEndian: isLittleEndian))
    }
    while text.endIndex - index >= 2 {
      defer { index += 2 }
      guard text[index] == 0, text[index + 1] == 0 else { continue }
      add(upTo: index)
      start = index + 2
    }
    add(upTo: text.endIndex)
    return parts
  }

  public var fieldValue: FieldValue { .list(strings.map { .text($0) }) }

  /// Returns the texts, or the text, in the encoding of this one if that has all of their characters. UTF-16 has all,
  /// and unlike UTF-8, every version of ID3 has it.
  public func taking(_ given: FieldValue, count: Int?) -> ID3Text? {
    var texts: [String] = []
    if let text = given.givenText {
      texts = [text]
    } else {
      guard let rows = given.givenRows else { return nil }
      texts.reserveCapacity(rows.count)
      for index in 0..<rows.count {
        guard let text = rows.row(index).givenText else { return nil }
        texts.append(text)
      }
    }
    let isLatin1 = texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value < 0x100 } }
    var encoding = bytes.first.flatMap { $0 < 4 ? $0 : nil } ?? 0
    if encoding == 0, !isLatin1 { encoding = 1 }
    var new = [encoding]
    for (index, text) in texts.enumerated() {
      if index > 0 { new += encoding == 1 || encoding == 2 ? [0, 0] : [0] }
      switch encoding {
      case 0: new += text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      case 1: new += [0xFF, 0xFE] + text.utf16Bytes(littleEndian: true)
      case 2: new += text.utf16Bytes(littleEndian: false)
      default: new += text.utf8
      }
    }
    return ID3Text(bytes: new[...])
  }
}
