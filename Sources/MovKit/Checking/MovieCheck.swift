/// Checks a file by the rules of `CheckRule.all`: what is wrong or odd, where, and what follows.
///
/// ```swift
/// let check = try MovieCheck(path: "clip.mov")
/// for finding in check.findings where finding.severity == .error { print(finding.message) }
/// ```
public struct MovieCheck: Sendable {
  /// What was found, in the order of the rules' subjects as the check goes through the file.
  public let findings: [CheckFinding]
  /// What the file was checked for.
  public let profiles: Set<CheckProfile>
  /// The movie; nil if the file has none, or none that can be read.
  public let movie: Movie?
  /// The atoms of the file.
  public let file: AtomFile
  /// The parts of the check that found errors or warnings.
  let seriousParts: Parts

  /// What a check goes through.
  struct Parts: OptionSet, Sendable {
    let rawValue: UInt16

    /// Single atoms, and fragments.
    static let atoms = Parts(rawValue: 1 << 0)
    static let brands = Parts(rawValue: 1 << 1)
    static let headers = Parts(rawValue: 1 << 2)
    static let references = Parts(rawValue: 1 << 3)
    static let edits = Parts(rawValue: 1 << 4)
    static let descriptions = Parts(rawValue: 1 << 5)
    static let tables = Parts(rawValue: 1 << 6)
    static let places = Parts(rawValue: 1 << 7)
    static let timecode = Parts(rawValue: 1 << 8)
    static let relinking = Parts(rawValue: 1 << 9)
    static let metadata = Parts(rawValue: 1 << 10)
    static let cmaf = Parts(rawValue: 1 << 11)
    static let items = Parts(rawValue: 1 << 12)
    static let all = Parts(rawValue: .max)
  }

  /// Checks the file at a path. Headers and sample tables are read, and no media but timecode.
  /// - Parameters:
  ///   - path: A text or a `FilePath`.
  ///   - chosen: What to check for, besides what its brands ask for.
  ///   - schema: The atoms that are known: `Schema.standard`, or one to which a program has added its own.
  ///   - limits: What reading may cost.
  /// - Throws: `ReadingError` if the file cannot be read, or holds no known atom.
  public init(
    path: some FilePathConvertible, profiles chosen: Set<CheckProfile> = [],
    schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    let file: File
    do throws(IOError) { file = try File(path) } catch { throw .io(error) }
    try self.init(of: file, profiles: chosen, schema: schema, limits: limits)
  }

  /// Checks a file. Headers and sample tables are read, and no media but timecode.
  /// - Parameters:
  ///   - source: The file: a `File`, a `ConcatenatedSource` of segments, or a source that a program implements.
  ///   - chosen: What to check for, besides what its brands ask for.
  ///   - schema: The atoms that are known.
  ///   - limits: What reading may cost.
  /// - Throws: `ReadingError` if the source cannot be read, or holds no known atom.
  public init(
    of source: any ByteSource, profiles chosen: Set<CheckProfile> = [],
    schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    try self.init(
      source, as: ReadingOptions(schema: schema, limits: limits), profiles: chosen)
  }

  /// Checks a file in memory, such as `[UInt8]` or Foundation's `Data`.
  /// - Throws: `ReadingError` if the bytes hold no known atom.
  public init(
    of bytes: some Sequence<UInt8>, profiles chosen: Set<CheckProfile> = [],
    schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    try self.init(of: MemorySource(bytes), profiles: chosen, schema: schema, limits: limits)
  }

  /// Checks a file that cannot be read at once.
  /// - Throws: `ReadingError` if the source cannot be read, or holds no known atom; of kind `cancelled` if the task
  ///   is cancelled.
  public init(
    of source: any AsyncByteSource, profiles chosen: Set<CheckProfile> = [],
    schema: Schema = .standard, limits: Limits = .standard
  ) async throws(ReadingError) {
    let source = BlockingSource(source)
    self = try await source.reading { () throws(ReadingError) in
      try MovieCheck(of: source, profiles: chosen, schema: schema, limits: limits)
    }
  }

  /// Checks the file of a movie that was read, by the atoms that its schema knows. If only a part of it was read, or
  /// some of its tracks, it is read again as a whole.
  /// - Parameters:
  ///   - movie: The movie. One that was opened from an `AsyncByteSource` is checked by its source instead.
  ///   - chosen: What to check for, besides what its brands ask for.
  /// - Throws: `ReadingError` if the source cannot be read.
  public init(
    of movie: Movie, profiles chosen: Set<CheckProfile> = []
  ) throws(ReadingError) {
    try movie.source.checkAnswersAtOnce()
    guard movie.isWhole else {
      try self.init(movie.source, as: movie.file.reading, profiles: chosen)
      return
    }
    try self.init(movie.file, MovieOutline.Examination(of: movie), profiles: chosen)
  }

  /// Checks a file whose atoms were read, by the atoms that its schema knows: a movie, a picture or a segment.
  /// - Throws: `ReadingError` if the source cannot be read.
  public init(
    of file: AtomFile, profiles chosen: Set<CheckProfile> = []
  ) throws(ReadingError) {
    try file.source.checkAnswersAtOnce()
    guard file.unread.isEmpty else {
      try self.init(file.source, as: file.reading, profiles: chosen)
      return
    }
    try self.init(file, MovieOutline(file).examined(), profiles: chosen)
  }

  private init(
    _ source: any ByteSource, as reading: ReadingOptions, profiles chosen: Set<CheckProfile>
  ) throws(ReadingError) {
    let outline = try MovieOutline(source, as: reading)
    try self.init(outline.file, outline.examined(), profiles: chosen)
  }

  /// Checks a file that was read.
  /// - Throws: `ReadingError` if its movie could not be read from the source.
  package init(
    _ file: AtomFile, _ examined: MovieOutline.Examination, profiles chosen: Set<CheckProfile> = []
  ) throws(ReadingError) {
    try self.init(file, examined, profiles: chosen, parts: .all)
  }

  /// Checks some parts of a file that was read. What was odd when it was read is among the findings in any case.
  /// - Parameter changed: Which atoms are looked at one by one; nil for all. If they leave the tracks as they are,
  ///   those are left out.
  /// - Throws: `ReadingError` if its movie could not be read from the source.
  init(
    _ file: AtomFile, _ examined: MovieOutline.Examination, profiles chosen: Set<CheckProfile> = [],
    parts: Parts, only changed: ChangedAtoms? = nil
  ) throws(ReadingError) {
    let profiles = chosen.union(CheckProfile.ofBrands(in: file))
    var run = Run(CheckFindings(profiles: profiles), parts)
    // A file with a damaged movie is checked, one that cannot be read is not.
    if let failure = examined.failure, !failure.isOfFormat { throw failure }
    let movie = examined.movie
    for diagnostic in examined.findings { run.found.add(diagnostic) }
    // Fragments are read once, and what is found of them comes later.
    var ofFragments = CheckFindings(profiles: profiles)
    run(.atoms) { AtomRules(file).run(&$0, ofFragments: &ofFragments, only: changed) }
    run(.brands) { BrandRules(file: file, movie: movie).run(&$0) }
    run(.atoms) { $0.append(ofFragments) }
    if let movie { run.check(movie, tracks: changed?.leavesTracks != true) }
    if profiles.contains(.cmaf) {
      run(.cmaf) { CMAFRules(file: file, movie: movie).run(&$0) }
    }
    if let items = FileItems(file) { run(.items) { ItemRules(items).run(&$0) } }
    var found = run.found
    let tracks = Dictionary(
      (movie?.tracks ?? []).map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
    let wanted = Set(found.all.map(\.path)).subtracting([""])
    found.seal(tracks: tracks, atoms: file.atoms(at: wanted), schema: file.schema)
    var all = found.all
    if movie == nil, file.first("moov") == nil, file.isSegment {
      for index in all.indices { all[index].isInSegment = true }
    }
    findings = all
    seriousParts = run.seriousParts
    self.movie = movie
    self.file = file
    self.profiles = profiles
  }
}

/// A check while it goes through its parts.
private struct Run {
  var found: CheckFindings
  private let parts: MovieCheck.Parts
  private(set) var seriousParts: MovieCheck.Parts = []

  init(_ found: CheckFindings, _ parts: MovieCheck.Parts) {
    (self.found, self.parts) = (found, parts)
  }

  /// Goes through a part, if it is one of those.
  mutating func callAsFunction(_ part: MovieCheck.Parts, _ rules: (inout CheckFindings) -> Void) {
    guard parts.contains(part) else { return }
    let before = found.seriousCount
    rules(&found)
    if found.seriousCount > before { seriousParts.insert(part) }
  }

  /// - Parameter tracks: Whether each track is checked, and the timecode of all.
  mutating func check(_ movie: Movie, tracks: Bool) {
    self(.headers) { HeaderRules(movie).run(&$0) }
    self(.references) { ReferenceRules(movie).run(&$0) }
    let unchecked = Set(found.all.filter { $0.rule == "tables-not-checked" }.map(\.path))
    var indexes = movie.isFragmented ? IndexedParts.indexes(of: movie.file) : [:]
    self(.tables) { IndexedParts.reportUnknown(indexes, in: movie, &$0) }
    var heads = FragmentHeads(of: movie)
    for track in tracks ? movie.tracks : [] {
      // Of several tracks with one ID, an index is about the first.
      let own = indexes.removeValue(forKey: track.id) ?? []
      self(.edits) { EditRules(track, of: movie).run(&$0) }
      self(.descriptions) { DescriptionRules(track, of: movie).run(&$0) }
      if !unchecked.contains(track.path) {
        self(.tables) { TableRules(track, of: movie).run(&$0) }
        self(.tables) {
          FragmentSampleRules(track, of: movie, indexes: own).run(&$0, &heads)
        }
      }
    }
    self(.places) { PlaceRules(movie, leavingOut: unchecked).run(&$0) }
    if tracks { self(.timecode) { TimecodeRules(movie).run(&$0) } }
    self(.relinking) { RelinkRules(movie).run(&$0) }
    self(.metadata) { MetadataRules(movie).run(&$0) }
  }
}

extension Movie {
  /// Whether all fragments and all tracks were read, as far as they can be.
  fileprivate var isWhole: Bool {
    file.unread.isEmpty
      && tracks.count + unreadableTracks.count == atom.children.count { $0.type == "trak" }
  }
}

extension ByteSource {
  /// Throws if what is read of it must be waited for, so that all of it would seem to be damaged.
  fileprivate func checkAnswersAtOnce() throws(ReadingError) {
    guard self is BlockingSource else { return }
    throw .io(IOError(.read, nil, .asynchronous))
  }
}

extension ReadingError {
  /// Whether the bytes are wrong. Otherwise they could not be read.
  fileprivate var isOfFormat: Bool {
    if case .format = self { true } else { false }
  }
}
