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
    let text = table.utf8
    let key = Array(key.utf8)
    let count = text.count
    var low = 0
    var high = count
    // Lines that begin before `low` come before the key; those from `high` on do not.
    while low < high {
      var start = low + (high - low) / 2
      while start > low, text[text.index(text.startIndex, offsetBy: start - 1)] != newline {
        start -= 1
      }
      let line = text[text.index(text.startIndex, offsetBy: start)...].prefix(key.count)
      if line.lexicographicallyPrecedes(key) {
        low = start
        while low < count, text[text.index(text.startIndex, offsetBy: low)] != newline { low += 1 }
        low = min(low + 1, count)
      } else {
        high = start
      }
    }
    let line = text[text.index(text.startIndex, offsetBy: low)...].prefix { $0 != newline }
    guard line.starts(with: key) else { return nil }
    return String(line.dropFirst(key.count))
  }

  private static let newline = UInt8(ascii: "\n")
}
