import Foundation
import MovKit
import Testing

/// Movies whose edits count milliseconds, in which frames of these rates have no exact length, as ffmpeg writes them.
@Suite struct RoundedEditsTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func make(_ rate: String, _ frames: Int, _ type: String) throws -> URL {
    let file = work["\(UUID().uuidString).\(type)"]
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate)", "-frames:v",
        "\(frames)", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", file.path,
      ])
    return file
  }

  private func run(_ words: [String], to output: String) throws -> URL {
    let file = work[output]
    let result = try Tool.run(words + ["-q", "-o", file.path])
    try #require(result.status == 0, "\(result.stderr)")
    return file
  }

  /// How long the samples of a track last, in seconds.
  private func length(of kind: MediaType, in file: URL) throws -> MediaTime {
    let movie = try Movie(path: file.path)
    let track = try #require(movie.tracks(kind).first)
    return try #require(
      MediaTime(ticks: Int64(track.sampleTable().duration), per: track.timescale))
  }

  private static let lengths: [(rate: String, frames: Int)] = [
    ("30000/1001", 901), ("24000/1001", 133), ("30", 100), ("60", 77), ("24", 50), ("30", 50),
    ("60000/1001", 130), ("25", 50),
  ]

  /// Timecode has as many frames as the video, however it is written.
  @Test(arguments: lengths, ["mov", "mp4"])
  func timecodeLastsAsLongAsTheVideo(movie: (rate: String, frames: Int), type: String) throws {
    guard MediaTools.has("ffmpeg", "mediainfo") else { return }
    let source = try make(movie.rate, movie.frames, type)
    let stamped = try run(
      ["insert", "timecode", source.path, "--start", "10:00:00:00"], to: "a.\(type)")
    let files = try [
      stamped, run(["edit", "timecode", stamped.path, "--trim-to-video"], to: "b.\(type)"),
      run(["cut", stamped.path, "--from", "0"], to: "c.\(type)"),
      run(["edit", "timecode", stamped.path, "--start", "11:00:00:00"], to: "d.\(type)"),
    ]
    for file in files {
      #expect(try length(of: .timecode, in: file) == length(of: .video, in: file))
      let seen = try #require(try MediaTools.timecodes(file).first)
      #expect(seen["FrameCount"] == "\(movie.frames)", "\(file.lastPathComponent)")
    }
  }

  /// The frames of joined movies all have the same length.
  @Test(arguments: lengths, ["mov", "mp4"])
  func joinedFramesAreEven(movie: (rate: String, frames: Int), type: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let source = try make(movie.rate, movie.frames, type)
    let stamped = try run(
      ["insert", "timecode", source.path, "--start", "10:00:00:00"], to: "a.\(type)")
    let joined = try run(["join", stamped.path, stamped.path], to: "b.\(type)")
    let video = try #require(try Movie(path: joined.path).tracks(.video).first)
    let table = try video.sampleTable()
    #expect(Set(table.map(\.duration)).count == 1)
    // The timecode of the second part begins again, as it says the same.
    let code = try #require(try Movie(path: joined.path).tracks(.timecode).first)
    #expect(try code.sampleTable().count == 2)
    #expect(code.edits.count == 1)
    let list = try Tool.run(["list", joined.path, "--columns", "frames"])
    #expect(list.text.split(separator: "\n").last?.split(separator: " ") == ["\(table.count)"])
  }
}
