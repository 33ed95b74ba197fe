import Foundation
import Testing

/// What `--replace` keeps of the old timecode if the new one comes from another file, and what it names.
@Suite struct ReplacedSettingsTests {
  private let work: Stamping
  /// Movies with reel R9, type tc64 and both flags.
  private let base: URL

  init() throws {
    work = try Stamping()
    base = try work.stamp(
      "rates/25.mov", "01:00:00:00", "--reel", "R9", "--type", "tc64", "--allow-negative")
  }

  private func replace(
    _ file: URL, _ options: [String], status: Int32 = 0
  ) throws -> (format: [String: Any], start: String?, text: String) {
    let output = work["out-\(UUID().uuidString).mov"]
    let result = try Tool.run(
      ["insert", "timecode", file.path, "--replace", "-o", output.path] + options)
    #expect(result.status == status, "\(options): \(result.stderr)")
    guard status == 0 else { return ([:], nil, result.stderr) }
    let track = try #require(try Stamping.tracks(of: output).first)
    return (Stamping.format(of: track), track["start"] as? String, result.stderr)
  }

  private func write(_ text: String, _ name: String) throws -> String {
    try Data(text.utf8).write(to: work[name])
    return work[name].path
  }

  private static func flags(_ format: [String: Any]) -> Int? {
    (format["flags"] as? [String: Any])?["value"] as? Int
  }

  /// A list says labels and perhaps a reel.
  @Test func listOfLabels() throws {
    let list = try write("start,timecode\n0,02:00:00:00\n2,03:00:00:00\n", "a.csv")
    let (format, start, text) = try replace(base, ["--segments", list])
    #expect(start == "02:00:00:00" && !text.contains("timecode-dropped"), "\(text)")
    #expect(format["type"] as? String == "tc64" && format["sourceName"] as? String == "R9")
    #expect(Self.flags(format) == 6)
    let named = try write("start,timecode,reel\n0,02:00:00:00,A1\n", "b.csv")
    let (other, _, warned) = try replace(base, ["--segments", named])
    #expect(other["sourceName"] as? String == "A1" && other["type"] as? String == "tc64")
    #expect(
      warned.contains("the reel 'R9' of track 2 is not kept [timecode-dropped]"), "\(warned)")
    // What the old timecode allows, a list for it may say.
    let negative = try write("start,timecode\n0,-00:00:02:00\n", "c.csv")
    #expect(try replace(base, ["--segments", negative]).start == "-00:00:02:00")
  }

  @Test func listOfEdits() throws {
    let list = try write(
      """
      TITLE: a
      FCM: NON-DROP FRAME

      001  AX       V     C        10:00:00:00 10:00:04:00 00:00:00:00 00:00:04:00

      """, "a.edl")
    let (format, start, text) = try replace(base, ["--segments", list])
    #expect(start == "10:00:00:00" && !text.contains("timecode-dropped"), "\(text)")
    #expect(format["sourceName"] as? String == "R9" && Self.flags(format) == 6)
  }

  /// A recorder says labels.
  @Test func recorder() throws {
    var wave = LinearTimecodeWave()
    wave.add(10, 20, 30, 5, count: 110, quanta: 25, rate: 25)
    try wave.file.write(to: work["ltc.wav"])
    let (format, start, text) = try replace(
      base, ["--from", work["ltc.wav"].path, "--source", "ltc"])
    #expect(start == "10:20:30:05" && !text.contains("timecode-dropped"), "\(text)")
    #expect(format["type"] as? String == "tc64" && format["sourceName"] as? String == "R9")
    let (bare, _, _) = try replace(
      base, ["--from", work["ltc.wav"].path, "--source", "ltc", "--no-reel", "--type", "tmcd"])
    #expect(bare["type"] as? String == "tmcd" && bare["sourceName"] is NSNull)
    // It counts 25 frames a second, whatever is asked for.
    let refused = try replace(
      base, ["--from", work["ltc.wav"].path, "--source", "ltc", "--rate", "50"], status: 1)
    #expect(
      refused.text.contains("ltc counts 25 fps, so '--rate' does not apply"), "\(refused.text)")
    let late = try replace(
      base, ["--from", work["ltc.wav"].path, "--source", "ltc", "--offset", "100"], status: 1)
    #expect(late.text.contains("--offset is 95.6 s past its end"), "\(late.text)")
    #expect(!late.text.contains("timecode-extended"), "\(late.text)")
  }

  /// A movie has a format of its own. Only a reel is kept, if that movie has none.
  @Test func movie() throws {
    let (format, start, text) = try replace(
      base, ["--from", Stamping.media.appending(path: "timecode/25.mov").path])
    #expect(start != nil)
    #expect(format["type"] as? String == "tmcd" && format["sourceName"] as? String == "R9")
    for part in ["the type of track 2, tc64, is not kept", "labels wrap at 24 hours in track 2"] {
      #expect(text.contains(part) && text.contains("[timecode-dropped]"), "\(text)")
    }
    let reel = try replace(
      base, ["--from", Stamping.media.appending(path: "timecode/25-reel.mov").path])
    #expect(reel.format["sourceName"] as? String == "A001C002")
    #expect(reel.text.contains("the reel 'R9' of track 2 is not kept"), "\(reel.text)")
    let asked = try replace(
      base,
      [
        "--from", Stamping.media.appending(path: "timecode/25-reel.mov").path, "--reel", "X",
        "--type", "tmcd", "--wrap", "--no-negative",
      ])
    #expect(!asked.text.contains("timecode-dropped"), "\(asked.text)")
  }

  @Test func dropFrame() throws {
    let (_, _, text) = try replace(
      try work.stamp("rates/2997.mov", "01:00:00;00"),
      ["--from", Stamping.media.appending(path: "timecode/2997-ndf.mov").path])
    #expect(text.contains("timecode is drop frame in track 2, and not in the new"), "\(text)")
  }

  // MARK: Several tracks

  /// A document of two tracks goes back into them, with their IDs.
  @Test func twoTracks() throws {
    let movie = Stamping.media.appending(path: "timecode/25-two-video-tracks.mov")
    let (list, output) = (work["L.json"], work["o.mov"])
    let extract = try Tool.run(["extract", "timecode", movie.path, "-o", list.path])
    try #require(extract.status == 0)
    let run = try Tool.run([
      "insert", "timecode", movie.path, "--replace", "--segments", list.path, "-o", output.path,
    ])
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    func shown(_ file: URL) throws -> [String] {
      try Stamping.tracks(of: file).map {
        "\($0["trackID"] ?? "") \($0["start"] ?? "") \($0["associatedTracks"] ?? "")"
      }
    }
    let old = try shown(movie)
    #expect(old.count == 2)
    #expect(try shown(output) == old)
    let text = try String(contentsOf: list, encoding: .utf8)
    let same = try Tool.run(["check", output.path])
    #expect(same.status == 0, "\(same.text)")
    // In another movie it is said which tracks go.
    try Data(text.replacingOccurrences(of: "\"trackID\": 4", with: "\"trackID\": 9").utf8)
      .write(to: list)
    let other = try Tool.run([
      "insert", "timecode", movie.path, "--replace", "--segments", list.path, "-o",
      work["p.mov"].path,
    ])
    #expect(other.status == 0)
    for id in [3, 4] {
      #expect(
        other.stderr.contains("timecode track \(id) is replaced [timecode-dropped]"),
        "\(other.stderr)")
    }
    #expect(!other.stderr.contains("segments-read") && !other.stderr.contains("is removed"))
    // Without --replace, both are new.
    let plain = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
      list.path, "-o", work["q.mov"].path,
    ])
    #expect(plain.status == 0 && !plain.stderr.contains("the segments are those"))
    #expect(try Stamping.tracks(of: work["q.mov"]).count == 2)
  }

  // MARK: Negative numbers and odd formats

  /// No number becomes one that its flags do not allow. One that was so is copied, with a warning.
  @Test func negativeNumbers() throws {
    func from(_ name: String, _ options: String...) throws -> Tool.Result {
      try Tool.run(
        [
          "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--from",
          Stamping.media.appending(path: "\(name).mov").path, "-o",
          work["n-\(UUID().uuidString).mov"].path,
        ] + options)
    }
    let refused = try from("timecode-handmade/negative", "--no-negative")
    #expect(refused.status == 1)
    #expect(
      refused.stderr.contains("-00:00:04:00 is negative, which '--no-negative' does not allow"),
      "\(refused.stderr)")
    let copied = try from("timecode-handmade/negative-not-allowed")
    #expect(copied.status == 0 && copied.stderr.contains("[timecode-negative]"))
    let allowed = try from("timecode-handmade/negative-not-allowed", "--allow-negative")
    #expect(allowed.status == 0 && !allowed.stderr.contains("[timecode-negative]"))
    #expect(try !from("timecode-handmade/negative").stderr.contains("[timecode-negative]"))
    let over = try from("timecode/25-over-24h", "--wrap")
    #expect(over.status == 0 && !over.stderr.contains("timecode-over-24-hours"))
  }

  @Test(arguments: [
    ("23976", "23976-drop-flag", "timecode-drop-frame-rate"),
    ("30", "drop-at-30", "timecode-drop-frame-whole-rate"),
    ("2997", "quanta-29-at-2997", "timecode-quanta-floor"),
  ])
  func oddFormats(rate: String, name: String, rule: String) throws {
    let source = Stamping.media.appending(path: "timecode-handmade/\(name).mov")
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/\(rate).mov").path, "--from",
      source.path, "-o", work["o-\(name).mov"].path,
    ])
    #expect(run.status == 0 && run.stderr.contains("[\(rule)]"), "\(run.stderr)")
  }

  /// A rate that does not suit the video is named, as when it is inserted.
  @Test func rateOfEdit() throws {
    let run = try Tool.run([
      "edit", "timecode", Stamping.media.appending(path: "timecode/25.mov").path, "--rate", "23",
      "--keep", "labels", "-o", work["e.mov"].path,
    ])
    #expect(run.status == 0 && run.stderr.contains("[timecode-rate]"), "\(run.stderr)")
  }

  /// Lists of edits have no labels before zero.
  @Test(arguments: ["edl", "ale"]) func negativeInLists(format: String) throws {
    let run = try Tool.run([
      "extract", "timecode",
      Stamping.media.appending(path: "timecode-handmade/negative.mov").path, "--format", format,
    ])
    #expect(run.status == 0 && run.text.contains("23:59:56:00"))
    #expect(
      run.stderr.contains("it says 23:59:56:00 for -00:00:04:00 in the stretch at 0 s"),
      "\(run.stderr)")
    #expect(run.stderr.contains("[timecode-place]"))
  }

  /// Returns a movie with a second timecode track, and what `extract timecode` prints of it.
  private func twoTracks(
    of media: String, _ name: String
  ) throws -> (movie: String, document: String) {
    let first = try work.stamp(media, "01:00:00:00")
    let second = try work.stamp(media, "02:00:00:00")
    let movie = work[name + ".mov"].path
    let both = try Tool.run([
      "insert", "track", first.path, "--from", second.path, "--track", "timecode", "-o", movie,
    ])
    try #require(both.status == 0, "\(both.stderr)")
    let document = work[name + ".json"].path
    #expect(try Tool.run(["extract", "timecode", movie, "-o", document]).status == 0)
    return (movie, document)
  }

  /// A document of two tracks that last longer than the movie lengthens it.
  @Test func longerTracks() throws {
    let long = try twoTracks(of: "rates/25.mov", "long").document
    let (cut, movie) = (work["cut.mov"].path, work["plain.mov"].path)
    let whole = try twoTracks(of: "rates/25.mov", "whole").movie
    #expect(try Tool.run(["cut", whole, "--to", "00:00:02", "-o", cut]).status == 0)
    // Without an edit list of the video, all of the timecode is shown.
    #expect(try Tool.run(["remove", "atom", cut, "moov/trak[0]/edts", "-o", movie]).status == 0)
    let output = work["longer.mov"].path
    let result = try Tool.run([
      "insert", "timecode", movie, "--segments", long, "--replace", "-o", output,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let check = try Tool.run(["check", output])
    #expect(!check.text.contains("movie-duration"), "\(check.text)")
  }

  /// A video loses its timecode, or a track that cannot be read goes: that is said of several tracks too.
  @Test func lossesAreSaidOfSeveralTracks() throws {
    let (_, document) = try twoTracks(of: "rates/25.mov", "two")
    let both = work["both.mov"].path
    let added = try Tool.run([
      "insert", "track", base.path, "--from", Media.root.appending(path: "rates/50.mov").path, "-o",
      both,
    ])
    try #require(added.status == 0, "\(added.stderr)")
    let id = "3"
    // The second video gets the timecode of the first.
    let reference = work["tref.json"]
    try Data(
      #"{"type": "tref", "children": [{"type": "tmcd", "fields": {"track_IDs": [2]}}]}"#.utf8
    ).write(to: reference)
    let stamped = work["stamped.mov"].path
    let stamp = try Tool.run([
      "insert", "atom", both, "moov/trak[2]", reference.path, "-o", stamped,
    ])
    try #require(stamp.status == 0, "\(stamp.stderr)")
    let text = try replace(
      URL(fileURLWithPath: stamped), ["--segments", document, "--track", "1"]
    ).text
    #expect(text.contains("video track \(id) had timecode, and will have none"), "\(text)")
  }

  // MARK: Lists and folders without movies

  @Test func nothingToDo() throws {
    for words in [
      "extract timecode", "extract metadata", "extract timecode --format csv",
      "diff --timecode \"$0\"",
    ] {
      let run = try Tool.shell(
        "set -- \(words.replacingOccurrences(of: "\"$0\"", with: "'\(base.path)'")); "
          + "\"$TOOL\" \"$@\" --files-from /dev/null")
      #expect(run.status == 0 && run.text.isEmpty && run.stderr.isEmpty, "\(words): \(run.stderr)")
    }
    let summary = try Tool.run([
      "diff", "--timecode", "--json", base.path, "--files-from", "/dev/null",
    ])
    #expect(summary.status == 0 && summary.text.contains("\"summary\""), "\(summary.text)")
    try FileManager.default.createDirectory(
      at: work["empty"], withIntermediateDirectories: true)
    let both = try Tool.run(["hash", work["empty"].path, base.path])
    #expect(both.status == 0)
    #expect(both.stderr.contains("there is no movie in the folder [folder-empty]"))
    let alone = try Tool.run(["extract", "timecode", work["empty"].path])
    #expect(alone.status == 1 && alone.stderr.contains("there is no movie in it"))
  }

  /// A label that exists at no rate is a mistake of the command line.
  @Test(arguments: [
    ["edit", "timecode", "F", "--start", "01:60:00:00", "--dry-run"],
    ["cut", "F", "--from", "01:60:00:00", "--dry-run"],
    ["extract", "timecode", "F", "--format", "edl", "--record-start", "01:00:60:00"],
  ])
  func noSuchLabel(arguments: [String]) throws {
    let run = try Tool.run(arguments.map { $0 == "F" ? base.path : $0 })
    #expect(run.status == 2 && run.stderr.contains("60 does not exist"), "\(run.stderr)")
  }
}
