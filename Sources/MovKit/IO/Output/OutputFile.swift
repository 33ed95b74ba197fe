/// A file that appears under its name only when it is whole.
///
/// Bytes go to a temporary file beside the target, `.NAME.movtool-XXXXXX`, which takes the
/// target's name by `finish`. Until then a file that stands there already is untouched. When the
/// output is discarded, or let go without `finish`, the temporary file is removed.
///
/// A target that is a symbolic link stays one: the file it leads to is replaced.
package final class OutputFile {
  /// The name the output will have, with symbolic links followed.
  package var path: FilePath { place.path }
  private let place: OutputPlace
  /// How many bytes the output has so far.
  package private(set) var size: UInt64 = 0

  /// Nil once the output is finished or discarded.
  private var temporary: TemporaryFile?
  /// What was appended but not written yet.
  private var pending: [UInt8] = []
  private var copier = RangeCopy()
  /// From how many bytes on space is asked for ahead of a write. The file system then has a run of
  /// blocks to find, in place of one block at a time: a fifth less time to write (ext4). Never more
  /// than is written, since to give space back can take longer than all of the work.
  private static let reservedAtOnce: UInt64 = 1 << 19
  /// Whether the output is to be on the medium before it takes its name.
  private let onMedium: Bool
  private static let blockSize: UInt64 = 1 << 16

  /// Begins a file that is to stand at a place.
  ///
  /// Without a source its permissions will be those of the file it replaces, or those of any new
  /// file. With a source only the owner may read it until `keepMetadata` gives it others.
  /// - Parameters:
  ///   - place: where it is to stand, and what it may replace there.
  ///   - source: the file the output is made from, which it cannot replace.
  ///   - onMedium: whether `finish` waits for the medium. An output that stands for another file, or
  ///     is the only place of something, must be there before it takes its name; what can be made
  ///     again from a source that stays need not, and waiting would take longer than the work. A
  ///     loss of power may then leave less than the whole under the name.
  /// - Throws: `IOError`; of kind `sameFile` where the place is that of the source or of another
  ///   file that is spared, `exists` where a file is there that may not be replaced, and
  ///   `notARegularFile` where something else than a file is there.
  package convenience init(
    at place: OutputPlace, from source: File? = nil, onMedium: Bool = true
  ) throws(IOError) {
    try self.init(at: place, from: source, cloning: nil, onMedium: onMedium)
  }

  /// Begins a file that is to stand at `target`, where it may replace any file but its source.
  package convenience init(
    at target: FilePath, from source: File? = nil, onMedium: Bool = true
  ) throws(IOError) {
    try self.init(at: OutputPlace(target), from: source, onMedium: onMedium)
  }

  /// Begins a file that is to stand at a place, as a clone of `original` where that can be. It has
  /// no bytes all the same, but to append a range of `original` at its own place costs nothing.
  private init(
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

  /// Adds bytes at the end; many at once are written from where they stand.
  package func append(_ bytes: ArraySlice<UInt8>) throws(IOError) {
    try append([bytes], count: bytes.count)
  }

  /// Adds bytes at the end, in stretches as they are.
  package func append(_ pieces: Pieces) throws(IOError) {
    try append(pieces.slices, count: pieces.count)
  }

  /// All writes end where a block of `blockSize` does, but for the last: file systems take whole
  /// blocks faster.
  private func append(_ slices: [ArraySlice<UInt8>], count: Int) throws(IOError) {
    let temporary = try opened()
    let (end, overflow) = size.addingReportingOverflow(UInt64(count))
    guard !overflow else { throw IOError(.write, path, .tooLarge) }
    let wholeBlocks = end - end % OutputFile.blockSize
    var rest = slices[...]
    if wholeBlocks > size {
      let start = size - UInt64(pending.count)
      if wholeBlocks - start >= OutputFile.reservedAtOnce {
        // Whether there is space is for the write to tell.
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

  /// Adds a range of `source` at the end, copied by the system where it can. Holes stay holes.
  package func append(_ range: Range<UInt64>, of source: File) throws(IOError) {
    let temporary = try opened()
    try flush(to: temporary)
    try copier.copy(range, of: source, to: temporary.descriptor, at: size)
    size = WritePlan.saturatingSum(size, range.upperBound - range.lowerBound)
  }

  /// Adds a range of any source at the end.
  package func append(_ range: Range<UInt64>, of source: any ByteSource) throws(IOError) {
    if let file = source as? File { return try append(range, of: file) }
    var rest = range
    while !rest.isEmpty {
      let count = min(UInt64(rest.count), 1 << 20)
      try append(try source.read(at: rest.lowerBound, count: Int(count)))
      rest = rest.lowerBound + count..<rest.upperBound
    }
  }

  /// Gives the output owner and group of `source` as far as allowed, its permissions and its
  /// extended attributes. Returns what could not be kept, which is no reason to give up.
  package func keepMetadata(of source: File) throws(IOError) -> [IOError] {
    try opened().descriptor.keepMetadata(of: source)
  }

  /// Writes other bytes over some that were appended before.
  /// - Throws: `IOError`; of kind `truncated` where not all of them are there.
  package func rewrite(_ bytes: [UInt8], at offset: UInt64) throws(IOError) {
    let temporary = try opened()
    guard offset <= size, UInt64(bytes.count) <= size - offset else {
      throw IOError(
        .write, path, .truncated(offset: offset, wanted: UInt64(bytes.count), size: size))
    }
    try flush(to: temporary)
    try temporary.descriptor.write(bytes, at: offset)
  }

  /// Waits until everything so far is on the medium, so that it is in the file whatever becomes of
  /// this process and of the power.
  package func sync() throws(IOError) {
    try wholeSoFar().descriptor.syncData()
  }

  /// What was appended so far, to be read.
  package func contents() throws(IOError) -> File {
    let temporary = try opened()
    try flush(to: temporary)
    return try File(try temporary.descriptor.duplicate(), path: path)
  }

  /// Gives the output its name now, whole or not, with all that is there so far on the medium: it
  /// goes on to grow under its name, and stays when this process ends. For formats that can be read
  /// while they are written.
  package func publish() throws(IOError) {
    try sync()
    try opened().takeName(of: place)
  }

  /// Gives the output its name, when it is on the medium if it is to be there. Where that fails it
  /// is discarded.
  package func finish() throws(IOError) {
    defer { release() }
    let temporary = try completed()
    try temporary.takeName(of: place, onMedium: onMedium)
  }

  /// Finishes as `finish` does, if `verify` finds no fault with the whole output, which has no
  /// name of its own yet.
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
    do throws(IOError) { try temporary.takeName(of: place, onMedium: onMedium) } catch {
      throw .io(error)
    }
  }

  /// Gives the output up: nothing is left of it. Does nothing to an output that is finished.
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

  /// The file with everything that was appended.
  private func wholeSoFar() throws(IOError) -> TemporaryFile {
    let temporary = try opened()
    try flush(to: temporary)
    // Where the output ends in a hole, nothing was written there.
    try temporary.descriptor.setSize(size)
    return temporary
  }

  private func completed() throws(IOError) -> TemporaryFile {
    let temporary = try wholeSoFar()
    if onMedium { try temporary.descriptor.sync() }
    return temporary
  }
}

/// Why an output is not there.
package enum OutputError<Fault: Error>: Error {
  /// It could not be written.
  case io(IOError)
  /// It was written, and found wrong.
  case verification(Fault)

  /// The error itself.
  package var underlying: any Error {
    switch self {
    case .io(let error): error
    case .verification(let fault): fault
    }
  }
}

extension OutputFile {
  /// Carries out a plan: the output appears at its place when it is whole, or not at all.
  ///
  /// It gets the permissions, owner and extended attributes of `source`, if that is a file.
  /// - Parameters:
  ///   - others: The further sources of the plan.
  ///   - keepsTimes: Whether it gets the times of access and of change as well.
  ///   - verify: Looks at the whole output before it gets its name, and throws if it is not what it
  ///     should be.
  ///   - progress: Called from time to time with the number of bytes of the output that are written.
  /// - Returns: Which permissions and attributes of the source could not be kept.
  /// - Throws: `OutputError`: `io` of kind `sameFile` if the place is that of a source by any name,
  ///   `exists` if there is a file that may not be replaced, `changed` if somebody wrote to the source
  ///   meanwhile; `verification` with what `verify` throws.
  @discardableResult
  package static func write<Fault: Error>(
    _ plan: WritePlan, from source: any ByteSource, others: [File] = [], to place: OutputPlace,
    keepsTimes: Bool = false, verify: (File) throws(Fault) -> Void,
    progress: ((UInt64) -> Void)? = nil
  ) throws(OutputError<Fault>) -> [IOError] {
    let file = source as? File
    var lost: [IOError] = []
    let output: OutputFile
    do throws(IOError) {
      for step in plan.steps {
        switch step {
        case .bytes: break
        case .copy(let range, _): try source.check(range)
        case .copyOther(let number, let range, _): try others[number].check(range)
        }
      }
      for other in others { place.spared.insert(other.identity) }
      output = try OutputFile(
        at: place, from: file, cloning: plan.keepsPlaces ? file : nil, onMedium: true)
      output.copier.reached = progress
      for step in plan.steps {
        switch step {
        case .bytes(let bytes, _): try output.append(bytes)
        case .copy(let range, _): try output.append(range, of: source)
        case .copyOther(let number, let range, _): try output.append(range, of: others[number])
        }
      }
      if let file { lost = try output.keepMetadata(of: file) }
    } catch { throw .io(error) }
    var changed: IOError?
    do {
      try output.finish { whole throws(Interruption<Fault>) in
        do throws(IOError) {
          try file?.checkUnchanged()
          for other in others { try other.checkUnchanged() }
        } catch {
          changed = error
          throw .changed
        }
        do throws(Fault) { try verify(whole) } catch { throw .fault(error) }
        guard keepsTimes, let file else { return }
        do throws(IOError) { try whole.descriptor.setTimes(file.times) } catch {
          lost.append(error)
        }
      }
    } catch {
      switch error {
      case .io(let error): throw .io(error)
      case .verification(.fault(let fault)): throw .verification(fault)
      case .verification(.changed): throw .io(changed ?? IOError(.read, nil, .changed))
      }
    }
    return lost
  }

  /// Why an output is given up when it is whole.
  private enum Interruption<Fault: Error>: Error {
    case changed
    case fault(Fault)
  }

  /// Carries out a plan without a look at the result.
  @discardableResult
  package static func write(
    _ plan: WritePlan, from source: any ByteSource, others: [File] = [], to place: OutputPlace,
    keepsTimes: Bool = false, progress: ((UInt64) -> Void)? = nil
  ) throws(IOError) -> [IOError] {
    do {
      return try write(
        plan, from: source, others: others, to: place, keepsTimes: keepsTimes,
        verify: { (_: File) throws(Never) in }, progress: progress)
    } catch {
      switch error {
      case .io(let error): throw error
      }
    }
  }
}

extension ByteSource {
  fileprivate func check(_ range: Range<UInt64>) throws(IOError) {
    try check(
      at: range.lowerBound, count: range.upperBound - range.lowerBound,
      path: (self as? File)?.path)
  }
}
