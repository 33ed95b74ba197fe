import Foundation
import TestSupport
import Testing

@testable import movtool

/// `movtool insert timecode --segments`: lists go back into movies.
@Suite struct InsertSegmentsTests {
  /// A timescale of 0 can be read, and no new timecode has it. The message says that it is 0.
  @Test func timescaleOfZero() throws {
    let work = try Stamping()
    let movie = Stamping.media.appending(path: "timecode-handmade/timescale-0.mov").path
    let said = try Tool.run(["-q", "extract", "timecode", movie])
    try said.stdout.write(to: work["list.json"])
    let result = try Tool.run([
      "insert", "timecode", movie, "--segments", work["list.json"].path, "--replace", "--dry-run",
    ])
    #expect(result.status == 1 && result.stderr.contains("timescale is 0"), "\(result.stderr)")
  }

  /// What `extract timecode` prints of a stamped movie makes the same bytes of the plain one.
  @Test(arguments: ["25.mov", "2997.mov", "2997.mp4", "5994.mov", "23976.mp4"])
  func identityByteForByte(name: String) throws {
    let work = try Stamping()
    let stamped = try work.stamp(
      "rates/\(name)", "01:00:00\(name.hasPrefix("2997") ? ";" : ":")00", "--reel", "Ré 1")
    let list = work["list.json"]
    try Tool.run(["extract", "timecode", stamped.path]).stdout.write(to: list)
    let output = work["again-\(name)"]
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/\(name)").path, "--segments",
      list.path, "-o", output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try Data(contentsOf: output) == Data(contentsOf: stamped))
  }

  /// Lines of frames over midnight and before zero come back too, if the command says that they may.
  @Test(arguments: [
    ("timecode/25-midnight.mov", ["--no-wrap"], "use --no-wrap"),
    ("timecode/25-over-24h.mov", ["--no-wrap"], "use --no-wrap"),
    ("timecode-handmade/negative.mov", ["--allow-negative", "--no-wrap"], "use --allow-negative"),
    (
      "timecode-handmade/negative-through-zero.mov", ["--allow-negative", "--no-wrap"],
      "use --allow-negative"
    ),
  ])
  func framesOverMidnight(name: String, options: [String], advice: String) throws {
    let work = try Stamping()
    let source = Stamping.media.appending(path: name)
    // What is replaced would say that they may.
    let plain = work[source.lastPathComponent]
    let removed = try Tool.run(["remove", "timecode", source.path, "-o", plain.path])
    try #require(removed.status == 0, "\(removed.stderr)")
    for format in [[], ["--format", "csv"]] {
      let list = work["frames.list"]
      try Tool.run(["extract", "timecode", "--frames", source.path] + format).stdout.write(to: list)
      let (output, arguments) = (
        work["out.mov"],
        ["insert", "timecode", plain.path, "--segments", list.path, "--overwrite"]
      )
      let refused = try Tool.run(arguments + ["--dry-run"])
      #expect(refused.status == 1 && refused.stderr.contains(advice), "\(refused.stderr)")
      let run = try Tool.run(arguments + options + ["-o", output.path])
      #expect(run.status == 0, "\(run.stderr)")
      #expect(try ShownFrames.labels(output) == ShownFrames.labels(source), "\(name) \(format)")
    }
    // A document says it itself.
    let document = work["document.json"]
    try Tool.run(["extract", "timecode", source.path]).stdout.write(to: document)
    let both = try Tool.run([
      "insert", "timecode", source.path, "--replace", "--segments", document.path, "--no-wrap",
      "--dry-run",
    ])
    #expect(both.status == 1 && both.stderr.contains("says itself"), "\(both.stderr)")
  }

  /// A movie of 50 frames per second that begins with the second half of a label of 25.
  @Test(arguments: [
    ["--format", "csv"], ["--frames", "--format", "csv"], ["--frames"], ["--format", "json"],
  ])
  func beginningWithinALabel(format: [String]) throws {
    let work = try Stamping()
    let stamped = try work.stamp("rates/50.mov", "01:00:00:00", "--rate", "25")
    let (movie, list, output) = (work["mid.mov"], work["list"], work["out.mov"])
    let cut = try Tool.run(["cut", stamped.path, "--from", "0.02", "-o", movie.path])
    try #require(cut.status == 0, "\(cut.stderr)")
    let labels = try ShownFrames.labels(movie)
    #expect(labels.prefix(4) == ["01:00:00:00", "01:00:00:01", "01:00:00:01", "01:00:00:02"])
    try Tool.run(["extract", "timecode", movie.path] + format).stdout.write(to: list)
    let rate = format == ["--frames"] ? ["--rate", "25"] : []
    let run = try Tool.run(
      [
        "insert", "timecode", movie.path, "--segments", list.path, "--replace", "-o", output.path,
      ] + rate)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try ShownFrames.labels(output) == labels)
  }

  /// The IDs of a document are those of the movie that it describes. In a proxy they can be those of sound.
  @Test func tracksOfAProxy() throws {
    let work = try Stamping()
    let (list, proxy, output) = (work["reel.json"], work["proxy.mov"], work["out.mov"])
    let original = Stamping.media.appending(path: "timecode/25-reel.mov").path
    try Tool.run(["extract", "timecode", original]).stdout.write(to: list)
    // Sound is track 1, and the video track 2.
    let made = try Tool.run([
      "insert", "track", Stamping.media.appending(path: "sound/pcm-s16.mov").path, "--from",
      Stamping.media.appending(path: "rates/25.mov").path, "-o", proxy.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    let two = Stamping.media.appending(path: "camera/two-video-tracks.mov").path
    for (movie, options, expected) in [
      (proxy.path, [], [2]), (two, [], [1]), (two, ["--track", "2"], [2]),
    ] as [(String, [String], [Int])] {
      let run = try Tool.run(
        [
          "insert", "timecode", movie, "--segments", list.path, "-q", "--overwrite", "-o",
          output.path,
        ] + options)
      #expect(run.status == 0, "\(run.stderr)")
      let track = try #require(try Stamping.tracks(of: output).first)
      #expect(track["associatedTracks"] as? [Int] == expected, "\(options)")
      let form = Stamping.format(of: track)
      #expect(form["sourceName"] as? String == "A001C002")
    }
  }

  /// A negative rate shows nothing, and comes back as it is.
  @Test func negativeRates() throws {
    let work = try Stamping()
    let (movie, list, output) = (work["negative.mov"], work["list.json"], work["out.mov"])
    let made = try Tool.run([
      "edit", "atom", Stamping.media.appending(path: "timecode-handmade/multi-edit.mov").path,
      "moov/trak[1]/edts/elst", "entries[0].media_rate=-1", "-q", "-o", movie.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    func rates(_ file: URL) throws -> [Int?] {
      let track = try #require(try Stamping.tracks(of: file).first)
      return try #require(track["edits"] as? [[String: Any]]).map { $0["rate"] as? Int }
    }
    #expect(try rates(movie) == [-65536, 65536, 65536])
    try Tool.run(["extract", "timecode", movie.path]).stdout.write(to: list)
    let run = try Tool.run([
      "insert", "timecode", movie.path, "--segments", list.path, "--replace", "-q", "-o",
      output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try rates(output) == [-65536, 65536, 65536])
    #expect(try ShownFrames.labels(output) == ShownFrames.labels(movie))
  }

  /// A list that declares eight rows and has three: these are in the document.
  @Test func editsOfACutList() throws {
    let work = try Stamping()
    let source = Stamping.media.appending(path: "timecode-handmade/multi-edit.mov")
    var bytes = try Data(contentsOf: source)
    let list = try #require(bytes.range(of: Data("elst".utf8), options: .backwards))
    #expect(bytes[list.upperBound + 7] == 3)
    bytes[list.upperBound + 7] = 8
    try bytes.write(to: work["cut.mov"])
    func edits(_ file: URL) throws -> [[String: Any]] {
      try #require(try Stamping.tracks(of: file).first?["edits"] as? [[String: Any]])
    }
    #expect(try edits(work["cut.mov"]).count == 3)
    #expect(try edits(work["cut.mov"]) as NSArray == edits(source) as NSArray)
  }

  private static func withColons(_ text: Substring) -> String {
    text.replacingOccurrences(of: ";", with: ":")
  }

  /// What is read as another quanta, or with a flag that means nothing at its rate, comes back as it is shown.
  @Test(arguments: [
    ("timecode/60.mov", ["--quanta", "30"]),
    ("timecode-handmade/23976-drop-flag.mov", ["--frames", "--format", "csv"]),
    ("timecode-handmade/23976-drop-flag.mov", ["--format", "csv"]),
  ])
  func otherCounts(name: String, options: [String]) throws {
    let work = try Stamping()
    let source = Stamping.media.appending(path: name).path
    let list = work["list"]
    let said = try Tool.run(["-q", "extract", "timecode", source] + options)
    #expect(!said.text.contains(",yes,"))
    try said.stdout.write(to: list)
    let output = work["out.mov"]
    let run = try Tool.run([
      "-q", "insert", "timecode", source, "--segments", list.path, "--replace", "-o", output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    func text(_ file: String, _ options: [String]) throws -> String {
      try Tool.run(["-q", "extract", "timecode", "--format", "txt", file] + options).text
    }
    let quanta = options.first == "--quanta" ? options : []
    #expect(
      try text(output.path, []).split(separator: ",").first.map(Self.withColons)
        == text(source, quanta).split(separator: ",").first.map(Self.withColons))
  }

  /// Segments, empty edits, counters and several descriptions come back, on files of all makers.
  @Test func identityOnEveryFile() throws {
    var (same, refused) = (0, 0)
    let own = try Media.all().map { Media.root.appending(path: $0) }
    for source in own + SharedMedia.movies(upTo: 60_000) {
      let said = try Tool.run(["-q", "extract", "timecode", source.path])
      guard said.status == 0, said.text.contains(#""trackID":"#) else { continue }
      let work = try Stamping()
      let (list, output) = (work["list.json"], work["out." + source.pathExtension])
      try said.stdout.write(to: list)
      let run = try Tool.run([
        "-q", "insert", "timecode", source.path, "--segments", list.path, "--replace", "-o",
        output.path,
      ])
      guard run.status == 0 else {
        // No sample of it can be read, or its timescale is 0.
        #expect(run.status == 1, "\(source.path): \(run.stderr)")
        let isOurs = source.path.hasPrefix(Media.root.path)
        #expect(isOurs, "\(source.path): \(run.stderr)")
        refused += 1
        continue
      }
      func tracks(_ file: URL) throws -> [[String: AnyHashable]] {
        try Stamping.tracks(of: file).map { track in
          var track = track
          // Several tracks get new IDs.
          track["trackID"] = nil
          return track.compactMapValues { $0 as? AnyHashable }
        }
      }
      #expect(try tracks(output) == tracks(source), "\(source.path)")
      same += 1
    }
    print("timecode of \(same) files read back from their lists, \(refused) refused")
    #expect(same > 60)
    #expect(refused < 10)
  }

  /// swift-timecode#76 asks for several timecodes in one track, vrecord#1020 for the jumps of a tape.
  @Test(arguments: [
    "Movie Time,Timecode,Reel\n0/1,01:00:00:00,A001\n1/1,02:00:00:00,B002\n",
    """
    TITLE: X
    FCM: NON-DROP FRAME

    001  A001     V     C        01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00
    002  B002     V     C        02:00:00:00 02:00:01:00 00:00:01:00 00:00:02:00

    """,
  ])
  func jumpsBecomeSegments(text: String) throws {
    let work = try Stamping()
    let list = work["list"]
    try Data(text.utf8).write(to: list)
    let output = work["out.mov"]
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
      list.path, "-o", output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    let track = try #require(try Stamping.tracks(of: output).first)
    let segments = track["segments"] as? [[String: Any]] ?? []
    #expect(segments.map { $0["timecode"] as? String } == ["01:00:00:00", "02:00:00:00"])
    let formats = track["formats"] as? [[String: Any]] ?? []
    #expect(formats.map { $0["sourceName"] as? String } == ["A001", "B002"])
  }

  /// The first of 25 frames is shown at 0.08 s. What says nothing of the movie's time means that frame.
  @Test(arguments: [
    ("Heading\nFPS\t25\nColumn\nName\tStart\nData\nno-edit-list\t10:00:00:00\n", "00"),
    (
      "Heading\nFPS\t25\nColumn\nName\tStart\tEnd\nData\nx\t10:00:00:00\t10:00:01:00\n", "00"
    ),
    ("File Name,Start TC\nno-edit-list.mov,10:00:00:00\n", "00"),
    ("Record In,Start TC\n01:00:00:00,10:00:00:00\n", "00"),
    ("001  AX V C 10:00:00:00 10:00:01:00 01:00:00:00 01:00:01:00\n", "00"),
    // Two frames of black are before it.
    (
      "001  BL V C 00:00:00:00 00:00:00:02 00:00:00:00 00:00:00:02\n"
        + "002  AX V C 10:00:00:00 10:00:01:00 00:00:00:02 00:00:01:02\n", "00"
    ),
    ("Time,TC\n0,10:00:00:00\n", "02"), ("Time,TC\n0.08,10:00:00:00\n", "00"),
  ])
  func fromTheFirstFrame(text: String, frame: String) throws {
    let work = try Stamping()
    let (list, output) = (work["list"], work["out.mov"])
    try Data(text.utf8).write(to: list)
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "edits/no-edit-list.mov").path,
      "--segments", list.path, "-o", output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(!run.stderr.contains("the segment"), "\(run.stderr)")
    let labels = try ShownFrames.labels(output)
    #expect(labels.first == "10:00:00:\(frame)" && !labels.contains("none"), "\(text)")
  }

  /// Lists of a movie whose video begins late, and with it the timecode, come back into it.
  @Test(arguments: ["json", "csv", "edl", "ale"])
  func listsOfALateVideo(format: String) throws {
    let work = try Stamping()
    let stamped = try work.stamp("edits/no-edit-list.mov", "10:00:00:00")
    let (list, output) = (work["list"], work["out.mov"])
    try Tool.run(["-q", "extract", "timecode", "--format", format, stamped.path]).stdout
      .write(to: list)
    let run = try Tool.run([
      "insert", "timecode", stamped.path, "--replace", "--segments", list.path, "-o", output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    let labels = try ShownFrames.labels(output)
    #expect(labels.count == 25 && labels.first == "10:00:00:00" && labels.last == "10:00:00:24")
  }

  @Test(arguments: [
    (["--start", "01:00:00:00"], "cannot be used together", Int32(2)),
    (["--reel", "A"], "cannot be used together", 2),
    ([], "line 1: there is no column of timecode", 1),
  ])
  func refused(options: [String], message: String, status: Int32) throws {
    let work = try Stamping()
    let list = work["list"]
    try Data("nothing\n".utf8).write(to: list)
    let run = try Tool.run(
      [
        "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
        list.path, "--dry-run",
      ] + options)
    #expect(run.status == status, "\(run.stderr)")
    #expect(run.stderr.contains(message), "\(run.stderr)")
  }

  /// `list` has a form that is a list of segments. The others name it, also the table.
  @Test(arguments: ["--ale", "--csv", "--json", "--quiet"]) func listOfClips(form: String) throws {
    let work = try Stamping()
    let (clip, list, output) = (work["25.mov"], work["list"], work["out.mov"])
    try FileManager.default.copyItem(
      at: Stamping.media.appending(path: "timecode/25.mov"), to: clip)
    try Tool.run(["list", clip.path, form]).stdout.write(to: list)
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
      list.path, "-o", output.path,
    ])
    guard form != "--ale" else {
      #expect(run.status == 0, "\(run.stderr)")
      return #expect(try ShownFrames.labels(output).first == ShownFrames.labels(clip).first)
    }
    #expect(run.status == 1 && run.stderr.contains("'movtool list --ale'"), "\(run.stderr)")
  }

  /// What of a list is not in the movie, and what of the movie is not in the list: 4 s at 25 frames per second.
  @Test(arguments: [
    (
      "Time,Timecode\n0,11:00:00:00\n4,10:00:00:00\n",
      "1 of 2 segments begins after the end of the video at 4 s, and is left out"
    ),
    (
      "Time,Duration,Timecode\n0,1,11:00:00:00\n",
      "the segments end at 1 s and the video at 4 s, so the last frames have no timecode"
    ),
    (
      "Timecode,End Timecode\n11:00:00:00,11:00:10:00\n",
      "the last segment ends at 10 s, after the video, which ends at 4 s"
    ),
    // The last of 100 frames instead of the one after it, and what is more than a frame.
    (
      "Timecode,End Timecode\n11:00:00:00,11:00:03:24\n",
      "so the last frame has no timecode: the end of a row must be the label after its last frame; if the list gives"
    ),
    (
      "Timecode,End Timecode\n11:00:00:00,11:00:03:23\n",
      "the segments end at 3.92 s and the video at 4 s, so the last frames have no timecode"
    ),
    (
      "Timecode,Duration\n11:00:00:00,3.96\n",
      "the segments end at 3.96 s and the video at 4 s, so the last frames have no timecode"
    ),
    (
      "Heading\nFPS\t25\nColumn\nName\tStart\tEnd\nData\n25.mov\t11:00:00:00\t11:00:03:24\n",
      "so the last frame has no timecode: the end of a row must be the label after its last frame"
    ),
    ("Timecode,Rate\n11:00:00:00,23.976\n", "the new timecode counts 23.976 frames per second"),
    ("Timecode\n11:00:00:00\n", nil), ("Time,Duration,Timecode\n0,4,11:00:00:00\n", nil),
  ])
  func whatDoesNotFit(text: String, message: String?) throws {
    let work = try Stamping()
    let list = work["list"]
    try Data(text.utf8).write(to: list)
    let run = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
      list.path, "-o", work["out.mov"].path,
    ])
    #expect(run.status == 0)
    if let message {
      #expect(run.stderr.contains(message), "\(run.stderr)")
    } else {
      #expect(run.stderr.isEmpty, "\(run.stderr)")
    }
  }

  /// A movie's ticks make it end a little later than its last frame. What begins there is no timecode of a
  /// frame.
  @Test func nothingAfterTheLastFrame() throws {
    guard let ffmpeg = MediaTools.program("ffmpeg") else { return }
    let work = try Stamping()
    let (movie, list, output) = (work["31.mov"], work["list"], work["out.mov"])
    let made = try Tool.execute(
      ffmpeg,
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x36:r=30000/1001",
        "-frames:v", "31", "-c:v", "mjpeg", movie.path,
      ])
    try #require(made.status == 0, "\(made.stderr)")
    try Data("Time,Timecode\n0,10:00:00:00\n31031/30000,20:00:00:00\n".utf8).write(to: list)
    let run = try Tool.run([
      "insert", "timecode", movie.path, "--segments", list.path, "-o", output.path,
    ])
    #expect(run.status == 0, "\(run.stderr)")
    let segments = try Stamping.tracks(of: output).first?["segments"] as? [[String: Any]] ?? []
    #expect(segments.map { $0["lastTimecode"] as? String } == ["10:00:01:00"])
  }

  /// No list makes the tool crash, however it is damaged.
  @Test func damagedLists() throws {
    let source = Stamping.media.appending(path: "timecode-handmade/multi-sample.mov")
    let whole = try Tool.run(["extract", "timecode", source.path]).stdout
    let work = try Stamping()
    let list = work["list"]
    for (index, byte) in ["0", "9", "-", "\"", "}", ","].enumerated() {
      for place in stride(from: index, to: whole.count, by: 97) {
        var damaged = whole
        damaged[damaged.startIndex + place] = Data(byte.utf8)[0]
        try damaged.write(to: list)
        let run = try Tool.run([
          "-q", "insert", "timecode", source.path, "--segments", list.path, "--replace",
          "--dry-run",
        ])
        #expect([0, 1].contains(run.status), "\(place): \(run.stderr)")
      }
    }
  }
}
