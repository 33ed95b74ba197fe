/// A track of a movie whose headers or fragments cannot be read, and the reason.
public struct UnreadableTrack: Equatable, Sendable {
  /// The path of the `trak`, such as `moov/trak[1]`.
  public let path: String
  /// The track ID, from 1; nil if the track's header cannot be read.
  public let id: UInt32?
  /// The handler: `vide`, `soun`, `tmcd`, …; nil if it cannot be read.
  public let mediaType: MediaType?
  /// Whether this is a timecode track, as far as that can be read.
  public let isTimecode: Bool
  /// Why the track cannot be read.
  public let error: FormatError

  init(_ trak: Atom, path: String, error: FormatError) {
    self.path = path
    self.error = error
    id = trak.trackID
    mediaType = trak.handler.map(MediaType.init(rawValue:))
    isTimecode = trak.isTimecodeTrack
  }
}

/// The tracks of a movie that cannot be read, in the order of the file. There can be one in every eight
/// bytes, so those that follow one another and have the same error are kept as one, and each is made when
/// it is asked for.
public struct UnreadableTracks: RandomAccessCollection, Sendable {
  /// Some that follow one another: of the first, the index of its atom among the children of `moov`, its
  /// index among the tracks, and its index among these; and the index of their error.
  private struct Run {
    var child: UInt32
    var number: UInt32
    var first: UInt32
    var error: UInt32
  }

  /// An error that many tracks can have. Its path and its offset count from those of the track.
  private struct SharedError {
    let reason: FormatError.Reason
    let path: String
    let isInside: Bool
    let distance: UInt64?

    /// That of a track at a place in the file.
    init(_ failure: TrackFailure, at place: UInt64) {
      reason = failure.error.reason
      path = failure.error.path
      isInside = failure.isInTrack
      distance = failure.error.offset.map { $0 &- place }
    }

    /// Whether a track at a place has the same error.
    func isSame(as failure: TrackFailure, at place: UInt64) -> Bool {
      isInside == failure.isInTrack && distance == failure.error.offset.map { $0 &- place }
        && path == failure.error.path && reason == failure.error.reason
    }
  }

  /// The number of the only track.
  private static let only = UInt32.max

  private var children: [Atom] = []
  private var runs: [Run] = []
  public private(set) var endIndex = 0
  private var errors: [SharedError] = []

  init() {}

  /// Adds a track: the child of `moov` at an index.
  mutating func append(
    _ index: Int, of children: [Atom], _ component: PathComponent, _ failure: TrackFailure
  ) {
    if runs.isEmpty { self.children = children }
    let place = children[index].offset ?? 0
    if errors.last.map({ $0.isSame(as: failure, at: place) }) != true {
      errors.append(SharedError(failure, at: place))
    }
    let run = Run(
      child: UInt32(truncatingIfNeeded: index),
      number: component.index.map { UInt32(truncatingIfNeeded: $0) } ?? Self.only,
      first: UInt32(truncatingIfNeeded: endIndex),
      error: UInt32(truncatingIfNeeded: errors.count - 1))
    endIndex += 1
    if let last = runs.last, last.error == run.error, run.number != Self.only {
      let count = run.first - last.first
      guard run.child != last.child &+ count || run.number != last.number &+ count else { return }
    }
    runs.append(run)
  }

  public var startIndex: Int { 0 }

  public subscript(index: Int) -> UnreadableTrack {
    let (run, place) = self.place(of: index)
    let trak = trak(at: index)
    let path = Self.path(
      PathComponent(type: trak.type, index: run.number == Self.only ? nil : Int(run.number) + place)
    )
    let shared = errors[Int(run.error)]
    let error = FormatError(
      shared.reason, path: shared.path,
      at: shared.distance.map { $0 &+ (trak.offset ?? 0) })
    return UnreadableTrack(
      trak, path: path, error: shared.isInside ? error.inside(path) : error)
  }

  /// Those that are timecode tracks. Only these are made.
  var timecode: some Collection<UnreadableTrack> {
    indices.lazy.filter { trak(at: $0).isTimecodeTrack }.map { self[$0] }
  }

  private func trak(at index: Int) -> Atom {
    let (run, place) = self.place(of: index)
    return children[Int(run.child) + place]
  }

  /// Returns the run that a track is in, and its index there.
  private func place(of index: Int) -> (run: Run, index: Int) {
    let run = runs[runs.indexBeforeFirst(where: { Int($0.first) > index }) ?? 0]
    return (run, index - Int(run.first))
  }

  private static func path(_ component: PathComponent) -> String { "moov/\(component)" }
}

extension UnreadableTrack: CustomStringConvertible {
  public var description: String {
    let name = id.map { "track \($0)" } ?? "the track \(path)"
    return name + (mediaType.map { " (\($0))" } ?? "") + " cannot be read: \(error)"
  }
}

extension Movie {
  /// Returns the first track with this ID that cannot be read; nil if there is none.
  public func unreadableTrack(_ id: UInt32) -> UnreadableTrack? {
    unreadableTracks.first { $0.id == id }
  }

  /// Returns the first track that cannot be read and has this handler, or else the first whose
  /// handler cannot be read; nil if there is neither.
  public func unreadableTrack(_ mediaType: MediaType) -> UnreadableTrack? {
    unreadableTracks.first { $0.mediaType == mediaType }
      ?? unreadableTracks.first { $0.mediaType == nil }
  }
}
