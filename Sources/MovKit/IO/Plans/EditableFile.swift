#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file that is open for reading and for changes in place. As long as it is open, it is
/// locked against programs that ask for the same lock (`flock`).
///
/// A symbolic link stays a link: the file that it leads to is opened.
package final class EditableFile: ByteSource, PatchTarget {
  private let file: File
  private let descriptor: FileDescriptor

  /// Which file it is, whatever its names lead to now.
  package var identity: File.Identity { file.identity }

  /// Opens and locks a file.
  /// - Throws: `IOError`: of kind `locked` if another program is changing the file, and
  ///   `notARegularFile` if it is not a file.
  package init(_ path: FilePath) throws(IOError) {
    let status = try FileStatus(of: path, followingLinks: true)
    try status.mustBeRegular(for: .open, path)
    descriptor = try FileDescriptor(opening: path, flags: O_RDWR | O_NONBLOCK | O_NOCTTY)
    let number = descriptor.number
    do throws(IOError) {
      _ = try system(.open, path) { Int(flock(number, LOCK_EX | LOCK_NB)) }
    } catch {
      if error.errno == EWOULDBLOCK { throw IOError(.open, path, .locked) }
      // Some network file systems have no locks. On those, the file is only checked for changes
      // right before it is written to.
      guard [ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.errno) else { throw error }
    }
    // The size is read when nobody else may change the file any more.
    file = try File(descriptor.duplicate(), path: path)
  }

  /// The size of the file in bytes when it was opened.
  package var size: UInt64 { file.size }
  package var path: FilePath { file.path }

  package func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    try file.read(at: offset, count: count)
  }

  /// Returns the file as it is now, with its current size.
  package func reopened() throws(IOError) -> File {
    try File(descriptor.duplicate(), path: path)
  }

  /// Throws `changed` if a program that did not ask for the lock has written to the file.
  package func checkUnchanged() throws(IOError) { try file.checkUnchanged() }

  /// Throws `changed` if the write would leave a hole, because another program has cut the file.
  package func write(_ pieces: Pieces, at offset: UInt64) throws(IOError) {
    guard try offset <= FileStatus(of: descriptor).size else {
      throw IOError(.write, path, .changed)
    }
    try descriptor.write(pieces.slices, count: pieces.count, at: offset)
  }

  package func flush() throws(IOError) { try descriptor.syncData() }

  /// Carries `plan` out, unless a read has failed or another program has changed a source (see
  /// `SourceWatch`). Reserves the space first, so that nothing is written at all if the disk is
  /// full.
  package func carryOut(_ plan: PatchPlan) throws(PatchError) {
    do throws(IOError) {
      try checkUnchanged()
      try SourceWatch.current?.check()
    } catch {
      throw PatchError(error: error, state: .unchanged)
    }
    do throws(IOError) {
      for write in plan.phases.lazy.flatMap(\.writes) {
        try descriptor.reserve(UInt64(write.content.count), at: write.offset)
      }
    } catch {
      // Frees the space that was reserved.
      try? cut(plan.originalSize...plan.changedSize)
      throw PatchError(error: error, state: .unchanged)
    }
    try plan.apply(to: self)
  }

  /// Gives the file the times of access and of modification that it had when it was opened.
  package func keepTimes() throws(IOError) { try descriptor.setTimes(file.times) }

  package func cut(_ sizes: ClosedRange<UInt64>) throws(IOError) {
    // Setting the size frees reserved space even if the size stays the same.
    guard sizes.contains(try FileStatus(of: descriptor).size) else { return }
    try descriptor.setSize(sizes.lowerBound)
  }
}
