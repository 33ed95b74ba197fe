/// Several sources one after another, read as one: for example the initialization segment of a
/// stream and the media segments that follow it, each in a file of its own.
public struct ConcatenatedSource: ByteSource {
  private let parts: [any ByteSource]
  /// The offset of each part.
  private let starts: [UInt64]
  public let size: UInt64

  /// Joins sources in their order.
  /// - Throws: `IOError` of kind `tooLarge` if their total size does not fit 64 bits.
  public init(_ parts: [any ByteSource]) throws(IOError) {
    var starts: [UInt64] = []
    var end: UInt64 = 0
    for part in parts {
      starts.append(end)
      let (sum, overflow) = end.addingReportingOverflow(part.size)
      guard !overflow else { throw IOError(.read, nil, .tooLarge) }
      end = sum
    }
    self.parts = parts
    self.starts = starts
    size = end
  }

  public func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    try check(at: offset, count: UInt64(count))
    guard count > 0 else { return [] }
    var number = starts.indexBeforeFirst(where: { $0 > offset }) ?? 0
    var result = try read(from: number, at: offset, atMost: count)
    while result.count < count {
      number += 1
      let next = offset + UInt64(result.count)
      result += try read(from: number, at: next, atMost: count - result.count)
    }
    return result
  }

  private func read(
    from number: Int, at offset: UInt64, atMost count: Int
  ) throws(IOError) -> [UInt8] {
    let end = number + 1 < starts.count ? starts[number + 1] : size
    let count = Int(min(UInt64(count), end - offset))
    return try parts[number].read(exactly: count, at: offset - starts[number])
  }
}
