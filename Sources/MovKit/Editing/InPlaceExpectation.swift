/// What a movie that is changed in place must read back as. It is small, so that the old movie need
/// not be held in memory until the new one is read.
public struct InPlaceExpectation: Sendable {
  private let tracks: WrittenTracks
  /// For each track that stays, what its sample tables are; no media moves, so that they must stay
  /// what they are to the byte.
  private let tables: [Mark]

  private struct Mark: Equatable {
    var size: UInt64
    var checksum: UInt64

    /// Throws where a table cannot be written as it was read.
    init(_ track: Track) throws(FormatError) {
      let table = try track.atom.descendant("mdia", "minf", "stbl")?.pieces() ?? Pieces()
      size = UInt64(table.count)
      var sum = Checksum()
      for slice in table.slices { sum.add(slice) }
      checksum = sum.value
    }
  }

  /// What the changes made in `editor` are to lead to.
  public init(_ editor: MovieEditor) throws(ReadingError) {
    let kept = editor.keptTracks
    tracks = WrittenTracks(kept: kept.map(\.id), added: editor.added)
    do throws(FormatError) {
      tables = try kept.map { track throws(FormatError) in try Mark(track) }
    } catch { throw .format(error) }
  }

  /// Reads a movie back. Throws what is wrong; that is a fault of this library, or of the medium, or
  /// somebody changed the file.
  public func check(_ result: some ByteSource) throws(ReadingError) {
    for (track, expected) in zip(try tracks.read(result), tables) {
      let found: Mark
      do throws(FormatError) { found = try Mark(track) } catch { throw .format(error) }
      guard found == expected else { throw .notAsPlanned("the sample tables differ", track) }
    }
  }
}
