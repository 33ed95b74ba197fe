/// `tmcd`, `tc64`, `cn32` and `cn64` in `stsd`: how the numbers in the samples of a timecode track
/// are to be read (QuickTime File Format, "Timecode Sample Description"; TN2310).
public struct TimecodeDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  var reservedBeforeFlags = Reserved()
  public var flags: UInt32 = 0
  /// Units of `frameDuration` in a second.
  public var timeScale: UInt32 = 0
  /// How long a frame lasts.
  public var frameDuration: UInt32 = 0
  /// Frames in a second of the timecode, or ticks of a counter.
  public var numberOfFrames: UInt8 = 0
  /// Not always zero: QuickTime 7 left in it what was there.
  var reservedAfterFrames = Reserved()
  /// Older texts of the format count three reserved bytes here where nearly every file has one.
  var hasWideReserved = false
  var wideReserved = Reserved()

  /// Labels skip numbers so as to keep up with the clock at 29.97 and 59.94 frames a second.
  public static let dropFrame: UInt32 = 0x1
  /// Labels begin again after 23:59:59.
  public static let wraps24Hours: UInt32 = 0x2
  public static let negativeTimesOK: UInt32 = 0x4
  /// Samples are counts, not frame numbers.
  public static let counter: UInt32 = 0x8

  public static let flagNames: FlagNames = [
    dropFrame: "dropFrame", wraps24Hours: "wraps24Hours", negativeTimesOK: "negativeTimesOK",
    counter: "counter",
  ]

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.reserved(&reservedBeforeFlags, 4)
    try f.flags("flags", &flags, named: Self.flagNames)
    try f("time_scale", &timeScale)
    try f.time("frame_duration", &frameDuration, of: .ticks(perSecond: timeScale))
    try f("number_of_frames", &numberOfFrames)
    try f.reserved(&reservedAfterFrames, 1)
    // Without a child there is nothing to tell two reserved bytes from two left behind.
    try f.optional(&hasWideReserved, bytes: 2) {
      !beginsWithAtom($0) && beginsWithAtom($0.dropFirst(2))
    }
    if hasWideReserved { try f.reserved(&wideReserved, 2) }
    try f.children()
  }
}
