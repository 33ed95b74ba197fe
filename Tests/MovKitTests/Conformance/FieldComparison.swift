/// How the values of fields compare with those that a dump has of the same names.
struct FieldComparison {
  /// The fields with the same value.
  private(set) var equal = 0
  /// The fields that are not in the dump, or there in a form of its own, and how many there are.
  private(set) var missing: [String: Int] = [:]
  /// The fields with another value, and both.
  private(set) var different: [String] = []

  mutating func add(_ other: FieldComparison) {
    equal += other.equal
    missing.merge(other.missing) { $0 + $1 }
    different += other.different
  }

  /// Notes a field that the dump does not have.
  mutating func addMissing(_ name: String) { missing[name, default: 0] += 1 }

  /// Notes a field of so many bits that has `value`, for which the dump has `text`, which says `number`.
  ///
  /// A dump has some unsigned numbers as signed ones, and the other way round. So numbers are equal if
  /// their bits are; the number of the dump must have no more.
  mutating func add<T: FixedWidthInteger>(
    _ name: String, _ value: T, _ number: Int64, bits: Int, of text: String
  ) {
    let unused = UInt64(64 - bits)
    let word = UInt64(bitPattern: number) << unused
    let fits =
      number < 0 ? Int64(bitPattern: word) >> Int64(unused) == number : word >> unused == number
    add(name, fits && UInt64(truncatingIfNeeded: value) << unused == word, "\(value)", text)
  }

  mutating func add(
    _ name: String, _ isEqual: Bool, _ value: @autoclosure () -> String, _ text: String
  ) {
    if isEqual {
      equal += 1
    } else {
      different.append("\(name) is \(value()), and \(text.prefix(60)) in the dump")
    }
  }
}
