extension Range<UInt64> {
  /// The number of bytes in a range of a file. `count` is an `Int`, and traps for a range that no
  /// `Int` can count.
  package var length: UInt64 { upperBound - lowerBound }
}
