/// A movie: its tracks and what they mean, read from the atoms.
public struct Movie: Sendable {
  /// The atoms that the movie was read from.
  public let file: AtomFile
  /// The first `moov`.
  public let atom: Atom
  /// Ticks a second of the movie; 0 in broken files.
  public let timescale: UInt32
  /// As the header says, with what it says of all fragments (`mehd`); indefinite where it says
  /// "unknown".
  public let duration: MediaTime
  public let creationTime: MacDate
  public let modificationTime: MacDate
  /// The major brand of `ftyp`; nil in QuickTime files from before there was one.
  public let majorBrand: FourCC?
  public let tracks: [Track]
  /// Tracks that are not among `tracks`, since they cannot be read; `diagnostics` tells of each.
  public let unreadableTracks: [UnreadableTrack]
  /// Whether samples stand in fragments.
  public let isFragmented: Bool
  /// The stretch of presentation for which fragments were read; nil where all were, whatever was
  /// asked for. Indexes of samples count only what was read then, decode times from the start of
  /// the media all the same.
  public let readRange: MediaTimeRange?
  /// What was odd in the file, its atoms and its tracks. A track that cannot be read is not among
  /// `tracks`, and is told of here.
  public let diagnostics: [Diagnostic]

  /// Reads everything but media data.
  ///
  /// Throws where the source cannot be read, is no movie, or its header is damaged.
  public init(reading source: some ByteSource, limits: Limits = Limits()) throws(ReadingError) {
    try self.init(AtomFile(reading: source, limits: limits))
  }

  /// Reads what a stretch of the movie needs of some tracks: of a fragmented movie the fragments that
  /// hold it, which `sidx` or `mfra` finds, from the entry point at or before it on; of others
  /// everything but media data, as ever. A `MovieReader` whose `timeRange` lies in the stretch gets
  /// the same samples from this movie as from one that was read as a whole.
  ///
  /// Where there is no index, fragments are read from the first up to behind the stretch. An index
  /// is held against the fragments that it leads to: where they contradict it, or do not say
  /// themselves when they begin (`tfdt`), all are read, `readRange` is nil, and a diagnostic
  /// `fragment-index` tells of it.
  ///
  /// - Parameters:
  ///   - source: the file; for segments in files of their own a `ConcatenatedSource` of all.
  ///   - range: in movie time, through the edits.
  ///   - isWanted: which tracks to read; others are not among `tracks`. A track that has samples
  ///     only now and then, such as timecode, may need all fragments. Its durations are not known
  ///     when this is asked.
  /// - Throws: where the source cannot be read, is no movie, or its header is damaged.
  public init(
    reading source: some ByteSource, during range: MediaTimeRange,
    of isWanted: (Track) -> Bool = { _ in true }, limits: Limits = Limits()
  ) throws(ReadingError) {
    switch try FragmentSeek.read(source, during: range, of: isWanted, limits: limits) {
    case .withoutFragments(let file): try self.init(file, during: nil, of: isWanted)
    case .part(let file, let trackIDs):
      try self.init(
        file, during: file.unread.isEmpty ? nil : range, of: { trackIDs.contains($0.id) })
    case .all(let diagnostic):
      var file = try AtomFile(reading: source, limits: limits)
      if let diagnostic { file.diagnostics.append(diagnostic) }
      try self.init(file, during: nil, of: isWanted)
    }
  }

  /// Throws where there is no `moov`, or its header is damaged.
  public init(_ file: AtomFile) throws(ReadingError) {
    try self.init(file, during: nil) { _ in true }
  }

  /// `range` is the one for which fragments were read; nil where all were.
  private init(
    _ file: AtomFile, during range: MediaTimeRange?, of isWanted: (Track) -> Bool
  ) throws(ReadingError) {
    self.file = file
    readRange = range
    guard let moov = file.first("moov") else {
      throw .format(file.noMovie)
    }
    atom = moov
    let header: MovieHeader
    do throws(FormatError) {
      guard let mvhd = moov.first("mvhd") else {
        let reason =
          moov.first("cmov") == nil
          ? "the movie has no header (mvhd)" : "compressed movie headers (cmov) are not supported"
        throw FormatError(.invalid(reason), path: "moov", at: moov.offset)
      }
      do { header = try mvhd.decode(MovieHeader.self) } catch { throw error.inside("moov") }
    } catch { throw .format(error) }
    timescale = header.timescale
    duration = Self.duration(header, moov)
    creationTime = header.creationTime
    modificationTime = header.modificationTime
    majorBrand = file.first("ftyp").flatMap { try? $0.decode(FileType.self).majorBrand }
    // A fragment whose head is cut off was never finished: those ahead of it are whole.
    let moofs = file.atoms.filter { $0.type == "moof" && $0.claimedSize == nil }
    isFragmented = !moofs.isEmpty || moov.first("mvex") != nil
    var notes = DiagnosticList(file.diagnostics)
    if file.atoms.count(where: { $0.type == "moov" }) > 1 {
      notes.append(
        Diagnostic(
          "several-moov", .warning, "the file has several movie headers; reading the first"))
    }
    let isQuickTime = Self.isQuickTime(file)
    let reader =
      moofs.isEmpty
      ? nil
      : FragmentReader(
        moov: moov, fragments: moofs, fileSize: file.size, isQuickTime: isQuickTime)
    var tracks: [Track] = []
    var unreadable: [UnreadableTrack] = []
    for (child, name) in zip(moov.children, moov.children.pathComponents())
    where child.type == "trak" {
      do {
        tracks.append(
          try Track(
            child, path: "moov/\(name)", movie: header, fragments: reader, fileSize: file.size,
            isQuickTime: isQuickTime))
      } catch {
        unreadable.append(UnreadableTrack(child, path: "moov/\(name)", error: error))
        notes.append(
          Diagnostic(
            "track-unreadable", .error, "\(error.reason)", path: error.path, at: error.offset))
      }
    }
    Self.lengthenTimecode(in: &tracks)
    CountedVideo.assign(in: &tracks)
    self.tracks = tracks.filter(isWanted)
    unreadableTracks = unreadable
    notes.append(contentsOf: reader?.diagnostics.all ?? [])
    Self.checkHeaders(of: tracks, timescale: header.timescale, &notes)
    diagnostics = notes.all
  }

  private static func duration(_ header: MovieHeader, _ moov: Atom) -> MediaTime {
    let own = Track.time(header.duration, header.timescale, version: header.version)
    guard own.isNumeric,
      let mehd = try? moov.descendant("mvex", "mehd")?.decode(MovieExtendsHeader.self)
    else { return own }
    let all = Track.time(mehd.fragmentDuration, header.timescale, version: mehd.version)
    return all.isNumeric ? max(own, all) : own
  }

  /// Writers of fragments do not know how long the timecode will last when they write its only
  /// sample, and give it no duration: it holds as long as the longest track that refers to it.
  private static func lengthenTimecode(in tracks: inout [Track]) {
    let endless = tracks.indices.filter {
      tracks[$0].isTimecode && tracks[$0].mediaDuration == .zero
    }
    guard !endless.isEmpty else { return }
    var longest: [UInt32: MediaTime] = [:]
    for track in tracks where track.editedDuration.isNumeric {
      for id in track.references["tmcd"] ?? [] {
        longest[id] = max(longest[id] ?? .zero, track.editedDuration)
      }
    }
    for index in endless {
      if let duration = longest[tracks[index].id] { tracks[index].lengthen(to: duration) }
    }
  }

  private static func checkHeaders(
    of tracks: [Track], timescale: UInt32, _ found: inout DiagnosticList
  ) {
    if timescale == 0 {
      found.add("timescale-zero", .warning, "the movie has no timescale", path: "moov")
    }
    var seen: Set<UInt32> = []
    for track in tracks {
      found.append(contentsOf: track.diagnostics)
      func note(_ rule: String, _ message: @autoclosure () -> String) {
        found.add(rule, .warning, message(), path: track.path, at: track.atom.offset)
      }
      if track.id == 0 { note("track-id-zero", "the track has ID 0") }
      if !seen.insert(track.id).inserted {
        note("track-id-duplicate", "another track also has ID \(track.id)")
      }
      if track.timescale == 0 { note("timescale-zero", "the media has no timescale") }
    }
    let ids = Set(tracks.map(\.id))
    for track in tracks {
      for (type, targets) in track.references.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        for target in targets where target != 0 && (!ids.contains(target) || target == track.id) {
          found.add(
            "track-reference", .warning,
            target == track.id
              ? "\(type) refers to itself"
              : "\(type) refers to track \(target), which does not exist",
            path: track.path, at: track.atom.offset)
        }
      }
    }
  }
}

extension Movie {
  /// The movie's metadata and user data texts, in the order of the file.
  public var metadata: [MetadataItem] { atom.metadata }

  /// The first track with this ID.
  public func track(_ id: UInt32) -> Track? { tracks.first { $0.id == id } }

  /// Tracks with this handler.
  public func tracks(ofType mediaType: FourCC) -> [Track] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Tracks that refer to a track, such as the videos of a timecode track by `tmcd`.
  public func tracks(referringTo id: UInt32, by type: FourCC) -> [Track] {
    tracks.filter { $0.references[type]?.contains(id) ?? false }
  }

  /// Whether this is a QuickTime file, where structures differ from those of ISO files.
  public var isQuickTime: Bool { Self.isQuickTime(file) }

  private static func isQuickTime(_ file: AtomFile) -> Bool {
    guard let ftyp = file.first("ftyp"), let type = try? ftyp.decode(FileType.self) else {
      return true
    }
    return type.has("qt  ")
  }
}
