/// Copies ranges of one file into another by the cheapest way the system offers: shared blocks,
/// then a copy inside the kernel, then reads and writes. Holes stay holes.
///
/// A way that fails once is not tried again, whatever the reason: the plainest way, which is the
/// last, finds the same fault if there is one, and names it best.
struct RangeCopy {
  /// Whether the target shares everything with the source to begin with, so that what is to stand
  /// where the source has it is there.
  var targetIsClone = false
  /// Whether blocks may be shared with the source, as file systems that copy on write can.
  var sharesBlocks = true
  /// Whether the kernel may copy by itself.
  var copiesInKernel = true

  /// Has the target go to the medium meanwhile; nil where that is not wanted in the end either.
  var writeBehind: WriteBehind?

  /// Told which offset in the target has been reached, from time to time.
  var reached: ((UInt64) -> Void)?

  /// How many bytes went each way.
  private(set) var shared: UInt64 = 0
  private(set) var copied: UInt64 = 0
  private(set) var passedThrough: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  /// The unit of reading and writing, in bytes.
  private static let chunk: UInt64 = 1 << 20

  /// Copies `range` of `source` to `offset` in `target`, where nothing has been written yet, or
  /// what a clone of `source` has there.
  ///
  /// A hole at the end is left to whoever sets the size of the target.
  mutating func copy(
    _ range: Range<UInt64>, of source: File, to target: borrowing FileDescriptor,
    at offset: UInt64
  ) throws(IOError) {
    let count = range.upperBound - range.lowerBound
    try source.check(at: range.lowerBound, count: count, path: source.path)
    if targetIsClone, range.lowerBound == offset {
      shared += count
      return
    }
    // From here on no sum of offsets can overflow.
    guard offset <= UInt64(Int64.max) - count else {
      throw IOError(.copy, target.path, .tooLarge)
    }
    var rest = range
    while !rest.isEmpty {
      let data = source.nextData(in: rest)
      skipped += data.lowerBound - rest.lowerBound
      try copyData(data, of: source, to: target, at: offset + (data.lowerBound - range.lowerBound))
      rest = data.upperBound..<range.upperBound
    }
  }

  private mutating func copyData(
    _ range: Range<UInt64>, of source: File, to target: borrowing FileDescriptor,
    at offset: UInt64
  ) throws(IOError) {
    let blocks = shareBlocks(within: range, of: source, with: target, at: offset)
    let head = range.lowerBound..<blocks.lowerBound
    let tail = blocks.upperBound..<range.upperBound
    try copyBytes(head, of: source, to: target, at: offset)
    try copyBytes(tail, of: source, to: target, at: offset + (tail.lowerBound - range.lowerBound))
  }

  /// Shares the blocks that are whole in `range` and would be whole in the target as well.
  /// Returns what is shared: nothing, at the end of `range`, where it cannot be done.
  private mutating func shareBlocks(
    within range: Range<UInt64>, of source: File, with target: borrowing FileDescriptor,
    at offset: UInt64
  ) -> Range<UInt64> {
    let nothing = range.upperBound..<range.upperBound
    let block = source.blockSize
    guard sharesBlocks, block > 0, range.lowerBound % block == offset % block else {
      return nothing
    }
    let into = range.lowerBound % block
    let lower = range.lowerBound + (into == 0 ? 0 : block - into)
    let upper = range.upperBound - range.upperBound % block
    guard lower < upper else { return nothing }
    sharesBlocks = source.share(
      lower..<upper, with: target, at: offset + (lower - range.lowerBound))
    guard sharesBlocks else { return nothing }
    shared += upper - lower
    return lower..<upper
  }

  private mutating func copyBytes(
    _ range: Range<UInt64>, of source: File, to target: borrowing FileDescriptor,
    at offset: UInt64
  ) throws(IOError) {
    var rest = range
    if writeBehind != nil, range.upperBound - range.lowerBound >= WriteBehind.stretch {
      // Blocks in one piece are faster to write, and want of space shows before the long work.
      try target.reserve(range.upperBound - range.lowerBound, at: offset)
    }
    while copiesInKernel, !rest.isEmpty {
      let done = source.copyInKernel(
        rest, to: target, at: offset + (rest.lowerBound - range.lowerBound))
      guard done > 0 else {
        copiesInKernel = false
        break
      }
      copied += done
      rest = rest.lowerBound + done..<rest.upperBound
      hasReached(offset + (rest.lowerBound - range.lowerBound), in: target)
    }
    try passThrough(rest, of: source, to: target, at: offset + (rest.lowerBound - range.lowerBound))
  }

  private mutating func passThrough(
    _ range: Range<UInt64>, of source: File, to target: borrowing FileDescriptor,
    at offset: UInt64
  ) throws(IOError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let place = offset + (position - range.lowerBound)
      // The first piece is shorter where that makes all the others begin on whole chunks.
      let count = min(RangeCopy.chunk - place % RangeCopy.chunk, range.upperBound - position)
      try target.write(try source.read(at: position, count: Int(count)), at: place)
      position += count
      passedThrough += count
      hasReached(place + count, in: target)
    }
  }

  private mutating func hasReached(_ end: UInt64, in target: borrowing FileDescriptor) {
    writeBehind?.advance(to: end, in: target)
    reached?(end)
  }
}
