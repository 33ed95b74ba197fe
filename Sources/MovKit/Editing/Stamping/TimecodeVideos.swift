/// The videos whose length timecode tracks are given. All references of a movie are read once, since every
/// track may be a timecode track that others refer to.
struct TimecodeVideos {
  private let movie: Movie
  private let all: [Track]
  /// The indices in `all` of the videos that refer to each track that there is, by its ID.
  private var referring: [UInt32: [Int]] = [:]
  /// The extents that were asked for, by the indices of their videos; nil for all videos.
  private var extents: [[Int]?: TimecodeExtent] = [:]

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
    let indices = referring[timecode.id]
    if let known = extents[indices] { return known }
    guard !all.isEmpty else {
      throw movie.unreadableTrack(.video).map { .unreadable($0) } ?? .noVideo
    }
    do throws(FormatError) {
      let extent = try TimecodeExtent(of: indices?.map { all[$0] } ?? all, in: movie)
      extents[indices] = extent
      return extent
    } catch { throw .format(error) }
  }
}
