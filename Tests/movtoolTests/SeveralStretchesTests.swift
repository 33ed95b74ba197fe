import Foundation
import TestSupport
import Testing

/// Timecode of several stretches, with other reels or counted in other ways, as joined takes have it. The movies of
/// `rates` last four seconds, so at 25 frames a second the second of two begins at 4 s, with frame 100.
@Suite struct SeveralStretchesTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// Joins takes: each a movie, a start and options of `insert timecode`.
  private func join(_ takes: [[String]], as name: String) throws -> URL {
    var files: [String] = []
    for take in takes {
      let file = work["take\(files.count)-\(name)"].path
      let source = Stamping.media.appending(path: "rates/\(take[0]).mov").path
      try run(
        ["insert", "timecode", source, "--start", take[1], "-o", file, "-q"] + take.dropFirst(2))
      files.append(file)
    }
    try run(["join"] + files + ["-o", work[name].path, "-q"])
    return work[name]
  }

  @discardableResult
  private func run(_ arguments: [String], status: Int32 = 0) throws -> Tool.Result {
    let result = try Tool.run(arguments, cwd: work.folder)
    try #require(result.status == status, "\(arguments): \(result.text)\(result.stderr)")
    return result
  }

  /// The first label of each stretch.
  private func starts(_ file: URL) throws -> [String] {
    let segments = try Stamping.tracks(of: file).first?["segments"] as? [[String: Any]]
    return (segments ?? []).compactMap { $0["timecode"] as? String }
  }

  private func compared(
    _ original: URL, _ proxy: URL, status: Int32 = 1
  ) throws -> [String: Any] {
    let result = try run(
      ["diff", "--timecode", "--json", original.path, proxy.path], status: status)
    let line = result.text.split(separator: "\n").first.map { Data($0.utf8) } ?? Data()
    return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
  }

  private func expectSame(_ original: URL, afterRunning command: Any?) throws {
    let command = try #require(command as? String)
    let result = try Tool.shell(
      command.replacingOccurrences(of: "movtool ", with: "\"$TOOL\" ")
        .replacingOccurrences(of: " OUT", with: " mended.mov --overwrite"), cwd: work.folder)
    try #require(result.status == 0, "\(command): \(result.stderr)")
    #expect(try compared(original, work["mended.mov"], status: 0)["status"] as? String == "same")
  }

  // MARK: diff

  @Test func reelsOfAllStretchesAreCompared() throws {
    let original = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "20:00:00:00", "--reel", "B"]], as: "a.mov")
    let proxy = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "20:00:00:00", "--reel", "A"]], as: "b.mov")
    let line = try compared(original, proxy)
    #expect(line["differences"] as? [String] == ["reel"])
    let runs = try #require(line["runs"] as? [[String: Any]])
    #expect(runs.count == 1 && runs[0]["index"] as? Int == 1)
    #expect((runs[0]["original"] as? [String: Any])?["reel"] as? String == "B")
    #expect((runs[0]["proxy"] as? [String: Any])?["reel"] as? String == "A")
    let programs = (line["breaks"] as? [[String: Any]])?.compactMap { $0["program"] as? String }
    #expect(programs == ["Avid Media Composer"])
    let text = try run(["diff", "--timecode", original.path, proxy.path], status: 1).text
    #expect(
      text.contains(
        "run 2: 20:00:00:00 (reel 'B') at 00:00:04.000, 20:00:00:00 (reel 'A') at 00:00:04.000\n"),
      "\(text)")
    try expectSame(original, afterRunning: line["command"])
  }

  /// The proxy counts on, and the original does so with another reel.
  @Test func stretchThatOnlyOneHas() throws {
    let original = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "10:00:04:00", "--reel", "B"]], as: "a.mov")
    let proxy = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "10:00:04:00", "--reel", "A"]], as: "b.mov")
    #expect(try compared(original, proxy)["differences"] as? [String] == ["reel", "runs"])
  }

  /// At an hour, drop frame has skipped 108 labels.
  @Test(arguments: ["00:00:20", "01:00:00"]) func dropFrameOfAllStretchesIsCompared(
    second: String
  ) throws {
    let original = try join([["2997", "00:00:10;00"], ["2997", "\(second);00"]], as: "a.mov")
    let proxy = try join([["2997", "00:00:10;00"], ["2997", "\(second):00"]], as: "b.mov")
    let line = try compared(original, proxy)
    #expect(line["differences"] as? [String] == ["drop-frame"])
    let programs = (line["breaks"] as? [[String: Any]])?.compactMap { $0["program"] as? String }
    #expect(programs?.contains("DaVinci Resolve") == true)
    try expectSame(original, afterRunning: line["command"])
  }

  /// What begins after the end of a proxy is not missing in it.
  @Test func stretchesAfterTheEnd() throws {
    let original = try join([["25", "10:00:00:00"], ["25", "20:00:00:00"]], as: "a.mov")
    let proxy = work["b.mov"]
    try run(["cut", original.path, "--to", "4", "-o", proxy.path])
    let line = try compared(original, proxy)
    #expect(line["differences"] as? [String] == ["length"])
    #expect(line["command"] is NSNull)
  }

  /// The reel of a proxy stays unless the command says that the original has none.
  @Test func reelThatTheOriginalDoesNotHave() throws {
    let original = try work.stamp("rates/25.mov", "10:00:00:00")
    let proxy = try work.stamp("rates/25.mov", "11:00:00:00", "--reel", "A")
    let line = try compared(original, proxy)
    #expect(line["differences"] as? [String] == ["start", "reel"])
    try expectSame(original, afterRunning: line["command"])
  }

  private static func take(_ start: String, _ reel: String?) -> [String] {
    ["25", start] + (reel.map { ["--reel", $0] } ?? [])
  }

  /// One reel for all stretches is no help if the original has several. None is offered if the original has a reel in one
  /// stretch only, because that of the proxy would stay in the other.
  @Test(
    arguments: [
      (["A", "B"], ["C", "B"], true), (["A", "B"], ["A", nil], true),
      (["A", nil], [nil, nil], true),
      (["A", nil], ["A", "B"], false), ([nil, "A"], ["B", "A"], false),
      ([nil, nil], ["A", "B"], true),
    ] as [([String?], [String?], Bool)])
  func reelsOfSomeStretches(original: [String?], proxy: [String?], canBeMended: Bool) throws {
    func joined(_ reels: [String?], as name: String) throws -> URL {
      try join(zip(["10:00:00:00", "20:00:00:00"], reels).map(Self.take), as: name)
    }
    let (a, b) = (try joined(original, as: "a.mov"), try joined(proxy, as: "b.mov"))
    let line = try compared(a, b)
    #expect(line["differences"] as? [String] == ["reel"])
    if canBeMended {
      try expectSame(a, afterRunning: line["command"])
    } else {
      #expect(line["command"] is NSNull, "\(line)")
    }
  }

  /// The labels of the end of an original are right, whether it is all of its second stretch or begins in the first.
  @Test(arguments: ["4", "2"]) func endOfSeveralStretches(from: String) throws {
    let original = try join(
      [Self.take("10:00:00:00", "A"), Self.take("20:00:00:00", "B")], as: "a.mov")
    try run(["cut", original.path, "--from", from, "-o", work["b.mov"].path])
    let line = try compared(original, work["b.mov"])
    #expect((line["differences"] as? [String])?.contains("start") == true)
    #expect(line["command"] is NSNull, "\(line)")
  }

  /// Both stretches differ in the same way, whatever else is not the same in them.
  @Test func stretchesThatDifferAlike() throws {
    let original = try join(
      [Self.take("10:00:00:00", "A"), Self.take("20:00:00:00", "B")], as: "a.mov")
    try run(["edit", "timecode", original.path, "--no-wrap", "-o", work["b.mov"].path])
    let line = try compared(original, work["b.mov"])
    #expect(line["differences"] as? [String] == ["wrap"])
    #expect((line["runs"] as? [Any])?.isEmpty == true)
    #expect((line["command"] as? String)?.contains("edit timecode") == true)
    try expectSame(original, afterRunning: line["command"])
  }

  /// The rate of a stretch is said as that of the movies is.
  @Test func ratesOfStretches() throws {
    let original = try join([["25", "10:00:00:00"], ["25", "11:00:00:00"]], as: "a.mov")
    let proxy = try join([["25", "10:00:00:00"], ["23976", "11:00:00:00"]], as: "b.mov")
    let text = try run(["diff", "--timecode", original.path, proxy.path], status: 1).text
    #expect(text.contains("(23.976 fps, ") && !text.contains("23.98"), "\(text)")
  }

  /// Frames that last differently long: a cut in the middle of one makes two of it.
  @Test func videoOfVaryingRate() throws {
    guard MediaTools.has("ffmpeg") else { return }
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=30:duration=6",
        "-vf", "select='lt(n,60)+not(mod(n,3))'", "-vsync", "vfr", "-c:v", "mpeg4", "-g", "300",
        work["plain.mov"].path,
      ])
    let original = work["a.mov"]
    try run([
      "insert", "timecode", work["plain.mov"].path, "--start", "10:00:00:00", "--rate", "30", "-o",
      original.path,
    ])
    try run(["cut", original.path, "--to", "4.05", "-o", work["p1.mov"].path])
    try run(["cut", original.path, "--from", "4.05", "-o", work["p2.mov"].path])
    try run(["join", work["p1.mov"].path, work["p2.mov"].path, "-o", work["b.mov"].path])
    let result = try Tool.run(
      ["diff", "--timecode", "--json", original.path, work["b.mov"].path], cwd: work.folder)
    let line = try #require(
      try JSONSerialization.jsonObject(
        with: Data((result.text.split(separator: "\n").first ?? "").utf8))
        as? [String: Any])
    #expect(["same", "different"].contains(line["status"] as? String), "\(result)")
    let differences = try #require(line["differences"] as? [String])
    #expect(!differences.contains("video-rate") && !differences.contains("length"), "\(result)")
  }

  // MARK: edit timecode

  /// An hour is as many labels at each rate, and a number of frames is that number.
  @Test(arguments: [
    (["--shift", "+01:00:00:01"], ["11:00:00:01", "11:00:00:01"]),
    (["--shift", "+30f"], ["10:00:01:05", "10:00:01:06"]),
    (["--start", "12:00:00:00"], ["12:00:00:00", "12:00:00:00"]),
  ])
  func shiftsAtDifferentRates(options: [String], expected: [String]) throws {
    let movie = try join([["25", "10:00:00:00"], ["23976", "10:00:00:00"]], as: "a.mov")
    let result = try run(["edit", "timecode", movie.path, "-o", work["b.mov"].path] + options)
    #expect(try starts(work["b.mov"]) == expected)
    #expect(
      result.stderr.contains("[timecode-shifts-differ]") == (options[0] == "--start"),
      "\(result.stderr)")
  }

  /// Four seconds from two seconds before midnight on, and the next four.
  @Test(arguments: [
    ([], ["23:59:58:00", "24:00:02:00"]),
    (["--start", "23:59:59:00"], ["23:59:59:00", "24:00:03:00"]),
    (["--shift", "-01:00:00:00"], ["22:59:58:00", "23:00:02:00"]),
  ])
  func countsOnAfterMidnight(options: [String], expected: [String]) throws {
    let movie = try join(
      [["25", "23:59:58:00", "--reel", "A"], ["25", "00:00:02:00", "--reel", "B"]], as: "a.mov")
    let new = work["b.mov"]
    try run(["edit", "timecode", movie.path, "--no-wrap", "-o", new.path] + options)
    #expect(try starts(new) == expected)
  }

  /// A jump is none of the days after.
  @Test func jumpStaysWithoutMidnight() throws {
    let movie = try join([["25", "23:59:58:00"], ["25", "00:00:03:00"]], as: "a.mov")
    let new = work["b.mov"]
    try run(["edit", "timecode", movie.path, "--no-wrap", "-o", new.path])
    #expect(try starts(new) == ["23:59:58:00", "00:00:03:00"])
  }

  @Test func reportNamesWhatChangesLater() throws {
    let movie = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "20:00:00:00", "--reel", "B"]], as: "a.mov")
    let text = try run(
      ["edit", "timecode", movie.path, "--reel", "A", "-o", work["b.mov"].path]
    ).text
    #expect(
      text.contains(
        ": 10:00:00:00 (25 fps, reel 'A'; also 25 fps, reel 'B') -> 10:00:00:00 (25 fps, reel 'A') ("
      ),
      "\(text)")
    let json = try run([
      "edit", "timecode", movie.path, "--reel", "A", "-o", work["c.mov"].path, "--json",
    ]).text
    let line = try #require(
      try JSONSerialization.jsonObject(
        with: Data(json.split(separator: "\n")[0].utf8)) as? [String: Any])
    func others(_ key: String) -> [String?]? {
      ((line[key] as? [[String: Any]])?.first?["otherFormats"] as? [[String: Any]])?
        .map { $0["sourceName"] as? String }
    }
    #expect(others("before") == ["B"] && others("after") == [])
  }

  /// Flags and types are said if nothing else changes.
  @Test func reportNamesFlags() throws {
    let movie = try work.stamp("rates/25.mov", "10:00:00:00")
    let text = try run(["edit", "timecode", movie.path, "--no-wrap", "-o", work["b.mov"].path]).text
    let sides = text.components(separatedBy: " -> ")
    try #require(sides.count == 2, "\(text)")
    #expect(sides[0].contains("wraps at 24 hours"), "\(text)")
    #expect(sides[1].contains("counts on after 24 hours"), "\(text)")
  }

  /// At 60 frames a second, labels that skip numbers run ahead of the clock: 86 s in a day.
  @Test func dropFrameAtAWholeRate() throws {
    let movie = try work.stamp("rates/2997.mov", "23:59:54;26")
    let arguments = [
      "edit", "timecode", movie.path, "--rate", "60", "--keep", "instants", "-o",
      work["b.mov"].path,
    ]
    let refused = try run(arguments, status: 1)
    #expect(refused.stderr.contains("--non-drop-frame"), "\(refused.stderr)")
    // 30 * 86394 + 26 labels, of which 2 * 1296 are skipped, are 2589254 frames: 86394.775 s since midnight, which are
    // 23:59:54 and 46.5 frames.
    try run(arguments + ["--non-drop-frame"])
    #expect(try starts(work["b.mov"]) == ["23:59:54:47"])
  }

  // MARK: list

  /// A clip has the labels of each of its reels.
  @Test func overlapsOfReels() throws {
    let folder = work["card"]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let joined = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "10:00:04:00", "--reel", "B"]], as: "ab.mov")
    try FileManager.default.moveItem(at: joined, to: folder.appending(path: "ab.mov"))
    for (name, reel) in [("xa.mov", "A"), ("yb.mov", "B")] {
      let made = try work.stamp("rates/25.mov", "10:00:04:00", "--reel", reel)
      try FileManager.default.moveItem(at: made, to: folder.appending(path: name))
    }
    let rows = try run(["list", "card", "--csv", "--columns", "name,flags"]).text
    #expect(
      rows == "name,flags\r\nab.mov,mixed-timecode overlap\r\nxa.mov,\r\nyb.mov,overlap\r\n")
    let ale = try run(["list", "card/ab.mov", "--ale"])
    #expect(ale.stderr.contains("its timecode has several reels"), "\(ale.stderr)")
  }

  // MARK: cut

  /// Two stretches with the same labels. Those from a second on are at 1 s and at 5 s.
  @Test(arguments: [
    ("10:00:01:00", "10:00:02:00", "00:00:01.000 to 00:00:02.000"),
    ("10:00:03:00", "10:00:01:00", "00:00:03.000 to 00:00:05.000"),
    ("10:00:03:00", "10:00:04:00", "00:00:03.000 to 00:00:04.000"),
  ])
  func labelsThatAreThereTwice(from: String, to: String, part: String) throws {
    let movie = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "10:00:00:00", "--reel", "B"]], as: "a.mov")
    let result = try run(["cut", movie.path, "--from", from, "--to", to, "--dry-run"])
    #expect(result.text.hasPrefix("Part: \(part)"), "\(result.text)")
    #expect(result.stderr.contains("2 stretches of the timecode have the label \(from)"))
    #expect(result.stderr.contains("[timecode-repeats]"))
    let samples = try run(["samples", movie.path, "--at", from])
    #expect(samples.stderr.contains("[timecode-repeats]"), "\(samples.stderr)")
    let inserted = try run([
      "insert", "timecode", Stamping.media.appending(path: "rates/25.mp4").path, "--from",
      movie.path, "--offset", from, "-o", work["b.mp4"].path,
    ])
    #expect(inserted.stderr.contains("[timecode-repeats]"), "\(inserted.stderr)")
  }

  /// A label of 25 a second lasts 0.04 s, so one begins at a second and is cut in two at 1.02 s.
  @Test func labelThatIsCutInTwo() throws {
    let movie = work["a.mov"]
    try run([
      "insert", "timecode", Stamping.media.appending(path: "rates/50.mov").path, "--start",
      "10:00:00:00", "--rate", "25", "-o", movie.path,
    ])
    try run(["cut", movie.path, "--to", "1.02", "-o", work["p1.mov"].path])
    try run(["cut", movie.path, "--from", "1.02", "-o", work["p2.mov"].path])
    try run(["join", work["p1.mov"].path, work["p2.mov"].path, "-o", work["b.mov"].path])
    let result = try run(["cut", work["b.mov"].path, "--from", "10:00:01:00", "--dry-run"])
    #expect(result.text.hasPrefix("Part: 00:00:01.000 to "), "\(result.text)")
    #expect(!result.stderr.contains("timecode-repeats"), "\(result.stderr)")
  }

  /// A plan says what the real run finds in the new movie.
  @Test func plansSayTheTimecode() throws {
    let movie = try join(
      [["25", "10:00:00:00", "--reel", "A"], ["25", "20:00:00:00", "--reel", "B"]], as: "a.mov")
    let commands = [
      ["cut", movie.path, "--from", "1", "--to", "6"], ["cut", movie.path, "--from", "5"],
      ["join", movie.path, movie.path],
    ]
    for (index, arguments) in commands.enumerated() {
      func after(_ options: [String]) throws -> NSArray {
        let output = work["out\(index).mov"].path
        let text = try run(arguments + ["--json", "-o", output] + options).text
        let line =
          try JSONSerialization.jsonObject(
            with: Data(text.split(separator: "\n")[0].utf8)) as? [String: Any]
        return try #require(line?["after"] as? NSArray)
      }
      let planned = try after(["--dry-run"])
      #expect(planned.count == 1)
      #expect(planned == (try after([])), "\(arguments)")
    }
  }
}
