/// The number of bytes that are read at a time.
private let pieceSize: UInt64 = 1 << 20

extension ByteSource {
  /// Returns a checksum of some ranges. Calls `progress` with the offset that was reached.
  package func checksum(
    of ranges: [Range<UInt64>], progress: ((UInt64) -> Void)? = nil
  ) throws(IOError) -> UInt64 {
    var checksum = Checksum()
    for range in ranges {
      var position = range.lowerBound
      while position < range.upperBound {
        let count = min(pieceSize, range.upperBound - position)
        checksum.add(try read(at: position, count: Int(count))[...])
        position += count
        progress?(position)
      }
    }
    return checksum.value
  }
}

/// A checksum that shows whether bytes have changed. It detects every change of up to eight bytes
/// within one word, and nearly all others. It is no protection against forgery.
struct Checksum {
  private var sum: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The bytes that do not fill a word yet, the first one highest.
  private var rest: UInt64 = 0
  private var count: UInt64 = 0

  /// The checksum of all bytes that were added, in however many parts.
  var value: UInt64 { Self.mixed(Self.mixed(sum, rest), count) }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { all in
      var index = 0
      while index < all.count, count % 8 != 0 {
        unsafe add(all[index])
        index += 1
      }
      var sum = sum
      while index + 8 <= all.count {
        let word = unsafe all.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        sum = Self.mixed(sum, UInt64(bigEndian: word))
        count += 8
        index += 8
      }
      self.sum = sum
      while index < all.count {
        unsafe add(all[index])
        index += 1
      }
    }
  }

  /// Adds a number as eight bytes, the highest first.
  mutating func add(_ number: UInt64) {
    guard count % 8 != 0 else {
      sum = Self.mixed(sum, number)
      count += 8
      return
    }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      add(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func add(_ byte: UInt8) {
    rest = rest << 8 | UInt64(byte)
    count += 1
    guard count % 8 == 0 else { return }
    sum = Self.mixed(sum, rest)
    rest = 0
  }

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ (mixed >> 32)
  }
}
