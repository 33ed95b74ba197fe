/// Samples of one track with their bytes, one behind the other in one buffer: for those who pass
/// many on at once and have no time for each.
public struct SampleBatch: Sendable {
  /// In decode order.
  public fileprivate(set) var samples: [SampleBuffer] = []
  /// The bytes of all samples; whoever takes them may change them where they stand.
  public var bytes: [UInt8] = []
}

extension TrackOutput {
  /// The next samples, of `size` bytes together or somewhat less; a single larger one comes alone.
  /// Nil behind the last one, and where the reader is not reading.
  ///
  /// A MiB takes few calls of the system and is small beside all else in memory. What lies together
  /// in the file is read at once, and every byte comes to where it belongs without another copy.
  /// - Throws: what `SampleBuffer.data` throws, of the first sample that cannot be read. Those ahead
  ///   of it in the batch come first, and the error with the next call.
  public func nextBatch(of size: Int = 1 << 20) throws(ReadingError) -> SampleBatch? {
    var batch = SampleBatch()
    var ranges: [Range<UInt64>] = []
    // Of video there are few; smaller samples are more, and cost little to move.
    batch.samples.reserveCapacity(16)
    ranges.reserveCapacity(16)
    var total = 0
    while let next = nextSample() {
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
      if total >= size { break }
    }
    guard let first = batch.samples.first else { return nil }
    do throws(IOError) { batch.bytes = try first.source.gather(ranges, count: total) } catch {
      throw .io(error)
    }
    return batch
  }
}
