/// Finds the frames of linear timecode in the audio of one channel, forwards and backwards, at half to
/// twice the usual speed.
///
/// The audio comes in blocks of any size. Memory does not grow with it, and the time needed is in
/// proportion to it. Levels are relative: neither gain nor polarity nor a constant offset matters, and
/// they may change.
///
/// Everything is read several times, with averages over different lengths: short ones place edges
/// well and follow high speeds, long ones suppress noise. The readings vote.
struct LinearTimecodeDecoder {
  /// Samples that were not read yet, and those before them that their level depends on.
  private var waiting: [Float] = []
  /// How many samples at the start of `waiting` were read already.
  private var done = 0
  /// The number of the first sample in `waiting`.
  private var first: Int64 = 0
  /// The number of samples on either side of one that its level depends on.
  private let reach: Int
  /// The number of samples for which the level is determined once.
  private let step: Int
  private var readings: [(edges: BiphaseEdges, frames: BiphaseFrames)]
  private var vote: FrameVote

  /// An edge must exceed this part of the mean square level. Noise exceeds it as well, but adds edges
  /// in pairs; timecode that was recorded badly may not reach more.
  private static let threshold = 0.1
  /// A side whose mean square level is a smaller part of the other side's is silent.
  private static let silence = 1e-4
  /// Mean levels whose squared difference is a larger part of the mean square level are not those of
  /// one signal.
  private static let changeOfLevel = 0.25
  /// A level beyond this is no audio, and would only make sums inexact.
  private static let mostLevel: Float = 1e6
  /// No audio is this long, so sums of ticks fit in 64 bits.
  private static let mostSamples: Int64 = 1 << 50

  /// A decoder of audio with this number of samples per second.
  init(sampleRate: UInt32) {
    let rate = Int64(max(1, sampleRate))
    // Bits at 30 frames and a bit more than twice the speed, and at 23.976 frames and a bit less than
    // half the speed; not shorter than what edges could be found of.
    let shortest = max(2 * AudioTicks.perSample, rate * AudioTicks.perSample / (30 * 80 * 23 / 10))
    let longest = max(
      shortest + 1, rate * AudioTicks.perSample * 1000 * 100 / (23_976 * 80 * 42))
    // Half a bit at 27.5 frames per second is a usual interval.
    let half = Int(clamping: rate / 4400)
    reach = max(8, half * 16)
    step = max(1, half / 4)
    let lengths = Set([1, half * 2 / 5, half * 9 / 10].map { max(1, $0) }).sorted()
    readings = lengths.map {
      (BiphaseEdges(length: $0), BiphaseFrames(periods: shortest...longest))
    }
    vote = FrameVote(delay: longest * 80 * 5 / 2)
  }

  /// Reads the next samples. Values that are not numbers count as silence.
  mutating func append(_ samples: some Sequence<Float>) {
    waiting.append(
      contentsOf: samples.lazy.map {
        $0.isFinite ? min(max($0, -Self.mostLevel), Self.mostLevel) : 0
      })
    read(isEnd: false)
  }

  /// Reads what is left at the end of the audio.
  mutating func finish() {
    read(isEnd: true)
    for number in readings.indices {
      readings[number].frames.finish()
      vote.add(readings[number].frames.collect())
    }
  }

  /// Returns the frames that were found since the last call, in the order of the audio.
  /// - Parameter isEnd: Whether `finish()` was called, so that no vote comes any more.
  mutating func collect(isEnd: Bool) -> [FoundFrame] {
    vote.collect(before: isEnd ? nil : (first + Int64(done)) * AudioTicks.perSample)
  }

  private mutating func read(isEnd: Bool) {
    let end = isEnd ? waiting.count : waiting.count - reach
    // Each reading looks at the samples on either side again, so it must be worth that.
    guard end > done, isEnd || end - done >= 4 * reach, first < Self.mostSamples else { return }
    let sums = LevelSums(waiting)
    var start = done
    while start < end {
      let stop = min(end, start + step)
      let (middle, threshold) = level(at: start, sums)
      for number in readings.indices {
        for sample in start..<stop {
          let (low, high) = (
            max(0, sample - readings[number].edges.before),
            min(waiting.count, sample + readings[number].edges.after + 1)
          )
          if let edge = readings[number].edges.take(
            sum: sums.values[high] - sums.values[low], middle: middle, threshold: threshold,
            at: (first + Int64(sample)) * AudioTicks.perSample)
          {
            readings[number].frames.take(edge)
          }
        }
      }
      start = stop
    }
    for number in readings.indices { vote.add(readings[number].frames.collect()) }
    let drop = max(0, end - reach)
    waiting.removeFirst(drop)
    first += Int64(drop)
    done = end - drop
  }

  /// Returns the mean level around a sample, and the square of the least level of an edge. Both sides
  /// of the sample are looked at. Where the audio becomes louder or quieter, the quieter side decides
  /// what an edge is, unless it is silent, and the louder one what the mean is.
  private func level(at sample: Int, _ sums: LevelSums) -> (middle: Double, threshold: Double) {
    let low = max(0, sample - reach)
    let high = min(waiting.count, sample + reach)
    var (earlier, later) = (sums.variance(low, sample), sums.variance(sample, high))
    if sample - low < reach / 2 { earlier = 0 }
    if high - sample < reach / 2 { later = 0 }
    let (quiet, loud) = (min(earlier, later), max(earlier, later))
    guard loud > 0 else { return (sums.mean(low, high), 0) }
    let means = (sums.mean(low, sample), sums.mean(sample, high))
    var middle = (means.0 * earlier + means.1 * later) / (earlier + later)
    let difference = means.0 - means.1
    if quiet > 0, difference * difference > loud * Self.changeOfLevel {
      // The timecode begins or ends here, beside a constant level: that side is less even.
      let changes = (sums.change(low, sample) / earlier, sums.change(sample, high) / later)
      middle = changes.0 < changes.1 ? means.0 : means.1
    }
    return (middle, (quiet > loud * Self.silence ? quiet : loud) * Self.threshold)
  }
}

/// The sums of all samples before each, from which the mean of any stretch follows at once.
private struct LevelSums {
  var values: [Double] = []
  var squares: [Double] = []

  init(_ samples: [Float]) {
    values.reserveCapacity(samples.count + 1)
    squares.reserveCapacity(samples.count + 1)
    var (value, square) = (0.0, 0.0)
    values.append(0)
    squares.append(0)
    for sample in samples {
      let level = Double(sample)
      value += level
      square += level * level
      values.append(value)
      squares.append(square)
    }
  }

  func mean(_ low: Int, _ high: Int) -> Double {
    (values[high] - values[low]) / Double(max(1, high - low))
  }

  /// The square of the difference between the means of both halves of a stretch.
  func change(_ low: Int, _ high: Int) -> Double {
    let half = low + (high - low) / 2
    let difference = mean(low, half) - mean(half, high)
    return difference * difference
  }

  /// The mean square difference from the mean of a stretch.
  func variance(_ low: Int, _ high: Int) -> Double {
    let count = Double(max(1, high - low))
    let mean = mean(low, high)
    return max(0, (squares[high] - squares[low]) / count - mean * mean)
  }
}
