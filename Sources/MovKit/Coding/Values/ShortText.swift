/// A text of a few characters that is composed in place, without memory of its own.
struct ShortText {
  private var bytes = InlineArray<40, UInt8>(repeating: 0)
  private var count = 0

  /// Appends a byte of UTF-8. There must be room for it: a text has at most 40 bytes.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Appends a number in at most 20 decimal digits.
  mutating func append(decimal number: UInt64) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var (rest, first) = (number, digits.count)
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    for place in first..<digits.count { append(digits[place]) }
  }

  /// The text; empty if the bytes are not UTF-8.
  var string: String {
    guard let text = try? UTF8Span(validating: bytes.span.extracting(first: count)) else {
      return ""
    }
    return String(copying: text)
  }
}
