#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file that is open for reading and for changes in place, locked against others who ask
/// for the same lock (`flock`) as long as it is open.
///
/// A symbolic link stays one: what it leads to is opened.
package final class EditableFile: ByteSource, PatchTarget {
  private let file: File
  private let descriptor: FileDescriptor

  /// Throws `IOError`; of kind `locked` where another program changes the file at this moment, and
  /// `notARegularFile` for anything else than a file.
  package init(_ path: FilePath) throws(IOError) {
    let status = try FileStatus(of: path, followingLinks: true)
    try status.mustBeRegular(for: .open, path)
    descriptor = try FileDescriptor(opening: path, flags: O_RDWR | O_NONBLOCK | O_NOCTTY)
    let number = descriptor.number
    do throws(IOError) {
      _ = try system(.open, path) { Int(flock(number, LOCK_EX | LOCK_NB)) }
    } catch {
      if error.errno == EWOULDBLOCK { throw IOError(.open, path, .locked) }
      // Some network file systems have no locks. There the file is only looked at again right
      // before it is written to.
      guard [ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.errno) else { throw error }
    }
    // The size counts from when nobody else may change it.
    file = try File(descriptor.duplicate(), path: path)
  }

  /// Bytes of the file when it was opened.
  package var size: UInt64 { file.size }
  package var path: FilePath { file.path }

  package func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    try file.read(at: offset, count: count)
  }

  /// The file as it is by now, read afresh.
  package func reopened() throws(IOError) -> File {
    try File(descriptor.duplicate(), path: path)
  }

  /// Throws `changed` where somebody who did not ask for the lock has written to the file.
  package func checkUnchanged() throws(IOError) { try file.checkUnchanged() }

  /// Throws `changed` where that would leave a hole: somebody has cut the file.
  package func write(_ pieces: Pieces, at offset: UInt64) throws(IOError) {
    guard try offset <= FileStatus(of: descriptor).size else {
      throw IOError(.write, path, .changed)
    }
    try descriptor.write(pieces.slices, count: pieces.count, at: offset)
  }

  package func flush() throws(IOError) { try descriptor.syncData() }

  /// Carries `plan` out. That there is space for it is found out first, so that on a full disk
  /// nothing is written at all.
  package func carryOut(_ plan: PatchPlan) throws(PatchError) {
    do throws(IOError) {
      try checkUnchanged()
    } catch {
      throw PatchError(error: error, state: .unchanged)
    }
    do throws(IOError) {
      for write in plan.phases.lazy.flatMap(\.writes) {
        try descriptor.reserve(UInt64(write.content.count), at: write.offset)
      }
    } catch {
      // Gives back what was set aside.
      try? cut(plan.originalSize...plan.changedSize)
      throw PatchError(error: error, state: .unchanged)
    }
    try plan.apply(to: self)
  }

  /// Gives the file the times of access and of change that it had when it was opened.
  package func keepTimes() throws(IOError) { try descriptor.setTimes(file.times) }

  package func cut(_ sizes: ClosedRange<UInt64>) throws(IOError) {
    // Space that was set aside goes back even where the size stays.
    guard sizes.contains(try FileStatus(of: descriptor).size) else { return }
    try descriptor.setSize(sizes.lowerBound)
  }
}
