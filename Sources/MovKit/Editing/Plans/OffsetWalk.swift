/// What the offsets of an atom depend on besides its own record.
struct OffsetScope {
  typealias Base = Relocator<Staying>.Base

  var context = AtomContext()
  /// The atom's index among its siblings, and those of the atoms around it, outermost first.
  var steps: [Int] = []
  /// Where the atom begins in the changed file.
  var position: UInt64
  /// The `minf` and the `stbl` that the atom is part of.
  var minf: Atom?
  var stbl: Atom?
  /// The `traf` that the atom is part of.
  var traf: Atom?
  /// The beginning of the `moof` that the atom is part of.
  var moof: Base?
  /// From where the offsets in a `traf` count; nil where they count from the data of the `traf`
  /// before, with which they move.
  var fragmentBase: Base? = .file
}

/// Goes through a tree and visits each atom whose record holds places in the file.
struct OffsetWalk {
  let schema: Schema
  /// Where the base of a fragment is in the changed file.
  let movedBase: (UInt64) -> UInt64

  /// Returns what to put in an atom's place; nil where it stays.
  typealias Visit = (Atom, any HoldsFileOffsets.Type, OffsetScope) throws(FormatError) -> Atom?

  /// The atom with what was put in the place of others; nil where all stays. Sizes that visits
  /// change are not taken into account.
  func walk(
    _ atom: Atom, _ scope: OffsetScope, _ visit: Visit
  ) throws(FormatError) -> Atom? {
    if schema.typesWithOffsets.contains(atom.type),
      let record = schema.rule(for: atom.type, in: scope.context)?.record
        as? any HoldsFileOffsets.Type
    {
      return try visit(atom, record, scope)
    }
    guard case .children(let children) = atom.content, !children.atoms.isEmpty else { return nil }
    var inner = scope
    inner.context = scope.context.entering(atom.type, children: children.atoms)
    switch atom.type {
    case "minf": inner.minf = atom
    case "stbl": inner.stbl = atom
    case "traf": inner.traf = atom
    case "moof":
      inner.moof = OffsetScope.Base(old: atom.offset ?? scope.position, new: scope.position)
    default: break
    }
    var changed: [Atom]?
    var hasTrackFragment = false
    inner.position = scope.position + UInt64(atom.headerSize + children.preamble.count)
    inner.steps.append(0)
    for (index, child) in children.atoms.enumerated() {
      inner.steps[inner.steps.count - 1] = index
      if child.type == "traf", let moof = inner.moof {
        inner.fragmentBase = base(of: child, moof: moof, isFirst: !hasTrackFragment)
        hasTrackFragment = true
      }
      if let new = try walk(child, inner, visit) {
        if changed == nil { changed = children.atoms }
        changed?[index] = new
      }
      inner.position += child.size
    }
    guard let changed else { return nil }
    var result = atom
    result.children = changed
    return result
  }

  /// From where the offsets in a `traf` count (ISO/IEC 14496-12, 8.8.7.1).
  private func base(of traf: Atom, moof: OffsetScope.Base, isFirst: Bool) -> OffsetScope.Base? {
    guard let header = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self) else { return nil }
    if header.flags & TrackFragmentHeader.hasBaseDataOffset != 0 {
      let old = header.baseDataOffset
      return OffsetScope.Base(old: old, new: movedBase(old))
    }
    let isMoof = header.flags & TrackFragmentHeader.defaultBaseIsMoof != 0
    return isMoof || isFirst ? moof : nil
  }
}

extension Atom {
  /// The path of an atom inside this one, such as `moov/trak[1]/mdia`. `steps` are the indices that
  /// lead to it, the first of which is this atom's own.
  func path(_ steps: [Int]) -> String {
    var names = [type.pathComponent]
    var atom = self
    for step in steps.dropFirst() {
      names.append(atom.children.pathComponents()[step])
      atom = atom.children[step]
    }
    return names.joined(separator: "/")
  }

  /// The path of the atom that begins at an offset of the file: this one, or one inside it.
  func path(toOffset wanted: UInt64) -> String? {
    if offset == wanted { return type.pathComponent }
    guard let index = children.lastIndex(where: { $0.offset.map { $0 <= wanted } ?? false }),
      let inner = children[index].path(toOffset: wanted)
    else { return nil }
    let own = children.pathComponents()[index]
    return type.pathComponent + "/" + own
      + inner.dropFirst(children[index].type.pathComponent.count)
  }

  /// Changes the atom that indices lead to, the first of which is this atom's own.
  mutating func change(
    at steps: ArraySlice<Int>, _ body: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    let inner = steps.dropFirst()
    guard let step = inner.first else { return try body(&self) }
    var children = children
    try children[step].change(at: inner, body)
    self.children = children
  }
}
