extension MovieWriter {
  /// What kind of file a movie is written into, and in which order.
  public struct Options: Sendable {
    /// Which of the two formats with one history: they differ in their brands and in a few atoms.
    public enum FileType: Sendable {
      /// QuickTime: brand `qt  `.
      case quickTime
      /// ISO base media: brand `mp42`.
      case mp4
    }

    /// Where the movie's header stands.
    public enum Layout: Sendable {
      /// Behind the media, as it becomes known.
      case movieLast
      /// Ahead of the media. Where the header fits into the bytes reserved for it, it is written
      /// there; otherwise the media is copied behind it at the end.
      case fastStart(reserving: UInt64 = 0)
      /// Ahead of the media and without samples, which follow in fragments. Each begins at the first
      /// sync sample after this time, or earlier where it has 12 MB that stand in no other file.
      ///
      /// The file has its name from the first fragment on, and grows by whole fragments: it can be
      /// read whatever becomes of its writer.
      case fragmented(every: MediaTime)
      /// The same with an index of all fragments ahead of the first (`sidx`), of the first video or
      /// else the first track, so that players need only the beginning of the file to seek in it.
      /// Fragments are copied behind it at the end, and the file has its name when it is whole.
      case indexedFragments(every: MediaTime)
    }

    /// How presentation times are told from decode times where their order differs.
    public enum CompositionOffsets: Sendable {
      /// Offsets are never negative, and an edit list takes off the delay of the first sample.
      case unsigned
      /// The first sample shown has the time 0, so that some offsets are negative; `cslg` tells how
      /// far.
      case signed
    }

    public var fileType: FileType
    public var layout: Layout
    /// How much of a track stands together before the next one has its turn.
    public var chunkDuration = MediaTime(value: 1, timescale: 2)
    /// Ticks a second of the movie, in which edits are told; nil: those of the first video.
    public var timescale: UInt32?
    /// What is presented at this time is shown at the start of the movie; what comes ahead of it is
    /// kept and not shown.
    public var startTime = MediaTime.zero
    public var compositionOffsets = CompositionOffsets.unsigned
    /// 0: not set.
    public var creationTime = MacDate(rawValue: 0)
    /// Further children of `moov`, such as `udta` or `meta`.
    public var extensions: [Atom] = []

    /// The movie that is written anew; nil for one that is new.
    var kept: KeptMovie?

    public init(fileType: FileType = .quickTime, layout: Layout = .movieLast) {
      self.fileType = fileType
      self.layout = layout
    }

    var isQuickTime: Bool { fileType == .quickTime }

    var isFragmented: Bool { fragmentInterval != nil }

    /// After which time fragments end; nil where there are none.
    var fragmentInterval: MediaTime? {
      switch layout {
      case .fragmented(let interval), .indexedFragments(let interval): interval
      case .movieLast, .fastStart: nil
      }
    }

    /// Whether an index of all fragments stands ahead of them.
    var isIndexed: Bool {
      if case .indexedFragments = layout { true } else { false }
    }

    /// Whether the file has its name only when it is whole.
    var appearsWhole: Bool { isIndexed || !isFragmented || kept?.isCopy == true }

    var isSigned: Bool { compositionOffsets == .signed }
  }

  /// What a track is, apart from its samples.
  public struct TrackSettings: Sendable {
    /// The handler: `vide`, `soun`, `tmcd`, …
    public var mediaType: MediaType
    /// Ticks a second of the track's times, from 1 to 2147483647. Times that are no whole ticks are
    /// rounded, each by itself.
    public var timescale: UInt32
    /// Entries of `stsd`; a sample names one by its place.
    public var sampleDescriptions: [Atom]
    /// The size at which the track is shown, before `matrix`, in pixels. A timecode track of QuickTime
    /// without a size gets the width of its video.
    public var size = PixelSize.zero
    public var matrix = Matrix()
    public var languageCode = LanguageCode.undetermined
    /// Such as `de-CH`.
    public var extendedLanguage: String?
    public var isEnabled = true
    public var layer: Int16 = 0
    /// Of the tracks with the same number only one is shown at a time; 0 is no group.
    public var alternateGroup: Int16 = 0
    /// Which of the track's times are shown when; nil: all from the writer's start time on.
    public var edits: [MediaTimeMapping]?
    /// Further children of `trak`, such as `udta` or `tapt`.
    public var extensions: [Atom] = []
    /// The track of another movie that it stands for; nil for one that is new.
    var kept: KeptTrack?

    public init(mediaType: MediaType, timescale: UInt32, sampleDescriptions: [Atom]) {
      self.mediaType = mediaType
      self.timescale = timescale
      self.sampleDescriptions = sampleDescriptions
    }
  }
}

extension MovieWriter.TrackSettings {
  /// Whether the track is a timecode track.
  var isTimecode: Bool {
    TimecodeIdentification.isTimecode(
      handler: mediaType.rawValue, formats: sampleDescriptions.map(\.type))
  }
}
