/// Compares what the offsets of a movie point at before and after a change. Chunk tables are left
/// out, because they are compared together with the samples.
struct OffsetCheck {
  /// The atoms of the top level.
  private let atoms: [Atom]
  /// Returns an atom of the top level with what it contains, and as it is changed; nil if it is gone.
  private let load: (Atom) throws(FormatError) -> Atom?
  private let schema: Schema
  private let homes: FragmentHomes
  /// The tracks that are left out.
  private let left: Set<UInt32>
  /// How far fragments reach that do not change, as far as that is known.
  private let reaches: FragmentReaches
  /// Where atoms ended that have another size now, by their places.
  private var formerEnds: [UInt64: UInt64] = [:]

  private init(
    _ atoms: [Atom], _ schema: Schema, _ homes: FragmentHomes, without tracks: Set<UInt32>,
    reaches: FragmentReaches = .unknown,
    loading load: @escaping (Atom) throws(FormatError) -> Atom?
  ) {
    self.atoms = atoms
    self.schema = schema
    self.homes = homes
    self.load = load
    self.reaches = reaches
    left = tracks
  }

  /// Takes the offsets in a `moov`, except those in the tracks left out.
  init(in moov: Atom, _ schema: Schema, without tracks: Set<UInt32> = []) {
    self.init([moov], schema, .here, without: tracks) { atom throws(FormatError) in atom }
  }

  /// Takes the movie that `editor` will make, with offsets as they are in the old file. Of its atoms,
  /// it keeps only those that have offsets.
  /// - Parameter reaches: How far fragments of the old file reach, as far as that is known.
  init(_ editor: MovieEditor, _ reaches: FragmentReaches = .unknown) {
    var file = editor.movie.file
    file.atoms = []
    let header = editor.movie.storedAtom.offset
    let moov = editor.remainingMovie.keepingOffsets(file.schema)
    let (gone, removed) = (Set(editor.removedStretches.map(\.lowerBound)), editor.removed)
    var atoms: [Atom] = []
    for atom in editor.topLevel where file.mayHaveOffsets(atom) || atom.type.isMovie {
      if let offset = atom.offset, gone.contains(offset) { continue }
      atoms.append(atom.offset == header ? atom.withoutContent : atom)
    }
    let old = file
    self.init(
      atoms, file.schema, FragmentHomes(of: editor.movie.file), without: [],
      reaches: removed.isEmpty ? reaches : .unknown
    ) { atom throws(FormatError) in
      guard atom.offset != header else { return moov }
      var whole = try old.fragment(atom)
      try whole.freeFragments(of: removed)
      return whole
    }
    let originals = AtomPlaces(editor.movie.file.atoms)
    formerEnds = atoms.formerEnds { originals.atom(at: $0)?.size }
  }

  /// Takes a movie that was written, without some of its tracks.
  init(in movie: Movie, without tracks: Set<UInt32>) {
    self.init(movie.file.atoms, of: movie.file, without: tracks)
  }

  /// Takes atoms of the top level that are in memory with all that they contain, and were at the places of
  /// another file.
  init(described atoms: [Atom], _ schema: Schema, _ former: FormerPlaces) {
    self.init(atoms, schema, FragmentHomes(among: atoms), without: []) { atom throws(FormatError) in
      atom
    }
    formerEnds = atoms.formerEnds { former[$0]?.size }
  }

  /// Takes the atoms of the top level that a file will have, with offsets as they are in the file.
  init(changed atoms: [Atom], of file: AtomFile) {
    self.init(atoms, of: file)
    let originals = AtomPlaces(file.atoms)
    formerEnds = atoms.formerEnds { originals.atom(at: $0)?.size }
  }

  /// Takes the atoms of the top level of a file.
  init(_ atoms: [Atom], of file: AtomFile, without tracks: Set<UInt32> = []) {
    self.init(atoms, file.schema, FragmentHomes(of: file), without: tracks) {
      atom throws(FormatError) in try file.fragment(atom)
    }
  }

  /// The sites of all atoms, each made when it is asked for: there can be one in every 16 bytes.
  private struct Sites {
    let check: OffsetCheck
    /// The index of the `moov`, which comes first: its position among the atoms may have changed.
    private let moov: Int?
    private var next = -1
    private var inner: OffsetSites?
    /// The site that comes next, if it was made already.
    private var pending: OffsetSite?

    init(_ check: OffsetCheck) {
      self.check = check
      moov = check.atoms.firstIndex { $0.type.isMovie }
    }

    mutating func nextSite() throws(FormatError) -> OffsetSite? {
      if let site = pending.take() { return site }
      while true {
        if let site = inner?.next() { return site }
        guard let index = following(), index < check.atoms.count else { return nil }
        guard let root = try check.load(check.atoms[index]) else {
          inner = nil
          continue
        }
        let (left, moov) = (check.left, moov)
        let formerEnd = root.place.flatMap { check.formerEnds[$0] }
        inner = OffsetSites(in: root, check.schema, check.homes, formerEnd: formerEnd) { child in
          index == moov && child.type == "trak"
            && (child.place == nil || child.trackID.map(left.contains) ?? false)
        }
      }
    }

    /// The atom of the top level that comes next; nil unless all sites of the one before it were returned.
    var upcoming: Atom? {
      mutating get {
        if pending == nil { pending = inner?.next() }
        guard pending == nil, next >= 0 else { return nil }
        return next < check.atoms.count ? check.atoms[next] : nil
      }
    }

    /// Passes over the atom that comes next.
    mutating func pass() {
      inner = nil
      _ = following()
    }

    /// Returns the index of the next atom of the top level; nil after the last one.
    private mutating func following() -> Int? {
      if next < 0 {
        skip(from: 0)
        if let moov { return moov }
      }
      defer { skip(from: next + 1) }
      return next
    }

    /// Goes to the first atom from an index on that can have sites, and is not the `moov`.
    private mutating func skip(from index: Int) {
      next = index
      while next < check.atoms.count,
        next == moov || !check.schema.mayHaveOffsets(topLevel: check.atoms[next])
      { next += 1 }
    }
  }

  /// Throws if an offset of `changed` does not point at what the same offset pointed at before.
  /// `map` has the new positions of the bytes that were copied; other bytes are compared.
  func check(
    _ changed: OffsetCheck, map: SourceMap, _ source: any ByteSource, _ result: any ByteSource
  ) throws(ReadingError) {
    var olds = Sites(self)
    var others = Sites(changed)
    // Most of what is compared is a few bytes, near what was compared before.
    var (before, after) = (WindowedSource(source), WindowedSource(result))
    while true {
      while let old = olds.upcoming, let reached = reaches.range(of: old),
        let new = others.upcoming, map.destination(of: reached) == new.offset,
        try Self.isSame(old, new, &before, &after)
      {
        olds.pass()
        others.pass()
      }
      guard let old = try Self.next(&olds) else { break }
      guard let new = try Self.next(&others) else { throw Self.lost }
      guard !old.isChunkTable, !old.isNew else { continue }
      guard old.atom.type == new.atom.type else {
        throw .notAsPlanned("\(old.atom.type) has become \(new.atom.type)", nil)
      }
      // The change can say that media is in another file, or that it is no longer in one.
      guard old.scope.isFragmentElsewhere == new.scope.isFragmentElsewhere else { continue }
      // The bytes of runs are mostly not compared, so their lengths are not measured in advance.
      let isRun = old.atom.type == "trun"
      try Self.check(old, new, measuresLengths: !isRun) { target, now throws(ReadingError) in
        if let place = map.destination(of: target.place) {
          guard place == now else { return false }
          guard target.role == .data, !isRun else { return true }
        } else if target.role != .data {
          return true
        }
        return try Self.isSame(isRun ? old.measured(target) : target, at: now, &before, &after)
      }
    }
    guard try Self.next(&others) == nil else { throw Self.lost }
  }

  /// Throws if an offset of `changed`, or a row of its chunk tables, is not at the new position of what it
  /// pointed at. Bytes are not compared, since they may be meant to differ. Where `changed` has other
  /// records than this movie, the check ends: what was described can be read as something else.
  func checkPositions(in changed: OffsetCheck, map: SourceMap) throws(ReadingError) {
    var olds = Sites(self)
    var others = Sites(changed)
    while let old = try Self.next(&olds), let new = try Self.next(&others),
      old.atom.type == new.atom.type
    {
      guard !old.isNew else { continue }
      try Self.check(old, new, measuresLengths: false) { target, now in
        map.destination(of: target.place).map { $0 == now } ?? true
      }
    }
  }

  private static func next(_ sites: inout Sites) throws(ReadingError) -> OffsetSite? {
    do throws(FormatError) { return try sites.nextSite() } catch { throw .format(error) }
  }

  /// Throws if `isRight` does not accept the new position of what an offset of `old` pointed at. There can
  /// be an offset in every four bytes, so only the positions of the new ones are collected.
  private static func check(
    _ old: OffsetSite, _ new: OffsetSite, measuresLengths: Bool = true,
    _ isRight: (OffsetTarget, UInt64) throws(ReadingError) -> Bool
  ) throws(ReadingError) {
    // A record whose offsets were given more bits may no longer have a base. Only what is relative to
    // it matters.
    var after = PiecedList<UInt64>()
    var failure: FormatError?
    do throws(FormatError) {
      try new.forEachTarget(measuresLengths: false) { target in
        if target.role != .base { after.append(target.place) }
      }
    } catch { failure = error }
    var count = 0
    var wrong: ReadingError?
    do throws(FormatError) {
      try old.forEachTarget(measuresLengths: measuresLengths) { from in
        guard from.role != .base else { return }
        defer { count += 1 }
        guard from.role != .end, from.role != .nothing, count < after.count, wrong == nil,
          failure == nil
        else { return }
        let place = after[count]
        do throws(ReadingError) {
          if try !isRight(from, place) { wrong = old.wrong(from, nowAt: place) }
        } catch { wrong = error }
      }
    } catch {
      // What could not be read was not changed either.
      return
    }
    if let failure { throw .format(failure) }
    guard count == after.count else {
      throw .notAsPlanned("offsets of \(old.atom.type) are lost", nil)
    }
    if let wrong { throw wrong }
  }

  private static var lost: ReadingError {
    .notAsPlanned("records with file offsets are lost", nil)
  }

  /// Compares the beginning of what two offsets point at, as far as it is within the files.
  private static func isSame(
    _ old: OffsetTarget, at new: UInt64, _ source: inout WindowedSource,
    _ result: inout WindowedSource
  ) throws(ReadingError) -> Bool {
    // If the length is unlimited, only a few bytes are compared; what follows may differ by now. If
    // it is unknown, only one is.
    let length = old.length.map { $0 == .max ? 16 : $0 } ?? 1
    let (size, newSize) = (source.size, result.size)
    let count = min(length, size - min(old.place, size), WritePlan.comparedBytes)
    // What the old file does not have cannot be in the new one either.
    guard count > 0 else { return true }
    guard newSize - min(new, newSize) >= count else { return false }
    return try isSame(old.place, new, count: Int(count), &source, &result)
  }

  /// Compares all bytes of two atoms of the top level.
  private static func isSame(
    _ old: Atom, _ new: Atom, _ source: inout WindowedSource, _ result: inout WindowedSource
  ) throws(ReadingError) -> Bool {
    guard let place = old.offset, let now = new.offset, old.size == new.size,
      let count = Int(exactly: old.size)
    else { return false }
    return try isSame(place, now, count: count, &source, &result)
  }

  private static func isSame(
    _ old: UInt64, _ new: UInt64, count: Int, _ source: inout WindowedSource,
    _ result: inout WindowedSource
  ) throws(ReadingError) -> Bool {
    do {
      return try source.bytes(at: old, count: count)
        .hasSameBytes(as: result.bytes(at: new, count: count))
    } catch { throw .io(error) }
  }
}

extension OffsetCheck {
  /// What a checksum of offsets leaves out.
  struct LeftOut: Sendable {
    /// The numbers of records with offsets that were in no file, so that what they point at is not known.
    fileprivate var records: Set<Int> = []
    /// The numbers of targets in other records, in increasing order: atoms in the `moov`, which may be
    /// removed, and atoms past the end of the file, where something else can be after the change.
    fileprivate var targets = PiecedList<Int>()
  }

  /// Returns a checksum of what all offsets point at: for targets outside of the `moov` their
  /// position, and for targets in the `moov` their bytes. If the media of two files is at the same
  /// positions, they have the same checksum when the offsets of one point at the same things as
  /// those of the other.
  ///
  /// `header` is the `moov` as it is in the file that the offsets are from, which has `fileSize` bytes. Of a
  /// movie that was written, what the checksum of the planned movie left out is left out again, and nothing
  /// else.
  func digest(
    in header: Atom, fileSize: UInt64, leavingOut planned: LeftOut? = nil
  ) throws(FormatError) -> (value: UInt64, leftOut: LeftOut) {
    let whole = try header.pieces()
    let start = header.place ?? 0
    let moov = start..<start + UInt64(whole.count)
    var sum = Checksum()
    var found = LeftOut()
    var sites = Sites(self)
    var (records, targets, next) = (0, 0, 0)

    // Whether what has a number is left out, given that it is of a kind that a plan leaves out.
    func leavesOut(_ ofKind: Bool) -> Bool {
      defer { targets += 1 }
      guard let planned else {
        if ofKind { found.targets.append(targets) }
        return ofKind
      }
      guard next < planned.targets.count, planned.targets[next] == targets else { return false }
      next += 1
      return true
    }

    while let site = try sites.nextSite() {
      defer { records += 1 }
      if let planned {
        guard !planned.records.contains(records) else { continue }
      } else if site.isNew {
        found.records.insert(records)
        continue
      }
      // What cannot be read was not changed either.
      try? site.forEachTarget(measuresChunks: false) { target in
        guard target.role != .base else { return }
        let isInMovie = moov.contains(target.place)
        guard !leavesOut(target.leadsToAtom(in: moov, orFrom: fileSize)), target.role != .nothing
        else { return }
        guard isInMovie else {
          sum.add(target.place)
          return
        }
        let from = Int(target.place - start)
        let length = target.length.map { $0 == .max ? 1 : $0 } ?? 1
        let end = from + Int(min(length, UInt64(whole.count - from)))
        for slice in whole.slices(in: from..<end) { sum.add(slice) }
      }
    }
    return (sum.value, found)
  }
}

extension OffsetTarget {
  /// Whether the target is where an atom in a range of the file begins or ends, or one past the end of the file.
  fileprivate func leadsToAtom(in range: Range<UInt64>, orFrom fileSize: UInt64) -> Bool {
    switch role {
    case .start: range.contains(place) || place >= fileSize
    case .end: range.lowerBound < place && place <= range.upperBound || place >= fileSize
    case .data, .base, .nothing: false
    }
  }
}

extension OffsetSite {
  /// Whether the atom was in no file, so its offsets are written as they are.
  fileprivate var isNew: Bool { atom.place == nil }

  fileprivate func wrong(_ old: OffsetTarget, nowAt new: UInt64) -> ReadingError {
    let row = old.row.map { "[\($0)]" } ?? ""
    return .notAsPlanned(
      "\(old.field)\(row) of \(atom.type) pointed at byte \(old.place) and now points at byte "
        + "\(new), which holds something else", nil)
  }
}
