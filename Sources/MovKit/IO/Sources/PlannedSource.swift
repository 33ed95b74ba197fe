/// The output of a plan as it will be once it is written: the plan's own bytes, and the bytes that
/// it copies, which are read from their sources.
package struct PlannedSource: ByteSource {
  private let plan: WritePlan
  /// The offset of each step in the output.
  private let starts: [UInt64]
  private let source: any ByteSource
  private let others: [any ByteSource]
  package let size: UInt64

  /// - Parameter others: the further sources of the plan, by their number.
  package init(_ plan: WritePlan, from source: any ByteSource, others: [any ByteSource] = []) {
    self.plan = plan
    self.source = source
    self.others = others
    starts = plan.rows.map(\.offset)
    size = plan.size
  }

  package func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    try check(at: offset, count: UInt64(count))
    var result: [UInt8] = []
    var index = starts.indexBeforeFirst(where: { $0 > offset }) ?? 0
    while result.count < count {
      let place = offset + UInt64(result.count)
      let within = place - starts[index]
      let wanted = Int(min(UInt64(count - result.count), plan.steps[index].size - within))
      switch plan.steps[index] {
      case .copy(let range, _):
        let bytes = try source.read(exactly: wanted, at: range.lowerBound + within)
        try append(bytes[...], to: &result, of: count)
      case .copyOther(let number, let range, _):
        let bytes = try others[number].read(exactly: wanted, at: range.lowerBound + within)
        try append(bytes[...], to: &result, of: count)
      case .bytes(let pieces, _):
        for slice in pieces.slices(in: Int(within)..<Int(within) + wanted) {
          try append(slice, to: &result, of: count)
        }
      }
      index += 1
    }
    return result
  }

  /// Adds bytes to a result, for all of which there is room after the first. It would else be copied to grow.
  private func append(
    _ bytes: ArraySlice<UInt8>, to result: inout [UInt8], of count: Int
  ) throws(IOError) {
    if result.isEmpty {
      if bytes.count == count {
        result = Array(bytes)
        return
      }
      try Memory.check(count)
      result.reserveCapacity(count)
    }
    result += bytes
  }
}
