/// The videos whose length timecode tracks are given. All references of a movie are read once, since every
/// track may be a timecode track that others refer to.
struct TimecodeVideos {
  private let movie: Movie
  private let all: [Track]
  /// The indices in `all` of the videos that refer to each track that there is, by its ID.
  private var referring: [UInt32: [Int]] = [:]
  /// The extent of all videos together, once it was asked for.
  private var whole: TimecodeExtent?

  init(in movie: Movie) {
    self.movie = movie
    all = movie.tracks(.video)
    let there = Set(movie.tracks.map(\.id))
    for index in all.indices {
      for id in all[index].references(by: "tmcd")
      where there.contains(id) && referring[id]?.last != index {
        referring[id, default: []].append(index)
      }
    }
  }

  /// Returns when the videos of a timecode track are shown or, if no video refers to it, all.
  /// - Throws: `StampError` if there is no video, or it has no duration.
  mutating func extent(for timecode: Track) throws(StampError) -> TimecodeExtent {
    let videos = referring[timecode.id].map { $0.map { all[$0] } }
    if videos == nil, let whole { return whole }
    guard !all.isEmpty else {
      throw movie.unreadableTrack(.video).map { .unreadable($0) } ?? .noVideo
    }
    do throws(FormatError) {
      let extent = try TimecodeExtent(of: videos ?? all, in: movie)
      if videos == nil { whole = extent }
      return extent
    } catch { throw .format(error) }
  }
}
