/// Bytes that wait in a spool, in blocks one after another.
struct SpooledBytes: Sendable {
  private(set) var blocks: [Spool.Block] = []

  /// The number of bytes.
  var count: Int { blocks.reduce(0) { $0 + $1.count } }

  /// The number of bytes that are in memory.
  var countInMemory: Int { blocks.reduce(0) { $0 + ($1.isInMemory ? $1.count : 0) } }

  mutating func append(_ block: Spool.Block) { blocks.append(block) }

  /// Adds other spooled bytes at the end without copying them.
  mutating func append(_ other: SpooledBytes) { blocks += other.blocks }
}
