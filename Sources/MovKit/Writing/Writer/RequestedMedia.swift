extension MovieWriter.Input {
  /// Sets the closure that supplies the input's samples: the counterpart of
  /// `requestMediaDataWhenReadyOnQueue:usingBlock:`.
  ///
  /// ```swift
  /// input.requestMediaDataWhenReady { input in
  ///   while input.isReadyForMoreData {
  ///     guard let sample = samples.next() else { return try input.markAsFinished() }
  ///     try input.append(sample)
  ///   }
  /// }
  /// try writer.writeRequestedMedia()
  /// ```
  ///
  /// `MovieWriter.writeRequestedMedia()` calls it whenever the input is ready for more, until it marks
  /// the input as finished.
  public func requestMediaDataWhenReady(
    _ supply: @escaping (MovieWriter.Input) throws -> Void
  ) {
    request = supply
  }
}

extension MovieWriter {
  /// Calls the closures of `Input.requestMediaDataWhenReady(_:)` in turns, each when its input is ready,
  /// until all of these inputs are marked as finished.
  ///
  /// - Throws: What a closure throws; `WritingError.noSamplesSupplied` if a closure neither appends a
  ///   sample nor marks its input as finished, or if an input waits for one that has no closure.
  public func writeRequestedMedia() throws {
    let waiting = inputs.filter { $0.request != nil }
    while true {
      var isStuck = true
      for input in waiting {
        while !input.isFinished, input.isReadyForMoreData {
          let before = input.appendedCount
          try input.request?(input)
          guard input.isFinished || input.appendedCount > before else {
            throw WritingError.noSamplesSupplied(track: input.trackID)
          }
          isStuck = false
        }
      }
      guard let unfinished = waiting.first(where: { !$0.isFinished }) else {
        for input in waiting { input.request = nil }
        return
      }
      // An input without a closure keeps the others waiting.
      if isStuck { throw WritingError.noSamplesSupplied(track: unfinished.trackID) }
    }
  }
}
