import Synchronization

/// What `Movie.findings()` has found, kept for all copies of the movie. It is little: of each rule, only the
/// first few findings are listed.
final class FindingsCache: Sendable {
  private let list = Mutex<[Diagnostic]?>(nil)

  var known: [Diagnostic]? {
    get { list.withLock { $0 } }
    set { list.withLock { $0 = newValue } }
  }
}
