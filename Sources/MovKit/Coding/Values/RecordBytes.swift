/// Bytes that are shown as the fields of a record, because they are exactly one.
struct RecordBytes<R: Record>: FieldBytes {
  var bytes: Bytes
  init(bytes: Bytes) { self.bytes = bytes }

  var fieldValue: FieldValue {
    var reader = Reader(bytes)
    var record = R()
    do { try record.fields(&reader) } catch { return .bytes(bytes) }
    return record.summary ?? .fields(record.described)
  }

  /// Returns the record with the fields that are given set to them, or the bytes that are given. If the bytes
  /// so far are no such record, it is a new one.
  func taking(_ given: FieldValue, count: Int?) -> RecordBytes? {
    if let bytes = given.givenBytes { return RecordBytes(bytes: bytes) }
    var reader = Reader(bytes)
    var record = R()
    let isKnown = R.explains(bytes) && (try? record.fields(&reader)) != nil
    if !isKnown { record = R() }
    guard let members = given.givenFields,
      let unknown = try? Filler.fill(&record, with: members, changes: isKnown), unknown.isEmpty,
      let bytes = try? record.serialized()
    else { return nil }
    return RecordBytes(bytes: bytes[...])
  }
}

extension FieldCoder {
  /// Codes bytes that are a record of some type if they can be: then they are shown under
  /// `recordName` as its fields, and otherwise under `name` as bytes. They are kept as bytes in
  /// either case.
  mutating func bytes<R: Record>(
    _ name: String, _ value: inout RawBytes, count: Int?, as _: R.Type,
    named recordName: String
  ) throws(FormatError) {
    guard takes(recordName, insteadOf: name, isShown: R.explains(value.bytes)) else {
      return try bytes(name, &value, count: count)
    }
    var record = RecordBytes<R>(bytes: value.bytes)
    try bytes(recordName, &record, count: count)
    value = RawBytes(bytes: record.bytes)
  }
}
