/// What must be true of a movie that is changed in place. It is small, so that the old movie need not stay in
/// memory until the new one is read.
package struct InPlaceExpectation: Sendable {
  private let tracks: WrittenTracks
  /// For each track that is kept, the size and checksum of its sample tables without offsets. They
  /// must not change in any byte; nil if they were to.
  private let tables: [Mark?]
  /// A checksum of what the offsets in the `moov` point at. Offsets of media do not change, but
  /// those of data in the `moov` itself do.
  private let offsets: UInt64
  /// What that checksum leaves out.
  private let leftOut: OffsetCheck.LeftOut
  /// How the movie was read.
  private let reading: ReadingOptions

  private struct Mark: Equatable {
    var size: UInt64
    var checksum: UInt64

    /// Throws if a table cannot be written as it was read.
    init(_ track: Track, _ schema: Schema) throws(FormatError) {
      var all = Pieces()
      for table in track.atom.descendant("mdia", "minf", "stbl")?.children ?? []
      where !table.mayHoldOffsets(schema) {
        all.append(try table.pieces())
      }
      size = UInt64(all.count)
      var sum = Checksum()
      for slice in all.slices { sum.add(slice) }
      checksum = sum.value
    }
  }

  /// Determines what the changes made in `editor` must result in.
  package init(_ editor: MovieEditor) throws(ReadingError) {
    do throws(FormatError) { try self.init(checking: editor) } catch { throw .format(error) }
  }

  init(checking editor: MovieEditor) throws(FormatError) {
    let kept = editor.keptTracks
    reading = editor.movie.file.reading
    let schema = reading.schema
    tracks = WrittenTracks(kept: kept.map(\.id), timecode: editor.written)
    tables = try zip(kept, editor.changesTables(of: kept)).map { kept throws(FormatError) in
      kept.1 ? nil : try Mark(kept.0, schema)
    }
    (offsets, leftOut) = try OffsetCheck(in: editor.remainingMovie, schema)
      .digest(in: editor.movie.atom, fileSize: editor.movie.file.size)
  }

  /// Reads a movie back and returns it. Throws if anything is wrong: because of an error in this library or of
  /// the storage, or because something else changed the file.
  @discardableResult
  package func check(_ result: any ByteSource) throws(ReadingError) -> Movie {
    let written = try MovieOutline(result, as: reading).movie()
    try check(written)
    return written
  }

  /// Checks a movie that was read, as `check(_:)` of a source does.
  func check(_ written: Movie) throws(ReadingError) {
    let schema = reading.schema
    for (track, expected) in zip(try tracks.check(written), tables) {
      guard let expected else { continue }
      let found: Mark
      do throws(FormatError) { found = try Mark(track, schema) } catch { throw .format(error) }
      guard found == expected else { throw .notAsPlanned("the sample tables differ", track) }
    }
    let new = Set(tracks.timecode.map(\.trackID))
    let found: UInt64
    do {
      found = try OffsetCheck(in: written.atom, schema, without: new)
        .digest(in: written.atom, fileSize: written.file.size, leavingOut: leftOut).value
    } catch { throw .format(error) }
    guard found == offsets else {
      throw .notAsPlanned("file offsets no longer point at the same bytes", nil)
    }
  }
}

extension Atom {
  /// Whether the atom, or one in it, is of a type that has file offsets: damage can put a fragment anywhere.
  fileprivate func mayHoldOffsets(_ schema: Schema) -> Bool {
    schema.mayHaveOffsets(type)
      || !isKnownToLackOffsets && children.contains { $0.mayHoldOffsets(schema) }
  }
}
