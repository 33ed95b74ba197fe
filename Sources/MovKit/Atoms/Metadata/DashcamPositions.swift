/// `gps ` in `moov` of dashcams with chips of Novatek: where in the file the blocks with positions are, mostly atoms
/// of type `free`. No specification is public. What the fields mean is known from programs that decode them
/// (ExifTool).
public struct DashcamPositions: HoldsFileOffsets {
  /// A block with positions.
  public struct Block: Record {
    /// The place of the block, in bytes from the start of the file; 0 if there is none.
    public var offset: UInt32 = 0
    /// The size of the block, in bytes; 0 if there is none.
    public var size: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var (place, length) = (UInt64(offset), UInt64(size))
      try f.fileAtom(offset: "offset", &place, bytes: 4, size: "size", &length, bytes: 4)
      (offset, size) = (UInt32(truncatingIfNeeded: place), UInt32(truncatingIfNeeded: length))
    }
  }

  /// Whether the atom has such a list, and not other bytes.
  public var isList = true
  /// 0x101 in known files.
  public var unknown: UInt32 = 0x101
  /// The blocks; used if `isList` is true.
  public var blocks: RecordList<Block> = []
  /// The bytes; used if `isList` is false.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isList, bytes: 0) { Self.isList($0) }
    guard isList else { return try f.bytes("data", &data, count: nil) }
    try f("unknown", &unknown)
    var count = blocks.count
    try f.count("block_count", &count, bytes: 4)
    try f.list("blocks", &blocks, count: count)
  }

  /// Whether the bytes have room for as many rows as they say.
  private static func isList(_ bytes: Bytes) -> Bool {
    guard bytes.count >= 8 else { return false }
    let count = bytes.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return count <= (bytes.count - 8) / 8
  }
}
