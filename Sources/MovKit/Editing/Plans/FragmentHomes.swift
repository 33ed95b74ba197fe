/// The tracks of a movie whose fragments can have their media in another file: offsets in those do not
/// move with this file (ISO/IEC 14496-12, 8.8.7).
struct FragmentHomes {
  private struct Home {
    /// For each sample description, whether its media is in this file.
    var areInside: [Bool]
    var defaults = FragmentDefaults()
  }

  /// By track ID, only tracks with media in another file.
  private var homes: [UInt32: Home] = [:]

  /// All media is in this file.
  static let here = FragmentHomes()

  private init() {}

  /// - Parameter moov: What `Atom.movie` returns; nil if the file has no movie.
  init(_ moov: Atom?) {
    guard let moov else { return }
    // If several have an ID, the first counts.
    for trak in moov.children.reversed() where trak.type == "trak" {
      guard let id = trak.trackID else { continue }
      let minf = trak.descendant("mdia", "minf")
      let descriptions = minf?.descendant("stbl", "stsd")?.entries ?? []
      let areInside = minf?.holdsMedia(of: descriptions) ?? []
      homes[id] = areInside.contains(false) ? Home(areInside: areInside) : nil
    }
    guard !homes.isEmpty else { return }
    for trex in (moov.first("mvex")?.all("trex") ?? []).reversed() {
      guard let record = try? trex.decode(TrackExtends.self) else { continue }
      homes[record.trackID]?.defaults = FragmentDefaults(record)
    }
  }

  /// Takes those of a file; none if it has no fragments.
  init(of file: AtomFile) {
    self.init(among: file.atoms)
  }

  /// Takes those of a movie whose atoms of the top level are given; none if there are no fragments.
  init(among atoms: [Atom]) {
    let hasFragments = atoms.contains(where: \.type.isFragment)
    self.init(hasFragments ? atoms.first(where: \.type.isMovie)?.movie : nil)
  }

  /// Whether the media of a `traf` is in another file.
  func isElsewhere(_ header: TrackFragmentHeader) -> Bool {
    guard let home = homes[header.trackID] else { return false }
    let index = Int(clamping: max(1, home.defaults.replaced(by: header).description) - 1)
    return !home.areInside.holdsMedia(ofDescription: index)
  }
}
