/// Copies ranges of one file into another in the cheapest way that the system offers: shared
/// blocks, then a copy inside the kernel, then reads and writes. Holes stay holes.
///
/// A way that fails once is not tried again, whatever the reason. If there is a real fault, the
/// last and simplest way finds it too, and reports it best.
struct RangeCopy {
  /// Whether the target shares all blocks with the source from the start, so that a range that
  /// keeps its offset is already there.
  var targetIsClone = false
  /// Whether blocks may be shared with the source, as file systems with copy on write can do.
  var sharesBlocks = true
  /// Whether the kernel may do the copy.
  var copiesInKernel = true

  /// Sends the target to the medium during the copy; nil if the output need not be on the medium at
  /// the end.
  var writeBehind: WriteBehind?

  /// Called from time to time with the offset in the target that was reached.
  var reached: ((UInt64) -> Void)?

  /// The number of bytes that were shared as blocks.
  private(set) var shared: UInt64 = 0
  /// The number of bytes that the kernel copied.
  private(set) var copied: UInt64 = 0
  /// The number of bytes that were read and written.
  private(set) var passedThrough: UInt64 = 0
  /// The number of bytes in holes.
  private(set) var skipped: UInt64 = 0

  /// Data that was found last, and in which file. A movie can have very many small pieces in it, and some file systems
  /// walk all its pages to find its end.
  private var found: (file: ObjectIdentifier, data: Range<UInt64>)?

  /// The number of bytes that are read and written at a time.
  private static let chunk: UInt64 = 1 << 20

  /// Copies `range` of `source` to `offset` in `target`, where nothing was written yet, or where
  /// `target` has what a clone of `source` has.
  ///
  /// A hole at the end is left to the caller, who sets the size of the target.
  mutating func copy(
    _ range: Range<UInt64>, of source: File, to target: borrowing FileDescriptor,
    at offset: UInt64
  ) throws(IOError) {
    let count = range.length
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
      let data = nextData(in: rest, of: source)
      skipped += data.lowerBound - rest.lowerBound
      try copyData(data, of: source, to: target, at: offset + (data.lowerBound - range.lowerBound))
      rest = data.upperBound..<range.upperBound
    }
  }

  /// Returns the first run of data in `range`; what precedes it is a hole. Returns an empty range at the end of
  /// `range` if there is only a hole.
  private mutating func nextData(in range: Range<UInt64>, of source: File) -> Range<UInt64> {
    let end = range.upperBound
    if let found, found.file == ObjectIdentifier(source), found.data.contains(range.lowerBound) {
      return range.lowerBound..<min(end, found.data.upperBound)
    }
    guard let data = source.nextData(at: range.lowerBound) else { return end..<end }
    found = (ObjectIdentifier(source), data)
    let start = min(data.lowerBound, end)
    return start..<max(start, min(end, data.upperBound))
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

  /// Shares the blocks that are whole in `range` and whole in the target as well.
  /// - Returns: the shared range; an empty one at the end of `range` if blocks cannot be shared.
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
    if writeBehind != nil, range.length >= WriteBehind.stretch {
      // Contiguous blocks are faster to write, and a lack of space shows before the long work.
      try target.reserve(range.length, at: offset)
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
      // The first piece is shorter if that lets all others begin at a multiple of the chunk size.
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
