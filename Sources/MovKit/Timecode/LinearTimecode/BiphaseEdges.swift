/// A place in audio, as exact as linear timecode is read: in 256ths of a sample from its start. The
/// first sample lasts from 0 to 256, and its level is that of its middle.
enum AudioTicks {
  static let perSample: Int64 = 256
}

/// Finds where audio changes its sign, although there is noise.
///
/// The audio is averaged over some samples, because timecode keeps its level for much longer than
/// noise does. A change counts only if the level goes on to exceed a part of the usual one. It is
/// placed where the audio crosses the middle, between samples.
struct BiphaseEdges {
  /// The number of samples before and after the present one that are averaged.
  let before: Int
  let after: Int
  /// What to add to the ticks of a sample's start to get the middle of what was averaged.
  private let shift: Int64
  private let scale: Double
  /// -1 or 1; 0 before the first level.
  private var sign = 0
  private var previous = 0.0
  /// The crossings since the last clear level.
  private var firstCrossing: Int64?
  private var lastCrossing: Int64 = 0

  /// Averages `length` samples, at least 1.
  init(length: Int) {
    before = (length - 1) / 2
    after = length / 2
    shift = Int64(after - before + 1) * (AudioTicks.perSample / 2)
    scale = 1 / Double(before + 1 + after)
  }

  /// Takes the next sample.
  /// - Parameters:
  ///   - sum: The sum of the samples that are averaged.
  ///   - middle: The level that is to count as 0.
  ///   - threshold: The square of the least level of an edge.
  ///   - position: Where the sample begins, in ticks.
  /// - Returns: The place of an edge.
  mutating func take(
    sum: Double, middle: Double, threshold: Double, at position: Int64
  ) -> Int64? {
    let level = sum * scale - middle
    defer { previous = level }
    if (level < 0) != (previous < 0) {
      let part = previous / (previous - level)
      let ticks = Int64((part * Double(AudioTicks.perSample)).rounded())
      lastCrossing = position &- AudioTicks.perSample &+ ticks &+ shift
      if firstCrossing == nil { firstCrossing = lastCrossing }
    }
    guard level * level > threshold else { return nil }
    let new = level < 0 ? -1 : 1
    defer {
      sign = new
      firstCrossing = nil
    }
    guard sign != new, let firstCrossing else { return nil }
    return firstCrossing + (lastCrossing - firstCrossing) / 2
  }
}
