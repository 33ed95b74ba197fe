import Foundation
import MovKit
import Testing

/// The example of the README, which shows what the library looks like from outside.
@Suite struct LibraryExampleTests {
  @Test func segmentsOfATrimmedMovie() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = FilePath(
      package.appendingPathComponent("TestMedia/timecode-handmade/trimmed.mov").path)
    var printed: [String] = []
    func note(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

    let file = try File(path)
    let movie = try Movie(from: file)
    for track in movie.tracks(.timecode) {
      let timecode = try TimecodeTrack(track)
      for segment in timecode.segments {
        let format = timecode.formats[segment.formatIndex]
        note(segment.movieTime, format.text(segment.first), format.text(segment.last))
      }
    }
    let header = try movie.atom.first("mvhd")?.decode(MovieHeader.self)

    #expect(printed == ["0/12800 01:30:16:07 01:30:19:06"])
    #expect(header?.timescale == 12800)
  }
}
