/// One place of a file that says a timecode, a start time or a reel, and what it says.
public struct TimecodeSource: Hashable, Sendable {
  /// What kind of place it is. The raw value is a stable name for programs. The order is that of
  /// worth: what editing programs read comes first, clocks last.
  public enum Kind: String, CaseIterable, Sendable {
    /// A timecode track, through its edits.
    case timecodeTrack = "tmcd"
    /// The user data `©TIM`, with `©TSC` and `©TSZ` for the rate.
    case userData = "udta"
    /// A key of QuickTime metadata that names a reel. It has no time.
    case reel = "reel"
    /// Sony's metadata for each frame (`rtmd`).
    case sonyMetadata = "rtmd"
    /// Sony's XML: the table of timecode changes.
    case sonyXML = "sony-xml"
    /// XMP: `xmpDM:startTimecode` and `xmpDM:altTimecode`.
    case xmp = "xmp"
    /// The broadcast extension of a WAV file (`bext`).
    case broadcastExtension = "bext"
    /// The XML of a WAV file (`iXML`).
    case broadcastXML = "ixml"
    /// The picture timing of H.264 (SEI message 1).
    case h264 = "h264-sei"
    /// The time code of HEVC (SEI message 136).
    case hevc = "hevc-sei"
    /// The DV packs that AVCHD cameras put into H.264.
    case modifiedDVPack = "mdpm"
    /// The header of a group of pictures of MPEG-2 video.
    case mpeg2 = "mpeg2-gop"
    /// The subcode of DV.
    case dv = "dv"
    /// The satellite time in a GoPro camera's metadata: a clock, and not a timecode.
    case satellites = "gpmf"
    /// When a camera or a program says that it created the movie: a clock, and not a timecode.
    case creationDate = "creation-date"

    /// Whether it is the time of day of a clock, which timecode need not follow.
    public var isClock: Bool { self == .satellites || self == .creationDate }
  }

  /// How much of it the file says itself.
  public enum Certainty: String, Sendable {
    /// The file says the label, and how its frames are counted.
    case stated
    /// The file says the time, and something was assumed, such as the frame rate of the video or drop
    /// frame. `notes` say what.
    case assumed
  }

  /// What kind of place it is.
  public var kind: Kind
  /// The path of the atom or of the track, the name of the chunk, or the name of the file beside the
  /// movie.
  public var path: String
  /// What it is called there, such as `xmpDM:altTimecode`; nil if the kind says all.
  public var field: String?
  /// The ID of the track; nil if it belongs to the whole file.
  public var trackID: UInt32?
  /// The index of the sample, from 0; nil if it is not in a sample.
  public var sampleIndex: Int?
  /// The place of the atom, the chunk or the sample, in bytes from the start of the file; nil if it is
  /// in another file.
  public var offset: UInt64?
  /// The label as it is written there; nil if there is none.
  public var label: String?
  /// The stretches over which its timecode counts on evenly, in order. Empty if it says no time, or
  /// if its frames cannot be counted. They are made each time, and there can be very many.
  public var runs: [TimecodeRun] {
    get { eachRun.list }
    _modify {
      var list = eachRun.list
      // Nothing else may have the list, or it is copied.
      eachRun = TimecodeRuns()
      defer { eachRun = TimecodeRuns(list) }
      yield &list
    }
  }
  /// The same, each made when it is asked for.
  package internal(set) var eachRun = TimecodeRuns()
  /// The exact time since midnight, if it is not a whole number of frames that is said; nil otherwise.
  public var timeOfDay: MediaTime?
  /// The date and time of a clock in ISO 8601, as it is said; nil if it says none.
  public var clock: String?
  /// The reel, tape or card; nil if it names none.
  public var reel: String?
  /// How much of it the file says itself.
  public var certainty = Certainty.stated
  /// Sentences without a full stop about what was assumed, or what is odd.
  public var notes: [String] = []

  /// A source that says nothing yet.
  public init(
    _ kind: Kind, path: String, field: String? = nil, trackID: UInt32? = nil,
    sampleIndex: Int? = nil, offset: UInt64? = nil
  ) {
    self.kind = kind
    self.path = path
    self.field = field
    self.trackID = trackID
    self.sampleIndex = sampleIndex
    self.offset = offset
  }

  /// The label of its first frame, such as `01:00:00:00`; nil if it has no run.
  public var start: String? { eachRun.first?.start }

  /// Returns its runs or, if it says only a time of day and its rate is not known, one that counts
  /// frames of this duration from midnight, the first of which begins at or before that time, or less than a tick
  /// of it later.
  public func runs(counting frameDuration: MediaTime, isDropFrame: Bool = false) -> [TimecodeRun] {
    guard eachRun.first == nil, let timeOfDay,
      let format = TimecodeFormat.counting(frameDuration, isDropFrame: isDropFrame),
      let number = format.frameNumber(atTicks: timeOfDay)
    else { return runs }
    return [TimecodeRun(at: .zero, format: format, frameNumber: number)]
  }
}

extension TimecodeSource {
  mutating func assume(_ note: String) {
    certainty = .assumed
    notes.append(note)
  }

  /// Notes what the source lacks, and the rate by which it is counted for that reason: that of the video, or the
  /// one that was asked for.
  mutating func assume(_ lack: String, counting frame: MediaTime?) {
    guard let frame, frame.isNumeric, frame.value > 0 else { return assume(lack) }
    let rate = decimal(
      UInt128(frame.timescale.magnitude), over: UInt128(frame.value.magnitude), places: 3)
    assume("\(lack); counting \(rate) frames per second")
  }

  /// Adds a run that begins with a label. If its frames cannot be counted, a note says so.
  @inline(never)
  mutating func add(
    _ label: EmbeddedLabel, at time: MediaTime, for duration: MediaTime? = nil,
    counting frameDuration: MediaTime?, isDropFrame: Bool? = nil, advancedBy frames: Int64 = 0
  ) {
    var written = label
    written.isDropFrame = isDropFrame ?? label.isDropFrame
    if self.label == nil { self.label = written.text }
    guard let frameDuration,
      var format = TimecodeFormat.counting(
        frameDuration, isDropFrame: written.isDropFrame ?? false)
    else {
      notes.append("no frame rate is known, so its frames cannot be counted")
      return
    }
    format.sourceName = reel.map {
      TimecodeFormat.SourceName(text: $0, language: LanguageCode(rawValue: 0))
    }
    if label.timecode.isNegative { format.flags.insert(.negativeTimesOK) }
    do throws(TimecodeError) {
      let number = try format.frameNumber(for: label.timecode)
      let (sum, overflow) = number.addingReportingOverflow(frames)
      guard !overflow else { return }
      runs.append(TimecodeRun(at: time, duration: duration, format: format, frameNumber: sum))
    } catch { notes.append("\(written.text) cannot be counted: \(error)") }
  }

  /// Adds a clock: a run that begins with its time of day, at the frame rate of the video.
  mutating func add(_ clock: WallClock, at time: MediaTime, counting frameDuration: MediaTime?) {
    self.clock = clock.text
    timeOfDay = MediaTime(value: Int64(clock.milliseconds), timescale: 1000)
    guard let frameDuration,
      let format = TimecodeFormat.counting(frameDuration, isDropFrame: false)
    else { return }
    let drops = TimecodeFormat.dropsNumbers(at: frameDuration)
    var label = clock.label(quanta: format.labelQuanta)
    // The labels that drop frame leaves out are read as the first that follows them.
    if drops, label.timecode.minutes % 10 != 0, label.timecode.seconds == 0 {
      label.timecode.frames = max(label.timecode.frames, Int(format.labelQuanta / 15))
    }
    add(label, at: time, counting: frameDuration, isDropFrame: drops)
    self.label = nil
  }
}
