/// Whole numbers of any size, added and multiplied digit by digit as at school: the model that
/// time arithmetic is held against. It cannot divide, so a result is checked by multiplying out.
struct SchoolInteger: Equatable, Comparable {
  var isNegative = false
  /// Base 10000, least significant first, no leading zeros.
  var digits: [Int] = []

  init(_ number: some BinaryInteger) {
    isNegative = number < 0
    // Decimal text rather than arithmetic, so that nothing is shared with the code under test.
    var text = Substring(String(number)).drop { $0 == "-" }
    while !text.isEmpty {
      digits.append(Int(text.suffix(4)) ?? 0)
      text = text.dropLast(4)
    }
    trim()
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { isNegative = false }
  }

  var magnitude: SchoolInteger {
    var copy = self
    copy.isNegative = false
    return copy
  }

  static prefix func - (a: SchoolInteger) -> SchoolInteger {
    var copy = a
    copy.isNegative.toggle()
    copy.trim()
    return copy
  }

  static func < (a: SchoolInteger, b: SchoolInteger) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    if a.isNegative { return -b < -a }
    if a.digits.count != b.digits.count { return a.digits.count < b.digits.count }
    return a.digits.reversed().lexicographicallyPrecedes(b.digits.reversed())
  }

  static func * (a: SchoolInteger, b: SchoolInteger) -> SchoolInteger {
    var columns = Array(repeating: 0, count: a.digits.count + b.digits.count)
    for (i, x) in a.digits.enumerated() {
      for (j, y) in b.digits.enumerated() { columns[i + j] += x * y }
    }
    var result = SchoolInteger(0)
    result.isNegative = a.isNegative != b.isNegative
    result.carry(columns)
    return result
  }

  static func + (a: SchoolInteger, b: SchoolInteger) -> SchoolInteger {
    if a.isNegative != b.isNegative {
      let (large, small) = a.magnitude < b.magnitude ? (b, a) : (a, b)
      var columns = large.digits
      for (i, x) in small.digits.enumerated() { columns[i] -= x }
      var result = SchoolInteger(0)
      result.isNegative = large.isNegative
      result.carry(columns)
      return result
    }
    var columns = Array(repeating: 0, count: max(a.digits.count, b.digits.count))
    for (i, x) in a.digits.enumerated() { columns[i] += x }
    for (i, x) in b.digits.enumerated() { columns[i] += x }
    var result = SchoolInteger(0)
    result.isNegative = a.isNegative
    result.carry(columns)
    return result
  }

  static func - (a: SchoolInteger, b: SchoolInteger) -> SchoolInteger { a + -b }

  /// Columns of a positive total; single columns may be negative or too large.
  private mutating func carry(_ columns: [Int]) {
    var over = 0
    digits = []
    for column in columns {
      let total = column + over
      let digit = ((total % 10000) + 10000) % 10000
      digits.append(digit)
      over = (total - digit) / 10000
    }
    while over > 0 {
      digits.append(over % 10000)
      over /= 10000
    }
    trim()
  }
}

/// A small generator with a seed, so that a failure can be had again.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ mixed >> 32
  }
}
