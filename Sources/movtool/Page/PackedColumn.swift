import MovKit

/// A column of integers of a page: runs of equal values if they are few, otherwise blocks of bits.
///
/// A block has up to 256 values: their minimum (zigzag, as a variable-length integer), the greatest common
/// divisor of the differences to it (0 if there are none), the number of bits of a value (a byte), and for
/// each value its difference to the minimum, divided by that divisor, the least significant bit first,
/// padded to a byte. A number of bits of 255 stands for values that repeat what came before, at the
/// distance that is in place of the divisor. If a number of bits has 128 added, some values need more: after
/// the bits come the number of these patches, and for each how many values are between it and the one
/// before, and the bits above. With differences, a value stands for its difference to the one before.
struct PackedColumn {
  /// Values are exact in a script up to here, in both directions.
  static let most: Int64 = 1 << 53
  /// The number of values of a block.
  static let blockSize = 256
  /// The number of bits of a block that repeats what came before, and how far before that may be.
  private static let isRepeated: UInt8 = 255
  private static let mostDistance = 256
  /// What is added to the number of bits of a block with patches.
  private static let isPatched: UInt8 = 128
  /// The number of runs that any column may have.
  private static let fewRuns = 64

  /// The number of values so far.
  private(set) var count = 0
  /// Whether a value was beyond `most` and was cut to it.
  private(set) var hasCutValues = false
  /// Whether values were left out because there were too many.
  private(set) var isShort = false
  private(set) var runs: [(count: Int, value: Int64)] = []
  private(set) var packed: [UInt8] = []
  private(set) var isPacked = false
  /// Whether packed values are differences.
  let isDelta: Bool
  private let mostRuns: Int
  private let mostPacked: Int
  private var block: [Int64] = []
  /// The values before those of the block.
  private var recent: [Int64] = []
  private var last: Int64 = 0

  /// - Parameters:
  ///   - expected: The number of values that will come, of which a part can be runs; 0 if it is not known.
  ///   - isDelta: Whether values mostly grow by about as much as before.
  ///   - mostPacked: The number of values after which no more are packed.
  init(expecting expected: Int = 0, isDelta: Bool = false, mostPacked: Int = PageLimits.samples) {
    // A run costs about as much text as 64 values of one bit.
    mostRuns = max(Self.fewRuns, min(expected, mostPacked) / 64)
    self.isDelta = isDelta
    self.mostPacked = mostPacked
  }

  /// Appends a value a number of times.
  mutating func append(_ value: some FixedWidthInteger, count more: Int = 1) {
    guard more > 0, !isShort else { return }
    var value = value
    let isCut = value > Self.most || value < -Self.most
    if isCut { value = value > 0 ? .init(clamping: Self.most) : .init(clamping: -Self.most) }
    if isCut { hasCutValues = true }
    add(Int64(clamping: value), more)
  }

  private mutating func add(_ value: Int64, _ more: Int) {
    if isPacked { return pack(value, more) }
    let (total, overflow) = count.addingReportingOverflow(more)
    guard !overflow else {
      isShort = true
      return
    }
    count = total
    if let end = runs.indices.last, runs[end].value == value {
      runs[end].count += more
      return
    }
    runs.append((more, value))
    guard runs.count > mostRuns else { return }
    isPacked = true
    count = 0
    let all = runs
    runs = []
    for run in all { pack(run.value, run.count) }
  }

  private mutating func pack(_ value: Int64, _ more: Int) {
    for _ in 0..<more {
      guard count < mostPacked else {
        isShort = true
        return
      }
      count += 1
      if isDelta {
        // No value is beyond 2⁵³, so no difference is beyond 2⁵⁴.
        block.append(value - last)
        last = value
      } else {
        block.append(value)
      }
      if block.count == Self.blockSize { endBlock() }
    }
  }

  /// Packs the values of the last block. Nothing may be appended afterwards.
  mutating func finish() {
    if !block.isEmpty { endBlock() }
  }

  private mutating func endBlock() {
    var (low, high) = (block[0], block[0])
    for value in block {
      low = min(low, value)
      high = max(high, value)
    }
    var step: UInt64 = 0
    for value in block where step != 1 {
      step = greatestCommonDivisor(step, UInt64(value - low))
    }
    let width = step == 0 ? 0 : UInt64.bitWidth - (UInt64(high - low) / step).leadingZeroBitCount
    defer {
      recent = Array((recent + block).suffix(Self.mostDistance))
      block.removeAll(keepingCapacity: true)
    }
    if width > 0, let distance = distance() {
      packed.append(0)
      appendVariable(UInt64(distance))
      packed.append(Self.isRepeated)
      return
    }
    appendVariable(UInt64(bitPattern: low << 1 ^ low >> 63))
    appendVariable(step)
    guard width > 0 else { return packed.append(0) }
    let steps = block.map { UInt64($0 - low) / step }
    let narrow = Self.bestWidth(of: steps, upTo: width)
    packed.append(UInt8(narrow) + (narrow < width ? Self.isPatched : 0))
    appendBits(of: steps, narrow)
    if narrow < width { appendPatches(of: steps, narrow) }
  }

  /// Appends the lowest bits of each number.
  private mutating func appendBits(of numbers: [UInt64], _ width: Int) {
    // At most 7 bits are left when a number of at most 56 bits comes.
    var (bits, held): (UInt64, Int) = (0, 0)
    for number in numbers {
      bits |= (number & (1 << UInt64(width) - 1)) << UInt64(held)
      held += width
      while held >= 8 {
        packed.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        held -= 8
      }
    }
    if held > 0 { packed.append(UInt8(truncatingIfNeeded: bits)) }
  }

  /// Appends the bits above `width` of the numbers that have some.
  private mutating func appendPatches(of numbers: [UInt64], _ width: Int) {
    let patches = numbers.indices.filter { numbers[$0] >> UInt64(width) > 0 }
    appendVariable(UInt64(patches.count))
    var before = -1
    for index in patches {
      appendVariable(UInt64(index - before - 1))
      appendVariable(numbers[index] >> UInt64(width))
      before = index
    }
  }

  /// The number of bits with which numbers of at most `most` bits take the fewest bytes, if those that
  /// need more are patched.
  private static func bestWidth(of numbers: [UInt64], upTo most: Int) -> Int {
    var counts = [Int](repeating: 0, count: most + 1)
    for number in numbers { counts[UInt64.bitWidth - number.leadingZeroBitCount] += 1 }
    var best = (width: most, size: (numbers.count * most + 7) / 8)
    var patches = 0
    for width in stride(from: most - 1, through: 0, by: -1) {
      patches += counts[width + 1]
      let patch = 1 + (most - width + 6) / 7
      let size = (numbers.count * width + 7) / 8 + 2 + patches * patch
      if size < best.size { best = (width, size) }
    }
    return best.width
  }

  /// Returns a distance at which the block repeats what came before; nil if it does not.
  private func distance() -> Int? {
    guard !recent.isEmpty else { return nil }
    let values = recent + block
    // Mostly, the last value shows already that it does not.
    return (1...recent.count).first { distance in
      (recent.count..<values.count).reversed().allSatisfy { values[$0] == values[$0 - distance] }
    }
  }

  /// Appends seven bits a byte, the lowest first; the highest bit is set in all bytes but the last.
  private mutating func appendVariable(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      packed.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    packed.append(UInt8(rest))
  }

  /// About how many characters the column takes in JSON.
  var textSize: Int {
    isPacked ? Base64.length(of: packed.count) + 32 : 32 + 16 * runs.count
  }
}

extension JSONWriter {
  /// Writes a column that is finished.
  mutating func value(_ column: PackedColumn) throws(Failure) {
    try beginObject(inline: true)
    try member("count", column.count)
    if column.isPacked {
      if column.isDelta { try member("delta", true) }
      try key("packed")
      try base64(column.packed)
    } else {
      try key("runs")
      try beginArray(inline: true)
      for run in column.runs {
        try beginArray(inline: true)
        try value(run.count)
        try value(run.value)
        try endArray()
      }
      try endArray()
    }
    try endObject()
  }

  mutating func member(_ name: String, column: PackedColumn?) throws(Failure) {
    try key(name)
    if let column { try value(column) } else { try null() }
  }
}
