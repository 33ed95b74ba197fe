/// A text of a few characters that is composed in place, without memory of its own.
struct ShortText {
  /// Room for the bytes. `InlineArray` would need macOS 26.
  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
  private var count = 0

  /// Appends a byte of UTF-8. A text has at most 40 bytes; what does not fit is dropped.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    let place = count
    unsafe withUnsafeMutableBytes(of: &words) { room in
      if place < room.count { unsafe room[place] = byte }
    }
    count += 1
  }

  /// Appends a number in at most 20 decimal digits.
  mutating func append(decimal number: UInt64) {
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  /// The text. Bytes that are not UTF-8 are replaced.
  var string: String {
    unsafe withUnsafeBytes(of: words) { room in
      unsafe String(decoding: room.prefix(count), as: UTF8.self)
    }
  }
}
