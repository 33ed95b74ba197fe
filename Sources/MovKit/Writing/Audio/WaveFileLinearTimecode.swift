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
