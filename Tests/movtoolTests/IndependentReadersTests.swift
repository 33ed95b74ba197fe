import Foundation
import Testing

/// Stamped movies, as ffprobe, mediainfo, exiftool and ffmpeg read them.
@Suite struct IndependentReadersTests {
  let work: Stamping
  init() throws { work = try Stamping() }

  struct Case: CustomTestStringConvertible {
    var file: String
    var start: String
    /// The number of frames per second, with three decimals.
    var rate: String
    var testDescription: String { "\(file) \(start)" }
  }

  static let rates: [Case] = {
    let all: [(String, String, [String])] = [
      ("23976", "23.976", ["00:59:59:22"]), ("24", "24.000", ["00:59:59:22"]),
      ("25", "25.000", ["00:59:59:23"]), ("2997", "29.970", ["00:59:59:28", "00:58:59;28"]),
      ("30", "30.000", ["00:59:59:28"]), ("47952", "47.952", ["00:59:59:46"]),
      ("48", "48.000", ["23:59:59:46"]), ("50", "50.000", ["00:00:00:00"]),
      ("5994", "59.940", ["00:59:59:58", "00:58:59;58"]), ("60", "60.000", ["10:11:12:59"]),
      ("95904", "95.904", ["00:59:59:94"]), ("96", "96.000", ["00:59:59:94"]),
      ("100", "100.000", ["00:59:59:98"]),
      ("11988", "119.880", ["00:59:59:118", "00:58:59;118"]), ("120", "120.000", ["00:59:59:118"]),
    ]
    return all.flatMap { name, rate, starts in
      ["mov", "mp4"].flatMap { kind in
        starts.map { Case(file: "rates/\(name).\(kind)", start: $0, rate: rate) }
      }
    }
  }()

  @Test(arguments: rates)
  func everyStandardRate(_ one: Case) throws {
    let output = try work.stamp(one.file, one.start, "--reel", "A001R2EC")
    let source = Stamping.media.appending(path: one.file)
    if MediaTools.has("ffprobe") {
      let streams = try MediaTools.streams(output)
      #expect(streams.map(\.kind) == ["video", "data"])
      #expect(streams.map(\.timecode) == [one.start, one.start])
      #expect(streams[1].tag == "tmcd" && streams[1].reel == "A001R2EC")
    }
    if MediaTools.has("mediainfo") {
      let track = try #require(try MediaTools.timecodes(output).first)
      #expect(track["TimeCode_FirstFrame"] == one.start)
      #expect(track["FrameRate"] == one.rate)
      #expect(track["Title"]?.hasSuffix("A001R2EC") ?? false)
    }
    if MediaTools.has("exiftool") {
      let tags = try MediaTools.tags(output)
      #expect(tags["Track1:TimeCode"] == "2")
      #expect(tags["Track2:OtherName"] == "A001R2EC")
      #expect(tags["Track2:TrackDuration"] == tags["Track1:TrackDuration"])
      let rate = try #require(tags["Track2:PlaybackFrameRate"].flatMap(Double.init))
      #expect(abs(rate - (Double(one.rate) ?? 0)) < 0.001)
    }
    if MediaTools.has("ffmpeg") {
      let frames = try MediaTools.frames(output)
      #expect(!frames.isEmpty)
      #expect(try frames == MediaTools.frames(source))
    }
  }

  /// The label of the last frame according to mediainfo: drop frame across the minute, and a whole
  /// day.
  @Test(
    arguments: [
      ("rates/2997.mov", "00:58:59;28", "00:59:"), ("rates/25.mov", "23:59:59:00", "24:00:"),
    ])
  func lastFrame(file: String, start: String, prefix: String) throws {
    guard MediaTools.has("mediainfo") else { return }
    let track = try #require(try MediaTools.timecodes(work.stamp(file, start)).first)
    // mediainfo does not wrap at 24 hours.
    #expect(track["TimeCode_LastFrame"]?.hasPrefix(prefix) ?? false, "\(track)")
  }

  static let movies: [String] = ["camera", "edits", "fragments", "quicktime"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: Stamping.media.appending(path: folder).path)
    return (names ?? []).sorted().map { "\(folder)/\($0)" }
  }.filter { !["quicktime/cmov-unknown.mov", "quicktime/compressed-box.mp4"].contains($0) }

  /// Whatever else a movie contains, its frames and their times are unchanged.
  @Test(arguments: movies)
  func sameFrames(file: String) throws {
    guard MediaTools.has("ffprobe", "ffmpeg") else { return }
    let output = try work.stamp(file, "10:20:30:05", "--replace")
    #expect(try MediaTools.streams(output).last { $0.tag == "tmcd" }?.timecode == "10:20:30:05")
    let frames = try MediaTools.frames(output)
    // One has only metadata.
    #expect(frames.isEmpty == (file == "quicktime/mebx.mov"))
    #expect(try frames == MediaTools.frames(Stamping.media.appending(path: file)))
  }

  /// ffmpeg and MP4Box lose these tags. exiftool must find the same tags before and after.
  @Test(arguments: ["quicktime/ios-like.mov", "quicktime/ios-like-moov-first.mov"])
  func nothingIsLost(file: String) throws {
    guard MediaTools.has("exiftool") else { return }
    let before = try MediaTools.tags(Stamping.media.appending(path: file))
    let after = try MediaTools.tags(work.stamp(file, "01:00:00:00", "--replace"))
    // Tags of the file and its newest track. exiftool names the last data handler that it found.
    let mayChange = [
      "System:", "File:", "ExifTool:", "Composite:Avg", "SourceFile", "QuickTime:MediaData",
      "QuickTime:NextTrackID", "Track1:Handler", "Track1:TimeCode",
    ]
    for (tag, value) in before where !mayChange.contains(where: tag.hasPrefix) {
      #expect(after[tag] == value, "\(tag)")
    }
    #expect(before.count > 60)
  }
}
