extension MovieWriter {
  /// The format and the layout of the file that a `MovieWriter` writes.
  public struct Options: Sendable {
    /// The file format. The two formats have a common history, and differ in their brands and in a
    /// few atoms.
    public enum FileType: Sendable {
      /// A QuickTime movie (QuickTime File Format), with the brand `qt  `.
      case quickTime
      /// An MP4 file (ISO/IEC 14496-12 and 14496-14), with the brand `mp42`.
      case mp4
    }

    /// The place of the movie header (`moov`) in the file, and whether the movie is fragmented.
    public enum Layout: Hashable, Sendable {
      /// The header is after the media, which is written as it becomes known.
      case movieLast
      /// The header is before the media, so that a player can start before it has the whole file.
      /// If the header fits into the bytes reserved for it, it is written there. Otherwise the
      /// media is copied at the end, so that it comes after the header. 0 reserves nothing.
      case fastStart(reserving: UInt64 = 0)
      /// The header is before the media and describes no samples. The samples follow in fragments.
      /// Each fragment begins at the first sync sample after this time, or earlier if the one
      /// before it has 12 MiB of samples that are in no other file, or 1 GiB in all. The time is not
      /// negative; with positive infinity, fragments end only early.
      ///
      /// A fragment is written when all tracks have reached its end. Where one ends early, a sample that
      /// comes sooner than the one before it said is decoded later, and shown at its time.
      ///
      /// The file has its name from the first fragment on, and grows by whole fragments: it can be
      /// read whatever happens to its writer.
      case fragmented(every: MediaTime)
      /// The same as `fragmented`, with an index of all fragments (`sidx`) before the first one. It
      /// is an index of the first video track or, if there is no video, of the first track. With
      /// it, a player needs only the beginning of the file to seek. The fragments are copied at the
      /// end, so that they come after the index, and the file has its name only when it is
      /// complete.
      case indexedFragments(every: MediaTime)
    }

    /// How a track whose decode order differs from its presentation order stores its composition
    /// offsets (presentation time minus decode time, `ctts`).
    public enum CompositionOffsets: Sendable {
      /// Offsets are never negative. An edit list compensates for the delay of the first sample.
      case unsigned
      /// The first sample that is shown has the time 0, so that some offsets are negative. The
      /// range of the offsets is in `cslg`.
      case signed
    }

    /// The file format.
    public var fileType: FileType
    /// The place of the movie header, and whether the movie is fragmented.
    public var layout: Layout
    /// The duration of a chunk: the part of a track that is stored together before samples of the
    /// next track. Not negative; half a second by default. Fragmented movies do not use it.
    public var chunkDuration = MediaTime(value: 1, timescale: 2)
    /// The number of ticks per second of the movie timeline, in which the edits are stored. If nil,
    /// it is that of the first video or, without video, the first track, or a multiple of it of at
    /// most 1000000 in which the times of other tracks are whole ticks too.
    public var timescale: UInt32?
    /// The transformation of the whole movie, after those of its tracks.
    public var matrix = Matrix()
    /// The time of the samples that is shown at the start of the movie. What is presented before it
    /// is kept in the file and not shown. All times are on one timeline, so it has epoch 0 as they do.
    public var startTime = MediaTime.zero
    /// How composition offsets are stored.
    public var compositionOffsets = CompositionOffsets.unsigned
    /// The creation time in the headers of the movie; 0 means that it is not set.
    public var creationTime = MacDate(rawValue: 0)
    /// Additional children of `moov`, such as `udta` or `meta`.
    public var extensions: [Atom] = []

    /// The movie that is rewritten; nil if the movie is new.
    var kept: KeptMovie?

    /// Creates options. Those that are not parameters have their default values.
    public init(fileType: FileType = .quickTime, layout: Layout = .movieLast) {
      self.fileType = fileType
      self.layout = layout
    }

    /// Throws if no movie can have these options.
    func check() throws(FormatError) {
      try extensions.mustBeRead()
      if let timescale, Int32(exactly: timescale).map({ $0 < 1 }) ?? true {
        throw FormatError(.invalidTime("invalid timescale \(timescale)"))
      }
      guard startTime.isNumeric, startTime.epoch == 0 else {
        throw FormatError(.invalidTime("invalid start time \(startTime)"))
      }
      if let fragmentInterval, !fragmentInterval.isLengthOrInfinite {
        throw FormatError(.invalidTime("invalid duration of a fragment \(fragmentInterval)"))
      }
      guard chunkDuration.isLengthOrInfinite else {
        throw FormatError(.invalidTime("invalid duration of a chunk \(chunkDuration)"))
      }
    }

    var isQuickTime: Bool { fileType == .quickTime }

    var isFragmented: Bool { fragmentInterval != nil }

    /// The time after which a fragment ends; nil if the movie is not fragmented.
    var fragmentInterval: MediaTime? {
      switch layout {
      case .fragmented(let interval), .indexedFragments(let interval): interval
      case .movieLast, .fastStart: nil
      }
    }

    /// Whether an index of all fragments comes before them.
    var isIndexed: Bool {
      if case .indexedFragments = layout { true } else { false }
    }

    /// Whether the file has its name only when it is complete.
    var appearsWhole: Bool { isIndexed || !isFragmented || kept?.isCopy == true }

    var isSigned: Bool { compositionOffsets == .signed }
  }

  /// The properties of a new track, except its samples.
  public struct TrackSettings: Sendable {
    /// The media type, which is the handler of the track: `vide`, `soun`, `tmcd`, …
    public var mediaType: MediaType
    /// The number of ticks per second of the track's times, from 1 to 2147483647. Times that are
    /// not whole ticks are rounded, each one separately.
    public var timescale: UInt32
    /// The entries of `stsd`. A sample names its description by its index in this array.
    public var sampleDescriptions: [Atom]
    /// The size at which the track is shown, before `matrix`, in pixels. A timecode track of a
    /// QuickTime movie without a size gets the width of its video.
    public var size = PixelSize.zero
    /// The transformation that places, turns and scales the pictures.
    public var matrix = Matrix()
    /// The name of the track, which is written as that of its handler (`hdlr`), without a zero; nil for one that
    /// says only the kind of media. QuickTime's has at most 255 bytes of UTF-8, and a longer one is cut after a
    /// whole character. QuickTime players show the name in `udta`, which belongs to `extensions`.
    public var name: String?
    /// The volume; 1 is full volume. If nil, it is 1 for audio and 0 for other media.
    public var volume: Fixed8x8?
    /// The language in the media header. A Macintosh code is written into MP4 files as the three letters of
    /// its language.
    public var languageCode = LanguageCode.undetermined
    /// The language tag (BCP 47) for `elng`, such as `de-CH`; nil if there is none.
    public var extendedLanguage: String?
    /// Whether the track takes part in the presentation.
    public var isEnabled = true
    /// In which parts of the movie a track of another movie is, by the flags of `tkhd` besides `enabled`; nil for
    /// those that a new track has.
    var partsOfMovie: UInt32?
    /// The front-to-back order of video tracks: a track with a lower number is in front.
    public var layer: Int16 = 0
    /// The number of the group of alternatives that the track belongs to; 0 means no group. Of the
    /// tracks with the same number, only one is shown at a time.
    public var alternateGroup: Int16 = 0
    /// The edits: which times of the track are shown at which times of the movie. If nil, the track
    /// is shown from `Options.startTime` on.
    public var edits: EditMappings?
    /// Whether the edits show all of the media, so that the last one may be longer than that.
    package var showsAllMedia = false
    /// The header of the media information of a track of another movie, if a file of this kind can have it.
    var oldInformationHeader: Boxed<Atom>?
    /// Additional children of `trak`, such as `udta` or `tapt`.
    public var extensions: [Atom] = []
    /// The track of another movie that this one continues; nil if the track is new.
    var kept: KeptTrack?
    /// Whether it is cover art or a slide show, whose pictures say nothing about where fragments should begin.
    var isSlideShow = false

    /// Creates the settings of a track.
    /// - Parameters:
    ///   - mediaType: The handler.
    ///   - timescale: The number of ticks per second, from 1 to 2147483647.
    ///   - sampleDescriptions: The entries of `stsd`. More can be added with
    ///     `Input.addSampleDescription`.
    public init(mediaType: MediaType, timescale: UInt32, sampleDescriptions: [Atom]) {
      self.mediaType = mediaType
      self.timescale = timescale
      self.sampleDescriptions = sampleDescriptions
    }
  }
}

extension MovieWriter.TrackSettings {
  var isTimecode: Bool {
    TimecodeIdentification.isTimecode(
      handler: mediaType.rawValue, formats: sampleDescriptions.map(\.type))
  }
}

extension MediaTime {
  /// Whether something can last so long, or without end.
  fileprivate var isLengthOrInfinite: Bool {
    isPositiveInfinity || isNumeric && epoch == 0 && self >= .zero
  }
}

extension [Atom] {
  /// Throws if the content of an atom, or of one in it, was left in the file that it is from.
  func mustBeRead() throws(FormatError) {
    for atom in self {
      switch atom.content {
      case .bytes: break
      case .extent: throw FormatError(.notRead, path: atom.type.description, at: atom.offset)
      case .children(let children): try children.atoms.mustBeRead()
      }
    }
  }
}

extension MovieWriter.Options {
  /// Returns the duration of a chunk in ticks of a track.
  func chunkTicks(per timescale: Int32) -> Int64 {
    let chunk = chunkDuration.converted(to: timescale, rounding: .awayFromZero)
    return chunk.isNumeric ? chunk.value : chunk == .positiveInfinity ? .max : 1
  }
}

extension EditMappings {
  /// The same edits, with empty ones where there is none.
  ///
  /// - Throws: `FormatError` if a time is no number, or an edit begins before the end of the one before.
  func withoutGaps() throws(FormatError) -> EditMappings {
    var whole = PackedMappings()
    var end = MediaTime.zero
    for edit in self {
      let (target, source) = (edit.target, edit.source)
      guard target.start.isNumeric, target.duration.isNumeric, target.duration >= .zero,
        edit.isEmpty || source.start.isNumeric && source.duration.isNumeric
      else { throw FormatError(.invalidTime("invalid edit: \(edit)"), path: "elst") }
      guard target.start >= end else {
        throw FormatError(
          .invalidTime("the edit at \(target.start) begins before the end of the one before it"),
          path: "elst")
      }
      if target.start > end {
        whole.append(MediaTimeMapping(emptyOver: MediaTimeRange(start: end, end: target.start)))
      }
      whole.append(edit)
      end = target.end
    }
    return EditMappings(whole)
  }
}
