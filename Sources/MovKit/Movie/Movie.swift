/// A movie: its tracks and what they mean.
///
/// ```swift
/// let movie = try Movie(path: "clip.mov")
/// for track in movie.tracks(.video) {
///   print(track.size.width, track.frameRate ?? "no frames")
/// }
/// ```
///
/// Opening a movie reads its headers, but no media. The movie keeps what it was read from, and reads
/// samples and timecode from there when a program asks for them.
public struct Movie: Sendable {
  /// The atoms that the movie was read from.
  public let file: AtomFile
  /// The first `moov`. If the file has it in compressed form (`cmov`), it is the decompressed one, whose
  /// atoms have no offsets.
  public let atom: Atom
  /// The atom of the top level that is `atom` or has it in compressed form.
  package let storedAtom: Atom
  /// The number of ticks per second of the movie; 0 in broken files.
  public let timescale: UInt32
  /// The duration according to the header, with all fragments if the header counts them (`mehd`);
  /// indefinite if the header says "unknown".
  public let duration: MediaTime
  /// When the movie was created, according to its header.
  public let creationTime: MacDate
  /// The transformation of the whole movie, after those of its tracks.
  public let matrix: Matrix
  /// When the movie was last changed, according to its header.
  public let modificationTime: MacDate
  /// The major brand of `ftyp`; nil in QuickTime files from before there was one.
  public let majorBrand: FourCC?
  /// The tracks that can be read, in the order of the file.
  public private(set) var tracks: [Track]
  private(set) var places: TrackPlaces
  /// The tracks that cannot be read. They are not among `tracks`, and `diagnostics` has an error for
  /// each.
  public let unreadableTracks: UnreadableTracks
  /// Whether samples are in fragments.
  public let isFragmented: Bool
  /// The part of the presentation for which fragments were read; nil if all were read. Sample
  /// indexes then count only the samples that were read, while times still count from the start of
  /// the media.
  public let readRange: MediaTimeRange?
  /// What is odd about the file, its atoms and its tracks. `findings()` reports more.
  public let diagnostics: [Diagnostic]
  /// The timecode, after it was read.
  let timecodeCache: TimecodeCache
  let findingsCache: FindingsCache

  /// The source of the samples.
  package var source: any ByteSource { file.source }

  // MARK: Opening

  /// Opens the movie at a path.
  ///
  /// - Parameters:
  ///   - path: A text or a `FilePath`.
  ///   - schema: The atoms that are known: `Schema.standard`, or one to which a program has added its
  ///     own.
  ///   - limits: What reading may cost.
  /// - Throws: `ReadingError` if the file cannot be read, is not a movie, or its header is damaged.
  public init(
    path: some FilePathConvertible, schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    try self.init(AtomFile(path: path, schema: schema, limits: limits))
  }

  /// Opens a movie from a source: a `File`, a `ConcatenatedSource` of segments, or a source that a
  /// program implements.
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - schema: The atoms that are known.
  ///   - limits: What reading may cost.
  /// - Throws: `ReadingError` if the source cannot be read, is not a movie, or its header is
  ///   damaged.
  public init(
    from source: any ByteSource, schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    try self.init(AtomFile(from: source, schema: schema, limits: limits))
  }

  /// Opens a movie in memory, such as `[UInt8]` or Foundation's `Data`.
  ///
  /// - Throws: `ReadingError` if the bytes are not a movie, or its header is damaged.
  public init(
    from bytes: some Sequence<UInt8>, schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    try self.init(AtomFile(from: bytes, schema: schema, limits: limits))
  }

  /// Opens a movie from a source that cannot be read at once. `loadTimecode()` reads its timecode, and
  /// `Track.asyncSamples()` its samples.
  ///
  /// - Throws: `ReadingError` if the source cannot be read, is not a movie, or its header is damaged;
  ///   of kind `cancelled` if the task is cancelled.
  public init(
    from source: any AsyncByteSource, schema: Schema = .standard, limits: Limits = .standard
  ) async throws(ReadingError) {
    let source = BlockingSource(source)
    self = try await source.reading { () throws(ReadingError) in
      try Movie(from: source, schema: schema, limits: limits)
    }
  }

  /// Opens a movie for a part of its presentation. Of a fragmented movie, only the fragments with
  /// that part are read, from the last entry point before it on, and those with what a decoder of audio
  /// needs before it; `sidx` or `mfra` says where they are. Other movies are read as a whole. A `MovieReader`
  /// whose `timeRange` is within the part gets the same samples from this movie as from one that was read as a
  /// whole, unless fragments differ in how many packets a decoder of audio needs first.
  ///
  /// Without an index, fragments are read from the first one to the end of the part. An index is
  /// compared with the fragments that it leads to. If they contradict it, or do not say when they
  /// begin (`tfdt`), all fragments are read, `readRange` is nil, and a diagnostic `fragment-index`
  /// says so.
  ///
  /// - Parameters:
  ///   - source: The file; for segments in separate files, a `ConcatenatedSource` of all.
  ///   - range: The part, in movie time.
  ///   - isWanted: Whether to read a track; others are not among `tracks`. A track that has
  ///     samples only now and then, such as timecode, may need all fragments. The durations of the
  ///     track are not yet known when this is called.
  ///   - schema: The atoms that are known.
  ///   - limits: What reading may cost.
  /// - Throws: `ReadingError` if the source cannot be read, is not a movie, or its header is
  ///   damaged.
  public init(
    from source: any ByteSource, during range: MediaTimeRange,
    of isWanted: (Track) -> Bool = { _ in true }, schema: Schema = .standard,
    limits: Limits = .standard
  ) throws(ReadingError) {
    let result = try FragmentSeek.read(
      source, during: range, of: isWanted, schema: schema, limits: limits)
    switch result {
    case .withoutFragments(let file):
      try self.init(file, during: nil)
      keepTracks(where: isWanted)
    case .part(let file, let trackIDs):
      try self.init(file, during: file.unread.isEmpty ? nil : range)
      keepTracks { trackIDs.contains($0.id) }
    case .all(let diagnostic):
      var file = try AtomFile(from: source, schema: schema, limits: limits)
      if let diagnostic { file.diagnostics.append(diagnostic) }
      try self.init(file, during: nil)
      keepTracks(where: isWanted)
    }
  }

  /// Opens a movie from a source that cannot be read at once, for a part of its presentation, of which alone the
  /// fragments are read. Everything else is as if the source were one that can.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - range: The part, in movie time.
  ///   - isWanted: Whether to read a track; others are not among `tracks`.
  ///   - schema: The atoms that are known.
  ///   - limits: What reading may cost.
  /// - Throws: `ReadingError` if the source cannot be read, is not a movie, or its header is damaged;
  ///   of kind `cancelled` if the task is cancelled.
  public init(
    from source: any AsyncByteSource, during range: MediaTimeRange,
    of isWanted: @escaping @Sendable (Track) -> Bool = { _ in true }, schema: Schema = .standard,
    limits: Limits = .standard
  ) async throws(ReadingError) {
    let source = BlockingSource(source)
    self = try await source.reading { () throws(ReadingError) in
      try Movie(from: source, during: range, of: isWanted, schema: schema, limits: limits)
    }
  }

  private mutating func keepTracks(where isWanted: (Track) -> Bool) {
    let kept = tracks.filter(isWanted)
    guard kept.count < tracks.count else { return }
    tracks = kept
    places = TrackPlaces(kept)
  }

  /// Creates a movie from atoms that were read already.
  ///
  /// - Throws: `ReadingError` if there is no `moov`, or its header is damaged.
  public init(_ file: AtomFile) throws(ReadingError) {
    try self.init(file, during: nil, fragments: nil)
  }

  /// Creates a movie from atoms, and from fragments that were read with them. `fragments` is nil if
  /// they were not, or not as those of this movie.
  init(_ file: AtomFile, fragments: FragmentReader?) throws(ReadingError) {
    try self.init(file, during: nil, fragments: fragments)
  }

  /// `range` is the part for which fragments were read; nil if all were read.
  private init(
    _ file: AtomFile, during range: MediaTimeRange?, fragments: FragmentReader? = nil
  ) throws(ReadingError) {
    self.file = file
    timecodeCache = TimecodeCache()
    findingsCache = FindingsCache()
    readRange = range
    guard let stored = file.storedMovie else { throw .format(file.noMovie) }
    let inFile: Atom?
    do { inFile = try file.movieWithPlaces(stored) } catch { throw .format(error) }
    guard let moov = inFile else {
      throw .format(file.compressedAtomError ?? file.noMovie)
    }
    storedAtom = stored
    atom = moov
    let header = try Self.header(of: moov, in: file)
    timescale = header.timescale
    duration = Self.duration(header, moov)
    creationTime = header.creationTime
    matrix = header.matrix
    modificationTime = header.modificationTime
    majorBrand = file.first("ftyp").flatMap { try? $0.decode(FileType.self).majorBrand }
    // A fragment whose header is cut off was never finished; those before it are whole.
    let hasFragments = file.atoms.contains { $0.isWholeFragment }
    isFragmented = hasFragments || moov.first("mvex") != nil
    var notes = DiagnosticList(file.diagnostics)
    if file.atoms.count(where: { $0.type.isMovie }) > 1 {
      notes.append(
        Diagnostic(
          "several-moov", .warning, "the file has several headers (moov); reading the first"))
    }
    let isQuickTime = Self.isQuickTime(file)
    var reader = hasFragments ? fragments : nil
    if hasFragments, reader == nil {
      var new = FragmentReader(
        moov: moov, in: stored, fileSize: file.size, isQuickTime: isQuickTime)
      for atom in file.atoms where atom.isWholeFragment { new.add(try file.whole(atom)) }
      reader = new
    }
    let origin = TrackOrigin(header, of: file, isQuickTime: isQuickTime)
    var unreadable = UnreadableTracks()
    var tracks = Self.tracks(of: moov, in: origin, reader, &unreadable, &notes)
    Self.lengthenTimecode(in: &tracks)
    CountedVideo.assign(in: &tracks)
    unreadableTracks = unreadable
    notes.append(contentsOf: reader?.diagnostics.all ?? [])
    Self.checkHeaders(
      of: tracks, in: moov, at: moov.offset ?? stored.offset, timescale: header.timescale, &notes)
    self.tracks = tracks
    places = TrackPlaces(tracks)
    diagnostics = notes.all
  }

  private static func header(
    of moov: Atom, in file: AtomFile
  ) throws(ReadingError) -> MovieHeader {
    guard let mvhd = moov.first("mvhd") else {
      let instead = moov.moviesInstead.map { "; it stands for \($0)" } ?? ""
      let what =
        moov.isReferenceMovie
        ? "this is a reference movie (rmra), which has no media\(instead)"
        : "the movie has no header (mvhd)"
      throw .format(
        file.compressedAtomError ?? FormatError(.missing(what), path: "moov", at: moov.offset))
    }
    do { return try mvhd.decode(MovieHeader.self) } catch { throw .format(error.inside("moov")) }
  }

  /// Reads the tracks. Those that cannot be read are noted.
  private static func tracks(
    of moov: Atom, in origin: TrackOrigin, _ fragments: FragmentReader?,
    _ unreadable: inout UnreadableTracks, _ notes: inout DiagnosticList
  ) -> [Track] {
    let children = moov.children
    var tracks: [Track] = []
    // A list that grows by itself would take up to three times as much.
    tracks.reserveCapacity(
      children.count { $0.type == "trak" && $0.size >= Track.leastReadableSize })
    for (index, name) in zip(children.indices, children.pathComponents())
    where children[index].type == "trak" {
      do throws(TrackFailure) {
        tracks.append(
          try Track(children[index], index: name.index, in: origin, fragments: fragments))
      } catch {
        unreadable.append(index, of: children, name, error)
        notes.add(
          "track-unreadable", .error, "\(error.error.reason)",
          path: unreadable.last?.error.path ?? "", at: error.error.offset)
      }
    }
    return tracks
  }

  /// How long the longest track lasts with all fragments that the file has, if the header says that the movie
  /// is longer by more than a twentieth of a second (`mehd` or, without it, `mvhd`); else nil.
  package var durationOfFragments: MediaTime? { durationOfFragments(of: tracks) }

  /// The same if the movie has only some of its tracks.
  func durationOfFragments(of tracks: [Track]) -> MediaTime? {
    guard duration.isNumeric, readRange == nil,
      self.tracks.contains(where: \.hasFragments),
      let longest = (tracks.map(\.mediaDuration) + tracks.map(\.editedDuration))
        .filter(\.isNumeric).max(),
      duration - longest > MediaTime(value: 1, timescale: 20)
    else { return nil }
    return longest
  }

  private static func duration(_ header: MovieHeader, _ moov: Atom) -> MediaTime {
    let own = Track.time(header.duration, header.timescale, version: header.version)
    guard own.isNumeric,
      let mehd = try? moov.descendant("mvex", "mehd")?.decode(MovieExtendsHeader.self)
    else { return own }
    let all = Track.time(mehd.fragmentDuration, header.timescale, version: mehd.version)
    return all.isNumeric ? max(own, all) : own
  }

  /// When a writer of fragments writes the only timecode sample, it does not know how long the
  /// timecode will last, and gives it no duration. Such timecode lasts as long as the longest track
  /// that refers to it or, if none does, as its samples.
  private static func lengthenTimecode(in tracks: inout [Track]) {
    let endless = tracks.indices.filter {
      tracks[$0].isTimecode && tracks[$0].mediaDuration == .zero
    }
    guard !endless.isEmpty else { return }
    var longest: [UInt32: MediaTime] = [:]
    for track in tracks where track.editedDuration.isNumeric {
      for id in track.references(by: "tmcd") {
        longest[id] = max(longest[id] ?? .zero, track.editedDuration)
      }
    }
    for index in endless {
      let duration = longest[tracks[index].id] ?? tracks[index].durationOfSamples
      if let duration { tracks[index].lengthen(to: duration) }
    }
  }
}

extension Movie {
  /// Returns the first track with an ID; nil if there is none.
  public func track(_ id: UInt32) -> Track? { places.track(id).map { tracks[$0] } }

  /// Returns the tracks with one kind of media, in the order of the file.
  public func tracks(_ mediaType: MediaType) -> [Track] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks that refer to a track by one type of reference, such as the videos of a
  /// timecode track by `tmcd`.
  public func tracks(referringTo id: UInt32, by type: FourCC) -> [Track] {
    tracks.filter { $0.references(by: type).contains(id) }
  }

  /// Whether this is a QuickTime file, in which some structures differ from those of ISO files.
  public var isQuickTime: Bool { Self.isQuickTime(file) }

  private static func isQuickTime(_ file: AtomFile) -> Bool { isQuickTime(file.first("ftyp")) }

  /// Whether the file with a file type, or none, is a QuickTime file.
  package static func isQuickTime(_ ftyp: Atom?) -> Bool {
    guard let ftyp, let type = try? ftyp.decode(FileType.self) else {
      return true
    }
    return type.has("qt  ")
  }
}
