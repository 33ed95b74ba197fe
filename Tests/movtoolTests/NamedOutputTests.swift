import Foundation
import Testing

/// The name of an output says in which form it is written, unless an option does.
@Suite struct NamedOutputTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func written(_ arguments: [String], as name: String) throws -> String {
    let result = try Tool.run(arguments + ["-o", work[name].path])
    #expect(
      result.status == 0 && !result.stderr.contains("warning"), "\(arguments): \(result.stderr)")
    return String(decoding: try Data(contentsOf: work[name]), as: UTF8.self)
  }

  private static let movie = Media.root.appending(path: "timecode/25-reel.mov").path

  @Test(arguments: [
    ("a.csv", "file,"), ("a.edl", "TITLE:"), ("a.ale", "Heading"), ("a.srt", "1\n"),
    ("a.otio", "{"), ("a.txt", "00:00:00.000  01:30:15:07 to"), ("a.json", "{"), ("a.tc", "{"),
    ("A.EDL", "TITLE:"),
  ])
  func timecode(name: String, start: String) throws {
    let text = try written(["extract", "timecode", Self.movie], as: name)
    #expect(text.hasPrefix(start) || name == "a.csv" && text.contains(","), "\(text.prefix(80))")
    let json = try written(["extract", "timecode", Self.movie, "--format", "json"], as: "b" + name)
    #expect(json.hasPrefix("{"))
  }

  @Test func frames() throws {
    let rows = try written(["extract", "timecode", Self.movie, "--frames"], as: "frames.csv")
    #expect(!rows.hasPrefix("{") && rows.contains("01:30:15:07"))
    let refused = try Tool.run(
      ["extract", "timecode", Self.movie, "--frames", "-o", work["frames.edl"].path])
    #expect(refused.status == 2)
    #expect(
      refused.stderr.contains(
        "'--frames' cannot be used with an OUT that ends in .edl, which has a row"),
      "\(refused.stderr)")
  }

  @Test(arguments: [
    ("l.csv", ","), ("l.tsv", "\t"), ("l.ale", "Heading"), ("l.html", "<!"), ("l.json", "{"),
  ])
  func list(name: String, mark: String) throws {
    let text = try written(["list", Self.movie], as: name)
    #expect(text.prefix(400).contains(mark), "\(text.prefix(80))")
    let table = try written(["list", Self.movie], as: "table")
    #expect(table != text)
    let columns = try Tool.run(
      ["list", Self.movie, "--columns", "file", "-o", work["c-" + name].path])
    #expect(columns.status == (name == "l.csv" || name == "l.tsv" ? 0 : 2), "\(columns.stderr)")
  }

  /// Samples of uncompressed audio get a header if the file is called a WAVE file.
  @Test func wave() throws {
    let movie = Media.root.appending(path: "sound/pcm-s16.mov").path
    let text = try Tool.run([
      "extract", "track", movie, "--track", "audio", "-o", work["a.wav"].path,
    ])
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    #expect(try Data(contentsOf: work["a.wav"]).prefix(4) == Data("RIFF".utf8))
    // WAV files of broadcasters and large ones are called like this.
    for name in ["a.bwf", "a.rf64"] {
      _ = try Tool.run(["extract", "track", movie, "--track", "audio", "-o", work[name].path])
      #expect(
        try Data(contentsOf: work[name]) == Data(contentsOf: work["a.wav"]))
    }
    let raw = try Tool.run([
      "extract", "track", movie, "--track", "audio", "--format", "raw", "-o", work["b.wav"].path,
    ])
    #expect(raw.status == 0)
    #expect(try Data(contentsOf: work["b.wav"]).prefix(4) != Data("RIFF".utf8))
  }

  /// The name of an output promises another form, and no option says the form.
  @Test(
    arguments: [
      (["remux", "rates/25.mov"], "a.m4a", "an MP4 file"),
      (
        ["remux", "rates/25.mov"], "a.3gp", "an MP4 file; to make one, use 'movtool build OUT.mp4 "
      ),
      (["remux", "rates/25.mp4"], "a.3gp", nil), (["remux", "rates/25.mp4"], "a.m4a", nil),
      (["remux", "rates/25.mov"], "a.wav", "the file is a movie"),
      (["extract", "metadata", "rates/25.mov"], "a.csv", "the file is JSON"),
      (["extract", "metadata", "rates/25.mov"], "a.json", nil),
      (["extract", "metadata", "rates/25.mov"], "a.jsonl", nil),
      (["extract", "timecode", "--all-sources", "timecode/25.mov"], "a.csv", "the file is JSON"),
      (["extract", "timecode", "--format", "edl", "timecode/25.mov"], "a.srt", nil),
      (["extract", "track", "--list", "rates/25.mov"], "a.mov", "the file is JSON Lines"),
      (["extract", "track", "sound/aac.m4a"], "a.mp3", "the name is that of MP3 audio"),
      (["extract", "track", "--track", "video", "rates/25.mov"], "a.hevc", "an HEVC stream"),
    ] as [([String], String, String?)])
  func promises(_ words: [String], _ name: String, _ warning: String?) throws {
    let result = try Tool.run(
      words.map { $0.contains("/") ? Media.root.appending(path: $0).path : $0 } + [
        "-o", work[name].path,
      ])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stderr.contains("[file-name]") == (warning != nil), "\(result.stderr)")
    if let warning { #expect(result.stderr.contains(warning), "\(result.stderr)") }
  }

  /// A document of an MP4 file makes an MP4 file, whatever it is called.
  @Test func documentOfTheOtherKind() throws {
    let document = try Tool.run([
      "inspect", "--json", "--bytes", "all", Media.root.appending(path: "rates/25.mp4").path,
    ])
    try document.stdout.write(to: work["a.json"])
    for (name, isOther) in [("a.mov", true), ("a.mp4", false)] {
      let result = try Tool.run([
        "build", work[name].path, "--from-json", work["a.json"].path,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stderr.contains("[file-name]") == isOther, "\(result.stderr)")
    }
  }

  /// Files in a folder whose names differ only in the extension keep it.
  @Test(arguments: [["extract", "timecode"], ["inspect", "--html"]])
  func sameNameWithAnotherExtension(verb: [String]) throws {
    let files = try [
      work.copy("timecode/25.mov", as: "A.MOV"), work.copy("timecode/25.mov", as: "A.MP4"),
      work.copy("timecode/25.mov", as: "B.MOV"),
    ].map(\.path)
    let result = try Tool.run(verb + files + ["-o", work["out"].path + "/"])
    #expect(result.status == 0, "\(result.stderr)")
    let ending = verb[0] == "inspect" ? "html" : "json"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: work["out"].path).sorted()
        == ["A.MOV.\(ending)", "A.MP4.\(ending)", "B.\(ending)"])
  }

  /// Bare samples are no movie. `build` takes those of H.264, but no AAC.
  @Test(arguments: [
    ("video", "v.mp4", "'movtool build OUT'"), ("audio", "a.m4a", "'movtool remove track'"),
  ])
  func samplesNamedLikeAMovie(track: String, name: String, advice: String) throws {
    let result = try Tool.run([
      "extract", "track", Media.root.appending(path: "camera/camera.mov").path, "--track", track,
      "-o",
      work[name].path,
    ])
    #expect(result.status == 0)
    #expect(result.stderr.contains("has only the samples of a track"), "\(result.stderr)")
    #expect(result.stderr.contains(advice) && result.stderr.contains("[file-name]"))
  }

  /// Nor are samples of subtitles a file of SubRip, or those of AVC a picture.
  @Test(arguments: [
    ("metadata/subtitles.mp4", "subtitle", "s.srt", "SubRip subtitles"),
    ("metadata/subtitles.mp4", "subtitle", "s.VTT", "WebVTT subtitles"),
    ("rates/25.mov", "video", "v.png", "a PNG picture"),
    ("rates/25.mov", "video", "v.jpg", "a JPEG picture"),
    ("rates/25.mov", "video", "v.264", nil), ("metadata/subtitles.mp4", "subtitle", "s.raw", nil),
    ("codecs/png.mov", "video", "v.png", nil),
    ("sound/pcm-s16.mov", "audio", "a.aiff", "an AIFF file"),
    ("sound/pcm-s16.mov", "audio", "a.W64", "a Wave64 file"),
    ("sound/pcm-s16.mov", "audio", "a.bwf", nil), ("sound/pcm-s16.mov", "audio", "a.rf64", nil),
    ("sound/aac.m4a", "audio", "a.ac3", "AC-3 audio"), ("sound/ac3.mov", "audio", "a.ac3", nil),
    ("sound/eac3.mp4", "audio", "a.eac3", nil),
    ("sound/opus.mp4", "audio", "a.opus", "an Ogg file"),
    ("codecs/av1.mp4", "video", "v.obu", "an AV1 stream"),
    ("codecs/av1.mp4", "video", "v.mkv", "a Matroska file"),
    ("codecs/mpeg2.mov", "video", "v.m2v", nil),
    ("rates/25.mov", "video", "v.m2v", "an MPEG-2 video stream"),
    ("rates/25.mov", "video", "v.dv", "a DV stream"),
  ])
  func samplesNamedLikeOthers(file: String, track: String, name: String, format: String?) throws {
    let result = try Tool.run([
      "extract", "track", Stamping.media.appending(path: file).path, "--track", track, "-o",
      work[name].path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stderr.contains("[file-name]") == (format != nil), "\(result.stderr)")
    if let format { #expect(result.stderr.contains("the name is that of \(format), but")) }
  }
}
