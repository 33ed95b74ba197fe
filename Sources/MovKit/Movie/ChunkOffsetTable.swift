/// `stco` or `co64`.
struct ChunkOffsetTable: Sendable {
  private let narrow: Table<UInt32>
  private let wide: Table<UInt64>

  init(_ stbl: Atom) throws(FormatError) {
    narrow = try stbl.first("stco")?.decode(ChunkOffsets.self).offsets ?? Table()
    wide = try stbl.first("co64")?.decode(ChunkOffsets64.self).offsets ?? Table()
  }

  var count: Int { wide.isEmpty ? narrow.count : wide.count }

  subscript(index: Int) -> UInt64 {
    wide.isEmpty ? UInt64(narrow[index]) : wide[index]
  }
}
