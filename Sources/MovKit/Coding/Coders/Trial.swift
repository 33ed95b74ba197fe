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

  /// Returns whether `bytes` are such records, one after another, and nothing else, and writing each
  /// gives the same bytes.
  static func fill(_ bytes: Bytes) -> Bool {
    var reader = Reader(bytes)
    do {
      while !reader.remaining.isEmpty {
        let rest = reader.remaining
        var record = Self()
        try record.fields(&reader)
        let own = rest.dropLast(reader.remaining.count)
        guard !own.isEmpty, try record.serialize()[...] == own else { return false }
      }
      return true
    } catch { return false }
  }
}
