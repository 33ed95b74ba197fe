import Testing

@testable import MovKit

/// The columns of a table say of every row what the row itself says.
@Suite struct RowShapeTests {
  /// Each type of row with each layout that changes its columns, in a table of random bytes.
  private func check<Row: TableRow>(
    _: Row.Type, _ layout: Row.Layout, isKnown: Bool = true,
    location: SourceLocation = #_sourceLocation
  ) throws {
    var generator = SeededGenerator(state: 7)
    let stride = Table<Row>.strideBits(layout)
    let count = 64
    let bytes = (0..<(count * stride + 7) / 8).map { _ in
      // Small and extreme values too.
      [UInt8.random(in: 0...255, using: &generator), 0, 255].randomElement(using: &generator) ?? 0
    }
    let table = Table<Row>(bytes: bytes[...], count: count, layout: layout, strideBits: stride)
    var describer = Describer()
    var copy = table
    describer.rows("rows", &copy, count: count, layout: layout)
    guard case .rows(let rows) = describer.fields[0].value else {
      Issue.record("not rows", sourceLocation: location)
      return
    }
    let shape = rows.shape()
    #expect((shape != nil) == isKnown, "\(Row.self)", sourceLocation: location)
    guard let shape else { return }
    var numbers: [UInt64] = []
    shape.read(0..<count, into: &numbers)
    #expect(numbers.count == count * shape.columns.count, sourceLocation: location)
    for row in 0..<count {
      let values = shape.columns.enumerated().map { place, column in
        Field(column.name, column.value(of: numbers[row * shape.columns.count + place]))
      }
      let shown: FieldValue = shape.isList ? values[0].value : .fields(values)
      #expect("\(shown)" == "\(rows.row(row))", "\(Row.self)", sourceLocation: location)
    }
  }

  @Test func everyRow() throws {
    try check(UInt8.self, FixedLayout())
    try check(UInt16.self, FixedLayout())
    try check(UInt32.self, FixedLayout())
    try check(UInt64.self, FixedLayout())
    try check(FourCC.self, FixedLayout())
    try check(TimeToSample.Row.self, FixedLayout())
    try check(CompositionOffsets.Row.self, FixedLayout())
    try check(SampleToChunk.Row.self, FixedLayout())
    try check(SampleToGroup.Row.self, FixedLayout())
    try check(SampleDependencies.Row.self, FixedLayout())
    try check(ShadowSyncSamples.Row.self, FixedLayout())
    try check(PaddingBits.Row.self, FixedLayout())
    try check(SegmentIndex.Row.self, FixedLayout())
    try check(Profile.Row.self, FixedLayout())
    try check(ChannelLayout.Description.self, FixedLayout())
    try check(OpusConfiguration.Mapping.self, FixedLayout())
    for version in [0, 1] as [UInt8] {
      try check(EditList.Row.self, version)
      try check(SubSampleInformation.Row.self, version)
      try check(SampleAuxOffsets.Row.self, version)
      try check(
        TrackFragmentRandomAccess.Row.self,
        .init(version: version, trafBytes: 1, trunBytes: 3, sampleBytes: 4))
    }
    for flags in 0..<16 as Range<UInt32> where flags > 0 {
      try check(TrackFragmentRun.Row.self, flags << 8)
    }
    for size in [4, 8, 16, 200] as [UInt8] {
      try check(CompactSampleSizes.Row.self, size, isKnown: size <= 64)
    }
    for width in [4, 8, 16, 32] { try check(CompactSampleToGroup.Index.self, width) }
    try check(CompactSampleToGroup.Pattern.self, .init(length: 4, count: 4))
    try check(CompactSampleToGroup.Pattern.self, .init(length: 16, count: 32))
    try check(SampleGroupDescriptions.Row.self, .init(groupingType: "roll", length: 2))
    var items = ItemLocations().itemLayout
    (items.version, items.indexSize, items.offsetSize, items.lengthSize) = (1, 4, 8, 4)
    try check(ItemLocations.Extent.self, items)
  }

  /// What is known of other tables is used for those of the same rows, and only for them.
  @Test func columnsOfOtherTables() throws {
    func rows<Row: TableRow>(_: Row.Type, _ layout: Row.Layout) throws -> FieldValue.Rows {
      var describer = Describer()
      var table = try Table([Row(), Row()], layout: layout)
      describer.rows("rows", &table, count: 2, layout: layout)
      guard case .rows(let rows) = describer.fields[0].value else { throw FormatError(.notRead) }
      return rows
    }
    var offsets = Describer()
    var places = try Table<UInt32>([1, 2])
    offsets.fileOffsets("places", &places, count: 2)
    guard case .rows(let offsetRows) = offsets.fields[0].value else { throw FormatError(.notRead) }
    let kinds = [
      try rows(UInt32.self, FixedLayout()), offsetRows,
      try rows(TimeToSample.Row.self, FixedLayout()),
      try rows(CompositionOffsets.Row.self, FixedLayout()),
      try rows(EditList.Row.self, 0), try rows(EditList.Row.self, 1),
      try rows(TrackFragmentRun.Row.self, 0x100), try rows(TrackFragmentRun.Row.self, 0x200),
    ]
    let known = try kinds.map { try #require($0.shape()).layout }
    for (index, kind) in kinds.enumerated() {
      let shape = try #require(kind.shape(knowing: known))
      #expect(shape.layout === known[index], "\(index)")
      var others = known
      others.remove(at: index)
      let alone = try #require(kind.shape(knowing: others))
      #expect(alone.layout !== known[index] && !others.contains { $0 === alone.layout })
      #expect(alone.columns.map(\.name) == shape.columns.map(\.name))
    }
  }

  /// Rows of bytes, and rows with a record in them.
  @Test func rowsWithoutColumns() throws {
    try check(
      SampleGroupDescriptions.Row.self, .init(groupingType: "seig", length: 20), isKnown: false)
    try check(ProtectionSystemHeader.Row.self, FixedLayout(), isKnown: false)
    try check(ColorTable.Row.self, FixedLayout(), isKnown: false)
  }
}
