import Foundation
import TestSupport
import Testing

/// What people report in public threads about timecode that other programs lose, misread or cannot
/// write. Each test names its threads, and does with the tool what they ask for.
@Suite struct TimecodeThreadsTests {
  private static let handmade = Stamping.media.appending(path: "timecode-handmade")

  private func done(_ arguments: String...) throws -> Tool.Result {
    let result = try Tool.run(arguments)
    try #require(result.status == 0, "\(result.stderr)")
    return result
  }

  private func labels(_ file: URL) throws -> [[String]] {
    try Stamping.tracks(of: file).flatMap { track in
      (track["segments"] as? [[String: Any]] ?? []).map {
        [$0["timecode"] as? String ?? "", $0["lastTimecode"] as? String ?? ""]
      }
    }
  }

  private func inFolder(_ body: (URL) throws -> Void) throws { try Tool.withFolder(body) }

  // MARK: Timecode that is lost on the way

  /// HandBrake#1000, #5377 and #7339, video_transcoding#282 and mp4fpsmod#21: a transcoder drops the
  /// timecode track, and Final Cut Pro cannot relink. The track goes back from what the original
  /// says.
  @Test func backOntoATranscodedFile() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try inFolder { folder in
      let original = Stamping.media.appending(path: "timecode/25-reel.mov")
      let copy = folder.appending(path: "copy.mp4")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", original.path, "-map", "0:v", "-c:v", "mpeg4",
          "-map_metadata", "-1", "-write_tmcd", "0", copy.path,
        ])
      #expect(try Stamping.tracks(of: copy).isEmpty)
      let list = folder.appending(path: "original.json")
      _ = try done("extract", "timecode", original.path, "-o", list.path)
      let output = folder.appending(path: "stamped.mp4")
      _ = try done("insert", "timecode", copy.path, "--segments", list.path, "-o", output.path)
      #expect(try labels(output) == labels(original))
      let seen = try MediaTools.streams(original).compactMap(\.timecode)
      #expect(!seen.isEmpty)
      #expect(
        Set(try MediaTools.streams(output).compactMap(\.timecode)) == Set(seen))
    }
  }

  /// PyAV#1141: with timecode 00:00:41:16 a movie of 23.976 frames a second became one of 3.56.
  @Test func rateAndDurationStay() throws {
    guard MediaTools.has("ffprobe") else { return }
    let work = try Stamping()
    let stamped = try work.stamp("rates/23976.mov", "00:00:41:16")
    func facts(_ file: URL) throws -> String {
      String(
        decoding: try MediaTools.output(
          "ffprobe",
          [
            "-v", "error", "-select_streams", "v", "-show_entries",
            "stream=r_frame_rate,avg_frame_rate,duration,nb_frames:format=duration", "-of",
            "csv=p=0", file.path,
          ]), as: UTF8.self)
    }
    let source = Stamping.media.appending(path: "rates/23976.mov")
    #expect(try facts(stamped) == facts(source))
    #expect(try facts(stamped).contains("24000/1001,24000/1001"))
    #expect(try MediaTools.streams(stamped).contains { $0.timecode == "00:00:41:16" })
  }

  /// lossless-cut#2134 and gpac#2832: tracks that a program does not know (`gpmd`, `fdsc`) are
  /// dropped. gopro/labs#1531: a copy has damaged user data. All of it stays.
  @Test func cameraTracksAndUserDataStay() throws {
    guard MediaTools.has("exiftool"),
      let source = SharedMedia.movie("gopro+gpmf-parser/_history__c15e34f5__samples__hero7.mp4")
    else { return }
    try inFolder { folder in
      let output = folder.appending(path: "edited.mp4")
      _ = try done("edit", "timecode", source.path, "--shift", "+1f", "-o", output.path)
      func tags(_ file: URL) throws -> [String: String] {
        try MediaTools.tags(file).filter { name, _ in
          ![
            "System:", "SourceFile", "MediaDataOffset", "MediaDataSize", ":TimeCode", "AvgBitrate",
          ].contains {
            name.contains($0)
          }
        }
      }
      let before = try tags(source)
      #expect(before.keys.contains { $0.hasSuffix(":MetaFormat") || $0.contains("GoPro") })
      #expect(try tags(output) == before)
    }
  }

  /// lossless-cut#2075, mlt#475, mlt PR #1011, olive#629 and #668, Natron#113, OpenShot#4729, DJV#38,
  /// OpenTimelineIO-AVFoundation#3 and palmier-pro#110: a program does not read the timecode that is
  /// there. QCTools#718 and PHP-FFMpeg#727 want it for programs, first and last label.
  @Test(arguments: [
    ("2997-df.mov", "00:59:59;28", "01:00:01;27", true), ("25.mp4", "01:30:15:07", nil, false),
    ("gst-5994-df.mov", nil, nil, true),
  ])
  func readForPrograms(name: String, first: String?, last: String?, drops: Bool) throws {
    let file = Stamping.media.appending(path: "timecode/\(name)")
    let row =
      try JSONSerialization.jsonObject(
        with: done("list", "--json", file.path).stdout) as? [String: Any]
    let line = try #require(row)
    if let first { #expect(line["first"] as? String == first) }
    if let last { #expect(line["last"] as? String == last) }
    #expect(line["dropFrame"] as? Bool == drops)
    if MediaTools.has("ffprobe") {
      let seen = try MediaTools.streams(file).compactMap(\.timecode).first
      #expect(line["first"] as? String == seen)
    }
  }

  // MARK: Relinking

  /// palmier-pro PR #136 and #247: the timecode track counts at its own rate, 30 drop frame on video
  /// of 59.94, and a label that is written with the rate of the video does not relink.
  @Test func timecodeHasItsOwnRate() throws {
    let file = Self.handmade.appending(path: "2997-on-5994.mov")
    let track = try #require(try Stamping.tracks(of: file).first)
    #expect(track["start"] as? String == "00:59:59;28")
    let format = Stamping.format(of: track)
    #expect(format["frameQuanta"] as? Int == 30)
    #expect(format["frameDuration"] as? [String: Int] == ["value": 1001, "timescale": 30000])
    // Four seconds are 120 labels, not 240.
    #expect(try labels(file) == [["00:59:59;28", "01:00:03;27"]])
  }

  /// buttercut#122, #123 and #141: Final Cut Camera writes drop frame at exactly 30 frames a second,
  /// and at 24. ffprobe then gives no label, and an exporter took 0.
  @Test func dropFlagAtWholeRates() throws {
    let whole = Self.handmade.appending(path: "drop-at-30.mov")
    #expect(try labels(whole) == [["00:59:59;28", "01:00:03;27"]])
    let said = try done("extract", "timecode", whole.path).stderr
    #expect(said.contains("timecode-drop-frame-whole-rate"))
    let film = try #require(
      try Stamping.tracks(of: Self.handmade.appending(path: "23976-drop-flag.mov")).first)
    #expect(film["start"] as? String == "01:30:15;07")
    // The flag alone can go.
    try inFolder { folder in
      let output = folder.appending(path: "out.mov")
      _ = try done(
        "edit", "timecode", whole.path, "--non-drop-frame", "--keep", "instants", "-o", output.path)
      // 107890 frames are 59:56:10 of 30 a second.
      #expect(try labels(output).first?.first == "00:59:56:10")
    }
  }

  /// auto-editor#366 (Sony), BRAWToolbox#184 and OpenTimelineIO-AVFoundation#17: an editor looks for
  /// another start than the file has. The start becomes what it looks for.
  @Test func startThatAnEditorExpects() throws {
    let work = try Stamping()
    let source = try work.stamp("rates/5994.mov", "12:34:56;08")
    let output = work["zero.mov"]
    _ = try done("edit", "timecode", source.path, "--start", "00:00:00;00", "-o", output.path)
    #expect(try labels(output).first?.first == "00:00:00;00")
  }

  /// CommandPost#3099, #3100 and #3101: Final Cut Pro ignores what Sony's cameras write beside the
  /// movie (`C0001M01.XML`). MediaInfo#912 and xavc_rtmd2srt#6 want it read. CommandPost#3154 has the
  /// values: 52023422 is 22:34:02;24 of a table that counts 30 in half steps.
  @Test func sonySidecar() throws {
    try inFolder { folder in
      let movie = folder.appending(path: "C0001.MP4")
      try FileManager.default.copyItem(
        at: Stamping.media.appending(path: "rates/5994.mp4"), to: movie)
      let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.00">
        <LtcChangeTable tcFps="30" halfStep="true">
        <LtcChange frameCount="0" value="52023422" status="increment"/>
        <LtcChange frameCount="2039" value="51B63422" status="end"/>
        </LtcChangeTable>
        <VideoFormat><VideoFrame videoCodec="HEVC" captureFps="59.94p" formatFps="59.94p"/>
        </VideoFormat></NonRealTimeMeta>
        """
      try Data(xml.utf8).write(to: folder.appending(path: "C0001M01.XML"))
      let said =
        try JSONSerialization.jsonObject(
          with: done("extract", "timecode", "--all-sources", movie.path).stdout) as? [String: Any]
      let sources = said?["sources"] as? [[String: Any]] ?? []
      let sony = try #require(sources.first { $0["kind"] as? String == "sony-xml" })
      #expect(sony["start"] as? String == "22:34:02;24")
      #expect(sony["dropFrame"] as? Bool == true)
    }
  }

  /// OTIO#393 and PR #1180: 47.95 and 119.88 frames a second.
  @Test(arguments: [("47952", "01:00:00:47"), ("11988", "01:00:00:119"), ("95904", "01:00:00:95")])
  func highRates(rate: String, start: String) throws {
    let work = try Stamping()
    let stamped = try work.stamp("rates/\(rate).mov", start)
    #expect(try labels(stamped).first?.first == start)
    let otio = try done("extract", "timecode", "--format", "otio", stamped.path)
    #expect(otio.status == 0)
  }

  // MARK: Values that readers get wrong

  /// MediaInfoLib#1878, PR #1879 and MediaInfo#762: three samples, in chunks of their own, of which
  /// only the first was read, so that the timecode seemed shorter than the video.
  @Test func everySampleOfEveryChunk() throws {
    #expect(
      try labels(Self.handmade.appending(path: "multi-sample.mov")) == [
        ["01:00:00:00", "01:00:01:24"], ["02:00:00:00", "02:00:00:24"],
        ["03:00:00:07", "03:00:01:06"],
      ])
  }

  /// MediaInfoLib PR #949: the edit list of the timecode track counts. Its first second is cut off.
  @Test func editListOfTheTimecode() throws {
    #expect(
      try labels(Self.handmade.appending(path: "trimmed.mov")) == [["01:30:16:07", "01:30:19:06"]])
  }

  /// MediaInfoLib#1804 and MediaInfo#727: two tracks have one ID, and 23:55:35:07 became 70:01:14:20.
  @Test func twoTracksOfOneID() throws {
    let work = try Stamping()
    let file = try work.stamp("rates/2997.mov", "23:55:35:07", "--non-drop-frame")
    var bytes = try Data(contentsOf: file)
    // The track ID of the timecode, which is the last track: 12 bytes after the flags of its tkhd.
    let header = try #require(bytes.range(of: Data("tkhd".utf8), options: .backwards))
    bytes.replaceSubrange(
      header.upperBound + 12..<header.upperBound + 16, with: [0, 0, 0, 1] as [UInt8])
    try bytes.write(to: file)
    let tracks = try Stamping.tracks(of: file)
    #expect(tracks.map { $0["start"] as? String } == ["23:55:35:07"])
    #expect(tracks.map { $0["trackID"] as? Int } == [1])
  }

  /// MediaInfoLib#1248: 24:00:00:00 is not 00:00:00:00 unless the labels wrap.
  @Test func dayThatDoesNotWrap() throws {
    let work = try Stamping()
    let on = try work.stamp("rates/25.mov", "24:00:00:00", "--no-wrap")
    #expect(try labels(on).first?.first == "24:00:00:00")
    let wrapped = try labels(Self.handmade.appending(path: "24-hours.mov"))
    #expect(wrapped == [["23:59:59:15", "00:00:03:14"]])
  }

  /// MediaInfo#929, MediaInfo#361, MediaInfoLib PR #1511, and ffmpeg's tickets #5978, #9492 and
  /// #9710: the quanta is not the rate: 29 at 29.97, or 30 at 59.94. What it does is said.
  @Test(arguments: [
    ("quanta-29-at-2997", "15:44:35:10", "timecode-quanta-floor"),
    ("quanta-30-at-5994", "00:59:59;28", "timecode-quanta-rate"),
  ])
  func quantaIsNotTheRate(name: String, start: String, rule: String) throws {
    let file = Self.handmade.appending(path: "\(name).mov")
    #expect(try labels(file).first?.first == start)
    #expect(try done("extract", "timecode", file.path).stderr.contains("[\(rule)]"))
  }

  /// MediaInfo#623: the last label at 23.976 was one frame late. 00:00:00:00 to 00:02:06:20 are
  /// 3045 frames.
  @Test func lastLabelAt23976() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try inFolder { folder in
      let movie = folder.appending(path: "long.mov")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=s=16x16:r=24000/1001",
          "-frames:v", "3045", "-c:v", "mpeg4", movie.path,
        ])
      let output = folder.appending(path: "stamped.mov")
      _ = try done("insert", "timecode", movie.path, "--start", "00:00:00:00", "-o", output.path)
      #expect(try labels(output) == [["00:00:00:00", "00:02:06:20"]])
    }
  }

  /// MediaInfoLib PR #719: timecode whose samples are in another file.
  @Test func timecodeInAnotherFile() throws {
    let file = Self.handmade.appending(path: "external-reference.mov")
    let said = try done("extract", "timecode", file.path)
    #expect(said.stderr.contains("[media-elsewhere]"))
  }

  /// gopro/labs#939: no timecode at 120 frames a second.
  @Test func timecodeAt120() throws {
    let work = try Stamping()
    #expect(
      try labels(work.stamp("rates/120.mov", "10:11:12:113")).first?.first == "10:11:12:113")
  }

  // MARK: Writing

  /// MOVMetaEdit PR #68: files without `gmhd/tmcd` have timecode too, and the references of all
  /// other tracks go with it. PR #77: the new track comes after the last, not after `udta` and `meta`.
  @Test func removedAndInsertedWhereTracksAre() throws {
    let work = try Stamping()
    for name in ["nmhd.mp4", "no-tcmi.mov", "two-tracks.mov"] {
      let output = work["removed-" + name]
      _ = try done(
        "remove", "timecode", Self.handmade.appending(path: name).path, "-o", output.path)
      let tree = try done("inspect", output.path).text
      #expect(!tree.contains("tmcd"), "\(name)")
    }
    let stamped = try work.stamp("metadata/mdta-keys.mov", "01:00:00:00")
    let tree =
      try JSONSerialization.jsonObject(
        with: done("inspect", "--json", stamped.path).stdout) as? [String: Any]
    let moov = (tree?["atoms"] as? [[String: Any]] ?? []).first { $0["type"] as? String == "moov" }
    let kinds = (moov?["children"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
    let last = try #require(kinds.lastIndex(of: "trak"))
    #expect(!kinds[..<last].contains { ["udta", "meta"].contains($0) }, "\(kinds)")
    #expect(kinds[last...].contains { ["udta", "meta"].contains($0) }, "\(kinds)")
  }

  /// gpac#3551: B-frames made the timecode track longer than the video. Its length is that of the
  /// frames.
  @Test func reorderedFramesAddNothing() throws {
    guard MediaTools.has("ffprobe") else { return }
    let work = try Stamping()
    let stamped = try work.stamp("camera/long-gop.mov", "01:00:00:00")
    let durations = String(
      decoding: try MediaTools.output(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "stream=codec_type,duration", "-of", "csv=p=0",
          stamped.path,
        ]), as: UTF8.self
    ).split(separator: "\n").map { $0.split(separator: ",") }
    let video = durations.first { $0.first == "video" }?.last
    #expect(video != nil)
    #expect(durations.first { $0.first == "data" }?.last == video)
  }

  /// gpac#3675: a rate of zero in the request ended the program with a division by zero.
  @Test(arguments: ["0", "0/1", "25/0", "0/0", "-25", "1/0.0"])
  func rateOfZero(rate: String) throws {
    let file = Stamping.media.appending(path: "rates/25.mov").path
    let result = try Tool.run([
      "insert", "timecode", file, "--start", "01:00:00:00", "--rate=" + rate, "--dry-run",
    ])
    #expect(result.status == 2)
    #expect(result.stderr.contains("--rate"))
  }
}
