/// Compares what the offsets of a movie point at before and after a change. Chunk tables are left
/// out, because they are compared together with the samples.
struct OffsetCheck {
  /// The atoms of the top level.
  private let atoms: [Atom]
  /// Returns an atom of the top level with what it contains, and as it is changed; nil if it is gone.
  private let load: (Atom) throws(FormatError) -> Atom?
  /// The tracks that are left out.
  private let left: Set<UInt32>

  private init(
    _ atoms: [Atom], without tracks: Set<UInt32>,
    loading load: @escaping (Atom) throws(FormatError) -> Atom?
  ) {
    self.atoms = atoms
    self.load = load
    left = tracks
  }

  /// Takes the offsets in a `moov`, except those in the tracks left out.
  init(in moov: Atom, without tracks: Set<UInt32> = []) {
    self.init([moov], without: tracks) { atom throws(FormatError) in atom }
  }

  /// Takes the movie that `editor` will make, with offsets as they are in the old file.
  init(_ editor: MovieEditor) {
    let gone = Set(editor.removedStretches.map(\.lowerBound))
    self.init(editor.topLevel, without: []) { atom throws(FormatError) in
      if let offset = atom.offset, gone.contains(offset) { return nil }
      return try editor.whole(atom)
    }
  }

  /// Takes a movie that was written, without some of its tracks.
  init(in movie: Movie, without tracks: Set<UInt32>) {
    self.init(movie.file.atoms, of: movie.file, without: tracks)
  }

  /// Takes the atoms of the top level of a file.
  init(_ atoms: [Atom], of file: AtomFile, without tracks: Set<UInt32> = []) {
    self.init(atoms, without: tracks) { atom throws(FormatError) in try file.fragment(atom) }
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
        inner = OffsetSites(in: root) { child in
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
      // What could not be read was not changed either.
      guard var before = try? old.targets() else { continue }
      var after: [OffsetTarget]
      do { after = try new.targets() } catch { throw .format(error) }
      // A record whose offsets were given more bits may no longer have a base. Only what is
      // relative to it matters.
      before.removeAll { $0.role == .base }
      after.removeAll { $0.role == .base }
      guard before.count == after.count else {
        throw .notAsPlanned("offsets of \(old.atom.type) are lost", nil)
      }
      for (from, to) in zip(before, after) where from.role != .end {
        let place = map.destination(of: from.place)
        guard place == nil || place == to.place else { throw old.wrong(from, to) }
        guard from.role == .data, old.atom.type != "trun" || place == nil else { continue }
        guard try Self.isSame(from, to, source, result) else { throw old.wrong(from, to) }
      }
    }
    guard try next(&others) == nil else { throw Self.lost }
  }

  private static var lost: ReadingError {
    .notAsPlanned("records with file offsets are lost", nil)
  }

  /// Compares up to 64 KiB of what two offsets point at, as far as it is within the files.
  private static func isSame(
    _ old: OffsetTarget, _ new: OffsetTarget, _ source: any ByteSource, _ result: any ByteSource
  ) throws(ReadingError) -> Bool {
    // If the length is unlimited, only a few bytes are compared; what follows may differ by now. If
    // it is unknown, only one is.
    let length = old.length.map { $0 == .max ? 16 : $0 } ?? 1
    let count = min(length, source.size - min(old.place, source.size), 65536)
    // What the old file does not have cannot be in the new one either.
    guard count > 0 else { return true }
    guard result.size - min(new.place, result.size) >= count else { return false }
    do {
      return try source.read(at: old.place, count: Int(count))
        == result.read(at: new.place, count: Int(count))
    } catch { throw .io(error) }
  }
}

extension OffsetCheck {
  /// Returns a checksum of what all offsets point at: for targets outside of the `moov` their
  /// position, and for targets in the `moov` their bytes. If the media of two files is at the same
  /// positions, they have the same checksum when the offsets of one point at the same things as
  /// those of the other.
  ///
  /// `header` is the `moov` as it is in the file that the offsets are from. Of a file that was written,
  /// the sites that `digest` of the editor found to be new are left out.
  func digest(
    in header: Atom, without newSites: Set<Int> = []
  ) throws(FormatError) -> (value: UInt64, newSites: Set<Int>) {
    let whole = try header.serialized()
    let start = header.place ?? 0
    var sum = Checksum()
    var sites = Sites(self)
    var found = newSites
    var number = -1
    while let site = try sites.nextSite() {
      number += 1
      if site.isNew { found.insert(number) }
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
        sum.add(whole[from..<from + Int(min(length, UInt64(whole.count - from)))])
      }
    }
    return (sum.value, found)
  }
}

extension OffsetSite {
  /// Whether the atom was in no file, so its offsets are written as they are.
  fileprivate var isNew: Bool { atom.place == nil }

  fileprivate func targets() throws(FormatError) -> [OffsetTarget] {
    var targets: [OffsetTarget] = []
    try forEachTarget { targets.append($0) }
    return targets
  }

  fileprivate func wrong(_ old: OffsetTarget, _ new: OffsetTarget) -> ReadingError {
    let row = old.row.map { "[\($0)]" } ?? ""
    return .notAsPlanned(
      "\(old.field)\(row) of \(atom.type) pointed at byte \(old.place) and now points at byte "
        + "\(new.place), which holds something else", nil)
  }
}
