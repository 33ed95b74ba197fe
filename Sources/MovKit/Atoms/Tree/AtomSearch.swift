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
    var here: AtomNode?
    for step in path.steps {
      // A program can make any path.
      guard step.index >= 0 else { return .onlyAsFarAs(here) }
      let walk = here.map { $0.children } ?? AtomWalk(topLevelOf: self)
      let next = walk.lazy.filter { $0.atom.type == step.type }.dropFirst(step.index).first { _ in
        true
      }
      guard let next else { return .onlyAsFarAs(here) }
      here = here == nil ? next.with((try? whole(next.atom)) ?? next.atom) : next
    }
    return here.map { .atom($0) } ?? .onlyAsFarAs(nil)
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
