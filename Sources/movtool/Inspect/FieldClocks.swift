import MovKit

/// The timescales of the time fields of an atom, collected while the tree is read.
struct FieldClocks: Sendable {
  /// The ticks per second of the movie and of the current track's media; nil if unknown.
  private var movie: UInt32?
  private var media: UInt32?
  /// The movie's atom, for what names a track by its ID.
  private var moov: Atom?
  /// The ticks per second of each track's media, by track ID; nil until one is asked for.
  private var tracks: [UInt32: UInt32]?
  /// Whether `enter` found which track is the current one.
  private(set) var isInTrack = false

  /// No timescale is known.
  init() {}

  /// Collects the timescales of all tracks. `atoms` is the whole file, even if only a part of it is
  /// shown.
  init(_ atoms: AtomFile) {
    moov = atoms.storedMovie?.movie
    if let moov { enter(moov) }
  }

  private static func timescales(of moov: Atom) -> [UInt32: UInt32] {
    var found: [UInt32: UInt32] = [:]
    var clocks = FieldClocks()
    for trak in moov.children where trak.type == "trak" {
      clocks.enter(trak)
      if let id = trak.trackID, let media = clocks.media { found[id] = media }
    }
    return found
  }

  /// Collects the timescales that apply at the place where the output of `file` begins.
  init(startingIn file: InspectedFile) {
    self.init(file.atoms)
    guard let root = file.root, let path = AtomPath(root.path) else { return }
    for depth in 1..<max(path.steps.count, 1) {
      var outer = path
      outer.steps = Array(path.steps.prefix(depth))
      if case .atom(let node) = file.atoms.find(outer) { enter(node.atom) }
    }
  }

  /// Updates the timescales to those that apply to an atom and its contents.
  mutating func enter(_ atom: Atom) {
    switch atom.type {
    case "moov":
      let header = atom.first("mvhd").flatMap { try? $0.decode(MovieHeader.self) }
      movie = header?.timescale.orNoneIfZero
    case "trak":
      media = atom.mediaHeader?.timescale.orNoneIfZero
      isInTrack = true
    case "traf":
      enter(track: atom.first("tfhd").flatMap { try? $0.decode(TrackFragmentHeader.self) }?.trackID)
    case "trex": enter(track: (try? atom.decode(TrackExtends.self))?.trackID)
    case "prft": enter(track: (try? atom.decode(ProducerReferenceTime.self))?.referenceTrackID)
    default: break
    }
  }

  private mutating func enter(track id: UInt32?) {
    readTracks()
    media = id.flatMap { tracks?[$0] }
    isInTrack = true
  }

  private mutating func readTracks() {
    if tracks == nil { tracks = moov.map { Self.timescales(of: $0) } }
  }

  /// The same for atoms that are read apart from those before them.
  var apart: FieldClocks {
    mutating get {
      readTracks()
      var clocks = self
      clocks.isInTrack = false
      return clocks
    }
  }

  /// Goes on after atoms that were read with `clocks`, which was `apart` before them.
  mutating func resume(after clocks: FieldClocks) {
    if clocks.isInTrack { self = clocks }
  }

  /// Returns the ticks per second of a clock; nil if the file does not state them.
  func timescale(of clock: FieldTime.Clock) -> UInt32? {
    switch clock {
    case .movie: movie
    case .media: media
    case .ticks(let perSecond), .frame(let perSecond): perSecond.orNoneIfZero
    }
  }

  /// Appends a duration in hours, minutes and seconds, or the duration of a frame as a rate; nothing if
  /// the timescale is not known.
  func append(wordsFor time: FieldTime, to text: inout [UInt8]) {
    guard let timescale = timescale(of: time.clock), timescale > 0 else { return }
    if case .frame = time.clock {
      let rate = readableRate(UInt64(timescale), per: UInt64(clamping: time.value)) { ", \($0)" }
      text.append(contentsOf: (rate ?? "").utf8)
    } else if let ticks = Int64(exactly: time.value) {
      text.append(clock: ticks, per: timescale)
    }
  }
}

extension UInt32 {
  fileprivate var orNoneIfZero: UInt32? { self == 0 ? nil : self }
}
