/// Writes a movie in another layout: with its samples in fragments or without, with its header
/// before the media or after it.
///
/// Everything else of the movie is kept: its header is copied, including unknown atoms. Only what
/// says where samples are, and when, is written again. `losses` reports what the new layout has no
/// place for.
///
/// Memory use does not grow with the size of the media, only by a few bytes per sample.
public struct MovieRemux: Sendable {
  /// The movie that is rewritten.
  public let movie: Movie
  /// What the result lacks or has in another form: one diagnostic for each kind of thing.
  public let losses: [Diagnostic]
  private let layout: MovieWriter.Options.Layout
  private let kept: KeptMovie
  fileprivate typealias CopiedTrack = (
    copy: TrackCopy, settings: MovieWriter.TrackSettings, old: Track
  )
  private let tracks: [CopiedTrack]

  /// Prepares to rewrite a movie.
  /// - Parameters:
  ///   - movie: A movie that was read completely.
  ///   - file: The file that it was read from; nil for the `File` that it was opened from. It must not change until
  ///     the new one is written.
  ///   - layout: The layout of the new file.
  ///   - isCopy: Whether the new file takes the place of the old one. If so, it gets the old file's
  ///     permissions and attributes, and it appears only when it is complete and has been read
  ///     back.
  ///   - isWanted: Whether a track is kept. References to tracks that are not kept are removed.
  /// - Throws: `FormatError` if the movie cannot be rewritten without guessing, or the result could
  ///   not be decrypted.
  public init(
    _ movie: Movie, in file: File? = nil, layout: MovieWriter.Options.Layout, isCopy: Bool = true,
    keeping isWanted: (Track) -> Bool = { _ in true }
  ) throws(FormatError) {
    // A movie that cannot be edited cannot be rewritten either, if nothing may be lost.
    if isCopy { _ = try MovieEditor(checking: movie) }
    let file = try movie.fileOfSamples(file)
    try movie.checkHeaderIsWhole()
    try Self.check(movie, layout: layout, isCopy: isCopy)
    self.movie = movie
    var losses = RemuxLosses(movie)
    let isFragmented = MovieWriter.Options(layout: layout).isFragmented
    var old: [Track] = []
    var gone: Set<UInt32> = []
    for track in movie.tracks {
      if isWanted(track) { old.append(track) } else { gone.insert(track.id) }
    }
    gone.subtract(old.map(\.id))
    var moov = movie.atom
    let paths = Set(old.map(\.path))
    // If all children stay, which may be a million, they are not copied.
    moov.removeChildren { $0.type == "trak" && !paths.contains("moov/\($1)") }
    moov.removeChildren("mvex")
    try moov.removePlaces(movie.file.schema, losses: &losses)
    if !gone.isEmpty {
      for index in moov.children.indices where moov.children[index].type == "trak" {
        try moov.children[index].removeReferences(to: gone)
      }
    }
    for keys in try Self.keysOfFragments(movie) { moov.appendChild(keys) }
    var tracks: [CopiedTrack] = []
    tracks.reserveCapacity(old.count)
    let fragments = try FragmentContainers(movie)
    for track in old {
      var copy = try TrackCopy(track, in: file)
      let hasMoved = isFragmented || track.hasFragments
      var trak = track.atom
      try trak.removeReferences(to: gone)
      let settings = try copy.keep(
        trak, of: track, in: movie, fragments, file, tables: hasMoved ? .all : .places,
        isFragmented: isFragmented, losses: &losses)
      losses.add(track, to: layout)
      tracks.append((copy: copy, settings: settings, old: track))
    }
    losses.addFile()
    if let finding = movie.findingOfLateStart { losses.add(finding) }
    var layout = layout
    if case .indexedFragments(let interval) = layout, losses.addIndex(old) {
      layout = .fragmented(every: interval)
    }
    let atoms = RemuxedFile(movie, isFragmented: isFragmented)
    kept = KeptMovie(
      file: file, head: try atoms.head(), tail: atoms.tail, moov: moov, isCopy: isCopy,
      lacksTracks: old.count < movie.tracks.count)
    self.layout = layout
    self.tracks = tracks
    self.losses = losses.found
  }

  /// Throws if samples could not be told apart, or would be lost.
  static func check(
    _ movie: Movie, layout: MovieWriter.Options.Layout, isCopy: Bool
  ) throws(FormatError) {
    func refuse(_ reason: String, _ path: String = "moov", _ at: UInt64? = nil) -> FormatError {
      FormatError(.unsupported(reason), path: path, at: at ?? movie.atom.offset)
    }
    if isCopy, let track = movie.unreadableTracks.first {
      throw refuse("a track would be lost: \(track)", "moov")
    }
    if let unread = movie.file.unreadOffsets { throw unread }
    let isFragmented = MovieWriter.Options(layout: layout).isFragmented
    var seen: Set<UInt32> = []
    for track in movie.tracks where isFragmented || movie.isFragmented {
      guard seen.insert(track.id).inserted else {
        throw refuse(
          "another track also has ID \(track.id), so fragments could not tell them apart",
          track.path, track.atom.offset)
      }
    }
    if let meta = movie.metaAtoms.first(where: \.pointsIntoFile) {
      let node = AtomWalk(movie.file).first { node in
        node.atom.type == meta.type && node.atom.place == meta.place
      }
      throw FormatError(
        .itemsElsewhere("its items point at bytes of the file that would move"),
        path: node?.path ?? "\(meta.type)", at: meta.offset)
    }
  }

  /// Returns the keys (`pssh`) that are in fragments. When the fragments are gone or replaced, the
  /// keys apply to all samples.
  static func keysOfFragments(_ movie: Movie) throws(FormatError) -> [Atom] {
    var known = Set(movie.atom.all("pssh").compactMap { try? $0.serialized() })
    var added: [Atom] = []
    for atom in movie.file.atoms where atom.type.isFragment {
      for pssh in try movie.file.fragment(atom).fragment?.all("pssh") ?? [] {
        guard let bytes = try? pssh.serialized(), known.insert(bytes).inserted else { continue }
        added.append(pssh)
      }
    }
    return added
  }

  // MARK: Writing

  /// The options for a writer that writes the movie, to which `addTracks` adds the tracks that their header has. The
  /// kind of file is that of the old one.
  package var options: MovieWriter.Options {
    var options = MovieWriter.Options(
      fileType: movie.isQuickTime ? .quickTime : .mp4, layout: layout)
    options.timescale = movie.timescale
    options.creationTime = movie.creationTime
    options.kept = kept
    return options
  }

  /// Adds the movie's tracks to a writer with these `options`, before all others.
  package func addTracks(
    to writer: MovieWriter
  ) throws(WritingError) -> [(feed: any SampleFeed, input: MovieWriter.Input)] {
    try Self.add(tracks, to: writer)
  }

  private static func add(
    _ tracks: [CopiedTrack], to writer: MovieWriter
  ) throws(WritingError) -> [(feed: any SampleFeed, input: MovieWriter.Input)] {
    var feeds: [(feed: any SampleFeed, input: MovieWriter.Input)] = []
    for track in tracks {
      feeds.append((track.copy, try writer.addInput(track.settings)))
    }
    return feeds
  }

  /// Writes the movie to `path`, where it appears when it is complete and has been read back.
  /// - Parameters:
  ///   - path: The path of the new file, a text or a `FilePath`.
  ///   - overwriting: Whether a file that exists at `path` is replaced. The file that was read never is.
  /// - Returns: Which permissions and attributes of the old file could not be kept.
  /// - Throws: `WritingError` if the movie cannot be written, or differs when it is read back. A file
  ///   that was at `path` before is then still there.
  @discardableResult
  public func write(
    to path: some FilePathConvertible, overwriting: Bool = false
  ) throws(WritingError) -> [IOError] {
    try write(to: OutputPlace(path.filePath, overwrites: overwriting))
  }

  /// Writes the movie to a place that says what it may replace. It never replaces the old file.
  @discardableResult
  package func write(to place: OutputPlace) throws(WritingError) -> [IOError] {
    try writing.write(to: place)
  }

  /// The movie, ready to be written. What is not needed for that is not in it.
  package var writing: Writing {
    Writing(
      options: options, file: kept.file, tracks: tracks,
      readingOptions: movie.file.reading)
  }

  /// A movie that is ready to be written in another layout.
  package struct Writing {
    private var options: MovieWriter.Options
    private let file: File
    private var tracks: [CopiedTrack]
    private let readingOptions: ReadingOptions

    fileprivate init(
      options: MovieWriter.Options, file: File, tracks: [CopiedTrack],
      readingOptions: ReadingOptions
    ) {
      self.readingOptions = readingOptions
      self.options = options
      self.file = file
      self.tracks = tracks
    }

    /// Writes the movie as `MovieRemux.write` does. The old header is released before the new movie is
    /// read back.
    /// - Parameter keepsTimes: Whether the file gets the times of access and of modification of the old one.
    package consuming func write(
      to place: OutputPlace, keepsTimes: Bool = false
    ) throws(WritingError) -> [IOError] {
      var movie = self
      var lost: [IOError] = []
      let writer = try MovieWriter(to: place, options: movie.takeOptions())
      try writer.append(MovieRemux.add(movie.tracks, to: writer))
      let old = movie.tracks.map(\.old)
      movie.tracks = []
      try writer.finish { (result: File) throws(WritingError) in
        try io { () throws(IOError) in try movie.file.checkUnchanged() }
        try MovieRemux.check(result, old, movie.file, movie.readingOptions)
        if keepsTimes { lost = result.takeTimes(of: movie.file) }
      }
      return writer.lostMetadata + lost
    }

    private mutating func takeOptions() -> MovieWriter.Options {
      let taken = options
      options.kept?.releaseHeader()
      return taken
    }
  }

  /// Compares what was written with the old movie: the tables of every sample, and the bytes of the
  /// first and the last sample of each track.
  private static func check(
    _ result: File, _ tracks: [Track], _ file: File, _ options: ReadingOptions
  ) throws(WritingError) {
    try reading { () throws(ReadingError) in
      let written = try MovieOutline(result, as: options).movie()
      guard written.tracks.map(\.id) == tracks.map(\.id) else {
        throw .notAsPlanned("tracks are missing", nil)
      }
      for (track, new) in zip(tracks, written.tracks) {
        try RemuxCheck(track, file, new, result).run()
      }
    }
  }
}

extension TrackCopy {
  /// Makes the copy include everything that its samples have. Returns the settings of the new
  /// track, with everything in `trak` that is not about samples.
  mutating func keep(
    _ trak: Atom, of track: Track, in movie: Movie, _ fragments: FragmentContainers, _ file: File,
    tables: KeptTrack.Tables, isFragmented: Bool, losses: inout RemuxLosses
  ) throws(FormatError) -> MovieWriter.TrackSettings {
    let table = try track.sampleTable()
    let containers = try SampleContainer.all(of: track, in: fragments, table)
    // QuickTime has a table of its own for open groups of pictures.
    let isTold = movie.isQuickTime && !trak.hasGroups("rap ")
    var groups: SampleGroupWalk?
    var parts: [SubSampleWalk] = []
    if tables == .all {
      groups = try SampleGroupWalk(track, in: containers, excluding: isTold ? ["rap "] : [])
      parts = try SubSampleWalk.all(in: containers)
    }
    let auxiliary = try AuxiliaryWalk.all(
      of: track, in: containers, groups: groups, from: file
    ) { losses.addAuxiliary(of: track, $0) }
    if auxiliary.first?.kind.isEncryption != true { try track.checkEncryption(containers) }
    let walk = SampleExtrasWalk(groups, auxiliary, parts)
    if !walk.isEmpty { extras = walk }
    if tables == .all {
      try track.checkKeyGroups(containers)
      try track.checkNamedGroups(containers, losses: &losses)
    }
    if !isFragmented, tables == .all { moment = SoundMoment(track, table) }
    var kept = KeptTrack(trak: trak, trackID: track.id, tables: tables)
    let edits = try? trak.descendant("edts", "elst")?.decode(EditList.self)
    kept.rewritesEdits = edits?.goesOnToEnd ?? false
    kept.groups = groups?.kinds
    kept.extras = walk.kinds
    var settings = MovieWriter.TrackSettings(
      mediaType: track.mediaType ?? .unnamed, timescale: track.timescale,
      sampleDescriptions: track.sampleDescriptions)
    settings.edits = track.hasEditList ? track.edits : nil
    settings.size = track.size
    settings.isSlideShow = track.isSlideShow
    settings.kept = kept
    return settings
  }
}

extension Track {
  /// Throws if samples are encrypted with initialization vectors of their own, but none were found.
  fileprivate func checkEncryption(_ containers: [SampleContainer]) throws(FormatError) {
    let needsVectors = sampleDescriptions.contains { description in
      description.trackEncryption?.needsVectors ?? false
    }
    let isOld = containers.contains { container in
      container.atom.children.contains(where: \.isPIFFSampleEncryption)
    }
    let count = containers.reduce(0) { $0 + $1.sampleCount }
    guard count > 0, needsVectors || isOld else { return }
    throw FormatError(
      .unsupported(
        isOld
          ? "its samples are encrypted by PIFF 1.1, which cannot be converted"
          : "the data that decrypts its samples (saiz, saio, senc) is missing"),
      path: path, at: atom.offset)
  }

  /// Throws if samples are encrypted, and the groups that may say which sample has which key cannot
  /// be read (ISO/IEC 23001-7, 6).
  fileprivate func checkKeyGroups(_ containers: [SampleContainer]) throws(FormatError) {
    guard protectionScheme != nil else { return }
    let groups: Set<FourCC> = ["sbgp", "csgp", "sgpd"]
    for container in containers {
      for table in container.atom.children where groups.contains(table.type) && table.isDamagedTable
      {
        throw FormatError(
          .unsupported(
            "its samples are encrypted, and a table of sample groups (\(table.type)), which may hold "
              + "their keys, is damaged"),
          path: path, at: table.offset)
      }
    }
  }
}

extension Atom {
  /// For a `trak`: whether the sample table has groups of a type.
  fileprivate func hasGroups(_ type: FourCC) -> Bool {
    guard let stbl = descendant("mdia", "minf", "stbl") else { return false }
    return SampleGroupTable.all(in: stbl, of: type).contains { _ in true }
  }

  /// For a `meta`: whether items are stored outside of it in the file, or may be because `iloc`
  /// cannot be read.
  var pointsIntoFile: Bool {
    all("iloc").contains { iloc in
      guard let record = try? iloc.decode(ItemLocations.self) else { return true }
      return record.items.contains { item in
        item.constructionMethod == 0 && item.dataReferenceIndex == 0
          && item.extents.contains { _ in true }
      }
    }
  }
}

extension Atom {
  /// Every `meta` among the children of the file, a movie or a track: beside others (`meco`), and in user data.
  fileprivate static func metaAtoms(among atoms: [Atom]) -> [Atom] {
    var found: [Atom] = []
    for atom in atoms {
      if atom.type == "meta" { found.append(atom) }
      if typesOfHolders.contains(atom.type) { found += atom.all("meta") }
    }
    return found
  }
}

extension Movie {
  /// Throws `FormatError` if the `moov` is truncated, so that not all samples are known.
  public func checkHeaderIsWhole() throws(FormatError) {
    guard atom.claimedSize == nil else {
      throw FormatError(
        .notEditable("the header (moov) is truncated, so its samples are not known"), path: "moov",
        at: atom.offset)
    }
  }

  /// Every `meta` of the file, of the movie and of its tracks.
  fileprivate var metaAtoms: [Atom] {
    Atom.metaAtoms(among: file.atoms) + Atom.metaAtoms(among: atom.children)
      + atom.all("trak").flatMap { Atom.metaAtoms(among: $0.children) }
  }
}
