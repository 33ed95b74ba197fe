/// `chpl` in `udta`: chapters (Nero).
public struct ChapterList: Record {
  /// Version 1 has four reserved bytes before the number of chapters.
  public var version: UInt8 = 1
  public var flags: UInt32 = 0
  var reserved = Reserved()
  /// The chapters in the order of their times, at most 255.
  public var chapters: [Chapter] = []

  /// A chapter.
  public struct Chapter: Record {
    /// When it starts, in units of 100 nanoseconds.
    public var start: UInt64 = 0
    /// Its title.
    public var title = PascalString()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.time("start_time", &start, of: .ticks(perSecond: 10_000_000))
      try f("title", &title)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    if version == 1 { try f.reserved(&reserved, 4) }
    var count = chapters.count
    try f.count("chapter_count", &count, bytes: 1)
    try f.list("chapters", &chapters, count: count)
  }
}
