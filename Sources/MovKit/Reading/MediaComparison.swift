/// Whether two tracks have the same samples: the same bytes, the same times in their media, in the
/// same order. Of uncompressed audio, frames are compared, however many of them are a sample.
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
  /// The times of that sample in both tracks; nil if none differ.
  public private(set) var firstTimes: (first: SampleTiming, second: SampleTiming)?
  /// The number of samples whose presentation time differs, in media time.
  public private(set) var shiftedSamples: UInt64 = 0
  /// By how much later the second track presents all of these samples, or earlier if it is negative; nil if the
  /// distance is not the same for all, or there are none.
  public private(set) var shift: MediaTime?

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
    var (one, two): (Stretch?, Stretch?)
    while true {
      if one == nil { one = try a.next() }
      if two == nil { two = try b.next() }
      guard let first = one.take() else { break }
      guard let second = two.take() else {
        one = first
        break
      }
      let count = min(first.count, second.count)
      compare(first, second, count, at: index)
      index += UInt64(count)
      sampleCounts.first += UInt64(count)
      sampleCounts.second += UInt64(count)
      one = first.without(count)
      two = second.without(count)
    }
    while let rest = one {
      sampleCounts.first += UInt64(rest.count)
      one = try a.next()
    }
    while let rest = two {
      sampleCounts.second += UInt64(rest.count)
      two = try b.next()
    }
  }

  private mutating func compare(_ a: Stretch, _ b: Stretch, _ count: Int, at index: UInt64) {
    if !a.bytes(of: count).hasSameBytes(as: b.bytes(of: count)) {
      for place in 0..<count {
        guard a.bytes(of: 1, at: place) != b.bytes(of: 1, at: place) else { continue }
        differentBytes += 1
        firstDifferentBytes = firstDifferentBytes ?? index + UInt64(place)
      }
    }
    if !a.timing.isSame(as: b.timing) {
      differentTimes += UInt64(count)
      if firstDifferentTimes == nil {
        (firstDifferentTimes, firstTimes) = (index, (a.timing, b.timing))
      }
      compare(a.timing, b.timing, count)
    }
  }

  /// Compares when samples that follow one another at the same distance are presented.
  private mutating func compare(_ a: SampleTiming, _ b: SampleTiming, _ count: Int) {
    let distance = b.presentationTime - a.presentationTime
    let isConstant = count == 1 || a.duration == b.duration
    if isConstant, a.presentationTime == b.presentationTime { return }
    let known = shiftedSamples
    // Where the distance grows with each sample, the first can still be in its place.
    shiftedSamples += UInt64(a.presentationTime == b.presentationTime ? count - 1 : count)
    if known == 0 {
      shift = isConstant && distance.isNumeric ? distance : nil
    } else if !isConstant || shift != distance {
      shift = nil
    }
  }

  /// A sample, samples that are all alike, or frames of uncompressed audio.
  private struct Stretch {
    var bytes: Bytes
    var count: Int
    /// The times of the first sample or frame; the others follow at the same distance.
    var timing: SampleTiming
    /// The number of bytes of a frame, or of each of several samples; nil for a single sample of other media.
    var frameSize: Int?

    /// The bytes of some frames, or of the sample.
    func bytes(of count: Int, at place: Int = 0) -> Bytes {
      guard let frameSize else { return bytes }
      // The last frame can be cut off.
      return bytes.dropFirst(place * frameSize).prefix(count * frameSize)
    }

    /// What is left after some frames; nil if nothing is.
    func without(_ count: Int) -> Stretch? {
      guard count < self.count, let frameSize else { return nil }
      let passed = timing.duration.multiplied(by: Int64(count))
      return Stretch(
        bytes: bytes.dropFirst(count * frameSize), count: self.count - count,
        timing: SampleTiming(
          duration: timing.duration, presentationTime: timing.presentationTime + passed,
          decodeTime: timing.decodeTime + passed), frameSize: frameSize)
    }
  }

  /// The samples of a track, read many at once.
  private struct Samples {
    private let output: TrackOutput
    /// The number of bytes of a frame of uncompressed audio; nil for other media.
    private let frameSize: Int?
    private var batch = SampleBatch()
    private var nextInBatch = 0
    private var place = 0

    init(_ track: Track, of movie: Movie) throws(ReadingError) {
      let reader = MovieReader(movie)
      do throws(FormatError) { output = try reader.addOutput(for: track) } catch {
        throw .format(error)
      }
      frameSize = output.frameSize.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
      // Of compressed audio, the first sample of a packet has all of its bytes.
      let isInPackets = frameSize == nil && output.samples.packet != nil
      output.samplesAtOnce =
        frameSize != nil ? output.samplesInPacket : isInPackets ? 1 : output.alikeInPacket
      reader.startReading()
    }

    /// Returns the next sample, or samples, or, if frames have a size, the next frames.
    mutating func next() throws(ReadingError) -> Stretch? {
      if nextInBatch == batch.samples.count {
        guard let more = try output.nextBatch() else { return nil }
        (batch, nextInBatch, place) = (more, 0, 0)
      }
      let sample = batch.samples[nextInBatch]
      nextInBatch += 1
      // A batch has the bytes of all its samples.
      let end = place + Int(clamping: sample.size)
      defer { place = end }
      var stretch = Stretch(
        bytes: batch.bytes[place..<end], count: 1, timing: sample.mediaTiming)
      guard let frameSize else {
        if sample.sampleCount > 1, (end - place).isMultiple(of: sample.sampleCount) {
          stretch.count = sample.sampleCount
          stretch.frameSize = (end - place) / sample.sampleCount
        }
        return stretch
      }
      guard end > place else { return stretch }
      stretch.frameSize = frameSize
      stretch.count = (end - place + frameSize - 1) / frameSize
      stretch.timing.duration = sample.mediaTiming.duration
        .multiplied(by: Int64(sample.sampleCount), over: Int64(stretch.count))
      return stretch
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
