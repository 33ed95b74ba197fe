/// How the samples of a timecode track are to be understood: the content of a `tmcd`, `tc64`,
/// `cn32` or `cn64` sample description, and the counterpart of `CMTimeCodeFormatDescription`.
///
/// Rate, quanta and drop-frame flag are three independent statements, and real files contradict
/// themselves in every way. A format takes them as they are; `oddities` names what is strange.
public struct TimecodeFormat: Hashable, Sendable {
  public var mediaSubType: TimecodeMediaSubType
  /// How long a frame lasts. Not a positive number where a file states none.
  public var frameDuration: MediaTime
  /// Frames that a second of labels counts, as declared. A file has one byte for it; 0 occurs.
  public var frameQuanta: UInt32
  public var flags: Flags
  /// The tape or reel that the timecode came from.
  public var sourceName: SourceName?
  /// The quanta to label by, whatever the file declares and the rate suggests.
  public var quantaOverride: UInt32?

  /// The flags of the sample description (QuickTime File Format, timecode sample description).
  /// Unknown bits are kept.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let dropFrame = Flags(rawValue: TimecodeDescription.dropFrame)
    public static let wraps24Hours = Flags(rawValue: TimecodeDescription.wraps24Hours)
    public static let negativeTimesOK = Flags(rawValue: TimecodeDescription.negativeTimesOK)
    public static let counter = Flags(rawValue: TimecodeDescription.counter)

    /// Bits that no specification names.
    public var unknown: Flags {
      subtracting([.dropFrame, .wraps24Hours, .negativeTimesOK, .counter])
    }
  }

  public struct SourceName: Hashable, Sendable {
    public var text: String
    /// A Macintosh language code or, from 0x400, a packed ISO 639-2/T code.
    public var language: UInt16

    public init(text: String, language: UInt16) {
      self.text = text
      self.language = language
    }
  }

  public init(
    mediaSubType: TimecodeMediaSubType = .timecode32, frameDuration: MediaTime,
    frameQuanta: UInt32, flags: Flags = [], sourceName: SourceName? = nil,
    quantaOverride: UInt32? = nil
  ) {
    self.mediaSubType = mediaSubType
    self.frameDuration = frameDuration
    self.frameQuanta = frameQuanta
    self.flags = flags
    self.sourceName = sourceName
    self.quantaOverride = quantaOverride
  }

  /// Whether samples are plain counts and not frame numbers.
  public var isCounter: Bool { mediaSubType.isCounter || flags.contains(.counter) }

  public var isDropFrame: Bool { flags.contains(.dropFrame) }
}

// MARK: - Quanta

extension TimecodeFormat {
  /// The frame rate rounded to a whole number, halves up; nil without a usable frame duration,
  /// and where the rate rounds to 0.
  public var nominalQuanta: UInt32? {
    guard let rate = wholeRate else { return nil }
    let rounded = rate.floor + (rate.roundsUp ? 1 : 0)
    return rounded > 0 ? UInt32(exactly: rounded) : nil
  }

  /// The quanta that labels are computed with; 0 where there is nothing to go by.
  ///
  /// `quantaOverride` where it is set. Else the declared quanta, but the rounded rate where the
  /// declared quanta is 0 or is the rate cut to a whole number: GoPro cameras declare 29 at
  /// 30000/1001 and count thirty frames to a second.
  public var labelQuanta: UInt32 {
    if let quantaOverride { return quantaOverride }
    return frameQuanta == 0 || isQuantaCutFromRate ? nominalQuanta ?? frameQuanta : frameQuanta
  }

  /// This format with labels by `quanta`, whatever it declares and its rate suggests.
  /// `labelled(by: frameQuanta)` reads exactly what the file says.
  public func labelled(by quanta: UInt32) -> TimecodeFormat {
    var copy = self
    copy.quantaOverride = quanta
    return copy
  }

  /// Frame numbers that labels skip at the start of each minute that no 10 divides: 2 for each
  /// 30 of the quanta (SMPTE ST 12-1, ST 12-3). 0 without the drop-frame flag, and for a quanta
  /// that 30 does not divide: no standard skips numbers there, so only the semicolon remains.
  public var framesDroppedPerMinute: UInt32 {
    isDropFrame && labelQuanta % 30 == 0 ? labelQuanta / 15 : 0
  }

  /// Frames in 24 hours of labels; 0 where `labelQuanta` is.
  public var framesPerDay: Int64 { labels.map { Int64($0.framesPerDay) } ?? 0 }

  /// The declared quanta is the rate without its fraction, and the fraction is a half or more.
  var isQuantaCutFromRate: Bool {
    guard let rate = wholeRate else { return false }
    return rate.floor == Int64(frameQuanta) && rate.roundsUp
  }

  /// Whole frames a second, and whether what is left is half a frame or more.
  private var wholeRate: (floor: Int64, roundsUp: Bool)? {
    guard frameDuration.isNumeric, frameDuration.value > 0 else { return nil }
    let (floor, rest) = Int64(frameDuration.timescale)
      .quotientAndRemainder(dividingBy: frameDuration.value)
    return (floor, rest >= frameDuration.value - rest)
  }

  /// The label arithmetic; nil where there is no quanta.
  var labels: TimecodeLabels? {
    TimecodeLabels(quanta: labelQuanta, dropped: framesDroppedPerMinute)
  }
}

// MARK: - Time

extension TimecodeFormat {
  /// Whole frames in a stretch of media time, counted from its start; of a negative one, rounded
  /// down. Nil where the frame duration is not positive, the duration is not a number, or there
  /// are more frames than 64 bits count.
  public func frames(in duration: MediaTime) -> Int64? {
    guard frameDuration.isNumeric, frameDuration.value > 0, duration.isNumeric else { return nil }
    let (whole, rest) = (Int128(duration.value) * Int128(frameDuration.timescale))
      .quotientAndRemainder(
        dividingBy: Int128(frameDuration.value) * Int128(duration.timescale))
    return Int64(exactly: rest < 0 ? whole - 1 : whole)
  }

  /// The frame number at a media time offset into a sample that starts with `frameNumber`; nil
  /// where `frames(in:)` is, or the number leaves 64 bits.
  public func frameNumber(_ frameNumber: Int64, advancedBy offset: MediaTime) -> Int64? {
    guard let frames = frames(in: offset) else { return nil }
    let (sum, overflow) = frameNumber.addingReportingOverflow(frames)
    return overflow ? nil : sum
  }
}
