/// The table `stco` or `co64` (ISO/IEC 14496-12, 8.7.5).
struct ChunkOffsetTable: Sendable {
  private let narrow: Table<UInt32>
  private let wide: Table<UInt64>

  /// Reads the table. `report` receives a table that is cut short.
  init(_ stbl: Atom, report: (Diagnostic) -> Void) throws(FormatError) {
    narrow =
      try stbl.first("stco")?.decode(ChunkOffsets.self, readingCutTables: report).offsets
      ?? Table()
    wide =
      try stbl.first("co64")?.decode(ChunkOffsets64.self, readingCutTables: report).offsets
      ?? Table()
  }

  var count: Int { wide.isEmpty ? narrow.count : wide.count }

  subscript(index: Int) -> UInt64 {
    wide.isEmpty ? UInt64(narrow[index]) : wide[index]
  }
}
