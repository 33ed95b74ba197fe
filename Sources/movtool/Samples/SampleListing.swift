import MovKit

/// The rows of a listing of samples, one after another.
struct SampleListing {
  private(set) var rows: SampleRows
  private let movie: OpenMovie
  private let output: TrackOutput
  private let keysOnly: Bool
  /// The index of the sample that is asked for; nil if none is.
  private(set) var asked: Int?
  /// How many more rows follow the one of the sample that is asked for; nil for no limit.
  private var left: Int?
  /// Whether only a stretch of the movie is listed.
  private var isStretch = false

  /// The number of samples that are shown on each side of the one that is asked for.
  static let neighbours = 5

  init(of output: TrackOutput, in movie: OpenMovie, keysOnly: Bool) throws(Failure) {
    self.output = output
    self.movie = movie
    self.keysOnly = keysOnly
    rows = try SampleRows(of: output, in: movie.movie, movie.path)
  }

  /// Whether a line can be about several samples.
  var hasRuns: Bool { output.samplesAtOnce > 1 }

  /// Asks for the sample that the movie shows at a moment.
  mutating func mark(_ moment: GivenMoment, _ messages: Messages) throws(Failure) {
    let time = try movie.movie.time(of: moment, in: output.track, movie.path) {
      messages.report($0, file: movie.path)
    }
    let sample = output.track.mediaTime(at: time).flatMap { output.sample(presentedAt: $0) }
    guard let sample else {
      let end = output.track.shownEnd
      throw .problem(
        "track \(output.track.id) shows nothing at \(time.readable ?? "that time")"
          + (time >= end ? end.readable.map { "; it ends at \($0)" } ?? "" : "")
          + (output.track.firstShown.flatMap { time < $0 ? $0.readable : nil }
            .map { "; it begins at \($0)" } ?? ""),
        file: movie.path)
    }
    asked = sample.index
  }

  /// Lists what the movie shows in a stretch of time, and what is needed to decode it.
  mutating func select(_ stretch: MovieStretch, _ messages: Messages) throws(Failure) {
    isStretch = true
    // The list is of what is shown, and of the key frame that it needs.
    output.includesLeadIn = false
    let range = try stretch.range(in: movie.movie, of: output.track, movie.path) {
      messages.report($0, file: movie.path)
    }
    movie.reader.timeRange = range
    movie.reader.startReading()
    try movie.check(output, in: range)
  }

  /// Lists only the sample that is asked for and those next to it.
  mutating func selectNeighbours() {
    guard let asked else { return }
    output.samplesAtOnce = 1
    var start = max(0, asked - Self.neighbours)
    if keysOnly {
      start = asked
      for _ in 0..<Self.neighbours {
        guard let key = rows.samples.entryPoint(atOrBefore: start - 1) else { break }
        start = key
      }
    }
    left = Self.neighbours
    output.seek(to: start)
  }

  /// Whether a row is that of the sample that is asked for.
  func isAsked(_ row: SampleRow) -> Bool {
    asked.map { $0 - row.samples.index }.map { (0..<row.samples.sampleCount).contains($0) } ?? false
  }

  /// All samples of the media.
  var samples: SampleSequence { output.sampleBuffers }

  /// The samples after the first, if all are listed and several threads can do it; nil otherwise. A row
  /// with groups can be long, and rows wait in memory.
  var blocks: SampleBlocks? {
    guard asked == nil, !keysOnly, !isStretch, !rows.hasGroups else { return nil }
    return SampleBlocks(of: output, from: 1)
  }

  /// Returns the next row; nil after the last one.
  mutating func next() throws(Failure) -> SampleRow? {
    while left != 0, let samples = try movie.next(output) {
      if keysOnly, !samples.attachments.isEntryPoint, samples.index != asked { continue }
      if let asked, samples.index > asked { left = left.map { $0 - 1 } }
      return rows.row(of: samples)
    }
    return nil
  }
}
