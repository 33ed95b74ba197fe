/// How the frames that a timecode counts fit those of a video.
///
/// The one home of the rule by which a frame duration suits a video: see `Docs/Timecode.md`, "The
/// label of a frame".
struct TimecodeRateFit: Equatable, Sendable {
  enum Agreement: Equatable, Sendable {
    /// A frame of the timecode is so many frames of the video; one where they last the same.
    case framesOfVideo(UInt64)
    /// A frame of the video is so many frames of the timecode, two or more.
    case framesOfTimecode(UInt64)
    /// Neither is a multiple of the other.
    case none
  }

  let agreement: Agreement
  /// Seconds that a frame of the timecode lasts in this video, as a fraction: what its format says,
  /// or where that is only nearly so, what the video's own frames say.
  let frame: (numerator: UInt128, denominator: UInt128)

  static func == (a: TimecodeRateFit, b: TimecodeRateFit) -> Bool {
    a.agreement == b.agreement && a.frame == b.frame
  }

  /// Half of what 30 and 30000/1001 frames a second differ by, so that no two rates in use are
  /// taken for each other, while 2398/100 still is 24000/1001.
  private static let precision: UInt128 = 2000

  /// Nil where `duration` is not a positive number.
  init?(_ duration: MediaTime, in video: FrameCadence?) {
    guard duration.isNumeric, duration.value > 0 else { return nil }
    let declared = (
      numerator: UInt128(duration.value), denominator: UInt128(duration.timescale.magnitude)
    )
    guard let video, let own = Self.ratio(duration, video) else {
      self.init(.none, declared)
      return
    }
    // The frames last `own.timecode` and `own.video` of the same unit.
    let isLonger = own.timecode >= own.video
    let (long, short) = isLonger ? (own.timecode, own.video) : (own.video, own.timecode)
    let factor = (long + short / 2) / short
    let distance = long > factor * short ? long - factor * short : factor * short - long
    guard factor <= 256 else {
      self.init(.none, declared)
      return
    }
    let count = UInt64(factor)
    let agreement =
      isLonger || count == 1 ? Agreement.framesOfVideo(count) : .framesOfTimecode(count)
    let tick = own.tick * (isLonger ? factor : 1)
    if distance <= tick {
      // All that the video says of its rate is what the timescale made of the same one.
      self.init(agreement, declared)
    } else if distance <= factor * short / Self.precision {
      let (ticks, scale) = (
        UInt128(video.ticks), UInt128(video.frames) * UInt128(video.timescale)
      )
      self.init(agreement, isLonger ? (ticks * factor, scale) : (ticks, scale * factor))
    } else {
      self.init(.none, declared)
    }
  }

  private init(_ agreement: Agreement, _ frame: (UInt128, UInt128)) {
    let common = greatestCommonDivisor(frame.0, frame.1)
    self.agreement = agreement
    self.frame = (frame.0 / common, frame.1 / common)
  }

  /// How long so many frames as the video has would last in timecode and do last in the video, and
  /// a tick of the video, all in one unit.
  private static func ratio(
    _ duration: MediaTime, _ video: FrameCadence
  ) -> (timecode: UInt128, video: UInt128, tick: UInt128)? {
    let scale = UInt128(duration.timescale.magnitude)
    let (frames, overflow) = (UInt128(duration.value) * UInt128(video.timescale))
      .multipliedReportingOverflow(by: UInt128(video.frames))
    // Room for the factor and the precision above.
    guard !overflow, frames >> 112 == 0, video.ticks > 0 else { return nil }
    return (frames, scale * UInt128(video.ticks), scale)
  }
}
