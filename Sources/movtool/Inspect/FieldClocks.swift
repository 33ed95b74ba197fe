import MovKit

/// The clocks whose ticks the fields of an atom count, found while the tree is walked.
struct FieldClocks {
  /// Ticks a second; nil where it is not known.
  private var movie: UInt32?
  private var media: UInt32?
  /// Of every track's media, by the track's ID.
  private var tracks: [UInt32: UInt32] = [:]

  /// None is known.
  init() {}

  /// `atoms`: the whole file, also where only a part of it is walked.
  init(_ atoms: AtomFile) {
    guard let moov = atoms.first("moov") else { return }
    enter(moov)
    for trak in moov.all("trak") {
      enter(trak)
      let header = trak.first("tkhd").flatMap { try? $0.decode(TrackHeader.self) }
      if let header, let media { tracks[header.trackID] = media }
    }
    media = nil
  }

  /// Those that hold where the walk through `file` begins.
  init(startingIn file: InspectedFile) {
    self.init(file.atoms)
    guard let root = file.root, let path = AtomPath(root.path) else { return }
    for depth in 1..<max(path.steps.count, 1) {
      var outer = path
      outer.steps = Array(path.steps.prefix(depth))
      if case .atom(let node) = file.atoms.find(outer) { enter(node.atom) }
    }
  }

  /// The clocks that hold for an atom and for what is inside it.
  mutating func enter(_ atom: Atom) {
    switch atom.type {
    case "moov":
      let header = atom.first("mvhd").flatMap { try? $0.decode(MovieHeader.self) }
      movie = header?.timescale.orNoneIfZero
    case "trak":
      let header = atom.descendant("mdia", "mdhd").flatMap { try? $0.decode(MediaHeader.self) }
      media = header?.timescale.orNoneIfZero
    case "traf":
      enter(track: atom.first("tfhd").flatMap { try? $0.decode(TrackFragmentHeader.self) }?.trackID)
    case "trex": enter(track: (try? atom.decode(TrackExtends.self))?.trackID)
    case "prft": enter(track: (try? atom.decode(ProducerReferenceTime.self))?.referenceTrackID)
    default: break
    }
  }

  private mutating func enter(track id: UInt32?) { media = id.flatMap { tracks[$0] } }

  /// Ticks a second of a clock; nil where the file does not say.
  func timescale(of clock: FieldTime.Clock) -> UInt32? {
    switch clock {
    case .movie: movie
    case .media: media
    case .ticks(let perSecond): perSecond.orNoneIfZero
    }
  }
}

extension UInt32 {
  fileprivate var orNoneIfZero: UInt32? { self == 0 ? nil : self }
}
