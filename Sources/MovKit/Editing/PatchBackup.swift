/// What a plan of changes in place overwrites, so that it can be put back: kept in a file of its own.
///
/// A change in place overwrites free space and a few heads; the media is not in here.
public struct PatchBackup: Record {
  /// One write: what stood there, and by what the new bytes are known.
  public struct Write: Record {
    public var offset: UInt64 = 0
    /// How many bytes were written.
    public var newSize: UInt64 = 0
    /// A checksum (FNV-1a, 64 bits) of the bytes that were written.
    public var newChecksum: UInt64 = 0
    /// What stood there; less than was written at the end of the file.
    public var old = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("offset", &offset)
      try f("new_size", &newSize)
      try f("new_checksum", &newChecksum)
      var size = old.bytes.count
      try f.count("old_size", &size, bytes: 8)
      try f.bytes("old", &old, count: size)
    }
  }

  public var signature: FourCC = Self.mark
  public var version: UInt8 = 0
  /// Bytes of the file before and after.
  public var originalSize: UInt64 = 0
  public var changedSize: UInt64 = 0
  /// In the order in which they were made; a flush stands between all of them.
  public var writes: [Write] = []

  public static let mark: FourCC = "mvbk"

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("signature", &signature)
    guard signature == Self.mark else { throw f.invalid("signature", "this is no backup") }
    try f.version(&version, upTo: 0)
    try f("original_size", &originalSize)
    try f("changed_size", &changedSize)
    var count = writes.count
    try f.count("write_count", &count, bytes: 4)
    try f.list("writes", &writes, count: count)
  }
}

extension PatchBackup {
  /// What `plan` will overwrite of `source`.
  public init(of plan: PatchPlan, from source: some ByteSource) throws(IOError) {
    self.init()
    originalSize = plan.originalSize
    changedSize = originalSize
    for write in plan.phases.lazy.flatMap(\.writes) {
      var kept = Write()
      kept.offset = write.offset
      kept.newSize = UInt64(write.bytes.count)
      kept.newChecksum = Self.checksum(write.bytes)
      let count = min(kept.newSize, originalSize - min(originalSize, write.offset))
      if count > 0 {
        kept.old = RawBytes(bytes: try source.read(at: write.offset, count: Int(count))[...])
      }
      writes.append(kept)
      changedSize = max(changedSize, write.offset + kept.newSize)
    }
  }

  /// What puts the file back as it was: the writes of the change in reverse, so that at every
  /// moment there is one whole movie here too. The file is cut to its old size at the end.
  ///
  /// Throws where `changed` is not the file as the change left it.
  public func restoringPlan(for changed: some ByteSource) throws(ReadingError) -> PatchPlan {
    guard changed.size == changedSize else { throw Self.refused }
    var phases: [PatchPlan.Phase] = []
    for (index, write) in writes.enumerated().reversed() {
      guard let size = Int(exactly: write.newSize) else { throw Self.refused }
      let isLater = writes[(index + 1)...].contains { other in
        other.offset < write.offset + write.newSize && write.offset < other.offset + other.newSize
      }
      // What a later write changed again is known by that write.
      if !isLater {
        let now: [UInt8]
        do { now = try changed.read(at: write.offset, count: size) } catch { throw .io(error) }
        guard Self.checksum(now) == write.newChecksum else { throw Self.refused }
      }
      guard !write.old.bytes.isEmpty else { continue }
      phases.append(
        PatchPlan.Phase(
          [PatchPlan.Write(at: write.offset, Array(write.old.bytes), label: "what stood there")],
          effect: "one whole movie"))
    }
    return PatchPlan(phases: phases, commit: 0, originalSize: originalSize)
  }

  private static var refused: ReadingError {
    .format(
      FormatError(
        .invalid("the file was changed since this backup was made, or it is one of another file")))
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
