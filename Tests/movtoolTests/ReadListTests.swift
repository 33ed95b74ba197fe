import Foundation
import MovKit
import Testing

@testable import movtool

/// One list of segments that is read once, for many movies.
@Suite struct ReadListTests {
  private static func context(_ name: String) -> SegmentList.Context {
    var context = SegmentList.Context(
      movieName: name, videoRate: CountingRate("25"), rate: nil)
    context.isOneOfSeveral = true
    return context
  }

  /// The first labels of what a list says of a movie, or why it says nothing.
  private static func said(_ list: ReadList, of name: String) -> String {
    do throws(SegmentListError) {
      return try list.segments(for: context(name)).runs.map { "\($0.start)" }.joined(separator: " ")
    } catch { return error.description }
  }

  // MARK: Many movies

  /// A list of the clips of a day has as many rows as there are movies. Each movie takes its own without a look at all
  /// others, which would take minutes.
  @Test(
    .timeLimit(.minutes(1)), arguments: ["csv", "ale", "edl", "edl of files", "json", "lines"])
  func manyMovies(form: String) throws {
    let count = 8000
    /// Two digits.
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    func start(_ index: Int) -> String {
      "\(two(index / 3600)):\(two(index / 60 % 60)):\(two(index % 60)):00"
    }
    func row(_ index: Int) -> String {
      let name = "A\(index)C.mov"
      switch form {
      case "csv": return "card/\(name),\(start(index))\n"
      case "ale": return "\(name)\t\(start(index))\t\(start(index + 1))\tR1\n"
      case "edl", "edl of files":
        let comment = form == "edl" ? "FROM CLIP NAME" : "SOURCE FILE"
        return """
          001 R1 V C \(start(index)) \(start(index + 1)) \(start(index)) \(start(index + 1))
          * \(comment): \(name)

          """
      case "lines":
        return
          #"{"file":"\#(name)","movieTime":{"value":0,"timescale":25},"timecode":"\#(start(index))"}"#
          + "\n"
      default:
        return """
          {"schema":"urn:movtool:timecode:1","file":"\(name)","tracks":[{"trackID":2,"timescale":25,
          "associatedTracks":[1],"formats":[{"type":"tmcd","frameDuration":{"value":1,"timescale":25},
          "frameQuanta":25,"flags":{"value":2},"sourceName":null}],"samples":[{"format":0,
          "mediaTime":{"value":0,"timescale":25},"duration":{"value":25,"timescale":25},"value":\(index * 25)}],
          "segments":[{"movieTime":{"value":0,"timescale":25},"duration":{"value":25,"timescale":25},
          "format":0,"frameNumber":\(index * 25)}]}]}

          """
      }
    }
    let heading =
      switch form {
      case "csv": "File,Timecode\n"
      case "ale": "Heading\nFPS\t25\n\nColumn\nName\tStart\tEnd\tTape\n\nData\n"
      case "edl", "edl of files": "TITLE: A day\n"
      default: ""
      }
    let list = ReadList(Array((heading + (0..<count).map(row).joined()).utf8))
    for index in 0..<count {
      #expect(Self.said(list, of: "proxies/a\(index)c_proxy.mp4") == start(index))
    }
    let other = Self.said(list, of: "A8000C.mov")
    // An EDL that names only files can be that of the movie.
    #expect(form == "edl of files" || other.hasPrefix("no row is for 'A8000C.mov': "), "\(other)")
  }

  // MARK: Names

  /// A name is found however it is like that of the movie.
  @Test(arguments: [
    ("a.mov", "'a.mov' can be 'day1/a.mov' or 'day2/a.mov' of the list; name it with its folder, "),
    ("x/day2/a.mov", "02:00:00:00"),
    ("day1/a.mp4", "01:00:00:00"),
    // The whole name counts more than the same without the extension.
    ("B.MOV", "03:00:00:00"),
    ("b.mxf", "04:00:00:00"),
    ("b_proxy.mov", "'b_proxy.mov' can be"),
    // Both ways to write an umlaut, and a sign whose small letter is that of another.
    ("a\u{308}.mov", "05:00:00:00"),
    ("\u{C4}.MP4", "05:00:00:00"),
    ("k.mov", "06:00:00:00"),
    (".hidden", "07:00:00:00"),
    ("two.dots.mov", "08:00:00:00"),
    (
      "two.mov",
      "no row is for 'two.mov': the list names 'day1/a.mov', 'day2/a.mov', 'b.mov' and others"
    ),
    ("b", "'b' can be"),
    ("", "no row is for ''"),
  ])
  func names(movie: String, expected: String) {
    let text = """
      file,timecode
      day1/a.mov,01:00:00:00
      day2/a.mov,02:00:00:00
      b.mov,03:00:00:00
      ,09:00:00:00
      card\\B.mxf,04:00:00:00
      \u{E4}.mov,05:00:00:00
      \u{212A}.mov,06:00:00:00
      .hidden,07:00:00:00
      two.dots.mxf,08:00:00:00
      """
    let said = Self.said(ReadList(Array(text.utf8)), of: movie)
    #expect(said.hasPrefix(expected), "\(said)")
  }

  /// What cannot be read at all is so for each movie, and what is wrong with a row for the movie of that row only.
  @Test func problems() {
    let csv = ReadList(Array("file,timecode\na,01:00:00:00\nb,x\n\"c,02:00:00:00\n".utf8))
    for name in ["a", "b", "d"] {
      #expect(Self.said(csv, of: name) == "line 4: the quotes of a field do not end")
    }
    let rows = ReadList(Array("file,timecode\na,01:00:00:00\n\nb,x\nc,02:00:00:00\n".utf8))
    #expect(Self.said(rows, of: "a") == "01:00:00:00")
    #expect(Self.said(rows, of: "b").hasPrefix("line 4: 'x' is not a timecode"))
    #expect(Self.said(rows, of: "c") == "02:00:00:00")
    // Without names, all rows are for each movie.
    let unnamed = ReadList(Array("time,timecode\n0,01:00:00:00\n1,02:00:00:00\n".utf8))
    for name in ["a", "b"] { #expect(Self.said(unnamed, of: name) == "01:00:00:00 02:00:00:00") }
  }

  /// A document whose start was changed is so for its own movie only.
  @Test func documentsOfOthers() {
    func document(_ file: String, start: String) -> String {
      """
      {"schema":"urn:movtool:timecode:1","file":"\(file)","tracks":[{"trackID":2,"timescale":25,
      "associatedTracks":[1],"start":"\(start)","formats":[{"type":"tmcd",
      "frameDuration":{"value":1,"timescale":25},"frameQuanta":25,"flags":{"value":2},"sourceName":null}],
      "samples":[{"format":0,"mediaTime":{"value":0,"timescale":25},"duration":{"value":25,"timescale":25},
      "value":90000}],"segments":[{"movieTime":{"value":0,"timescale":25},
      "duration":{"value":25,"timescale":25},"format":0,"frameNumber":90000}],"edits":[]}]}

      """
    }
    let list = ReadList(
      Array((document("a", start: "01:00:00:00") + document("b", start: "02:00:00:00")).utf8))
    #expect(Self.said(list, of: "a") == "01:00:00:00")
    #expect(
      Self.said(list, of: "b").hasPrefix(
        "line 8: the start is 02:00:00:00, but the first segment says 01:00:00:00"))
  }

  /// Rows without a name of two movies in a log are for neither, and one row is for both.
  @Test func logWithoutNames() {
    let heading = "Heading\nFPS\t25\n\nColumn\nStart\tEnd\n\nData\n"
    let one = ReadList(Array((heading + "01:00:00:00\t01:00:01:00\n").utf8))
    for name in ["a", "b"] { #expect(Self.said(one, of: name) == "01:00:00:00") }
    let two = ReadList(
      Array((heading + "01:00:00:00\t01:00:01:00\n02:00:00:00\t02:00:01:00\n").utf8))
    for name in ["a", "b"] {
      #expect(Self.said(two, of: name) == "the log has several rows, and none names '\(name)'")
    }
  }

  /// A list without names is the same for all movies that count in the same way, and is not read for each of them.
  @Test(.timeLimit(.minutes(1))) func framesForManyMovies() throws {
    let rows = (0..<10_000).map { index in
      let (second, frame) = (index / 25, index % 25)
      let label = [second / 60, second % 60, frame].map { $0 < 10 ? "0\($0)" : "\($0)" }
      return "\(index)/25,01:\(label.joined(separator: ":"))\n"
    }
    let list = ReadList(Array(("time,timecode\n" + rows.joined()).utf8))
    for index in 0..<4000 { #expect(Self.said(list, of: "\(index).mov") == "01:00:00:00") }
    // At twice the rate, the labels do not count on from row to row.
    var context = Self.context("50.mov")
    context.videoRate = CountingRate("50")
    let runs = try list.segments(for: context).runs
    #expect(runs.first?.format.frameDuration == MediaTime(value: 1, timescale: 50))
    #expect(runs.count == 10_000)
  }

  /// Lines of frames are read in their order: what is wrong with a line of the movie comes before what is wrong
  /// with the text after it.
  @Test func lines() {
    func line(_ file: String?, _ timecode: String, at time: Int = 0) -> String {
      let member = file.map { #""file":"\#($0)","# } ?? ""
      return
        #"{\#(member)"movieTime":{"value":\#(time),"timescale":25},"timecode":"\#(timecode)"}"#
        + "\n"
    }
    let damaged = ReadList(
      Array((line("a", "01:00:00:00") + line("b", "x") + line("c", "02:00:00:00") + "{").utf8))
    #expect(Self.said(damaged, of: "b") == "line 2: expected a timecode")
    for name in ["a", "c", "d"] {
      #expect(Self.said(damaged, of: name).hasPrefix("line 4: expected a name"), "\(name)")
    }
    // The name of the second line is more like that of the movie, but the first is wrong.
    let better = ReadList(Array((line("a.mxf", "x") + line("a.mov", "01:00:00:00")).utf8))
    #expect(Self.said(better, of: "a.mov") == "line 1: expected a timecode")
    // Lines without a file are about any movie.
    let unnamed = ReadList(
      Array((line(nil, "01:00:00:00") + line(nil, "02:00:00:00", at: 25)).utf8))
    for name in ["a", "b"] { #expect(Self.said(unnamed, of: name) == "01:00:00:00 02:00:00:00") }
    let mixed = ReadList(
      Array((line("a", "01:00:00:00") + line(nil, "02:00:00:00", at: 25)).utf8))
    #expect(Self.said(mixed, of: "a") == "01:00:00:00 02:00:00:00")
    #expect(Self.said(mixed, of: "b") == "no row is for 'b': the list names 'a'")
  }

  /// The speed of an event matters for the movies whose rate is another, and the line that says it is named.
  @Test func speeds() throws {
    let list = ReadList(
      Array(
        """
        001 A V C 01:00:00:00 01:00:01:00 01:00:00:00 01:00:01:00
        M2 A 030.0 01:00:00:00
        M2 A 050.0 01:00:00:00
        """.utf8))
    func said(_ rate: String) throws -> String {
      var context = Self.context("clip.mov")
      context.videoRate = CountingRate(rate)
      do throws(SegmentListError) {
        return try list.segments(for: context).runs.map { "\($0.start)" }.joined()
      } catch { return error.description }
    }
    #expect(try said("30").hasPrefix("line 3: the event is played at 50 frames per second"))
    #expect(try said("50").hasPrefix("line 2: the event is played at 30 frames per second"))
    #expect(try said("25").hasPrefix("line 2: the event is played at 30 frames per second"))
  }

  // MARK: The tool

  /// What is wrong with a row, and what is noted, comes with the movie of the row, and the movies come in their order.
  @Test(arguments: [
    (
      "l.csv",
      "file,timecode,reel\na.mov,01:00:00:00,A\nb.mov,nonsense,B\nc.mov,03:00:00:00,C\n"
        + "c.mxf,03:30:00:00,C2\n",
      """
      movtool: l.csv: line 3: 'nonsense' is not a timecode: expected HH:MM:SS:FF, or HH:MM:SS;FF for drop frame
      movtool: l.csv: no row is for 'in/d.mov': the list names 'a.mov', 'b.mov', 'c.mov' and others

      """
    ),
    (
      "l.ale",
      "Heading\nFIELD_DELIM\tTABS\nFPS\t25\n\nColumn\nName\tTape\tStart\tEnd\n\nData\n"
        + "a\tA\t01:00:00:00\t01:00:04:00\nb.mov\tB\tnonsense\t\nc.mov\tC\t03:00:00:00\t03:00:02:00\n"
        + "c.mov\tC2\t03:30:00:00\t03:30:02:00\n",
      """
      movtool: l.ale: line 10: the start 'nonsense' is not a timecode
      movtool: in/c_Proxy.mov: warning: the log has 2 rows for the movie; they follow each other without gaps [segments-read]
      movtool: l.ale: no row is for 'in/d.mov': the list names 'a', 'b.mov', 'c.mov'

      """
    ),
    (
      "l.edl",
      """
      TITLE: T
      001 A V C 01:00:00:00 01:00:04:00 01:00:00:00 01:00:04:00
      * FROM CLIP NAME: a.mov
      002 B V C 02:00:00:00 02:00:04:00 01:00:04:00 01:00:08:00
      M2 B 050.0 02:00:00:00
      * FROM CLIP NAME: B.MOV
      003 C V D 010 03:00:00:00 03:00:04:00 01:00:08:00 01:00:12:00
      * FROM CLIP NAME: c.mov

      """,
      """
      movtool: in/a.mov: warning: 1 of 3 events is of 'a.mov'; the others are not used, and the first of these is taken for its beginning [segments-read]
      movtool: l.edl: line 5: the event is played at 50 frames per second, and the movie has 25; timecode that runs at another speed cannot be written from an EDL
      movtool: in/c_Proxy.mov: warning: line 7: the transition is read as a cut at its beginning [segments-read]
      movtool: in/c_Proxy.mov: warning: 1 of 3 events is of 'c.mov'; the others are not used, and the first of these is taken for its beginning [segments-read]
      movtool: l.edl: no row is for 'in/d.mov': the list names 'a.mov', 'B.MOV', 'c.mov'

      """
    ),
    (
      "l.json",
      """
      {"file":"x/a.mov","movieTime":{"value":0,"timescale":25},"timecode":"01:00:00:00"}
      {"file":"x/a.mov","movieTime":{"value":1,"timescale":25},"timecode":"01:00:00:01"}
      {"file":"x/b.mov","movieTime":{"value":0,"timescale":25},"timecode":"02:00:00:00"}
      {"file":"x/b.mov","movieTime":{"value":1,"timescale":25},"timecode":"nonsense"}
      {"file":"x/c.mov","movieTime":{"value":0,"timescale":25},"timecode":"03:00:00:00"}

      """,
      """
      movtool: l.json: line 4: expected a timecode
      movtool: l.json: no row is for 'in/d.mov': the list names 'x/a.mov', 'x/b.mov', 'x/c.mov'

      """
    ),
  ])
  func messages(name: String, text: String, expected: String) throws {
    let work = try Stamping()
    try FileManager.default.createDirectory(at: work["in"], withIntermediateDirectories: false)
    for movie in ["a", "b", "c_Proxy", "d"] {
      _ = try work.copy("rates/25.mov", as: "in/\(movie).mov")
    }
    try Data(text.utf8).write(to: work[name])
    for jobs in ["1", "3"] {
      let run = try Tool.run(
        [
          "insert", "timecode", "in", "--segments", name, "-o", "out\(jobs)/", "--jobs", jobs,
        ], cwd: work.folder)
      #expect(run.status == 1)
      #expect(run.stderr == expected)
      for (movie, start) in [("a", "01:00:00:00"), ("c_Proxy", "03:00:00:00")] {
        let output = work["out\(jobs)/\(movie).mov"]
        #expect(try Stamping.tracks(of: output).first?["start"] as? String == start)
      }
    }
  }

  // MARK: What is read once

  /// What another program writes in the meantime is not seen, so all movies get the same.
  @Test func readOnce() throws {
    let work = try Stamping()
    let file = work["list"]
    let list = ReadOnce(FilePath(file.path)) { try $0.read(at: 0, count: Int($0.size)) }
    let missing = work["missing"]
    let none = ReadOnce(FilePath(missing.path)) { try $0.read(at: 0, count: Int($0.size)) }
    try Data("one".utf8).write(to: file)
    #expect(try list.value == Array("one".utf8))
    func failure() -> Failure? {
      do throws(Failure) {
        _ = try none.value
        return nil
      } catch { return error }
    }
    let first = try #require(failure())
    #expect(first == .problem("no such file or directory", file: FilePath(missing.path)))
    for name in [file, missing] { try Data("another".utf8).write(to: name) }
    #expect(try list.value == Array("one".utf8))
    #expect(failure() == first)
  }

  /// A list that cannot be read is said for each movie.
  @Test func missingList() throws {
    let work = try Stamping()
    for name in ["a.mov", "b.mov"] { _ = try work.copy("rates/25.mov", as: name) }
    let run = try Tool.run(
      ["insert", "timecode", "a.mov", "b.mov", "--segments", "none", "-o", "out/"],
      cwd: work.folder)
    let line = "movtool: none: no such file or directory\n"
    #expect(run.status == 1 && run.stderr == line + line, "\(run.stderr)")
  }

  /// Two movies of one rate and one of another are given the time of day of one recording, each counted in its own
  /// frames.
  @Test func oneRecordingForMoviesOfTwoRates() throws {
    let work = try Stamping()
    for (name, source) in [("a.mov", "25"), ("b.mov", "50"), ("c.mov", "25")] {
      _ = try work.copy("rates/\(source).mov", as: name)
    }
    // 10:00:00.5 by the clock of a recorder at 48 kHz, and 4 s of silence.
    var bext = [UInt8](repeating: 0, count: 602)
    let samples = UInt64(36000) * 48000 + 24000
    for index in 0..<8 { bext[338 + index] = UInt8(truncatingIfNeeded: samples >> (8 * index)) }
    func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(type.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }
    let format: [UInt8] = [1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0x00, 0x77, 1, 0, 2, 0, 16, 0]
    let wave = chunk(
      "RIFF",
      Array("WAVE".utf8) + chunk("bext", bext) + chunk("fmt ", format)
        + chunk("data", [UInt8](repeating: 0, count: 4 * 96000)))
    try Data(wave).write(to: work["sound.wav"])
    let run = try Tool.run(
      [
        "insert", "timecode", "a.mov", "b.mov", "c.mov", "--from", "sound.wav", "-o", "out/",
        "--jobs", "1",
      ], cwd: work.folder)
    #expect(run.status == 0, "\(run.stderr)")
    for (name, start) in [("a", "10:00:00:12"), ("b", "10:00:00:25"), ("c", "10:00:00:12")] {
      let tracks = try Stamping.tracks(of: work["out/\(name).mov"])
      #expect(tracks.first?["start"] as? String == start, "\(name)")
      #expect(run.stderr.contains("movtool: sound.wav: "), "\(run.stderr)")
    }
  }

  /// An atom of a file is put into each movie of a folder.
  @Test(arguments: ["atom.bin", "atom.json"]) func oneAtomForMovies(name: String) throws {
    let work = try Stamping()
    try FileManager.default.createDirectory(at: work["in"], withIntermediateDirectories: false)
    for movie in ["a.mov", "b.mov"] { _ = try work.copy("rates/25.mov", as: "in/\(movie)") }
    let atom: [UInt8] = [0, 0, 0, 12] + Array("zzzz".utf8) + [1, 2, 3, 4]
    let text = #"{"type":"zzzz","bytes":"01020304"}"#
    try Data(name == "atom.bin" ? atom : Array(text.utf8)).write(to: work[name])
    let run = try Tool.run(
      ["insert", "atom", "in", "moov", name, "-o", "out/"], cwd: work.folder)
    #expect(run.status == 0, "\(run.stderr)")
    for movie in ["a.mov", "b.mov"] {
      let written = try Tool.run(
        ["extract", "atom", "out/\(movie)", "moov/zzzz"], cwd: work.folder)
      #expect(Array(written.stdout) == atom, "\(written.stderr)")
    }
  }
}
