/// Everything in a movie or a WAV file that says a timecode, a start time or a reel.
///
/// ```swift
/// let sources = try movie.timecodeSources()
/// for source in sources.sources { print(source.kind.rawValue, source.path, source.start ?? "-") }
/// ```
public struct TimecodeSources: Sendable {
  /// How to look for sources.
  public struct Options: Sendable {
    /// A file that the camera wrote beside the movie, such as Sony's `C0001M01.XML`.
    public struct Sidecar: Sendable {
      /// The name of the file.
      public var name: String
      /// All of its bytes.
      public var bytes: [UInt8]
      /// A file of this name and content.
      public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
      }
    }

    /// The files beside the movie.
    public var sidecars: [Sidecar] = []
    /// How many samples of a track with a label in every sample are read, at most, to find where the
    /// labels jump. 1 or less reads only the first.
    public var mostSamples = 4096
    /// The frame duration for times of day whose rate nothing says; nil for that of the video.
    public var frameDuration: MediaTime?
    public init() {}
  }

  /// The sources, in the order of `TimecodeSource.Kind`, and within a kind in the order of the file.
  public let sources: [TimecodeSource]
  /// What is odd about them, and where they disagree.
  public let diagnostics: [Diagnostic]
  /// Where they disagree.
  public let disagreements: [TimecodeDisagreement]

  init(_ found: [TimecodeSource], _ diagnostics: [Diagnostic]) {
    let ranks = Dictionary(
      uniqueKeysWithValues: TimecodeSource.Kind.allCases.enumerated().map { ($1, $0) })
    func isAfter(_ a: TimecodeSource, _ b: TimecodeSource) -> Bool {
      ranks[a.kind] ?? 0 > ranks[b.kind] ?? 0
    }
    var sorted = found
    // There can be very many timecode tracks and nothing else, which need no copy in order.
    if zip(found, found.dropFirst()).contains(where: isAfter) {
      // Those of one kind keep their order: the sort is stable.
      sorted.sort { isAfter($1, $0) }
    }
    let differing = TimecodeDisagreement.all(in: sorted)
    sources = sorted
    disagreements = differing
    self.diagnostics = diagnostics + differing.map { $0.diagnostic(in: sorted) }
  }

  /// Returns the runs of the first source of a kind that has any; empty if none has.
  ///
  /// - Parameters:
  ///   - kind: The kind of source.
  ///   - frameDuration: How to count a time of day whose rate is not known; nil if it is not to be
  ///     counted.
  public func runs(
    of kind: TimecodeSource.Kind, counting frameDuration: MediaTime? = nil
  ) -> [TimecodeRun] {
    for source in sources where source.kind == kind {
      let runs = frameDuration.map { source.runs(counting: $0) } ?? source.runs
      if !runs.isEmpty { return runs }
    }
    return []
  }

  /// The reel, tape or card that the first source names; nil if none does.
  public var reel: String? { sources.lazy.compactMap(\.reel).first }
}

extension Movie {
  /// Finds everything in the movie that says a timecode, a start time or a reel.
  ///
  /// It reads headers and the first samples, and of tracks with a label in every sample as many as it
  /// takes to find where the labels jump.
  /// - Throws: `ReadingError` if the source cannot be read. What is damaged is left out, and a
  ///   diagnostic says so.
  public func timecodeSources(
    _ options: TimecodeSources.Options = TimecodeSources.Options()
  ) throws(ReadingError) -> TimecodeSources {
    var finder = TimecodeSourceFinder(self, options)
    do throws(IOError) {
      try finder.findTimecodeTracks()
      finder.findUserData()
      finder.findReels()
      try finder.findSonyXML()
      try finder.findSonyMetadata()
      try finder.findXMP()
      try finder.findBroadcastAtoms()
      try finder.findVideoLabels()
      try finder.findSatellites()
      finder.findCreationDates()
    } catch { throw .io(error) }
    return TimecodeSources(finder.found, finder.diagnostics)
  }
}
