extension Record {
  /// Whether bytes are this record, all of them: they can be read, none is left, and what was
  /// read is written as the same bytes.
  static func explains(_ bytes: Bytes) -> Bool {
    var reader = Reader(bytes)
    var record = Self()
    do {
      try record.fields(&reader)
      return try reader.remaining.isEmpty && record.serialized()[...] == bytes
    } catch { return false }
  }
}
