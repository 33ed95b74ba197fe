/// Something that has samples for an input, and hands them over one at a time.
package protocol SampleFeed {
  /// Appends the next sample, or a few that belong together. Returns false where there are no more.
  mutating func appendNext(to input: MovieWriter.Input) throws -> Bool
}

extension MovieWriter {
  /// Takes all samples of some feeds, each into its input, in turns: whichever is ready.
  ///
  /// Throws what a feed throws, and whatever keeps the movie from being written.
  package func append(_ feeds: [(feed: any SampleFeed, input: Input)]) throws {
    var feeds = feeds
    while true {
      var hasMoved = false
      for index in feeds.indices {
        let input = feeds[index].input
        while input.isReadyForMoreData {
          hasMoved = true
          if try !feeds[index].feed.appendNext(to: input) { try input.markAsFinished() }
        }
      }
      if !hasMoved { return }
    }
  }
}

extension SampleSilo {
  /// The silo's samples on their way into a movie.
  package struct Feed: SampleFeed {
    private let silo: SampleSilo
    private let file: File
    private var next = 0

    /// Throws where the file cannot be read.
    package init(_ silo: SampleSilo) throws(Failure) {
      self.silo = silo
      file = try silo.contents()
    }

    package mutating func appendNext(to input: MovieWriter.Input) throws -> Bool {
      guard next < silo.count else { return false }
      let sample = silo[next]
      next += 1
      try input.append(
        sample.byteRange, of: file, timing: sample.timing, attachments: sample.attachments,
        description: sample.descriptionIndex)
      return true
    }
  }
}
