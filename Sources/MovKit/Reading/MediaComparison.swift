/// Whether two tracks have the same samples: the same bytes, the same times in their media, in the
/// same order.
public struct MediaComparison: Sendable {
  /// The number of samples in each track.
  public private(set) var sampleCounts: (first: UInt64, second: UInt64) = (0, 0)
  /// The number of samples whose bytes differ, of those that are in both.
  public private(set) var differentBytes: UInt64 = 0
  /// The number of samples whose decode time, presentation time or duration differs, in media time.
  public private(set) var differentTimes: UInt64 = 0
  /// The first sample whose bytes differ, from 0.
  public private(set) var firstDifferentBytes: UInt64?
  /// The first sample whose times differ, from 0.
  public private(set) var firstDifferentTimes: UInt64?

  /// Whether nothing differs.
  public var isSame: Bool {
    sampleCounts.first == sampleCounts.second && differentBytes == 0 && differentTimes == 0
  }

  /// Compares all samples of two tracks, in decode order.
  /// - Throws: `ReadingError` if a track's tables are damaged, or samples cannot be read.
  public init(_ first: Track, of movie: Movie, _ second: Track, of other: Movie)
    throws(ReadingError)
  {
    var a = try Samples(first, of: movie)
    var b = try Samples(second, of: other)
    var index: UInt64 = 0
    while true {
      let (one, two) = (try a.next(), try b.next())
      if one != nil { sampleCounts.first += 1 }
      if two != nil { sampleCounts.second += 1 }
      guard one != nil || two != nil else { return }
      if let one, let two {
        if one.bytes != two.bytes {
          differentBytes += 1
          firstDifferentBytes = firstDifferentBytes ?? index
        }
        if !one.timing.isSame(as: two.timing) {
          differentTimes += 1
          firstDifferentTimes = firstDifferentTimes ?? index
        }
      }
      index += 1
    }
  }

  /// The samples of a track, read many at once.
  private struct Samples {
    private let output: TrackOutput
    private var batch = SampleBatch()
    private var nextInBatch = 0
    private var place = 0

    init(_ track: Track, of movie: Movie) throws(ReadingError) {
      let reader = MovieReader(movie)
      do throws(FormatError) { output = try reader.addOutput(for: track) } catch {
        throw .format(error)
      }
      output.samplesAtOnce = output.samplesInPacket
      reader.startReading()
    }

    mutating func next() throws(ReadingError) -> (bytes: Bytes, timing: SampleTiming)? {
      if nextInBatch == batch.samples.count {
        guard let more = try output.nextBatch() else { return nil }
        (batch, nextInBatch, place) = (more, 0, 0)
      }
      let sample = batch.samples[nextInBatch]
      nextInBatch += 1
      // A batch has the bytes of all its samples.
      let end = place + Int(clamping: sample.size)
      defer { place = end }
      return (batch.bytes[place..<end], sample.mediaTiming)
    }
  }
}

extension SampleTiming {
  /// Whether the times are the same, in whatever timescales.
  fileprivate func isSame(as other: SampleTiming) -> Bool {
    decodeTime == other.decodeTime && presentationTime == other.presentationTime
      && duration == other.duration
  }
}
