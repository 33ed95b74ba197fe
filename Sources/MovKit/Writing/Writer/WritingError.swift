/// The reason why a movie could not be written.
public indirect enum WritingError: Error, Hashable, Sendable {
  /// Reading or writing a file failed.
  case io(IOError)
  /// The data cannot be stored in the format, or source data is damaged.
  case format(FormatError)
  /// A sample is decoded before the previous one, in the track with this ID.
  case decodeTimeGoesBack(track: UInt32)
  /// A time is not a number, is not in epoch 0, or is out of range: a time has 62 bits in ticks of the track's
  /// timescale, and a duration or composition offset has 32 bits.
  case timeOutOfRange(track: UInt32)
  /// A number in the track with this ID is too large: there are more than 4294967295 samples, a
  /// sample has more than 4294967295 bytes, or there are more than 65535 sample descriptions. Also
  /// thrown if a given sample size or number of samples is not positive. The ID is 0 if there are
  /// too many fragments.
  case tooLarge(track: UInt32)
  /// There is no sample description with this index, counted from 0.
  case noDescription(Int, track: UInt32)
  /// The writer was finished or cancelled, or the input was marked as finished.
  case finished
  /// A change was requested too late: a part of the file that it affects is written already.
  case tooLate
  /// A video stream's parameter sets change at this time of the stream, but they are in the header
  /// of a fragmented movie, which is written already.
  case parameterSetsChange(track: UInt32, at: MediaTime)
  /// The closure that supplies the samples of an input neither appended one nor marked the input as
  /// finished, or the input waits for one that has no such closure.
  case noSamplesSupplied(track: UInt32)
}

extension WritingError: IdentifiedError {
  public var id: String {
    switch self {
    case .io(let error): error.id
    case .format(let error): error.id
    case .decodeTimeGoesBack: "decode-time-goes-back"
    case .timeOutOfRange: "time-out-of-range"
    case .tooLarge: "too-large"
    case .noDescription: "no-description"
    case .finished: "finished"
    case .tooLate: "too-late"
    case .parameterSetsChange: "parameter-sets-change"
    case .noSamplesSupplied: "no-samples-supplied"
    }
  }

  /// The error as one line for people: `cannot create a.mov: permission denied`.
  public var description: String {
    if case .io(let error) = self { error.description } else { reason }
  }

  /// `description` without the name of the file, for messages that name the file themselves.
  public var reason: String {
    switch self {
    case .io(let error): error.reason
    case .format(let error): error.description
    case .decodeTimeGoesBack(let track):
      "track \(track): a sample's decode time is before that of the previous sample"
    case .timeOutOfRange(let track): "track \(track): a time cannot be represented in a movie"
    case .tooLarge(let track): "track \(track): too many samples, or samples too large, for a movie"
    case .noDescription(let index, let track):
      "track \(track) has no sample description of index \(index)"
    case .finished: "the movie is already finished"
    case .noSamplesSupplied(let track):
      "track \(track) needs samples, but was given none and not marked as finished"
    case .tooLate: "the data to change has already been written"
    case .parameterSetsChange(let track, let time):
      "the parameter sets of track \(track) change at \(time) seconds, but the header that holds"
        + " them has already been written"
    }
  }
}

/// Runs code that only reads and writes files, and converts its errors.
func io<Result>(_ body: () throws(IOError) -> Result) throws(WritingError) -> Result {
  do throws(IOError) { return try body() } catch { throw .io(error) }
}

/// Runs code that reads a movie or a stream, and converts its errors.
func reading<Result>(_ body: () throws(ReadingError) -> Result) throws(WritingError) -> Result {
  do throws(ReadingError) { return try body() } catch { throw WritingError(error) }
}

extension WritingError {
  init(_ error: ReadingError) {
    switch error {
    case .io(let error): self = .io(error)
    case .format(let error): self = .format(error)
    case .notStarted: self = .format(FormatError(.invalid(error.description)))
    }
  }
}

/// Runs code that only makes atoms, and converts its errors.
func atoms<Result>(_ body: () throws(FormatError) -> Result) throws(WritingError) -> Result {
  do throws(FormatError) { return try body() } catch { throw .format(error) }
}
