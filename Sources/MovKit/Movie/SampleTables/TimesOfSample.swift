extension SampleTable {
  /// When a sample is decoded and shown, in ticks.
  struct Times: Sendable {
    var decode: Int64
    var duration: UInt64
    /// What is added to the decode time to get the composition time.
    var offset: Int32

    /// The composition time.
    var presentation: Int64 { SampleTable.presentationTime(of: decode, offset: offset) }
  }

  /// The time at which a sample with a decode time and a composition offset is shown. Sums past 64 bits, which only
  /// damaged tables have, wrap around.
  @inline(__always)
  static func presentationTime(of decodeTime: Int64, offset: Int32) -> Int64 {
    decodeTime &+ Int64(offset)
  }
}
