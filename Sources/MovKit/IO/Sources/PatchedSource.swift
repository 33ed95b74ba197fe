/// A source as it will be after writes: it reads what they will leave.
package struct PatchedSource: ByteSource {
  private let base: any ByteSource
  private var writes: [PatchPlan.Write] = []
  package private(set) var size: UInt64

  package init(_ base: any ByteSource) {
    self.base = base
    size = base.size
  }

  /// The source after all writes of a plan. Throws `tooLarge` as `apply(_:)` does.
  package init(_ base: any ByteSource, after plan: PatchPlan) throws(IOError) {
    self.init(base)
    for phase in plan.phases {
      for write in phase.writes { try apply(write) }
    }
  }

  /// Adds a write. Throws `tooLarge` if it reaches beyond 64 bits.
  package mutating func apply(_ write: PatchPlan.Write) throws(IOError) {
    guard let end = write.end else { throw IOError(.write, nil, .tooLarge) }
    writes.append(write)
    size = max(size, end)
  }

  package func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    try check(at: offset, count: UInt64(count))
    let baseSize = base.size
    let inBase = offset < baseSize ? min(UInt64(count), baseSize - offset) : 0
    var bytes = inBase > 0 ? try base.read(exactly: Int(inBase), at: offset) : []
    bytes += [UInt8](repeating: 0, count: count - bytes.count)
    let wanted = offset..<offset + UInt64(count)
    for write in writes {
      let shared = wanted.clamped(to: write.offset..<(write.end ?? write.offset))
      guard !shared.isEmpty else { continue }
      var place = write.offset
      for slice in write.content.slices {
        let own = shared.clamped(to: place..<place + UInt64(slice.count))
        let from = slice.startIndex + Int(own.lowerBound - min(place, own.lowerBound))
        if !own.isEmpty {
          let to = Int(own.lowerBound - offset)
          bytes.replaceSubrange(to..<to + own.count, with: slice[from..<from + own.count])
        }
        place += UInt64(slice.count)
      }
    }
    return bytes
  }
}
