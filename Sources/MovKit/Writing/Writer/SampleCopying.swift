extension MovieWriter {
  /// Adds an input for the samples of a track of another movie: the same kind of media, sample
  /// descriptions, size, name, volume, language and edits.
  ///
  /// ```swift
  /// let input = try writer.addInput(for: track)
  /// for sample in try track.samples() { try input.append(sample) }
  /// ```
  ///
  /// The edits are those of all of the track, so `Options.startTime` does not matter. For a part of it, use
  /// `MovieCut`, or `addInput(_:)` with settings that have no edits.
  ///
  /// Samples come with their `timing`, as `Track.samples()` gives them. What QuickTime and MP4
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
  fileprivate var editsOfTimings: EditMappings? {
    guard track.hasEditList else { return nil }
    let moved = edits.lazy.map { [self] edit in
      guard !edit.isEmpty else { return edit }
      let start = movieTime(edit.source.start, through: nil)
      let duration = movieDuration(edit.source.duration, through: nil)
      return MediaTimeMapping(
        source: MediaTimeRange(start: start, duration: duration), target: edit.target)
    }
    return EditMappings(moved)
  }
}

extension MovieWriter.Input {
  /// Adds a sample of another movie, with its bytes, times, attachments and sample description.
  ///
  /// - Throws: `WritingError` if its bytes cannot be read, or it cannot be written. Old compressed audio of
  ///   QuickTime, of which a packet is stored as one sample with bytes and others without, is refused;
  ///   `MovieRemux` copies it.
  public func append(_ sample: SampleBuffer) throws(WritingError) {
    guard sample.media.samples.packet == nil else {
      throw .format(
        FormatError(
          .unsupported("its audio is stored in packets of several samples; MovieRemux copies them"),
          path: sample.track.path, at: sample.track.atom.offset))
    }
    let data = try reading { () throws(ReadingError) in try sample.data() }
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
