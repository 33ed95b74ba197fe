import Foundation
import MovKit
import Testing

@testable import movtool

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `movtool check` as it is run by people and by machines.
@Suite struct CheckTests {
  private static func media(_ name: String) -> String {
    Stamping.media.appending(path: name).path
  }

  private static func document(_ result: Tool.Result) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
  }

  private static func findings(_ arguments: [String]) throws -> [[String: Any]] {
    let document = try document(Tool.run(["check", "--json"] + arguments))
    return try #require(document["findings"] as? [[String: Any]])
  }

  // MARK: Text and status

  @Test func aLineForEachFinding() throws {
    let good = Self.media("camera/moov-first.mov")
    let clean = try Tool.run(["check", good])
    #expect(clean.status == 0 && clean.text.isEmpty)
    #expect(clean.stderr == "movtool: 1 file: 0 errors, 0 warnings, 0 notes\n")
    let bad = Self.media("tables/stts-too-short.mov")
    let result = try Tool.run(["check", bad])
    #expect(result.status == 0)
    #expect(
      result.text.hasPrefix("\(bad): warning: moov/trak") && result.text.contains(" at "),
      "\(result.text)")
    #expect(
      result.text.contains("; the last samples have no time, or programs differ in the length ["))
    #expect(result.text.contains(" differ in the length [stts-count]\n"))
    let worse = try Tool.run(["check", Self.media("headers/truncated-mdat.mov"), "-q"])
    #expect(worse.status == 1 && worse.stderr.isEmpty)
    #expect(worse.text.split(separator: "\n").allSatisfy { $0.contains(": error: ") })
  }

  @Test func wrongCommandLines() throws {
    for arguments in [
      [], ["--profile", "none", "a.mov"], ["--explain", "no-such-rule"],
      ["--explain", "all", "a.mov"],
      ["--compact", "--sarif", "a.mov"], ["--compact", "--junit", "a.mov"],
      ["--fix", "--in-place", "--jobs", "2", "a.mov"],
      ["--json", "--sarif", "a.mov"],
    ] { #expect(try Tool.run(["check"] + arguments).status == 2, "\(arguments)") }
    #expect(try Tool.run(["check", "/nowhere.mov"]).status == 1)
  }

  @Test func nameOfTheOtherKind() throws {
    let work = try Stamping()
    let file = try work.copy("rates/25.mov", as: "clip.mp4")
    #expect(try Self.findings([file.path]).contains { $0["rule"] as? String == "name-brand" })
    for (source, name, isOther) in [
      ("rates/25.mov", "clip.3gp", true), ("rates/25.mov", "clip.M4B", true),
      ("rates/25.mov", "clip.qt", false), ("rates/25.mp4", "clip.m4v", false),
      ("rates/25.mp4", "other.3gp", false), ("rates/25.mp4", "other.qt", true),
    ] {
      let copy = try work.copy(source, as: name)
      let found = try Self.findings([copy.path]).contains { $0["rule"] as? String == "name-brand" }
      #expect(found == isOther, "\(source) as \(name)")
    }
    // A profile does not make another file of it.
    let mp4 = Media.root.appending(path: "rates/25.mp4").path
    #expect(
      try !Self.findings([mp4, "--profile", "quicktime"]).contains {
        $0["rule"] as? String == "name-brand"
      })
  }

  /// Of a hundred thousand references to missing tracks, five are listed and the others are counted. Each has a name of
  /// its own in every form.
  @Test func countedTogether() throws {
    let work = try Stamping()
    let file = work["many.mov"]
    let ids = (0..<100_000).map { Handmade.number(UInt32(1000 + $0)) }.reduce(into: Data()) {
      $0 += $1
    }
    let references = Handmade.atom("tref", Handmade.atom("hint", ids))
    let track = Handmade.atom("trak", Handmade.track().dropFirst(8), references)
    try Handmade.movie(track).write(to: file)
    let found = try Self.findings([file.path]).filter { $0["rule"] as? String == "track-reference" }
    #expect(found.count == 6 && found.last?["count"] as? Int == 99_995)
    #expect(
      found.first?["message"] as? String == "hint refers to track 1000, which does not exist")
    #expect(Set(found.compactMap { $0["fingerprint"] as? String }).count == 6)
    let lines = try Tool.run(["check", file.path]).text.split(separator: "\n")
    #expect(lines.contains { $0.contains(": … and 99,995 more; ") }, "\(lines)")
    let xml = try Tool.run(["check", "--junit", file.path]).text.split(separator: "\n")
    let names = xml.filter { $0.contains(" name=\"track-reference ") }
      .compactMap { $0.split(separator: "\"").dropFirst(3).first }
    #expect(names.count == 6 && Set(names).count == 6, "\(names)")
    let known = work["known.json"]
    try Tool.run(["check", "--json", file.path]).stdout.write(to: known)
    #expect(try Self.findings(["--baseline", known.path, file.path]).isEmpty)
  }

  /// What counts the further findings of a rule comes after those that it continues, although it is about no atom.
  @Test func furtherOnesComeLast() throws {
    try Tool.withFolder { folder in
      var bytes = try Data(
        contentsOf: Media.root.appending(path: "fragments/every-frame.mp4"))
      let place = try #require(bytes.range(of: Data("trex".utf8)))
      bytes.replaceSubrange(place, with: Data("free".utf8))
      try bytes.write(to: folder.appending(path: "a.mp4"))
      let lines = try Tool.run(["check", "a.mp4"], cwd: folder).text.split(separator: "\n")
        .filter { $0.hasSuffix("[fragment-defaults]") }
      #expect(lines.count == 6)
      #expect(lines.dropLast().allSatisfy { $0.contains(": moof[") }, "\(lines)")
      #expect(lines.last?.contains(": … and ") == true, "\(lines)")
    }
  }

  // MARK: Rules

  /// `Docs/Rules.md` is made of the table. `MOVTOOL_UPDATE=1` writes it.
  @Test func theDocumentIsTheTable() throws {
    let file = DocumentsTests.package.appending(path: "Docs/Rules.md")
    let text = try Tool.run(["check", "--explain", "all"]).text
    if ProcessInfo.processInfo.environment["MOVTOOL_UPDATE"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "run with MOVTOOL_UPDATE=1")
  }

  @Test(arguments: CheckRule.all.map(\.id))
  func everyRuleSaysWhatItIs(_ id: String) throws {
    let rule = try #require(CheckRule.named(id))
    #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    #expect(!rule.what.isEmpty && !rule.what.hasSuffix("."))
    guard rule.subject != .work else { return }
    #expect(!rule.why.isEmpty && !rule.consequence.isEmpty && !rule.consequence.hasSuffix("."))
    #expect(!rule.what.contains("|") && !rule.why.contains("|") && !rule.remedy.contains("--"))
  }

  @Test func explains() throws {
    let page = try Tool.run(["check", "--explain", "timecode-rate"])
    #expect(page.status == 0)
    #expect(page.text.hasPrefix("timecode-rate: the timecode does not count"))
    #expect(page.text.contains("severity   warning, error with --profile relink\n"))
    #expect(
      page.text.contains("command    movtool edit timecode FILE --rate RATE --keep labels -o OUT\n")
    )
    let document = try Tool.run(["check", "--explain", "timecode-rate", "--json"])
    #expect(document.status == 0)
    let rules = try #require(
      (JSONSerialization.jsonObject(with: document.stdout) as? [String: Any])?["rules"]
        as? [[String: Any]])
    #expect(rules.count == 1 && rules.first?["rule"] as? String == "timecode-rate")
    #expect(rules.first?["severity"] as? String == "warning")
    #expect(
      rules.first?["severities"] as? [[String: String]]
        == [["profile": "relink", "severity": "error"]])
  }

  /// Every command that a finding offers exists, and a rule that offers one says what it does.
  @Test func commandsExist() throws {
    for (id, line) in CheckCommands.byRule {
      #expect(CheckRule.named(id)?.remedy.isEmpty == false, "\(id)")
      let words = line.split(separator: " ").dropFirst().map(String.init)
      let leaf = try #require(Command.leaves.first { words.starts(with: $0.path) }, "\(line)")
      let names = leaf.command.allOptions.flatMap(\.names)
      for word in words where word.hasPrefix("-") { #expect(names.contains(word), "\(line)") }
    }
  }

  /// The command that a finding offers mends it.
  @Test(arguments: [
    ("timecode-handmade/no-tref.mov", "timecode-not-referenced"),
    ("tables/tref-missing.mov", "track-reference"),
    ("timecode-handmade/quanta-0.mov", "timecode-quanta-zero"),
    ("timecode-handmade/frame-duration-0.mov", "timecode-frame-duration"),
    ("timecode-handmade/quanta-29-at-2997.mov", "timecode-quanta-floor"),
    ("timecode-handmade/quanta-30-at-5994.mov", "timecode-quanta-rate"),
    ("timecode-handmade/23976-drop-flag.mov", "timecode-drop-frame-rate"),
    ("timecode-handmade/drop-at-30.mov", "timecode-drop-frame-whole-rate"),
    ("timecode-handmade/2997-on-5994.mov", "timecode-rate-multiple"),
    ("timecode-handmade/shorter-than-video.mov", "timecode-edit"),
    ("timecode-handmade/no-samples.mov", "no-samples"),
    ("timecode-handmade/no-tcmi.mov", "timecode-media-header"),
    ("timecode/25.mov", "reel-missing"), ("rates/25.mov", "timecode-missing"),
    ("camera/moov-last.mov", "moov-last"), ("rates/25.mov", "cmaf-not-fragmented"),
  ])
  func mends(_ file: String, _ rule: String) throws {
    let work = try Stamping()
    let (input, output) = (Self.media(file), work["mended.mov"].path)
    let profiles = ["--profile", "relink", "--profile", "cmaf"]
    #expect(try Self.findings(profiles + [input]).contains { $0["rule"] as? String == rule })
    let rate = file.contains("5994") ? "59.94" : file.contains("2997") ? "29.97" : "25"
    let values = [
      "FILE": input, "OUT": output, "TC": "01:00:00:00", "RATE": rate, "NAME": "A001",
      "ID": "2",
      "SECONDS": "1",
    ]
    let words = try #require(CheckCommands.byRule[rule]).split(separator: " ").dropFirst().map {
      values[String($0)] ?? String($0)
    }
    let result = try Tool.run(words)
    #expect(result.status == 0, "\(result.stderr)")
    let after = try Self.findings(profiles + [output])
    #expect(!after.contains { $0["rule"] as? String == rule }, "\(after)")
  }

  /// No command can copy a segment without its header, so none is offered.
  @Test func segmentsAlone() throws {
    let whole = try Data(contentsOf: URL(filePath: Self.media("fragments/global-sidx.mp4")))
    let start = try #require(whole.range(of: Data("sidx".utf8))?.lowerBound) - 4
    let size = whole[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    let work = try Stamping()
    let segment = work["segment.m4s"]
    // What comes between the index and the fragments makes its references wrong.
    let bytes = whole[start..<start + size] + Handmade.atom("free") + whole[(start + size)...]
    try bytes.write(to: segment)
    let found = try Self.findings([segment.path]).filter {
      $0["rule"] as? String == "fragment-index"
    }
    #expect(!found.isEmpty)
    for finding in found {
      #expect(finding["remedy"] as? String == nil && finding["command"] as? String == nil)
    }
    let lines = try Tool.run(["check", segment.path]).text
    #expect(lines.contains("[fragment-index]") && !lines.contains("movtool remux"), "\(lines)")
  }

  /// At the double rate a label has the double frames: 00:00:59;28 is 00:00:59;56, and the minute begins where it did.
  @Test func labelsOfHalfTheRate() throws {
    let work = try Stamping()
    let source = try work.stamp("rates/5994.mov", "00:00:59;28", "--rate", "29.97")
    let command = try #require(CheckCommands.byRule["timecode-rate-multiple"])
    let words = command.split(separator: " ").dropFirst().map { word in
      ["FILE": source.path, "OUT": work["out.mov"].path, "RATE": "59.94"][String(word)]
        ?? String(word)
    }
    let result = try Tool.run(words)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      try ShownFrames.labels(work["out.mov"]).prefix(5) == [
        "00:00:59;56", "00:00:59;57", "00:00:59;58", "00:00:59;59", "00:01:00;04",
      ])
  }

  /// At the half rate a label has half the frames: 00:00:59;56 is 00:00:59;28, and the minute begins where it did.
  @Test func labelsOfDoubleTheRate() throws {
    let work = try Stamping()
    let source = try work.stamp("rates/2997.mov", "00:00:59;56", "--rate", "59.94")
    let rule = "timecode-rate-fraction"
    #expect(try Self.findings([source.path]).contains { $0["rule"] as? String == rule })
    let words = try #require(CheckCommands.byRule[rule]).split(separator: " ").dropFirst().map {
      word in
      ["FILE": source.path, "OUT": work["out.mov"].path, "RATE": "29.97"][String(word)]
        ?? String(word)
    }
    let result = try Tool.run(words)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      try ShownFrames.labels(work["out.mov"]).prefix(4) == [
        "00:00:59;28", "00:00:59;29", "00:01:00;02", "00:01:00;03",
      ])
    #expect(
      try !Self.findings([work["out.mov"].path]).contains {
        ($0["rule"] as? String)?.hasPrefix("timecode-rate") == true
      })
  }

  // MARK: Mending

  /// Headers that are wrong are corrected, to a copy and in place, and nothing else changes.
  @Test(arguments: [
    ("movie-duration", "mvhd", 16), ("track-duration", "tkhd", 20), ("media-duration", "mdhd", 16),
    ("next-track-id", "mvhd", 96),
  ])
  func fixes(_ rule: String, _ type: String, _ skip: Int) throws {
    let work = try Stamping()
    let file = try work.copy("rates/25.mov", as: "broken.mov")
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data(type.utf8))).upperBound + skip
    bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0, 1])
    try bytes.write(to: file)
    #expect(try Self.findings([file.path]).contains { $0["rule"] as? String == rule })
    let copy = work["mended.mov"]
    let result = try Tool.run(["check", "--fix", file.path, "-o", copy.path])
    let report = result.text.split(separator: ": ", maxSplits: 1)
    #expect(result.status == 0 && report.first.map(String.init) == file.path, "\(result.text)")
    #expect(report.last?.hasPrefix("corrected ") == true && report.last?.contains(rule) == true)
    #expect(report.last?.hasSuffix(" (\(copy.path))\n") == true, "\(result.text)")
    let original = try Data(contentsOf: Stamping.media.appending(path: "rates/25.mov"))
    #expect(try Data(contentsOf: copy) == original)
    let plan = try Tool.run(["check", "--fix", file.path, "--in-place", "--dry-run"])
    #expect(plan.text.hasPrefix("\(file.path): corrects ") && plan.text.contains(rule))
    let inPlace = try Tool.run(["check", "--fix", file.path, "--in-place", "--json"])
    #expect(inPlace.status == 0, "\(inPlace.stderr)")
    let line = try #require(inPlace.text.split(separator: "\n").first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect((object?["corrected"] as? [String])?.contains(rule) == true, "\(line)")
    #expect(try !Self.findings([file.path]).contains { $0["rule"] as? String == rule })
  }

  /// Colours in QuickTime's form get that of MP4, with the flag that says that the range is that of video.
  @Test func fixesColours() throws {
    let work = try Stamping()
    let (wrong, mended) = (work["nclc.mp4"].path, work["mended.mp4"].path)
    let colr = "moov/trak/mdia/minf/stbl/stsd/avc1/colr"
    let change = try Tool.run([
      "edit", "atom", Self.media("camera/colour.mp4"), colr, "colour_type=nclc", "-o", wrong,
    ])
    #expect(change.status == 0, "\(change.stderr)")
    let rule = "colour-quicktime"
    #expect(try Self.findings([wrong]).contains { $0["rule"] as? String == rule })
    let result = try Tool.run(["check", "--fix", wrong, "-o", mended])
    #expect(result.text == "\(wrong): corrected \(rule) (\(mended))\n", "\(result.stderr)")
    #expect(try !Self.findings([mended]).contains { $0["rule"] as? String == rule })
    let bytes = try Data(contentsOf: URL(filePath: mended))
    // BT.2020, PQ, BT.2020; not the full range.
    let colours = Data("colrnclx".utf8) + [0, 9, 0, 16, 0, 9, 0]
    #expect(bytes.range(of: colours) != nil)
    // QuickTime's own files have it.
    let own = try Self.findings([Self.media("camera/colour.mov")])
    #expect(!own.contains { $0["rule"] as? String == rule })
  }

  /// A language in a Macintosh code is found, and the command that is offered gives it three letters.
  @Test func languageInLetters() throws {
    let work = try Stamping()
    let file = try work.copy("camera/moov-last.mp4", as: "mac.mp4")
    var bytes = try Data(contentsOf: file)
    // After version, flags, two dates, timescale and duration.
    let place = try #require(bytes.range(of: Data("mdhd".utf8))).upperBound + 20
    bytes.replaceSubrange(place..<place + 2, with: [0, 2])
    try bytes.write(to: file)
    let rule = "language-macintosh"
    let found = try Self.findings([file.path]).filter { $0["rule"] as? String == rule }
    #expect(
      found.map { $0["message"] as? String } == ["the language is 2, Macintosh's code for deu"])
    let values = [
      "FILE": file.path, "OUT": work["out.mp4"].path, "ID": "1", "LANGUAGE": "deu",
    ]
    let words = try #require(CheckCommands.byRule[rule]).split(separator: " ").dropFirst().map {
      values[String($0)] ?? String($0)
    }
    #expect(try Tool.run(words).status == 0)
    #expect(
      try !Self.findings([work["out.mp4"].path]).contains { $0["rule"] as? String == rule })
  }

  /// The command that is offered for dates that count from 1970 corrects both dates of the header that has them.
  @Test func datesOfAHeader() throws {
    let work = try Stamping()
    let (wrong, mended) = (work["wrong.mov"].path, work["mended.mov"].path)
    let rule = "date-epoch"
    let change = try Tool.run([
      "edit", "atom", Self.media("rates/25.mov"), "moov/trak/mdia/mdhd",
      "creation_time=1954-01-02T00:00:00Z", "modification_time=1954-01-03T00:00:00Z", "-o", wrong,
    ])
    #expect(change.status == 0, "\(change.stderr)")
    let found = try Self.findings([wrong]).filter { $0["rule"] as? String == rule }
    let path = try #require(found.first?["path"] as? String)
    #expect(found.count == 1 && path == "moov/trak/mdia/mdhd")
    let words = try #require(CheckCommands.byRule[rule]).split(separator: " ").dropFirst().map {
      ["FILE": wrong, "PATH": path, "OUT": mended][String($0)]
        ?? String($0).replacing("DATE", with: "2020-01-02T00:00:00Z")
    }
    let result = try Tool.run(words)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try !Self.findings([mended]).contains { $0["rule"] as? String == rule })
  }

  /// A fragmented movie that says that it is longer than its fragments gets their duration.
  @Test func fixesTheDurationOfFragments() throws {
    let work = try Stamping()
    let file = work["long.mp4"]
    let change = try Tool.run([
      "edit", "atom", Self.media("fragments/gst-mp4mux.mp4"), "moov/mvex/mehd",
      "fragment_duration=1000000", "-o", file.path,
    ])
    #expect(change.status == 0, "\(change.stderr)")
    #expect(try Self.findings([file.path]).contains { $0["rule"] as? String == "movie-duration" })
    let copy = work["mended.mp4"]
    let result = try Tool.run(["check", "--fix", file.path, "-o", copy.path])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try !Self.findings([copy.path]).contains { $0["rule"] as? String == "movie-duration" })
    func mehd(_ path: String) throws -> String {
      try Tool.run(["inspect", path, "--atom", "moov/mvex/mehd"]).text
    }
    #expect(try mehd(copy.path) == mehd(Self.media("fragments/gst-mp4mux.mp4")))
  }

  @Test func nothingToMend() throws {
    let work = try Stamping()
    let file = try work.copy("rates/25.mov", as: "good.mov")
    let before = try Data(contentsOf: file)
    let result = try Tool.run(["check", "--fix", file.path, "--in-place"])
    #expect(result.status == 0 && result.text == "\(file.path): nothing to correct\n")
    #expect(try Data(contentsOf: file) == before)
    let without = try Tool.run(["check", file.path, "-o", work["out.mov"].path])
    #expect(
      without.status == 2 && without.stderr.contains("'-o' requires '--fix'"),
      "\(without.stderr)")
  }

  /// A file with nothing to correct stays as it is stored, with a header in compressed form or after the media.
  @Test(arguments: ["quicktime/compressed-box.mp4", "quicktime/cmov.mov", "rates/25.mov"])
  func nothingToMend(_ name: String) throws {
    let work = try Stamping()
    let file = Stamping.media.appending(path: name)
    let copy = work["copy." + file.pathExtension]
    let result = try Tool.run(["check", "--fix", file.path, "-o", copy.path])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.text == "\(file.path): nothing to correct (\(copy.path))\n")
    #expect(try Data(contentsOf: copy) == Data(contentsOf: file))
  }

  /// The last line about several files counts those that were only copied apart.
  @Test func summaryOfSeveral() throws {
    let work = try Stamping()
    let good = try work.copy("rates/25.mov", as: "good.mov").path
    let late = work["late.mp4"].path
    let change = try Tool.run([
      "edit", "atom", Self.media("fragments/gst-mp4mux.mp4"), "moov/mvex/mehd",
      "fragment_duration=1000000", "-o", late,
    ])
    #expect(change.status == 0, "\(change.stderr)")
    let folder = work["out"].path + "/"
    func lastLine(_ files: [String]) throws -> String? {
      let result = try Tool.run(["check", "--fix"] + files + ["-o", folder, "--overwrite"])
      #expect(result.status == 0, "\(result.stderr)")
      return result.text.split(separator: "\n").last.map(String.init)
    }
    #expect(try lastLine([good, late]) == "2 files: 1 changed, 1 with nothing to correct")
    let other = try work.copy("rates/24.mov", as: "other.mov").path
    #expect(try lastLine([good, other]) == "2 files: 2 with nothing to correct")
  }

  /// What changes nothing in place plans nothing.
  @Test(arguments: ["rates/25.mov", "fragments/sidx.mp4"])
  func nothingIsPlanned(_ name: String) throws {
    let file = Stamping.media.appending(path: name).path
    let result = try Tool.run(["check", "--fix", file, "--in-place", "--dry-run"])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.text == "\(file): nothing to correct\n", "\(result.text)")
  }

  /// A compressed header after the media is found as another one is.
  @Test(arguments: ["quicktime/compressed-box.mp4", "quicktime/cmov.mov"])
  func compressedHeaderIsLast(_ name: String) throws {
    let result = try Tool.run(["check", Stamping.media.appending(path: name).path])
    #expect((result.text + result.stderr).contains("[moov-last]"), "\(result.text)")
  }

  /// What `mend` promises to mend offers `--fix`.
  @Test func fixableRulesSaySo() {
    let offered = CheckCommands.byRule.filter { $0.value.contains("--fix") }.map(\.key)
    #expect(Set(offered) == MovieEditor.mendedRules)
  }

  // MARK: Baseline and fingerprints

  /// A finding is known again in another folder and after everything has moved.
  @Test func baselineSurvivesAShift() throws {
    let work = try Stamping()
    let name = "timecode-handmade/no-tref.mov"
    let known = work["known.json"]
    let first = try Tool.run(["check", "--compact", "--profile", "relink", Self.media(name)])
    try first.stdout.write(to: known)
    #expect(first.status == 1)
    // Free space at the front moves everything.
    let moved = work["no-tref.mov"]
    var bytes = try Data(contentsOf: Stamping.media.appending(path: name))
    bytes = Handmade.atom("free", Data(count: 24)) + bytes
    try bytes.write(to: moved)
    let second = try Tool.run([
      "check", "--json", "--profile", "relink", "--baseline", known.path, moved.path,
    ])
    let document = try Self.document(second)
    let fresh = try #require(document["findings"] as? [[String: Any]])
    // The samples have not moved with the offsets, but the timecode is what it was.
    #expect(!fresh.contains { $0["rule"] as? String == "timecode-not-referenced" })
    #expect(document["known"] as? Int ?? 0 >= 1)
    let wrong = work["wrong.json"]
    for text in [
      "sha256 0f", "{\"a\": 1}", "{\"file\": \"x\", \"findings\": [1]}",
      "{\"file\": \"x\", \"findings\": [{\"rule\": \"moov-last\"}]}",
    ] {
      try Data(text.utf8).write(to: wrong)
      let result = try Tool.run(["check", "--baseline", wrong.path, moved.path])
      #expect(result.status == 2, "\(text)")
      #expect(
        result.stderr.contains("; BASELINE must be the output of 'movtool check --json'"),
        "\(text): \(result.stderr)")
    }
  }

  /// Names are escaped in JSON.
  @Test(arguments: ["back\\slash.mov", "bell\u{7}.mov", "plain.mov"])
  func baselineOfAName(name: String) throws {
    let work = try Stamping()
    let movie = try work.copy("camera/moov-last.mov", as: name)
    let known = work["known.json"]
    try Tool.run(["check", "--json", movie.path]).stdout.write(to: known)
    let again = try Tool.run(["check", "--baseline", known.path, movie.path])
    #expect(again.text.isEmpty, "\(again.text)")
    let other = try work.copy("camera/moov-last.mov", as: "other.mov")
    #expect(try !Tool.run(["check", "--baseline", known.path, other.path]).text.isEmpty)
  }

  /// Of a rule that very many atoms break, some atoms are not listed. If there are more of them, some are new.
  @Test func baselineOfVeryManyAtoms() throws {
    let work = try Stamping()
    func write(_ count: Int) throws -> URL {
      let file = work["many.mov"]
      let track = Handmade.track()
      let bad = Handmade.atom("trak", track.dropFirst(8), Data([1]))
      try Handmade.movie((0..<count).reduce(into: Data()) { all, _ in all += bad }).write(to: file)
      return file
    }
    func fresh(_ known: URL, _ file: URL) throws -> [String] {
      try Self.findings(["--baseline", known.path, file.path])
        .filter { $0["rule"] as? String == "trailing-bytes" }.compactMap { $0["path"] as? String }
    }
    let known = work["known.json"]
    try Tool.run(["check", "--json", write(12).path]).stdout.write(to: known)
    #expect(try fresh(known, write(12)) == [])
    #expect(try fresh(known, write(11)) == [])
    #expect(try fresh(known, write(13)) == [""])
  }

  // MARK: Policy

  private static func check(_ policy: String, _ file: String) throws -> Tool.Result {
    let work = try Stamping()
    let place = work["policy.json"]
    try Data(policy.utf8).write(to: place)
    return try Tool.run(["check", "--policy", place.path, media(file)])
  }

  @Test(arguments: [
    ("{\"require\": {\"timecode\": true}}", "rates/25.mov", "policy-timecode"),
    ("{\"require\": {\"timecode\": false}}", "timecode/25.mov", "policy-timecode"),
    ("{\"require\": {\"start\": \"10:00:00:00\"}}", "timecode/25.mov", "policy-start"),
    ("{\"require\": {\"dropFrame\": true}}", "timecode/25.mov", "policy-drop-frame"),
    ("{\"require\": {\"reel\": \"file-name\"}}", "timecode/25-reel.mov", "policy-reel"),
    ("{\"require\": {\"codec\": [\"apch\", \"apcn\"]}}", "rates/25.mov", "policy-codec"),
    ("{\"require\": {\"audioCodec\": \"mp4a\"}}", "camera/prores-pcm.mov", "policy-audio-codec"),
    ("{\"require\": {\"frameRate\": [\"24\", 23.976]}}", "rates/25.mov", "policy-frame-rate"),
    ("{\"require\": {\"size\": \"1920x1080\"}}", "rates/25.mov", "policy-size"),
    ("{\"require\": {\"sampleRate\": 96000}}", "camera/prores-pcm.mov", "policy-sample-rate"),
    // A movie without audio.
    ("{\"require\": {\"audioCodec\": \"mp4a\"}}", "rates/25.mov", "policy-audio-codec"),
    ("{\"require\": {\"sampleRate\": 48000}}", "rates/25.mov", "policy-sample-rate"),
    ("{\"require\": {\"channels\": [6]}}", "camera/prores-pcm.mov", "policy-channels"),
    ("{\"require\": {\"brand\": \"isom\"}}", "rates/25.mov", "policy-brand"),
  ])
  func requirements(_ policy: String, _ file: String, _ rule: String) throws {
    let result = try Self.check(policy, file)
    #expect(result.status == 1)
    #expect(
      result.text.contains("error: moov") && result.text.contains("[\(rule)]\n"), "\(result.text)")
  }

  /// 64 by 48 pixels of `avc1`, however the policy writes the numbers and the letters.
  @Test(arguments: [
    ("\"size\": \"064x48\"", true), ("\"size\": [\"1x1\", \"64x0048\"]", true),
    ("\"size\": \"48x64\"", false), ("\"codec\": \"\\\\x61vc1\"", true),
    ("\"brand\": \"qt\\\\x20 \"", true),
  ])
  func valuesWrittenOtherwise(_ requirement: String, isMet: Bool) throws {
    let result = try Self.check("{\"require\": {\(requirement)}}", "rates/25.mov")
    #expect((result.status == 0) == isMet, "\(result.text)\(result.stderr)")
    #expect(result.text.contains("[policy-") != isMet, "\(result.text)")
  }

  /// Neither the sample description nor the timescale of the media gives a rate.
  @Test func samplingRateThatIsNotKnown() throws {
    let work = try Stamping()
    let (first, second) = (work["first.mov"].path, work["second.mov"].path)
    let entry = "moov/trak/mdia/minf/stbl/stsd/ima4"
    try Tool.run([
      "edit", "atom", Self.media("sound/ima4.mov"), entry, "samplerate=0", "-o", first,
    ])
    try Tool.run(["edit", "atom", first, "moov/trak/mdia/mdhd", "timescale=0", "-o", second])
    let policy = work["policy.json"]
    try Data("{\"require\": {\"sampleRate\": [44100, 48000]}}".utf8).write(to: policy)
    let result = try Tool.run(["check", "--policy", policy.path, second])
    #expect(
      result.text.contains(
        "the sampling rate is not known; the policy asks for 44100 or 48000 Hz; the file"),
      "\(result.text)")
  }

  /// Of 25 frames per second, and with timecode.
  @Test(arguments: [
    ("{\"or\": [{\"frameRate\": \"24\"}, {\"frameRate\": \"25\"}]}", [String]()),
    (
      "{\"or\": [{\"frameRate\": \"24\"}, {\"codec\": \"apch\", \"timecode\": true}]}",
      ["policy-alternative"]
    ),
    (
      "{\"and\": [{\"frameRate\": \"24\"}, {\"codec\": \"apch\"}]}",
      ["policy-frame-rate", "policy-codec"]
    ),
    (
      "{\"when\": {\"if\": {\"frameRate\": \"25\"}, \"then\": {\"timecode\": false}}}",
      ["policy-timecode"]
    ),
    ("{\"when\": {\"if\": {\"frameRate\": \"24\"}, \"then\": {\"timecode\": false}}}", []),
    (
      "{\"when\": [{\"if\": {\"frameRate\": \"24\"}, \"then\": {}, \"else\": {\"brand\": \"isom\"}}]}",
      ["policy-brand"]
    ),
    (
      "{\"or\": [{\"and\": [{\"timecode\": true}, {\"or\": [{\"codec\": \"avc1\"}]}]}], \"dropFrame\": true}",
      ["policy-drop-frame"]
    ),
  ])
  func conditions(_ policy: String, _ rules: [String]) throws {
    let result = try Self.check("{\"require\": \(policy)}", "timecode/25.mov")
    let found = result.text.split(separator: "\n").compactMap { line -> String? in
      guard let start = line.range(of: "[policy-") else { return nil }
      return String(line[start.lowerBound...].dropFirst().dropLast())
    }
    #expect(Set(found) == Set(rules), "\(result.text)\(result.stderr)")
  }

  /// A policy can ask for very many things. What is printed of them is as bounded as other findings: five of a rule,
  /// and the number of the others.
  @Test func manyRequirements() throws {
    let reels = (1...60).map { "{\"reel\": \"R\($0)\"}" }.joined(separator: ",")
    let result = try Self.check(
      "{\"require\": {\"and\": [\(reels), {\"timecode\": true}, {\"timecode\": true}]}}",
      "rates/25.mov")
    let lines = result.text.split(separator: "\n").filter { $0.contains("[policy-") }
    #expect(lines.count == 7, "\(result.text)")
    #expect(lines.filter { $0.contains("[policy-reel]") }.count == 6)
    #expect(lines.contains { $0.contains("… and 55 more") }, "\(result.text)")
    #expect(lines.contains { $0.contains("(2 times)") && $0.contains("[policy-timecode]") })
  }

  /// Of many alternatives, allowed values and long names, a message says the first ones.
  @Test func manyAlternatives() throws {
    let names = (1...3000).map { "\"reel\": \"R\($0)\"" }
    let sizes = (1...3000).map { "\"\($0)x1\"" }.joined(separator: ",")
    let long = String(repeating: "R", count: 10_000)
    for (policy, start, rest) in [
      (
        "\"or\": [\(names.map { "{\($0)}" }.joined(separator: ","))]",
        "there is no reel; the policy asks for \"R1\", or there is no reel", ", or 2980 more"
      ),
      (
        "\"or\": [{\"and\": [\(names.map { "{\($0)}" }.joined(separator: ","))]}]",
        "\"R1\" and there",
        " and 2995 more"
      ),
      ("\"size\": [\(sizes)]", "\"1x1\" or \"2x1\"", " or 2980 more"),
      ("\"reel\": \"\(long)\"", "\"RRR", "R…\""),
    ] {
      let result = try Self.check("{\"require\": {\(policy)}}", "rates/25.mov")
      let lines = result.text.split(separator: "\n").filter { $0.contains("[policy-") }
      #expect(lines.count == 1 && lines[0].contains(start) && lines[0].contains(rest), "\(lines)")
      #expect(lines.allSatisfy { $0.utf8.count < 3000 })
    }
  }

  /// What has no movie has nothing of what is asked of one, except a brand.
  @Test(arguments: [
    ("{\"codec\": [\"apch\"], \"timecode\": true}", ["policy-codec", "policy-timecode"]),
    ("{\"start\": \"10:00:00:00\", \"dropFrame\": false}", ["policy-start", "policy-drop-frame"]),
    ("{\"channels\": 0}", ["policy-channels"]), ("{\"timecode\": false}", []),
    ("{\"brand\": \"qt  \"}", ["policy-brand"]), ("{\"brand\": \"heic\"}", []),
    ("{\"or\": [{\"codec\": \"apch\"}, {\"codec\": \"avc1\"}]}", ["policy-alternative"]),
    (
      "{\"when\": {\"if\": {\"brand\": \"heic\"}, \"then\": {}, \"else\": {\"timecode\": true}}}",
      []
    ),
  ])
  func requirementsWithoutAMovie(_ policy: String, _ rules: [String]) throws {
    try Tool.withFolder { folder in
      let (file, place) = (folder.appending(path: "a.heic"), folder.appending(path: "policy.json"))
      try HandmadePicture().data.write(to: file)
      try Data("{\"require\": \(policy)}".utf8).write(to: place)
      let result = try Tool.run(["check", "--policy", place.path, file.path])
      let found = result.text.split(separator: "\n").compactMap { line -> String? in
        guard let start = line.range(of: "[policy-") else { return nil }
        return String(line[start.lowerBound...].dropFirst().dropLast())
      }
      #expect(Set(found) == Set(rules), "\(result.text)\(result.stderr)")
      #expect(rules.isEmpty || result.status == 1)
    }
  }

  /// Folders are searched for pictures as well as for movies.
  @Test func picturesInFolders() throws {
    try Tool.withFolder { folder in
      for name in ["a.heic", "b.AVIF", "c.mov", "d.txt"] {
        try HandmadePicture().data.write(to: folder.appending(path: name))
      }
      let result = try Tool.run(["check", folder.path])
      #expect(result.stderr.hasPrefix("movtool: 3 files: "), "\(result.stderr)")
      let listed = try Tool.run(["list", folder.path, "--csv"])
      #expect(!listed.text.contains("heic"))
    }
  }

  /// A segment without tfdt is an error, wherever it lies, and other files are counted.
  @Test func segmentsInFolders() throws {
    let moof = Handmade.atom(
      "moof", Handmade.atom("mfhd", Data([0, 0, 0, 0, 0, 0, 0, 1])),
      Handmade.atom("traf", Handmade.atom("tfhd", Data([0, 2, 0, 0, 0, 0, 0, 1]))))
    try Tool.withFolder { folder in
      for name in ["a.m4s", "b.CMFV", "c.cmfa", "d.cmft"] {
        try moof.write(to: folder.appending(path: name))
      }
      for name in ["e.mpd", "f.m3u8"] { try Data().write(to: folder.appending(path: name)) }
      let result = try Tool.run(["check", "--profile", "cmaf", folder.path, "-v"])
      #expect(result.status == 1)
      #expect(result.stderr.contains("movtool: 4 files: "), "\(result.stderr)")
      #expect(
        result.stderr.hasSuffix("; 2 files with another extension were left out\n"),
        "\(result.stderr)")
      #expect(result.stderr.contains("e.mpd: left out: its name has another extension\n"))
      for name in ["a.m4s", "b.CMFV", "c.cmfa", "d.cmft"] {
        #expect(
          result.text.split(separator: "\n").contains {
            $0.contains("\(name): error: ") && $0.hasSuffix("[fragment-decode-time]")
          }, "\(name): \(result.text)")
      }
      // Commands that need a header do not take segments.
      let hashed = try Tool.run(["hash", folder.path])
      #expect(
        hashed.stderr == "movtool: \(folder.path): there is no movie in it; "
          + "6 files have another extension (-v names them)\n")
      let other = folder.appending(path: "other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      try Data().write(to: other.appending(path: "a.txt"))
      let none = try Tool.run(["check", other.path])
      #expect(none.status == 1)
      #expect(
        none.stderr == "movtool: \(other.path): there is no movie, picture or segment in it; "
          + "1 file has another extension (-v names it)\n")
    }
  }

  @Test func fulfilled() throws {
    let policy = """
      {"require": {"timecode": true, "dropFrame": false, "codec": ["avc1"], "frameRate": "25",
       "brand": "qt  "}, "rules": {"moov-last": "off"}}
      """
    let result = try Self.check(policy, "timecode/25.mov")
    #expect(result.status == 0 && !result.text.contains("policy-"), "\(result.text)")
    #expect(!result.text.contains("moov-last"))
  }

  @Test func severitiesAndSuppressions() throws {
    let file = "camera/moov-last.mov"
    let worse = try Self.check("{\"rules\": {\"moov-last\": \"error\"}}", file)
    #expect(worse.status == 1 && worse.text.contains("error: moov at"))
    let known = try Self.check(
      """
      {"rules": {"moov-last": "error"},
       "suppress": [{"rule": "moov-last", "file": "moov-last.mov", "reason": "local playback"}]}
      """, file)
    #expect(known.status == 0 && known.text.isEmpty)
    #expect(known.stderr.hasSuffix(", and 1 known\n"))
    // The end of the path of the file is one of whole components.
    let folder = file.split(separator: "/").dropLast().last.map(String.init) ?? ""
    for (place, isFile) in [
      ("\(folder)/moov-last.mov", true), (Self.media(file), true), ("last.mov", false),
      ("other/moov-last.mov", false), ("x" + Self.media(file), false), ("", false),
    ] {
      let policy = """
        {"suppress": [{"rule": "moov-last", "file": "\(place)", "reason": "local playback"}]}
        """
      #expect(try Self.check(policy, file).text.isEmpty == isFile, "\(place)")
    }
    // One finding of a rule, by its fingerprint, in this file or in all.
    let found = try Self.findings([Self.media(file)]).first { $0["rule"] as? String == "moov-last" }
    let fingerprint = try #require(found?["fingerprint"] as? String)
    for (members, isKnown) in [
      ("\"fingerprint\": \"\(fingerprint)\"", true),
      ("\"fingerprint\": \"\(fingerprint)\", \"file\": \"moov-last.mov\"", true),
      ("\"fingerprint\": \"\(fingerprint)\", \"file\": \"other.mov\"", false),
      ("\"fingerprint\": \"0\"", false),
    ] {
      #expect(try Self.check(Self.suppression(members), file).text.isEmpty == isKnown, "\(members)")
    }
    let profile = try Self.check("{\"profiles\": [\"relink\"]}", "rates/25.mov")
    #expect(profile.text.contains("[timecode-missing]"))
  }

  @Test(arguments: [
    "", "[]", "{\"rules\": {\"nonsense\": \"off\"}}", "{\"rules\": {\"moov-last\": \"loud\"}}",
    "{\"rules\": {\"file-name\": \"off\"}}", "{\"profiles\": [\"dvd\"]}", "{\"unknown\": 1}",
    suppression("\"file\": [\"other.mov\"]"), suppression("\"files\": \"other.mov\""),
    suppression("\"fingerprint\": 123"), suppression("\"file\": null"),
    "{\"suppress\": [1]}", "{\"suppress\": [{\"rule\": \"moov-last\", \"reason\": 1}]}",
    "{\"suppress\": [{\"rule\": \"moov-last\"}]}", "{\"require\": {\"frameRate\": \"fast\"}}",
    "{\"require\": {\"codec\": []}}", "{\"require\": {\"colour\": \"red\"}}",
    // What nothing can be.
    "{\"require\": {\"start\": \"ten\"}}", "{\"require\": {\"size\": \"1920×1080\"}}",
    "{\"require\": {\"codec\": \"H.264\"}}", "{\"require\": {\"brand\": \"qt\"}}",
    "{\"require\": {\"start\": \"01:60:00:00\"}}", "{\"require\": {\"start\": \"01:00:60:00\"}}",
    "{\"require\": {\"channels\": -1}}", "{\"require\": {\"sampleRate\": [48000, 0]}}",
    "{\"require\": {\"or\": []}}", "{\"require\": {\"or\": {}}}", "{\"require\": {\"and\": [1]}}",
    "{\"require\": {\"when\": {\"if\": {}}}}", "{\"require\": []}",
    "{\"require\": {\"when\": {\"if\": {}, \"then\": {}, \"otherwise\": {}}}}",
  ])
  func wrongPolicies(_ policy: String) throws {
    let result = try Self.check(policy, "rates/25.mov")
    #expect(
      result.status == 2 && result.stderr.filter { $0 == "\n" }.count == 1, "\(result.stderr)")
  }

  /// A policy or a baseline that is not there is a mistake in the command line, and not a bad delivery.
  @Test(arguments: ["--policy", "--baseline"], ["nowhere.json", "rates"])
  func unreadablePolicies(option: String, path: String) throws {
    let result = try Tool.run(["check", "rates/25.mov", option, path], cwd: Media.root)
    #expect(result.status == 2 && result.text.isEmpty, "\(result.stderr)")
    #expect(result.stderr.hasPrefix("movtool: \(path): "))
    #expect(result.stderr.hasSuffix("; see 'movtool check --help'\n"))
  }

  /// A rate is said as `list` says it: that of 24000/1001 is no 23.98.
  @Test(arguments: ["23.976", "23.98", "24000/1001"])
  func rateOfPolicies(rate: String) throws {
    let result = try Self.check("{\"require\": {\"frameRate\": \"\(rate)\"}}", "rates/25.mov")
    let message = "the frame rate is 25; the policy asks for 23.976;"
    #expect(result.text.contains(message), "\(result.text)")
  }

  /// Segments are checked together with their header from standard input. One that is missing is found.
  @Test func segmentsWithHeader() throws {
    try Tool.withFolder { folder in
      let sound = Media.root.appending(path: "sound/pcm-s16.mov").path
      let made = try Tool.run(["remux", sound, "--fragment", "0.1", "-o", "f.mov"], cwd: folder)
      try #require(made.status == 0, "\(made.stderr)")
      let whole = try Data(contentsOf: folder.appending(path: "f.mov"))
      let listed = try Tool.run(["inspect", "f.mov", "--compact", "--depth", "1"], cwd: folder)
      let document = try #require(
        try JSONSerialization.jsonObject(with: listed.stdout) as? [String: Any])
      let atoms = try #require(document["atoms"] as? [[String: Any]])
      let moofs = atoms.filter { $0["type"] as? String == "moof" }.compactMap {
        $0["offset"] as? Int
      }
      try #require(moofs.count >= 3)
      #expect(try !Tool.run(["check", "-"], stdin: whole).text.contains("[fragment-gap]"))
      let broken = try Tool.run(
        ["check", "-"], stdin: Data(whole[..<moofs[1]] + whole[moofs[2]...]))
      #expect(broken.text.hasPrefix("-: warning: moov/trak"), "\(broken.text)")
      #expect(broken.text.contains("[fragment-gap]"), "\(broken.text)")
      let mended = try Tool.run(["check", "--fix", "-", "-o", "x.mov"], stdin: whole, cwd: folder)
      #expect(mended.status == 2, "\(mended.stderr)")
    }
  }

  /// The message for a member that does not exist lists those that do, and each of these exists.
  @Test(arguments: [
    ("{\"x\": 1}", "the members are description, profiles, rules, suppress and require; see"),
    (suppression("\"x\": 1"), "the members are rule, file, fingerprint and reason; see"),
    (
      "{\"require\": {\"x\": 1}}",
      "codec, audioCodec, frameRate, size, sampleRate, channels, brand, and, or and when; see"
    ),
    (
      "{\"require\": {\"when\": {\"if\": {}, \"then\": {}, \"x\": 1}}}",
      "\"when\" has no member \"x\"; the members are if, then and else; see"
    ), ("{\"rules\": {\"x\": \"off\"}}", "'movtool check --explain all' lists the rules; see"),
  ])
  func membersOfPolicies(_ policy: String, _ message: String) throws {
    let result = try Self.check(policy, "rates/25.mov")
    #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
  }

  /// The schema of policies accepts the policies of the documentation and what these tests use, and refuses what the
  /// tool does.
  @Test func schemaOfPolicies() throws {
    guard MediaTools.has("python3"), try MediaTools.hasPython("jsonschema") else { return }
    let root = Media.root.deletingLastPathComponent()
    let manual = try String(contentsOf: root.appending(path: "Docs/CLI.md"), encoding: .utf8)
    let start = try #require(manual.range(of: "**Policy.**"))
    let end = try #require(manual.range(of: "## hash", range: start.upperBound..<manual.endIndex))
    let policies = manual[start.upperBound..<end.lowerBound].components(separatedBy: "```json\n")
      .dropFirst().compactMap { $0.components(separatedBy: "```").first }
    #expect(policies.count == 2)
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      for line in sys.stdin:
        print(jsonschema.Draft202012Validator(schema).is_valid(json.loads(json.loads(line))))
      """
    let wrong = [
      "[]", "{\"x\": 1}", "{\"rules\": {\"moov-last\": \"loud\"}}", "{\"profiles\": [\"dvd\"]}",
      "{\"suppress\": [{\"rule\": \"moov-last\"}]}", "{\"require\": {\"codec\": []}}",
      "{\"require\": {\"colour\": \"red\"}}", "{\"require\": {\"or\": []}}",
      "{\"require\": {\"channels\": -1}}", "{\"require\": {\"when\": {\"if\": {}}}}",
      "{\"require\": {\"codec\": \"avc1x\"}}", "{\"require\": {\"codec\": \"\\\\x61\"}}",
      "{\"require\": {\"start\": \"10:00\"}}", "{\"require\": {\"frameRate\": \"abc\"}}",
      "{\"require\": {\"frameRate\": 0}}",
    ]
    let right =
      policies + [
        "{}", "{\"$schema\": \"policy.schema.json\"}",
        "{\"require\": {\"frameRate\": [\"24\", 23.976]}}",
        "{\"require\": {\"channels\": 0, \"size\": \"1920x1080\", \"brand\": \"qt  \"}}",
        "{\"require\": {\"codec\": \"\\\\x61vc1\", \"brand\": \"a\\\\bc\", \"start\": \"1:0:0;0\"}}",
      ]
    for policy in right {
      let result = try Self.check(policy, "rates/25.mov")
      #expect(result.status != 2, "\(result.stderr)")
    }
    let lines = try (right + wrong).map {
      String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
    }
    let answer = try MediaTools.run(
      "python3", ["-c", script, root.appending(path: "Docs/Schemas/policy.schema.json").path],
      stdin: Data((lines.joined(separator: "\n") + "\n").utf8))
    let expected = right.map { _ in "True" } + wrong.map { _ in "False" }
    #expect(
      answer.text.split(separator: "\n").map(String.init) == expected,
      "\(answer.text)\(answer.stderr)")
  }

  private static func suppression(_ member: String) -> String {
    "{\"suppress\": [{\"rule\": \"moov-last\", \(member), \"reason\": \"x\"}]}"
  }

  /// The numbers of a label count, and its separator if that says drop frame or not. The movie starts at
  /// 00:59:59;28.
  @Test(arguments: [
    ("00:59:59;28", true), ("00:59:59,28", true), ("0:59:59;28", true), ("00:59:59.28", true),
    ("00:59:59:28", false), ("00:59:59;29", false), ("-00:59:59;28", false),
  ])
  func starts(_ label: String, isThere: Bool) throws {
    let policy = "{\"require\": {\"start\": \"\(label)\"}}"
    let result = try Self.check(policy, "timecode/2997-df.mov")
    #expect(result.text.contains("[policy-start]") != isThere, "\(result.text)\(result.stderr)")
  }

  /// At 120 frames per second, labels have three digits for frames.
  @Test func startAt120() throws {
    let work = try Stamping()
    let movie = try work.stamp("timecode/120.mov", "01:00:00:00", "--replace", "-q")
    let policy = work["policy.json"]
    for label in ["01:00:00:00", "01:00:00:000"] {
      try Data("{\"require\": {\"start\": \"\(label)\"}}".utf8).write(to: policy)
      let result = try Tool.run(["check", "--policy", policy.path, movie.path])
      #expect(!result.text.contains("[policy-start]"), "\(result.text)\(result.stderr)")
    }
  }

  // MARK: Reports for machines

  /// A requirement that is missed in two conditions is two findings, with a name each.
  @Test func policyThatIsMissedTwice() throws {
    let work = try Stamping()
    let policy = work["policy.json"]
    try Data(#"{"require": {"and": [{"codec": "apch"}, {"codec": "apcn"}]}}"#.utf8)
      .write(to: policy)
    let found = try Self.findings([
      "--policy", policy.path, Self.media("camera/moov-first.mov"),
    ]).filter { $0["rule"] as? String == "policy-codec" }
    #expect(found.count == 2)
    #expect(Set(found.compactMap { $0["fingerprint"] as? String }).count == 2)
  }

  @Test func jUnit() throws {
    let files = ["headers/truncated-mdat.mov", "camera/moov-first.mov"].map(Self.media)
    let result = try Tool.run(["check", "--junit", "/nowhere<&>.mov"] + files)
    #expect(result.status == 1)
    let parser = XMLCounter()
    let xml = XMLParser(data: result.stdout)
    xml.delegate = parser
    #expect(xml.parse())
    #expect(parser.counts["testsuite"] == 3)
    #expect(parser.counts["failure"] ?? 0 >= 1 && parser.counts["error"] == 1)
  }

  private final class XMLCounter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) { counts[name, default: 0] += 1 }
  }

  /// What the schema of SARIF 2.1.0 requires of the members that we write.
  @Test func sarif() throws {
    let files = ["headers/truncated-mdat.mov", "camera/moov-last.mov"].map(Self.media)
    let result = try Tool.run(["check", "--sarif", "/no where.mov"] + files)
    #expect(result.status == 1)
    let log = try Self.document(result)
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(driver["name"] as? String == "movtool" && Set(rules).count == rules.count)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count > 1)
    for result in results {
      let id = try #require(result["ruleId"] as? String)
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index] == id)
      #expect(["error", "warning", "note"].contains(result["level"] as? String ?? ""))
      #expect(((result["message"] as? [String: Any])?["text"] as? String)?.isEmpty == false)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let place = try #require(location["physicalLocation"] as? [String: Any])
      let uri = (place["artifactLocation"] as? [String: Any])?["uri"] as? String
      #expect(uri?.hasPrefix("file:///") == true)
      let prints = result["partialFingerprints"] as? [String: String]
      #expect(prints?["movtool/v1"]?.count == 32)
    }
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    #expect(String(decoding: result.stdout, as: UTF8.self).contains("file:///no%20where.mov"))
  }
}
