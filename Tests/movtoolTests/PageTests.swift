import Foundation
import MovKit
import TestSupport
import Testing

@testable import movtool

/// The page of a movie: `inspect --html` and `view`. What it has is compared with what other commands print.
@Suite struct PageTests {
  private static let files = [
    "camera/camera.mov", "timecode/25.mov", "timecode/2997-df.mov", "fragments/timecode.mov",
    "fragments/moov-with-samples.mp4", "fragments/every-frame.mp4", "codecs/x264-open-gop.mp4",
    "edits/cut-by-copy.mov", "edits/negative-offsets.mp4", "sound/pcm-24.mov", "sound/aac.m4a",
    "sound/ima4.mov",
  ]

  private static func page(_ file: String, _ more: String..., cwd: URL = Media.root) throws
    -> String
  {
    let result = try Tool.run(["inspect", file, "--html"] + more, cwd: cwd)
    #expect(result.status == 0, "\(file): \(result.stderr)")
    return result.text
  }

  /// Returns the data block of a page, as a browser finds it.
  private static func data(of page: String) throws -> Data {
    let start = try #require(page.range(of: "id=\"movtool-data\">"))
    let end = try #require(page[start.upperBound...].range(of: "</script"))
    return Data(page[start.upperBound..<end.lowerBound].utf8)
  }

  private static func document(of page: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: try data(of: page)) as? [String: Any])
  }

  private static func movie(_ file: String) throws -> [String: Any] {
    let movies = try document(of: page(file))["movies"] as? [[String: Any]]
    return try #require(movies?.first)
  }

  private static func json(_ arguments: [String]) throws -> Any {
    try JSONSerialization.jsonObject(with: Tool.run(arguments, cwd: Media.root).stdout)
  }

  private static let values = PackedColumnTests.values

  // MARK: Data

  @Test func isAsTheSchemaSays() throws {
    guard MediaTools.has("python3"), try MediaTools.hasPython("jsonschema") else { return }
    let root = Media.root.deletingLastPathComponent()
    let script = root.appending(path: "Tests/Schemas/validate.py").path
    var parts: [String: Data] = [:]
    for file in try Media.all() where !GoldenTests.large.contains(file) {
      // A file without a movie has a page too.
      let page = try Tool.run(["inspect", file, "--html"], cwd: Media.root).text
      guard page.contains("</html>") else { continue }
      let data = try Self.data(of: page)
      parts["page", default: Data()] += data
      let movies = try Self.document(of: page)["movies"] as? [[String: Any]]
      var movie = try #require(movies?.first)
      if var inspect = movie["inspect"] as? [String: Any] {
        inspect["atoms"] = Self.withoutOmissions(inspect["atoms"])
        movie["inspect"] = inspect
      }
      for name in ["inspect", "check", "timecode", "items"] {
        guard let part = movie[name], !(part is NSNull) else { continue }
        parts[name, default: Data()] += try JSONSerialization.data(withJSONObject: part)
      }
    }
    let both = try Self.page("rates/25.mov", "--compare", "rates/30.mov")
    parts["page", default: Data()] += try Self.data(of: both)
    parts["diff"] = try JSONSerialization.data(
      withJSONObject: try #require(Self.document(of: both)["diff"]))
    for (name, documents) in parts {
      let schema = root.appending(path: "Docs/Schemas/\(name).schema.json").path
      let answer = try MediaTools.run("python3", [script, schema], stdin: documents)
      #expect(answer.status == 0, "\(name): \(answer.text)\(answer.stderr)")
    }
  }

  private static func withoutOmissions(_ atoms: Any?) -> [[String: Any]] {
    (atoms as? [[String: Any]] ?? []).filter { $0["omitted"] == nil }.map { atom in
      var atom = atom
      if atom["children"] != nil { atom["children"] = withoutOmissions(atom["children"]) }
      return atom
    }
  }

  /// The columns of a track have what `samples` lists.
  @Test(arguments: files)
  func samplesAreThoseListed(file: String) throws {
    let tracks = try #require(try Self.movie(file)["tracks"] as? [[String: Any]])
    #expect(!tracks.isEmpty)
    for track in tracks {
      let id = try #require(track["trackID"] as? Int)
      let listed = try #require(
        try Self.json(["samples", file, "--json", "--track", "\(id)"]) as? [String: Any])
      let rows = try #require(listed["samples"] as? [[String: Any]])
      let head = try #require(listed["track"] as? [String: Any])
      for key in ["sampleCount", "timescale", "path", "kind"] {
        #expect(head[key] as? NSObject == track[key] as? NSObject)
      }
      func column(_ name: String) throws -> [Int]? {
        track[name] is NSNull ? nil : try Self.values(track[name])
      }
      let count = try #require(track["sampleCount"] as? Int)
      let (size, duration) = (
        try #require(try column("size")), try #require(try column("duration"))
      )
      let (offset, description) = (try column("compositionOffset"), try column("description"))
      let sync = try column("sync").map(Set.init)
      #expect(size.count == count && duration.count == count)
      let chunks = try #require(track["chunks"] as? [String: Any])
      let places = zip(try Self.values(chunks["offset"]), try Self.values(chunks["samples"]))
      var (positions, numbers): ([Int], [Int]) = ([], [])
      for (number, (start, samples)) in places.enumerated() {
        var place = start
        for _ in 0..<samples {
          numbers.append(number)
          positions.append(place)
          place += size[positions.count - 1]
        }
      }
      var times = [try #require(track["startDTS"] as? Int)]
      for ticks in duration { times.append((times.last ?? 0) + ticks) }
      #expect(track["jumps"] is NSNull)
      #expect(positions.count == count)
      var listedCount = 0
      for row in rows {
        let index = try #require(row["sample"] as? Int)
        let end = index + (row["samples"] as? Int ?? 0)
        listedCount += end - index
        #expect(size[index..<end].reduce(0, +) == row["size"] as? Int, "\(file) \(index)")
        #expect(positions[index] == row["position"] as? Int)
        #expect(numbers[index] == row["chunk"] as? Int)
        #expect(times[index] == row["dts"] as? Int)
        #expect(times[index] + (offset?[index] ?? 0) == row["pts"] as? Int)
        #expect(sync?.contains(index) ?? true == row["sync"] as? Bool)
        #expect(description?[index] ?? 0 == row["description"] as? Int)
      }
      #expect(listedCount == count)
    }
  }

  /// The places of fields are those of `inspect --raw`, and the bytes are the file's.
  @Test(arguments: files)
  func fieldsAreThoseOfRaw(file: String) throws {
    let movie = try Self.movie(file)
    let spans = try #require(movie["spans"] as? [String: [[Any]]])
    let bytes = try #require(movie["bytes"] as? [String: String])
    let content = try Data(contentsOf: Media.root.appending(path: file))
    let raw = try #require(
      try Self.json(["inspect", "--json", "--raw", "--rows", "64", file]) as? [String: Any])
    var found = 0
    func visit(_ atoms: Any?) throws {
      for atom in atoms as? [[String: Any]] ?? [] {
        let path = try #require(atom["path"] as? String)
        try visit(atom["children"])
        guard let own = spans[path] else { continue }
        found += 1
        let offset = try #require(atom["offset"] as? Int)
        let shown = try #require(Data(base64Encoded: bytes[path] ?? ""))
        #expect(content[offset..<offset + shown.count] == shown, "\(path)")
        let fields = (atom["raw"] as? [[String: Any]] ?? []).filter { field in
          let end = (field["offset"] as? Int ?? 0) + (field["size"] as? Int ?? 0)
          return end - offset <= shown.count
        }
        let names = fields.map { field -> String in
          let start = (field["offset"] as? Int ?? 0) - offset
          var text = "\(field["field"] ?? "") \(start) \(field["size"] ?? "")"
          if let bits = field["bits"] { text += " \(field["firstBit"] ?? "") \(bits)" }
          return text
        }
        // The bytes of media are no field of `--raw`.
        let own2 = own.map { $0.map { "\($0)" }.joined(separator: " ") }
        #expect(own2.filter { !$0.hasPrefix("data ") } == names.filter { !$0.hasPrefix("data ") })
      }
    }
    try visit(raw["atoms"])
    #expect(found > 8)
  }

  /// Whole tables are those that `inspect --json` prints.
  @Test func tablesAreWhole() throws {
    var count = 0
    for file in ["camera/camera.mov", "codecs/x264-open-gop.mp4", "fragments/every-frame.mp4"] {
      let tables = try #require(
        try Self.movie(file)["tables"] as? [String: [String: [String: Any]]])
      for (path, fields) in tables {
        let document = try #require(
          try Self.json(["inspect", "--json", "--atom", path, file]) as? [String: Any])
        let atom = try #require((document["atoms"] as? [[String: Any]])?.first)
        let shown = try #require(atom["fields"] as? [String: Any])
        for (field, columns) in fields {
          let rows = try #require(shown[field] as? [Any])
          for (name, column) in columns {
            count += 1
            let expected = rows.map { row -> Int? in
              let value = (row as? [String: Any])?[name] ?? row
              return (value as? [String: Any])?["value"] as? Int ?? value as? Int
            }
            #expect(try Self.values(column) == expected, "\(path) \(field) \(name)")
          }
        }
      }
    }
    #expect(count >= 4)
  }

  @Test func documentsAreThoseOfOtherCommands() throws {
    let movie = try Self.movie("timecode/25.mov")
    func object(_ arguments: [String]) throws -> NSMutableDictionary {
      try #require(try Self.json(arguments) as? NSDictionary).mutableCopy() as? NSMutableDictionary
        ?? [:]
    }
    let check = try object(["check", "--json", "timecode/25.mov"])
    check["file"] = "25.mov"
    #expect(movie["check"] as? NSDictionary == check)
    let timecode = try object(["extract", "timecode", "timecode/25.mov"])
    timecode["file"] = "25.mov"
    timecode["tracks"] = (timecode["tracks"] as? [[String: Any]])?.map { track in
      track.merging(["samples": [Any]()]) { $1 }
    }
    #expect(movie["timecode"] as? NSDictionary == timecode)
    let inspect = try object([
      "inspect", "--json", "--rows", "64", "--bytes", "32", "timecode/25.mov",
    ])
    inspect["file"] = "25.mov"
    #expect(movie["inspect"] as? NSDictionary == inspect)
    #expect(movie["items"] is NSNull)
  }

  /// How timecode counts: the quanta and the dropped numbers of labels, and the rates of edits.
  @Test func countingIsThatOfTheLibrary() throws {
    func counting(_ name: String) throws -> (format: [String: Any], segments: [Any]) {
      let movie = try Self.movie("timecode-handmade/\(name)")
      let track = try #require((movie["counting"] as? [[String: Any]])?.first)
      let format = try #require((track["formats"] as? [[String: Any]])?.first)
      return (format, try #require(track["segments"] as? [Any]))
    }
    // Labels of 24 frames a second skip no numbers, whatever the flag says.
    let dropFrame = try counting("23976-drop-flag.mov").format
    #expect(dropFrame["quanta"] as? Int == 24 && dropFrame["dropped"] as? Int == 0)
    #expect(dropFrame["isDropFrame"] as? Bool == true && dropFrame["day"] is NSNull)
    #expect(try counting("cn64.mov").format["isCounter"] as? Bool == true)
    #expect(try counting("quanta-0.mov").format["quanta"] as? Int == 25)
    // 01:30:15:07, from which a second is played, then a second at half the rate, and the rest.
    let slow = try counting("slow-motion.mov").segments
    #expect(slow.count == 3 && slow.first is NSNull)
    for (segment, seconds, rate) in [(1, 1, 32768), (2, 2, 65536)] {
      let how = try #require(slow[segment] as? [String: Any])
      let elapsed = try #require(how["elapsed"] as? [String: Int])
      #expect(how["value"] as? Int == (90 * 60 + 15) * 25 + 7 && how["rate"] as? Int == rate)
      #expect(elapsed["value"] == elapsed["timescale"].map { $0 * seconds })
    }
    #expect(try Self.movie("rates/25.mov")["counting"] as? [Int] == [])
  }

  @Test func fragmentsHaveARowEach() throws {
    let movie = try Self.movie("fragments/every-frame.mp4")
    let rows = try #require(movie["fragments"] as? [String: Any])
    let track = try #require((movie["tracks"] as? [[String: Any]])?.first)
    let offset = try Self.values(rows["offset"])
    #expect(offset.count > 10 && offset == offset.sorted())
    let samples = try Self.values(rows["samples"])
    #expect(samples.reduce(0, +) == track["sampleCount"] as? Int)
    #expect(try Self.values(rows["bytes"]) == Self.values(track["size"]))
    let listed = try #require(
      try Self.json(["samples", "fragments/every-frame.mp4", "--json"]) as? [String: Any])
    let times = (listed["samples"] as? [[String: Any]])?.compactMap { $0["dts"] as? Int }
    #expect(try Self.values(rows["decodeTime"]) == times)
    let content = try Data(contentsOf: Media.root.appending(path: "fragments/every-frame.mp4"))
    for place in offset { #expect(content[place + 4..<place + 8] == Data("moof".utf8)) }
  }

  /// Of many atoms beside one another the page has the first, and the places of the others.
  @Test func manyAtomsAreColumns() throws {
    try Tool.withFolder { folder in
      var file = Handmade.ftyp
      for index in 0..<400 {
        file += Handmade.atom(index % 2 == 0 ? "skip" : "free", Handmade.zeros(index % 7))
      }
      for index in 0..<100 { file += Handmade.atom("a\(100 + index)", Data()) }
      try file.write(to: folder.appending(path: "many.mov"))
      let page = try Tool.run(["inspect", "many.mov", "--html"], cwd: folder).text
      let movies = try #require(try Self.document(of: page)["movies"] as? [[String: Any]])
      let inspect = try #require(movies.first?["inspect"] as? [String: Any])
      let atoms = try #require(inspect["atoms"] as? [[String: Any]])
      // The file type, 64 of each of two types, 100 of as many types, and the rest of two types.
      #expect(atoms.count == 231)
      let left = atoms.suffix(2)
      #expect(left.compactMap { $0["type"] as? String }.sorted() == ["free", "skip"])
      for rest in left {
        #expect(rest["omitted"] as? Int == 136 && rest["path"] is NSNull)
        let (offsets, sizes) = (try Self.values(rest["offset"]), try Self.values(rest["size"]))
        for (offset, size) in zip(offsets, sizes) {
          #expect(file[offset + 4..<offset + 8] == Data((rest["type"] as? String ?? "").utf8))
          #expect(file[offset..<offset + 4] == Handmade.number(UInt32(size)))
        }
        #expect(offsets.count == 136)
      }
      #expect((movies.first?["leftOut"] as? [String])?.first?.hasPrefix("272 atoms") == true)
    }
  }

  /// Subsamples are those of the tables, each with the sample that it is in.
  @Test(arguments: ["tables/sample-details.mp4", "tables/sample-details.mov"])
  func subsamplesAreThoseOfTheTables(file: String) throws {
    let tracks = try #require(try Self.movie(file)["tracks"] as? [[String: Any]])
    var found = 0
    for track in tracks {
      let path = try #require(track["path"] as? String)
      let document = try #require(
        try Self.json(["inspect", "--json", "--atom", path, file]) as? [String: Any])
      var wanted: [[Int]] = []
      func visit(_ atoms: Any?) {
        for atom in atoms as? [[String: Any]] ?? [] {
          visit(atom["children"])
          guard atom["type"] as? String == "subs", let fields = atom["fields"] as? [String: Any],
            let flags = (fields["flags"] as? [String: Any])?["value"] as? Int
          else { continue }
          var sample = -1
          for entry in fields["entries"] as? [[String: Any]] ?? [] {
            sample += entry["sample_delta"] as? Int ?? 0
            for part in entry["subsamples"] as? [[String: Any]] ?? [] {
              let names = [
                "subsample_size", "subsample_priority", "discardable", "codec_specific_parameters",
              ]
              wanted.append([flags, sample] + names.compactMap { part[$0] as? Int })
            }
          }
        }
      }
      visit(document["atoms"])
      guard let columns = track["subsamples"] as? [String: Any] else {
        #expect(wanted.isEmpty)
        continue
      }
      let shown = try ["flags", "sample", "size", "priority", "discardable", "parameters"].map {
        try Self.values(columns[$0])
      }
      let rows = (0..<(shown.first?.count ?? 0)).map { row in shown.map { $0[row] } }
      #expect(rows == wanted)
      found += rows.count
    }
    #expect(found > 2)
  }

  /// Of very many differences the page has the first, and says how many there are and what prints all.
  @Test func differencesThatAreLeftOut() throws {
    try Tool.withFolder { folder in
      for name in ["a b.mov", "c.mov"] {
        var file = Handmade.ftyp
        for index in 0..<2345 {
          let type = String(format: "%c%03d", 0x61 + index / 1000, index % 1000)
          file += Handmade.atom(type, Data(name.utf8))
        }
        try file.write(to: folder.appending(path: name))
      }
      let page = try Tool.run(
        ["inspect", "a b.mov", "--compare", "c.mov", "--html"], cwd: folder
      ).text
      let document = try Self.document(of: page)
      let differences = (document["diff"] as? [String: Any])?["differences"] as? [Any]
      #expect(differences?.count == 2000)
      let movies = try #require(document["movies"] as? [[String: Any]])
      let left = try #require(movies.first?["leftOut"] as? [String])
      #expect(
        left.contains(
          "345 of 2345 differences of the two movies. All of them: movtool diff 'a b.mov' c.mov"
        ), "\(left)")
      #expect(document["differenceCount"] as? Int == 2345)
    }
  }

  /// Pictures whose atoms are the same and whose items are not differ: one item of two, of which the third byte does.
  @Test func comparesItems() throws {
    try Tool.withFolder { folder in
      for (name, byte) in [("a.heic", 3), ("b.heic", 9)] as [(String, UInt8)] {
        let picture = HandmadePicture(
          media: Data([1, 2, byte, 4, 5, 6]),
          items: [
            .init(id: 1, type: "hvc1", extents: [(0, 0, 4)]),
            .init(id: 2, type: "Exif", extents: [(0, 4, 2)]),
          ])
        try picture.data.write(to: folder.appending(path: name))
      }
      let page = try Tool.run(
        ["inspect", "a.heic", "--compare", "b.heic", "--html"], cwd: folder
      ).text
      let document = try Self.document(of: page)
      let diff = try #require(document["diff"] as? [String: Any])
      #expect((diff["differences"] as? [Any])?.isEmpty == true && diff["isSame"] as? Bool == false)
      let items = try #require(diff["items"] as? [[String: Any]])
      #expect(items.map { $0["itemID"] as? Int } == [1])
      #expect(items.first?["firstDifferentByte"] as? Int == 2)
      #expect(document["differenceCount"] as? Int == 1)
    }
  }

  /// The page of a card has what `list` says of each clip, and no folder of the user.
  @Test func cards() throws {
    let page = try Tool.run(["list", "timecode", "--html", "--sort", "tc"], cwd: Media.root).text
    let document = try Self.document(of: page)
    #expect(document["schema"] as? String == "urn:movtool:card:1")
    let clips = try #require(document["clips"] as? [[String: Any]])
    let lines = try Tool.run(["list", "timecode", "--compact", "--sort", "tc"], cwd: Media.root)
      .text
      .split(separator: "\n")
    #expect(clips.count == lines.count && clips.count > 10)
    for (clip, line) in zip(clips, lines) {
      var wanted = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      wanted["file"] = wanted["name"]
      #expect(NSDictionary(dictionary: clip) == NSDictionary(dictionary: wanted))
    }
    guard MediaTools.has("python3"), try MediaTools.hasPython("jsonschema") else { return }
    let root = Media.root.deletingLastPathComponent()
    for (name, documents) in [
      ("card", try Self.data(of: page)),
      ("list", try clips.map { try JSONSerialization.data(withJSONObject: $0) }.reduce(Data(), +)),
    ] {
      let answer = try MediaTools.run(
        "python3",
        [
          root.appending(path: "Tests/Schemas/validate.py").path,
          root.appending(path: "Docs/Schemas/\(name).schema.json").path,
        ], stdin: documents)
      #expect(answer.status == 0, "\(name): \(answer.text)\(answer.stderr)")
    }
  }

  /// A card with pictures has a small JPEG of each clip with video, at its first key frame that is shown.
  @Test func thumbnails() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let names = [
      "codecs/x264-open-gop.mp4", "sound/aac.m4a", "rates/25.mov", "headers/truncated-mdat.mov",
    ]
    let result = try Tool.run(["list", "--html", "--thumbnails"] + names, cwd: Media.root)
    let document = try Self.document(of: result.text)
    let clips = try #require(document["clips"] as? [[String: Any]])
    let pictures = try #require(document["pictures"] as? [Any])
    #expect(pictures.count == clips.count)
    for (clip, picture) in zip(clips, pictures) {
      guard let picture = picture as? [String: Any] else {
        #expect(clip["videoCodec"] is NSNull, "\(clip["name"] ?? "")")
        continue
      }
      let address = try #require(picture["address"] as? String)
      let start = "data:image/jpeg;base64,"
      #expect(address.hasPrefix(start))
      let file = try #require(Data(base64Encoded: String(address.dropFirst(start.count))))
      let size = try MediaTools.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "-i", "pipe:0"],
        stdin: file
      ).text.split(separator: ",").compactMap { Int($0.filter(\.isNumber)) }
      #expect(size.max() == 160 && file.count < 1 << 16, "\(size)")
    }
    #expect(pictures.count { $0 is NSNull } == 1)
  }

  /// Without ffmpeg, and where it fails, there is a page without pictures.
  @Test func thumbnailsThatCannotBeMade() throws {
    let movie = Media.root.appending(path: "rates/25.mov").path
    try Tool.withFolder { folder in
      let bin = folder.appending(path: "bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      func run() throws -> Tool.Result {
        try Tool.run(
          ["list", "--html", "--thumbnails", movie],
          environment: ["PATH": "\(bin.path):/usr/bin:/bin"])
      }
      let none = try Tool.run(
        ["list", "--html", "--thumbnails", movie], environment: ["PATH": "/nonexistent"])
      #expect(none.status == 0 && none.text.contains("</html>"))
      #expect(
        none.stderr.contains("ffmpeg is not on the PATH")
          && none.stderr.contains("[picture-left-out]"))
      #expect(try Self.document(of: none.text)["pictures"] == nil)
      let program = bin.appending(path: "ffmpeg")
      for (body, message) in [
        ("echo no luck >&2; exit 1", "no picture: ffmpeg cannot decode the frame: no luck"),
        ("echo '<script>'", "no picture: ffmpeg did not write a small JPEG"),
        ("head -c 9999999 /dev/zero", "no picture: ffmpeg wrote more than a picture can have"),
      ] {
        try Tool.writeProgram(body, to: program)
        let result = try run()
        #expect(result.status == 0 && result.stderr.contains(message), "\(result.stderr)")
        let pictures = try #require(try Self.document(of: result.text)["pictures"] as? [Any])
        #expect(pictures.count == 1 && pictures[0] is NSNull)
      }
    }
    let refused = try Tool.run(["list", "--thumbnails", movie])
    #expect(refused.status == 2 && refused.stderr.contains("'--thumbnails' requires '--html'"))
  }

  /// The file of an alias is looked for where its levels and its name say.
  @Test func aliases() throws {
    try Tool.withFolder { folder in
      var movie = try Data(contentsOf: Media.root.appending(path: "tables/external-alis.mov"))
      let place =
        try #require(movie.range(of: Data("alis".utf8), options: .backwards)).upperBound + 4
      var alias = Data([0, 0, 0, 0, 0, 150, 0, 2, 0, 0])
      alias += Handmade.zeros(40) + Data([9]) + Data("media.mov".utf8) + Handmade.zeros(54)
      alias += Handmade.zeros(16) + Data([0, 1, 0, 1]) + Handmade.zeros(16)
      #expect(alias.count == 150)
      movie.replaceSubrange(place..<place + 150, with: alias)
      try movie.write(to: folder.appending(path: "a.mov"))
      func reference() throws -> [String: Any] {
        let page = try Tool.run(["inspect", "a.mov", "--html"], cwd: folder).text
        let movies = try Self.document(of: page)["movies"] as? [[String: Any]]
        return try #require((movies?.first?["relink"] as? [[String: Any]])?.first)
      }
      let missing = try reference()
      #expect(missing["target"] as? String == "media.mov" && missing["found"] as? Bool == false)
      try Data().write(to: folder.appending(path: "media.mov"))
      #expect(try reference()["found"] as? Bool == true)
      let check = try Tool.run(["check", "a.mov"], cwd: folder).text
      #expect(
        check.contains("the samples are in another file, 'media.mov', which is not read"),
        "\(check)")
    }
  }

  // MARK: HTML

  /// Names that end the script, begin a comment, are markup or turn the direction of writing stay text.
  @Test func namesAreOnlyText() throws {
    let name =
      "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u{202E}\u{2028}&amp;{{data}}"
    try Tool.withFolder { folder in
      let movie = folder.appending(path: "a<b>\"'&\u{202E}{{script}}.mov")
      try FileManager.default.copyItem(
        at: Media.root.appending(path: "timecode/25.mov"), to: movie)
      for line in [
        ["edit", "track", movie.path, "--track", "1", "--name", name, "--in-place"],
        ["edit", "metadata", movie.path, "title=\(name)", "--in-place"],
        ["edit", "timecode", movie.path, "--reel", name, "--in-place"],
      ] {
        let result = try Tool.run(line)
        #expect(result.status == 0, "\(line): \(result.stderr)")
      }
      let page = try Self.page(movie.lastPathComponent, cwd: folder)
      #expect(page.components(separatedBy: "<script").count == 3)
      #expect(page.components(separatedBy: "</script").count == 3)
      #expect(!page.contains("<img") && !page.contains("\u{202E}") && !page.contains("\u{2028}"))
      #expect(page.components(separatedBy: "<!--").count == 1)
      let document = try Self.document(of: page)
      let text = "\(document)"
      #expect(text.contains("alert(2)") || text.contains("alert(1)"))
      #expect(page.contains("<h1>a&lt;b&gt;&quot;&#39;&amp;\\xe2\\x80\\xae{{script}}.mov</h1>"))
      // Nothing says where the user keeps the movie.
      #expect(!page.contains(folder.lastPathComponent))
    }
  }

  /// The policy allows the script and the style by their hashes, and nothing else; in a card with pictures,
  /// those that it has in itself.
  @Test(arguments: [
    ["inspect", "rates/25.mov", "--html"], ["list", "rates", "--html"],
    ["list", "rates/25.mov", "--html", "--thumbnails"],
  ])
  func policyNamesTheScript(line: [String]) throws {
    guard MediaTools.has("python3") else { return }
    if line.contains("--thumbnails") { guard MediaTools.has("ffmpeg") else { return } }
    let page = try Tool.run(line, cwd: Media.root).text
    let program = """
      import base64, hashlib, re, sys
      page = sys.stdin.buffer.read().decode()
      policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
      def named(text): return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
      style = re.search(r"<style>(.*?)</style>", page, re.S).group(1)
      scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
      assert len(scripts) == 1 and len(re.findall(r"<style", page)) == 1
      wanted = ("default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; "
                "%sbase-uri 'none'; form-action 'none'"
                % (named(scripts[0]), named(style), "img-src data:; " if sys.argv[1:] else ""))
      assert policy == wanted, policy
      assert not re.search(r'\\s(src|href|style|on\\w+)\\s*=', page.replace(scripts[0], "")
                           .replace(style, "").split('id="movtool-data"')[0]), "attributes"
      """
    let answer = try MediaTools.run(
      "python3", ["-c", program] + line.filter { $0 == "--thumbnails" }, stdin: Data(page.utf8))
    #expect(answer.status == 0, "\(answer.stderr)")
  }

  /// Each file of the page is embedded, each script is named once, and the template has all its parts.
  @Test func templateIsWhole() throws {
    let folder = Media.root.deletingLastPathComponent().appending(path: "Sources/movtool/Page/Web")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }
    #expect(Set(names) == Set(WebFiles.all.keys))
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(WebFiles.all[name] == text, "\(name)")
    }
    let templates = try PageTemplate.Kind.allCases.map { try #require(PageTemplate($0)) }
    for name in names where name.hasSuffix(".js") {
      let text = WebFiles.all[name] ?? "-"
      #expect(templates.contains { $0.scripts.joined().contains(text) }, "no page names \(name)")
    }
    for template in templates {
      #expect(!template.scripts.joined().lowercased().contains("</script"))
      #expect(
        !template.scripts.joined().contains("<!--")
          && !template.style.lowercased().contains("</style"))
    }
    let html =
      "<!--\na.js\n-->{{csp}}{{title}}{{style}}{{script}}{{data}}{{summary}}"
    let files = ["page.html": html, "page.css": "", "a.js": "1"]
    #expect(
      PageTemplate(.page, files)?.scripts.joined() == "(function () {\n'use strict';\n1\n}());\n")
    for broken in [
      ["a.js": nil], ["page.css": nil], ["page.html": "<!--\n-->{{csp}}"],
      ["page.html": html + "{{other}}"], ["page.html": html + "{{csp"],
      ["page.html": html.replacing("-->", with: "b.js\n-->")],
    ] as [[String: String?]] {
      let some = files.merging(broken.compactMapValues { $0 }) { $1 }
        .filter { broken[$0.key] != .some(nil) }
      #expect(PageTemplate(.page, some) == nil, "\(broken)")
    }
  }

  // MARK: References

  /// A page lists 1,024 references of a track by their types, and says how many it leaves out.
  @Test(arguments: [1, 3, 600])
  func referencesOfATrack(types: Int) throws {
    try Tool.withFolder { folder in
      let atoms = (0..<types).map { index in
        Handmade.atom(
          String(format: "r%03d", index), Handmade.number(UInt32(1)), Handmade.number(UInt32(2)),
          Handmade.number(UInt32(3)))
      }
      try Handmade.atom("tref", atoms.reduce(Data(), +))
        .write(to: folder.appending(path: "tref.atom"))
      let result = try Tool.run(
        [
          "insert", "atom", Media.root.appending(path: "camera/moov-last.mov").path, "moov/trak[0]",
          "tref.atom", "-o", "a.mov",
        ], cwd: folder)
      try #require(result.status == 0, "\(result.stderr)")
      let movies = try Self.document(of: Self.page("a.mov", cwd: folder))["movies"]
      let movie = try #require((movies as? [[String: Any]])?.first)
      let tracks = try #require(movie["tracks"] as? [[String: Any]])
      let references = try #require(tracks[0]["references"] as? [[String: Any]])
      let listed = references.map { $0["trackIDs"] as? [Int] ?? [] }
      #expect(references.prefix(types).map { $0["type"] as? String }.first == "r000")
      #expect(listed.map(\.count).reduce(0, +) == min(1024, 3 * types))
      #expect(listed.first == [1, 2, 3])
      let sentence = "\(3 * types - 1024) references of track 1."
      let sentences = movie["leftOut"] as? [String] ?? []
      #expect(sentences.contains(sentence) == (3 * types > 1024), "\(sentences)")
    }
  }

  // MARK: Relinking

  @Test func referencesAreLookedFor() throws {
    try Tool.withFolder { folder in
      try Data([1]).write(to: folder.appending(path: "my media.bin"))
      func page(_ location: String) throws -> [String: Any] {
        var movie = try Data(contentsOf: Media.root.appending(path: "rates/25.mov"))
        let url = Handmade.atom(
          "url ", Handmade.number(UInt32(0)), Data(location.utf8) + Data([0]))
        let old = Handmade.atom("url ", Handmade.number(UInt32(1)))
        try #require(movie.range(of: old) != nil)
        let built = folder.appending(path: "a.mov")
        try movie.write(to: built)
        let atom = folder.appending(path: "url.atom")
        try url.write(to: atom)
        for line in [
          [
            "insert", "atom", "a.mov", "moov/trak[0]/mdia/minf/dinf/dref", "url.atom", "-o",
            "b.mov",
          ]
        ] {
          let result = try Tool.run(line, cwd: folder)
          try #require(result.status == 0, "\(result.stderr)")
        }
        movie = try Data(contentsOf: folder.appending(path: "b.mov"))
        try FileManager.default.removeItem(at: folder.appending(path: "b.mov"))
        try movie.write(to: built)
        let movies = try Self.document(of: Self.page("a.mov", cwd: folder))["movies"]
        let references = (movies as? [[String: Any]])?.first?["relink"] as? [[String: Any]]
        let own = try #require(references?.first)
        #expect(own["selfContained"] as? Bool == true && own["found"] as? Bool == true)
        return try #require(references?.first { $0["selfContained"] as? Bool == false })
      }
      for (location, expected) in [
        ("my%20media.bin", true), ("file:///Volumes/Card/my%20media.bin", true),
        ("gone.bin", false), ("file:///Volumes/Card/gone.bin", false), ("http://a/b.bin", nil),
        ("%zz", nil), ("%+f.bin", nil), ("%-0.bin", nil), ("a%2", nil), ("%6Dy%20media.bin", true),
        ("", nil), ("/", false),
      ] as [(String, Bool?)] {
        let found = try page(location)
        #expect(found["found"] as? Bool == expected, "\(location)")
        #expect(found["target"] as? String == location)
      }
    }
  }

  // MARK: Options and output

  @Test func isOnePageOfOneMovie() throws {
    for (line, message) in [
      (
        ["inspect", "rates/25.mov", "rates/30.mov", "--html"],
        "several files need a folder for their pages: '-o FOLDER/'"
      ),
      (["inspect", "rates/25.mov", "--html", "--json"], "cannot be used together"),
      (["inspect", "rates/25.mov", "--html", "--rows", "3"], "cannot be used together"),
      (["inspect", "rates/25.mov", "-o", "x"], "'-o' requires '--html'"),
      (["inspect", "rates/25.mov", "--compare", "x"], "'--compare' requires '--html'"),
      (["view", "rates/25.mov", "rates/30.mov", "rates/24.mov"], "3 files are given"),
    ] {
      let result = try Tool.run(line, cwd: Media.root)
      #expect(result.status == 2 && result.stderr.contains(message), "\(line): \(result.stderr)")
    }
    let piped = try Tool.run(
      ["inspect", "-", "--html", "-o", "-"],
      stdin: Data(contentsOf: Media.root.appending(path: "rates/25.mov")))
    #expect(piped.status == 0 && piped.text.hasSuffix("</html>\n"))
  }

  @Test func pagesOfSeveralMovies() throws {
    try Tool.withFolder { folder in
      for (name, source) in [("a.mov", "rates/25.mov"), ("b.mov", "rates/30.mov")] {
        try FileManager.default.copyItem(
          at: Media.root.appending(path: source), to: folder.appending(path: name))
      }
      let result = try Tool.run(
        ["inspect", "a.mov", "b.mov", "--html", "-o", "pages/"], cwd: folder)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      for name in ["a", "b"] {
        let page = try Data(contentsOf: folder.appending(path: "pages/\(name).html"))
        let alone = try Tool.run(["inspect", "\(name).mov", "--html"], cwd: folder).stdout
        #expect(page == alone)
      }
      // A movie that cannot be read does not keep the others from their pages.
      let some = try Tool.run(
        ["inspect", "gone.mov", "b.mov", "--html", "-o", "pages", "--overwrite"], cwd: folder)
      #expect(some.status == 1 && some.stderr.contains("gone.mov"))
      try FileManager.default.copyItem(
        at: folder.appending(path: "a.mov"), to: folder.appending(path: "a.mp4"))
      let same = try Tool.run(["inspect", "a.mov", "a.mp4", "--html", "-o", "p/"], cwd: folder)
      #expect(same.status == 0, "\(same.stderr)")
      for name in ["a.mov.html", "a.mp4.html"] {
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "p/\(name)").path))
      }
    }
  }

  @Test func comparesTwo() throws {
    let document = try Self.document(of: Self.page("rates/25.mov", "--compare", "rates/30.mov"))
    #expect((document["movies"] as? [Any])?.count == 2)
    let expected =
      try #require(
        try Self.json(["diff", "--json", "rates/25.mov", "rates/30.mov"]) as? NSDictionary)
    let diff = try #require(document["diff"] as? NSDictionary)
    #expect(diff["differences"] as? NSArray == expected["differences"] as? NSArray)
    #expect(diff["first"] as? String == "25.mov" && diff["isSame"] as? Bool == false)
  }

  @Test func unitsAreThoseOfSamples() throws {
    let movie = try Self.movie("camera/camera.mov")
    let track = try #require((movie["tracks"] as? [[String: Any]])?.first)
    let units = try #require((track["units"] as? [String: Any])?["samples"] as? [[[Any]]])
    let listed = try #require(
      try Self.json(["samples", "camera/camera.mov", "--units", "--json"]) as? [String: Any])
    let rows = try #require(listed["samples"] as? [[String: Any]])
    #expect(units.count == rows.count)
    for (sample, row) in zip(units, rows) {
      let place = try #require(row["position"] as? Int)
      let expected = (row["units"] as? [[String: Any]])?.map { unit in
        "\((unit["position"] as? Int ?? 0) - place) \(unit["size"] ?? "") \(unit["name"] ?? "")"
      }
      #expect(sample.map { $0.map { "\($0)" }.joined(separator: " ") } == expected)
    }
  }

  // MARK: view

  @Test func viewOpensABrowser() throws {
    try Tool.withFolder { folder in
      let seen = folder.appending(path: "seen").path
      let browser = folder.appending(path: "browse r").path
      let script = "printf '%s\\n' \"$@\" > '\(seen).new'; mv '\(seen).new' '\(seen)'"
      let program = folder.appending(path: "browser")
      try Tool.writeProgram(script, to: program)
      let temporary = folder.appending(path: "it's temporary")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      let result = try Tool.run(
        ["view", "rates/25.mov"], cwd: Media.root,
        environment: ["BROWSER": "\(browser):\(program.path)", "TMPDIR": temporary.path])
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      let page = result.text.trimmingCharacters(in: .newlines)
      #expect(page.hasPrefix(temporary.path + "/movtool-") && page.hasSuffix("/25.mov.html"))
      #expect(try String(contentsOfFile: page, encoding: .utf8).hasSuffix("</html>\n"))
      let permissions =
        try FileManager.default.attributesOfItem(
          atPath: (page as NSString).deletingLastPathComponent)[.posixPermissions] as? Int
      #expect(permissions == 0o700)
      for _ in 0..<200 where !FileManager.default.fileExists(atPath: seen) {
        Thread.sleep(forTimeInterval: 0.05)
      }
      #expect(try String(contentsOfFile: seen, encoding: .utf8) == page + "\n")
    }
  }

  @Test func viewWithoutABrowser() throws {
    try Tool.withFolder { folder in
      let environment = [
        "BROWSER": "/no/such/browser", "TMPDIR": folder.path, "DISPLAY": "", "WAYLAND_DISPLAY": "",
      ]
      let result = try Tool.run(
        ["view", "rates/25.mov", "rates/30.mov"], cwd: Media.root, environment: environment)
      #expect(result.status == 0 && result.stderr.contains("no browser was found"))
      #expect(FileManager.default.fileExists(atPath: result.text.trimmingCharacters(in: .newlines)))
      let missing = try Tool.run(["view", "gone.mov"], cwd: folder, environment: environment)
      #expect(missing.status == 1 && missing.text.isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }
  }

  @Test(
    arguments: [
      (["BROWSER": "sh -x"], "sh -x '/tmp/a b.html'"),
      (["BROWSER": "sh %s -y"], "sh '/tmp/a b.html' -y"),
      (["BROWSER": "none:sh"], "sh '/tmp/a b.html'"), (["BROWSER": "none"], nil),
      (["BROWSER": "", "PATH": "/none"], nil), (["PATH": "/none", "DISPLAY": ":0"], nil),
    ] as [([String: String], String?)])
  func browserOfTheUser(environment: [String: String], expected: String?) {
    let all = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    #expect(Browser.command(for: FilePath("/tmp/a b.html")) { all[$0] } == expected)
    #expect("it's".quotedForShell == "'it'\\''s'")
  }

  // MARK: Damage

  /// Damaged files have a page or an error, and what there is is JSON.
  @Test func damageIsShown() throws {
    var seed: UInt64 = 7
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    try Tool.withFolder { folder in
      for file in ["camera/camera.mov", "fragments/timecode.mov", "timecode/25.mov"] {
        let good = try Data(contentsOf: Media.root.appending(path: file))
        for round in 0..<25 {
          var bytes = good
          for _ in 0..<(1 + round) {
            let place = random(bytes.count)
            bytes[place] = [0, 0xFF, 0x80, bytes[place] ^ 1][random(4)]
          }
          if round % 5 == 0 { bytes = bytes.prefix(random(bytes.count)) }
          try bytes.write(to: folder.appending(path: "a.mov"))
          let result = try Tool.run(["inspect", "a.mov", "--html"], cwd: folder)
          #expect([0, 1].contains(result.status), "\(file) \(round): \(result.stderr)")
          guard result.text.contains("</html>") else { continue }
          #expect(try Self.document(of: result.text)["movies"] != nil)
        }
      }
    }
  }
}
