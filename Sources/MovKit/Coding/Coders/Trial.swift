extension Record {
  /// Returns whether `bytes` are exactly one such record: it can be read, no byte is left, and
  /// writing it gives the same bytes.
  static func explains(_ bytes: Bytes) -> Bool {
    var reader = Reader(bytes)
    var record = Self()
    do {
      try record.fields(&reader)
      return try reader.remaining.isEmpty && record.serialize()[...] == bytes
    } catch { return false }
  }
}
