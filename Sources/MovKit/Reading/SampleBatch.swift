/// Samples of one track with their bytes, one after another in one buffer: for programs that pass on
/// many at once.
public struct SampleBatch: Sendable {
  /// The samples, in decode order.
  public fileprivate(set) var samples: [SampleBuffer] = []
  /// The bytes of all samples, which may be changed in place.
  public var bytes: [UInt8] = []

  /// Reads the samples one by one, and removes the first that cannot be read and those after it.
  fileprivate mutating func keepWhatCanBeRead() {
    bytes = []
    for (index, sample) in samples.enumerated() where sample.size > 0 {
      let range = sample.byteRange
      guard let part = try? sample.source.gather([range], count: range.count) else {
        samples.removeSubrange(index...)
        return
      }
      bytes += part
    }
  }
}

extension TrackOutput {
  /// The most samples of a batch: each takes more memory than samples of a few bytes themselves.
  static let mostOfBatch = 1 << 13

  /// Returns the next samples, of `size` bytes together or somewhat less, and at most 8192; a single
  /// larger one comes alone. Nil after the last one, or after `MovieReader.cancelReading()`.
  ///
  /// A mebibyte takes few calls of the system and little memory. What lies together in the file is read
  /// at once, and no byte is copied.
  /// - Throws: What `nextSample()` throws, and what `SampleBuffer.data()` throws for the first sample
  ///   that cannot be read. The samples before it in the batch come first, and the error with the next
  ///   call.
  public func nextBatch(of size: Int = 1 << 20) throws(ReadingError) -> SampleBatch? {
    var batch = SampleBatch()
    var ranges: [Range<UInt64>] = []
    // Of video there are few; smaller samples are more, and cost little to move.
    batch.samples.reserveCapacity(16)
    ranges.reserveCapacity(16)
    var total = 0
    while let next = try nextGiven() {
      let count: Int
      do throws(FormatError) { count = try next.readableCount() } catch {
        putBack(next)
        guard batch.samples.isEmpty else { break }
        throw .format(error)
      }
      guard batch.samples.isEmpty || count <= size - total else {
        putBack(next)
        break
      }
      // What can be read lies in the source, so that sums stay within 63 bits.
      total += count
      let start = next.sample.offset
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<start + UInt64(count)
      } else if count > 0 {
        ranges.append(start..<start + UInt64(count))
      }
      batch.samples.append(next)
      if total >= size || batch.samples.count == Self.mostOfBatch { break }
    }
    guard let first = batch.samples.first else {
      try checkIsWhole()
      return nil
    }
    do throws(IOError) { batch.bytes = try first.source.gather(ranges, count: total) } catch {
      // The source has failed, which the next call says.
      batch.keepWhatCanBeRead()
      guard !batch.samples.isEmpty else { throw .io(error) }
    }
    return batch
  }
}
