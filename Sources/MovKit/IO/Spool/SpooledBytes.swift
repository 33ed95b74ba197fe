/// Bytes that wait in a spool, in blocks one behind the other.
struct SpooledBytes: Sendable {
  private(set) var blocks: [Spool.Block] = []

  /// How many bytes there are.
  var count: Int { blocks.reduce(0) { $0 + $1.count } }

  /// How many of them are in memory.
  var countInMemory: Int { blocks.reduce(0) { $0 + ($1.isInMemory ? $1.count : 0) } }

  mutating func append(_ block: Spool.Block) { blocks.append(block) }

  /// Adds what waits already at the end: nothing is copied.
  mutating func append(_ other: SpooledBytes) { blocks += other.blocks }
}
