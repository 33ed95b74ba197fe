/// The checksum of a zlib stream (RFC 1950, 8.2).
package struct Adler32 {
  /// The checksum.
  package let value: UInt32

  /// The checksum of bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    value = high << 16 | low
  }
}
