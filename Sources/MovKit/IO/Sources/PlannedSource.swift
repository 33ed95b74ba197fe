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
    var index = starts.lastStart(atOrBefore: offset)
    while result.count < count {
      let place = offset + UInt64(result.count)
      let within = place - starts[index]
      let wanted = min(UInt64(count - result.count), plan.steps[index].size - within)
      result += try read(plan.steps[index], at: within, count: Int(wanted))
      index += 1
    }
    return result
  }

  private func read(
    _ step: WritePlan.Step, at offset: UInt64, count: Int
  ) throws(IOError) -> [UInt8] {
    switch step {
    case .copy(let range, _): return try source.read(exactly: count, at: range.lowerBound + offset)
    case .copyOther(let number, let range, _):
      return try others[number].read(exactly: count, at: range.lowerBound + offset)
    case .bytes(let pieces, _):
      var left = pieces.slices[...]
      left.drop(bytes: Int(offset))
      var bytes: [UInt8] = []
      while bytes.count < count, let slice = left.popFirst() {
        bytes += slice.prefix(count - bytes.count)
      }
      return bytes
    }
  }
}
