/// How the frames that a timecode counts fit those of a video.
///
/// This is the only place for the rule by which a frame duration suits a video: see
/// `Docs/Timecode.md`, "The label of a frame".
struct TimecodeRateFit: Equatable, Sendable {
  enum Agreement: Equatable, Sendable {
    /// A frame of the timecode lasts this many frames of the video; 1 if they last the same.
    case framesOfVideo(UInt64)
    /// A frame of the video lasts this many frames of the timecode, two or more.
    case framesOfTimecode(UInt64)
    /// Neither is a multiple of the other.
    case none
  }

  let agreement: Agreement
  /// The duration of a frame of the timecode in this video, in seconds, as a fraction: the one that
  /// its format declares, or, if that is only approximately right, the one that the video's frames
  /// give.
  let frame: (numerator: UInt128, denominator: UInt128)
  /// The declared durations of a label and of a frame of the video, in one unit; nil without a
  /// video.
  private let lengths: (label: UInt128, frame: UInt128)?

  static func == (a: TimecodeRateFit, b: TimecodeRateFit) -> Bool {
    a.agreement == b.agreement && a.frame == b.frame
  }

  private static let precision = TimecodeFormat.ratePrecision

  /// Nil if `duration` is not a positive number.
  init?(_ duration: MediaTime, in video: FrameCadence?) {
    guard duration.isNumeric, duration.value > 0 else { return nil }
    let declared = (
      numerator: UInt128(duration.value), denominator: UInt128(duration.timescale.magnitude)
    )
    guard let video, let own = Self.ratio(duration, video) else {
      self.init(.none, declared, nil)
      return
    }
    let lengths = (label: own.timecode, frame: own.video)
    // `own.timecode` and `own.video` are the durations of frames, in the same unit.
    let isLonger = own.timecode >= own.video
    let (long, short) = isLonger ? (own.timecode, own.video) : (own.video, own.timecode)
    let factor = (long + short / 2) / short
    guard factor <= 256 else {
      self.init(.none, declared, lengths)
      return
    }
    let count = UInt64(factor)
    let agreement =
      isLonger || count == 1 ? Agreement.framesOfVideo(count) : .framesOfTimecode(count)
    let (distance, tick) = Self.distance(own, factor, isLonger)
    if distance <= tick {
      // The video's ticks are what its timescale makes of the declared rate, or of the rate in use
      // that the declared one was rounded from.
      let exact = distance == 0 ? nil : TimecodeFormat.rateInUse(near: duration)
      if let exact, let its = Self.ratio(exact, video),
        case (let distance, let tick) = Self.distance(its, factor, isLonger), distance <= tick
      {
        self.init(
          agreement, (UInt128(exact.value), UInt128(exact.timescale.magnitude)), lengths)
      } else {
        self.init(agreement, declared, lengths)
      }
    } else if distance <= factor * short / Self.precision {
      let (ticks, scale) = (
        UInt128(video.ticks), UInt128(video.frames) * UInt128(video.timescale)
      )
      self.init(
        agreement, isLonger ? (ticks * factor, scale) : (ticks, scale * factor), lengths)
    } else {
      self.init(.none, declared, lengths)
    }
  }

  private init(
    _ agreement: Agreement, _ frame: (UInt128, UInt128), _ lengths: (UInt128, UInt128)?
  ) {
    let common = greatestCommonDivisor(frame.0, frame.1)
    self.agreement = agreement
    self.frame = (frame.0 / common, frame.1 / common)
    self.lengths = lengths.map { ($0.0, $0.1) }
  }

  /// What a viewer sees if labels and frames do not correspond one to one; nil if they do, or if
  /// there is no video to compare them with.
  var effect: String? {
    switch agreement {
    case .framesOfVideo(1): return nil
    case .framesOfVideo(let count): return "each label holds for \(counted(count, "frame"))"
    case .framesOfTimecode(let count): return "only one label in \(count) is used"
    case .none: break
    }
    guard let (label, frame) = lengths else { return nil }
    let (long, short) = label > frame ? (label, frame) : (frame, label)
    guard long > short else { return nil }
    // If the difference amounts to more than every second frame, a mean says more than a count.
    if long / (long - short) < 2 {
      let mean = decimal(long, over: short, places: 2)
      return label > frame
        ? "each label holds for \(mean) frames" : "only one label in \(mean) is used"
    }
    let count = (long + (long - short) / 2) / (long - short)
    return label > frame
      ? "about one frame in \(count) repeats a label" : "about one label in \(count) is left out"
  }

  /// Compares how long the video's frames last with how long they would last at the rate of the timecode. Returns
  /// the difference, and the greatest difference that the rounding of the video's times explains.
  private static func distance(
    _ own: (timecode: UInt128, video: UInt128, tick: UInt128), _ factor: UInt128, _ isLonger: Bool
  ) -> (distance: UInt128, tick: UInt128) {
    let (long, short) = isLonger ? (own.timecode, own.video) : (own.video, own.timecode)
    let distance = long > factor * short ? long - factor * short : factor * short - long
    return (distance, own.tick * (isLonger ? factor : 1))
  }

  /// Returns the duration of the video's frames at the rate of the timecode, their duration in the video, and the
  /// unit to which the video's times are rounded; all in one unit.
  private static func ratio(
    _ duration: MediaTime, _ video: FrameCadence
  ) -> (timecode: UInt128, video: UInt128, tick: UInt128)? {
    let scale = UInt128(duration.timescale.magnitude)
    let (frames, overflow) = (UInt128(duration.value) * UInt128(video.timescale))
      .multipliedReportingOverflow(by: UInt128(video.frames))
    // Room for the factor and the precision above.
    guard !overflow, frames >> 112 == 0, video.ticks > 0 else { return nil }
    return (frames, scale * UInt128(video.ticks), scale * UInt128(video.grain))
  }
}
