/// A timecode track that an editor adds or changes.
struct WrittenTimecode: Sendable {
  /// What stays of a track that is changed.
  enum Kept: Sendable {
    /// The samples where they are, and with them all tables and times.
    case samples
    /// The edits and the durations of samples.
    case times
    /// Neither.
    case nothing
  }

  /// The track that this one takes the place of.
  struct Old: Sendable {
    var track: Track
    /// How many children of `moov` come before it, without the tracks that were taken out before.
    var place: Int
    /// For the first formats: the description of which everything is kept that the format does not
    /// say; nil for none.
    var kept: [Atom?]
    var keeps = Kept.nothing
  }

  var media: TimecodeMedia
  var trackID: UInt32 = 0
  /// The IDs of the tracks that refer to it by `tmcd`.
  var referring: Set<UInt32> = []
  /// Whether it is the only timecode track of the movie afterwards.
  var isAlone: Bool
  /// The ID of the first video track that it belongs to.
  var videoID: UInt32?
  /// Nil for a track that takes the place of none.
  var old: Old?

  init(_ media: TimecodeMedia, isAlone: Bool) {
    self.media = media
    self.isAlone = isAlone
  }

  /// Returns the `trak`. The offset of its first sample counts from the header of the new media.
  func track(in movie: Movie, sampleOffset: UInt64) throws(FormatError) -> Atom {
    if let old, old.keeps != .nothing {
      return try old.track.atom.changingTimecode(
        to: media.formats, tables: old.keeps == .times ? media.sampleTables(at: sampleOffset) : nil)
    }
    let video = videoID.flatMap { movie.track($0) }
    let track = try TimecodeTrackAtoms(
      isQuickTime: movie.isQuickTime, trackID: trackID, media: media,
      movieTimescale: movie.timescale, width: UFixed16x16(video?.size.width ?? 0),
      creationTime: movie.creationTime, sampleOffset: sampleOffset
    ).track()
    guard let old else { return track }
    return try old.track.atom.replacingTimecode(
      by: track, formats: media.formats, keeping: old.kept)
  }
}
