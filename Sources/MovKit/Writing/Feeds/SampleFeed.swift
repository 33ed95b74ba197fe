/// A source of samples for an input, which appends them one at a time.
public protocol SampleFeed {
  /// Appends the next sample, or a few that belong together. Returns false if there are no more.
  mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool
}

extension MovieWriter {
  /// Appends all samples of some feeds, each to its input, and finishes the inputs. The feeds take
  /// turns: whichever input is ready gets samples.
  ///
  /// - Throws: What a feed throws, and any error that prevents writing the movie;
  ///   `WritingError.noSamplesSupplied` if an input waits for one that has no feed and is not finished, or a
  ///   feed says that it appended samples and did not.
  public func append(
    _ feeds: consuming [(feed: any SampleFeed, input: Input)]
  ) throws(WritingError) {
    // A feed that someone else has too would be copied when it is asked for samples.
    var feeds = feeds
    for feed in feeds where feed.input.isFinished { throw WritingError.finished }
    while true {
      var hasMoved = false
      for index in feeds.indices {
        let input = feeds[index].input
        while input.isReadyForMoreData {
          hasMoved = true
          let before = input.appendedCount
          if try !feeds[index].feed.appendNext(to: input) {
            try input.markAsFinished()
          } else if input.appendedCount == before {
            throw WritingError.noSamplesSupplied(track: input.trackID)
          }
        }
      }
      guard !hasMoved else { continue }
      try checkIsOpen()
      if let waiting = feeds.first(where: { !$0.input.isFinished }) {
        throw WritingError.noSamplesSupplied(track: waiting.input.trackID)
      }
      return
    }
  }
}

extension SampleSilo {
  /// A feed of the silo's samples.
  public struct Feed: SampleFeed {
    private let silo: SampleSilo
    private let file: File
    private var next = 0

    /// Throws if the file cannot be read.
    public init(_ silo: SampleSilo) throws(Failure) {
      self.silo = silo
      file = try silo.contents()
    }

    public mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
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
