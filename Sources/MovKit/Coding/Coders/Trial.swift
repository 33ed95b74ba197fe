extension Record {
  /// Returns whether `bytes` are exactly one such record: it can be read, no byte is left, and
  /// writing it gives the same bytes.
  static func explains(_ bytes: Bytes) -> Bool { explaining(bytes) != nil }

  /// Returns the record that `bytes` exactly are; nil if they are none.
  static func explaining(_ bytes: Bytes) -> Self? {
    var reader = Reader(bytes)
    var record = Self()
    do {
      try record.fields(&reader)
      return try reader.remaining.isEmpty && record.serialize()[...] == bytes ? record : nil
    } catch { return nil }
  }
}
