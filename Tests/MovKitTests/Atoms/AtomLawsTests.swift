import TestSupport
import Testing

@testable import MovKit

/// What must hold of every atom that is declared, and of the primitives that they are made of.
@Suite struct AtomLawsTests {
  /// Records of which a value may be read back as another that has the same bytes, and why.
  /// The bytes come back all the same.
  static let ambiguous: [String: String] = [
    "Everything": "its last field is there where bytes are left for it",
    "TimecodeDescription": "two reserved bytes without a child are bytes left behind",
    "SoundDescription": "zeros instead of QuickTime's fields may be a terminator",
    "VideoDescription": "a table of colours may look like child atoms",
    "GenericDescription": "its fields may look like child atoms",
    "ElementaryStreamDescriptor": "bytes may be descriptors after all",
    "GoProMetadata": "no bytes may be no elements",
    "AVCConfiguration": "what follows may be there where bytes are left for it",
    "TextDescription": "a font's name may be too long for what is left",
    "ItemInformationEntry": "what follows may be there where bytes are left for it",
    "NumberOfTotal": "its layout follows from the number of bytes",
    "AssetText": "a version may be a letter, and a text begin with a zero",
    "CameraName": "a version may be a letter, and a text begin with a zero",
    "AssetKeywords": "a version may be a letter, and a text begin with a zero",
    "InternationalText": "bytes may be texts with sizes after all",
    "MetadataContainer": "its handler comes first, which none has here",
  ]

  /// Each type of record in the schema once, with its name, and those that only tests have.
  static let records: [(name: String, type: any Record.Type)] = {
    var found: [String: any Record.Type] = [
      "AtomHeader": AtomHeader.self, "Matrix": Matrix.self, "PascalString": PascalString.self,
      "Everything": Everything.self,
    ]
    for rule in Schema.standard.rules { found["\(rule.record)"] = rule.record }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }()

  /// What was found wrong, told once a type with the first few of its cases.
  private struct Findings {
    var cases: [String: [String]] = [:]

    mutating func add(_ problem: String?, _ name: String, _ index: Int) {
      guard let problem else { return }
      cases[name, default: []].append("value \(index): \(problem)")
    }

    func record(location: SourceLocation = #_sourceLocation) {
      for (name, problems) in cases.sorted(by: { $0.key < $1.key }) {
        let shown = problems.prefix(3).joined(separator: "\n  ")
        Issue.record(
          "\(name): \(problems.count) with MOVKIT_SEED=\(Seed.base):\n  \(shown)",
          sourceLocation: location)
      }
    }
  }

  // MARK: Values

  @Test func randomValuesComeBack() {
    var findings = Findings()
    for (name, type) in Self.records {
      for index in 0..<60 { findings.add(Self.problemOfValue(type, name, index), name, index) }
    }
    findings.record()
  }

  private static func problemOfValue<R: Record>(_: R.Type, _ name: String, _ index: Int)
    -> String?
  {
    var random = Seed.generator(name, index)
    guard let (record, scrambler) = Scrambler.value(R.self, &random) else {
      return "no value could be made"
    }
    let bytes: [UInt8]
    do { bytes = try record.serialized() } catch { return "\(record) was not written: \(error)" }
    if let problem = Laws.sizeIsRight(record) ?? Laws.walkingChangesNothing(record)
      ?? Laws.describingEnds(record.described)
    {
      return problem
    }
    // As the tree reads it: the record's own bytes alone, then with what follows.
    let alone = problemOfReading(record, bytes, scrambler, followedBy: [], name)
    guard alone == nil, scrambler.metChildren else { return alone }
    let children = atom("free", zeros(Int(random.next() % 9))) + atom("©nam", u32(1))
    return problemOfReading(record, bytes, scrambler, followedBy: children, name)
  }

  private static func problemOfReading<R: Record>(
    _ record: R, _ bytes: [UInt8], _ scrambler: Scrambler, followedBy children: [UInt8],
    _ name: String
  ) -> String? {
    let isAmbiguous = scrambler.metOptional && ambiguous[name] != nil
    let endsBeforeChildren = scrambler.metChildren && children.isEmpty
    switch Laws.read(R.self, bytes + children, endsBeforeChildren: endsBeforeChildren) {
    case .refused(let error):
      return isAmbiguous ? nil : "\(Laws.text(bytes)) of \(record) was not read: \(error)"
    case .read(let again, let trailing):
      if !isAmbiguous {
        guard again == record else {
          return "\(Laws.text(bytes)) of \(record) was read as \(again)"
        }
        guard Array(trailing) == children else {
          return "\(Laws.text(bytes)) was read with \(Laws.text(Array(trailing))) left"
        }
      }
      guard (try? again.serialized() + trailing) == bytes + children else {
        return "\(Laws.text(bytes)) did not come back from \(again)"
      }
      return nil
    }
  }

  @Test func everyRecordHasADefault() {
    func problem<R: Record>(_: R.Type) -> String? {
      let record = R()
      guard record == R() else { return "two defaults differ" }
      return Laws.sizeIsRight(record) ?? Laws.walkingChangesNothing(record)
    }
    var findings = Findings()
    for (name, type) in Self.records { findings.add(problem(type), name, 0) }
    findings.record()
  }

  // MARK: Bytes

  @Test func truncationsAreReadOrRefused() {
    var findings = Findings()
    for (name, type) in Self.records {
      for index in 0..<12 {
        findings.add(Self.problemOfTruncations(type, name, index), name, index)
      }
    }
    findings.record()
  }

  private static func problemOfTruncations<R: Record>(_: R.Type, _ name: String, _ index: Int)
    -> String?
  {
    var random = Seed.generator("truncated " + name, index)
    guard let (record, _) = Scrambler.value(R.self, &random),
      let bytes = try? record.serialized()
    else { return nil }
    let lengths =
      bytes.count <= 64
      ? Array(0..<bytes.count)
      : (0..<64).map { _ in Int(random.next() % UInt64(bytes.count)) }
    for length in lengths {
      if let problem = Laws.bytesComeBack(R.self, Array(bytes.prefix(length))) {
        return "first \(length) of \(bytes.count) bytes: \(problem)"
      }
    }
    return nil
  }

  @Test func anyBytesComeBack() {
    var findings = Findings()
    for (name, type) in Self.records {
      for index in 0..<240 { findings.add(Self.problemOfGarbage(type, name, index), name, index) }
    }
    findings.record()
  }

  private static func problemOfGarbage<R: Record>(_: R.Type, _ name: String, _ index: Int)
    -> String?
  {
    var random = Seed.generator("garbage " + name, index)
    let length = Int(random.next() % (random.once(in: 4) ? 400 : 90))
    var bytes = random.bytes(length)
    switch index % 8 {
    case 0: break
    case 1: bytes = zeros(length)
    case 2: bytes = [UInt8](repeating: 0xFF, count: length)
    case 3:
      // Mostly zeros: small counts, known versions.
      for index in bytes.indices where !random.once(in: 6) { bytes[index] = 0 }
    case 4, 5:
      // A known version, then anything.
      for index in 0..<min(8, length) { bytes[index] = index % 4 == 3 ? bytes[index] & 7 : 0 }
      if length > 0 { bytes[0] = UInt8(random.next() % 4) }
    default:
      // What was right, with a few bytes changed.
      guard let (record, _) = Scrambler.value(R.self, &random),
        let written = try? record.serialized(), !written.isEmpty
      else { break }
      bytes = written + random.bytes(Int(random.next() % 9))
      for _ in 0..<Int(random.next() % 4 + 1) {
        let place = Int(random.next() % UInt64(bytes.count))
        bytes[place] = random.once(in: 3) ? 0xFF : UInt8(truncatingIfNeeded: random.next())
      }
    }
    return Laws.bytesComeBack(R.self, bytes)
  }

  /// A count of four billion is answered at once, and nothing is allocated for it.
  @Test func hugeCountsCostNothing() {
    var findings = Findings()
    for (name, type) in Self.records {
      let time = ProcessorTime.measure {
        for fill: UInt8 in [0xFF, 0x7F] {
          for place in 0..<24 {
            var bytes = zeros(48)
            for index in place..<place + 4 { bytes[index] = fill }
            findings.add(Laws.bytesComeBack(type, bytes), name, place)
          }
        }
      }
      if time > .seconds(1) { findings.add("took \(time)", name, 0) }
    }
    findings.record()
  }
}

/// Every primitive of a layout once, so that the laws hold of them before they hold of atoms.
struct Everything: Record {
  struct Row: TableRow {
    struct Layout: Equatable, Sendable { var wide = false }
    var a: UInt32 = 0
    var b: Int64 = 0
    mutating func fields(_ f: inout some FieldCoder, layout: Layout) throws(FormatError) {
      try f("a", &a)
      try f("b", &b, bytes: layout.wide ? 8 : 4)
    }
  }
  struct Nibble: TableRow {
    var value: UInt8 = 0
    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f.bits("value", &value, 4)
    }
  }
  struct Item: Record {
    var text = CString()
    var weight: Int16 = 0
    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.terminated("text", &text)
      try f("weight", &weight)
    }
  }

  var version: UInt8 = 0
  var flags: UInt32 = 0
  var narrow: Int32 = 0
  var wide: Int64 = 0
  var code: FourCC = "abcd"
  var rate = Fixed16x16.one
  var reserved = Reserved()
  var three: UInt8 = 0
  var gap: UInt8 = 0
  var signed: Int32 = 0
  var table = Table<Row>(layout: Row.Layout())
  var nibbles = Table<Nibble>()
  var matrix = Matrix()
  var name = PascalString()
  var items: [Item] = []
  var hasLast = false
  var last: UInt16 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("narrow", &narrow, bytes: 3)
    try f("wide", &wide, bytes: version == 1 ? 8 : 4)
    try f("code", &code)
    try f("rate", &rate)
    try f.reserved(&reserved, 6)
    try f.bits("three", &three, 3)
    try f.reservedBits(&gap, 2)
    try f.bits("signed", &signed, 19)
    try f.table("rows", &table, layout: Row.Layout(wide: version == 1))
    try f.table("nibbles", &nibbles)
    try f("matrix", &matrix)
    try f("name", &name)
    var count = items.count
    try f.count("item_count", &count, bytes: 2)
    try f.list("items", &items, count: count)
    try f.optional(&hasLast, bytes: 2)
    if hasLast { try f("last", &last) }
    try f.children()
  }
}
