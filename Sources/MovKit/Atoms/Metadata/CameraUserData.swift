/// `HMMT` in `udta`: the moments that were marked while recording (GoPro).
public struct HighlightTimes: Record {
  /// The number of times that are used.
  public var count: UInt32 = 0
  /// The times in milliseconds, and zeros for those that are not used.
  public var times = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("highlight_count", &count)
    try f.remainingRows("milliseconds", &times, layout: FixedLayout())
  }
}

/// `CAME` and `GUMI` in `udta` of files of GoPro, which publishes no layout: a hash of the camera's serial
/// number, and 16 bytes that are other ones in each file.
public struct CameraIdentifier: Record {
  /// The 16 bytes.
  public var identifier = RawBytes(bytes: Bytes(repeating: 0, count: 16))

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("identifier", &identifier, count: 16)
  }
}

/// `MUID` in `udta` of files of GoPro, which publishes no layout: the ID of the file.
public struct MediaIdentifier: Record {
  /// The hash of the camera's serial number, as in `CAME`.
  public var camera = RawBytes(bytes: Bytes(repeating: 0, count: 16))
  /// What is one file's own.
  public var file = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("camera_identifier", &camera, count: 16)
    try f.bytes("file_identifier", &file, count: nil)
  }
}

/// `ptv ` in `udta`: how the movie is printed to tape (QuickTime File Format, "User Data Atoms").
public struct PrintToVideo: Record {
  /// How large the movie is shown: 0 normal, 1 double, 2 half, 3 the whole screen, 4 its current
  /// size.
  public var displaySize: UInt16 = 0
  var reserved = Reserved()
  /// 1: the samples are shown one by one.
  public var slideShow: UInt8 = 0
  /// 1: the movie is played when it is opened.
  public var playOnOpen: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("display_size", &displaySize)
    try f.reserved(&reserved, 4)
    try f("slide_show", &slideShow)
    try f("play_on_open", &playOnOpen)
  }
}

/// `MTDT` in the `uuid` atom of kind USMT: texts and numbers about the movie or track (Sony, and the
/// Memory Stick Video Format).
public struct UserMetadata: Record {
  /// The entries, at most 65535.
  public var entries: [Entry] = []

  /// A text or a number.
  public struct Entry: Record {
    /// What the entry is: 1 a title, 3 the date, 4 a program, 10 the role of a track, 11 the number
    /// of the movie, ….
    public var type: UInt32 = 1
    /// The language of a text.
    public var language = LanguageCode.undetermined
    /// 0: the value is bytes. 1: it is text in UTF-16.
    public var encoding: UInt16 = 1
    /// The value as bytes.
    public var value = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      // The size includes everything up to the value.
      let fixed = 10
      var size = fixed + value.bytes.count
      try f.count("size", &size, bytes: 2)
      try f("type", &type)
      try f("language", &language)
      try f("encoding", &encoding)
      if encoding == 1 {
        var text = UTF16Bytes(bytes: value.bytes)
        try f.bytes("text", &text, count: size - fixed)
        value = RawBytes(bytes: text.bytes)
      } else {
        try f.bytes("data", &value, count: size - fixed)
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = entries.count
    try f.count("entry_count", &count, bytes: 2)
    try f.list("entries", &entries, count: count)
  }
}
