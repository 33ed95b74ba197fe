/// What a plan of changes in place overwrites, so that it can be put back: kept in a file of its own.
///
/// A change in place overwrites free space and a few heads; the media is not in here.
package struct PatchBackup: Record {
  /// One write, and what stood there just before it was made.
  package struct Write: Record {
    package var offset: UInt64 = 0
    /// How many bytes were written.
    package var newSize: UInt64 = 0
    /// A checksum of what was written, to know it again.
    package var newChecksum: UInt64 = 0
    /// What stood there; less than was written at the end of the file.
    package var old = RawBytes()

    package init() {}

    /// The bytes of the file that were written. The numbers of a backup that `checkItself` has
    /// passed are those of a file.
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
  /// Bytes of the file before and after.
  package var originalSize: UInt64 = 0
  package var changedSize: UInt64 = 0
  /// Which of `writes` made the file mean something new, from 0.
  package var commit: UInt32 = 0
  /// In the order in which they were made; a flush stands between all of them.
  package var writes: [Write] = []
  /// A checksum of this backup, made while this field is 0.
  package var checksum: UInt64 = 0

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
  /// No plan has more writes than this.
  private static let mostWrites = 64

  /// What `plan` will overwrite of `source`.
  ///
  /// Throws where the source cannot be read, and for a plan too large to be kept.
  package init(of plan: PatchPlan, from source: some ByteSource) throws(ReadingError) {
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

  /// Throws where this backup is not as it was made, or its numbers cannot be those of a plan.
  func checkItself() throws(FormatError) {
    guard try ownChecksum() == checksum, isConsistent else {
      throw FormatError(.invalid("the backup is damaged"))
    }
  }

  /// Whether the numbers can be those of a plan: every write within the file, the decisive one over
  /// bytes that were there.
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
      // Only what stands behind the old end may have had less there, or nothing.
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
