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
    if parent == "tref" { return trackReference(type) }
    guard let lines = Lines(of: type) else { return nil }
    switch parent {
    case "stsd": return lines.sampleEntry?.name ?? lines.name(" ")
    case let parent?: return lines.name("<\(parent) ") ?? lines.name(" ")
    case nil: return lines.name(" ")
    }
  }

  /// Returns the name of a major or compatible brand of `ftyp` and `styp`, or nil.
  public static func brand(_ code: FourCC) -> String? { Lines(of: code)?.name("<ftyp ") }

  /// Returns the name of a media or metadata handler as `hdlr` gives it, or nil.
  public static func handler(_ code: FourCC) -> String? { Lines(of: code)?.name("<hdlr ") }

  /// Returns the name of a type of reference from one track to another, or nil.
  public static func trackReference(_ code: FourCC) -> String? { Lines(of: code)?.name("<tref ") }

  /// Returns the name of a grouping type of `sgpd` and `sbgp`, or nil.
  public static func sampleGroup(_ code: FourCC) -> String? { Lines(of: code)?.name("<sgpd ") }

  /// Returns the name of a sample entry, and the handler type of the media that it describes
  /// (`vide`, `soun`, …) if the table gives it; nil if the code is not known.
  ///
  /// A few codes have different meanings in different media: `raw ` is RGB in a video track and PCM
  /// in an audio track. Without a handler, the first in the order of handler types is returned.
  public static func sampleEntry(
    _ code: FourCC, handler: FourCC? = nil
  ) -> (name: String, kind: FourCC?)? {
    guard let lines = Lines(of: code) else { return nil }
    if let handler, let found = lines.name("<stsd \(handler) ") { return (found, handler) }
    return lines.sampleEntry
  }

  /// Returns the name of a code of a kind, or nil.
  public static func name(of code: FourCC, as kind: CodeKind) -> String? {
    switch kind {
    case .brand: brand(code)
    case .handler: handler(code)
    case .sampleGroup: sampleGroup(code)
    case .sampleEntry: sampleEntry(code)?.name
    case .itemType: Lines(of: code)?.name("<infe ")
    case .scheme: Lines(of: code)?.name("<schm ")
    case .colourType: Lines(of: code)?.name("<colr ")
    case .trackSelection: Lines(of: code)?.name("<tsel ")
    }
  }

  /// The codes that the table has, to find out quickly that it does not have one. It takes longer to make
  /// than a few lookups.
  static let codes: FourCCTable = {
    var codes = FourCCTable()
    var rest = table[...]
    while !rest.isEmpty {
      var text = ""
      for _ in 0..<4 {
        let length = rest.first == "\\" ? 4 : 1
        text += rest.prefix(length)
        rest = rest.dropFirst(length)
      }
      if let code = FourCC(text) { codes.insert(code) }
      rest = rest.drop { $0 != "\n" }.dropFirst()
    }
    return codes
  }()

  /// The bytes of the table. They are a slice because the spans of arrays and of strings need macOS 26.
  private static let bytes = Array(table.utf8)[...]

  /// The lines of the table for one code, which follow one another.
  private struct Lines {
    /// The code as it is in the table.
    private let code: ArraySlice<UInt8>
    /// Where the first of them begins.
    private let start: Int

    /// Nil if there are none.
    ///
    /// It is a binary search over the bytes of the table. The search finds a line by stepping back
    /// from the middle to the line's first byte, so no index has to be built before the first lookup.
    init?(of code: FourCC) {
      let code = Array(code.description.utf8)[...]
      let (text, key) = (RegisteredNames.bytes.span, code.span)
      var low = 0
      var high = text.count
      // Lines that begin before `low` come before the key; those from `high` on do not.
      while low < high {
        var start = low + (high - low) / 2
        while start > low, text[start - 1] != newline { start -= 1 }
        if RegisteredNames.order(of: text, from: start, to: key) < 0 {
          low = min(RegisteredNames.end(ofLineAt: start, in: text) + 1, text.count)
        } else {
          high = start
        }
      }
      guard RegisteredNames.order(of: text, from: low, to: key) == 0 else { return nil }
      self.code = code
      start = low
    }

    /// Returns the rest of the first line that goes on with `place` after the code; nil if none does.
    func name(_ place: String) -> String? {
      let (all, place) = (RegisteredNames.bytes, Array(place.utf8)[...])
      let (text, key, wanted) = (all.span, code.span, place.span)
      var line = start
      while RegisteredNames.order(of: text, from: line, to: key) == 0 {
        let end = RegisteredNames.end(ofLineAt: line, in: text)
        let rest = line + key.count
        if RegisteredNames.order(of: text, from: rest, to: wanted) == 0 {
          return String(decoding: all[rest + wanted.count..<end], as: UTF8.self)
        }
        line = min(end + 1, text.count)
      }
      return nil
    }

    /// The first name of a sample entry, with the handler type of its media.
    var sampleEntry: (name: String, kind: FourCC?)? {
      guard let found = name("<stsd ") else { return nil }
      let kind = String(found.prefix(4))
      return (String(found.dropFirst(5)), kind == "----" ? nil : FourCC(kind))
    }
  }

  /// Returns where the line that begins at `start` ends, before its line feed.
  private static func end(ofLineAt start: Int, in text: Span<UInt8>) -> Int {
    var end = start
    while end < text.count, text[end] != newline { end += 1 }
    return end
  }

  /// Less than 0 if the text from `start` on comes before the key, 0 if it begins with the key,
  /// else greater than 0.
  private static func order(of text: Span<UInt8>, from start: Int, to key: Span<UInt8>) -> Int {
    for place in key.indices {
      guard start + place < text.count else { return -1 }
      let difference = Int(text[start + place]) - Int(key[place])
      if difference != 0 { return difference }
    }
    return 0
  }

  private static let newline = UInt8(ascii: "\n")
}
