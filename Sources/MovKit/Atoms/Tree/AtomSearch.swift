extension AtomFile {
  /// The result of a search: the atom at a path, or how far the path leads.
  package enum Found: Sendable {
    /// The atom at the path.
    case atom(AtomNode)
    /// No atom is at the path. The value is the innermost atom of the path that exists; nil if not
    /// even the first exists.
    case onlyAsFarAs(AtomNode?)
  }

  /// Returns the atom at a path, or the innermost atom of the path that exists.
  package func find(_ path: AtomPath) -> Found {
    guard let first = path.steps.first, let outer = AtomWalk(topLevelOf: self).node(at: first)
    else { return .onlyAsFarAs(nil) }
    return outer.with((try? whole(outer.atom)) ?? outer.atom).find(path.steps.dropFirst())
  }

  /// Returns the atom at a path, with its children; nil if there is no such atom.
  ///
  /// `Diagnostic.path` and `Track.path` are texts of such paths:
  ///
  /// ```swift
  /// if let header = file.atom(at: "moov/trak[1]/mdia/mdhd") {
  ///   print(try header.decode(MediaHeader.self).timescale)
  /// }
  /// ```
  public func atom(at path: AtomPath) -> Atom? {
    guard case .atom(let node) = find(path) else { return nil }
    return node.atom
  }
}

extension AtomNode {
  /// Returns the atom that steps lead to from this one, or the innermost atom of them that exists.
  func find(_ steps: ArraySlice<AtomPath.Step>) -> AtomFile.Found {
    var here = self
    for step in steps {
      guard let next = here.children.node(at: step) else { return .onlyAsFarAs(here) }
      here = next
    }
    return .atom(here)
  }
}

extension AtomWalk {
  /// Returns the atom of a step of a path, among atoms that are beside one another; nil if there is none.
  fileprivate func node(at step: AtomPath.Step) -> AtomNode? {
    // A program can make any path.
    guard step.index >= 0 else { return nil }
    return lazy.filter { $0.atom.type == step.type }.dropFirst(step.index).first { _ in true }
  }
}

extension AtomFile {
  /// Returns the atoms at some paths, by their paths. Only those beside an atom that is wanted, or contains
  /// one, are looked at: there can be an atom in every eight bytes.
  func atoms(at paths: Set<String>) -> [String: Atom] {
    var found: [String: Atom] = [:]
    let wanted = paths.compactMap { path in AtomPath(path).map { (path, $0.steps[...]) } }
    search(AtomWalk(topLevelOf: self), for: wanted, &found)
    return found
  }

  private func search(
    _ walk: AtomWalk, for wanted: [(path: String, steps: ArraySlice<AtomPath.Step>)],
    _ found: inout [String: Atom]
  ) {
    let wanted = Dictionary(grouping: wanted.filter { !$0.steps.isEmpty }) {
      $0.steps[$0.steps.startIndex]
    }
    guard !wanted.isEmpty else { return }
    var types = FourCCTable()
    for step in wanted.keys { types.insert(step.type) }
    var left = wanted.count
    for node in walk where types.contains(node.atom.type) {
      let step = AtomPath.Step(node.atom.type, index: node.component?.index ?? 0)
      guard let here = wanted[step] else { continue }
      let whole = node.depth == 0 ? node.with((try? self.whole(node.atom)) ?? node.atom) : node
      let inside = here.map { (path: $0.path, steps: $0.steps.dropFirst()) }
      for (path, steps) in inside where steps.isEmpty { found[path] = whole.atom }
      search(whole.children, for: inside, &found)
      left -= 1
      if left == 0 { return }
    }
  }
}
