/// `tmcd`, `tc64`, `cn32` and `cn64` in `stsd`: how to read the numbers in the samples of a
/// timecode track (QuickTime File Format, "Timecode Sample Description"; TN2310).
public struct TimecodeDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  var reservedBeforeFlags = Reserved()
  /// Any of `dropFrame`, `wraps24Hours`, `negativeTimesOK` and `counter`, added up.
  public var flags: UInt32 = 0
  /// The number of time units per second. `frameDuration` is in these units.
  public var timeScale: UInt32 = 0
  /// The duration of a frame, in units of `timeScale`.
  public var frameDuration: UInt32 = 0
  /// The number of frames per second of the timecode, rounded up to a whole number: 30 at 29.97.
  /// For a counter, the number of frames per tick.
  public var numberOfFrames: UInt8 = 0
  /// Not always zero: QuickTime 7 did not clear it.
  var reservedAfterFrames = Reserved()
  /// Whether three reserved bytes are stored here, as older texts of the format say. Nearly every
  /// file has only one.
  var hasWideReserved = false
  var wideReserved = Reserved()

  /// The timecode skips some labels to keep up with the clock, at 29.97 and 59.94 frames per
  /// second.
  public static let dropFrame: UInt32 = 0x1
  /// The timecode begins again at 0 after 23:59:59.
  public static let wraps24Hours: UInt32 = 0x2
  /// The timecode may be negative.
  public static let negativeTimesOK: UInt32 = 0x4
  /// Samples are counts, not frame numbers.
  public static let counter: UInt32 = 0x8

  /// The names of the flags in listings.
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
    try f.time("frame_duration", &frameDuration, of: .frame(ticksPerSecond: timeScale))
    try f("number_of_frames", &numberOfFrames)
    try f.reserved(&reservedAfterFrames, 1)
    // Without a child atom, two reserved bytes look like two bytes left over at the end.
    try f.optional(&hasWideReserved, bytes: 2) {
      !beginsWithAtom($0) && beginsWithAtom($0.dropFirst(2))
    }
    if hasWideReserved { try f.reserved(&wideReserved, 2) }
    try f.children()
  }
}
