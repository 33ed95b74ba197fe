/// The number of bytes that are read at a time to compare files.
private let pieceSize: UInt64 = 1 << 20

extension WritePlan {
  /// How much of a range of media, at its beginning and at its end, is compared with the original after it was
  /// copied. The system makes the copy, and all of it is compared only if that is asked for.
  package static let comparedBytes: UInt64 = 1 << 16

  /// Compares a written output with its sources.
  /// - Parameters:
  ///   - output: the written output.
  ///   - source: the source of the plan.
  ///   - others: the further sources of the plan.
  ///   - limit: how much of each range of a source is compared at its beginning, and how much at its end; all
  ///     by default.
  ///   - progress: called with the number of bytes that were compared so far.
  /// - Returns: the offset in the output at which they first differ, to within a MiB; nil if they
  ///   are the same.
  package func firstDifference(
    of output: some ByteSource, from source: some ByteSource, others: [any ByteSource] = [],
    copiesUpTo limit: UInt64 = .max, progress: ((UInt64) -> Void)? = nil
  ) throws(IOError) -> UInt64? {
    guard output.size == size else { return min(output.size, size) }
    // There can be very many steps, each of a few bytes.
    var written = WindowedSource(output)
    var read = ([source] + others).map { WindowedSource($0) }
    var offset: UInt64 = 0
    for step in steps {
      let (from, range): (Int, Range<UInt64>)
      switch step {
      case .bytes(let pieces, _):
        if let place = try pieces.slices.firstDifference(in: &written, at: offset) { return place }
        offset += UInt64(pieces.count)
        continue
      case .copy(let found, _): (from, range) = (0, found)
      case .copyOther(let number, let found, _): (from, range) = (number + 1, found)
      }
      var place = range.lowerBound
      while place < range.upperBound {
        let done = place - range.lowerBound
        let left = range.upperBound - place
        if done >= limit, left > limit {
          place = range.upperBound - limit
          continue
        }
        let count = Int(min(pieceSize, left, done < limit ? limit - done : left))
        guard
          try read[from].bytes(at: place, count: count)
            .hasSameBytes(as: written.bytes(at: offset + done, count: count))
        else { return offset + done }
        place += UInt64(count)
        progress?(offset + done + UInt64(count))
      }
      offset += range.upperBound - range.lowerBound
    }
    return nil
  }
}

extension [ArraySlice<UInt8>] {
  /// Returns the first of the places at which a file has other bytes than these from `offset` on, to within a
  /// slice; nil if it has these.
  fileprivate func firstDifference(
    in file: inout WindowedSource, at offset: UInt64
  ) throws(IOError) -> UInt64? {
    var place = offset
    for slice in self {
      guard try file.bytes(at: place, count: slice.count).hasSameBytes(as: slice) else {
        return place
      }
      place += UInt64(slice.count)
    }
    return nil
  }
}

extension PatchPlan.Write {
  /// The places of its bytes, as far as they fit 64 bits.
  fileprivate var range: Range<UInt64> {
    offset..<offset.addingClamping(UInt64(content.count))
  }
}

extension PatchPlan {
  /// Returns the first of the places at which a file that the plan was carried out on has other bytes than it
  /// writes, to within a slice; nil if it has those. Of bytes that are written twice, the later ones count.
  package func firstDifference(in output: some ByteSource) throws(IOError) -> UInt64? {
    let writes = phases.flatMap(\.writes)
    var written = WindowedSource(output)
    for (index, write) in writes.enumerated() {
      let whole = write.range
      let later = writes[(index + 1)...].map { $0.range.clamped(to: whole) }
      var place = whole.lowerBound
      let gaps = later.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
      for gap in gaps + [whole.upperBound..<whole.upperBound] {
        if place < gap.lowerBound {
          let part = Int(place - whole.lowerBound)..<Int(gap.lowerBound - whole.lowerBound)
          let slices = write.content.slices(in: part)
          if let place = try slices.firstDifference(in: &written, at: place) { return place }
        }
        place = max(place, gap.upperBound)
      }
    }
    return nil
  }

  /// The ranges of the original file that the plan does not write, in order.
  package var untouched: [Range<UInt64>] {
    var ranges: [Range<UInt64>] = []
    var position: UInt64 = 0
    let written = phases.flatMap(\.writes).map(\.range)
    for range in written.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let end = min(range.lowerBound, originalSize)
      if position < end { ranges.append(position..<end) }
      position = max(position, range.upperBound)
    }
    if position < originalSize { ranges.append(position..<originalSize) }
    return ranges
  }
}
