/// The overall times of a track's samples, in ticks on the timeline of all inputs.
struct InputTimes {
  /// The time at which the first sample is decoded; nil before there is one.
  private(set) var first: Int64?
  /// The time before which none is decoded, if the header of a fragmented movie is written before there is one.
  var expectedFirst: Int64?
  private var lastDecode: Int64 = 0
  private var lastDuration: Int64 = 0
  /// The time at which the earliest sample is shown, and the time at which the latest one ends.
  private(set) var presentationStart: Int64 = .max
  private(set) var presentationEnd: Int64 = .min
  /// The lowest composition offset; 0 if none is negative.
  private(set) var leastOffset: Int64 = 0

  /// The time at which the last sample ends.
  var end: Int64 { lastDecode + lastDuration }

  /// The duration of the last sample if no other follows; nil if there is no sample.
  var pendingDuration: UInt32? { first == nil ? nil : UInt32(clamping: lastDuration) }

  /// The number of ticks from the first decode time to the end of the last sample.
  var duration: UInt64 { first.map { UInt64(clamping: end - $0) } ?? 0 }

  /// Adds the next samples, of one duration and one composition offset. Returns the actual duration of the
  /// sample before them; nil if there is none.
  /// - Parameters:
  ///   - decode: The time at which the first of them is decoded.
  ///   - end: The end of the last of them. Both have at most 62 bits.
  mutating func append(
    from decode: Int64, to end: Int64, lasting duration: UInt32, offset: Int32, track: UInt32
  ) throws(WritingError) -> UInt32? {
    var gap: UInt32?
    if first != nil {
      guard decode >= lastDecode else { throw .decodeTimeGoesBack(track: track) }
      gap = UInt32(exactly: decode - lastDecode)
      guard gap != nil else { throw .timeOutOfRange(track: track) }
    }
    guard end < 1 << 61 else { throw .timeOutOfRange(track: track) }
    if first == nil { first = decode }
    lastDuration = Int64(duration)
    lastDecode = end - lastDuration
    leastOffset = min(leastOffset, Int64(offset))
    presentationStart = min(presentationStart, decode + Int64(offset))
    presentationEnd = max(presentationEnd, end + Int64(offset))
    return gap
  }

  mutating func lengthen(to end: Int64) {
    lastDuration = max(0, end - lastDecode)
    presentationEnd = max(presentationEnd, end)
  }
}
