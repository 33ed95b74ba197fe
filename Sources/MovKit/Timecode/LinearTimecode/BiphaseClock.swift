/// What takes the bits that a `BiphaseClock` reads.
protocol BiphaseBits {
  /// A new beginning: the bits so far have nothing to do with those that come, the first of which
  /// begins at `start`.
  mutating func begin(at start: Int64)
  /// The next bit; nil if it could not be read.
  mutating func take(_ bit: Bool?, endingAt end: Int64)
}

/// Reads bits from the edges of a biphase mark signal: there is an edge at both ends of each bit, and
/// one in the middle of a 1.
///
/// The length of a bit is found from neighbouring intervals of which one is twice the other, and
/// followed from there. Times are ticks in any direction of time, so it reads backwards as well.
struct BiphaseClock {
  /// The length of a bit; nil before it was found.
  private(set) var period: Int64?
  /// The lengths that a bit may have.
  private let periods: ClosedRange<Int64>
  /// Where the present bit begins.
  private(set) var boundary: Int64 = 0
  /// The edge in the middle of the present bit.
  private var middle: Int64?
  /// An edge that may prove to be one of two that noise made.
  private var held: Int64?
  private var last: Int64?
  /// The last edge that came, and its distance from the one before it.
  private var newest: Int64?
  private var newestInterval: Int64?
  /// Another length that neighbouring intervals suggest, and how often they did.
  private var rival: Int64 = 0
  private var strikes = 0
  /// How certain it is which edges are ends of bits and not middles.
  private var trust = 0

  private static let mostTrust = 40
  private static let lossOfTrust = 12
  /// Longer than this without an edge, nothing is known any more.
  private static let mostLostBits: Int64 = 80

  init(periods: ClosedRange<Int64>) { self.periods = periods }

  /// A clock that knows a bit: its length, and where it begins.
  init(periods: ClosedRange<Int64>, period: Int64, boundary: Int64) {
    self.periods = periods
    self.period = period
    self.boundary = boundary
    last = boundary
    held = boundary
    trust = Self.mostTrust
  }

  /// Takes the next edge.
  mutating func take(_ edge: Int64, into bits: inout some BiphaseBits) {
    if let newest {
      guard edge > newest else { return }
      if let length = newLength(edge - newest) {
        // The edge between the two intervals is an end of the longer one.
        period = length
        start(at: newest, into: &bits)
        trust = 0
        last = newest
        held = nil
      }
      newestInterval = edge - newest
    }
    newest = edge
    guard let earlier = held else {
      held = edge
      return
    }
    guard edge > earlier else { return }
    if let period, edge - earlier < period * 5 / 16 {
      held = nil
      return
    }
    held = edge
    confirm(earlier, into: &bits)
  }

  /// Reads what is left after the last edge. The end of a last 1 need not be an edge.
  mutating func finish(into bits: inout some BiphaseBits) {
    if let edge = held { confirm(edge, into: &bits) }
    held = nil
    guard let period, middle != nil else { return }
    complete(at: boundary + period, with: true, into: &bits)
  }

  private mutating func confirm(_ edge: Int64, into bits: inout some BiphaseBits) {
    defer { last = edge }
    guard let last, edge > last, let period else { return }
    place(edge, period, into: &bits)
  }

  /// Compares an interval with the one before it: if one is twice the other, the longer one is a 0.
  /// Returns the length of a bit if it is not the one that was thought.
  private mutating func newLength(_ interval: Int64) -> Int64? {
    guard let previous = newestInterval else { return nil }
    let (short, long) = (min(interval, previous), max(interval, previous))
    guard periods.contains(long), (short * 16...short * 25).contains(long * 10) else { return nil }
    guard let period else { return long }
    guard abs(long - period) > period / 4 else {
      strikes = max(0, strikes - 1)
      return nil
    }
    strikes = abs(long - rival) < long / 8 ? strikes + 1 : 1
    rival = long
    guard strikes >= 4 else { return nil }
    strikes = 0
    return long
  }

  private mutating func start(at edge: Int64, into bits: inout some BiphaseBits) {
    boundary = edge
    middle = nil
    bits.begin(at: edge)
  }

  private mutating func place(
    _ edge: Int64, _ period: Int64, into bits: inout some BiphaseBits
  ) {
    if let middle {
      let rest = edge - middle
      if rest < period * 3 / 4 {
        trust = min(Self.mostTrust, trust + 1)
        return complete(at: edge, with: true, into: &bits)
      }
      if trust < Self.lossOfTrust, rest < period * 5 / 4 {
        // What was taken for a middle is the end of a bit.
        start(at: middle, into: &bits)
        return complete(at: edge, with: false, into: &bits)
      }
      trust = max(0, trust - Self.lossOfTrust)
      // The edge at the end is missing, the one in the middle says enough.
      complete(at: boundary + period, with: true, into: &bits)
    }
    let distance = edge - boundary
    if distance < period * 3 / 4 {
      middle = edge
    } else if distance < period * 5 / 4 {
      trust = min(Self.mostTrust, trust + 1)
      complete(at: edge, with: false, into: &bits)
    } else {
      trust = max(0, trust - Self.lossOfTrust)
      lose(until: edge, period, into: &bits)
    }
  }

  /// Counts the bits up to an edge by their length, because there are no edges between them.
  private mutating func lose(
    until edge: Int64, _ period: Int64, into bits: inout some BiphaseBits
  ) {
    let distance = edge - boundary
    let whole = (distance + period / 4) / period
    guard whole <= Self.mostLostBits else {
      trust = 0
      bits.take(nil, endingAt: boundary + period)
      return start(at: edge, into: &bits)
    }
    let isMiddle = distance - whole * period > period / 4
    let first = boundary
    let length = isMiddle ? whole * period : distance
    for number in 1...max(1, whole) {
      bits.take(nil, endingAt: first + length * number / max(1, whole))
    }
    boundary = first + length
    middle = isMiddle ? edge : nil
  }

  private mutating func complete(
    at end: Int64, with bit: Bool, into bits: inout some BiphaseBits
  ) {
    let length = end - boundary
    if let period, abs(length - period) < period / 4 {
      self.period = min(
        max(period + (length - period) / 16, periods.lowerBound), periods.upperBound)
    }
    boundary = end
    middle = nil
    bits.take(bit, endingAt: end)
  }
}
