/// The order in which people expect names: numbers in them by value (`clip2` before `clip10`), and
/// letters without regard to case. Names that are equal so far are ordered by their bytes.
enum NaturalOrder {
  static func isBefore(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (first, second) = (number(a, &i), number(b, &j))
        if first.count != second.count { return first.count < second.count }
        if first != second { return first.lexicographicallyPrecedes(second) }
      } else {
        let (first, second) = (a[i].lowercasedASCII, b[j].lowercasedASCII)
        if first != second { return first < second }
        i += 1
        j += 1
      }
    }
    let (left, right) = (a.count - i, b.count - j)
    return left == right ? a.lexicographicallyPrecedes(b) : left < right
  }

  static func isBefore(_ a: String, _ b: String) -> Bool { isBefore(Array(a.utf8), Array(b.utf8)) }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Takes the digits at `index`, and returns them without leading zeros.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    let rest = bytes[index...]
    let digits = rest.prefix(while: isDigit)
    index = digits.endIndex
    return digits.drop { $0 == 0x30 }
  }
}
