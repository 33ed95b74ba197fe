/// Bytes that are shown as the fields of a record, because they are exactly one.
struct RecordBytes<R: Record>: FieldBytes {
  let bytes: Bytes
  /// The record, if it was read already.
  private let known: R?

  init(bytes: Bytes) { (self.bytes, known) = (bytes, nil) }

  /// Reads the record; nil if the bytes are none.
  init?(explaining bytes: Bytes) {
    guard let record = R.explaining(bytes) else { return nil }
    (self.bytes, known) = (bytes, record)
  }

  static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }

  var fieldValue: FieldValue {
    guard let known else {
      var reader = Reader(bytes)
      var record = R()
      do { try record.fields(&reader) } catch { return .bytes(bytes) }
      return Self.value(of: record)
    }
    return Self.value(of: known)
  }

  private static func value(of record: R) -> FieldValue {
    record.summary ?? .fields(record.described)
  }

  /// Returns the record with the fields that are given set to them, or the bytes that are given. If the bytes
  /// so far are no such record, it is a new one.
  func taking(_ given: FieldValue, count: Int?) -> RecordBytes? {
    if let bytes = given.givenBytes { return RecordBytes(bytes: bytes) }
    let old = known ?? R.explaining(bytes)
    var record = old ?? R()
    guard let members = given.givenFields,
      let unknown = try? Filler.fill(&record, with: members, changes: old != nil), unknown.isEmpty,
      let bytes = try? record.serialized()
    else { return nil }
    return RecordBytes(bytes: bytes[...])
  }
}

extension FieldCoder {
  public mutating func bytes<R: Record>(
    _ name: String, _ value: inout RawBytes, count: Int?, as _: R.Type,
    named recordName: String
  ) throws(FormatError) {
    let known = RecordBytes<R>(explaining: value.bytes)
    guard takes(recordName, insteadOf: name, isShown: known != nil) else {
      return try bytes(name, &value, count: count)
    }
    var record = known ?? RecordBytes(bytes: value.bytes)
    try bytes(recordName, &record, count: count)
    value = RawBytes(bytes: record.bytes)
  }
}
