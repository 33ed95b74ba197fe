/// What a plan of changes in place overwrites, so that it can be restored. It is kept in a file of
/// its own.
///
/// A change in place overwrites free space and a few atom headers. The media is not in here.
package struct PatchBackup: Record {
  /// One write, and the bytes that were there just before it.
  package struct Write: Record {
    /// The file offset of the write in bytes.
    package var offset: UInt64 = 0
    /// The number of bytes that were written.
    package var newSize: UInt64 = 0
    /// A checksum of the bytes that were written, by which they are recognized.
    package var newChecksum: UInt64 = 0
    /// The bytes that were there. At the end of the file these may be fewer than were written.
    package var old = RawBytes()

    package init() {}

    /// The range of the file that was written. In a backup that has passed `checkItself` it cannot
    /// overflow.
    var range: Range<UInt64> { offset..<offset + newSize }

    package mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("offset", &offset)
      try f("new_size", &newSize)
      try f("new_checksum", &newChecksum)
      var size = old.bytes.count
      try f.count("old_size", &size, bytes: 8)
      try f.bytes("old", &old, count: size)
    }
  }

  package var signature: FourCC = Self.mark
  package var version: UInt8 = 0
  /// The size of the file in bytes before and after the change.
  package var originalSize: UInt64 = 0
  package var changedSize: UInt64 = 0
  /// The index of the write that made the new movie effective, in `writes`.
  package var commit: UInt32 = 0
  /// The writes in the order in which they were made. The file is flushed between any two of them.
  package var writes: [Write] = []
  /// A checksum of this backup, computed while this field is 0.
  package var checksum: UInt64 = 0

  /// The signature at the start of every backup.
  package static let mark: FourCC = "mvbk"

  package init() {}

  package mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("signature", &signature)
    guard signature == Self.mark else {
      throw f.invalid("signature", "this is not a movtool backup")
    }
    try f.version(&version, upTo: 0)
    try f("original_size", &originalSize)
    try f("changed_size", &changedSize)
    try f("commit", &commit)
    var count = writes.count
    try f.count("write_count", &count, bytes: 4)
    try f.list("writes", &writes, count: count)
    try f("checksum", &checksum)
  }
}

extension PatchBackup {
  /// The most writes that a plan has.
  static let mostWrites = 64

  /// Records what `plan` will overwrite in `source`.
  ///
  /// Throws if the source cannot be read, or the plan has too many writes.
  package init(of plan: PatchPlan, from source: any ByteSource) throws(ReadingError) {
    self.init()
    originalSize = plan.originalSize
    var state = PatchedSource(source)
    do throws(IOError) {
      for (index, phase) in plan.phases.enumerated() {
        if index == plan.commit { commit = UInt32(clamping: writes.count) }
        for write in phase.writes {
          var kept = Write()
          kept.offset = write.offset
          kept.newSize = UInt64(write.content.count)
          let there = state.size > write.offset ? state.size - write.offset : 0
          kept.old = RawBytes(
            bytes: try state.read(
              at: min(write.offset, state.size), count: Int(min(there, kept.newSize)))[...])
          try state.apply(write)
          var sum = Checksum()
          for slice in write.content.slices { sum.add(slice) }
          kept.newChecksum = sum.value
          writes.append(kept)
        }
      }
      changedSize = state.size
    } catch { throw .io(error) }
    guard writes.count <= Self.mostWrites else {
      throw .format(FormatError(.limit("the plan has \(writes.count) writes, which is too many")))
    }
    do throws(FormatError) { checksum = try ownChecksum() } catch { throw .format(error) }
  }

  /// Throws if this backup is not as it was made, or its numbers cannot be those of a plan.
  package func checkItself() throws(FormatError) {
    guard try ownChecksum() == checksum, isConsistent else {
      throw FormatError(.wrongKind("the backup is damaged"))
    }
  }

  /// Whether the numbers can be those of a plan: every write is within the file, and the decisive
  /// one overwrites existing bytes.
  private var isConsistent: Bool {
    guard originalSize <= changedSize, writes.count <= Self.mostWrites,
      let decisive = Int(exactly: commit), decisive < writes.count,
      !writes[decisive].old.bytes.isEmpty, writes[decisive].offset < originalSize
    else { return false }
    return writes.allSatisfy { write in
      guard write.offset <= changedSize, write.newSize <= changedSize - write.offset else {
        return false
      }
      let old = UInt64(write.old.bytes.count)
      // Only after the old end may there have been fewer bytes, or none.
      return write.offset >= originalSize
        ? old <= write.newSize
        : old == write.newSize && old <= originalSize - write.offset
    }
  }

  private func ownChecksum() throws(FormatError) -> UInt64 {
    var blank = self
    blank.checksum = 0
    var sum = Checksum()
    sum.add(try blank.serialized()[...])
    return sum.value
  }
}
