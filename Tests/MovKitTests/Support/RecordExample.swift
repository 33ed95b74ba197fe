import Testing

@testable import MovKit

/// One row of a table of examples: a value, its bytes, and how it is shown.
///
/// The bytes are written by hand from the specification or taken from a file of a known writer.
struct RecordExample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var check: @Sendable () throws -> Void

  /// `bytes` are hexadecimal digits; spaces are ignored. `text` has the fields that are shown, as
  /// `name=value` with a space between.
  init<R: Record>(
    _ name: String, _ bytes: String, _ text: String, _: R.Type,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ make: @escaping @Sendable (inout R) throws -> Void
  ) {
    testDescription = name
    check = {
      var value = R()
      try make(&value)
      let wire = hex(bytes)
      #expect(try value.serialized() == wire, sourceLocation: sourceLocation)
      // As the tree reads it: all bytes of an atom, and a parent's own bytes, child atoms apart.
      var contents = [Atom.Content.bytes(wire[...])]
      if try Self.isParent(R.self, wire) {
        contents.append(.children(Atom.Children(preamble: wire[...])))
      }
      for content in contents {
        let read = try Atom("test", content).decoded(R.self)
        #expect(read.record == value, sourceLocation: sourceLocation)
        #expect(read.trailing.isEmpty, sourceLocation: sourceLocation)
      }
      #expect(Self.text(of: .fields(value.described)) == text, sourceLocation: sourceLocation)
    }
  }

  /// Whether child atoms follow the fields.
  private static func isParent<R: Record>(_: R.Type, _ bytes: [UInt8]) throws -> Bool {
    var reader = Reader(bytes[...])
    var record = R()
    try record.fields(&reader)
    return reader.childrenStart != nil
  }

  static func text(of value: FieldValue) -> String {
    switch value {
    case .unsigned(let number), .offset(let number), .choice(let number, _): "\(number)"
    case .signed(let number): "\(number)"
    case .distance(let number): "\(number)"
    case .decimal(let text): text
    case .text(let text): "'\(text)'"
    case .code(let code, _): "'\(code)'"
    case .bool(let flag): "\(flag)"
    case .bytes(let bytes): "<\(digits(bytes))>"
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
}
