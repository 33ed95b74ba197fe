import TestSupport
import Testing

@testable import MovKit

/// A field is shown with values of one kind, whatever it holds: what JSON promises of each key. Tried
/// with random values of every declared record.
@Suite struct FieldTypesTests {
  /// The kinds that each field was seen with, by the record and the path of names.
  private var seen: [String: Set<String>] = [:]
  /// Fields whose names promise a kind that they do not have, and others that cannot be.
  private var faults: Set<String> = []

  @Test mutating func everyFieldHasOneKind() {
    for (name, type) in AtomLawsTests.records where name != "Everything" {
      for index in 0..<80 { add(type, name, index) }
    }
    let mixed = seen.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value.sorted())" }
    #expect(mixed.isEmpty, "\(mixed.sorted().joined(separator: "\n"))")
    #expect(faults.isEmpty, "\(faults.sorted().joined(separator: "\n"))")
    #expect(seen["TrackHeader.flags"] == ["flags"])
    #expect(seen["EditList.entries[].media_time"] == ["time"])
  }

  private mutating func add<R: Record>(_: R.Type, _ name: String, _ index: Int) {
    var random = Seed.generator(name, index)
    guard let (record, _) = Scrambler.value(R.self, &random) else { return }
    add(record.described, name)
  }

  private mutating func add(_ fields: [Field], _ path: String) {
    for field in fields {
      let inner = "\(path).\(field.name)"
      add(field.value, inner)
      let kind = Self.kind(of: field.value)
      if field.name.hasSuffix("flags"), kind != "flags" { faults.insert("\(inner) is \(kind)") }
      if field.name == "language", kind != "language" { faults.insert("\(inner) is \(kind)") }
      // The name under which JSON says what is left out.
      if field.name == "cut" { faults.insert("\(inner) is called so") }
    }
  }

  private mutating func add(_ value: FieldValue, _ path: String) {
    seen[path, default: []].insert(Self.kind(of: value))
    switch value {
    case .fields(let fields): add(fields, path)
    case .list(let values): for value in values { add(value, path + "[]") }
    case .rows(let rows): for index in 0..<min(rows.count, 3) { add(rows.row(index), path + "[]") }
    case .flags(_, let names):
      var bits: UInt64 = 0
      for name in names.names {
        if bits & name.mask != 0 || name.mask == 0 { faults.insert("\(path): \(name.name)") }
        bits |= name.mask
      }
      if Set(names.names.map(\.name.description) + ["value"]).count != names.names.count + 1 {
        faults.insert("\(path) has a name twice")
      }
    default: break
    }
  }

  private static func kind(of value: FieldValue) -> String {
    switch value {
    case .unsigned, .offset, .distance, .signed, .decimal, .notFinite, .choice: "number"
    case .text, .code: "text"
    case .bool: "bool"
    case .bytes: "bytes"
    case .list: "list"
    case .fields: "object"
    case .rows: "table"
    case .flags: "flags"
    case .time: "time"
    case .meaning(_, let name, _, _): name.description
    }
  }
}
