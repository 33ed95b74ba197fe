/// A frame of linear timecode in audio.
struct FoundFrame: Hashable, Sendable {
  var frame: LinearTimecodeFrame
  /// Where the frame begins and ends in the audio, in `AudioTicks`. The straight line through all of
  /// its bits says so, because noise shifts single edges.
  var start: Int64
  var end: Int64
  /// Whether it was played backwards.
  var isReversed: Bool
  /// How far its edges are from their places on average, in ticks.
  var jitter: Int64

  var duration: Int64 { end - start }
}

/// Finds the frames in the edges of a signal: 80 bits in a row that end with the sync word or, played
/// backwards, begin with it.
struct BiphaseFrames {
  private var clock: BiphaseClock
  private var window: Window

  init(periods: ClosedRange<Int64>) {
    clock = BiphaseClock(periods: periods)
    window = Window(periods: periods)
  }

  /// Takes the next edge.
  mutating func take(_ edge: Int64) {
    window.note(edge)
    clock.take(edge, into: &window)
  }

  /// Reads what is left at the end of the audio.
  mutating func finish() {
    clock.finish(into: &window)
    if let period = clock.period { window.take(nil, endingAt: clock.boundary + period) }
  }

  /// Returns the frames that were found since the last call.
  mutating func collect() -> [FoundFrame] {
    let found = window.found
    window.found.removeAll(keepingCapacity: true)
    return found
  }

  /// The last 80 bits.
  private struct Window: BiphaseBits {
    let periods: ClosedRange<Int64>
    /// The newest bit is bit 79.
    private var bits: UInt128 = 0
    /// Which bits could be read.
    private var known: UInt128 = 0
    /// Where bits end, by their numbers modulo the size.
    private var ends = [Int64](repeating: 0, count: 128)
    private var count = 0
    /// The last edges, for reading backwards.
    private var edges = [Int64](repeating: 0, count: 512)
    private var edgeCount = 0
    var found: [FoundFrame] = []

    private static let all: UInt128 = 1 << 80 - 1
    private static let syncWord = UInt64(LinearTimecodeFrame.syncWord)
    private static let reversedSyncWord = UInt64(LinearTimecodeFrame.syncWord.bitReversed)

    init(periods: ClosedRange<Int64>) { self.periods = periods }

    mutating func note(_ edge: Int64) {
      edges[edgeCount & 511] = edge
      edgeCount &+= 1
    }

    mutating func begin(at start: Int64) {
      known = 0
      ends[count & 127] = start
      count &+= 1
    }

    mutating func take(_ bit: Bool?, endingAt end: Int64) {
      // The last bit of a frame that is played backwards need not end with an edge if nothing follows.
      // It has none in its middle either, so it is a 0.
      var bit = bit
      if bit == nil, known >> 1 == Self.all >> 1,
        UInt64(truncatingIfNeeded: bits >> 1) & 0xFFFF == Self.reversedSyncWord
      {
        bit = false
      }
      bits = bits >> 1 | (bit == true ? 1 << 79 : 0)
      known = known >> 1 | (bit == nil ? 0 : 1 << 79)
      ends[count & 127] = end
      count &+= 1
      guard bit != nil, known >> 64 == 0xFFFF else { return }
      if UInt64(truncatingIfNeeded: bits >> 64) == Self.syncWord {
        if known == Self.all {
          add(UInt64(truncatingIfNeeded: bits), (0...80).map { self.end($0) }, isReversed: false)
        } else {
          readBackwards()
        }
      }
      // The first bit need not begin with an edge if nothing comes before it.
      if known | 1 == Self.all,
        UInt64(truncatingIfNeeded: bits | 1) & 0xFFFF == Self.reversedSyncWord
      {
        let ends = (1...80).map { self.end($0) }
        let start = known == Self.all ? self.end(0) : ends[0] - (ends[79] - ends[0]) / 79
        add(
          UInt64(truncatingIfNeeded: bits >> 16).bitReversed, [start] + ends, isReversed: true)
      }
    }

    /// The end of the bit before the bit with this number in the window.
    private func end(_ number: Int) -> Int64 { ends[(count &- 81 &+ number) & 127] }

    /// Reads the bits before a sync word from the edges before it: the length of a bit is now known,
    /// and which edges are ends of bits.
    private mutating func readBackwards() {
      let syncStart = end(64)
      let period = (end(80) - syncStart) / 16
      guard periods.contains(period) else { return }
      var earlier = EarlierBits()
      var clock = BiphaseClock(periods: periods, period: period, boundary: -syncStart)
      for number in 1...edges.count where number <= edgeCount {
        let edge = edges[(edgeCount - number) & 511]
        // The sync word ends with the newest edge. Its first edge is not seen again.
        if edge >= syncStart - period / 4 { continue }
        clock.take(-edge, into: &earlier)
        if earlier.isDone { break }
      }
      if !earlier.isDone { clock.finish(into: &earlier) }
      if earlier.ends.count == 63 { earlier.take(false, endingAt: clock.boundary + period) }
      guard earlier.ends.count == 64, earlier.isWhole else { return }
      add(
        earlier.bits, earlier.ends.reversed().map { -$0 } + (64...80).map { self.end($0) },
        isReversed: false)
    }

    /// Adds a frame whose bits have these ends, 81 with the beginning of the first.
    private mutating func add(_ bits: UInt64, _ ends: [Int64], isReversed: Bool) {
      let frame = LinearTimecodeFrame(bits: bits)
      guard frame.label != nil, let first = ends.first, ends.count == 81 else { return }
      // The straight line of the least squares through 81 equally spaced points. Ticks in one frame
      // have far fewer than 40 bits.
      var (sum, moment) = (Int64(0), Int64(0))
      for (number, end) in ends.enumerated() {
        sum += end - first
        moment += Int64(number - 40) * (end - first)
      }
      let squares: Int64 = 44_280
      let start = first + Self.divide(sum * squares - moment * 40 * 81, by: 81 * squares)
      let end = first + Self.divide(sum * squares + moment * 40 * 81, by: 81 * squares)
      guard periods.contains((end - start) / 80) else { return }
      var jitter: Int64 = 0
      for (number, place) in ends.enumerated() {
        jitter += abs(place - start - (end - start) * Int64(number) / 80)
      }
      found.append(
        FoundFrame(
          frame: frame, start: max(0, start), end: end, isReversed: isReversed,
          jitter: jitter / 81))
    }

    private static func divide(_ number: Int64, by divisor: Int64) -> Int64 {
      (number + (number < 0 ? -divisor / 2 : divisor / 2)) / divisor
    }
  }

  /// The bits before a sync word, the last one first.
  private struct EarlierBits: BiphaseBits {
    var bits: UInt64 = 0
    var ends: [Int64] = []
    var isWhole = true
    var isDone: Bool { !isWhole || ends.count == 64 }

    mutating func begin(at start: Int64) {
      // A frame after silence is whole when the clock starts again.
      if !isDone { isWhole = false }
    }

    mutating func take(_ bit: Bool?, endingAt end: Int64) {
      guard !isDone else { return }
      // The beginning of the first bit need not be an edge if nothing was recorded before it. It has
      // none in its middle either, so it is a 0.
      if bit == nil, ends.count < 63 { isWhole = false }
      bits = bits << 1 | (bit == true ? 1 : 0)
      ends.append(end)
    }
  }
}

extension FixedWidthInteger {
  /// The bits in the opposite order.
  fileprivate var bitReversed: Self {
    (0..<Self.bitWidth).reduce(0) { $0 << 1 | (self >> Self($1) & 1) }
  }
}
