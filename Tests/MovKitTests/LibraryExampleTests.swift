import Foundation
import MovKit
import Testing

/// The example of the README, which shows what the library looks like from outside.
@Suite struct LibraryExampleTests {
  @Test func firstLines() throws {
    let scratch = try Scratch()
    let clip = TestMovies.path("camera/camera.mov")
    let stamped = scratch["stamped.mov"]
    var printed: [String] = []
    func note(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
    var bytes = 0
    func decode(_ data: Bytes, at time: MediaTime) { bytes += data.count }

    let movie = try Movie(path: clip)
    for track in movie.tracks(.video) {
      note(track.size.width, track.language ?? "no language", track.frameRate ?? "no frames")
      for sample in try track.samples() {
        decode(try sample.data(), at: sample.presentationTime)
      }
    }

    var editor = MovieEditor(movie)
    try editor.stamp(.init(start: "01:00:00:00", reel: "A001"))
    try editor.write(to: stamped)

    for frame in try Movie(path: stamped).frames() {
      note(frame.time, frame.timecode ?? "no timecode", frame.isSync)
    }
    let header = try movie.atom.first("mvhd")?.decode(MovieHeader.self)

    #expect(printed.count == 91 && printed[0] == "320.0 no language 30000/1001")
    #expect(printed[1].hasSuffix("01:00:00:00 true"))
    #expect(bytes > 0 && header?.timescale ?? 0 > 0)
  }
}
