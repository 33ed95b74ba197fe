/// Checks a file by the rules of `CheckRule.all`: what is wrong or odd, where, and what follows.
///
/// ```swift
/// let check = try MovieCheck(of: File(path))
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

  /// Checks a file. Headers and sample tables are read, and no media but timecode.
  /// - Parameters:
  ///   - source: the file.
  ///   - chosen: what to check for, besides what its brands ask for.
  /// - Throws: `ReadingError` if the source cannot be read, or holds no known atom.
  public init(
    of source: any ByteSource, profiles chosen: Set<CheckProfile> = []
  ) throws(ReadingError) {
    let outline = try MovieOutline(source)
    try self.init(outline.file, outline.examined(), profiles: chosen)
  }

  /// Checks a file that was read.
  /// - Throws: `ReadingError` if its movie could not be read from the source.
  package init(
    _ file: AtomFile, _ examined: MovieOutline.Examination, profiles chosen: Set<CheckProfile> = []
  ) throws(ReadingError) {
    let profiles = chosen.union(CheckProfile.ofBrands(in: file))
    var found = CheckFindings(profiles: profiles)
    // A file with a damaged movie is checked, one that cannot be read is not.
    if let failure = examined.failure, !failure.isOfFormat { throw failure }
    let movie = examined.movie
    for diagnostic in examined.findings { found.add(diagnostic) }
    AtomRules(file).run(&found)
    BrandRules(file: file, movie: movie).run(&found)
    FragmentRules(file: file).run(&found)
    if let movie { Self.check(movie, &found) }
    if profiles.contains(.cmaf) { CMAFRules(file: file, movie: movie).run(&found) }
    if let items = FileItems(file) { ItemRules(items).run(&found) }
    let tracks = Dictionary(
      (movie?.tracks ?? []).map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
    let wanted = Set(found.all.map(\.path)).subtracting([""])
    found.seal(tracks: tracks, atoms: file.atoms(at: wanted), schema: file.schema)
    findings = found.all
    self.movie = movie
    self.file = file
    self.profiles = profiles
  }

  private static func check(_ movie: Movie, _ found: inout CheckFindings) {
    HeaderRules(movie).run(&found)
    ReferenceRules(movie).run(&found)
    let unchecked = Set(found.all.filter { $0.rule == "tables-not-checked" }.map(\.path))
    for track in movie.tracks {
      EditRules(track, of: movie).run(&found)
      DescriptionRules(track, of: movie).run(&found)
      if !unchecked.contains(track.path) { TableRules(track, of: movie).run(&found) }
    }
    PlaceRules(movie, leavingOut: unchecked).run(&found)
    TimecodeRules(movie).run(&found)
    RelinkRules(movie).run(&found)
    MetadataRules(movie).run(&found)
  }
}

extension ReadingError {
  /// Whether the bytes are wrong. Otherwise they could not be read.
  fileprivate var isOfFormat: Bool {
    if case .format = self { true } else { false }
  }
}
