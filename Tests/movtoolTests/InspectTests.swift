import Foundation
import MovKit
import Testing

@testable import movtool

@Suite struct InspectTests {
  private func inspect(
    _ arguments: [String], _ movie: Data, environment: [String: String] = [:]
  ) throws -> Tool.Result {
    try Tool.withFolder { folder in
      try movie.write(to: folder.appendingPathComponent("a.mov"))
      return try Tool.run(
        ["inspect", "a.mov"] + arguments, cwd: folder, environment: environment)
    }
  }

  private func json(_ arguments: [String], _ movie: Data) throws -> [String: Any] {
    let result = try inspect(["--json"] + arguments, movie)
    #expect(result.status == 0)
    return try object(result.stdout)
  }

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func atoms(_ object: [String: Any], _ key: String = "atoms") throws -> [[String: Any]] {
    try #require(object[key] as? [[String: Any]])
  }

  private func fields(_ arguments: [String], _ movie: Data) throws -> [String: Any] {
    let top = try atoms(try json(arguments, movie))
    return try #require(top.first?["fields"] as? [String: Any])
  }

  // MARK: Text

  @Test func headingAndTree() throws {
    let text = try inspect([], Handmade.movie(Handmade.track(name: "Camera"))).text
    #expect(text.hasPrefix("a.mov: QuickTime (qt), 00:00:02.500, "))
    #expect(text.contains("created 2018-01-28T16:00:00Z"))
    #expect(text.contains("\n  track 1  video  30 fps, 00:00:02.500, eng\n"))
    #expect(
      text.contains("\nmdat  Media Data                                              20     108\n"))
    #expect(text.contains("timescale           600\n"))
    #expect(text.contains("duration            1500 (00:00:02.500)\n"))
    #expect(text.contains("component_name          \"Camera\"\n"))
    #expect(text.contains("1500 (00:00:02.500)  10 (00:00:00.017)         0.5\n"))
    #expect(text.contains("version            0, flags 0x3 (enabled, inMovie)\n"))
  }

  @Test func tablesAreCut() throws {
    let movie = Handmade.movie(Handmade.track(deltas: (1...9).map { UInt32($0) }))
    let path = "moov/trak/mdia/minf/stbl/stts"
    let four = try inspect(["--atom", path], movie).text
    #expect(four.contains("9 rows\n"))
    #expect(four.contains("… 5 more\n"))
    #expect(!four.contains("             5\n"))
    let all = try inspect(["--atom", path, "--rows", "all"], movie).text
    #expect(all.contains("             9\n"))
    #expect(!all.contains("more"))
    let none = try inspect(["--atom", path, "--rows", "0"], movie).text
    #expect(none.contains("9 in all"))
  }

  @Test func bytesAreCut() throws {
    let movie = Handmade.movie(
      behind: Handmade.atom("zyxw", Data("hello, these are 29 bytes yes".utf8)))
    let path = "moov/zyxw"
    #expect(
      try inspect(["--atom", path, "--bytes", "5"], movie).text.contains("68 65 6c 6c 6f  hello\n"))
    #expect(
      try inspect(["--atom", path, "--bytes", "5"], movie).text.contains("… 29 bytes in total"))
    let whole = try inspect(["--atom", path], movie).text
    #expect(whole.contains("hello, these are\n"))
    #expect(whole.contains(" 29 bytes yes\n"))
  }

  @Test func mediaDataIsShownWhenAskedFor() throws {
    let movie = Handmade.movie()
    #expect(try !inspect(["--atom", "mdat"], movie).text.contains("00 01"))
    #expect(try inspect(["--atom", "mdat", "--bytes", "3"], movie).text.contains("00 01 02"))
    #expect(try fields(["--atom", "mdat"], movie).isEmpty)
    let fields = try fields(["--atom", "mdat", "--bytes", "3"], movie)
    #expect(fields["data"] as? String == "000102")
    #expect(fields["cut"] as? [String: Int] == ["data": 100])
  }

  @Test func colourOnlyWhenAskedFor() throws {
    let movie = Handmade.movie()
    #expect(try !inspect([], movie).stdout.contains(0x1B))
    #expect(try inspect(["--color", "always"], movie).stdout.contains(0x1B))
    #expect(try !inspect(["--color=never"], movie).stdout.contains(0x1B))
  }

  @Test func textFromFilesDoesNotReachTheTerminal() throws {
    let evil = "\u{1B}]0;x\u{7}\n\u{9B}31m\u{202E}end"
    let result = try inspect([], Handmade.movie(Handmade.track(name: evil)))
    #expect(result.text.contains(#""\u{1b}]0;x\u{7}\n\u{9b}31m\u{202e}end""#))
    #expect(result.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!result.text.unicodeScalars.contains("\u{9B}"))
    #expect(!result.text.unicodeScalars.contains("\u{202E}"))
  }

  /// All offsets are decimal, or all are hexadecimal.
  @Test func offsetsInOneNotation() throws {
    let whole = Handmade.movie(Handmade.track())
    let cut = whole.prefix(whole.count - 30)
    let decimal = try inspect([], cut)
    #expect(decimal.stderr.contains("error: at 128: "))
    #expect(
      decimal.text.split(separator: "\n").contains { $0.contains("mvhd") && $0.contains(" 136 ") })
    let hexadecimal = try inspect(["--hex"], cut)
    #expect(hexadecimal.stderr.contains("error: at 0x80: "))
    #expect(
      hexadecimal.text.split(separator: "\n").contains {
        $0.contains("mvhd") && $0.contains(" 0x88 ")
      })
    #expect(try inspect(["--hex", "--json"], cut).status == 2)
  }

  /// Every line fits a narrow terminal, whatever the file contains.
  @Test(arguments: [60, 80, 120])
  func linesFitTheTerminal(width: Int) throws {
    let terminal = Terminal(
      isTerminal: true, columns: String(width), noColor: "1", term: "xterm")
    for name in [
      "camera/camera.mov", "metadata/itunes.m4a", "quicktime/ios-like.mov",
      "strings/all-bytes.mov", "hostile/deep-meta.mov", "fragments/plain.mp4",
    ] {
      let path = Media.root.appendingPathComponent(name).path
      let output = Output.memory()
      let page = TextPage(to: output, terminal: terminal, color: .auto)
      let file = try InspectedFile(FilePath(path), showing: nil)
      try MovieHeading(file).write(on: page)
      var tree = AtomText(file, on: page, options: InspectOptions())
      try tree.write()
      let text = String(decoding: output.contents, as: UTF8.self)
      let widest = text.split(separator: "\n").max { $0.count < $1.count } ?? ""
      #expect(widest.count <= width, "\(name): \(widest)")
    }
  }

  // MARK: JSON

  @Test func jsonHasTheShapeThatIsPromised() throws {
    let movie = Handmade.movie(Handmade.track())
    let document = try json([], movie)
    #expect(
      Set(document.keys) == ["schema", "file", "size", "movie", "tracks", "atoms", "diagnostics"])
    #expect(document["file"] as? String == "a.mov")
    #expect(document["size"] as? Int == movie.count)
    let top = try atoms(document)
    #expect(top.map { $0["type"] as? String } == ["ftyp", "mdat", "moov"])
    let moov = top[2]
    #expect(
      Set(moov.keys) == [
        "type", "path", "offset", "size", "headerSize", "name", "fields", "children",
      ])
    #expect(moov["offset"] as? Int == 128)
    #expect(moov["headerSize"] as? Int == 8)
    #expect(moov["name"] as? String == "Movie")
    let children = try atoms(moov, "children")
    #expect(children.map { $0["path"] as? String } == ["moov/mvhd", "moov/trak"])
    let header = try #require(children[0]["fields"] as? [String: Any])
    let created = try #require(header["creation_time"] as? [String: Any])
    #expect(created["value"] as? Int == 3_600_000_000)
    #expect(created["date"] as? String == "2018-01-28T16:00:00Z")
    #expect(header["duration"] as? [String: Int] == ["value": 1500, "timescale": 600])
    #expect(try atoms(children[0], "children").isEmpty)
  }

  @Test func decimalsAreExactNumbers() throws {
    let movie = Handmade.movie(Handmade.track())
    let text = try inspect(["--json", "--atom", "moov/trak/edts"], movie).text
    #expect(
      text.contains(
        #"{"segment_duration": {"value": 1500, "timescale": 600}, "#
          + #""media_time": {"value": 10, "timescale": 600}, "media_rate": 0.5}"#))
  }

  @Test func cutTablesAndBytesSaySo() throws {
    let movie = Handmade.movie(
      Handmade.track(deltas: (1...9).map { UInt32($0) }),
      behind: Handmade.atom("zyxw", Data(repeating: 0xAB, count: 70)))
    let path = "moov/trak/mdia/minf/stbl/stts"
    #expect((try fields(["--atom", path], movie)["entries"] as? [Any])?.count == 9)
    let table = try fields(["--atom", path, "--rows", "2"], movie)
    #expect((table["entries"] as? [[String: Int]])?.map { $0["sample_delta"] } == [1, 2])
    #expect(table["cut"] as? [String: Int] == ["entries": 9])
    let bytes = try fields(["--atom", "moov/zyxw"], movie)
    #expect(bytes["data"] as? String == String(repeating: "ab", count: 64))
    #expect(bytes["cut"] as? [String: Int] == ["data": 70])
    let whole = try fields(["--atom", "moov/zyxw", "--bytes", "all"], movie)
    #expect(whole["data"] as? String == String(repeating: "ab", count: 70))
    #expect(whole["cut"] == nil)
  }

  @Test func depthInJSONCountsWhatIsLeftOut() throws {
    let top = try atoms(try json(["--depth", "1"], Handmade.movie(Handmade.track())))
    #expect(top[2]["childCount"] as? Int == 2)
    #expect(top[2]["children"] == nil)
    #expect(try atoms(top[1], "children").isEmpty)
  }

  @Test func oddNamesAreValidJSON() throws {
    let movie = Handmade.movie(
      Handmade.track(name: "\"\\\u{1}"),
      behind: Handmade.number(UInt32(8)) + Data([0x00, 0xFF, 0x22, 0x5C]))
    let moov = try atoms(try json(["--atom", "moov"], movie))[0]
    #expect(try atoms(moov, "children").last?["type"] as? String == #"\x00\xff"\x5c"#)
  }

  /// The document has the same atoms as the library's tree, in the same order and at the same
  /// offsets.
  @Test(arguments: try Media.folders())
  func jsonIsTheTree(folder: String) throws {
    for name in try Media.files(in: folder) {
      let path = Media.root.appendingPathComponent(name).path
      let result = try Tool.run(["inspect", "--json", "--rows", "2", path], timeout: 30)
      guard result.status == 0 else {
        let isNoMovie = result.stderr.contains("[no-movie]")
        #expect(result.status == 1 && result.stdout.isEmpty != isNoMovie, "\(name)")
        continue
      }
      let source = try File(FilePath(path))
      let expected = AtomWalk(try AtomFile(from: source)).map {
        "\($0.path) \($0.atom.offset.map { "\($0)" } ?? "<null>") \($0.atom.size)"
      }
      var shown: [String] = []
      func visit(_ atom: [String: Any]) throws {
        let parts = try ["path", "offset", "size"].map { try #require(atom[$0]) }
        shown.append(parts.map { "\($0)" }.joined(separator: " "))
        for child in try atoms(atom, "children") { try visit(child) }
      }
      for atom in try atoms(try object(result.stdout)) { try visit(atom) }
      #expect(shown == expected, "\(name)")
    }
  }

  /// A JSON object must not repeat a key.
  @Test(arguments: try Media.folders())
  func fieldsHaveNamesOfTheirOwn(folder: String) throws {
    for name in try Media.files(in: folder) {
      guard
        let file = try? AtomFile(
          from: File(FilePath(Media.root.appendingPathComponent(name).path)))
      else { continue }
      var describer = AtomDescriber()
      for node in AtomWalk(file) {
        let names = describer.describe(node).fields.map(\.name)
        #expect(Set(names).count == names.count, "\(name): \(node.path): \(names)")
      }
    }
  }

  // MARK: Paths

  @Test(arguments: [
    ("moov/trak[1]/tkhd", "moov/trak[1]/tkhd"), ("moov/trak/tkhd", "moov/trak[0]/tkhd"),
    ("/moov/mvhd/", "moov/mvhd"), ("ftyp[0]", "ftyp"), ("mvhd", "moov/mvhd"),
    ("trak[1]/tkhd", "moov/trak[1]/tkhd"), ("moov/trak", "moov/trak[0]"),
  ])
  func pathsLeadToOneAtom(path: String, found: String) throws {
    let movie = Handmade.movie(Handmade.track(), Handmade.track(id: 2))
    let top = try atoms(try json(["--atom", path], movie))
    #expect(top.map { $0["path"] as? String } == [found])
  }

  @Test(arguments: [
    ("moov/trak[2]", "there is no moov/trak[2]: moov contains mvhd, trak[0] to trak[1]"),
    ("moov/udta/name", "there is no moov/udta/name: moov contains"),
    ("moov/mvhd/abcd", "there is no moov/mvhd/abcd: moov/mvhd contains no atoms"),
    (
      "moov/tkhd",
      "there is no moov/tkhd: moov contains mvhd, trak[0] to trak[1]; there is moov/trak[0]/tkhd, "
        + "moov/trak[1]/tkhd\n"
    ),
    (
      "tkhd", "2 atoms match tkhd; give the path of one: moov/trak[0]/tkhd, moov/trak[1]/tkhd\n"
    ),
    (
      "trak[2]/tkhd", "there is no trak[2]/tkhd: the file contains ftyp, mdat, moov; there is moov/"
    ),
    ("free", "there is no free: the file contains ftyp, mdat, moov"),
  ])
  func missingAtoms(path: String, message: String) throws {
    let movie = Handmade.movie(Handmade.track(), Handmade.track(id: 2))
    for form in [[], ["--json"]] {
      let result = try inspect(["--atom", path] + form, movie)
      #expect(result.status == 1)
      #expect(result.stdout.isEmpty)
      #expect(result.stderr.hasPrefix("movtool: a.mov: \(message)"), "\(result.stderr)")
      #expect(result.stderr.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test(arguments: ["", "moov//trak", "moov/toolong", "moov/trak[x]"])
  func badPaths(path: String) throws {
    let result = try inspect(["--atom", path], Handmade.movie())
    #expect(result.status == 2)
    #expect(result.stderr.contains("as in moov/trak[1]/mdia"))
  }

  // MARK: Files that are no movies

  @Test func badFilesDoNotHideGoodOnes() throws {
    try Tool.withFolder { folder in
      let write = { (name: String, data: Data) in
        try data.write(to: folder.appendingPathComponent(name))
      }
      try write("good.mov", Handmade.movie())
      try write("empty.mov", Data())
      try write("notes.mov", Data("Dear diary, this is not a movie.\n".utf8))
      let names = [".", "none.mov", "empty.mov", "notes.mov", "good.mov"]
      let text = try Tool.run(["inspect"] + names, cwd: folder)
      #expect(text.status == 1)
      #expect(text.text.hasPrefix("good.mov: QuickTime"))
      #expect(
        text.stderr == """
          movtool: .: it is a directory, not a regular file
          movtool: none.mov: no such file or directory
          movtool: empty.mov: the file is empty
          movtool: notes.mov: this is not a QuickTime or MP4 file

          """)
      let json = try Tool.run(["inspect", "--json"] + names, cwd: folder)
      #expect(json.status == 1)
      #expect(try object(json.stdout)["file"] as? String == "good.mov")
      #expect(try Tool.run(["inspect", "--json", "empty.mov"], cwd: folder).stdout.isEmpty)
    }
  }

  @Test func truncatedFilesAreShownAsFarAsTheyGo() throws {
    let whole = Handmade.movie(Handmade.track())
    let cut = whole.prefix(whole.count - 30)
    let text = try inspect([], cut)
    #expect(text.status == 0)
    #expect(text.text.contains("mdhd  Media Header"))
    #expect(text.stderr.contains("movtool: a.mov: error: at 128: moov declares "))
    #expect(text.stderr.contains(" [atom-overrun]\n"))
    let notes = try atoms(try json([], cut), "diagnostics")
    #expect(
      notes.contains { $0["rule"] as? String == "atom-overrun" && $0["offset"] as? Int == 128 })
    #expect(notes.allSatisfy { Set($0.keys) == ["rule", "severity", "message", "path", "offset"] })
  }

  /// Fields that are file offsets use the same notation as the column of offsets.
  @Test func fieldsWithOffsetsFollowTheNotation() throws {
    let file = Stamping.media.appending(path: "rates/25.mov").path
    func offsets(_ options: [String]) throws -> [Substring] {
      let text = try Tool.run(["inspect", file, "--atom", "stco", "--rows", "all"] + options).text
      let line = try #require(text.split(separator: "\n").first { $0.contains("  offsets  ") })
      return line.split(separator: " ").dropFirst().map { $0.prefix { $0 != "," } }
    }
    let (decimal, hexadecimal) = (try offsets([]), try offsets(["--hex"]))
    #expect(!decimal.isEmpty && hexadecimal.allSatisfy { $0.hasPrefix("0x") })
    #expect(decimal.map { UInt64($0) } == hexadecimal.map { UInt64($0.dropFirst(2), radix: 16) })
  }

  @Test func filesWithoutMovieAreShown() throws {
    let segment =
      Handmade.atom("styp", Data("msdh".utf8), Handmade.zeros(4)) + Handmade.atom("mdat")
    let result = try inspect([], segment)
    #expect(result.status == 1)
    #expect(result.stderr.contains("only styp, mdat [no-movie]"))
    #expect(result.text.contains("no movie (no moov)"))
    #expect(result.text.contains("styp  "))
  }

  /// The object types of MPEG-2 AAC are 0x66 to 0x68 (the MP4 Registration Authority's list). The configuration of this
  /// file is 00010 0011 0001 000: AAC-LC, 48 kHz, one channel. One that begins with ADIF is a header of another layout.
  @Test(arguments: [0x40, 0x66, 0x67, 0x68] as [UInt8], ["", "ADIF"])
  func configurationsOfAAC(objectType: UInt8, start: String) throws {
    var movie = Data(try testMovie("sound/aac.m4a"))
    let decoder = try #require(movie.range(of: Data([0x04, 0x80, 0x80, 0x80, 0x17, 0x40, 0x15])))
    movie[decoder.lowerBound + 5] = objectType
    let config = try #require(
      movie.range(
        of: Data([0x05, 0x80, 0x80, 0x80, 0x05, 0x11, 0x88]), in: decoder.upperBound..<movie.count))
    movie.replaceSubrange(
      config.lowerBound + 5..<config.lowerBound + 5 + start.utf8.count, with: Data(start.utf8))
    let path = "moov/trak/mdia/minf/stbl/stsd/mp4a/esds"
    let shown = try fields(["--atom", path], movie)["audio_specific_config"] as? [String: Any]
    if start.isEmpty {
      #expect(shown?["core_sample_rate"] as? Int == 48000 && shown?["channels"] as? Int == 1)
    } else {
      #expect((shown == nil) == (objectType != 0x40))
    }
  }

  @Test func undecodableAtomsStayBytes() throws {
    let movie = Handmade.movie(behind: Handmade.atom("mvex", Handmade.atom("trex", Data([9, 9]))))
    let result = try inspect(["--atom", "moov/mvex"], movie)
    #expect(result.status == 0)
    #expect(result.text.contains("data  09 09"))
    #expect(result.stderr.contains("moov/mvex/trex/"))
    #expect(result.stderr.contains("[undecodable]"))
  }

  /// More is printed than a pipe holds.
  @Test func aReaderMayLeaveEarly() throws {
    let file = Media.root.appendingPathComponent("camera/camera.mov").path
    let files = String(repeating: " '\(file)'", count: 50)
    let result = try Tool.shell(
      #"{ "$TOOL" inspect --rows all\#(files); echo "status $?" >&2; } | head -n 1"#)
    #expect(result.stderr == "status 0\n")
  }
}

@Suite struct ReadableTests {
  @Test(
    arguments: [
      (0, 600, "00:00:00.000"), (1500, 600, "00:00:02.500"), (1001, 30000, "00:00:00.033"),
      (-90, 60, "-00:00:01.500"), (3_600_000, 1000, "01:00:00.000"),
      (61_001, 1000, "00:01:01.001"), (59_9996, 10000, "00:01:00.000"),
      (.max, 1, "2562047788015215:30:07.000"),
      (.min, 1, "-2562047788015215:30:08.000"),
    ] as [(Int64, UInt32, String)])
  func time(ticks: Int64, timescale: UInt32, text: String) {
    #expect(readableTime(ticks, per: timescale) == text)
  }

  @Test func noTimeWithoutTimescale() { #expect(readableTime(1, per: 0) == nil) }

  @Test(
    arguments: [
      (25, 1, "25 fps"), (30000, 1001, "29.97 fps (30000/1001)"),
      (24000, 1001, "23.976 fps (24000/1001)"), (12800, 512, "25 fps"),
      (25, 2, "12.5 fps (25/2)"), (120000, 1001, "119.88 fps (120000/1001)"),
      (1, 3600, "1/3600 fps"), (.max, 1, "18446744073709551615 fps"),
    ] as [(UInt64, UInt64, String)])
  func rate(timescale: UInt64, duration: UInt64, text: String) {
    #expect(readableRate(timescale, per: duration) == text)
  }

  @Test func noRateWithoutDuration() {
    #expect(readableRate(25, per: 0) == nil)
    #expect(readableRate(0, per: 1) == nil)
  }

  @Test(
    arguments: [
      (999, nil), (1000, "1.0 kB"), (1_234_567, "1.2 MB"), (51_657, "51.7 kB"),
      (1049, "1.0 kB"), (1050, "1.1 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
      (.max, "18.4 EB"),
    ] as [(UInt64, String?)])
  func size(bytes: UInt64, text: String?) { #expect(readableSize(bytes) == text) }
}
