import Foundation
import TestSupport
import Testing

/// Timecode that lasts longer than one sample can: 31 bits of ticks.
@Suite struct LongTimecodeTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// Makes a movie of frames of 333667 ticks, 10000000 a second, as Windows programs count.
  private func movie(frames: Int) throws -> URL? {
    guard MediaTools.has("ffmpeg") else { return nil }
    let file = work["long.mov"]
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=s=16x16:r=25:d=\(frames / 25)",
        "-c:v",
        "rawvideo", "-pix_fmt", "gray", "-video_track_timescale", "25", file.path,
      ])
    let length = "\(frames * 333_667)"
    for change in [
      ["moov/trak/mdia/mdhd", "version=1", "timescale=10000000", "duration=\(length)"],
      [
        "moov/trak/mdia/minf/stbl/stts",
        #"entries=[{"sample_count":\#(frames),"sample_delta":{"value":333667,"timescale":10000000}}]"#,
      ],
      ["moov/mvhd", "version=1", "timescale=10000000", "duration=\(length)"],
      ["moov/trak/tkhd", "version=1", "duration=\(length)"],
      [
        "moov/trak/edts/elst", "version=1",
        #"entries=[{"segment_duration":{"value":\#(length),"timescale":10000000},"#
          + #""media_time":{"value":0,"timescale":10000000},"media_rate":1}]"#,
      ],
    ] {
      let result = try Tool.run(["edit", "atom", file.path] + change + ["--in-place"])
      try #require(result.status == 0, "\(result.stderr)")
    }
    return file
  }

  private func stamp(_ source: URL) throws -> URL {
    let stamped = work["stamped.mov"]
    let result = try Tool.run([
      "insert", "timecode", source.path, "--start", "01:00:00:00", "-o", stamped.path,
    ])
    try #require(result.status == 0, "\(result.stderr)")
    return stamped
  }

  /// The label of each frame counts on from the first, over all samples.
  private func expect(_ file: URL, _ labels: [Int], _ count: Int) throws {
    let found = try ShownFrames.labels(file)
    #expect(found.count == count)
    for frame in labels {
      let number = 108_000 + frame
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let seconds = number / 30
      let label = [seconds / 3600, seconds / 60 % 60, seconds % 60, number % 30]
        .map(two).joined(separator: ":")
      #expect(found.indices.contains(frame) && found[frame] == label, "\(frame)")
    }
    let check = try Tool.run(["check", file.path])
    #expect(check.status == 0 && !check.text.contains("timecode"), "\(check.text)")
    #expect(!check.text.contains("sample-duration-huge"))
  }

  @Test func insertCutAndJoin() throws {
    guard let source = try movie(frames: 15000) else { return }
    let stamped = try stamp(source)
    // 2147483647 ticks are 6436.01 frames.
    let frames = [0, 1, 6435, 6436, 6437, 12871, 12872, 12873, 14999]
    try expect(stamped, frames, 15000)
    // Parts that are longer than a sample can be, and what counts on when they are joined.
    let (first, second, whole) = (work["first.mov"], work["second.mov"], work["whole.mov"])
    for (options, part) in [(["--to", "300.3003"], first), (["--from", "300.3003"], second)] {
      let cut = try Tool.run(["cut", stamped.path] + options + ["-o", part.path])
      try #require(cut.status == 0, "\(cut.stderr)")
    }
    try expect(first, [0, 6435, 6436, 8999], 9000)
    let join = try Tool.run(["join", first.path, second.path, "-o", whole.path])
    try #require(join.status == 0, "\(join.stderr)")
    try expect(whole, frames, 15000)
  }

  /// 32 bits would be enough, and many programs read 31.
  @Test func between31And32Bits() throws {
    guard let source = try movie(frames: 9000) else { return }
    let stamped = try stamp(source)
    try expect(stamped, [0, 6435, 6436, 8999], 9000)
  }
}
