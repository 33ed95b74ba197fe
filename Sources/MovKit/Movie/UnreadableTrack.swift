/// A track of a movie whose headers or fragments cannot be read, and why.
public struct UnreadableTrack: Equatable, Sendable {
  /// The place of the `trak`, such as `moov/trak[1]`.
  public let path: String
  /// From 1; nil where the track's header cannot be read.
  public let id: UInt32?
  /// The handler: `vide`, `soun`, `tmcd`, …; nil where that cannot be read.
  public let mediaType: FourCC?
  /// Whether it is a timecode track, as far as that can be read.
  public let isTimecode: Bool
  public let error: FormatError

  init(_ trak: Atom, path: String, error: FormatError) {
    self.path = path
    self.error = error
    id = trak.trackID
    mediaType = trak.handler
    isTimecode = trak.isTimecodeTrack
  }
}

extension UnreadableTrack: CustomStringConvertible {
  public var description: String {
    let name = id.map { "track \($0)" } ?? "the track \(path)"
    return name + (mediaType.map { " (\($0))" } ?? "") + " cannot be read: \(error)"
  }
}

extension Movie {
  /// The first track with this ID that cannot be read.
  public func unreadableTrack(_ id: UInt32) -> UnreadableTrack? {
    unreadableTracks.first { $0.id == id }
  }

  /// The first track that cannot be read and may have this handler; of those that tell theirs
  /// before those that do not.
  public func unreadableTrack(ofType mediaType: FourCC) -> UnreadableTrack? {
    unreadableTracks.first { $0.mediaType == mediaType }
      ?? unreadableTracks.first { $0.mediaType == nil }
  }
}
