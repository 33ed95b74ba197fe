import Foundation
import TestSupport
import Testing

@testable import movtool

/// `movtool edit timecode` as a user runs it.
@Suite struct EditTimecodeTests {
  /// What `extract timecode` says of the first timecode track.
  private struct Said: Equatable {
    var start: String?
    var values: [Int]
    var segments: [[String]]
    var reel: String?
    var type: String?
    var flags: [String]

    init(_ file: URL) throws {
      let track = try #require(try Stamping.tracks(of: file).first)
      start = track["start"] as? String
      values = (track["samples"] as? [[String: Any]] ?? []).compactMap { $0["value"] as? Int }
      segments = (track["segments"] as? [[String: Any]] ?? []).map {
        [$0["timecode"] as? String ?? "", $0["lastTimecode"] as? String ?? ""]
      }
      let format = Stamping.format(of: track)
      reel = format["sourceName"] as? String
      type = format["type"] as? String
      flags = (format["flags"] as? [String: Any] ?? [:]).filter { $0.value as? Bool == true }
        .map(\.key).filter { $0 != "value" }.sorted()
    }
  }

  private func edited(_ work: Stamping, _ source: URL, _ options: String...) throws -> URL {
    let output = work["edited-\(UUID().uuidString).mov"]
    let result = try Tool.run(["edit", "timecode", source.path, "-o", output.path] + options)
    try #require(result.status == 0, "\(result.stderr)")
    return output
  }

  /// What is advised against a label below zero helps: `--wrap` only where labels are calculated and do not wrap yet.
  @Test func adviceAgainstNegativeLabels() throws {
    let work = try Stamping()
    let wraps = try work.stamp("rates/25.mov", "01:00:00:00")
    func refused(_ options: [String]) throws -> String {
      let result = try Tool.run(
        ["edit", "timecode", wraps.path, "-o", work["n.mov"].path] + options)
      #expect(result.status == 1)
      return result.stderr
    }
    for more in [[], ["--wrap"]] {
      let text = try refused(["--start", "-00:00:01:00"] + more)
      #expect(text.contains("use --allow-negative, or count back from 24:00:00:00"), "\(text)")
      #expect(!text.contains("--wrap"))
    }
    let shifted = try refused(["--shift", "-02:00:00:00", "--no-wrap"])
    #expect(shifted.contains("or --wrap to count back"), "\(shifted)")
    #expect(try Said(edited(work, wraps, "--start", "23:59:59:00")).start == "23:59:59:00")
  }

  /// From RATE and START, OPTIONS make the movie start at RESULT. Counted by hand: 25 frames a second,
  /// or 107892 an hour of 29.97 drop frame, which skips ;00 and ;01 of a minute.
  @Test(arguments: [
    ("25", "01:00:00:00", ["--shift", "+01:00:00:00"], "02:00:00:00"),
    ("25", "10:00:00:12", ["--shift", "-00:00:00:13"], "09:59:59:24"),
    ("25", "01:00:00:00", ["--shift", "+100"], "01:00:04:00"),
    ("25", "01:00:00:00", ["--shift", "-1f"], "00:59:59:24"),
    ("25", "01:00:00:00", ["--shift", "+2.5s"], "01:00:02:13"),
    ("25", "23:59:59:24", ["--shift", "+1f"], "00:00:00:00"),
    ("25", "00:00:00:00", ["--shift", "-1f"], "23:59:59:24"),
    ("2997", "01:00:00;00", ["--shift", "+01:00:00;00"], "02:00:00;00"),
    ("2997", "00:00:59;29", ["--shift", "+1f"], "00:01:00;02"),
    ("2997", "01:00:00;00", ["--shift", "+00:01:00:00"], "01:01:00;02"),
    ("2997", "10:05:00;02", ["--shift", "-00:05:00;00"], "10:00:00;00"),
    ("2997", "01:00:00;00", ["--shift", "+3600s"], "02:00:00;00"),
    ("25", "01:00:00:00", ["--start", "10:11:12:13"], "10:11:12:13"),
    ("2997", "01:00:00;00", ["--start", "02:00:00:00"], "02:00:00;00"),
    // A premiere export made 01:00:00:00 of 29.97 non-drop frame 01;00;03;18 (creativeimpatience.com).
    ("2997", "01:00:00:00", ["--drop-frame", "--keep", "instants"], "01:00:03;18"),
    ("2997", "01:00:00:00", ["--drop-frame", "--keep", "labels"], "01:00:00;00"),
    // davinci-resolve-mcp PR#248: the same frames as non-drop frame.
    ("2997", "01:00:00;00", ["--non-drop-frame", "--keep", "instants"], "00:59:56:12"),
    ("25", "01:00:00:12", ["--rate", "50", "--keep", "instants"], "01:00:00:24"),
    ("25", "01:00:00:12", ["--rate", "50", "--keep", "labels"], "01:00:00:12"),
    ("25", "01:00:00:12", ["--rate", "50", "--keep", "labels", "--shift", "+1f"], "01:00:00:13"),
  ])
  func startsAt(rate: String, start: String, options: [String], result: String) throws {
    let work = try Stamping()
    let stamped = try work.stamp("rates/\(rate).mov", start)
    let output = work["edited.mov"]
    let run = try Tool.run(["edit", "timecode", stamped.path, "-o", output.path] + options)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try Said(output).start == result)
    if MediaTools.has("ffprobe"), !options.contains("--rate") {
      let seen = try MediaTools.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream_tags=timecode", "-of", "csv=p=0", output.path],
        stdin: Data())
      #expect(seen.text.split(separator: "\n").allSatisfy { $0 == result }, "\(seen.text)")
      #expect(!seen.text.isEmpty)
    }
  }

  /// lossless-cut#506 and MOVMetaEdit#77 ask to edit the timecode of a file and nothing else.
  @Test func segmentsKeepTheirDistances() throws {
    let work = try Stamping()
    let source = Stamping.media.appending(path: "timecode-handmade/multi-sample.mov")
    let old = try Said(source)
    let new = try Said(try edited(work, source, "--start", "05:00:00:00"))
    #expect(old.segments.map(\.[0]) == ["01:00:00:00", "02:00:00:00", "03:00:00:07"])
    #expect(new.segments.map(\.[0]) == ["05:00:00:00", "06:00:00:00", "07:00:00:07"])
    #expect(new.values == [450000, 540000, 630007])
  }

  /// The first label is that of the first frame that is shown, not that of the first sample.
  @Test func startThroughAnEdit() throws {
    let work = try Stamping()
    let source = Stamping.media.appending(path: "timecode-handmade/own-edits.mov")
    #expect(try Said(source).start == "01:30:16:07")
    let new = try Said(try edited(work, source, "--start", "02:00:00:00"))
    #expect(new.start == "02:00:00:00")
    #expect(new.segments.map(\.[1]) == ["02:00:02:24"])
  }

  /// Samples in fragments are written again beside the header, with their durations and edits. 50 frames from
  /// 01:30:15:07 on.
  @Test(arguments: [
    (["--shift", "+1f"], "01:30:15:08", "01:30:17:07"),
    (["--start", "11:00:00:00"], "11:00:00:00", "11:00:01:24"),
    (["--type", "tc64"], "01:30:15:07", "01:30:17:06"),
    (["--rate", "50", "--keep", "labels"], "01:30:15:07", "01:30:17:06"),
    (["--reel", "A001"], "01:30:15:07", "01:30:17:06"),
  ])
  func inFragments(options: [String], first: String, last: String) throws {
    let work = try Stamping()
    let source = Stamping.media.appending(path: "fragments/timecode.mp4")
    let output = work["o.mp4"]
    let result = try Tool.run(
      ["edit", "timecode", source.path, "--verify", "full", "-o", output.path] + options)
    #expect(result.status == 0, "\(result.stderr)")
    let said = try Said(output)
    #expect(said.start == first)
    #expect(said.segments == [[first, last]])
    let check = try Tool.run(["check", output.path])
    #expect(check.status == 0 && !check.text.contains("stts"), "\(check.text)")
    // It does not know the samples of 64 bits.
    if let ffprobe = MediaTools.program("ffprobe"), !options.contains("tc64") {
      let probe = try Tool.execute(
        ffprobe,
        ["-v", "error", "-show_entries", "stream_tags=timecode", "-of", "csv=p=0", output.path])
      #expect(probe.text.contains(first), "\(probe.text) \(probe.stderr)")
    }
  }

  /// Changed flags make the numbers such as they allow.
  @Test func numbersThatFlagsForbid() throws {
    let work = try Stamping()
    let late = try work.stamp("rates/25.mov", "25:00:00:00", "--no-wrap")
    let wrapped = try edited(work, late, "--wrap")
    #expect(try Said(wrapped).start == "01:00:00:00" && Said(wrapped).values == [90000])
    let early = try work.stamp("rates/25.mov", "-00:00:02:00", "--allow-negative")
    let refused = try Tool.run(
      ["edit", "timecode", early.path, "--no-negative", "-o", work["n.mov"].path])
    #expect(refused.status == 1 && refused.stderr.contains("-00:00:02:00"), "\(refused.stderr)")
  }

  @Test func onlyTheReel() throws {
    let work = try Stamping()
    let source = try work.stamp("rates/2997.mov", "10:00:00;00", "--reel", "A001", "--type", "tc64")
    var said = try Said(source)
    #expect(said.reel == "A001")
    let renamed = try Said(try edited(work, source, "--reel", "B002"))
    said.reel = "B002"
    #expect(renamed == said)
    said.reel = nil
    #expect(try Said(try edited(work, source, "--no-reel")) == said)
  }

  @Test func reelFromTheName() throws {
    let work = try Stamping()
    let source = try work.copy("timecode/25.mov", as: "A001C003_170101.mov")
    #expect(try Said(try edited(work, source, "--reel-from-name", "{A###}*")).reel == "A001")
    let other = try Tool.run([
      "edit", "timecode", source.path, "--reel-from-name", "{B###}*", "--dry-run",
    ])
    #expect(other.status == 1)
    #expect(other.stderr.contains("does not match the pattern"))
  }

  @Test func typeAndFlags() throws {
    let work = try Stamping()
    let source = try work.stamp("rates/25.mov", "10:00:00:00")
    let said = try Said(source)
    let wide = try edited(work, source, "--type", "tc64", "--no-wrap", "--allow-negative")
    #expect(try Said(wide).type == "tc64")
    #expect(try Said(wide).values == said.values)
    #expect(try Said(wide).flags == ["negativeTimesOK"])
    let narrow = try edited(work, wide, "--type", "tmcd", "--wrap", "--no-negative")
    #expect(try Said(narrow) == said)
  }

  /// A cut movie whose timecode is longer than its video, and one whose timecode is shorter.
  @Test func trimToVideo() throws {
    let work = try Stamping()
    let short = Stamping.media.appending(path: "timecode-handmade/shorter-than-video.mov")
    #expect(try Said(short).segments == [["01:30:15:07", "01:30:17:06"]])
    let trimmed = try edited(work, short, "--trim-to-video")
    #expect(try Said(trimmed).segments == [["01:30:15:07", "01:30:19:06"]])
    let checked = try Tool.run(["inspect", trimmed.path])
    #expect(!checked.stderr.contains("timecode-edit"), "\(checked.stderr)")
    let again = try Tool.run([
      "edit", "timecode", trimmed.path, "--trim-to-video", "--in-place", "--json",
    ])
    #expect(again.text.contains(#""status":"unchanged""#), "\(again.text)")
  }

  /// A movie whose timecode begins with `start`, `seconds` after its video.
  private func late(
    _ work: Stamping, _ path: String, _ start: String, by seconds: String, _ options: String...
  ) throws -> URL {
    let (source, stamped) = (Stamping.media.appending(path: path).path, work["stamped.mov"].path)
    let output = work["late-\(UUID().uuidString).mov"]
    for arguments in [
      ["insert", "timecode", source, "--start", start, "-o", stamped, "--overwrite"] + options,
      [
        "insert", "track", source, "--from", stamped, "--track", "timecode", "--at", seconds, "-o",
        output.path,
      ],
    ] {
      let result = try Tool.run(arguments)
      try #require(result.status == 0, "\(result.stderr)")
    }
    return output
  }

  /// Timecode that begins a second after its video counts back to the first frame, and `check` finds nothing to trim
  /// any more. By hand: 25 or 30 frames earlier; drop frame skips 00:01:00;00 and ;01; before 00:00:00:00 is the end
  /// of the day.
  @Test(arguments: [
    ("25", "1", "01:30:15:07", "01:30:14:07"), ("2997", "1.001", "00:01:00;02", "00:00:59;00"),
    ("25", "1", "00:00:00:10", "23:59:59:10"), ("2997", "1.001", "10:00:00:00", "09:59:59:00"),
    ("25", "0.04", "01:00:00:00", "00:59:59:24"),
  ])
  func countsBackToTheFirstFrame(
    rate: String, seconds: String, start: String, first: String
  ) throws {
    let work = try Stamping()
    let movie = try late(work, "rates/\(rate).mov", start, by: seconds)
    let before = try ShownFrames.labels(movie)
    let missing = before.prefix { $0 == "none" }.count
    try #require(missing > 0 && before[missing] == start)
    let check = try Tool.run(["check", movie.path])
    // One frame is tolerated.
    #expect(check.text.contains("[timecode-edit]") == (missing > 1), "\(check.text)")
    let trimmed = try edited(work, movie, "--trim-to-video")
    let labels = try ShownFrames.labels(trimmed)
    #expect(labels.first == first && labels.count == before.count)
    #expect(labels[missing...] == before[missing...])
    #expect(try Said(trimmed).values.count == 1)
    let checked = try Tool.run(["check", trimmed.path])
    #expect(!checked.text.contains("[timecode-edit]"), "\(checked.text)")
    let again = try Tool.run([
      "edit", "timecode", trimmed.path, "--trim-to-video", "--in-place", "--json",
    ])
    #expect(again.text.contains(#""status":"unchanged""#), "\(again.text)")
    let moved = try edited(work, movie, "--trim-to-video", "--start", "10:00:00:00")
    #expect(
      try ShownFrames.labels(moved).first?.replacing(";", with: ":") == "10:00:00:00")
  }

  /// Where each label lasts two frames and timecode begins after 51 of them, the first label is shown for one frame.
  @Test func countsBackWithinALabel() throws {
    let work = try Stamping()
    let movie = try late(work, "rates/50.mov", "01:00:00:00", by: "1.02", "--rate", "25")
    let labels = try ShownFrames.labels(edited(work, movie, "--trim-to-video"))
    #expect(labels.count == 200)
    #expect(Array(labels.prefix(3)) == ["00:59:58:24", "00:59:59:00", "00:59:59:00"])
    #expect(Array(labels[50...53]) == ["00:59:59:24", "01:00:00:00", "01:00:00:00", "01:00:00:01"])
  }

  /// Labels that do not wrap cannot be counted back past 0, unless negative ones are allowed.
  @Test func countsBackPastZero() throws {
    let work = try Stamping()
    let movie = try late(work, "rates/25.mov", "00:00:00:10", by: "1", "--no-wrap")
    let result = try Tool.run([
      "edit", "timecode", movie.path, "--trim-to-video", "-o", work["out.mov"].path,
    ])
    #expect(result.status == 1)
    #expect(
      result.stderr.contains("-00:00:00:15 is negative")
        && result.stderr.contains("or --wrap to count back"), "\(result.stderr)")
    let negative = try edited(work, movie, "--trim-to-video", "--allow-negative")
    #expect(try Said(negative).start == "-00:00:00:15")
    let wrapped = try edited(work, movie, "--trim-to-video", "--wrap")
    #expect(try Said(wrapped).start == "23:59:59:10")
  }

  /// `--keep` is not asked for where neither labels nor times would change, nor advised against a label that was written.
  @Test func whatKeepCannotHelp() throws {
    let work = try Stamping()
    for (name, options) in [
      ("23976-drop-flag", ["--non-drop-frame"]), ("quanta-29-at-2997", ["--quanta", "30"]),
    ] {
      let source = Stamping.media.appending(path: "timecode-handmade/\(name).mov")
      let output = work["\(name).mov"]
      let result = try Tool.run(["edit", "timecode", source.path, "-o", output.path] + options)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try Said(output).values == Said(source).values)
      #expect(
        try ShownFrames.labels(output).first?.filter(\.isNumber)
          == ShownFrames.labels(source).first?.filter(\.isNumber))
    }
    let drop = Stamping.media.appending(path: "timecode/2997-df.mov").path
    let skipped = try Tool.run([
      "edit", "timecode", drop, "--start", "02:01:00:00", "-o", work["s.mov"].path,
    ])
    #expect(skipped.status == 1 && skipped.stderr.contains("is not a valid drop-frame label"))
    #expect(!skipped.stderr.contains("--keep"), "\(skipped.stderr)")
    // The only sample gets the label that is given.
    let single = work["d.mov"]
    let counted = try Tool.run([
      "edit", "timecode", Stamping.media.appending(path: "timecode/2997-ndf.mov").path,
      "--drop-frame", "--start", "01:00:00;00", "-o", single.path,
    ])
    #expect(counted.status == 0, "\(counted.stderr)")
    #expect(try Said(single).start == "01:00:00;00")
  }

  /// There and back again, each file says what it said.
  @Test(arguments: [
    ["--shift", "+17f"], ["--reel", "OTHER"], ["--shift", "+01:00:00:00", "--type", "tc64"],
  ])
  func thereAndBackInPlace(options: [String]) throws {
    let folder = Stamping.media.appending(path: "timecode-handmade")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mov") }.sorted()
    var changed = 0
    let work = try Stamping()
    for name in files {
      let source = try work.copy("timecode-handmade/\(name)")
      let before = try Data(contentsOf: source)
      let backup = work[name + ".backup"]
      let run = try Tool.run(
        ["edit", "timecode", source.path, "--in-place", "--backup", backup.path] + options)
      guard run.status == 0 else {
        // Such as labels that go below zero, or samples in another file.
        #expect(try Data(contentsOf: source) == before, "\(name): \(run.stderr)")
        continue
      }
      #expect(try Data(contentsOf: source) != before || run.text.contains("unchanged"), "\(name)")
      guard FileManager.default.fileExists(atPath: backup.path) else { continue }
      let restored = try Tool.run(["restore", source.path, backup.path])
      #expect(restored.status == 0, "\(name): \(restored.stderr)")
      #expect(try Data(contentsOf: source) == before, "\(name)")
      changed += 1
    }
    #expect(changed > 50)
  }

  /// Timecode that begins at 0, as ffmpeg writes it, before a video whose frames are shown from 0.08 s on: 25 frames at
  /// 25 frames per second, of which the last two have no label.
  @Test func startOfTheFirstFrame() throws {
    let work = try Stamping()
    let stamped = try work.stamp("edits/no-edit-list.mov", "10:00:00:00")
    let (movie, output) = (work["early.mov"], work["out.mov"])
    let removed = try Tool.run([
      "remove", "atom", stamped.path, "moov/trak[1]/edts", "-q", "-o", movie.path,
    ])
    try #require(removed.status == 0, "\(removed.stderr)")
    let before = try ShownFrames.labels(movie)
    #expect(before.first == "10:00:00:02" && before.suffix(2) == ["none", "none"])
    let check = try Tool.run(["check", movie.path])
    #expect(
      check.text.contains("the timecode ends at 1 s and the video (track 1) at 1.08 s"),
      "\(check.text)")
    let run = try Tool.run([
      "edit", "timecode", movie.path, "--start", "10:00:00:00", "--trim-to-video", "-o",
      output.path,
    ])
    #expect(run.text.contains("-> 10:00:00:00"), "\(run.text) \(run.stderr)")
    let labels = try ShownFrames.labels(output)
    #expect(labels.count == 25 && labels.first == "10:00:00:00" && labels.last == "10:00:00:24")
    #expect(try !Tool.run(["check", output.path]).text.contains("[timecode-edit]"))
  }

  /// A shift and the opposite one leave the timecode as it was, in real files too.
  @Test func shiftedThereAndBackSaysTheSame() throws {
    var count = 0
    let own = try Media.all().map { Media.root.appending(path: $0) }
    for source in own + SharedMedia.movies(upTo: 60_000) {
      let said = try Tool.run(["extract", "timecode", source.path])
      guard said.text.contains(#""frameNumber":"#) else { continue }
      let work = try Stamping()
      let there = work["there." + source.pathExtension]
      let back = work["back." + source.pathExtension]
      let run = try Tool.run([
        "-q", "edit", "timecode", source.path, "--shift", "+7f", "-o", there.path,
      ])
      guard run.status == 0 else { continue }
      let second = try Tool.run([
        "-q", "edit", "timecode", there.path, "--shift", "-7f", "-o", back.path,
      ])
      // Timecode at 23:59:59 may not come back from the other side of midnight.
      guard second.status == 0 else { continue }
      func tracks(_ file: URL) throws -> Data {
        try JSONSerialization.data(
          withJSONObject: try Stamping.tracks(of: file), options: .sortedKeys)
      }
      #expect(try tracks(back) == tracks(source), "\(source.path)")
      #expect(try tracks(there) != tracks(source), "\(source.path)")
      count += 1
    }
    print("timecode of \(count) files shifted there and back")
    #expect(count > 60)
  }

  @Test(arguments: [
    (["--shift", "+1f", "--start", "01:00:00:00"], "cannot be used together", 2),
    ([], "choose a change", 2),
    (["--shift", "1f"], "expected a sign", 2),
    (["--shift", "+1x"], "expected a sign", 2),
    (["--start", "10:00:00;00"], "not drop frame", 1),
    (["--start", "10:00:00:25"], "frame 25 does not exist", 1),
    (["--start", "10:00:00:25", "--rate", "25"], "frame 25 does not exist", 2),
    (["--drop-frame"], "drop frame is for", 1),
    (["--rate", "50"], "--keep labels", 1),
    (["--drop-frame", "--keep", "labels"], "drop frame is for", 1),
    (["--drop-frame", "--rate", "25", "--keep", "labels"], "drop frame is for", 2),
    (["--track", "9", "--reel", "A"], "there is no track 9", 1),
    (["--track", "video", "--reel", "A"], "not a timecode track", 1),
    (["--reel", ""], "use --no-reel", 2),
    (["--reel-from-name", "{A}{B}"], "one pair of braces", 2),
    (
      ["--reel-from-name", String(repeating: "?", count: 256)],
      "a pattern has 1 to 255 characters", 2
    ),
  ])
  func refused(options: [String], message: String, status: Int32) throws {
    let source = Stamping.media.appending(path: "timecode/25.mov")
    let run = try Tool.run(["edit", "timecode", source.path, "--dry-run"] + options)
    #expect(run.status == status, "\(run.stderr)")
    #expect(run.stderr.contains(message), "\(run.stderr)")
  }

  @Test func movieWithoutTimecode() throws {
    let source = Stamping.media.appending(path: "rates/25.mov")
    let run = try Tool.run(["edit", "timecode", source.path, "--reel", "A", "--dry-run"])
    #expect(run.status == 1)
    #expect(run.stderr.contains("use 'movtool insert timecode'"))
  }
}

/// Commands that change movies take several files.
@Suite struct SeveralFilesTests {
  private static let verbs: [[String]] = [
    ["insert", "timecode", "--start", "01:00:00:00", "--replace"],
    ["edit", "timecode", "--shift", "+1f"],
    ["remove", "timecode"],
  ]

  @Test(arguments: verbs) func intoAFolder(verb: [String]) throws {
    let work = try Stamping()
    for name in ["25", "2997-df", "gst-25"] { _ = try work.copy("timecode/\(name).mov") }
    let names = try work.names
    #expect(names.count == 3)
    let run = try Tool.run(
      verb.prefix(2) + names + verb.dropFirst(2) + ["-o", "new/"], cwd: work.folder)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: work["new"].path).sorted() == names)
    #expect(run.text.split(separator: "\n").count == names.count + 1)
    #expect(run.text.hasSuffix("\(names.count) files: \(names.count) changed\n"), "\(run.text)")
    // Again: the copies are there, and stay.
    let again = try Tool.run(
      verb.prefix(2) + names + verb.dropFirst(2) + ["-o", "new"], cwd: work.folder)
    #expect(again.status == 1)
    #expect(again.stderr.contains("use --overwrite"), "\(again.stderr)")
  }

  @Test(arguments: verbs) func oneFailureStopsNoOther(verb: [String]) throws {
    let work = try Stamping()
    _ = try work.copy("timecode/25.mov", as: "a.mov")
    try Data("no movie".utf8).write(to: work["b.mov"])
    _ = try work.copy("timecode/25.mov", as: "c.mov")
    let run = try Tool.run(
      verb.prefix(2) + ["a.mov", "b.mov", "missing.mov", "c.mov"] + verb.dropFirst(2)
        + ["--in-place", "--backup", ".", "--json"], cwd: work.folder)
    #expect(run.status == 1)
    #expect(
      try work.names == ["a.mov", "a.mov.backup", "b.mov", "c.mov", "c.mov.backup"])
    let lines = try run.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      lines.map { $0["status"] as? String } == ["written", "failed", "failed", "written", nil])
    let summary = lines.last?["summary"] as? [String: Any]
    #expect(summary?["failedFiles"] as? [String] == ["b.mov", "missing.mov"])
    #expect(run.stderr.contains("movtool: b.mov: "))
    for name in ["a.mov", "c.mov"] {
      let restored = try Tool.run(["restore", name, name + ".backup"], cwd: work.folder)
      #expect(restored.status == 0, "\(restored.stderr)")
      #expect(
        try Data(contentsOf: work[name])
          == Data(contentsOf: Stamping.media.appending(path: "timecode/25.mov")))
    }
  }

  @Test(arguments: verbs) func whatCannotBeIsRefusedFirst(verb: [String]) throws {
    let work = try Stamping()
    try FileManager.default.createDirectory(at: work["sub"], withIntermediateDirectories: true)
    _ = try work.copy("timecode/25.mov", as: "a.mov")
    _ = try work.copy("timecode/25.mov", as: "b.mov")
    try FileManager.default.copyItem(at: work["a.mov"], to: work["sub/a.mov"])
    for (files, output, message, status) in [
      (["a.mov", "b.mov"], "out.mov", "several files need a folder", Int32(2)),
      (["a.mov", "sub/a.mov"], "new/", "has the same name", 1),
      (["a.mov", "b.mov"], ".", "same file as the input", 1),
    ] {
      let run = try Tool.run(
        verb.prefix(2) + files + verb.dropFirst(2) + ["-o", output], cwd: work.folder)
      #expect(run.status == status, "\(run.stderr)")
      #expect(run.stderr.contains(message), "\(run.stderr)")
      #expect(try work.names == ["a.mov", "b.mov", "sub"])
    }
  }
}
