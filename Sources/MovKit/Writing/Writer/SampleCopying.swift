extension MovieWriter {
  /// Adds an input for the samples of a track of another movie: the same kind of media, sample
  /// descriptions, size, language and edits.
  ///
  /// ```swift
  /// let input = try writer.addInput(for: track)
  /// for sample in try track.samples() { try input.append(sample) }
  /// ```
  ///
  /// Samples come with their `timing`, as `Track.samples()` gives them. Audio that QuickTime and MP4
  /// describe in different ways is described as the new movie requires.
  /// - Throws: `WritingError` if samples were written already, or the track's descriptions or edits
  ///   cannot be written.
  public func addInput(for track: Track) throws(WritingError) -> Input {
    let settings = try atoms { () throws(FormatError) in
      var settings = try track.settings(for: options.fileType)
      settings.edits = try ReadTrack(track).editsOfTimings
      return settings
    }
    return try addInput(settings)
  }
}

extension ReadTrack {
  /// The edits of the media whose samples have the times of `SampleBuffer.timing`; nil without an edit
  /// list.
  fileprivate var editsOfTimings: [MediaTimeMapping]? {
    guard track.hasEditList else { return nil }
    return edits.map { edit in
      guard !edit.isEmpty else { return edit }
      let start = movieTime(edit.source.start, through: nil)
      let duration = movieDuration(edit.source.duration, through: nil)
      return MediaTimeMapping(
        source: MediaTimeRange(start: start, duration: duration), target: edit.target)
    }
  }
}

extension MovieWriter.Input {
  /// Adds a sample of another movie, with its bytes, times, attachments and sample description.
  ///
  /// - Throws: `WritingError` if its bytes cannot be read, or it cannot be written.
  public func append(_ sample: SampleBuffer) throws(WritingError) {
    let data: Bytes
    do throws(ReadingError) { data = try sample.data() } catch {
      switch error {
      case .io(let error): throw .io(error)
      case .format(let error): throw .format(error)
      case .notStarted: throw .finished
      }
    }
    guard sample.sampleCount > 1 else {
      return try append(
        data, timing: sample.timing, attachments: sample.attachments,
        description: sample.sampleDescriptionIndex)
    }
    try append(
      samples: data, ofSize: data.count / sample.sampleCount, timing: sample.timing,
      description: sample.sampleDescriptionIndex)
  }
}

// MARK: Supplying samples when they are needed

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
