import Synchronization

/// The files that no output of a task may replace: those that the task reads, and its other
/// outputs.
///
/// An `OutputFile` adds itself to the spared files of its place, so that if two outputs reach the
/// same name in different ways, only one of them can take it.
package final class SparedFiles: Sendable {
  private struct State {
    // Not a set: to make its type, the runtime searches all conformances of the program.
    var identities: [File.Identity] = []
    var numbers = NumberSlots()

    mutating func insert(_ identity: File.Identity) {
      guard !contains(identity) else { return }
      identities.append(identity)
      numbers.addLast(of: identities.count) { [identities] in identities[$0].slotHash }
    }

    func contains(_ identity: File.Identity) -> Bool {
      numbers.number(identity.slotHash) { identities[$0] == identity } != nil
    }
  }

  private let state = Mutex(State())

  package init(_ files: [File] = []) {
    for file in files { insert(file.identity) }
  }

  package func insert(_ identity: File.Identity) {
    state.withLock { $0.insert(identity) }
  }

  package func contains(_ identity: File.Identity) -> Bool {
    state.withLock { $0.contains(identity) }
  }
}

extension File.Identity {
  /// A hash whose highest bits depend on the whole of it.
  fileprivate var slotHash: UInt64 {
    var hasher = Hasher()
    hasher.combine(self)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
