/// One atom of a tree, and its position in the tree.
package struct AtomNode: Sendable {
  /// The atom itself.
  package let atom: Atom
  /// The surroundings of the atom, which decide what its type means.
  package let context: AtomContext
  /// The atom's own component of its path, such as `trak[1]`.
  package let name: String
  /// The path from the top level of the file, such as `moov/trak[1]/mdia`.
  package let path: String
  /// The number of atoms that contain this one; 0 at the top level of the file.
  package let depth: Int
  /// The `keys` of the metadata that the atom is part of.
  let keys: KeyList?

  /// The atom's children in file order.
  package var children: AtomWalk { AtomWalk(below: self) }

  /// The context of the children.
  var inner: AtomContext { context.entering(atom.type, children: atom.children) }

  /// The keys that give the children their names.
  var innerKeys: KeyList? {
    atom.type == "meta" ? atom.first("keys").flatMap { try? $0.decode(KeyList.self) } : keys
  }
}

/// Atoms in file order, each before its children.
package struct AtomWalk: Sequence, IteratorProtocol, Sendable {
  private struct Frame {
    let atoms: [Atom]
    let names: [String]
    let context: AtomContext
    let keys: KeyList?
    /// The path of the parent with a slash at its end; empty at the top level.
    let prefix: String
    var next = 0
  }

  private var stack: [Frame]
  private let base: Int
  private let levels: Int

  /// All atoms of a file, or only those of the first `levels` levels.
  package init(_ file: AtomFile, levels: Int = .max) {
    self.init(
      Frame(
        atoms: file.atoms, names: file.atoms.pathComponents(), context: AtomContext(), keys: nil,
        prefix: ""),
      base: 0, levels: levels)
  }

  /// An atom and those inside it, `levels` levels in total.
  package init(from node: AtomNode, levels: Int = .max) {
    self.init(
      Frame(
        atoms: [node.atom], names: [node.name], context: node.context, keys: node.keys,
        prefix: String(node.path.dropLast(node.name.count))),
      base: node.depth, levels: levels)
  }

  /// The children of an atom, without their own children.
  fileprivate init(below node: AtomNode) {
    self.init(Self.inside(node), base: node.depth + 1, levels: 1)
  }

  private init(_ frame: Frame, base: Int, levels: Int) {
    stack = levels > 0 ? [frame] : []
    self.base = base
    self.levels = levels
  }

  private static func inside(_ node: AtomNode) -> Frame {
    let children = node.atom.children
    return Frame(
      atoms: children, names: children.pathComponents(), context: node.inner,
      keys: node.innerKeys, prefix: node.path + "/")
  }

  package mutating func next() -> AtomNode? {
    while let frame = stack.last {
      guard frame.next < frame.atoms.count else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let name = frame.names[frame.next]
      let node = AtomNode(
        atom: frame.atoms[frame.next], context: frame.context, name: name,
        path: frame.prefix + name, depth: base + stack.count - 1, keys: frame.keys)
      if stack.count < levels, !node.atom.children.isEmpty { stack.append(Self.inside(node)) }
      return node
    }
    return nil
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
      let walk = here.map { $0.children } ?? AtomWalk(self, levels: 1)
      let next = walk.lazy.filter { $0.atom.type == step.type }.dropFirst(step.index).first { _ in
        true
      }
      guard let next else { return .onlyAsFarAs(here) }
      here = next
    }
    return here.map { .atom($0) } ?? .onlyAsFarAs(nil)
  }
}
