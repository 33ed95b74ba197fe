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
    "AVCConfiguration": "what follows may be there where bytes are left for it",
    "TextDescription": "a font's name may be too long for what is left",
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

  @Test func randomValuesComeBack() {
    for (name, type) in Self.records {
      for index in 0..<60 { Self.checkValue(type, name, index) }
    }
  }

  private static func checkValue<R: Record>(_: R.Type, _ name: String, _ index: Int) {
    let note = Seed.note(name, index)
    var random = Seed.generator(name, index)
    guard let (record, scrambler) = Scrambler.value(R.self, &random) else {
      Issue.record("no value could be made: \(note)")
      return
    }
    let bytes: [UInt8]
    do { bytes = try record.serialized() } catch {
      Issue.record("\(record) was not written: \(error): \(note)")
      return
    }
    if let problem = Laws.sizeIsRight(record) ?? Laws.walkingChangesNothing(record)
      ?? Laws.describingEnds(record.described)
    {
      Issue.record("\(problem): \(note)")
    }
    // As the tree reads it: first with what follows, then the record's own bytes alone.
    checkReading(record, bytes, scrambler, followedBy: [], note: note, name: name)
    if scrambler.metChildren {
      let children = atom("free", zeros(Int(random.next() % 9))) + atom("©nam", u32(1))
      checkReading(record, bytes, scrambler, followedBy: children, note: note, name: name)
    }
  }

  private static func checkReading<R: Record>(
    _ record: R, _ bytes: [UInt8], _ scrambler: Scrambler, followedBy children: [UInt8],
    note: String, name: String
  ) {
    let isAmbiguous = scrambler.metOptional && ambiguous[name] != nil
    let alone = scrambler.metChildren && children.isEmpty
    switch Laws.read(R.self, bytes + children, endsBeforeChildren: alone) {
    case .refused(let error):
      if !isAmbiguous { Issue.record("\(Laws.text(bytes)) was not read: \(error): \(note)") }
    case .read(let again, let trailing):
      if !isAmbiguous {
        #expect(again == record, "\(note)")
        #expect(Array(trailing) == children, "\(note)")
      }
      #expect((try? again.serialized() + trailing) == bytes + children, "\(note)")
    }
  }

  @Test func truncationsAreReadOrRefused() {
    for (name, type) in Self.records {
      for index in 0..<12 { Self.checkTruncations(type, name, index) }
    }
  }

  private static func checkTruncations<R: Record>(_: R.Type, _ name: String, _ index: Int) {
    var random = Seed.generator("truncated " + name, index)
    guard let (record, _) = Scrambler.value(R.self, &random),
      let bytes = try? record.serialized()
    else { return }
    let lengths =
      bytes.count <= 64
      ? Array(0..<bytes.count)
      : (0..<64).map { _ in Int(random.next() % UInt64(bytes.count)) }
    for length in lengths {
      if let problem = Laws.bytesComeBack(R.self, Array(bytes.prefix(length))) {
        Issue.record(
          "first \(length) of \(bytes.count) bytes: \(problem): \(Seed.note(name, index))")
      }
    }
  }

  @Test func anyBytesComeBack() {
    for (name, type) in Self.records {
      for index in 0..<240 { Self.checkGarbage(type, name, index) }
    }
  }

  private static func checkGarbage<R: Record>(_: R.Type, _ name: String, _ index: Int) {
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
    if let problem = Laws.bytesComeBack(R.self, bytes) {
      Issue.record("\(problem): \(Seed.note(name, index))")
    }
  }

  /// A count of four billion is answered at once, and nothing is allocated for it.
  @Test func hugeCountsCostNothing() {
    let time = ContinuousClock().measure {
      for (name, type) in Self.records {
        for fill: UInt8 in [0xFF, 0x7F] {
          for place in 0..<24 {
            var bytes = zeros(48)
            for index in place..<place + 4 { bytes[index] = fill }
            if let problem = Laws.bytesComeBack(type, bytes) {
              Issue.record("\(problem): \(name), \(fill) at \(place)")
            }
          }
        }
      }
    }
    #expect(time < .seconds(10))
  }

  @Test func everyRecordHasADefault() {
    func check<R: Record>(_: R.Type) -> String? {
      let record = R()
      guard record == R() else { return "two defaults differ" }
      return Laws.sizeIsRight(record) ?? Laws.walkingChangesNothing(record)
    }
    for (name, type) in Self.records {
      if let problem = check(type) { Issue.record("\(problem): \(name)") }
    }
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
