/// What a reader and its outputs share. Each of them holds it, so that an output goes on when nobody
/// holds its reader.
final class ReadingSession {
  enum Phase {
    case unknown, reading, cancelled
  }

  let source: SampleSource
  var phase = Phase.unknown
  /// What is read; nil for all of the media.
  var ranges: [MediaTimeRange]?
  /// How many times an output was set to read something else.
  private(set) var resets = 0

  init(_ source: SampleSource) { self.source = source }

  /// Returns false after reading was cancelled. Throws if it was not started, or the source failed.
  func isReading() throws(ReadingError) -> Bool {
    if let failure = source.failure { throw .io(failure) }
    switch phase {
    case .unknown: throw .notStarted
    case .reading: return true
    case .cancelled: return false
    }
  }

  func outputWasReset() { resets &+= 1 }
}
