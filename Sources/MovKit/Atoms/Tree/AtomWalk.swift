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
  init(below node: AtomNode) {
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
