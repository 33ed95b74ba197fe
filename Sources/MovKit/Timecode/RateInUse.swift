extension TimecodeFormat {
  /// The reciprocal of half the relative difference between 30 and 30000/1001 frames per second. No
  /// two rates in use are therefore taken for each other, while 2398/100 is still 24000/1001.
  package static let ratePrecision: UInt128 = 2000

  /// Returns the frame duration of the rate in use that a duration may have been rounded from: a
  /// whole number of frames per second or per 1.001 seconds; nil if none is near, or if the duration
  /// is not positive.
  package static func rateInUse(near duration: MediaTime) -> MediaTime? {
    guard duration.isNumeric, duration.value > 0 else { return nil }
    let (value, scale) = (UInt128(duration.value), UInt128(duration.timescale.magnitude))
    for (numerator, unit) in [(UInt128(1), UInt128(1)), (1001, 1000)] {
      // The number of groups of `unit` frames that last `numerator` seconds.
      let count = (numerator * scale + unit * value / 2) / (unit * value)
      let (wanted, found) = (numerator * scale, unit * count * value)
      let distance = wanted > found ? wanted - found : found - wanted
      guard count > 0, distance <= wanted / ratePrecision,
        let timescale = Int32(exactly: unit * count)
      else { continue }
      return MediaTime(value: Int64(numerator), timescale: timescale)
    }
    return nil
  }

  /// Timecode that counts every frame of a rate from midnight to midnight; nil if the frame duration
  /// is not positive, or there is less than a frame per second.
  package static func counting(_ frameDuration: MediaTime, isDropFrame: Bool) -> TimecodeFormat? {
    var format = TimecodeFormat(
      frameDuration: frameDuration, frameQuanta: 0,
      flags: isDropFrame ? [.wraps24Hours, .dropFrame] : [.wraps24Hours])
    guard let quanta = format.nominalQuanta else { return nil }
    format.frameQuanta = quanta
    return format
  }

  /// Whether labels that drop numbers keep up with real time at this rate: a multiple of 30 frames in
  /// 1.001 seconds.
  package static func dropsNumbers(at frameDuration: MediaTime) -> Bool {
    guard let format = counting(frameDuration, isDropFrame: true),
      format.framesDroppedPerMinute > 0
    else { return false }
    return frameDuration.multiplied(by: Int64(format.labelQuanta))
      == MediaTime(value: 1001, timescale: 1000)
  }
}
