/// What the offsets of an atom depend on besides its own record.
struct OffsetScope {
  typealias Base = Relocator<Staying>.Base

  /// What is around the atom.
  let surroundings: OffsetSurroundings
  /// The index of the atom among its siblings.
  fileprivate(set) var index = 0
  /// The position of the atom in the changed file.
  fileprivate(set) var position: UInt64
  /// Where the atom ended, if it is of the top level and has another size now.
  private(set) var formerEnd: UInt64?
  /// The base of the offsets in a `traf`; nil if they are relative to the end of the data of the
  /// previous `traf`, with which they move.
  fileprivate(set) var fragmentBase: Base? = .file
  /// Whether the media of the `traf` that contains the atom is in another file.
  fileprivate(set) var isFragmentElsewhere = false
  /// Whether the base of the `traf` is the end of data that is not in the same file as its own. The
  /// standard forbids that.
  fileprivate(set) var continuesOtherFile = false

  /// That of an atom of the top level.
  init(atTopLevel position: UInt64, formerEnd: UInt64? = nil) {
    surroundings = .topLevel
    self.position = position
    self.formerEnd = formerEnd
  }

  fileprivate init(first position: UInt64, in surroundings: OffsetSurroundings, _ outer: Self) {
    self.surroundings = surroundings
    self.position = position
    index = -1
    fragmentBase = outer.fragmentBase
    isFragmentElsewhere = outer.isFragmentElsewhere
    continuesOtherFile = outer.continuesOtherFile
  }

  /// The index of the atom among its siblings, after those of the atoms around it, outermost first.
  var steps: [Int] { surroundings.steps(to: index) }
}

/// The atoms around others. All children of an atom share it.
final class OffsetSurroundings {
  let context: AtomContext
  /// What is around the atom whose children they are, and the index of that atom; nil at the top level.
  private let outer: (around: OffsetSurroundings, index: Int)?
  /// The `minf` and the `stbl` that contain the atom.
  let minf: Atom?
  let stbl: OffsetOwner?
  /// The `traf` that contains the atom.
  let traf: OffsetOwner?
  /// The start of the `moof` that contains the atom.
  let moof: OffsetScope.Base?

  static var topLevel: OffsetSurroundings { OffsetSurroundings() }

  private init() {
    context = AtomContext()
    outer = nil
    minf = nil
    stbl = nil
    traf = nil
    moof = nil
  }

  /// Those of the children of an atom.
  fileprivate init(in atom: Atom, _ outer: OffsetScope) {
    let around = outer.surroundings
    context = around.context.entering(atom)
    self.outer = (around, outer.index)
    minf = atom.type == "minf" ? atom : around.minf
    stbl = atom.type == "stbl" ? OffsetOwner(atom, in: around.minf) : around.stbl
    traf = atom.type == "traf" ? OffsetOwner(atom, in: nil) : around.traf
    moof =
      atom.type == "moof"
      ? OffsetScope.Base(old: atom.offset ?? outer.position, new: outer.position) : around.moof
  }

  /// Returns the indices that lead to the atom with an index. They are mostly not asked for.
  fileprivate func steps(to index: Int) -> [Int] {
    (outer.map { $0.around.steps(to: $0.index) } ?? []) + [index]
  }
}

/// Visits each atom of a tree whose record has file offsets.
struct OffsetWalk {
  let schema: Schema
  /// Returns the position of a fragment's base in the changed file.
  let movedBase: (UInt64) -> UInt64
  let homes: FragmentHomes

  /// Returns the replacement of an atom; nil if it stays.
  typealias Visit = (Atom, any HoldsFileOffsets.Type, OffsetScope) throws(FormatError) -> Atom?

  /// An atom that takes the place of another one. The indices lead to it.
  typealias Replacement = (steps: [Int], atom: Atom)

  /// Returns the record of an atom that has file offsets; nil for other atoms.
  func record(of atom: Atom, _ scope: OffsetScope) -> (any HoldsFileOffsets.Type)? {
    guard schema.typesWithOffsets.contains(atom.type) else { return nil }
    return schema.record(for: atom, in: scope.surroundings.context)?.type.holdingFileOffsets
  }

  /// Returns the replacements of the atoms in a tree, in order. Changes of size are not taken into
  /// account.
  func replacements(
    in atom: Atom, _ scope: OffsetScope, _ visit: Visit
  ) throws(FormatError) -> [Replacement] {
    var found: [Replacement] = []
    try walk(atom, scope, visit, &found)
    return found
  }

  private func walk(
    _ atom: Atom, _ scope: OffsetScope, _ visit: Visit, _ found: inout [Replacement]
  ) throws(FormatError) {
    if let record = record(of: atom, scope) {
      if let new = try visit(atom, record, scope) { found.append((scope.steps, new)) }
      return
    }
    guard var level = Level(atom, scope) else { return }
    while let child = level.next(self) { try walk(child, level.scope, visit, &found) }
  }

  /// The children of an atom, one after another.
  struct Level {
    private let atoms: ArraySlice<Atom>
    /// What the offsets of the current child depend on, and its index.
    private(set) var scope: OffsetScope
    private var hasTrackFragment = false

    /// nil if there are none.
    init?(_ atom: Atom, _ outer: OffsetScope) {
      atoms = atom.children[...]
      guard !atoms.isEmpty else { return nil }
      scope = OffsetScope(
        first: outer.position + UInt64(atom.headerSize + atom.preambleCount),
        in: OffsetSurroundings(in: atom, outer), outer)
    }

    /// Goes to the next child that has offsets, or has atoms in it that may, and returns it; nil if there
    /// is none.
    mutating func next(_ walk: OffsetWalk) -> Atom? {
      (scope.index, scope.position) = placeAfter(scope.index, scope.position, walk)
      guard scope.index < atoms.count else { return nil }
      let child = atoms[scope.index]
      if child.type == "traf", let moof = scope.surroundings.moof {
        let isKnown = walk.setBase(of: child, moof: moof, isFirst: !hasTrackFragment, in: &scope)
        hasTrackFragment = hasTrackFragment || isKnown
      }
      return child
    }

    /// Returns the index and the position of the next child that is visited.
    private func placeAfter(
      _ index: Int, _ position: UInt64, _ walk: OffsetWalk
    ) -> (index: Int, position: UInt64) {
      // There can be a child in every eight bytes, so those that are passed over are not copied.
      let children = atoms.span
      var (index, position) = (index, position)
      repeat {
        if index >= 0 { position += children[index].size }
        index += 1
      } while index < children.count && !walk.visits(children[index])
      return (index, position)
    }
  }

  /// Whether an atom has offsets, has others in it that may, or says what those of the next one depend on.
  @inline(__always)
  fileprivate func visits(_ atom: borrowing Atom) -> Bool {
    schema.mayHaveOffsets(atom.type) || atom.type == "traf" || !atom.isKnownToLackOffsets
  }

  /// Sets what the offsets in a `traf` depend on (ISO/IEC 14496-12, 8.8.7.1), and returns whether its header
  /// says that. In another file they keep their places, even if they count from a `moof` that moves.
  fileprivate func setBase(
    of traf: Atom, moof: OffsetScope.Base, isFirst: Bool, in scope: inout OffsetScope
  ) -> Bool {
    let wasElsewhere = scope.isFragmentElsewhere
    scope.fragmentBase = nil
    (scope.isFragmentElsewhere, scope.continuesOtherFile) = (false, false)
    guard let header = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self) else {
      return false
    }
    scope.isFragmentElsewhere = homes.isElsewhere(header)
    switch header.base(isFirst: isFirst) {
    case .given(let old):
      scope.fragmentBase = OffsetScope.Base(
        old: old, new: scope.isFragmentElsewhere ? old : movedBase(old))
    case .fragment: scope.fragmentBase = moof
    case .endOfPrevious: scope.continuesOtherFile = wasElsewhere != scope.isFragmentElsewhere
    }
    return true
  }
}

extension Atom {
  /// Returns the path of an atom inside this one, such as `moov/trak[1]/mdia`. `steps` are the
  /// indices that lead to it, the first of which is this atom's own.
  func path(_ steps: [Int]) -> String {
    var names = [type.pathComponent]
    var atom = self
    for step in steps.dropFirst() {
      names.append("\(atom.children.pathComponent(at: step))")
      atom = atom.children[step]
    }
    return names.joined(separator: "/")
  }

  /// Returns the path of the atom that begins at a file offset: this one, or one inside it.
  func path(toOffset wanted: UInt64) -> String? {
    if offset == wanted { return type.pathComponent }
    guard let index = children.lastIndex(where: { $0.offset.map { $0 <= wanted } ?? false }),
      let inner = children[index].path(toOffset: wanted)
    else { return nil }
    let own = children.pathComponent(at: index)
    return "\(type.pathComponent)/\(own)"
      + inner.dropFirst(children[index].type.pathComponent.count)
  }

  /// Puts atoms in the places of others. If nothing else has this atom, its children are not copied.
  mutating func replace(by replacements: [OffsetWalk.Replacement]) {
    for (steps, atom) in replacements { change(at: steps[...]) { $0 = atom } }
  }

  /// Changes the atom that the indices lead to. The first index is this atom's own.
  mutating func change<Failure: Error>(
    at steps: ArraySlice<Int>, _ body: (inout Atom) throws(Failure) -> Void
  ) throws(Failure) {
    let inner = steps.dropFirst()
    guard let step = inner.first else { return try body(&self) }
    try children[step].change(at: inner, body)
  }
}
