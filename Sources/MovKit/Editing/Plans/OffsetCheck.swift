/// Compares what the offsets of a movie point at before and after a change. Chunk tables are left
/// out, because they are compared together with the samples.
struct OffsetCheck {
  /// The atoms of the top level.
  private let atoms: [Atom]
  /// Returns an atom of the top level with what it contains, and as it is changed; nil if it is gone.
  private let load: (Atom) throws(FormatError) -> Atom?
  private let homes: FragmentHomes
  /// The tracks that are left out.
  private let left: Set<UInt32>

  private init(
    _ atoms: [Atom], _ homes: FragmentHomes, without tracks: Set<UInt32>,
    loading load: @escaping (Atom) throws(FormatError) -> Atom?
  ) {
    self.atoms = atoms
    self.homes = homes
    self.load = load
    left = tracks
  }

  /// Takes the offsets in a `moov`, except those in the tracks left out.
  init(in moov: Atom, without tracks: Set<UInt32> = []) {
    self.init([moov], .here, without: tracks) { atom throws(FormatError) in atom }
  }

  /// Takes the movie that `editor` will make, with offsets as they are in the old file. Of its atoms,
  /// it keeps only those that have offsets.
  init(_ editor: MovieEditor) {
    var file = editor.movie.file
    file.atoms = []
    let header = editor.movie.storedAtom.offset
    let moov = editor.remainingMovie.keepingOffsets(.standard)
    let (gone, removed) = (Set(editor.removedStretches.map(\.lowerBound)), editor.removed)
    var atoms: [Atom] = []
    for atom in editor.topLevel where file.mayHaveOffsets(atom) || atom.type.isMovie {
      if let offset = atom.offset, gone.contains(offset) { continue }
      atoms.append(atom.offset == header ? atom.withoutContent : atom)
    }
    let old = file
    self.init(atoms, FragmentHomes(of: editor.movie.file), without: []) {
      atom throws(FormatError) in
      guard atom.offset != header else { return moov }
      var whole = try old.fragment(atom)
      try whole.freeFragments(of: removed)
      return whole
    }
  }

  /// Takes a movie that was written, without some of its tracks.
  init(in movie: Movie, without tracks: Set<UInt32>) {
    self.init(movie.file.atoms, of: movie.file, without: tracks)
  }

  /// Takes the atoms of the top level of a file.
  init(_ atoms: [Atom], of file: AtomFile, without tracks: Set<UInt32> = []) {
    self.init(atoms, FragmentHomes(of: file), without: tracks) { atom throws(FormatError) in
      try file.fragment(atom)
    }
  }

  /// The sites of all atoms, each made when it is asked for: there can be one in every 16 bytes.
  private struct Sites {
    let check: OffsetCheck
    /// The index of the `moov`, which comes first: its position among the atoms may have changed.
    private let moov: Int?
    private var next = -1
    private var inner: OffsetSites?

    init(_ check: OffsetCheck) {
      self.check = check
      moov = check.atoms.firstIndex { $0.type.isMovie }
    }

    mutating func nextSite() throws(FormatError) -> OffsetSite? {
      while true {
        if let site = inner?.next() { return site }
        guard let index = following(), index < check.atoms.count else { return nil }
        guard let root = try check.load(check.atoms[index]) else {
          inner = nil
          continue
        }
        let (left, moov) = (check.left, moov)
        inner = OffsetSites(in: root, check.homes) { child in
          index == moov && child.type == "trak"
            && (child.place == nil || child.trackID.map(left.contains) ?? false)
        }
      }
    }

    /// Returns the index of the next atom of the top level; nil after the last one.
    private mutating func following() -> Int? {
      if next < 0 {
        next = 0
        if let moov { return moov }
      }
      if next == moov { next += 1 }
      defer { next += 1 }
      return next
    }
  }

  /// Throws if an offset of `changed` does not point at what the same offset pointed at before.
  /// `map` has the new positions of the bytes that were copied; other bytes are compared.
  func check(
    _ changed: OffsetCheck, map: SourceMap, _ source: any ByteSource, _ result: any ByteSource
  ) throws(ReadingError) {
    var olds = Sites(self)
    var others = Sites(changed)
    func next(_ sites: inout Sites) throws(ReadingError) -> OffsetSite? {
      do throws(FormatError) { return try sites.nextSite() } catch { throw .format(error) }
    }
    while let old = try next(&olds) {
      guard let new = try next(&others) else { throw Self.lost }
      guard !old.isChunkTable, !old.isNew else { continue }
      guard old.atom.type == new.atom.type else {
        throw .notAsPlanned("\(old.atom.type) has become \(new.atom.type)", nil)
      }
      // The change can say that media is in another file, or that it is no longer in one.
      guard old.scope.isFragmentElsewhere == new.scope.isFragmentElsewhere else { continue }
      try Self.check(old, new, map: map, source, result)
    }
    guard try next(&others) == nil else { throw Self.lost }
  }

  /// Throws if an offset of `new` does not point at what the same offset of `old` pointed at. There can
  /// be an offset in every four bytes, so only the places of the new ones are collected.
  private static func check(
    _ old: OffsetSite, _ new: OffsetSite, map: SourceMap, _ source: any ByteSource,
    _ result: any ByteSource
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
      try old.forEachTarget { from in
        guard from.role != .base else { return }
        defer { count += 1 }
        guard from.role != .end, count < after.count, wrong == nil, failure == nil else { return }
        let place = after[count]
        do throws(ReadingError) {
          try check(old, from, nowAt: place, map: map, source, result)
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

  private static func check(
    _ site: OffsetSite, _ from: OffsetTarget, nowAt now: UInt64, map: SourceMap,
    _ source: any ByteSource, _ result: any ByteSource
  ) throws(ReadingError) {
    let place = map.destination(of: from.place)
    guard place == nil || place == now else { throw site.wrong(from, nowAt: now) }
    guard from.role == .data, site.atom.type != "trun" || place == nil else { return }
    guard try isSame(from, at: now, source, result) else { throw site.wrong(from, nowAt: now) }
  }

  private static var lost: ReadingError {
    .notAsPlanned("records with file offsets are lost", nil)
  }

  /// Compares up to 64 KiB of what two offsets point at, as far as it is within the files.
  private static func isSame(
    _ old: OffsetTarget, at new: UInt64, _ source: any ByteSource, _ result: any ByteSource
  ) throws(ReadingError) -> Bool {
    // If the length is unlimited, only a few bytes are compared; what follows may differ by now. If
    // it is unknown, only one is.
    let length = old.length.map { $0 == .max ? 16 : $0 } ?? 1
    let count = min(length, source.size - min(old.place, source.size), 65536)
    // What the old file does not have cannot be in the new one either.
    guard count > 0 else { return true }
    guard result.size - min(new, result.size) >= count else { return false }
    do {
      return try source.read(at: old.place, count: Int(count))
        == result.read(at: new, count: Int(count))
    } catch { throw .io(error) }
  }
}

extension OffsetCheck {
  /// Returns a checksum of what all offsets point at: for targets outside of the `moov` their
  /// position, and for targets in the `moov` their bytes. If the media of two files is at the same
  /// positions, they have the same checksum when the offsets of one point at the same things as
  /// those of the other.
  ///
  /// `header` is the `moov` as it is in the file that the offsets are from. Sites that are new, and those
  /// that lead to an atom in the `moov`, which may be removed, are left out. Of a file that was written, so
  /// are those that `digest` of the editor left out.
  func digest(
    in header: Atom, without newSites: Set<Int> = []
  ) throws(FormatError) -> (value: UInt64, newSites: Set<Int>) {
    let whole = try header.pieces()
    let start = header.place ?? 0
    var sum = Checksum()
    var sites = Sites(self)
    var found = newSites
    var number = -1
    while let site = try sites.nextSite() {
      number += 1
      if site.isNew || site.leadsToAtom(in: start..<start + UInt64(whole.count)) {
        found.insert(number)
      }
      guard !found.contains(number) else { continue }
      // What cannot be read was not changed either.
      try? site.forEachTarget(measuresChunks: false) { target in
        guard target.role != .base else { return }
        guard target.place >= start, target.place - start < UInt64(whole.count) else {
          sum.add(target.place)
          return
        }
        let from = Int(target.place - start)
        let length = target.length.map { $0 == .max ? 1 : $0 } ?? 1
        whole.forEachSlice(in: from..<from + Int(min(length, UInt64(whole.count - from)))) {
          sum.add($0)
        }
      }
    }
    return (sum.value, found)
  }
}

extension OffsetSite {
  /// Whether the atom was in no file, so its offsets are written as they are.
  fileprivate var isNew: Bool { atom.place == nil }

  /// Whether an offset leads to the start of an atom in a range of the file.
  fileprivate func leadsToAtom(in range: Range<UInt64>) -> Bool {
    guard !isChunkTable else { return false }
    var leads = false
    try? forEachTarget(measuresLengths: false) { target in
      leads = leads || target.role == .start && range.contains(target.place)
    }
    return leads
  }

  fileprivate func wrong(_ old: OffsetTarget, nowAt new: UInt64) -> ReadingError {
    let row = old.row.map { "[\($0)]" } ?? ""
    return .notAsPlanned(
      "\(old.field)\(row) of \(atom.type) pointed at byte \(old.place) and now points at byte "
        + "\(new), which holds something else", nil)
  }
}
