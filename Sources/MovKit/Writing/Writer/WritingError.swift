/// Why a movie could not be written.
public enum WritingError: Error, Equatable, Sendable {
  case io(IOError)
  case format(FormatError)
  /// A sample is decoded before the one ahead of it, in the track with this number.
  case decodeTimeGoesBack(track: UInt32)
  /// A time is not a number, or none that the track's timescale and 64 bits can tell.
  case timeOutOfRange(track: UInt32)
  /// More than 4294967295 samples, or one of as many bytes or ticks and more.
  case tooLarge(track: UInt32)
  /// There is no sample description with this number, counted from 0.
  case noDescription(Int, track: UInt32)
  /// The writer was finished or cancelled, or the input was marked as finished.
  case finished
  /// What was asked for comes too late: a part of the file that it changes is written already.
  case tooLate
  /// A video stream's parameter sets change at this time of the stream, and stand in the header of a
  /// fragmented movie, which is written already.
  case parameterSetsChange(track: UInt32, at: MediaTime)
}

extension WritingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .io(let error): error.reason
    case .format(let error): error.description
    case .decodeTimeGoesBack(let track):
      "track \(track): a sample's decode time is before that of the previous sample"
    case .timeOutOfRange(let track): "track \(track): a time cannot be represented in a movie"
    case .tooLarge(let track): "track \(track): too many samples, or samples too large, for a movie"
    case .noDescription(let index, let track):
      "track \(track) refers to sample description \(index + 1), which does not exist"
    case .finished: "the movie is already finished"
    case .tooLate: "the data to change has already been written"
    case .parameterSetsChange(let track, let time):
      "the parameter sets of track \(track) change at \(time) seconds, but the header that holds"
        + " them has already been written"
    }
  }
}

/// Runs what only reads and writes files.
func io<Result>(_ body: () throws(IOError) -> Result) throws(WritingError) -> Result {
  do throws(IOError) { return try body() } catch { throw .io(error) }
}

/// Runs what only makes atoms.
func atoms<Result>(_ body: () throws(FormatError) -> Result) throws(WritingError) -> Result {
  do throws(FormatError) { return try body() } catch { throw .format(error) }
}
