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
}

extension MediaTime {
  /// Whether something can last so long, or without end.
  fileprivate var isLengthOrInfinite: Bool {
    isPositiveInfinity || isNumeric && epoch == 0 && self >= .zero
  }
}

extension MovieWriter.Options {
  /// Returns the duration of a chunk in ticks of a track.
  func chunkTicks(per timescale: Int32) -> Int64 {
    let chunk = chunkDuration.converted(to: timescale, rounding: .awayFromZero)
    return chunk.isNumeric ? chunk.value : chunk == .positiveInfinity ? .max : 1
  }
}
