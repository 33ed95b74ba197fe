/// Plain names of four-character codes, for atoms that are displayed but not understood.
///
/// The names come from the tables of the MP4 Registration Authority and, for the codes of
/// QuickTime, iTunes and camera makers, from a list of this project. A name has at most 48
/// characters.
public enum RegisteredNames {
  /// Returns the name of an atom, or nil. If a code has several meanings, the parent decides:
  /// `tmcd` is a sample entry in `stsd`, a media header in `gmhd` and a reference in `tref`.
  /// `parent` is nil at the top level of the file.
  public static func atom(_ type: FourCC, in parent: FourCC?) -> String? {
    switch parent {
    case "stsd": sampleEntry(type)?.name ?? name("\(type) ")
    case "tref": trackReference(type)
    case let parent?: name("\(type)<\(parent) ") ?? name("\(type) ")
    case nil: name("\(type) ")
    }
  }

  /// Returns the name of a major or compatible brand of `ftyp` and `styp`, or nil.
  public static func brand(_ code: FourCC) -> String? { name("\(code)<ftyp ") }

  /// Returns the name of a media or metadata handler as `hdlr` gives it, or nil.
  public static func handler(_ code: FourCC) -> String? { name("\(code)<hdlr ") }

  /// Returns the name of a type of reference from one track to another, or nil.
  public static func trackReference(_ code: FourCC) -> String? { name("\(code)<tref ") }

  /// Returns the name of a grouping type of `sgpd` and `sbgp`, or nil.
  public static func sampleGroup(_ code: FourCC) -> String? { name("\(code)<sgpd ") }

  /// Returns the name of a sample entry, and the handler type of the media that it describes
  /// (`vide`, `soun`, …) if the table gives it; nil if the code is not known.
  ///
  /// A few codes have different meanings in different media: `raw ` is RGB in a video track and PCM
  /// in an audio track. Without a handler, the first in the order of handler types is returned.
  public static func sampleEntry(
    _ code: FourCC, handler: FourCC? = nil
  ) -> (name: String, kind: FourCC?)? {
    if let handler, let found = name("\(code)<stsd \(handler) ") { return (found, handler) }
    guard let found = name("\(code)<stsd ") else { return nil }
    let kind = String(found.prefix(4))
    return (String(found.dropFirst(5)), kind == "----" ? nil : FourCC(kind))
  }

  /// Returns the name of a code of a kind, or nil.
  public static func name(of code: FourCC, as kind: CodeKind) -> String? {
    switch kind {
    case .brand: brand(code)
    case .handler: handler(code)
    case .sampleGroup: sampleGroup(code)
    case .sampleEntry: sampleEntry(code)?.name
    case .itemType: name("\(code)<infe ")
    case .scheme: name("\(code)<schm ")
    case .colourType: name("\(code)<colr ")
    case .trackSelection: name("\(code)<tsel ")
    }
  }

  /// Returns the rest of the first line of the table that begins with `key`.
  ///
  /// It is a binary search over the bytes of the table. The search finds a line by stepping back
  /// from the middle to the line's first byte, so no index has to be built before the first lookup.
  private static func name(_ key: String) -> String? {
    var key = key
    return key.withUTF8 { key in
      // The table is a literal, so its bytes are contiguous.
      unsafe table.utf8.withContiguousStorageIfAvailable { text in unsafe name(key, in: text) }
        ?? nil
    }
  }

  private static func name(
    _ key: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> String? {
    var low = 0
    var high = text.count
    // Lines that begin before `low` come before the key; those from `high` on do not.
    while low < high {
      var start = low + (high - low) / 2
      while start > low, unsafe text[start - 1] != newline { start -= 1 }
      if unsafe order(of: text, from: start, to: key) < 0 {
        low = start
        while low < text.count, unsafe text[low] != newline { low += 1 }
        low = min(low + 1, text.count)
      } else {
        high = start
      }
    }
    guard unsafe order(of: text, from: low, to: key) == 0 else { return nil }
    let start = low + key.count
    var end = start
    while end < text.count, unsafe text[end] != newline { end += 1 }
    return unsafe String(
      decoding: UnsafeBufferPointer(rebasing: text[start..<end]), as: UTF8.self)
  }

  /// Less than 0 if the text from `start` on comes before the key, 0 if it begins with the key,
  /// else greater than 0.
  private static func order(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, to key: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for place in 0..<key.count {
      guard start + place < text.count else { return -1 }
      let difference = unsafe Int(text[start + place]) - Int(key[place])
      if difference != 0 { return difference }
    }
    return 0
  }

  private static let newline = UInt8(ascii: "\n")
}
