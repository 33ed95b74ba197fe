/// NAL units in the order of their stream, one after the other in one buffer, so that a picture of
/// many small units takes little more memory than their bytes.
struct StreamUnits: Sendable {
  /// Of each unit the size of its head, in `lengthSize` bytes, and its head.
  private var heads: [UInt8] = []
  /// What units have besides their heads, by their place in `heads`.
  private var rests: [(place: Int, rest: SpooledBytes)] = []

  /// The number of bytes of the size before each head: what the samples of nearly all movies have
  /// before each unit, so that `heads` can become a sample as it is.
  static let lengthSize = 4

  var isEmpty: Bool { heads.isEmpty }

  /// The sizes and units as they are in a sample that has `lengthSize` bytes before each unit; nil
  /// if parts of units are in a spool.
  var sample: [UInt8]? { rests.isEmpty ? heads : nil }

  /// The number of bytes that are in memory.
  var countInMemory: Int { heads.count }

  /// Adds a unit. Its head has less than 4 GB.
  mutating func append(_ unit: StreamUnit) {
    if let rest = unit.rest { rests.append((heads.count, rest)) }
    let count = UInt32(truncatingIfNeeded: unit.head.count)
    for byte in 0..<Self.lengthSize {
      heads.append(UInt8(truncatingIfNeeded: count >> (8 * (Self.lengthSize - 1 - byte))))
    }
    heads.append(contentsOf: unit.head)
  }

  /// Moves all units of `others` to the end of these.
  mutating func take(_ others: inout StreamUnits) {
    if isEmpty {
      swap(&self, &others)
    } else if !others.isEmpty {
      for other in others.rests { rests.append((heads.count + other.place, other.rest)) }
      heads += others.heads
    }
    others = StreamUnits()
  }
}

extension StreamUnits: Sequence {
  struct Iterator: IteratorProtocol {
    fileprivate let units: StreamUnits
    fileprivate var place = 0
    fileprivate var rest = 0

    mutating func next() -> StreamUnit? {
      let start = place + StreamUnits.lengthSize
      guard start <= units.heads.count else { return nil }
      let count = units.heads[place..<start].reduce(0) { $0 << 8 | Int($1) }
      var unit = StreamUnit(head: units.heads[start..<start + count])
      if rest < units.rests.count, units.rests[rest].place == place {
        unit.rest = units.rests[rest].rest
        rest += 1
      }
      place = start + count
      return unit
    }
  }

  func makeIterator() -> Iterator { Iterator(units: self) }
}
