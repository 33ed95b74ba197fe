import Synchronization

/// The files that no output of a task may replace: those that the task reads, and its other
/// outputs.
///
/// An `OutputFile` adds itself to the spared files of its place, so that if two outputs reach the
/// same name in different ways, only one of them can take it.
package final class SparedFiles: Sendable {
  private struct State {
    var identities: Set<File.Identity> = []
  }

  private let state = Mutex(State())

  package init(_ files: [File] = []) {
    for file in files { insert(file.identity) }
  }

  package func insert(_ identity: File.Identity) {
    state.withLock { _ = $0.identities.insert(identity) }
  }

  package func contains(_ identity: File.Identity) -> Bool {
    state.withLock { $0.identities.contains(identity) }
  }
}
