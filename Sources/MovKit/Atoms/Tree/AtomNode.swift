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
