import Testing

@testable import MovKit

/// A value, the bytes that a standard gives it, and what is shown of it.
struct RecordRow<R: Record>: Sendable, CustomTestStringConvertible {
  var value: R
  var bytes: [UInt8]
  var text: String

  /// `bytes` are hexadecimal digits; spaces are ignored.
  init(_ value: R, _ bytes: String, _ text: String) {
    self.value = value
    self.bytes = hex(bytes)
    self.text = text
  }

  var testDescription: String { text }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let read = try Atom("test", .bytes(bytes[...])).decoded(R.self)
    #expect(read.record == value, sourceLocation: sourceLocation)
    #expect(read.trailing.isEmpty, sourceLocation: sourceLocation)
    #expect(try value.serialized() == bytes, sourceLocation: sourceLocation)
    #expect(shown(value) == text, sourceLocation: sourceLocation)
  }
}

/// A value with some of its fields set.
func make<R: Record>(_ set: (inout R) throws -> Void) rethrows -> R {
  var record = R()
  try set(&record)
  return record
}

/// The fields as `name value`, joined by commas.
func shown(_ record: some Record) -> String {
  record.described.map { "\($0.name) \(shown($0.value))" }.joined(separator: ", ")
}

private func shown(_ value: FieldValue) -> String {
  switch value {
  case .unsigned(let number), .offset(let number), .choice(let number, _): "\(number)"
  case .signed(let number): "\(number)"
  case .decimal(let text): text
  case .text(let text): "'\(text)'"
  case .code(let code, _): "'\(code)'"
  case .bool(let flag): "\(flag)"
  case .bytes(let bytes):
    "<" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
  case .list(let values): "(" + values.map(shown).joined(separator: " ") + ")"
  case .fields(let fields):
    "{" + fields.map { "\($0.name) \(shown($0.value))" }.joined(separator: ", ") + "}"
  case .rows(let rows):
    "[" + (0..<rows.count).map { shown(rows.row($0)) }.joined(separator: "; ") + "]"
  case .notFinite(let name): name
  case .flags(let bits, _): "\(bits)"
  case .time(let time): "\(time.value)"
  case .meaning(let value, _, let text, _): text ?? shown(value)
  }
}
