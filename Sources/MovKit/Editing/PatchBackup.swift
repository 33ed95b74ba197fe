/// What a plan of changes in place overwrites, so that it can be put back: kept in a file of its own.
///
/// A change in place overwrites free space and a few heads; the media is not in here.
public struct PatchBackup: Record {
  /// One write, and what stood there just before it was made.
  public struct Write: Record {
    public var offset: UInt64 = 0
    /// How many bytes were written.
    public var newSize: UInt64 = 0
    /// What stood there; less than was written at the end of the file.
    public var old = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("offset", &offset)
      try f("new_size", &newSize)
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
  /// A checksum of what stands where was written, once all is.
  public var changedChecksum: UInt64 = 0
  /// Which of `writes` made the file mean something new, from 0.
  public var commit: UInt32 = 0
  /// In the order in which they were made; a flush stands between all of them.
  public var writes: [Write] = []
  /// A checksum of this backup, made while this field is 0.
  public var checksum: UInt64 = 0

  public static let mark: FourCC = "mvbk"

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("signature", &signature)
    guard signature == Self.mark else { throw f.invalid("signature", "this is no backup") }
    try f.version(&version, upTo: 0)
    try f("original_size", &originalSize)
    try f("changed_size", &changedSize)
    try f("changed_checksum", &changedChecksum)
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
  public init(of plan: PatchPlan, from source: some ByteSource) throws(ReadingError) {
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
          writes.append(kept)
          try state.apply(write)
        }
      }
      changedSize = state.size
      changedChecksum = try self.checksum(ofChanged: state)
    } catch { throw .io(error) }
    guard writes.count <= Self.mostWrites else {
      throw .format(FormatError(.limit("a plan of \(writes.count) writes")))
    }
    do throws(FormatError) { checksum = try ownChecksum() } catch { throw .format(error) }
  }

  /// What puts the file back as it was: the writes of the change in reverse, so that at every
  /// moment there is one whole movie here too. Once it is the old one, the file is cut to its old
  /// size.
  ///
  /// Throws where this backup is damaged, or `changed` is not the file as the change left it.
  public func restoringPlan(for changed: some ByteSource) throws(ReadingError) -> PatchPlan {
    do throws(FormatError) {
      guard try ownChecksum() == checksum, isConsistent else {
        throw FormatError(.invalid("the backup is damaged"))
      }
    } catch { throw .format(error) }
    do throws(IOError) {
      guard changed.size == changedSize, try checksum(ofChanged: changed) == changedChecksum else {
        throw IOError(.read, nil, .changed)
      }
    } catch {
      guard error.kind == .changed else { throw .io(error) }
      throw .format(
        FormatError(
          .invalid("the file was changed since this backup was made, or it is one of another file"))
      )
    }
    var phases: [PatchPlan.Phase] = []
    var commit = 0
    for (index, write) in writes.enumerated().reversed() {
      // What stands behind the old end is cut off as soon as the old movie is back: atoms whose
      // size was written out may go on to the end of the file again behind that.
      guard !write.old.bytes.isEmpty, write.offset < originalSize else { continue }
      let isDecided = index <= self.commit
      if index == self.commit { commit = phases.count }
      phases.append(
        PatchPlan.Phase(
          [PatchPlan.Write(at: write.offset, Array(write.old.bytes), label: "what stood there")],
          effect: isDecided ? "the old movie" : "the new movie"))
    }
    var plan = PatchPlan(phases: phases, commit: commit, originalSize: changedSize)
    if originalSize < changedSize { plan.cutSize = originalSize }
    return plan
  }

  /// Whether the numbers can be those of a plan: every write within the file, the decisive one over
  /// bytes that were there.
  private var isConsistent: Bool {
    guard originalSize <= changedSize, writes.count <= Self.mostWrites,
      let decisive = Int(exactly: commit), decisive < writes.count,
      !writes[decisive].old.bytes.isEmpty, writes[decisive].offset < originalSize
    else { return false }
    return writes.allSatisfy { write in
      write.offset <= changedSize && write.newSize <= changedSize - write.offset
        && UInt64(write.old.bytes.count) <= write.newSize
        && (write.offset >= originalSize
          || UInt64(write.old.bytes.count) <= originalSize - write.offset)
    }
  }

  private func ownChecksum() throws(FormatError) -> UInt64 {
    var blank = self
    blank.checksum = 0
    var sum = Checksum()
    sum.add(try blank.serialized()[...])
    return sum.value
  }

  private func checksum(ofChanged source: some ByteSource) throws(IOError) -> UInt64 {
    try source.checksum(
      of: try writes.map { write throws(IOError) in
        let (end, overflow) = write.offset.addingReportingOverflow(write.newSize)
        guard !overflow else { throw IOError(.read, nil, .tooLarge) }
        return write.offset..<end
      })
  }
}
