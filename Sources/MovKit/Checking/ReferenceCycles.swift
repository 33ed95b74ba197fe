/// Finds circles in what refers to what.
enum ReferenceCycles {
  private enum Visit { case begun, done }

  /// Calls `report` for each reference that closes a circle. Each ID is visited once, and nothing is on
  /// the stack of calls.
  /// - Parameters:
  ///   - starts: the IDs to begin with.
  ///   - next: the IDs that an ID refers to.
  static func forEach(
    from starts: some Sequence<UInt32>, _ next: (UInt32) -> [UInt32],
    report: (_ from: UInt32, _ to: UInt32) -> Void
  ) {
    var visits: [UInt32: Visit] = [:]
    for start in starts where visits[start] == nil {
      // The IDs on the way, each with the references that are still to be followed.
      var way: [(id: UInt32, next: [UInt32])] = [(start, next(start))]
      visits[start] = .begun
      while let last = way.indices.last {
        guard let id = way[last].next.popLast() else {
          visits[way[last].id] = .done
          way.removeLast()
          continue
        }
        switch visits[id] {
        case .done: break
        case .begun: report(way[last].id, id)
        case nil:
          visits[id] = .begun
          way.append((id, next(id)))
        }
      }
    }
  }
}
