import Foundation
import MovKit
import Testing

/// Anything unusual in a file is reported with the same rule, severity and place by every command.
@Suite struct FindingsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  // MARK: The table of rules

  /// The rules in the library's table.
  private static var documented: Set<String> { Set(CheckRule.all.map(\.id)) }

  /// The rules that the sources name when they make a diagnostic.
  /// - Parameter checking: whether to look where `MovieCheck` has its rules, or else everywhere but there.
  private static func emitted(checking: Bool) throws -> Set<String> {
    let sources = root.appending(path: "Sources")
    let names = try #require(FileManager.default.enumerator(atPath: sources.path))
    let patterns = [
      #/(?:Diagnostic|add|report)\(\s*"([a-z]+[a-z0-9-]*)",\s*(?:\.note|\.warning|\.error|severity)/#,
      // If the severity is always the same, a function adds it.
      #/(?:add|report|note|warning)\(\s*"([a-z]+(?:-[a-z0-9]+)+|interleave)",/#,
      #/rule: "([a-z]+[a-z0-9-]*)"/#, #/case \.[A-Za-z0-9]+: "((?:timecode|policy)-[a-z0-9-]+)"/#,
    ]
    var found: Set<String> = []
    let catalogue = "MovKit/Checking/Catalogue"
    for case let name as String in names
    where name.hasSuffix(".swift") && !name.hasPrefix(catalogue)
      && (name.hasPrefix("MovKit/Checking") || name.hasPrefix("movtool/Check/")) == checking
    {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for pattern in patterns {
        for match in text.matches(of: pattern) { found.insert(String(match.1)) }
      }
    }
    return found
  }

  /// Scripts rely on rule names: the table lists every rule, and none that no longer exists.
  @Test func theTableHasEveryRule() throws {
    let emitted = try Self.emitted(checking: false).union(Self.emitted(checking: true))
    #expect(emitted.subtracting(Self.documented).sorted() == [], "not in the table")
    #expect(Self.documented.subtracting(emitted).sorted() == [], "no code says so")
    #expect(CheckRule.all.count == Self.documented.count, "a rule is there twice")
    #expect(emitted.count > 50)
  }

  // MARK: A file for every rule

  /// For each rule, a file of the test media that breaks it.
  private static let media: [String: String] = [
    "leading-bytes": "headers/junk-before.mov",
    "trailing-bytes": "headers/three-bytes-behind.mov",
    "atom-size": "headers/size-2-inside.mov",
    "atom-size-zero": "headers/size-0-inside.mov",
    "atom-overrun": "headers/truncated-mdat.mov",
    "table-cut": "hostile/count-ctts.mov",
    "track-unreadable": "tables/stz2-12.mp4",
    "chunk-beyond-file": "hostile/fragment-offsets.mp4",
    "undecodable": "hostile/count-keys.mov",
    "compressed-atom": "hostile/cmov-broken.mov",
    "compressed-size": "quicktime/cmov-size.mov",
    "too-deep": "hostile/deep-moov.mov",
    "several-moov": "headers/two-moov.mov",
    "movie-unreadable": "headers/mvhd-shorter.mov",
    "no-movie": "headers/no-moov.mov",
    "timescale-zero": "tables/mvhd-timescale-0.mov",
    "track-id-zero": "tables/track-id-0.mov",
    "track-id-duplicate": "tables/track-id-twice.mov",
    "track-reference": "tables/tref-missing.mov",
    "stts-count": "tables/stts-too-short.mov",
    "ctts-count": "tables/ctts-too-short.mov",
    "stsz-count": "tables/stsc-zero-samples.mov",
    "stsc-first": "tables/stsc-starts-at-3.mov",
    "stsc-order": "tables/stsc-not-increasing.mov",
    "stsc-description": "tables/stsc-description-9.mov",
    "media-elsewhere": "tables/external-url.mov",
    "edit-rate": "tables/elst-negative-rate.mov",
    "timecode-not-referenced": "timecode-handmade/no-tref.mov",
    "timecode-tracks": "timecode-handmade/two-tracks.mov",
    "timecode-edit": "timecode-handmade/shorter-than-video.mov",
    "timecode-rate-multiple": "timecode-handmade/2997-on-5994.mov",
    "timecode-rate-fraction": "timecode-handmade/two-descriptions.mov",
    "no-samples": "timecode-handmade/no-samples.mov",
    "timecode-sample-unreadable": "timecode-handmade/sample-beyond-file.mov",
    "timecode-frame-duration": "timecode-handmade/frame-duration-0.mov",
    "timecode-quanta-zero": "timecode-handmade/quanta-0.mov",
    "timecode-quanta-floor": "timecode-handmade/quanta-29-at-2997.mov",
    "timecode-quanta-rate": "timecode-handmade/quanta-30-at-5994.mov",
    "timecode-drop-frame-rate": "timecode-handmade/23976-drop-flag.mov",
    "timecode-drop-frame-whole-rate": "timecode-handmade/drop-at-30.mov",
    "timecode-negative": "timecode-handmade/negative-not-allowed.mov",
    "timecode-over-24-hours": "timecode-handmade/over-24-hours.mov",
  ]

  /// A change of the bytes `skip` bytes after the first, or last, occurrence of a type.
  private struct Change {
    var file: String
    var type: String
    var last = false
    var skip: Int
    var bytes: [UInt8]
  }

  private static let changes: [String: Change] = [
    // After version, flags and two dates.
    "timescale-large": Change(
      file: "rates/25.mov", type: "mdhd", skip: 12, bytes: [0x80, 0, 0, 0]),
    // The chunk's offset, after version, flags and count.
    "media-missing": Change(
      file: "rates/25.mov", type: "stco", skip: 8, bytes: [0x7F, 0, 0, 0]),
    "fragment-sequence": Change(
      file: "fragments/plain.mp4", type: "mfhd", last: true, skip: 4, bytes: [0, 0, 0, 1]),
    "fragment-track": Change(
      file: "fragments/plain.mp4", type: "tfhd", last: true, skip: 4, bytes: [0, 0, 0, 99]),
    "fragment-defaults": Change(
      file: "fragments/plain.mp4", type: "trex", skip: 4, bytes: [0, 0, 0, 99]),
    "fragment-time": Change(
      file: "fragments/plain.mp4", type: "tfdt", last: true, skip: 4,
      bytes: [0, 0, 0, 0, 0, 0, 0, 0]),
    "fragment-index": Change(
      file: "fragments/plain.mp4", type: "tfra", skip: 24, bytes: [0, 0, 0, 1]),
    // The only edit gets the media time -2.
    "edit-media-time": Change(
      file: "rates/25.mov", type: "elst", skip: 12, bytes: [0xFF, 0xFF, 0xFF, 0xFE]),
    // The first of two edits, which was an empty edit, now shows the media from its start.
    "segment-without-header": Change(
      file: "fragments/plain.mp4", type: "moov", skip: -4, bytes: Array("free".utf8)),
    "edit-length-zero": Change(
      file: "edits/late-sound.mp4", type: "elst", last: true, skip: 8,
      bytes: [0, 0, 0, 0, 0, 0, 0, 0]),
    "timecode-description": Change(
      file: "timecode-handmade/two-descriptions.mov", type: "tmcd", last: true, skip: -4,
      bytes: Array("xxxx".utf8)),
    "timecode-rate": Change(
      file: "timecode/25.mov", type: "tmcd", last: true, skip: 16,
      bytes: [0, 0, 0x75, 0x30, 0, 0, 3, 0xE9, 30]),
    "timecode-unknown-flags": Change(
      file: "timecode/25.mov", type: "tmcd", last: true, skip: 12, bytes: [0x40, 0, 0, 0]),
    "encrypted-samples": Change(
      file: "camera/moov-first.mp4", type: "pasp", skip: -4,
      bytes: Array("sinf".utf8) + [0, 0, 0, 8] + Array("schi".utf8)),
    "reserved-not-zero": Change(
      file: "rates/25.mov", type: "mvhd", skip: 26, bytes: [0, 1]),
    "entry-count": Change(file: "rates/25.mov", type: "stsd", skip: 4, bytes: [0, 0, 0, 7]),
  ]

  /// The rules that no small file breaks, or that `inspect` does not report.
  private static let withoutFile: Set = [
    // Limits, and atoms whose header is truncated: see AtomTreeTests and HostileTests.
    "too-many-atoms", "tables-not-checked", "atom-head-cut",
    // Reported when an index cannot be used: see FragmentSeekTests.
    "fragment-time-missing",
    // Events that happen to a file while it is used.
    "unreadable", "changed-meanwhile", "metadata-lost",
    // Reported only by commands other than inspect, or with their options.
    "no-timecode-track", "no-video-track", "frames-left-out", "samples-left-out",
    "wav-speakers",
    "timecode-packed", "timecode-sources-disagree", "timecode-source-unreadable",
    "timecode-tracks-left-out", "timecode-without-label", "timecode-place", "clip-left-out",
    "backup-not-written",
    "picture-left-out", "folder-empty",
  ]

  /// The rules whose severity depends on what was found; the table has the usual one.
  private static let severityVaries: Set = ["timecode-tracks", "trailing-bytes"]

  @Test func everyRuleHasAFile() throws {
    let known = Set(Self.media.keys).union(Self.changes.keys).union(Self.rulesOfChanges)
    let missing = try Self.emitted(checking: false).subtracting(known).subtracting(Self.withoutFile)
    #expect(missing.sorted() == [])
    #expect(known.isDisjoint(with: Self.withoutFile))
  }

  private static func file(for rule: String, in work: Stamping) throws -> URL {
    if let name = media[rule] { return Stamping.media.appending(path: name) }
    let change = try #require(changes[rule], "no file for \(rule)")
    let copy = try work.copy(change.file, as: rule + "." + change.file.suffix(3))
    var bytes = try Data(contentsOf: copy)
    let type = Data(change.type.utf8)
    let found = try #require(bytes.range(of: type, options: change.last ? .backwards : []))
    let place = found.upperBound + change.skip
    bytes.replaceSubrange(place..<place + change.bytes.count, with: change.bytes)
    try bytes.write(to: copy)
    return copy
  }

  /// Returns the lines of messages about a file, without its name:
  /// `severity: place: message [rule]`.
  private static func lines(_ stderr: String, _ file: URL) -> [String] {
    let start = "movtool: \(file.path): "
    return stderr.split(separator: "\n").filter { $0.hasPrefix(start) && $0.hasSuffix("]") }
      .map { String($0.dropFirst(start.count)) }
  }

  private static func line(_ diagnostic: [String: Any]) throws -> String {
    let path = try #require(diagnostic["path"] as? String)
    let offset = (diagnostic["offset"] as? NSNumber).map { "at \($0.uint64Value)" }
    let place = [path.isEmpty ? nil : path, offset].compactMap { $0 }.joined(separator: " ")
    let severity = try #require(diagnostic["severity"] as? String)
    let message = try #require(diagnostic["message"] as? String)
    let rule = try #require(diagnostic["rule"] as? String)
    return "\(severity): " + (place.isEmpty ? message : "\(place): \(message)") + " [\(rule)]"
  }

  /// The rules about what a command changes or leaves out. They are not findings about the file.
  private static let rulesOfChanges: Set = [
    "timecode-dropped", "signature-broken", "frame-rate-varies",
    "frame-rate-differs", "atom-left-out", "table-left-out", "index-left-out", "fragment-gap",
    "fragment-descriptions", "nothing-extracted", "file-name", "quicktime-only", "audio-cut",
    "no-audio", "layers-not-described",
    "timecode-rounded", "timecode-repeats", "timecode-shifts-differ", "segments-read",
    "from-length", "from-ends-early", "timecode-source",
    "timecode-assumed", "timecode-extended", "ltc-unreadable",
    "ltc-drop-out", "ltc-stray", "ltc-reversed", "ltc-speed", "ltc-rate", "ltc-drop-frame",
    "track-empty", "timecode-mid-label", "timecode-not-moved", "open-group-seam",
    "start-picture-predicted",
    "hints-not-changed", "text-times-not-changed", "start-not-changed",
    "samples-changed", "reference-removed", "reference-remains", "reference-left-out",
    "sample-group-description", "edit-beyond-media", "media-remains", "movie-starts-late",
    "joined-starts-late",
    "joined-rate-differs", "joined-rest-hidden", "samples-not-compared",
    "items-not-compared",
    "metadata-missing", "location-remains",
    "free-space-blanked",
    "track-start-rounded", "metadata-shortened",
  ]

  private static func isOfChange(_ line: String) -> Bool {
    line.split(separator: "[").last.map { rulesOfChanges.contains(String($0.dropLast())) } ?? false
  }

  private static func diagnostics(_ json: Data) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    return try #require(document?["diagnostics"] as? [[String: Any]])
  }

  @Test(arguments: Array(media.keys).sorted() + Array(changes.keys).sorted())
  func saidAlikeEverywhere(_ rule: String) throws {
    let work = try Stamping()
    let file = try Self.file(for: rule, in: work)
    let json = try Tool.run(["inspect", "--json", file.path])
    let found = try Self.diagnostics(json.stdout)
    #expect(found.contains { $0["rule"] as? String == rule }, "\(file.path): \(found)")
    let severity = try #require(CheckRule.named(rule)).severity.rawValue
    if !Self.severityVaries.contains(rule) {
      #expect(
        found.allSatisfy { $0["rule"] as? String != rule || $0["severity"] as? String == severity })
    }
    let known = try found.map { try Self.line($0) }
    let text = try Tool.run(["inspect", file.path])
    #expect(Self.lines(text.stderr, file) == known)
    #expect(text.status == (rule == "no-movie" ? 1 : 0) && json.status == text.status)
    guard !["no-movie", "segment-without-header", "movie-unreadable"].contains(rule) else { return }
    let timecode = try Tool.run(["extract", "timecode", file.path])
    if timecode.status == 0 {
      // Only `inspect` reports what concerns the atoms alone.
      for diagnostic in try Self.diagnostics(timecode.stdout)
      where diagnostic["rule"] as? String != "no-timecode-track" {
        #expect(known.contains(try Self.line(diagnostic)), "\(diagnostic)")
      }
    }
    let commands = [
      ["extract", "track", file.path, "--track", "1", "--list"],
      ["insert", "timecode", file.path, "--start", "01:00:00:00", "--replace", "--dry-run"],
      ["remove", "timecode", file.path, "--dry-run"],
      ["insert", "track", Stamping.media.appending(path: "rates/25.mov").path, "--from", file.path]
        + ["--track", "1", "-o", work["both.mov"].path],
      ["build", work["built.mov"].path, "--video", file.path],
    ]
    for command in commands {
      let result = try Tool.run(command)
      for line in Self.lines(result.stderr, file)
      where !Self.isOfChange(line) && !line.contains("it is left out")
        && !line.contains("all fragments are read")
      {
        #expect(known.contains(line), "\(command): \(line)")
      }
    }
  }

  /// A command that changes a movie reports what is wrong with it.
  @Test(arguments: [
    "media-missing", "track-reference", "timecode-not-referenced", "edit-media-time",
  ])
  func changesSayIt(_ rule: String) throws {
    let work = try Stamping()
    let file = try Self.file(for: rule, in: work)
    let result = try Tool.run([
      "insert", "timecode", file.path, "--start", "01:00:00:00", "--replace", "--dry-run",
    ])
    #expect(result.stderr.contains("[\(rule)]"), "\(result.stderr)")
  }

  // MARK: Nothing floods

  /// A hundred thousand references to missing tracks: five are listed, and the others are counted.
  @Test func aFlood() throws {
    let work = try Stamping()
    let file = work["flood.mov"]
    let count = 100_000
    let ids = (0..<count).map { Handmade.number(UInt32(1000 + $0)) }.reduce(into: Data()) {
      $0 += $1
    }
    let references = Handmade.atom("tref", Handmade.atom("hint", ids))
    var track = Handmade.track()
    track = Handmade.atom("trak", track.dropFirst(8), references)
    try Handmade.movie(track).write(to: file)
    let text = try Tool.run(["inspect", file.path])
    let lines = text.stderr.split(separator: "\n").filter { $0.hasSuffix("[track-reference]") }
    #expect(lines.count == 6)
    #expect(lines.last?.hasSuffix(": … and 99,995 more [track-reference]") == true)
    let json = try Tool.run(["inspect", "--json", "--rows", "1", file.path])
    let found = try Self.diagnostics(json.stdout).filter {
      $0["rule"] as? String == "track-reference"
    }
    #expect(found.count == 6 && found.last?["count"] as? Int == 99_995)
  }

  // MARK: Nothing is silent

  @Test func aFileThatIsNoMovie() throws {
    let file = Stamping.media.appending(path: "headers/no-moov.mov").path
    for options in [[], ["--json"]] {
      let result = try Tool.run(["inspect"] + options + [file])
      #expect(result.status == 1)
      #expect(
        result.stderr.contains(
          "error: the file has neither a movie (moov) nor items (meta with iloc), only"))
      #expect(!result.text.isEmpty)
    }
  }

  /// A movie as `ffmpeg -ss 1 -c copy` writes it: the timecode continues after the video has ended.
  /// (With `-map 0`, the timecode is copied as a stream of its own, and gets the edit of the
  /// video.)
  @Test func aTrimmedCopy() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let work = try Stamping()
    let output = work["trimmed.mov"]
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-v", "error", "-ss", "1", "-i",
        Stamping.media.appending(path: "timecode/2997-df.mov").path, "-c", "copy", output.path,
      ])
    let result = try Tool.run(["inspect", output.path])
    #expect(result.stderr.contains("[timecode-edit]"), "\(result.stderr)")
  }
}
