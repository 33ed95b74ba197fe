import Foundation
import MovKit
import TestSupport
import Testing

/// `extract timecode` on the test media, run as a user runs it.
@Suite struct ExtractTimecodeTests {
  static let media = Stamping.media

  private struct Document {
    let tracks: [[String: Any]]
    let rules: [String]
    let stderr: String
  }

  private func extract(_ file: String, _ options: String...) throws -> Document {
    let result = try Tool.run(
      ["extract", "timecode"] + options + [Self.media.appending(path: file).path])
    #expect(result.status == 0, "\(file): \(result.stderr)")
    let json = try JSONSerialization.jsonObject(with: result.stdout)
    let document = try #require(json as? [String: Any])
    let diagnostics = try #require(document["diagnostics"] as? [[String: Any]])
    return Document(
      tracks: try #require(document["tracks"] as? [[String: Any]]),
      rules: diagnostics.compactMap { $0["rule"] as? String }, stderr: result.stderr)
  }

  private func segments(_ document: Document, track: Int = 0) throws -> [[String: Any]] {
    try #require(document.tracks[track]["segments"] as? [[String: Any]])
  }

  private func start(_ document: Document) -> String? { document.tracks[0]["start"] as? String }

  private func lines(_ file: String, _ options: String...) throws -> [[String: Any]] {
    let result = try Tool.run(
      ["extract", "timecode", "--frames"] + options + [Self.media.appending(path: file).path])
    #expect(result.status == 0, "\(file): \(result.stderr)")
    return try result.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Whether two times are equal as fractions, by cross-multiplication: 1/2 is 2/4.
  private static func same(_ time: Any?, _ text: String) -> Bool {
    guard let time = time as? [String: Any], let value = time["value"] as? Int,
      let scale = time["timescale"] as? Int
    else { return text.isEmpty }
    let parts = text.split(separator: "/").compactMap { Int($0) }
    return parts.count == 2 && value * parts[1] == parts[0] * scale
  }

  // MARK: The table of what each file reads as

  @Test func everyFileReadsAsItsMakerSays() throws {
    let text = try String(
      contentsOf: Self.media.appending(path: "expected-timecodes.tsv"), encoding: .utf8)
    var rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let names = rows.removeFirst()
    // The quanta of these files is 0, so the table has no label for them. The tool labels by the
    // frame duration and warns, which `quantaZero` tests.
    let labelledByRate = ["timecode-handmade/quanta-0.mov", "timecode-handmade/entry-32.mov"]
    let files = Dictionary(
      grouping: rows.map { Dictionary(uniqueKeysWithValues: zip(names, $0)) },
      by: { $0["path"] ?? "" })
    #expect(files.count > 100)
    for (file, rows) in files where !labelledByRate.contains(file) {
      let document = try extract(file)
      for row in rows { try check(row, document, file) }
    }
  }

  private func check(_ row: [String: String], _ document: Document, _ file: String) throws {
    let index = try #require(Int(row["track"] ?? ""))
    try #require(index < document.tracks.count, "\(file)")
    let track = document.tracks[index]
    let label = row["timecode"] == "-" ? nil : row["timecode"]
    let note: Comment = "\(file) \(row)"
    guard row["kind"] != "start" else {
      #expect(track["start"] as? String == label, note)
      return
    }
    let isSample = row["kind"] == "sample"
    let all = try #require(track[isSample ? "samples" : "segments"] as? [[String: Any]])
    let place = try #require(Int(row["index"] ?? ""))
    try #require(place < all.count, note)
    let found = all[place]
    #expect(found["timecode"] as? String == label, note)
    let number = (found[isSample ? "value" : "frameNumber"] as? NSNumber)?.stringValue
    #expect(number == row["value"], note)
    guard !isSample else { return }
    for key in ["movieTime", "duration"] where row[key]?.isEmpty == false {
      #expect(Self.same(found[key], row[key] ?? ""), note)
    }
    if let last = row["lastTimecode"], !last.isEmpty {
      #expect(found["lastTimecode"] as? String == last, note)
    }
  }

  /// The manifest contains what one other tool reads, which counts 29 frames per second for a
  /// quanta of 29 at 30000/1001.
  @Test func realFilesReadAsOthersReadThem() throws {
    guard let folder = SharedMedia.folder, let manifest = SharedMedia.manifest() else {
      _ = SharedMedia.isThere()
      return
    }
    var rows = manifest.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let names = rows.removeFirst()
    let path = try #require(names.firstIndex(of: "path"))
    let timecode = try #require(names.firstIndex(of: "timecode"))
    var count = 0
    for row in rows where row.count > timecode && !row[timecode].isEmpty {
      let result = try Tool.run(
        ["extract", "timecode", folder.appending(path: row[path]).path], timeout: 10)
      try #require(result.status == 0, "\(row[path]): \(result.stderr)")
      let json = try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any]
      let tracks = json?["tracks"] as? [[String: Any]] ?? []
      guard !tracks.isEmpty else { continue }
      let labels = tracks.flatMap { track in
        let segments = track["segments"] as? [[String: Any]] ?? []
        return [track["start"] as? String, segments.first?["declaredTimecode"] as? String]
      }
      #expect(labels.contains(row[timecode]), "\(row[path])")
      count += 1
    }
    print("timecode of \(count) real files compared")
    #expect(count > 20)
  }

  // MARK: Traps, where other readers go wrong

  @Test func trimmedByTheEditList() throws {
    #expect(start(try extract("timecode-handmade/trimmed.mov")) == "01:30:16:07")
    let frames = try lines("timecode-handmade/trimmed.mov")
    #expect(frames.first?["timecode"] as? String == "01:30:16:07")
    #expect(frames.last?["timecode"] as? String == "01:30:19:06")
    #expect(frames.count == 75)
  }

  /// Each label of 29.97 lasts two frames of 59.94, the last one too.
  @Test func labelsOfSeveralFrames() throws {
    let frames = try lines("timecode-handmade/2997-on-5994.mov")
    let labels = frames.map { $0["timecode"] as? String }
    #expect(labels.count % 2 == 0 && !labels.contains(nil))
    for index in stride(from: 0, to: labels.count, by: 2) {
      #expect(labels[index] == labels[index + 1], "\(index)")
    }
    let last = try segments(try extract("timecode-handmade/2997-on-5994.mov")).last
    #expect(last?["lastTimecode"] as? String == labels.last ?? nil)
  }

  @Test func severalEdits() throws {
    let document = try extract("timecode-handmade/multi-edit.mov")
    let all = try segments(document)
    #expect(all.compactMap { $0["lastTimecode"] as? String } == ["01:30:18:06", "01:30:16:06"])
    #expect(Self.same(all[1]["movieTime"], "2/1"))
  }

  @Test func slowMotion() throws {
    let document = try extract("timecode-handmade/slow-motion.mov")
    #expect(try segments(document).last?["lastTimecode"] as? String == "01:30:19:06")
    let frames = try lines("timecode-handmade/slow-motion.mov")
    #expect(frames.last?["timecode"] as? String == "01:30:19:06")
  }

  @Test func emptyEditShowsNothing() throws {
    let document = try extract("timecode-handmade/empty-edit.mov")
    #expect(document.tracks[0]["start"] is NSNull)
    #expect(try segments(document).map { $0["timecode"] as? String } == ["01:30:15:07"])
  }

  @Test func countersAreNumbers() throws {
    let document = try extract("timecode-handmade/counter.mov")
    let samples = try #require(document.tracks[0]["samples"] as? [[String: Any]])
    #expect(samples[0]["value"] as? Int == 123456)
    #expect(samples[0]["timecode"] as? String == "123456")
  }

  @Test func sixtyFourBits() throws {
    #expect(start(try extract("timecode-handmade/tc64.mov")) == "01:30:15:07")
    #expect(start(try extract("timecode-handmade/tc64-large.mov")) == "95443:43:03:17")
  }

  @Test func twoDescriptions() throws {
    let document = try extract("timecode-handmade/two-descriptions.mov")
    #expect(try segments(document).last?["lastTimecode"] as? String == "02:00:01:49")
    #expect((document.tracks[0]["formats"] as? [Any])?.count == 2)
    let frames = try lines("timecode-handmade/two-descriptions.mov")
    #expect(frames.last?["timecode"] as? String == "02:00:01:48")
  }

  @Test func quantaOf30AtDoubleRate() throws {
    #expect(start(try extract("timecode-handmade/2997-on-5994.mov")) == "00:59:59;28")
  }

  @Test func dropFlagAt23976() throws {
    let document = try extract("timecode-handmade/23976-drop-flag.mov")
    #expect(start(document) == "01:30:15;07")
    #expect(document.rules == ["timecode-drop-frame-rate"])
    #expect(document.stderr.contains("[timecode-drop-frame-rate]"))
  }

  @Test func beyond24Hours() throws {
    #expect(start(try extract("timecode/25-over-24h.mov")) == "25:00:00:00")
    let wrapped = try extract("timecode-handmade/over-24-hours.mov")
    #expect(start(wrapped) == "01:00:00:00")
    #expect(wrapped.rules.contains("timecode-over-24-hours"))
    let midnight = try segments(try extract("timecode-handmade/24-hours.mov"))
    #expect(midnight[0]["lastTimecode"] as? String == "00:00:03:14")
  }

  @Test func beforeZero() throws {
    #expect(start(try extract("timecode-handmade/negative.mov")) == "-00:00:04:00")
    let frames = try lines("timecode-handmade/negative-through-zero.mov")
    #expect(frames.prefix(52).last?["timecode"] as? String == "00:00:00:01")
    #expect(frames[49]["timecode"] as? String == "-00:00:00:01")
  }

  @Test func aSampleForEachFrame() throws {
    let document = try extract("timecode-handmade/per-frame.mov")
    #expect((document.tracks[0]["samples"] as? [Any])?.count == 100)
    #expect(try segments(document).count == 1)
  }

  @Test func noTrackReference() throws {
    let document = try extract("timecode-handmade/no-tref.mov")
    #expect((document.tracks[0]["associatedTracks"] as? [Any])?.isEmpty == true)
    #expect(try lines("timecode-handmade/no-tref.mov").count == 100)
  }

  @Test func quantaCutFromTheRate() throws {
    let document = try extract("timecode-handmade/quanta-29-at-2997.mov")
    #expect(start(document) == "15:44:35:10")
    #expect(try segments(document)[0]["declaredTimecode"] as? String == "16:17:09:19")
    #expect(document.rules == ["timecode-quanta-floor"])
    let overridden = try extract("timecode-handmade/quanta-29-at-2997.mov", "--quanta", "29")
    #expect(start(overridden) == "16:17:09:19")
    #expect(try segments(overridden)[0]["declaredTimecode"] == nil)
    #expect(
      try lines("timecode-handmade/quanta-29-at-2997.mov").first?["declaredTimecode"] as? String
        == "16:17:09:19")
  }

  @Test func quantaZero() throws {
    let document = try extract("timecode-handmade/quanta-0.mov")
    #expect(start(document) == "01:30:15:07")
    #expect(document.rules == ["timecode-quanta-zero"])
  }

  @Test func packedRecordsOnlyWhenAskedFor() throws {
    let file = "timecode-handmade/packed-record.mov"
    #expect(start(try extract(file)) == "197:25:38:02")
    #expect(start(try extract(file, "--packed")) == "01:15:32:04")
    let negative = try extract("timecode-handmade/packed-record-negative.mov", "--packed")
    #expect(start(negative) == "-01:15:32:04")
  }

  @Test func timecodeInFragments() throws {
    for file in ["fragments/timecode.mov", "fragments/timecode.mp4"] {
      let frames = try lines(file)
      #expect(frames.count == 50)
      #expect(frames.last?["timecode"] as? String == "01:30:17:06")
    }
  }

  @Test func framesWithBFramesAreInTheOrderTheyAreShown() throws {
    let frames = try lines("timecode/2997-df.mov")
    #expect(frames.map { $0["frame"] as? Int } == Array(0..<60))
    let labels = frames.compactMap { $0["timecode"] as? String }
    #expect(labels == labels.sorted())
    #expect(Set(labels).count == 60)
    #expect(labels.prefix(3) == ["00:59:59;28", "00:59:59;29", "01:00:00;00"])
  }

  // MARK: The command

  @Test func tracksAreChosenByID() throws {
    let file = "timecode-handmade/two-tracks.mov"
    #expect(try extract(file).tracks.count == 2)
    let ids = try extract(file).tracks.compactMap { $0["trackID"] as? Int }
    #expect(try extract(file, "--track", "\(ids[1])").tracks.count == 1)
    let path = Self.media.appending(path: file).path
    let result = try Tool.run(["extract", "timecode", path, "--track", "77"])
    #expect(result.status == 1)
    #expect(result.stdout.isEmpty)
    #expect(
      result.stderr
        == "movtool: \(path): there is no track 77; the tracks are 1 (video, avc1), "
        + "\(ids[0]) (timecode, tmcd), \(ids[1]) (timecode, tmcd)\n")
  }

  @Test func moviesWithoutTimecode() throws {
    let document = try extract("rates/25.mov")
    #expect(document.tracks.isEmpty)
    #expect(document.rules == ["no-timecode-track"])
    #expect(document.stderr.hasSuffix("the movie has no timecode track [no-timecode-track]\n"))
    #expect(try lines("rates/25.mov").isEmpty)
  }

  @Test func whatIsNoMovie() throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "text")
      try Data("this is no movie at all, and never was".utf8).write(to: file)
      for path in [file.path, folder.path, file.path + "none"] {
        let result = try Tool.run(["extract", "timecode", path])
        #expect(result.status == 1)
        #expect(result.stdout.isEmpty)
        #expect(result.stderr.split(separator: "\n").count == 1)
      }
    }
  }

  @Test func severalFilesAreSeveralDocuments() throws {
    let good = ["timecode/25.mov", "timecode/24.mov"].map { Self.media.appending(path: $0).path }
    try Tool.withFolder { folder in
      let output = folder.appending(path: "all.json")
      let result = try Tool.run(
        ["extract", "timecode", "--compact", good[0], "/no/such/file", good[1], "-o", output.path])
      #expect(result.status == 1)
      #expect(result.stdout.isEmpty)
      let documents = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
      #expect(documents.map { $0?["file"] as? String } == good)
      let pretty = try Tool.run(["extract", "timecode"] + good).text
      let alone = try good.map { try Tool.run(["extract", "timecode", $0]).text }
      #expect(pretty == alone.joined())
      let lines = try Tool.run(["extract", "timecode", "--frames"] + good)
      #expect(lines.text.hasPrefix("{\"file\":"))
    }
  }

  @Test func hostileClaimsCostNothing() throws {
    let folder = Self.media.appending(path: "hostile")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let path = folder.appending(path: file).path
      let size = try Data(contentsOf: URL(filePath: path)).count
      for options in [[], ["--frames"], ["--packed"]] {
        let result = try Tool.run(["extract", "timecode", path] + options, timeout: 5)
        #expect(result.status <= 1, "\(file): \(result.stderr)")
        #expect(result.stdout.count < 100 * size + 10000, "\(file)")
      }
    }
  }

  /// The missing part of the header may have contained a timecode track.
  @Test func aHeaderThatIsCutOff() throws {
    try Tool.withFolder { folder in
      let whole = Stamping.media.appending(path: "camera/moov-first.mp4")
      let cut = folder.appending(path: "cut.mp4")
      try Data(contentsOf: whole).prefix(2000).write(to: cut)
      let result = try Tool.run(["extract", "timecode", cut.path])
      #expect(
        result.stderr.contains(
          "no timecode track was found, but the header (moov) is truncated"),
        "\(result.stderr)")
      let plain = try Tool.run(["extract", "timecode", whole.path])
      #expect(plain.stderr.contains("the movie has no timecode track"))
    }
  }

  /// With `--quanta`, nothing is reported about the quanta that the track declares.
  @Test func oddQuantaThatIsOverridden() throws {
    let file = Stamping.media.appending(path: "timecode-handmade/quanta-29-at-2997.mov").path
    let plain = try Tool.run(["extract", "timecode", file])
    #expect(plain.stderr.contains("counting 30 frames per second"))
    let chosen = try Tool.run(["extract", "timecode", "--quanta", "29", file])
    #expect(chosen.status == 0 && !chosen.stderr.contains("counting 30"), "\(chosen.stderr)")
  }

  /// A reference is to the first track of its ID: not to each of the others, or the output would grow
  /// with the square of their number.
  @Test func tracksThatShareAnID() throws {
    try Tool.withFolder { folder in
      let stamped = folder.appending(path: "stamped.mov")
      let source = Self.media.appending(path: "camera/camera.mov").path
      let stamp = try Tool.run(
        ["insert", "timecode", source, "--start", "01:00:00:00", "-o", stamped.path])
      try #require(stamp.status == 0, "\(stamp.stderr)")
      let bytes = Array(try Data(contentsOf: stamped))
      let file = try AtomFile(from: bytes)
      var moov = try #require(file.first("moov"))
      let start = Int(try #require(moov.offset))
      try #require(file.atoms.last?.type == "moov")
      let timecode = try #require(moov.children.last { $0.type == "trak" })
      moov.children += Array(repeating: timecode, count: 20)
      let movie = folder.appending(path: "many.mov")
      try Data(bytes[..<start] + moov.serialized()).write(to: movie)
      let result = try Tool.run(["extract", "timecode", movie.path])
      let json = try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any]
      let tracks = try #require(json?["tracks"] as? [[String: Any]])
      let associated = tracks.compactMap { ($0["associatedTracks"] as? [Int])?.count }
      #expect(associated.count == 21 && associated[0] > 0)
      #expect(associated.dropFirst().allSatisfy { $0 == 0 }, "\(associated)")
    }
  }
}
