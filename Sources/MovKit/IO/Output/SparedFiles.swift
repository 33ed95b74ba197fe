import Synchronization

/// The files that no output of a task may replace: those that the task reads, and its other
/// outputs.
///
/// An `OutputFile` adds itself to the spared files of its place, so that if two outputs reach the
/// same name in different ways, only one of them can take it.
package final class SparedFiles: Sendable {
  private let identities = Mutex<Set<File.Identity>>([])

  package init(_ files: [File] = []) {
    for file in files { insert(file.identity) }
  }

  package func insert(_ identity: File.Identity) {
    identities.withLock { _ = $0.insert(identity) }
  }

  package func contains(_ identity: File.Identity) -> Bool {
    identities.withLock { $0.contains(identity) }
  }
}
