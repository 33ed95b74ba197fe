/// The durations of the pictures of a stream, in ticks of a timescale that the first picture
/// decides.
struct StreamTiming: Sendable {
  /// The duration of every frame; nil to use the timing in the stream.
  let frameDuration: MediaTime?
  /// The number of ticks per second; nil until there is a picture.
  private(set) var timescale: Int32?

  init(frameDuration: MediaTime?) { self.frameDuration = frameDuration }

  /// Returns how many ticks a picture lasts.
  /// - Throws: `FormatError` if the frame rate is not known, or the duration is not a whole number
  ///   of ticks.
  mutating func duration(
    of unit: AccessUnit, _ format: VideoStreamFormat
  ) throws(FormatError) -> Int64 {
    let frame = try ticksOfFrame(format)
    guard frameDuration == nil, unit.shownFields != 2 else { return frame }
    let (ticks, overflow) = frame.multipliedReportingOverflow(by: Int64(unit.shownFields))
    guard !overflow, ticks % 2 == 0 else { throw noWholeTicks("\(unit.shownFields) fields") }
    return ticks / 2
  }

  private func noWholeTicks(_ what: String) -> FormatError {
    FormatError(
      .noFrameRate(
        "\(what) do not last a whole number of 1/\(timescale ?? 0) s ticks"
      ))
  }

  /// Returns how many ticks a frame lasts whose fields are shown once each.
  private mutating func ticksOfFrame(_ format: VideoStreamFormat) throws(FormatError) -> Int64 {
    guard let duration = frameDuration ?? format.frameDuration, duration.isNumeric,
      duration.value > 0
    else {
      throw FormatError(.noFrameRate("the stream does not state its frame rate"))
    }
    if let timescale {
      let (product, overflow) = duration.value.multipliedReportingOverflow(by: Int64(timescale))
      guard !overflow, product % Int64(duration.timescale) == 0 else {
        throw noWholeTicks("frames of \(duration)")
      }
      return product / Int64(duration.timescale)
    }
    let common = greatestCommonDivisor(duration.value.magnitude, UInt64(duration.timescale))
    let ticks = duration.value / Int64(common)
    let scale = Int64(duration.timescale) / Int64(common)
    // A few ticks per second are enough for the frames, but not for what else is timed with them. A
    // field that may be repeated must last whole ticks, too.
    let isHalved = frameDuration == nil && format.usability?.hasPictureStructure == true
    let factor: Int64 =
      if scale < 600 { 100 } else if isHalved, ticks % 2 == 1, scale < 1 << 30 { 2 } else { 1 }
    let (product, overflow) = ticks.multipliedReportingOverflow(by: factor)
    timescale = Int32(truncatingIfNeeded: overflow ? scale : scale * factor)
    return overflow ? ticks : product
  }
}
