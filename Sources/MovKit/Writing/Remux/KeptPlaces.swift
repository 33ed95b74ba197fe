extension Atom {
  /// For a `moov` whose samples are written to other places: removes atoms that say where something was in the old
  /// file, and reports them. Tables of tracks are made again, and items outside of the `moov` were refused.
  /// - Parameter schema: The atoms that are known in the movie.
  mutating func removePlaces(
    _ schema: Schema, losses: inout RemuxLosses
  ) throws(FormatError) {
    let context = AtomContext().entering(self)
    guard children.contains(where: { $0.mayHavePlaces(schema) }) else { return }
    var kept: [Atom] = []
    for (component, atom) in zip(children.pathComponents(), children) {
      guard atom.mayHavePlaces(schema) else {
        kept.append(atom)
        continue
      }
      let rest = try atom.withoutFileOffsets(
        in: context, at: "moov/\(component)", schema, &losses)
      if let rest { kept.append(rest) }
    }
    children = kept
  }

  /// For a child of `moov`: whether there can be places in it that nothing else deals with.
  private func mayHavePlaces(_ schema: Schema) -> Bool {
    !["trak", "mvex", "meta", "meco", "udta"].contains(type)
      && schema.mayHaveOffsets(topLevel: self)
  }

  /// Returns what is left of an atom; nil if it says places itself.
  private func withoutFileOffsets(
    in context: AtomContext, at path: String, _ schema: Schema, _ losses: inout RemuxLosses
  ) throws(FormatError) -> Atom? {
    if schema.rule(for: self, in: context)?.record.holdingFileOffsets != nil {
      losses.add(
        "atom-left-out", "left out, because it says where something was in the old file", path,
        offset)
      return nil
    }
    guard case .children(let level) = content else { return self }
    let inner = context.entering(self)
    var kept: [Atom] = []
    for (component, child) in zip(level.atoms.pathComponents(), level.atoms) {
      let rest = try child.withoutFileOffsets(
        in: inner, at: "\(path)/\(component)", schema, &losses)
      if let rest { kept.append(rest) }
    }
    guard kept.count < level.atoms.count || kept != level.atoms else { return self }
    var changed = self
    changed.children = kept
    return changed
  }
}
