/// What must be true of a changed copy of a movie when it is read back. Of the old movie, it has the
/// tracks and what has file offsets, so that the rest need not stay in memory until the copy is read.
package struct CopyExpectation {
  private let tracks: WrittenTracks
  /// The tracks that are kept, and whether their sample tables are.
  private var kept: [(track: Track, keepsTables: Bool)]
  private let offsets: OffsetCheck
  /// Where the plan puts the bytes of the old file.
  var map: SourceMap
  private let places: TopLevelPlaces
  /// How the movie was read.
  private let reading: ReadingOptions

  /// Determines what the changes made in `editor` must result in, if they are written by `plan`.
  package init(_ editor: MovieEditor, _ plan: WritePlan) {
    self.init(editor)
    map = plan.sourceMap
  }

  /// Determines what the changes made in `editor` must result in. The plan is still to be set.
  /// - Parameter reaches: How far fragments of the movie reach, as far as that is known.
  init(_ editor: MovieEditor, _ reaches: FragmentReaches = .unknown) {
    let old = editor.keptTracks
    tracks = WrittenTracks(
      kept: old.map(\.id), timecode: editor.written, insertedID: editor.insertedID)
    kept = zip(old, editor.changesTables(of: old)).map { ($0, !$1) }
    offsets = OffsetCheck(editor, reaches)
    map = SourceMap([])
    places = TopLevelPlaces(of: editor.movie.file)
    reading = editor.movie.file.reading
  }

  /// Reads a written copy back, and returns it. The new track must be as requested, and the samples of every other
  /// track must be where the plan put their bytes.
  ///
  /// Throws a `ReadingError` that says what is wrong. The cause is then a fault of this library, or
  /// another program changed the file. The old tracks, which can have a run of samples in every 16 bytes, are let
  /// go as soon as they were compared.
  /// - Parameter source: The file that was copied.
  @discardableResult
  package consuming func check(
    _ result: any ByteSource, against source: any ByteSource
  ) throws(ReadingError) -> Movie {
    let written = try MovieOutline(result, as: reading).movie()
    try check(written, result, against: source)
    return written
  }

  /// Checks a movie that was read from `result`, as `check(_:against:)` does.
  consuming func check(
    _ written: Movie, _ result: any ByteSource, against source: any ByteSource
  ) throws(ReadingError) {
    try checkTracks(of: written, source, result)
    let new = Set(tracks.timecode.map(\.trackID) + [tracks.insertedID].compactMap { $0 })
    try offsets.check(OffsetCheck(in: written, without: new), map: map, source, result)
  }

  private mutating func checkTracks(
    of written: Movie, _ source: any ByteSource, _ result: any ByteSource
  ) throws(ReadingError) {
    var bytes = ChunkBytes(source: source, result: result, places: places)
    for (old, new) in zip(kept, try tracks.check(written)) where old.keepsTables {
      try check(new, against: old.track, &bytes)
    }
    kept = []
  }

  private func check(
    _ track: Track, against old: Track, _ bytes: inout ChunkBytes
  ) throws(ReadingError) {
    guard let before = try? old.sampleTable() else { return }
    let after: SampleTable
    do { after = try track.sampleTable() } catch { throw .format(error) }
    guard before.count == after.count else { throw .notAsPlanned("samples are missing", track) }
    let isInside = old.holdsMedia
    var chunks = after.chunks.makeIterator()
    var last: (old: UInt64, new: UInt64, size: UInt64)?
    for chunk in before.chunks {
      guard let now = chunks.next(), now.size == chunk.size else {
        throw .notAsPlanned("chunks are missing", track)
      }
      let stays = !isInside.holdsMedia(ofDescription: chunk.descriptionIndex)
      guard let place = stays ? chunk.offset : map.destination(of: chunk.offset) else {
        // Bytes outside the old file are nowhere in the new one. Bytes that were in an atom that
        // was rewritten are in the new file, at a place that only the new table gives.
        if chunk.offset < old.fileSize, chunk.size > 0 {
          try bytes.compare(chunk.offset, now.offset, chunk.size, track)
        }
        continue
      }
      guard now.offset == place else {
        throw .notAsPlanned(
          "the chunk at \(chunk.offset) is now expected at "
            + "\(now.offset), not at \(place)", track)
      }
      guard !stays else { continue }
      if last == nil { try bytes.compare(chunk.offset, place, chunk.size, track) }
      last = (chunk.offset, place, chunk.size)
    }
    if let last { try bytes.compare(last.old, last.new, last.size, track) }
  }
}

/// Compares the bytes of chunks before and after.
private struct ChunkBytes {
  let source: any ByteSource
  let result: any ByteSource
  var places: TopLevelPlaces

  /// Compares the beginning of a chunk, up to the end of the innermost atom that has them:
  /// damaged tables give larger sizes.
  mutating func compare(
    _ old: UInt64, _ new: UInt64, _ size: UInt64, _ track: Track
  ) throws(ReadingError) {
    let end = try places.endOfInnermost(at: old) ?? source.size
    let there = result.size - min(new, result.size)
    let count = Int(min(size, WritePlan.comparedBytes, there, end > old ? end - old : 0))
    let isSame: Bool
    do throws(IOError) {
      isSame = try source.hasSameBytes(at: old, count: count, as: result, at: new)
    } catch { throw .io(error) }
    guard isSame else { throw .notAsPlanned("the bytes of the chunk at \(old) differ", track) }
  }
}

/// Where the atoms of the top level of a file are, which follow one another. What is in them is read again
/// when it is asked for: media is mostly not in an atom that has others.
struct TopLevelPlaces {
  /// The offset of each, with a bit set if it has others in it. A file can have one in every eight bytes.
  private var starts: [UInt64] = []
  private static let hasOthers: UInt64 = 1 << 63
  private var end: UInt64 = 0
  private let file: AtomFile
  /// The atoms that were read again, by their starts, and their size. Samples of many tracks can be in many atoms,
  /// and are asked for track by track.
  private var wholes: [UInt64: Atom] = [:]
  private var held: UInt64 = 0
  private static let mostHeld: UInt64 = 8 << 20

  init(of file: AtomFile) {
    var bare = file
    bare.atoms = []
    self.file = bare
    starts.reserveCapacity(file.atoms.count)
    for atom in file.atoms {
      guard let offset = atom.offset else { continue }
      starts.append(
        atom.type == "moof" || !atom.children.isEmpty ? offset | Self.hasOthers : offset)
      end = offset + atom.size
    }
  }

  /// Returns the end of the innermost atom that contains a byte of the file.
  mutating func endOfInnermost(at byte: UInt64) throws(ReadingError) -> UInt64? {
    let next = starts.partitioningIndex { $0 & ~Self.hasOthers > byte }
    guard next > 0, byte < end else { return nil }
    guard starts[next - 1] & Self.hasOthers > 0 else {
      return next < starts.count ? starts[next] & ~Self.hasOthers : end
    }
    let start = starts[next - 1] & ~Self.hasOthers
    if wholes[start] == nil, let whole = try file.readAgain(at: start) {
      if held > Self.mostHeld { (wholes, held) = ([:], 0) }
      wholes[start] = whole
      held = held.addingClamping(whole.size)
    }
    return wholes[start].flatMap { [$0].endOfInnermost(at: byte) }
  }
}

extension Atom {
  /// An atom of the top level of a file as one whose content was left in the file.
  var withoutContent: Atom {
    guard let start = contentOffset else { return self }
    var atom = self
    atom.content = .extent(start..<start + (size - UInt64(headerSize)))
    return atom
  }

  /// Returns a `moov` without the atoms that neither have file offsets nor say what those depend on.
  func keepingOffsets(_ schema: Schema) -> Atom {
    let children = children
    func isKept(_ child: Atom) -> Bool {
      // A movie can have a million of them that have nothing in them.
      child.isWholeForOffsets && child.size > UInt64(child.headerSize)
        || schema.typesWithOffsets.contains(child.type)
    }
    // A list of a million atoms that are all kept is not made again.
    guard let first = children.firstIndex(where: { !isKept($0) }) else { return self }
    var kept: [Atom] = []
    kept.reserveCapacity(children.count(where: isKept))
    kept += children[..<first]
    for child in children[first...] {
      if isKept(child) {
        kept.append(child)
      } else if !child.children.isEmpty {
        kept.append(child.keepingOffsets(schema))
      }
    }
    var atom = self
    atom.children = kept
    return atom
  }

  /// Whether offsets in it depend on other atoms in it.
  private var isWholeForOffsets: Bool { type == "trak" || type == "moof" || type == "traf" }
}
