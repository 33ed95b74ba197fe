/// A field that contains a file offset, and what it points at.
public struct FilePointer: Equatable, Sendable {
  /// The path of the atom that contains the field, such as `moov/trak[1]/mdia/minf/stbl/saio`.
  public var path: String
  /// The position of that atom in bytes from the start of the file; nil if it is not from a file.
  public var offset: UInt64?
  /// The name of the field, such as `extent_offset`.
  public var field: String
  /// The index of the row in a table, from 0; nil if the field is not in a table.
  public var row: Int?
  /// The position it points at, in bytes from the start of the file, whatever the field itself is
  /// relative to.
  public var target: UInt64
  /// The number of bytes it refers to from there on; `max` for all bytes up to the end of the file,
  /// nil if unknown.
  public var length: UInt64?

  /// Whether it refers to a byte of the file. If the length is unknown, it refers only to the first
  /// byte.
  /// - Parameter byte: The position of the byte from the start of the file.
  public func reaches(_ byte: UInt64) -> Bool {
    byte >= target && byte - target < max(1, length ?? 1)
  }
}

extension AtomFile {
  /// Returns what refers to a byte of the file, in the order of the atoms that contain the
  /// pointers. Chunks in other files are left out, and records that cannot be read are skipped.
  /// - Parameters:
  ///   - byte: The position of the byte from the start of the file.
  ///   - most: How many are returned at most; a file can have millions.
  public func pointers(to byte: UInt64, atMost most: Int = .max) -> [FilePointer] {
    var found: [FilePointer] = []
    let homes = FragmentHomes(of: self)
    for root in atoms {
      // A fragment may have been left in the file.
      let root = (try? whole(root)) ?? root
      for site in OffsetSites(in: root, schema, homes) {
        var path: String?
        try? site.forEachTarget { target in
          guard target.role == .data || target.role == .start else { return }
          var pointer = FilePointer(
            path: "", offset: site.atom.offset, field: "", row: target.row, target: target.place,
            length: target.length)
          guard found.count < most, pointer.reaches(byte) else { return }
          if path == nil { path = atoms.path(to: site, below: root) }
          pointer.path = path ?? ""
          pointer.field = target.field.description
          found.append(pointer)
        }
      }
    }
    return found
  }
}

extension [Atom] {
  fileprivate func path(to site: OffsetSite, below root: Atom) -> String {
    let inner = root.path(site.scope.steps)
    guard let index = firstIndex(where: { $0.offset == root.offset }) else { return inner }
    return pathComponent(at: index).description + inner.dropFirst(root.type.pathComponent.count)
  }
}

extension Atom {
  /// Whether the atom lists the chunks of a track.
  var isChunkTable: Bool { type == "stco" || type == "co64" }
}

/// An atom whose record has file offsets, and what they depend on.
struct OffsetSite {
  let atom: Atom
  let record: any HoldsFileOffsets.Type
  let scope: OffsetScope

  /// Whether the atom lists the chunks of a track.
  var isChunkTable: Bool { atom.isChunkTable }

  /// Visits what each offset of the record points at, with its length if that is known. Targets in
  /// other files are left out.
  ///
  /// Throws if the record cannot be read.
  /// - Parameters:
  ///   - measuresChunks: Whether the lengths of chunks are needed, which requires reading the sample
  ///     tables.
  ///   - measuresLengths: Whether any lengths that other atoms state are needed.
  func forEachTarget(
    measuresChunks: Bool = true, measuresLengths: Bool = true, _ body: (OffsetTarget) -> Void
  ) throws(FormatError) {
    // Most records of a kind of which a file has very many have few targets, or none.
    let homes = OffsetHomes.mayBeElsewhere(scope) ? try OffsetHomes(atom, scope) : nil
    let isMeasured = measuresLengths && (measuresChunks || !isChunkTable)
    var lengths: TargetLengths?
    try visitRecord { target in
      guard homes?.isElsewhere(target) != true else { return }
      var target = target
      if isMeasured, target.length == nil, target.row != nil || target.role == .data {
        if lengths == nil { lengths = TargetLengths(atom, scope) }
        target.length = lengths?.next(target.row ?? 0)
      }
      body(target)
    }
  }

  /// Returns the target of a run with its length, if that is known.
  func measured(_ run: OffsetTarget) -> OffsetTarget {
    var (run, lengths) = (run, TargetLengths(atom, scope))
    run.length = lengths.next(run.row ?? 0)
    return run
  }

  private func visitRecord(_ body: (OffsetTarget) -> Void) throws(FormatError) {
    // A file can have one of these in every few bytes. For a record that it knows, the compiler makes code
    // that takes a fraction of the time.
    if record == TrackFragmentRun.self { return try visit(TrackFragmentRun.self, body) }
    if record == TrackFragmentHeader.self { return try visit(TrackFragmentHeader.self, body) }
    if record == SampleAuxOffsets.self { return try visit(SampleAuxOffsets.self, body) }
    if record == ChunkOffsets.self { return try visit(ChunkOffsets.self, body) }
    if record == SegmentIndex.self { return try visit(SegmentIndex.self, body) }
    try visit(record, body)
  }

  private func visit<R: HoldsFileOffsets>(
    _: R.Type, _ body: (OffsetTarget) -> Void
  ) throws(FormatError) {
    var record = try atom.decode(R.self)
    let end = scope.formerEnd ?? (atom.offset ?? 0).addingClamping(atom.size)
    do {
      try withoutActuallyEscaping(body) { body in
        var relocator = Relocator(
          Collecting(body: body),
          fragmentBase: scope.fragmentBase.map { .init(old: $0.old, new: $0.new) },
          ownEnd: .init(old: end, new: end))
        try record.fields(&relocator)
      }
    } catch let error as FormatError { throw error } catch {}
  }

  private struct Collecting: OffsetMover {
    let body: (OffsetTarget) -> Void

    func moved(_ target: OffsetTarget) -> UInt64 {
      body(target)
      return target.place
    }
  }
}

/// The sites in an atom of the top level, in order. There can be one in every 16 bytes, so each is
/// made when it is asked for.
struct OffsetSites: Sequence, IteratorProtocol {
  private let walk: OffsetWalk
  private var root: Atom?
  private var levels: [OffsetWalk.Level] = []
  private let isLeftOut: (Atom) -> Bool
  private let formerEnd: UInt64?

  /// `schema` and `homes` are those of the file that the atom is from, and `isLeftOut` says which children of
  /// the atom are left out. `formerEnd` is where the atom ended, if it has another size now.
  init(
    in root: Atom, _ schema: Schema, _ homes: FragmentHomes, formerEnd: UInt64? = nil,
    leavingOut isLeftOut: @escaping (Atom) -> Bool = { _ in false }
  ) {
    self.root = root
    walk = OffsetWalk(schema: schema, movedBase: { $0 }, homes: homes)
    self.isLeftOut = isLeftOut
    self.formerEnd = formerEnd
  }

  mutating func next() -> OffsetSite? {
    if let root {
      self.root = nil
      let scope = OffsetScope(atTopLevel: root.offset ?? 0, formerEnd: formerEnd)
      if let site = enter(root, scope) { return site }
    }
    while let last = levels.indices.last {
      guard let child = levels[last].next(walk) else {
        levels.removeLast()
        continue
      }
      if last == 0, isLeftOut(child) { continue }
      if let site = enter(child, levels[last].scope) { return site }
    }
    return nil
  }

  /// Returns the site that an atom is. If it is none, its children come next.
  private mutating func enter(_ atom: Atom, _ scope: OffsetScope) -> OffsetSite? {
    if let record = walk.record(of: atom, scope) {
      return OffsetSite(atom: atom, record: record, scope: scope)
    }
    if let level = OffsetWalk.Level(atom, scope) { levels.append(level) }
    return nil
  }
}

/// The lengths of what a record points at, as far as other atoms state them. Rows are requested in
/// order.
private struct TargetLengths {
  private enum Kind {
    /// The same for each row; nil if it is unknown.
    case constant(UInt64?)
    case chunks(of: OffsetOwner)
    case auxiliariesOfChunks(AuxiliarySizes, of: OffsetOwner)
    case auxiliariesOfRuns(AuxiliarySizes, of: OffsetOwner)
  }

  private var kind = Kind.constant(nil)
  /// The first sample of the next run.
  private var firstSample = 0

  init(_ atom: Atom, _ scope: OffsetScope) {
    let (stbl, traf) = (scope.surroundings.stbl, scope.surroundings.traf)
    switch atom.type {
    case "stco", "co64": kind = stbl.map { .chunks(of: $0) } ?? kind
    case "saio": kind = (traf ?? stbl).flatMap { Self.auxiliaries(atom, $0) } ?? kind
    case "trun": kind = .constant(traf.flatMap { Self.run(atom, in: $0) })
    default: break
    }
  }

  /// Returns the length of a row's target; nil if it is unknown.
  mutating func next(_ row: Int) -> UInt64? {
    switch kind {
    case .constant(let length): return length
    case .chunks(let owner): return owner.chunk(row)?.size
    case .auxiliariesOfChunks(let sizes, let owner):
      return owner.chunk(row).map { sizes.size(of: $0.samples) }
    case .auxiliariesOfRuns(let sizes, let owner):
      guard owner.runCounts.indices.contains(row) else { return nil }
      let count = min(owner.runCounts[row], sizes.sampleCount)
      defer { firstSample += count }
      return sizes.size(of: firstSample..<firstSample + count)
    }
  }

  /// A `saio` has a row for all samples, or one for each chunk or run.
  private static func auxiliaries(_ atom: Atom, _ owner: OffsetOwner) -> Kind? {
    guard let offsets = try? atom.decode(SampleAuxOffsets.self),
      let sizes = owner.auxiliarySizes(of: offsets)
    else { return nil }
    if offsets.entries.count == 1 { return .constant(sizes.size(of: 0..<sizes.sampleCount)) }
    return owner.atom.type == "traf"
      ? .auxiliariesOfRuns(sizes, of: owner) : .auxiliariesOfChunks(sizes, of: owner)
  }

  private static func run(_ atom: Atom, in traf: OffsetOwner) -> UInt64? {
    guard let run = try? atom.decode(TrackFragmentRun.self) else { return nil }
    if run.flags & TrackFragmentRun.hasSampleSize != 0 {
      return run.samples.reduce(0) { $0 + UInt64($1.sampleSize) }
    }
    guard let head = traf.header, head.flags & TrackFragmentHeader.hasDefaultSampleSize != 0
    else { return nil }
    let (size, overflow) = UInt64(run.samples.count).multipliedReportingOverflow(
      by: UInt64(head.defaultSampleSize))
    return overflow ? nil : size
  }
}
