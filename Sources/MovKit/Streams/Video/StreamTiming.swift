/// The durations of the pictures of a stream, in ticks of a timescale that the first picture
/// decides.
struct StreamTiming: Sendable {
  /// The duration of every frame; nil to use the timing in the stream.
  let frameDuration: MediaTime?
  /// The number of ticks per second; nil until there is a picture.
  private(set) var timescale: Int32?
  /// How many ticks all pictures so far last.
  private(set) var end: Int64 = 0
  /// The duration of the frame before, as the stream states it, and in ticks.
  private var stated: (duration: MediaTime, ticks: Int64)?

  /// The number of ticks per second if frames of all usual rates without a fraction last a whole, even number of them:
  /// the rate of a stream may change from one to another.
  private static let usualTimescale: Int64 = 12_000

  init(frameDuration: MediaTime?) { self.frameDuration = frameDuration }

  /// Returns how many ticks a picture lasts.
  /// - Throws: `FormatError` if the frame rate is not known, or the duration is not a whole number
  ///   of ticks.
  mutating func duration(
    of unit: AccessUnit, _ format: VideoStreamFormat
  ) throws(FormatError) -> Int64 {
    let ticks = try ticksOfPicture(unit, format)
    end = end.addingClamping(ticks)
    return ticks
  }

  private mutating func ticksOfPicture(
    _ unit: AccessUnit, _ format: VideoStreamFormat
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

  private func rateChange(to duration: MediaTime) -> FormatError {
    let scale = timescale ?? 1
    let before = stated.map { " from \(Self.rate($0.duration))" } ?? ""
    let time = decimal(UInt128(end.magnitude), over: UInt128(scale.magnitude), places: 3)
    return FormatError(
      .noFrameRate(
        "the frame rate changes\(before) to \(Self.rate(duration)) frames per second at \(time) s, and a track "
          + "that counts \(scale) ticks a second cannot time both exactly; give one rate for all pictures, or "
          + "divide the stream there"))
  }

  /// The frame rate in decimals, for display; `duration` is above 0.
  private static func rate(_ duration: MediaTime) -> String {
    decimal(
      UInt128(duration.timescale.magnitude), over: UInt128(duration.value.magnitude), places: 3)
  }

  /// Returns how many ticks a frame lasts whose fields are shown once each.
  private mutating func ticksOfFrame(_ format: VideoStreamFormat) throws(FormatError) -> Int64 {
    guard let duration = frameDuration ?? format.frameDuration, duration.isNumeric,
      duration.value > 0
    else {
      throw FormatError(.noFrameRate("the stream does not state its frame rate"))
    }
    // Also where the product of a long duration and the timescale has more than 64 bits.
    if let stated, stated.duration == duration { return stated.ticks }
    if let timescale {
      let (product, overflow) = duration.value.multipliedReportingOverflow(by: Int64(timescale))
      guard !overflow, product % Int64(duration.timescale) == 0 else {
        throw rateChange(to: duration)
      }
      let ticks = product / Int64(duration.timescale)
      stated = (duration, ticks)
      return ticks
    }
    let common = greatestCommonDivisor(duration.value.magnitude, UInt64(duration.timescale))
    let ticks = duration.value / Int64(common)
    let scale = Int64(duration.timescale) / Int64(common)
    // A few ticks per second are enough for the frames, but not for what else is timed with them. A
    // field that may be repeated must last whole ticks, too.
    let isHalved = frameDuration == nil && format.usability?.hasPictureStructure == true
    var factor: Int64 =
      if scale >= 600 { 1 } else if Self.usualTimescale % scale == 0 {
        Self.usualTimescale / scale
      } else { 100 }
    if isHalved, ticks % 2 == 1, factor % 2 == 1, scale < 1 << 30 { factor *= 2 }
    let (product, overflow) = ticks.multipliedReportingOverflow(by: factor)
    timescale = Int32(truncatingIfNeeded: overflow ? scale : scale * factor)
    stated = (duration, overflow ? ticks : product)
    return overflow ? ticks : product
  }
}
