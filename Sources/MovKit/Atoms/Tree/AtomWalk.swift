/// What atoms beside one another share: where they are in the tree. It is one object, because a file can have
/// an atom in every eight bytes.
package final class AtomSurroundings: Sendable {
  /// What the types of the atoms depend on.
  let context: AtomContext
  /// The `keys` of the metadata that they are part of.
  let keys: KeyList?
  /// The number of atoms that contain them; 0 at the top level of the file.
  let depth: Int
  /// The atom that contains them, and what is around it; nil if `prefix` is all that comes before them.
  private let outer: (around: AtomSurroundings, component: PathComponent?)?
  private let prefix: String

  /// Those of atoms whose paths begin with a text: the path of their parent with a slash at its end, or nothing
  /// at the top level.
  init(
    _ context: AtomContext = AtomContext(), keys: KeyList? = nil, prefix: String = "",
    depth: Int = 0
  ) {
    self.context = context
    self.keys = keys
    self.depth = depth
    outer = nil
    self.prefix = prefix
  }

  /// Those of the children of an atom.
  init(inside node: AtomNode) {
    context = node.inner
    keys = node.innerKeys
    depth = node.depth + 1
    outer = (node.surroundings, node.component)
    prefix = ""
  }

  /// Returns the path of the atom with a component. It is made when it is asked for, which is mostly not.
  fileprivate func path(of component: PathComponent?) -> String {
    guard outer != nil || !prefix.isEmpty else { return component?.description ?? "" }
    var path = ""
    append(to: &path)
    if let component { path += component.description }
    return path
  }

  /// Appends what comes before the atoms in their paths.
  private func append(to path: inout String) {
    guard let (around, component) = outer else {
      path += prefix
      return
    }
    around.append(to: &path)
    if let component { path += component.description }
    path += "/"
  }
}

/// One atom of a tree, and its position in the tree.
package struct AtomNode: Sendable {
  /// The atom itself.
  package let atom: Atom
  /// The atom's own component of its path; nil if the path is that of its surroundings.
  let component: PathComponent?
  let surroundings: AtomSurroundings

  /// Returns the position with another version of the atom.
  func with(_ atom: Atom) -> AtomNode {
    AtomNode(atom: atom, component: component, surroundings: surroundings)
  }

  /// The surroundings of the atom, which decide what its type means.
  package var context: AtomContext { surroundings.context }

  /// The number of atoms that contain this one; 0 at the top level of the file.
  package var depth: Int { surroundings.depth }

  /// The `keys` of the metadata that the atom is part of.
  var keys: KeyList? { surroundings.keys }

  /// The atom's own component of its path, such as `trak[1]`.
  package var name: String { component?.description ?? "" }

  /// The path from the top level of the file, such as `moov/trak[1]/mdia`.
  package var path: String { surroundings.path(of: component) }

  /// The atom's children in file order.
  package var children: AtomWalk { AtomWalk(below: self) }

  /// The context of the children.
  package var inner: AtomContext {
    atom.compressedAtoms.isEmpty ? context.entering(atom) : AtomContext()
  }

  /// The keys that give the children their names.
  var innerKeys: KeyList? {
    atom.type == "meta" ? atom.first("keys").flatMap { try? $0.decode(KeyList.self) } : keys
  }
}

/// Atoms in file order, each before its children.
package struct AtomWalk: Sequence, IteratorProtocol, Sendable {
  /// Atoms that are beside one another.
  private struct Frame {
    let atoms: [Atom]
    /// Makes the component of each atom in a path when it is reached: there can be millions in one list.
    private var counter: PathComponentCounter
    let surroundings: AtomSurroundings
    var next = 0
    /// The end of the atoms to go over.
    var end: Int
    /// The one in which only some atoms are gone over; nil if there is none.
    private(set) var inner: Int?

    init(_ atoms: [Atom], _ surroundings: AtomSurroundings = AtomSurroundings()) {
      self.atoms = atoms
      counter = PathComponentCounter(atoms)
      self.surroundings = surroundings
      end = atoms.count
    }

    /// Leaves out all atoms but those that have changed.
    mutating func leaveOutAll(but changed: ChangedAtoms.Level) {
      end = Swift.min(end, changed.range.upperBound)
      // Those that are passed over count: the others keep their paths.
      while next < Swift.min(changed.range.lowerBound, end) {
        _ = counter.component(ofNext: atoms[next].type)
        next += 1
      }
      inner = changed.inner
    }

    /// Takes the next atom, with its component; nil after the last one.
    @inline(__always)
    mutating func take() -> (atom: Atom, component: PathComponent)? {
      guard next < end else { return nil }
      let atom = atoms[next]
      next += 1
      return (atom, counter.component(ofNext: atom.type))
    }
  }

  /// The file, if the walk is over all of it: what is left there is read in passing.
  private let file: Boxed<AtomFile>?
  /// The atom to begin with, if it is not among the others.
  private var root: AtomNode?
  private var stack: [Frame]
  /// The number of levels from the bottom of the stack.
  private let levels: Int
  /// The atoms to go over; nil for all.
  private var only: ChangedAtoms?

  /// All atoms of a file, or only those of the first `levels` levels.
  package init(_ file: AtomFile, levels: Int = .max) {
    self.init(Frame(file.atoms), levels: levels, of: file)
  }

  /// The atoms of a file that are not as they are in another version of it; all if that is nil.
  init(_ file: AtomFile, only changed: ChangedAtoms?) {
    self.init(file)
    only = changed
    if let level = changed?.levels.first { stack[0].leaveOutAll(but: level) }
  }

  /// The atoms at the top level of a file as they are there.
  init(topLevelOf file: AtomFile) {
    self.init(Frame(file.atoms), levels: 1)
  }

  /// An atom and those inside it, `levels` levels in total.
  package init(from node: AtomNode, levels: Int = .max) {
    file = nil
    root = levels > 0 ? node : nil
    stack = []
    self.levels = levels - 1
  }

  /// The children of an atom, without their own children.
  fileprivate init(below node: AtomNode) {
    self.init(Frame(node.atom.atomsInside, AtomSurroundings(inside: node)), levels: 1)
  }

  private init(_ frame: Frame, levels: Int, of file: AtomFile? = nil) {
    self.file = file.map { Boxed($0) }
    stack = levels > 0 ? [frame] : []
    self.levels = levels
  }

  package mutating func next() -> AtomNode? {
    if let node = root {
      root = nil
      descend(into: node)
      return node
    }
    while let last = stack.indices.last {
      guard let (stored, component) = stack[last].take() else {
        stack.removeLast()
        continue
      }
      var atom = stored
      if last == 0, stored.type == "moof", let whole = whole(stored) { atom = whole }
      let node = AtomNode(
        atom: atom, component: component, surroundings: stack[last].surroundings)
      descend(into: node)
      return node
    }
    return nil
  }

  // Apart, so that the walk does not have to copy what only this needs.
  @inline(never)
  private func whole(_ fragment: Atom) -> Atom? { try? file?.value.whole(fragment) }

  /// Takes the next atoms of the outermost level, and what they contain, off a walk that is not inside of
  /// an atom. Returns a walk over them.
  package mutating func takeFirst(_ count: Int) -> AtomWalk {
    guard var frame = stack.first else { return self }
    var first = self
    first.stack[0].end = Swift.min(frame.next + Swift.max(0, count), frame.end)
    // Nothing else may have them, or they are copied for each atom.
    stack = []
    while frame.next < first.stack[0].end, frame.take() != nil {}
    stack = [frame]
    return first
  }

  private mutating func descend(into node: AtomNode) {
    guard stack.count < levels, node.atom.mayHaveAtomsInside else { return }
    let atoms = node.atom.atomsInside
    guard !atoms.isEmpty else { return }
    var frame = Frame(atoms, AtomSurroundings(inside: node))
    if let only, let last = stack.last, last.inner == last.next - 1 {
      frame.leaveOutAll(but: only.levels[stack.count])
    }
    stack.append(frame)
  }
}

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
