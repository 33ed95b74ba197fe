@testable import MovKit

/// What must hold of every record and of every run of bytes, whatever they are. Each law gives nil
/// where it holds, and else says how it is broken.
enum Laws {
  enum Reading<R: Record> {
    case refused(FormatError)
    case read(R, trailing: Bytes)
  }

  static func read<R: Record>(_: R.Type, _ bytes: [UInt8], endsBeforeChildren: Bool = false)
    -> Reading<R>
  {
    var reader = Reader(bytes[...], at: 1000, endsBeforeChildren: endsBeforeChildren)
    var record = R()
    do { try record.fields(&reader) } catch { return .refused(error) }
    return .read(
      record, trailing: bytes[(reader.childrenStart ?? bytes.count - reader.remaining.count)...])
  }

  /// What can be read is written again to the same bytes; what cannot says where, within them.
  static func bytesComeBack<R: Record>(_: R.Type, _ bytes: [UInt8]) -> String? {
    switch read(R.self, bytes) {
    case .refused(let error):
      guard let offset = error.offset, (1000...1000 + UInt64(bytes.count)).contains(offset) else {
        return "the error does not say where: \(error)"
      }
      return nil
    case .read(let record, let trailing):
      guard let again = try? record.serialized() else { return "read, but not written again" }
      guard again + trailing == bytes else {
        return "\(text(bytes)) was written again as \(text(again)) and \(text(Array(trailing)))"
      }
      return sizeIsRight(record) ?? describingEnds(record.described)
    }
  }

  static func sizeIsRight<R: Record>(_ record: R) -> String? {
    guard let bytes = try? record.serialized() else { return "not written" }
    return bytes.count == record.encodedSize
      ? nil : "\(bytes.count) bytes written, size \(record.encodedSize)"
  }

  /// Walking the fields to measure, write or show them leaves the record as it was.
  static func walkingChangesNothing<R: Record>(_ record: R) -> String? {
    var measured = record
    var measurer = Measurer()
    try? measured.fields(&measurer)
    var written = record
    var writer = Writer()
    try? written.fields(&writer)
    var described = record
    var describer = Describer()
    try? described.fields(&describer)
    for (copy, what) in [(measured, "measuring"), (written, "writing"), (described, "showing")]
    where copy != record {
      return "\(what) changed it from \(record) to \(copy)"
    }
    return nil
  }

  /// Shows a few rows of every table; more than a second is a hang.
  static func describingEnds(_ fields: [Field]) -> String? {
    let time = ProcessorTime.measure { walk(.fields(fields), depth: 0) }
    return time < .seconds(1) ? nil : "showing it took \(time)"
  }

  private static func walk(_ value: FieldValue, depth: Int) {
    guard depth < 64 else { return }
    switch value {
    case .fields(let fields): for field in fields { walk(field.value, depth: depth + 1) }
    case .list(let values): for value in values.prefix(100) { walk(value, depth: depth + 1) }
    case .rows(let rows):
      for index in 0..<min(rows.count, 4) { walk(rows.row(index), depth: depth + 1) }
      if rows.count > 4 { walk(rows.row(rows.count - 1), depth: depth + 1) }
    case .meaning(let value, _, _, _): walk(value, depth: depth + 1)
    case .unsigned, .offset, .distance, .signed, .decimal, .notFinite, .text, .bool, .bytes, .flags,
      .choice, .code, .time:
      return
    }
  }

  static func text(_ bytes: [UInt8]) -> String {
    "[\(digits(bytes.prefix(120)))\(bytes.count > 120 ? "…" : "") \(bytes.count)]"
  }
}
