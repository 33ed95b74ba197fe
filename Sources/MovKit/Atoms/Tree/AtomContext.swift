/// The surroundings of an atom, which decide what its type means: `tmcd` is a sample description in
/// `stsd`, a container in `gmhd` and a reference in `tref`.
package struct AtomContext: Hashable, Sendable {
  /// The type of the atom that contains it; nil at the top level of the file.
  package var parent: FourCC?
  /// The type of the atom that contains the parent; nil at the first two levels of the file.
  package var grandparent: FourCC?
  /// The first byte of the atom that contains it, which is its version if it is a full atom; nil if
  /// it has no bytes of its own before its children.
  package var parentVersion: UInt8?
  /// The handler type of the media that the atom is part of; nil outside a media and in a
  /// media without a handler.
  package var handler: FourCC?

  /// The context of atoms at the top level of a file.
  package init() {}

  /// Returns the context of the children of an atom of this type. The children need not be parsed
  /// completely.
  func entering(_ type: FourCC, firstByte: UInt8?, _ atoms: [Atom]) -> AtomContext {
    var inner = entering(type, firstByte: firstByte)
    if type == "mdia" { inner.handler = Self.handler(of: atoms) }
    return inner
  }

  /// Returns the context of the children of an atom of this type, which is no `mdia`, and of whose own bytes
  /// this is the first.
  func entering(_ type: FourCC, firstByte: UInt8?) -> AtomContext {
    var inner = self
    inner.grandparent = parent
    inner.parent = type
    inner.parentVersion = firstByte
    return inner
  }

  /// Returns the handler type of the media with these atoms.
  private static func handler(of atoms: [Atom]) -> FourCC? {
    for atom in atoms where atom.type == "hdlr" {
      if let handler = try? atom.decode(HandlerReference.self) { return handler.componentSubtype }
    }
    return nil
  }

  /// Returns the context of the children of an atom.
  func entering(_ atom: Atom) -> AtomContext {
    if atom.type == "mdia", case .children(let children) = atom.content {
      return entering(atom.type, firstByte: children.preamble.first, children.atoms)
    }
    guard atom.preambleCount > 0, case .beside(let preamble, _) = atom.ownBytes else {
      return entering(atom.type, firstByte: nil)
    }
    return entering(atom.type, firstByte: preamble.first)
  }
}
