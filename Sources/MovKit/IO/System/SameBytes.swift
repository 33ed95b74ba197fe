#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ArraySlice<UInt8> {
  /// Whether these are the bytes of another slice. `==` compares one byte at a time, which takes many times longer.
  func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count, !isEmpty else { return count == other.count }
    // `memcmp` reads `count` bytes of each, which both have.
    return unsafe withUnsafeBytes { ours in
      unsafe other.withUnsafeBytes { others in
        guard let ours = ours.baseAddress, let others = others.baseAddress else { return false }
        return unsafe memcmp(ours, others, count) == 0
      }
    }
  }
}
