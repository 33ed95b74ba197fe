import Testing

@testable import MovKit

/// One row of a table of examples: a value, its bytes, and how it is shown.
///
/// The bytes are written by hand from the specification or taken from a file of a known writer.
struct RecordExample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var check: @Sendable () throws -> Void

  /// `text` has the fields that are shown, as `name=value` with a space between.
  init<R: Record>(
    _ name: String, _ bytes: String, _ text: String, _: R.Type,
    _ make: @escaping @Sendable (inout R) throws -> Void
  ) {
    testDescription = name
    check = {
      var value = R()
      try make(&value)
      let wire = hex(bytes)
      #expect(try value.serialized() == wire)
      // As the tree reads it: the record's own bytes, child atoms apart.
      let read = try Atom("test", .children(Atom.Children(preamble: wire[...]))).decoded(R.self)
      #expect(read.record == value)
      #expect(read.trailing.isEmpty)
      #expect(Self.text(of: .fields(value.described)) == text)
    }
  }

  static func text(of value: FieldValue) -> String {
    switch value {
    case .unsigned(let number), .offset(let number), .choice(let number, _): "\(number)"
    case .signed(let number): "\(number)"
    case .decimal(let text): text
    case .text(let text): "'\(text)'"
    case .code(let code, _): "'\(code)'"
    case .bool(let flag): "\(flag)"
    case .bytes(let bytes): "<\(Self.digits(bytes))>"
    case .list(let values): "[\(values.map(Self.text).joined(separator: ", "))]"
    case .fields(let fields):
      fields.map { field in
        if case .fields = field.value { return "\(field.name)={\(Self.text(of: field.value))}" }
        return "\(field.name)=\(Self.text(of: field.value))"
      }.joined(separator: " ")
    case .rows(let rows):
      "[\((0..<rows.count).map { Self.text(of: rows.row($0)) }.joined(separator: ", "))]"
    case .notFinite(let name): name
    case .flags(let bits, _): "\(bits)"
    case .time(let time): "\(time.value)"
    case .meaning(let value, _, let text?, _): "\(Self.text(of: value))(\(text))"
    case .meaning(let value, _, nil, _): Self.text(of: value)
    }
  }

  private static func digits(_ bytes: Bytes) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
