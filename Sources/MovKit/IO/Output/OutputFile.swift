/// A file that appears under its name only when it is complete.
///
/// Bytes go to a temporary file beside the target, `.NAME.movtool-XXXXXX`, which `finish` renames
/// to the name of the target. Until then, a file that already has that name is untouched. When the
/// output is discarded, or released without `finish`, the temporary file is removed.
///
/// A target that is a symbolic link stays a link: the file that it leads to is replaced.
package final class OutputFile {
  /// The path that the output will have, with symbolic links followed.
  package var path: FilePath { place.path }
  private let place: OutputPlace
  /// The number of bytes that the output has so far.
  package private(set) var size: UInt64 = 0

  /// The temporary file; nil once the output is finished or discarded.
  private var temporary: TemporaryFile?
  /// The bytes that were appended but not written yet.
  private var pending: [UInt8] = []
  var copier = RangeCopy()
  /// Watches what the output is made from.
  private let watch = SourceWatch.current
  /// The number of bytes from which space is reserved before a write. The file system then finds a
  /// run of blocks, not one block at a time, which takes a fifth less time on ext4. Never more is
  /// reserved than is written, since freeing space can take longer than all of the work.
  private static let reservedAtOnce: UInt64 = 1 << 19
  /// Whether the output must be on the medium before it takes its name.
  private let onMedium: Bool
  private static let blockSize: UInt64 = 1 << 16

  /// Begins a file at a place.
  ///
  /// Without a source, it has the permissions of the file that it replaces, or those of any new
  /// file. With a source, only the owner may read it until `keepMetadata` changes its permissions.
  /// - Parameters:
  ///   - place: where the file goes, and what it may replace there.
  ///   - source: the file that the output is made from, which it cannot replace.
  ///   - onMedium: whether `finish` waits for the medium. An output that replaces another file, or
  ///     is the only copy of something, must be on the medium before it takes its name. One that
  ///     can be made again from a source that stays need not be, and waiting would take longer than
  ///     the work; a loss of power may then leave an incomplete file under the name.
  /// - Throws: `IOError`: of kind `sameFile` if the place is that of the source or of another
  ///   spared file, `exists` if there is a file that may not be replaced, and `notARegularFile` if
  ///   there is something other than a file.
  package convenience init(
    at place: OutputPlace, from source: File? = nil, onMedium: Bool = true
  ) throws(IOError) {
    try self.init(at: place, from: source, cloning: nil, onMedium: onMedium)
  }

  /// Begins a file at `target`, where it may replace any file except its source.
  package convenience init(
    at target: FilePath, from source: File? = nil, onMedium: Bool = true
  ) throws(IOError) {
    try self.init(at: OutputPlace(target), from: source, onMedium: onMedium)
  }

  /// Begins a file at a place, as a clone of `original` if that is possible. Its size is 0 even
  /// then, but appending a range of `original` at its own offset costs nothing.
  init(
    at place: OutputPlace, from source: File?, cloning original: File?, onMedium: Bool
  ) throws(IOError) {
    self.onMedium = onMedium
    if onMedium { copier.writeBehind = WriteBehind() }
    if let source { place.spared.insert(source.identity) }
    let replaced = try place.replacedFile()
    var final = place
    final.path = try place.path.followingLinks()
    self.place = final
    let isOrdinary = replaced == nil && source == nil
    let temporary = try TemporaryFile(
      beside: final.path, permissions: isOrdinary ? 0o666 : 0o600, cloning: original)
    copier.targetIsClone = temporary.isClone
    if let replaced, source == nil {
      try temporary.descriptor.setPermissions(replaced.permissions)
    }
    place.spared.insert(try FileStatus(of: temporary.descriptor).identity)
    self.temporary = temporary
  }

  /// Adds bytes at the end.
  package func append(_ bytes: [UInt8]) throws(IOError) { try append(bytes[...]) }

  /// Adds bytes at the end. Many bytes at once are written without a copy.
  package func append(_ bytes: ArraySlice<UInt8>) throws(IOError) {
    try append([bytes], count: bytes.count)
  }

  /// Adds bytes at the end without joining them.
  package func append(_ pieces: Pieces) throws(IOError) {
    try append(pieces.slices, count: pieces.count)
  }

  /// Adds slices. All writes except the last end at a multiple of `blockSize`: file systems take
  /// whole blocks faster.
  private func append(_ slices: [ArraySlice<UInt8>], count: Int) throws(IOError) {
    let temporary = try opened()
    let (end, overflow) = size.addingReportingOverflow(UInt64(count))
    guard !overflow else { throw IOError(.write, path, .tooLarge) }
    let wholeBlocks = end - end % OutputFile.blockSize
    var rest = slices[...]
    if wholeBlocks > size {
      let start = size - UInt64(pending.count)
      if wholeBlocks - start >= OutputFile.reservedAtOnce {
        // If there is no space, the write reports it.
        try? temporary.descriptor.reserve(wholeBlocks - start, at: start)
      }
      try temporary.descriptor.write(
        [pending[...]] + slices, count: Int(wholeBlocks - start), at: start)
      pending.removeAll(keepingCapacity: true)
      rest.drop(bytes: Int(wholeBlocks - size))
      size = wholeBlocks
      copier.writeBehind?.advance(to: size, in: temporary.descriptor)
    }
    for slice in rest { pending += slice }
    size = end
  }

  /// Adds a range of `source` at the end, copied by the system if it can. Holes stay holes.
  package func append(_ range: Range<UInt64>, of source: File) throws(IOError) {
    let temporary = try opened()
    try flush(to: temporary)
    try copier.copy(range, of: source, to: temporary.descriptor, at: size)
    size = size.addingClamping(range.length)
  }

  /// Adds a range of any source at the end.
  package func append(_ range: Range<UInt64>, of source: any ByteSource) throws(IOError) {
    if let file = source as? File { return try append(range, of: file) }
    var rest = range
    while !rest.isEmpty {
      let count = min(rest.length, 1 << 20)
      try append(try source.read(exactly: Int(count), at: rest.lowerBound))
      rest = rest.lowerBound + count..<rest.upperBound
    }
  }

  /// Gives the output the owner and group of `source` as far as allowed, its permissions and its
  /// extended attributes. Returns what could not be kept, which is no reason to fail.
  package func keepMetadata(of source: File) throws(IOError) -> [IOError] {
    try opened().descriptor.keepMetadata(of: source)
  }

  /// Overwrites bytes that were appended before.
  /// - Throws: `IOError`; of kind `truncated` if the range is not completely within the output.
  package func rewrite(_ bytes: [UInt8], at offset: UInt64) throws(IOError) {
    let temporary = try opened()
    try IOError.checkRange(.write, path, at: offset, count: UInt64(bytes.count), within: size)
    try flush(to: temporary)
    try temporary.descriptor.write(bytes, at: offset)
  }

  /// Waits until everything so far is on the medium, so that it stays in the file even if this
  /// process ends or the power fails.
  package func sync() throws(IOError) {
    try wholeSoFar().descriptor.syncData()
  }

  /// Opens what was appended so far for reading.
  package func contents() throws(IOError) -> File {
    let temporary = try opened()
    try flush(to: temporary)
    return try File(try temporary.descriptor.duplicate(), path: path)
  }

  /// Gives the output its name now, complete or not, after all data so far is on the medium. It
  /// continues to grow under its name, and stays when this process ends. This is for formats that
  /// can be read while they are written.
  package func publish() throws(IOError) {
    try sync()
    try takeName(try opened(), onMedium: true)
  }

  /// Gives the output its name. With `onMedium`, it is on the medium before. If that fails, the
  /// output is discarded.
  package func finish() throws(IOError) {
    defer { release() }
    let temporary = try completed()
    try takeName(temporary, onMedium: onMedium)
  }

  /// Finishes as `finish` does, if `verify` finds no fault with the whole output, which does not
  /// have its name yet.
  package func finish<Fault: Error>(
    verify: (File) throws(Fault) -> Void
  ) throws(OutputError<Fault>) {
    defer { release() }
    let temporary: TemporaryFile
    let whole: File
    do throws(IOError) {
      temporary = try completed()
      whole = try File(try temporary.descriptor.duplicate(), path: path)
    } catch { throw .io(error) }
    do throws(Fault) { try verify(whole) } catch { throw .verification(error) }
    do throws(IOError) { try takeName(temporary, onMedium: onMedium) } catch { throw .io(error) }
  }

  /// Gives the temporary file the name of the output, unless a read has failed or another program
  /// has changed a source (see `SourceWatch`).
  private func takeName(_ temporary: TemporaryFile, onMedium: Bool) throws(IOError) {
    try watch?.check()
    try temporary.takeName(of: place, onMedium: onMedium)
  }

  /// Discards the output. Nothing of it remains. Does nothing if the output is finished.
  package func discard() {
    temporary?.removeName(of: path)
    release()
  }

  private func release() {
    temporary = nil
    pending = []
  }

  private func opened() throws(IOError) -> TemporaryFile {
    guard let temporary else { throw IOError(.write, path, .closed) }
    return temporary
  }

  private func flush(to temporary: TemporaryFile) throws(IOError) {
    guard !pending.isEmpty else { return }
    try temporary.descriptor.write(pending, at: size - UInt64(pending.count))
    pending.removeAll(keepingCapacity: true)
  }

  /// Returns the temporary file with everything that was appended.
  private func wholeSoFar() throws(IOError) -> TemporaryFile {
    let temporary = try opened()
    try flush(to: temporary)
    // If the output ends in a hole, nothing was written there.
    try temporary.descriptor.setSize(size)
    return temporary
  }

  private func completed() throws(IOError) -> TemporaryFile {
    let temporary = try wholeSoFar()
    if onMedium { try temporary.descriptor.sync() }
    return temporary
  }
}
