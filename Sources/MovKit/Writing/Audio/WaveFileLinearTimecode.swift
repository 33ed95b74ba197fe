extension LinearTimecodeReading {
  /// Reads the timecode of a WAV file. Times are from the start of its audio.
  ///
  /// - Parameters:
  ///   - source: The WAV file: RIFF, RF64 or BW64.
  ///   - channel: The channel to read, from 0; nil for the one that has the most timecode, of the
  ///     first 64.
  ///   - frameDuration: The duration of a frame, if it is known, as for a track.
  /// - Throws: `ReadingError`: `format` if it is no WAV file, its audio is compressed, or it does not have the
  ///   channel; `io` if it cannot be read.
  public init(
    wave source: any ByteSource, channel: Int? = nil, frameDuration: MediaTime? = nil
  ) throws(ReadingError) {
    self = try WaveFile(reading: source).linearTimecode(
      in: source, channel: channel, frameDuration: frameDuration)
  }
}

extension WaveFile {
  /// Reads the linear timecode that the audio carries as a signal. Times are from the start of the
  /// audio.
  ///
  /// - Parameters:
  ///   - source: The file that this was read from.
  ///   - channel: The channel to read, from 0; nil for the one that has the most timecode.
  ///   - frameDuration: The duration of a frame, if it is known.
  package func linearTimecode(
    in source: any ByteSource, channel: Int? = nil, frameDuration: MediaTime? = nil
  ) throws(ReadingError) -> LinearTimecodeReading {
    try LinearTimecodeReading(
      source, dataRange, format, channel: channel, frameDuration: frameDuration)
  }
}
