/// What stands around an atom and decides what its type means: `tmcd` is a sample description in
/// `stsd`, a container in `gmhd` and a reference in `tref`.
package struct AtomContext: Sendable {
  /// nil at the top of the file.
  package var parent: FourCC?
  package var grandparent: FourCC?
  /// The handler of the media that the atom is part of.
  package var handler: FourCC?

  /// The top of a file.
  package init() {}

  /// What stands around the children of an atom. `children` are these, however much of them is
  /// parsed yet.
  func entering(_ type: FourCC, children: [Atom]) -> AtomContext {
    var inner = self
    inner.grandparent = parent
    inner.parent = type
    if type == "mdia" {
      inner.handler =
        children.lazy.compactMap {
          $0.type == "hdlr" ? try? $0.decode(HandlerReference.self).componentSubtype : nil
        }.first
    }
    return inner
  }
}
