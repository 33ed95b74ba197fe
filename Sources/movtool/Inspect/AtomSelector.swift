import MovKit

/// Which atom somebody means: a path from the top of the file, `moov/trak[1]/mdia`, or the end of
/// one, `stsd` or `mdia/hdlr`, where only one atom fits.
struct AtomSelector: CustomStringConvertible {
  let path: AtomPath
  /// For each step whether an index was written.
  private let isNumbered: [Bool]

  /// A slash before or after does no harm. Nil for what is not a path.
  init?(_ text: String) {
    var inner = text[...]
    if inner.first == "/" { inner.removeFirst() }
    if inner.last == "/" { inner.removeLast() }
    guard let path = AtomPath(String(inner)) else { return nil }
    self.path = path
    isNumbered = inner.split(separator: "/").map { $0.last == "]" }
  }

  var description: String { path.description }

  /// Whether the path of an atom ends like this one; without an index, any atom of the type does.
  func isEnd(of node: AtomNode) -> Bool {
    guard node.atom.type == path.steps.last?.type, node.depth + 1 >= path.steps.count,
      let steps = AtomPath(node.path)?.steps
    else { return false }
    return zip(zip(path.steps, isNumbered), steps.suffix(path.steps.count)).allSatisfy {
      $0.0.type == $1.type && (!$0.1 || $0.0.index == $1.index)
    }
  }
}

extension Arguments {
  /// What a text of the command line selects.
  func atomSelector(_ text: String, named name: String) throws(Failure) -> AtomSelector {
    guard let selector = AtomSelector(text) else {
      throw usage(
        "invalid atom path '\(text)' for \(name): each step is the type of an atom, of four "
          + "characters, as in moov/trak[1]/mdia")
    }
    return selector
  }
}
