/// The table `stco` or `co64` (ISO/IEC 14496-12, 8.7.5).
///
/// It is a class because a look-up in a structure retains both tables.
final class ChunkOffsetTable: Sendable {
  private let narrow: Table<UInt32>
  private let wide: Table<UInt64>
  private let isWide: Bool

  /// Reads the table. `report` receives a table that is cut short.
  init(_ stbl: Atom, report: (Diagnostic) -> Void) throws(FormatError) {
    narrow =
      try stbl.first("stco")?.decode(ChunkOffsets.self, readingCutTables: report).offsets
      ?? Table()
    wide =
      try stbl.first("co64")?.decode(ChunkOffsets64.self, readingCutTables: report).offsets
      ?? Table()
    isWide = !wide.isEmpty
  }

  var count: Int { isWide ? wide.count : narrow.count }

  subscript(index: Int) -> UInt64 {
    isWide ? wide[index] : UInt64(narrow[index])
  }
}
