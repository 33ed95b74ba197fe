/// Names what a movie loses when it is written in another layout.
struct RemuxLosses {
  private(set) var found: [Diagnostic] = []
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  private mutating func add(_ rule: String, _ message: String, _ path: String, _ at: UInt64?) {
    found.append(Diagnostic(rule, .warning, message, path: path, at: at))
  }

  /// Tables that count samples one by one, and have no counterpart in the other layout.
  private static let tables: [(type: FourCC, name: String)] = [
    ("stsh", "shadow sync samples"), ("subs", "parts of samples"), ("padb", "padding bits"),
    ("stdp", "priorities of samples"), ("csgp", "compact sample groups"),
  ]

  /// Parts of a `traf` that are carried over.
  private static let carried: Set<FourCC> = [
    "tfhd", "tfdt", "trun", "sdtp", "sbgp", "sgpd", "senc", "saiz", "saio", "free", "skip",
  ]

  mutating func add(
    _ track: Track, to layout: MovieWriter.Options.Layout,
    keeping settings: MovieWriter.TrackSettings
  ) {
    guard let kept = settings.kept else { return }
    let isFragmented = MovieWriter.Options(layout: layout).isFragmented
    let stbl = track.atom.descendant("mdia", "minf", "stbl")
    let replaced = kept.replaced(inFragments: isFragmented)
    for (type, name) in Self.tables where replaced.contains(type) {
      guard let atom = stbl?.first(type) else { continue }
      add(
        "table-left-out", "\(name) (\(type)) of track \(track.id) are left out",
        "\(track.path)/mdia/minf/stbl/\(type)", atom.offset)
    }
    let other = Set((stbl?.all("saiz") ?? []).compactMap { $0.otherAuxiliaryType })
    for type in other.sorted(by: { $0.rawValue < $1.rawValue }) {
      add(
        "table-left-out",
        "auxiliary information of type \(type) of track \(track.id) is left out",
        "\(track.path)/mdia/minf/stbl/saiz", stbl?.offset)
    }
    if isFragmented, track.sampleDescriptions.count > 1 {
      add(
        "fragment-descriptions",
        "track \(track.id) has \(track.sampleDescriptions.count) sample descriptions; many players "
          + "use the first for all fragments",
        track.path, track.atom.offset)
    }
    addGaps(of: track, isFragmented: isFragmented)
  }

  /// Tables say only how long samples are, so that one that ends early lasts until the next.
  private mutating func addGaps(of track: Track, isFragmented: Bool) {
    guard track.hasFragments, let table = try? track.sampleTable() else { return }
    var end: Int64?
    var walk = table.makeIterator()
    var gaps = 0
    while let (sample, count, _) = walk.next(atMost: 1 << 14) {
      if let end, sample.decodeTime > end { gaps += 1 }
      end = sample.decodeTime &+ Int64(clamping: sample.duration &* UInt64(count))
    }
    guard gaps > 0 else { return }
    add(
      "fragment-gap",
      "track \(track.id) has \(gaps) gaps between its fragments; the sample before each gap is "
        + "extended to its end", track.path, track.atom.offset)
  }

  /// What stands in the file beside the movie and its samples.
  mutating func addFile(to layout: MovieWriter.Options.Layout) {
    var lost: [String: (count: Int, at: UInt64?)] = [:]
    func count(_ path: String, _ atom: Atom) {
      lost[path, default: (0, atom.offset)].count += 1
    }
    for atom in movie.file.atoms {
      switch atom.type {
      case "moof":
        for child in atom.children where !["mfhd", "traf", "pssh", "free"].contains(child.type) {
          count("moof/\(child.type)", child)
        }
        for traf in atom.all("traf") {
          for child in traf.children where !Self.carried.contains(child.type) {
            count("moof/traf/\(child.type)", child)
          }
          for saiz in traf.all("saiz") where saiz.otherAuxiliaryType != nil {
            count("moof/traf/saiz", saiz)
          }
        }
      case let type where RemuxedFile.ofFragments.contains(type): count("\(type)", atom)
      default:
        if atom.claimedSize != nil, !RemuxedFile.media.contains(atom.type) {
          add("atom-left-out", "left out, because it is truncated", "\(atom.type)", atom.offset)
        }
      }
    }
    for child in movie.atom.first("mvex")?.children ?? []
    where !["mehd", "trex", "free"].contains(child.type) {
      count("moov/mvex/\(child.type)", child)
    }
    for (path, what) in lost.sorted(by: { $0.key < $1.key }) {
      add(
        "atom-left-out",
        "left out, because it describes the old fragments"
          + (what.count > 1 ? "; there are \(what.count)" : ""), path, what.at)
    }
    if !movie.file.trailing.isEmpty {
      add(
        "atom-left-out",
        "\(movie.file.trailing.count) bytes at the end that are not an atom are left out", "",
        movie.file.trailing.lowerBound)
    }
  }

  /// Whether no index can tell when the track that it would be of is shown.
  mutating func addIndex(_ tracks: [Track]) -> Bool {
    guard let lead = tracks.first(where: { $0.mediaType == "vide" }) ?? tracks.first,
      lead.hasEditList
    else { return false }
    let shown = lead.edits.filter { !$0.isEmpty }
    if shown.count == 1, shown[0].rate.map({ $0 == (1, 1) }) ?? true { return false }
    add(
      "index-left-out",
      "an index (sidx) cannot describe the edits of track \(lead.id), which show its media in parts "
        + "or at another speed, so none is written",
      lead.path, lead.atom.offset)
    return true
  }
}

extension Atom {
  /// In a `saiz`: the type of information that is not about encryption.
  fileprivate var otherAuxiliaryType: FourCC? {
    guard let record = try? decode(SampleAuxSizes.self), record.flags & 1 != 0,
      !AuxiliaryKind(type: record.auxInfoType).isEncryption
    else { return nil }
    return record.auxInfoType
  }
}
