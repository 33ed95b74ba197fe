/// `tmcd`, `tc64`, `cn32` and `cn64` in `stsd`: how the numbers in the samples of a timecode track
/// are to be read (QuickTime File Format, "Timecode Sample Description"; TN2310).
public struct TimecodeDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  var reservedBeforeFlags = Reserved()
  /// 0x1 drop frame, 0x2 wraps at 24 hours, 0x4 may be negative, 0x8 counter.
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

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.reserved(&reservedBeforeFlags, 4)
    try f("flags", &flags)
    try f("time_scale", &timeScale)
    try f("frame_duration", &frameDuration)
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
