import Foundation
import Testing

@testable import movtool

/// `edit atom`, `insert atom` and `remove atom`.
@Suite struct EditAtomTests {
  private static let movie = Stamping.media.appending(path: "camera/moov-last.mov")

  /// Runs a command on a copy of the movie, to a new file and in place; `check` looks at each result.
  private func everyWay(
    _ verb: String, _ arguments: [String], _ check: (String) throws -> Void
  ) throws {
    try Tool.withFolder { folder in
      let (file, out) = (folder.appending(path: "m.mov"), folder.appending(path: "out.mov"))
      try FileManager.default.copyItem(at: Self.movie, to: file)
      let copied = try Tool.run([verb, "atom", file.path] + arguments + ["-o", out.path])
      #expect(copied.status == 0, "\(copied.stderr)")
      try check(out.path)
      #expect(try Data(contentsOf: file) == Data(contentsOf: Self.movie))
      let backup = folder.appending(path: "backup").path
      let changed = try Tool.run(
        [verb, "atom", file.path] + arguments + ["--in-place", "--backup", backup])
      #expect(changed.status == 0, "\(changed.stderr)")
      try check(file.path)
      #expect(try Tool.run(["restore", file.path, backup]).status == 0)
      #expect(try Data(contentsOf: file) == Data(contentsOf: Self.movie))
    }
  }

  private func shown(_ path: String, _ atom: String) throws -> String {
    let result = try Tool.run(["inspect", path, "--atom", atom, "--rows", "all"])
    #expect(result.status == 0, "\(result.stderr)")
    return result.text
  }

  private func samples(_ path: String) throws -> [String] {
    try ["video", "audio"].map {
      try Tool.run(["hash", path, "--track", $0]).text.split(separator: " ").first.map(String.init)
        ?? ""
    }
  }

  // MARK: Segment indexes

  /// What a segment index refers to stays where it was and as long, if the index itself becomes shorter. It counts
  /// from its own end.
  @Test(arguments: [
    ("version=0", ["1660", "1038"]), ("version=1", ["1660", "1038"]),
    (
      #"references=[{"reference_type": 0, "referenced_size": 2698, "subsegment_duration": 25600, "#
        + #""starts_with_SAP": 1, "SAP_type": 0, "SAP_delta_time": 0}]"#, ["2698"]
    ),
  ])
  func sizesInASegmentIndex(change: String, sizes: [String]) throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "fragments/global-sidx.mp4").path
      let out = folder.appending(path: "out.mp4").path
      let result = try Tool.run(["edit", "atom", movie, "sidx", change, "-o", out])
      #expect(result.status == 0, "\(result.stderr)")
      let text = try shown(out, "sidx")
      #expect(
        text.matches(of: #/referenced_size (\d+)/#).map { String($0.output.1) } == sizes, "\(text)")
      #expect(text.contains("first_offset                0"), "\(text)")
      let found = try Tool.run(["check", out]).text
      #expect(!found.contains("[fragment-index]"), "\(found)")
    }
  }

  /// The same by a document.
  @Test func sizesInADescribedSegmentIndex() throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "fragments/global-sidx.mp4").path
      let (edited, out) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4"))
      let change = try Tool.run(["edit", "atom", movie, "sidx", "version=0", "-o", edited.path])
      #expect(change.status == 0, "\(change.stderr)")
      var document = try Tool.run(["inspect", "--json", "--bytes", "all", "--rows", "all", movie])
        .text
      let index = try #require(document.range(of: #""path": "sidx""#))
      let version = try #require(
        document.range(of: #""version": 1"#, range: index.upperBound..<document.endIndex))
      document.replaceSubrange(version, with: #""version": 0"#)
      let result = try Tool.run(
        ["build", out.path, "--from-json", "-"], stdin: Data(document.utf8))
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try Data(contentsOf: out) == Data(contentsOf: edited))
    }
  }

  // MARK: Fields

  @Test func fieldsAreSet() throws {
    try everyWay(
      "edit",
      [
        "moov/trak[1]/tkhd", "layer=-1", "volume=0.5", "flags=inMovie",
        "creation_time=2020-02-29T23:59:58Z",
      ]
    ) { (path: String) throws in
      let text = try shown(path, "moov/trak[1]/tkhd")
      for line in [
        "flags 0x2 (inMovie)", "2020-02-29T23:59:58Z", "layer              -1",
        "volume             0.5", "alternate_group    1",
      ] { #expect(text.contains(line), "\(text)") }
      #expect(try samples(path) == samples(Self.movie.path))
    }
  }

  /// Numbers of what follows them, and rows that lack a field.
  @Test(arguments: [
    ("timecode/25-reel.mov", "moov/trak[0]/mdia/minf/stbl/stsd", "entry_count=9", "entry_count"),
    ("timecode/25-reel.mov", "moov/trak[0]/mdia/minf/stbl/stsd", "entry_count=0", "entry_count"),
    ("timecode/25-reel.mov", "moov/trak[0]/mdia/minf/dinf/dref", "entry_count=255", "entry_count"),
    ("metadata/mdta-keys.mov", "moov/udta/meta/keys", "keys[5].key_size=45", "keys[5]/key_size"),
    (
      "camera/camera.mov", "moov/trak[0]/mdia/minf/stbl/stts",
      #"entries=[{"sample_count":45},{"sample_count":45}]"#, "sample_delta: the field is missing"
    ),
    (
      "camera/camera.mov", "moov/trak[0]/edts/elst",
      #"entries=[{"segment_duration":5},{"segment_duration":6}]"#, "the field is missing"
    ),
  ])
  func whatCannotBeSet(file: String, atom: String, change: String, part: String) throws {
    try Tool.withFolder { folder in
      let result = try Tool.run([
        "edit", "atom", Stamping.media.appending(path: file).path, atom, change, "-o",
        folder.appending(path: "o.mov").path,
      ])
      #expect(result.status == 1 && result.stderr.contains(part), "\(result.stderr)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  /// A text beside a number that follows it, and rows that are counted.
  @Test(arguments: [
    (
      "metadata/mdta-keys.mov", "moov/udta/meta/keys",
      "keys[1].key_value=com.example.longer.than.before",
      // The size counts itself and the namespace, 8 bytes.
      [
        ["38", #""mdta""#, #""com.example.longer.than.before""#],
        ["15", #""mdta""#, #""comment""#],
      ]
    ),
    (
      "camera/camera.mov", "moov/trak[0]/mdia/minf/stbl/stts",
      #"entries=[{"sample_count":45,"sample_delta":1001},{"sample_count":45,"sample_delta":1001}]"#,
      [["entry_count", "2"], ["45", "1001"], ["45", "1001"]]
    ),
  ])
  func whatCanBeSet(file: String, atom: String, change: String, rows: [[String]]) throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "o.mov").path
      let result = try Tool.run([
        "edit", "atom", Stamping.media.appending(path: file).path, atom, change, "-o", out,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      var lines = try shown(out, atom).split(separator: "\n").map { $0.split(separator: " ") }
      for row in rows {
        let place = lines.firstIndex { $0.map(String.init) == row }
        lines.removeSubrange(...(try #require(place, "\(row)")))
      }
    }
  }

  /// What an atom says already changes nothing.
  @Test func whatIsThere() throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "timecode/25-reel.mov")
      let out = folder.appending(path: "o.mov")
      let result = try Tool.run([
        "edit", "atom", movie.path, "moov/trak[0]/mdia/minf/stbl/stsd", "entry_count=1", "-o",
        out.path,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try Data(contentsOf: out) == Data(contentsOf: movie))
    }
  }

  /// Bytes after all that is understood, which `inspect` shows as a field, are changed and removed as one.
  @Test func bytesThatNoFieldExplains() throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "headers/mvhd-longer.mov")
      let old = try Data(contentsOf: movie)
      // The last two bytes of the atom, which begins with its size.
      let type = try #require(old.firstRange(of: Data("mvhd".utf8))).lowerBound
      let end = type - 4 + Int(old[type - 1])
      #expect(old[(end - 2)..<end] == Data([0, 1]))
      let out = folder.appending(path: "o.mov")
      func edit(_ change: String) throws -> (Tool.Result, Data?) {
        try? FileManager.default.removeItem(at: out)
        let result = try Tool.run([
          "edit", "atom", movie.path, "moov/mvhd", change, "-o", out.path,
        ])
        return (result, try? Data(contentsOf: out))
      }
      let (same, copy) = try edit("trailing_data=0001")
      #expect(same.status == 0 && copy == old, "\(same.stderr)")
      let (others, changed) = try edit("trailing_data=0203")
      #expect(others.status == 0, "\(others.stderr)")
      #expect(changed?[..<(end - 2)] == old[..<(end - 2)])
      #expect(changed?[(end - 2)..<end] == Data([2, 3]))
      #expect(changed?[end...] == old[end...])
      let (none, shorter) = try edit("trailing_data=")
      #expect(none.status == 0, "\(none.stderr)")
      // The size of the atom without them.
      #expect(shorter?.count == old.count - 2 && shorter?[type - 1] == 108)
      #expect(try Tool.run(["check", out.path]).text.contains("[trailing-bytes]") == false)
      let (wrong, _) = try edit("trailing_data=0")
      #expect(wrong.status == 1 && wrong.stderr.contains("not hexadecimal digits"))
    }
  }

  /// The UUID of an atom that is not known by it.
  @Test func userType() throws {
    try Tool.withFolder { folder in
      let (file, out) = (folder.appending(path: "a.mov"), folder.appending(path: "b.mov"))
      let name = Data(repeating: 0x11, count: 16)
      let movie = try Data(contentsOf: Self.movie)
      try (movie + Handmade.atom("uuid", name + [7])).write(to: file)
      let uuid = "22222222-2222-2222-2222-222222222222"
      let result = try Tool.run([
        "edit", "atom", file.path, "uuid", "usertype=\(uuid)", "-o", out.path,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      let other = Data(repeating: 0x22, count: 16)
      #expect(try Data(contentsOf: out) == movie + Handmade.atom("uuid", other + [7]))
      let wrong = try Tool.run([
        "edit", "atom", file.path, "uuid", "usertype=22", "-o", out.path, "--overwrite",
      ])
      #expect(wrong.status == 1 && wrong.stderr.contains("a uuid atom needs a UUID"))
    }
  }

  /// What fields mean is shown beside them, and is no field.
  @Test func explanations() throws {
    let result = try Tool.run([
      "edit", "atom", Self.movie.path, "trak[0]/mdia/minf/stbl/stsd/avc1/avcC",
      "sequence_parameters=1", "--dry-run",
    ])
    #expect(
      result.status == 1 && result.stderr.contains("it says what the other fields mean"),
      "\(result.stderr)")
  }

  /// Rows are JSON, so the message says what is wrong with their syntax.
  @Test func rowsThatAreNotJSON() throws {
    let result = try Tool.run([
      "edit", "atom", Self.movie.path, "trak[0]/edts/elst", "entries=[{\"media_time\":0},]",
      "--dry-run",
    ])
    #expect(
      result.status == 1 && result.stderr.contains("entries: line 1: expected a value"),
      "\(result.stderr)")
  }

  /// What a text is set to is the text, whatever it looks like.
  @Test(arguments: ["[1]", "null", "{}", "[", "1", "\"x\""])
  func textsThatLookLikeJSON(name: String) throws {
    try everyWay("edit", ["trak[1]/mdia/hdlr", "component_name=\(name)"]) { path throws in
      let text = try Tool.run(["inspect", path, "--atom", "trak[1]/mdia/hdlr", "--json"]).text
      let quoted = name.replacingOccurrences(of: "\"", with: "\\\"")
      #expect(text.contains("\"\(quoted)\""), "\(text)")
    }
  }

  /// The name of a handler of QuickTime is counted, even if there was none before.
  @Test func nameThatWasEmpty() throws {
    try Tool.withFolder { folder in
      let (empty, back) = (folder.appending(path: "e.mov").path, folder.appending(path: "b.mov"))
      for (from, name, to) in [
        (Self.movie.path, "", empty), (empty, "VideoHandler", back.path),
      ] {
        let result = try Tool.run([
          "edit", "atom", from, "moov/trak[0]/mdia/hdlr", "component_name=\(name)", "-o", to,
        ])
        #expect(result.status == 0, "\(result.stderr)")
      }
      #expect(try Data(contentsOf: back) == Data(contentsOf: Self.movie))
    }
  }

  /// A counted name has one byte for its length, and so has one that was empty.
  @Test func nameThatIsTooLong() throws {
    try Tool.withFolder { folder in
      let empty = folder.appending(path: "e.mov").path
      let hdlr = "moov/trak[0]/mdia/hdlr"
      let made = try Tool.run([
        "edit", "atom", Self.movie.path, hdlr, "component_name=", "-o", empty,
      ])
      #expect(made.status == 0, "\(made.stderr)")
      for file in [Self.movie.path, empty] {
        for (count, status) in [(255, Int32(0)), (256, 1)] {
          let name = String(repeating: "x", count: count)
          let result = try Tool.run([
            "edit", "atom", file, hdlr, "component_name=\(name)", "--dry-run",
          ])
          #expect(result.status == status, "\(result.stderr)")
          #expect(
            result.stderr.contains(
              "component_name: the value is not a text of at most 255 bytes") == (status != 0),
            "\(result.stderr)")
        }
      }
    }
  }

  /// A text of another length moves what follows it.
  @Test func lengthsFollow() throws {
    let name = String(repeating: "lang und länger ", count: 5)
    try everyWay("edit", ["moov/trak/mdia/hdlr", "component_name=\(name)"]) {
      (path: String) throws in
      let json = try Tool.run(["inspect", "--json", path, "--atom", "moov/trak/mdia/hdlr"])
      #expect(json.text.contains(name))
      #expect(try samples(path) == samples(Self.movie.path))
    }
  }

  /// What is in the bytes of a tag or of a camera's metadata has fields too.
  @Test func insideOfBytes() throws {
    try Tool.withFolder { folder in
      let (tagged, out) = (folder.appending(path: "t.mp4"), folder.appending(path: "o.mp4"))
      try FileManager.default.copyItem(
        at: Stamping.media.appending(path: "strings/id32.mp4"), to: tagged)
      let title = try Tool.run([
        "edit", "atom", tagged.path, "moov/meta/ID32",
        "id3v2_tag.frames[0].text=A longer title, süß", "-o", out.path,
      ])
      #expect(title.status == 0, "\(title.stderr)")
      #expect(try shown(out.path, "moov/meta/ID32").contains("A longer title, süß"))

      // A device and its name (GPMF Introduction).
      let elements =
        Data("DEVC".utf8) + [0, 1, 0, 16] + Data("DVNMc".utf8) + [1, 0, 6] + Data("Camera".utf8)
        + [0, 0]
      let added = folder.appending(path: "gpmf.bin")
      try
        (Data([0, 0, 0, 40]) + Data("udta".utf8) + Data([0, 0, 0, 32]) + Data("GPMF".utf8)
        + elements).write(to: added)
      let (camera, renamed) = (folder.appending(path: "c.mp4"), folder.appending(path: "r.mp4"))
      #expect(
        try Tool.run(["insert", "atom", out.path, "moov", added.path, "-o", camera.path])
          .status == 0)
      let name = try Tool.run([
        "edit", "atom", camera.path, "moov/udta/GPMF", "elements[0].elements[0].text=My camera",
        "-o", renamed.path,
      ])
      #expect(name.status == 0, "\(name.stderr)")
      if MediaTools.has("exiftool") {
        let read = try Tool.shell(
          "exiftool -s -s -s -DeviceName '\(renamed.path)'", cwd: folder)
        #expect(read.text == "My camera\n", "\(read.text)\(read.stderr)")
      }
      let refused = try Tool.run([
        "edit", "atom", camera.path, "moov/udta/GPMF", "elements[0].elements[0].text=名", "-o",
        folder.appending(path: "x.mp4").path,
      ])
      #expect(
        refused.status == 1 && refused.stderr.contains("the value is of another kind"),
        "\(refused.stderr)")
    }
  }

  @Test func aPartOfATable() throws {
    try everyWay(
      "edit", ["moov/trak[1]/edts/elst", "entries[0].media_time=2048", "entries[0].media_rate=0.5"]
    ) { (path: String) throws in
      let text = try shown(path, "moov/trak[1]/edts/elst")
      #expect(text.contains("2048 (") && text.contains("0.5"), "\(text)")
    }
  }

  @Test func aWholeTable() throws {
    try everyWay(
      "edit",
      [
        "moov/trak[0]/mdia/minf/stbl/stts",
        #"entries=[{"sample_count": 10, "sample_delta": 500}, {"sample_count": 50, "sample_delta": 512}]"#,
      ]
    ) { (path: String) throws in
      let text = try shown(path, "moov/trak[0]/mdia/minf/stbl/stts")
      #expect(text.contains("entry_count  2") && text.contains("500"), "\(text)")
      #expect(try samples(path) == samples(Self.movie.path))
    }
  }

  /// Other atoms refer to these children by their number.
  @Test func childrenThatHaveNumbers() throws {
    try Tool.withFolder { folder in
      let stsd = "moov/trak[0]/mdia/minf/stbl/stsd"
      let entry = try Tool.run(
        ["extract", "atom", Self.movie.path, "\(stsd)/avc1", "-o", "entry.bin"], cwd: folder)
      try #require(entry.status == 0, "\(entry.stderr)")
      let first = try Tool.run(
        ["insert", "atom", Self.movie.path, stsd, "entry.bin", "--at", "0", "-o", "a.mov"],
        cwd: folder)
      #expect(
        first.status == 1
          && first.stderr.contains(
            "stsd: other atoms refer to the children of stsd by their number, so a new one comes last"
          ),
        "\(first.stderr)")
      let last = try Tool.run(
        ["insert", "atom", Self.movie.path, stsd, "entry.bin", "-o", "b.mov"], cwd: folder)
      #expect(last.status == 0, "\(last.stderr)")
      let removed = try Tool.run(
        ["remove", "atom", "b.mov", "\(stsd)/avc1[0]", "-o", "c.mov"], cwd: folder)
      #expect(
        removed.status == 1 && removed.stderr.contains("so only the last is removed"),
        "\(removed.stderr)")
      let back = try Tool.run(
        ["remove", "atom", "b.mov", "\(stsd)/avc1[1]", "-o", "d.mov"], cwd: folder)
      #expect(back.status == 0, "\(back.stderr)")
      #expect(
        try Data(contentsOf: folder.appending(path: "d.mov")) == Data(contentsOf: Self.movie))
    }
  }

  /// The header of a track is needed to read it.
  @Test func trackHeaderStays() throws {
    let result = try Tool.run([
      "remove", "atom", Self.movie.path, "moov/trak[0]/tkhd", "--dry-run",
    ])
    #expect(
      result.status == 1 && result.stderr.contains("the change makes the track unreadable"),
      "\(result.stderr)")
  }

  /// Samples that get lost are named.
  @Test func samplesThatGetLost() throws {
    let result = try Tool.run([
      "edit", "atom", Self.movie.path, "moov/trak[0]/mdia/minf/stbl/stsz", "sizes=[1012, 25]",
      "--dry-run",
    ])
    #expect(result.status == 0)
    #expect(
      result.stderr.contains(
        "warning: moov/trak[0] at 10288: the track has 60 samples, and 2 after the change "
          + "[samples-changed]"), "\(result.stderr)")
  }

  /// What is wrong only after the change is said of the file that has it.
  @Test func findingsOfTheResult() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let result = try Tool.run([
        "edit", "atom", Stamping.media.appending(path: "camera/colour.mov").path, "colr",
        "colour_primaries=9", "-o", out,
      ])
      #expect(result.status == 0)
      let finding = result.stderr.split(separator: "\n").first {
        $0.contains("[colour-contradiction]")
      }
      #expect(finding?.hasPrefix("movtool: \(out): warning: ") == true, "\(result.stderr)")
    }
  }

  /// Atoms beside `moov` are changed in a copy.
  @Test func besideTheMovie() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let result = try Tool.run([
        "edit", "atom", Self.movie.path, "ftyp", #"compatible_brands=["qt  ","mp42"]"#, "-o", out,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try shown(out, "ftyp").contains("mp42"))
      #expect(try samples(out) == samples(Self.movie.path))
      let file = folder.appending(path: "m.mov")
      try FileManager.default.copyItem(at: Self.movie, to: file)
      let inPlace = try Tool.run([
        "edit", "atom", file.path, "ftyp", "minor_version=3", "--in-place",
      ])
      #expect(inPlace.status == 1)
      #expect(
        inPlace.stderr.contains(
          "atoms beside moov are changed, so the movie cannot be changed in place; use "
            + "-o to write a copy"), "\(inPlace.stderr)")
      #expect(try Data(contentsOf: file) == Data(contentsOf: Self.movie))
    }
  }

  @Test(arguments: [
    (
      ["moov/trak/tkhd", "foo=1"],
      "moov/trak/tkhd: there is no field 'foo'; the fields are version, flags, creation_time, "
    ),
    (
      ["moov/trak/mdia/mdhd", "language=de"],
      "mdhd/language: the value is not three lowercase letters such as deu, or the stored number"
    ),
    (
      ["moov/trak/mdia/hdlr", "component_subtype=vid"],
      "hdlr/component_subtype: the value is not a text of four characters"
    ),
    (["moov/trak/tkhd", "layer=99999"], "moov/trak/tkhd/layer: the value does not fit in 16 bits"),
    (["moov/trak/tkhd", "layer=top"], "moov/trak/tkhd/layer: the value is not an integer"),
    (
      ["moov/trak/tkhd", "volume=loud"],
      "moov/trak/tkhd/volume: the value is not a number from -128 to below 128"
    ),
    (["moov/trak/tkhd", "track_ID=9"], "so the ID cannot be changed"),
    (
      ["moov/trak/edts/elst", "entry_count=9"],
      "the value counts what follows (1), and cannot be set; change what it counts"
    ),
    (["moov/trak/edts/elst", "entries[7].media_time=0"], "the table has 1 row, row 0"),
    (["mdat", "data=00"], "mdat: media is not changed"),
    (["moov/nope", "a=1"], "there is no moov/nope"),
  ])
  func refused(arguments: [String], message: String) throws {
    let result = try Tool.run(["edit", "atom", Self.movie.path] + arguments + ["--dry-run"])
    #expect(result.status == 1 && result.text.isEmpty)
    #expect(result.stderr.contains(message), "\(result.stderr)")
    #expect(result.stderr.filter { $0 == "\n" }.count == 1, "\(result.stderr)")
  }

  @Test(arguments: [["layer"], ["=1"], ["a..b=1"], ["a[x]=1"], ["a=1", "a=2"]])
  func noFieldAndValue(arguments: [String]) throws {
    let result = try Tool.run(
      ["edit", "atom", Self.movie.path, "moov/mvhd"] + arguments + ["--dry-run"])
    #expect(result.status == 2, "\(result.stderr)")
  }

  // MARK: Insert and remove

  /// JSON is what begins as an object or an array, with a byte order mark or without.
  @Test(arguments: [
    (#"[{"type":"free"},{"type":"skip"}]"#, ["free", "skip"]),
    (" [ {\"type\":\"free\"} ]", ["free"]), ("\u{FEFF}{\"type\":\"free\"}", ["free"]),
    (#"{"atoms":[{"type":"free"}]}"#, ["free"]), (#"{"atoms":[]}"#, []), ("[]", []),
  ])
  func descriptionsOfNewAtoms(json: String, types: [String]) throws {
    try Tool.withFolder { folder in
      let (file, out) = (folder.appending(path: "a.json"), folder.appending(path: "o.mov"))
      try Data(json.utf8).write(to: file)
      let result = try Tool.run([
        "insert", "atom", Self.movie.path, "/", file.path, "-o", out.path,
      ])
      guard !types.isEmpty else {
        #expect(result.status == 1 && result.stderr.contains("a.json: it describes no atom"))
        return
      }
      #expect(result.status == 0, "\(result.stderr)")
      let new = types.reduce(into: Data()) { $0 += Handmade.atom($1, Data()) }
      #expect(try Data(contentsOf: out) == Data(contentsOf: Self.movie) + new)
    }
  }

  @Test func insertedAndRemoved() throws {
    let source = Stamping.media.appending(path: "metadata/itunes.m4a").path
    try Tool.withFolder { folder in
      let (bytes, text) = (folder.appending(path: "udta"), folder.appending(path: "udta.json"))
      let extracted = try Tool.run(["extract", "atom", source, "moov/udta"])
      try extracted.stdout.write(to: bytes)
      try Tool.run(["inspect", "--json", "--bytes", "all", source, "--atom", "moov/udta"]).stdout
        .write(to: text)
      for atom in [bytes.path, text.path] {
        try everyWay("insert", ["moov", atom]) { (path: String) throws in
          let result = try Tool.run(["extract", "atom", path, "moov/udta"])
          #expect(result.stdout == extracted.stdout)
          #expect(try samples(path) == samples(Self.movie.path))
          let out = folder.appending(path: "plain.mov").path
          let removed = try Tool.run(["remove", "atom", path, "moov/udta", "-o", out])
          #expect(removed.status == 0, "\(removed.stderr)")
          #expect(
            try Tool.run(["extract", "atom", out, "moov"]).stdout.count
              == Tool.run(["extract", "atom", Self.movie.path, "moov"]).stdout.count)
          try FileManager.default.removeItem(atPath: out)
        }
      }
    }
  }

  /// File offsets of a new atom are written as they are, and those of the movie follow.
  @Test(arguments: [
    ("moov/trak/mdia/minf/stbl", "saio", "offset"), ("moov/trak/mdia/minf/stbl", "stco", ""),
    ("moov/trak[1]/mdia/minf/stbl", "co64", ""),
  ])
  func offsetsInANewAtom(parent: String, type: String, field: String) throws {
    let wide = type == "co64"
    let row = wide ? Handmade.number(UInt64(100)) : Handmade.number(UInt32(100))
    let atom = Handmade.atom(
      type, Handmade.number(UInt32(0)) + Handmade.number(UInt32(1)) + row)
    try Tool.withFolder { folder in
      let file = folder.appending(path: "new.bin")
      try atom.write(to: file)
      try everyWay("insert", [parent, file.path]) { (path: String) throws in
        let count =
          try Tool.run(["inspect", path, "--find", type, "--json"]).text
          .components(separatedBy: "\"type\": \"\(type)\"").count - 1
        let last = try Tool.run([
          "extract", "atom", path, "\(parent)/\(type)[\(count > 1 && type == "stco" ? 1 : 0)]",
        ])
        #expect(last.stdout == atom, "\(last.stderr)")
        #expect(try samples(path) == samples(Self.movie.path))
      }
    }
  }

  @Test func placesOfChildren() throws {
    try Tool.withFolder { folder in
      let atom = folder.appending(path: "free")
      try Handmade.atom("free", Data(count: 5)).write(to: atom)
      try everyWay("insert", ["moov/trak[1]", atom.path, "--at", "1"]) { (path: String) throws in
        let text = try Tool.run(["inspect", path, "--atom", "moov/trak[1]", "--depth", "2"]).text
        let lines = text.split(separator: "\n").filter {
          $0.hasPrefix("  ") && !$0.hasPrefix("   ")
        }
        #expect(lines.map { $0.dropFirst(2).prefix(4) } == ["tkhd", "free", "edts", "mdia"])
      }
      try everyWay("remove", ["moov/trak[1]/edts"]) { (path: String) throws in
        #expect(try Tool.run(["inspect", path, "--atom", "moov/trak[1]/edts"]).status == 1)
      }
      let track = folder.appending(path: "trak")
      try Tool.run(["extract", "atom", Self.movie.path, "moov/trak[0]"]).stdout.write(to: track)
      for (arguments, message) in [
        (["moov", atom.path, "--at", "9"], "so nothing can be at place 9"),
        (["moov/mvhd", atom.path], "mvhd has no child atoms here"),
        (["/", atom.path, "--at", "0"], "the file type comes first"),
        (
          ["moov", track.path],
          "other atoms refer to tracks, so use 'insert track' and 'remove track'"
        ),
      ] {
        let result = try Tool.run(
          ["insert", "atom", Self.movie.path] + arguments + ["--dry-run"])
        #expect(result.status == 1 && result.stderr.contains(message), "\(result.stderr)")
      }
    }
  }

  @Test(arguments: [
    ("mdat", "which the change removes or rewrites"),
    ("moov", "it cannot be removed: without it, the file is not a movie"),
    ("moov/trak[0]", "other atoms refer to tracks, so use 'insert track' and 'remove track'"),
    ("moov/nope", "there is no moov/nope"),
  ])
  func notRemoved(path: String, message: String) throws {
    let result = try Tool.run(["remove", "atom", Self.movie.path, path, "--dry-run"])
    #expect(result.status == 1 && result.stderr.contains(message), "\(result.stderr)")
  }

  /// A count of children follows.
  @Test func entriesAreCounted() throws {
    try Tool.withFolder { folder in
      let atom = folder.appending(path: "url")
      try Handmade.atom("url ", Data([0, 0, 0, 1])).write(to: atom)
      try everyWay("insert", ["moov/trak[0]/mdia/minf/dinf/dref", atom.path]) {
        (path: String) throws in
        let text = try shown(path, "moov/trak[0]/mdia/minf/dinf/dref")
        #expect(text.contains("entry_count  2"), "\(text)")
      }
    }
  }

  /// A flag does not take away where samples are.
  @Test func placeOfSamples() throws {
    let movie = Media.root.appending(path: "fragments/plain.mp4").path
    let result = try Tool.run([
      "edit", "atom", movie, "moof[0]/traf[0]/trun", "flags=0xa04", "--dry-run",
    ])
    #expect(result.status == 1)
    #expect(
      result.stderr.contains("data_offset: it says where the samples are, and cannot go"),
      "\(result.stderr)")
  }
}
