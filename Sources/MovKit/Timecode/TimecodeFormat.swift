/// How the samples of a timecode track are interpreted: the content of a `tmcd`, `tc64`, `cn32` or
/// `cn64` sample description (QuickTime File Format, "Timecode Sample Description"; TN2310). It is
/// the counterpart of `CMTimeCodeFormatDescription`.
///
/// Rate, quanta and drop-frame flag are independent of each other, and in real files they
/// contradict each other in every possible way. A format takes them as they are.
public struct TimecodeFormat: Hashable, Sendable {
  /// The kind of sample.
  public var mediaSubType: TimecodeMediaSubType
  /// How long a frame lasts. It is not a positive number if the file gives none.
  public var frameDuration: MediaTime
  /// The declared number of frames per second of labels. A file has one byte for it; 0 occurs.
  public var frameQuanta: UInt32
  /// How labels count.
  public var flags: Flags
  /// The tape or reel that the timecode came from; nil if it is not given.
  public var sourceName: SourceName?
  /// The quanta to use for labels, in place of what the file declares and the rate suggests; nil
  /// for none.
  public var quantaOverride: UInt32?

  /// The flags of the sample description. Unknown bits are kept.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits as stored in the file.
    public let rawValue: UInt32
    /// Flags of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Labels skip frame numbers, to keep up with real time at rates such as 30000/1001.
    public static let dropFrame = Flags(rawValue: TimecodeDescription.dropFrame)
    /// Labels start again at 0 after 24 hours.
    public static let wraps24Hours = Flags(rawValue: TimecodeDescription.wraps24Hours)
    /// Frame numbers may be negative.
    public static let negativeTimesOK = Flags(rawValue: TimecodeDescription.negativeTimesOK)
    /// Samples are counts and not frame numbers.
    public static let counter = Flags(rawValue: TimecodeDescription.counter)

    /// The bits that no specification names.
    public var unknown: Flags {
      subtracting([.dropFrame, .wraps24Hours, .negativeTimesOK, .counter])
    }
  }

  /// The name of a source in one language.
  public struct SourceName: Hashable, Sendable {
    /// The name itself.
    public var text: String
    /// The language of the name.
    public var language: LanguageCode

    /// A name in a language.
    public init(text: String, language: LanguageCode) {
      self.text = text
      self.language = language
    }
  }

  /// A format of these parts. Contradictions between them are allowed.
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

  /// Whether samples are counts and not frame numbers.
  public var isCounter: Bool { mediaSubType.isCounter || flags.contains(.counter) }

  /// Whether the drop-frame flag is set.
  public var isDropFrame: Bool { flags.contains(.dropFrame) }
}

extension TimecodeFormat: CustomStringConvertible {
  /// Such as `tmcd, 30 frames of 1001/30000, [dropFrame, wraps24Hours], A001`: the kind of sample, the declared
  /// quanta, or that of labels if something overrides it, the duration of a frame, the flags, and the source if
  /// there is one.
  public var description: String {
    "\(mediaSubType.fourCC), \(quantaOverride ?? frameQuanta) frames of \(frameDuration), \(flags)"
      + (sourceName.map { ", \($0.text)" } ?? "")
  }
}

extension TimecodeFormat.Flags: CustomStringConvertible {
  /// The names of the flags, such as `[dropFrame, wraps24Hours]`; unknown bits as one hexadecimal number.
  public var description: String {
    let named: [(flag: Self, name: String)] = [
      (.dropFrame, "dropFrame"), (.wraps24Hours, "wraps24Hours"),
      (.negativeTimesOK, "negativeTimesOK"), (.counter, "counter"),
    ]
    var names = named.filter { contains($0.flag) }.map(\.name)
    if !unknown.isEmpty { names.append("0x" + String(unknown.rawValue, radix: 16)) }
    return "[\(names.joined(separator: ", "))]"
  }
}

// MARK: - Quanta

extension TimecodeFormat {
  /// The frame rate rounded to a whole number, halves up; nil if the frame duration is not usable
  /// or the rate rounds to 0.
  public var nominalQuanta: UInt32? {
    guard let rate = wholeRate else { return nil }
    let rounded = rate.floor + (rate.roundsUp ? 1 : 0)
    return rounded > 0 ? UInt32(exactly: rounded) : nil
  }

  /// The quanta that labels are computed with; 0 if none is known.
  ///
  /// It is `quantaOverride` if that is set, else the declared quanta. If the declared quanta is 0,
  /// or is the rate truncated to a whole number, it is the rounded rate instead: GoPro cameras
  /// declare 29 at 30000/1001 and count 30 frames per second.
  public var labelQuanta: UInt32 {
    if let quantaOverride { return quantaOverride }
    return frameQuanta == 0 || isQuantaCutFromRate ? nominalQuanta ?? frameQuanta : frameQuanta
  }

  /// Returns this format with labels by `quanta`, whatever it declares and its rate suggests.
  /// `labelled(by: frameQuanta)` reads exactly what the file says.
  public func labelled(by quanta: UInt32) -> TimecodeFormat {
    var copy = self
    copy.quantaOverride = quanta
    return copy
  }

  /// The number of frame numbers that labels skip at the start of each minute that is not a
  /// multiple of 10: 2 for each 30 of the quanta (SMPTE ST 12-1, ST 12-3). It is 0 without the
  /// drop-frame flag. It is also 0 if the quanta is not a multiple of 30: no standard skips numbers
  /// there, so the flag changes only the separator to a semicolon.
  public var framesDroppedPerMinute: UInt32 {
    isDropFrame ? TimecodeLabels.dropped(perMinuteAt: labelQuanta) : 0
  }

  /// The number of frames in 24 hours of labels; 0 if `labelQuanta` is 0.
  public var framesPerDay: Int64 { labels.map { Int64($0.framesPerDay) } ?? 0 }

  /// The number of frames after which labels begin again; nil if they do not.
  package var framesUntilWrap: Int64? {
    flags.contains(.wraps24Hours) && framesPerDay > 0 ? framesPerDay : nil
  }

  /// Returns a frame number between midnight and midnight, if labels wrap there.
  package func withinDay(_ number: Int64) -> Int64 {
    guard let day = framesUntilWrap, !flags.contains(.negativeTimesOK) else { return number }
    let rest = number % day
    return rest < 0 ? rest + day : rest
  }

  /// Whether the declared quanta is the rate without its fraction, and the fraction is a half or
  /// more.
  var isQuantaCutFromRate: Bool {
    guard let rate = wholeRate else { return false }
    return rate.floor == Int64(frameQuanta) && rate.roundsUp
  }

  /// The whole frames per second, and whether the remaining fraction is half a frame or more.
  private var wholeRate: (floor: Int64, roundsUp: Bool)? {
    guard frameDuration.isNumeric, frameDuration.value > 0 else { return nil }
    let (floor, rest) = Int64(frameDuration.timescale)
      .quotientAndRemainder(dividingBy: frameDuration.value)
    return (floor, rest >= frameDuration.value - rest)
  }

  /// The label arithmetic; nil if there is no usable quanta.
  var labels: TimecodeLabels? {
    TimecodeLabels(quanta: labelQuanta, dropped: framesDroppedPerMinute)
  }
}

// MARK: - Time

extension TimecodeFormat {
  /// Returns the number of whole frames in a stretch of media time, counted from its start; for a
  /// negative stretch it is rounded down. Nil if the frame duration is not positive, if the
  /// duration is not a number, or if the number does not fit in 64 bits.
  public func frames(in duration: MediaTime) -> Int64? {
    guard frameDuration.isNumeric, frameDuration.value > 0, duration.isNumeric else { return nil }
    let ticks = Int128(duration.value) * Int128(frameDuration.timescale)
    return Int64(
      exactly: ticks.dividedDown(by: Int128(frameDuration.value) * Int128(duration.timescale)))
  }

  /// Returns the frame number at an offset in media time into a sample that starts with
  /// `frameNumber`; nil if `frames(in:)` is nil, or if the number does not fit in 64 bits.
  public func frameNumber(_ frameNumber: Int64, advancedBy offset: MediaTime) -> Int64? {
    guard let frames = frames(in: offset) else { return nil }
    return frameNumber.adding(frames)
  }
}
