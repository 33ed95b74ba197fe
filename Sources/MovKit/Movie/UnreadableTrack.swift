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
