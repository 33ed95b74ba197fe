import Foundation
import Testing

/// What `--replace` keeps, and what the tool reports about the rest.
@Suite struct ReplaceTimecodeTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func replace(_ file: URL, _ options: [String]) throws -> (
    track: [String: Any], text: String
  ) {
    let output = work["out-\(UUID().uuidString).mov"]
    let result = try Tool.run(
      ["insert", "timecode", file.path, "--replace", "-o", output.path] + options)
    try #require(result.status == 0, "\(result.stderr)")
    return (try #require(try Stamping.tracks(of: output).first), result.stderr)
  }

  /// Returns the flags of a format by name, without their number.
  private static func flags(_ format: [String: Any]) -> [String: Bool]? {
    (format["flags"] as? [String: Any])?.filter { $0.key != "value" } as? [String: Bool]
  }

  /// Only the start label changes.
  @Test func keepsWhatItHas() throws {
    let first = try work.stamp(
      "rates/2997.mov", "10:00:00;00", "--reel", "A001", "--type", "tc64", "--no-wrap",
      "--allow-negative")
    let (track, text) = try replace(first, ["--start", "11:00:00;00"])
    #expect(text.isEmpty)
    #expect(track["start"] as? String == "11:00:00;00")
    #expect(track["trackID"] as? Int == 2)
    let format = Stamping.format(of: track)
    #expect(format["type"] as? String == "tc64" && format["sourceName"] as? String == "A001")
    #expect(
      Self.flags(format) == [
        "dropFrame": true, "wraps24Hours": false, "negativeTimesOK": true, "counter": false,
      ])
    // ffprobe does not read tc64.
    if MediaTools.has("ffprobe") {
      let (plain, output) = (work["plain.mov"], work["again.mov"])
      for (source, options) in [
        (
          Stamping.media.appending(path: "rates/2997.mov"),
          ["--start", "10:00:00;00", "--reel", "A001"]
        ),
        (plain, ["--start", "11:00:00;00", "--replace"]),
      ] {
        let target = source == plain ? output : plain
        _ = try Tool.run(
          ["insert", "timecode", source.path, "-o", target.path] + options)
      }
      let stream = try MediaTools.streams(output).last
      #expect(stream?.reel == "A001" && stream?.timecode == "11:00:00;00")
    }
  }

  @Test func optionsDropIt() throws {
    let first = try work.stamp(
      "rates/2997.mov", "10:00:00;00", "--reel", "A001", "--type", "tc64", "--no-wrap",
      "--allow-negative")
    let (track, text) = try replace(
      first,
      [
        "--start", "11:00:00:00", "--no-reel", "--type", "tmcd", "--wrap", "--no-negative",
        "--non-drop-frame",
      ])
    #expect(text.isEmpty)
    let format = Stamping.format(of: track)
    #expect(format["type"] as? String == "tmcd" && format["sourceName"] is NSNull)
    #expect(
      Self.flags(format) == [
        "dropFrame": false, "wraps24Hours": true, "negativeTimesOK": false, "counter": false,
      ])
    let (_, other) = try replace(first, ["--start", "11:00:00:00"])
    #expect(other.contains("drop frame") && other.contains("[timecode-dropped]"), "\(other)")
  }

  /// Two tracks refer to one timecode, and both still do afterwards.
  @Test func audioStillRefers() throws {
    let file = try work.stamp("camera/camera.mov", "10:00:00:00")
    var bytes = try Data(contentsOf: file)
    let sound = try #require(bytes.range(of: Data("mhlrsoun".utf8)))
    // The audio track's `mdia` begins before its handler. A reference is inserted before it, which
    // makes the track and the movie larger.
    let reference = Data([0, 0, 0, 20] + Array("tref".utf8) + [0, 0, 0, 12] + Array("tmcd".utf8))
    let media = try #require(
      bytes[..<sound.lowerBound].range(of: Data("mdia".utf8), options: .backwards))
    bytes.insert(contentsOf: reference + Data([0, 0, 0, 3]), at: media.lowerBound - 4)
    for type in ["trak", "moov"] {
      let place =
        try #require(
          bytes[..<media.lowerBound].range(of: Data(type.utf8), options: .backwards)
        ).lowerBound - 4
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } + 20
      for index in 0..<4 {
        bytes[place + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index))
      }
    }
    let changed = work["both.mov"]
    try bytes.write(to: changed)
    let before = try Stamping.tracks(of: changed).first?["associatedTracks"] as? [Int]
    try #require(before == [1, 2])
    let (track, text) = try replace(changed, ["--start", "11:00:00:00"])
    #expect(text.isEmpty || text.contains("[chunk-beyond-file]"), "\(text)")
    #expect(track["associatedTracks"] as? [Int] == [1, 2])
  }

  @Test(
    arguments: [
      ("timecode-handmade/quanta-29-at-2997.mov", "quanta"),
      ("timecode-handmade/two-tracks.mov", "is removed"),
      ("timecode-handmade/multi-sample.mov", "samples"),
      ("timecode-handmade/multi-edit.mov", "edits"),
      ("timecode-handmade/cn32.mov", "counter"),
    ])
  func dropsAreNamed(path: String, word: String) throws {
    let file = Stamping.media.appending(path: path)
    let (_, text) = try replace(file, ["--start", "11:00:00:00"])
    let lines = text.split(separator: "\n").filter { $0.contains("[timecode-dropped]") }
    #expect(lines.contains { $0.contains(word) }, "\(text)")
  }

  /// Only the reel of the first sample is kept, unless another is asked for.
  @Test func reelsThatAreLost() throws {
    let (list, movie) = (work["reels.csv"], work["reels.mov"])
    try Data("time,timecode,reel\n0,01:00:00:00,A1\n1,10:00:00:00,B2\n2,11:00:00:00,C3\n".utf8)
      .write(to: list)
    let made = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "--segments",
      list.path, "-o", movie.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    let (_, text) = try replace(movie, ["--start", "05:00:00:00"])
    #expect(
      text.contains("the reels 'B2', 'C3' of track 2 are not kept [timecode-dropped]"), "\(text)")
    let (_, other) = try replace(movie, ["--start", "05:00:00:00", "--reel", "D4"])
    #expect(!other.contains("not kept"), "\(other)")
  }

  // MARK: Rates

  @Test(
    arguments: [
      ("rates/2997.mov", "25", "one frame in 6 repeats a label"),
      ("rates/25.mov", "30", "one label in 6 is left out"),
      // This is usual at high frame rates, so it is no warning.
      ("rates/5994.mov", "30000/1001", nil),
      ("rates/25.mov", "50", "only one label in 2 is used"),
      ("rates/2997.mov", "30", "one label in 1001 is left out"),
      ("rates/23976.mov", "24", "one label in 1001 is left out"),
      ("rates/2997.mov", "2997/100", nil), ("rates/25.mov", "25", nil),
      ("rates/60.mov", "25", "each label holds for 2.4 frames"),
    ] as [(String, String, String?)])
  func rateThatIsNotTheVideos(path: String, rate: String, remark: String?) throws {
    let result = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: path).path, "--start", "1:0:0:0",
      "--rate", rate, "--dry-run",
    ])
    #expect(result.status == 0, "\(result.stderr)")
    guard let remark else { return #expect(result.stderr.isEmpty, "\(result.stderr)") }
    let rule = remark.hasPrefix("only one label in 2") ? "timecode-rate-fraction" : "timecode-rate"
    #expect(result.stderr.contains("[\(rule)]"), "\(result.stderr)")
    #expect(result.stderr.contains(remark), "\(result.stderr)")
  }

  @Test func quantaThatIsNotTheRate() throws {
    let result = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/50.mov").path, "--start",
      "1:0:0:0", "--quanta", "25", "--dry-run",
    ])
    #expect(result.status == 0)
    #expect(result.stderr.contains("[timecode-quanta-rate]"), "\(result.stderr)")
    #expect(result.stderr.contains("2 times as fast"), "\(result.stderr)")
  }

  /// A description that is cut off is named, and nothing of it is kept. What follows is free space.
  @Test func descriptionThatIsCutOff() throws {
    var bytes = try testMovie("timecode/25.mov")
    let moov = try #require(
      Data(bytes).range(of: Data("stbl".utf8), options: .backwards)?.lowerBound)
    let table = try #require(
      Data(bytes).range(of: Data("stsd".utf8), in: moov..<bytes.count)?.upperBound)
    // The entry begins after the count. Its type is at its fifth byte.
    let entry = table + 8
    try #require(bytes[(entry + 4)..<(entry + 8)] == Array("tmcd".utf8)[...])
    let size = Int(bytes[entry + 3])
    bytes[entry + 3] = 20
    bytes.replaceSubrange(
      (entry + 20)..<(entry + 28), with: [0, 0, 0, UInt8(size - 20)] + Array("free".utf8))
    let file = work["cut.mov"]
    try Data(bytes).write(to: file)
    let (track, text) = try replace(file, ["--start", "02:00:00:00"])
    #expect(track["start"] as? String == "02:00:00:00")
    #expect(text.contains("cannot be read, so nothing of it is kept"), "\(text)")
  }
}
