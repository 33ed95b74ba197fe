import Foundation
import Testing

@testable import MovKit

/// Free space may lie among the entries of `stsd` and `dref`, and has no index (QuickTime File Format, "Free
/// Space Atoms").
@Suite struct FreeSpaceAmongEntriesTests {
  /// Returns the movie with a free atom before a child of an atom, as an editor writes it.
  private func movie(_ name: String, free path: String, before index: Int) throws -> Movie {
    let movie = try Movie(path: MediaFiles.testMedia.appending(path: name).path)
    var editor = MovieEditor(movie)
    try editor.insert(
      Atom("free", .bytes(zeros(index)[...])), intoAtomAt: AtomPath(path), at: index)
    return try changed(editor)
  }

  private func changed(_ editor: MovieEditor) throws -> Movie {
    let source = editor.movie.source
    let plan = try editor.copy(from: source).plan
    let bytes = try plan.render(from: source)
    try editor.check(MemorySource(bytes), against: source, plan: plan)
    return try Movie(from: bytes)
  }

  @Test(
    arguments: [
      ("25-reel.mov", 1), ("25-two-video-tracks.mov", 2), ("25-two-video-tracks.mov", 3),
    ],
    [0, 1])
  func changedTimecode(file: (name: String, track: Int), index: Int) throws {
    let movie = try movie(
      "timecode/\(file.name)", free: "moov/trak[\(file.track)]/mdia/minf/stbl/stsd", before: index)
    var editor = MovieEditor(movie)
    var change = TimecodeChange()
    (change.shift, change.reel) = (.frames(10), "B")
    try editor.changeTimecode(change)
    let track = try TimecodeTrack(changed(editor).tracks[file.track])
    #expect(track.formats.map { $0.sourceName?.text } == ["B"])
    let old = try TimecodeTrack(movie.tracks[file.track]).sample(0).value
    guard case .frameNumber(let before) = old, case .frameNumber(let after) = track.sample(0).value
    else {
      Issue.record("no frame numbers")
      return
    }
    #expect(after == before + 10)
  }

  @Test(arguments: ["external-url.mov", "external-rsrc.mov", "external-alis.mov"], [0, 1])
  func mediaInAnotherFile(name: String, index: Int) throws {
    let movie = try movie(
      "tables/\(name)", free: "moov/trak/mdia/minf/dinf/dref", before: index)
    let track = try #require(movie.tracks.first)
    #expect(track.holdsMedia == [false])
    #expect(!track.isInMovieFile)
    #expect(track.mediaElsewhere == track.sampleDescriptions.first)
  }
}
