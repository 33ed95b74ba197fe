/// Plain names of four-character codes, for atoms that are shown without being understood.
///
/// The names come from the tables of the MP4 Registration Authority and, for QuickTime, iTunes
/// and camera makers' codes, from a list of our own. A name is at most 48 characters.
public enum RegisteredNames {
  /// The name of an atom. The parent decides where one code has several meanings: `tmcd` is a
  /// sample entry in `stsd`, a media header in `gmhd` and a reference in `tref`.
  public static func atom(_ type: FourCC, in parent: FourCC?) -> String? {
    switch parent {
    case "stsd": sampleEntry(type)?.name ?? name("\(type) ")
    case "tref": trackReference(type)
    case let parent?: name("\(type)<\(parent) ") ?? name("\(type) ")
    case nil: name("\(type) ")
    }
  }

  /// The name of a major or compatible brand of `ftyp` and `styp`.
  public static func brand(_ code: FourCC) -> String? { name("\(code)<ftyp ") }

  /// The name of a media or metadata handler, as `hdlr` gives it.
  public static func handler(_ code: FourCC) -> String? { name("\(code)<hdlr ") }

  /// The name of a reference from one track to another.
  public static func trackReference(_ code: FourCC) -> String? { name("\(code)<tref ") }

  /// The name of a grouping type of `sgpd` and `sbgp`.
  public static func sampleGroup(_ code: FourCC) -> String? { name("\(code)<sgpd ") }

  /// The name of a sample entry, and the handler type of the media that it describes (`vide`,
  /// `soun`, …) where the table says so.
  ///
  /// A few codes name different things in different media: `raw ` is RGB in a video track and
  /// PCM in a sound track. Without a handler the first in the order of handler types is taken.
  public static func sampleEntry(
    _ code: FourCC, handler: FourCC? = nil
  ) -> (name: String, kind: FourCC?)? {
    if let handler, let found = name("\(code)<stsd \(handler) ") { return (found, handler) }
    guard let found = name("\(code)<stsd ") else { return nil }
    let kind = String(found.prefix(4))
    return (String(found.dropFirst(5)), kind == "----" ? nil : FourCC(kind))
  }

  /// The rest of the first line that begins with `key`.
  ///
  /// A binary search over the bytes of the table: a line is found by stepping back from the
  /// middle to its beginning, so that nothing has to be built before the first question.
  private static func name(_ key: String) -> String? {
    var key = key
    return key.withUTF8 { key in
      // The table is a literal, whose bytes lie together.
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

  /// Below 0 where the text from `start` on comes before the key, 0 where it begins with it.
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
