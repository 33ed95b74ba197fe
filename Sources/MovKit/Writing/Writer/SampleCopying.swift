extension MovieWriter {
  /// Adds an input for the samples of a track of another movie: the same kind of media, sample
  /// descriptions, size, matrix, layer, alternate group, name, volume, language, state and edits. User data and
  /// references to other tracks are copied by `addInputs(for:)`.
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
  ///   cannot be written; `format` if its samples are encrypted, because what decrypts them is not copied with
  ///   them. `MovieRemux` copies such tracks.
  public func addInput(for track: Track) throws(WritingError) -> Input {
    try addInput(atoms { () throws(FormatError) in try settings(of: track) })
  }

  /// Adds an input for each of some tracks of another movie, as `addInput(for:)` does, with everything else that
  /// `Track.extensions(for:)` finds in them, such as user data. They refer to each other as the tracks do: video to
  /// its timecode and chapters, for example.
  ///
  /// ```swift
  /// let inputs = try writer.addInputs(for: movie.tracks)
  /// ```
  /// - Returns: An input for each track, in their order.
  /// - Throws: `WritingError` as for one track. If the samples of a track cannot be copied, no input is added.
  public func addInputs(for tracks: [Track]) throws(WritingError) -> [Input] {
    let all = try atoms { () throws(FormatError) in
      try tracks.map { track throws(FormatError) in
        var settings = try settings(of: track)
        settings.extensions = try track.extensions(for: options.fileType)
        return settings
      }
    }
    var added: [(track: Track, input: Input)] = []
    for (track, settings) in zip(tracks, all) { added.append((track, try addInput(settings))) }
    try addReferences(of: added)
    return added.map(\.input)
  }

  /// Makes the tracks that are written refer to each other as those of another movie do from which they come.
  package func addReferences(
    of added: [(track: Track, input: Input)]
  ) throws(WritingError) {
    let inputs = Dictionary(added.map { ($0.track.id, $0.input) }) { $1 }
    for (track, input) in added {
      try track.forEachReference { (type, id) throws(WritingError) in
        if let other = inputs[id] { try input.addReference(type, to: other) }
      }
    }
  }

  /// The settings of an input for the samples of a track, with their times in the movie.
  private func settings(of track: Track) throws(FormatError) -> TrackSettings {
    try track.checkIsDecryptedAlone()
    var settings = try track.settings(for: options.fileType)
    settings.edits = try ReadTrack(track).editsOfTimings
    return settings
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
  /// - Throws: `WritingError` if its bytes cannot be read, or it cannot be written. Encrypted samples are refused,
  ///   as `addInput(for:)` says, and so is old compressed audio of QuickTime, of which a packet is stored as one
  ///   sample with bytes and others without; `MovieRemux` copies both.
  public func append(_ sample: SampleBuffer) throws(WritingError) {
    guard sample.media.samples.packet == nil else {
      throw .format(
        FormatError(
          .unsupported("its audio is stored in packets of several samples; MovieRemux copies them"),
          path: sample.track.path, at: sample.track.atom.offset))
    }
    if sample.media.isEncrypted {
      try atoms { () throws(FormatError) in try sample.track.checkIsDecryptedAlone() }
    }
    let data = try reading { () throws(ReadingError) in try sample.data() }
    try append(
      .bytes(data), count: sample.sampleCount, timing: sample.timing,
      attachments: sample.attachments, description: sample.sampleDescriptionIndex)
  }
}
