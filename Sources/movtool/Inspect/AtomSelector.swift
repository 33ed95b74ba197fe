import MovKit

/// The atom that the user selects: by a path from the top of the file, `moov/trak[1]/mdia`, or by
/// the end of a path, `stsd` or `mdia/hdlr`, if only one atom matches.
struct AtomSelector: CustomStringConvertible {
  let path: AtomPath
  /// For each step, whether it has an index.
  private let isNumbered: [Bool]

  /// Reads a path. A slash at the start or the end is ignored. Nil if the text is not a path.
  init?(_ text: String) {
    var inner = text[...]
    if inner.first == "/" { inner.removeFirst() }
    if inner.last == "/" { inner.removeLast() }
    guard let path = AtomPath(String(inner)) else { return nil }
    self.path = path
    isNumbered = inner.split(separator: "/").map { $0.last == "]" }
  }

  var description: String { path.description }

  /// Whether the path of an atom ends with this one. A step without an index matches any atom of
  /// its type.
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
  /// Reads an atom path from the command line. `name` is the argument that holds it.
  func atomSelector(_ text: String, named name: String) throws(Failure) -> AtomSelector {
    guard let selector = AtomSelector(text) else {
      throw usage(
        "invalid atom path '\(text)' for \(name): each step is the type of an atom, of four "
          + "characters, as in moov/trak[1]/mdia")
    }
    return selector
  }
}
