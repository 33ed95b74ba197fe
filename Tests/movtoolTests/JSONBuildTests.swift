import Foundation
import TestSupport
import Testing

@testable import movtool

/// `inspect --json` and `build --from-json` are inverse, and edited JSON makes the edited file.
@Suite struct JSONBuildTests {
  /// Returns the document of a file.
  static func document(_ path: String, _ options: [String] = ["--bytes", "all"]) throws -> Data {
    try Tool.run(["inspect", "--json", "--rows", "all", path] + options).stdout
  }

  /// Makes a file of a document, and returns how that went and its bytes.
  private func built(
    _ document: Data, in folder: URL, _ options: [String] = []
  ) throws -> (result: Tool.Result, bytes: Data?) {
    let out = folder.appending(path: "out.mov")
    try? FileManager.default.removeItem(at: out)
    let result = try Tool.run(
      ["build", out.path, "--from-json", "-"] + options, stdin: document)
    return (result, try? Data(contentsOf: out))
  }

  private func checkComesBack(_ files: [String], _ options: [String], usesMedia: Bool) throws {
    try Tool.withFolder { folder in
      for file in files {
        let document = try Self.document(file, options)
        // What is no movie at all has no document.
        guard !document.isEmpty else { continue }
        let (result, bytes) = try built(
          document, in: folder, usesMedia ? ["--media", file] : [])
        #expect(result.status == 0, "\(file): \(result.stderr)")
        let old = try Data(contentsOf: URL(filePath: file))
        #expect(bytes == old, "\(file)")
      }
    }
  }

  /// Documents that describe no file.
  @Test(arguments: [
    ("\"atoms\": []", "it describes no atom"),
    (
      "\"atoms\": [{\"type\": \"moov\", \"size\": 20, \"headerSize\": 8, \"children\": {}}]",
      "moov/children: the value is not an array of atoms; give one, or leave it out"
    ),
    (
      "\"atoms\": [{\"type\": \"udta\", \"children\": \"x\"}]",
      "udta/children: the value is not an array of atoms; give one, or leave it out"
    ),
  ])
  func documentsOfNoFile(atoms: String, message: String) throws {
    try Tool.withFolder { folder in
      let document = "{\"schema\": \"urn:movtool:inspect:1\", \"size\": 0, \(atoms)}"
      let (result, bytes) = try built(Data(document.utf8), in: folder)
      #expect(result.status == 1 && bytes == nil)
      #expect(result.stderr.contains(message), "\(result.stderr)")
      #expect(!result.stderr.contains("--media"), "\(result.stderr)")
    }
  }

  /// What a document leaves out of an atom is as in a new one, or as in the file that is given.
  @Test func fieldsThatAreLeftOut() throws {
    let file = Media.root.appending(path: "rates/25.mov").path
    let document = String(decoding: try Self.document(file), as: UTF8.self)
    // Of the movie header, the first of several.
    let field = try #require(document.range(of: #""timescale": 1000,"#))
    let other = Data(document.replacingCharacters(in: field, with: "").utf8)
    try Tool.withFolder { folder in
      for (options, timescale) in [([], "600"), (["--media", file], "1000")] {
        let (result, _) = try built(other, in: folder, options)
        #expect(result.status == 0, "\(result.stderr)")
        let out = folder.appending(path: "out.mov").path
        let text = try Tool.run(["inspect", out, "--atom", "moov/mvhd"]).text
        #expect(
          text.contains(try Regex("timescale +\(timescale)\\n")), "\(options): \(text)")
      }
    }
  }

  @Test func everyFileComesBack() throws {
    let files = try Media.all().map { Media.root.appending(path: $0).path }
    #expect(files.count > 300)
    try checkComesBack(files, ["--bytes", "all"], usesMedia: false)
  }

  /// What a document leaves out comes from the file that it was made of.
  @Test(
    arguments: [[], ["--bytes", "0", "--rows", "1"], ["--bytes", "8"], ["--depth", "3"]], [0, 1])
  func everyFileComesBackWithItsMedia(options: [String], half: Int) throws {
    let files = try Media.all().map { Media.root.appending(path: $0).path }
    let some = files.enumerated().filter { $0.offset % 2 == half }.map(\.element)
    try checkComesBack(some, options, usesMedia: true)
  }

  /// Without that file, what is left out is missed, wherever it is, and nothing is written.
  @Test(arguments: [[], ["--bytes", "8"]])
  func nothingIsLeftOutSilently(options: [String]) throws {
    let files = try Media.all().map { Media.root.appending(path: $0).path }
    var count = 0
    try Tool.withFolder { folder in
      for file in files + SharedMedia.movies(upTo: 20_000).map(\.path) {
        let document = try Self.document(file, options)
        guard document.range(of: Data("\"cut\":".utf8)) != nil else { continue }
        let (result, bytes) = try built(document, in: folder)
        #expect(result.status == 1 && bytes == nil, "\(file)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  /// The first handler that can be read decides how sample descriptions are read, for both.
  @Test func handlerThatCannotBeRead() throws {
    var bytes = try Data(contentsOf: Stamping.media.appending(path: "rates/25.mov"))
    func place(_ type: String) throws -> Data.Index {
      try #require(bytes.firstRange(of: Data(type.utf8))).lowerBound
    }
    for type in ["moov", "trak", "mdia"] {
      let size = try place(type) - 4
      let sum = Int(bytes[size + 2]) << 8 + Int(bytes[size + 3]) + 10
      (bytes[size + 2], bytes[size + 3]) = (UInt8(sum >> 8), UInt8(sum & 0xFF))
    }
    // A type that only the kind of the media explains.
    let entry = try place("stsd") + 16
    bytes.replaceSubrange(entry..<entry + 4, with: Data("abcd".utf8))
    let mdia = try place("mdia") + 4
    bytes.insert(contentsOf: [0, 0, 0, 10] + Data("hdlr".utf8) + [0, 0], at: mdia)
    try Tool.withFolder { folder in
      let file = folder.appending(path: "handlers.mov")
      try bytes.write(to: file)
      let document = try Self.document(file.path)
      #expect(document.range(of: Data("\"temporal_quality\"".utf8)) != nil)
      let (result, made) = try built(document, in: folder)
      #expect(result.status == 0 && made == bytes, "\(result.stderr)")
    }
  }

  /// Parameter sets, which are elements of lists, are cut too, and no verb takes a part for all of one.
  @Test func cutParameterSets() throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "camera/camera.mov").path
      let path = "moov/trak[0]/mdia/minf/stbl/stsd/avc1/avcC"
      let old = try Tool.run(["inspect", movie, "--json", "--atom", path, "--bytes", "all"]).text
      let unit = try #require(old.firstMatch(of: #/"bytes": "(67[0-9a-f]+)"/#)).output.1
      let (first, count) = (unit.prefix(16), unit.count / 2)
      let out = folder.appending(path: "out.mov").path
      func edit(_ units: String) throws -> Tool.Result {
        try Tool.run([
          "edit", "atom", movie, path, "sequence_parameter_sets=\(units)", "-o", out,
          "--overwrite",
        ])
      }
      // The beginning of what is there changes nothing.
      let same = try edit(#"[{"bytes": "\#(first)", "cut": {"bytes": \#(count)}}]"#)
      #expect(same.status == 0, "\(same.stderr)")
      let new = try Tool.run(["inspect", out, "--json", "--atom", path, "--bytes", "all"]).text
      #expect(new.contains(unit))
      for units in [
        #"[{"bytes": "\#(first)", "cut": {"bytes": \#(count + 1)}}]"#,
        #"[{"bytes": "68\#(first.dropFirst(2))", "cut": {"bytes": \#(count)}}]"#,
        #"[{"bytes": "\#(first)", "cut": {"bytes": \#(count)}}, {"bytes": "68"}]"#,
      ] {
        let result = try edit(units)
        #expect(result.status == 1 && result.stderr.contains("the value is cut"), "\(units)")
      }
      // The document of an atom that is cut is inserted nowhere.
      let document = folder.appending(path: "avcC.json")
      try Tool.run(["inspect", movie, "--json", "--atom", path, "--bytes", "8"]).stdout.write(
        to: document)
      let inserted = try Tool.run([
        "insert", "atom", movie, String(path.dropLast(5)), document.path, "-o", out, "--overwrite",
      ])
      #expect(
        inserted.status == 1 && inserted.stderr.contains("the value is cut"), "\(inserted.stderr)")
    }
  }

  /// The smaller ones of the movies outside the package, if they are available.
  @Test func otherMoviesComeBack() throws {
    let files = SharedMedia.movies(upTo: 100_000).map(\.path)
    try checkComesBack(files, ["--bytes", "all"], usesMedia: false)
  }

  // MARK: Edits

  /// Only the beginning of a value that is cut is given, and a change of that is not passed over.
  @Test(arguments: [
    ("camera/camera.mov", ["--rows", "4"], #""sample_offset": 5005"#, #""sample_offset": 4242"#),
    ("metadata/itunes.m4a", [], "89504e470d0a1a0a", "89504e470d0a1a0b"),
  ])
  func changesOfWhatIsCut(
    file: String, options: [String], old: String, new: String
  ) throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: file).path
      let document = try Tool.run(["inspect", "--json", movie] + options).text
      let whole = try built(Data(document.utf8), in: folder, ["--media", movie])
      #expect(try whole.bytes == Data(contentsOf: URL(filePath: movie)))
      let place = try #require(document.range(of: old))
      let changed = document.replacingCharacters(in: place, with: new)
      let (result, bytes) = try built(Data(changed.utf8), in: folder, ["--media", movie])
      #expect(result.status == 1 && bytes == nil)
      #expect(result.stderr.contains("the value is cut"), "\(result.stderr)")
    }
  }

  private static let movie = Stamping.media.appending(path: "camera/moov-last.mov").path

  /// Returns the document with replaced text, which must be there once.
  private func edited(_ replacements: [(String, String)]) throws -> Data {
    var text = String(decoding: try Self.document(Self.movie), as: UTF8.self)
    for (old, new) in replacements {
      #expect(text.components(separatedBy: old).count == 2, "\(old)")
      text = text.replacing(old, with: new)
    }
    return Data(text.utf8)
  }

  private func samples(_ path: String) throws -> [String] {
    try ["video", "audio"].map {
      try Tool.run(["hash", path, "--track", $0]).text.split(separator: " ").first.map(String.init)
        ?? ""
    }
  }

  /// A longer text moves what follows it, and what points there is moved.
  @Test func whatIsMovedIsFound() throws {
    try Tool.withFolder { folder in
      // The file type comes before the media.
      let document = try edited([
        (
          "\"compatible_brands\": [\"qt  \"]",
          "\"compatible_brands\": [\"qt  \", \"isom\", \"mp42\"]"
        )
      ])
      let (result, bytes) = try built(document, in: folder)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      let old = try Data(contentsOf: URL(filePath: Self.movie))
      #expect(bytes?.count == old.count + 8)
      let out = folder.appending(path: "out.mov").path
      #expect(try samples(out) == samples(Self.movie))
      let offsets = try Tool.run(["inspect", out, "--atom", "moov/trak[0]/mdia/minf/stbl/stco"])
      #expect(offsets.text.contains("44"), "\(offsets.text)")
    }
  }

  /// Rows are counted; sizes follow.
  @Test func countsAreThoseOfTheRows() throws {
    try Tool.withFolder { folder in
      let text = String(decoding: try Self.document(Self.movie), as: UTF8.self)
      let row = try #require(
        text.range(
          of: #"\{"sample_count": \d+, "sample_delta": \d+\}"#, options: .regularExpression)
          ?? text.range(of: #"\{[^{}]*"sample_count"[^{}]*\}"#, options: .regularExpression))
      let document = text.replacingCharacters(
        in: row, with: text[row] + ", {\"sample_count\": 7, \"sample_delta\": 9}")
      let (result, _) = try built(Data(document.utf8), in: folder)
      #expect(result.status == 0, "\(result.stderr)")
      let stts = try Tool.run([
        "inspect", folder.appending(path: "out.mov").path, "--atom",
        "moov/trak[0]/mdia/minf/stbl/stts",
      ])
      #expect(stts.text.contains("entry_count  2") && stts.text.contains("32"), "\(stts.text)")
    }
  }

  @Test func scalarsAreSet() throws {
    try Tool.withFolder { folder in
      let text = String(decoding: try Self.document(Self.movie), as: UTF8.self)
      let document = text.replacing("\"layer\": 0", with: "\"layer\": -3")
        .replacing("\"volume\": 1,", with: "\"volume\": 0.25,")
      let (result, bytes) = try built(Data(document.utf8), in: folder)
      #expect(result.status == 0, "\(result.stderr)")
      let old = try Data(contentsOf: URL(filePath: Self.movie))
      #expect(bytes?.count == old.count)
      let shown = try Tool.run([
        "inspect", folder.appending(path: "out.mov").path, "--atom", "moov/trak[1]/tkhd",
      ]).text
      #expect(shown.contains("layer              -3") && shown.contains("volume             0.25"))
    }
  }

  // MARK: What is refused

  @Test(arguments: [
    (
      "\"layer\": 0", "\"layer\": 70000",
      "moov/trak[0]/tkhd/layer: the value does not fit in 16 bits"
    ),
    ("\"layer\": 0", "\"level\": 0", "moov/trak[0]/tkhd: there is no field 'level'"),
    ("\"layer\": 0", "\"layer\": \"top\"", "layer: the value is not an integer"),
    (
      "\"type\": \"mvhd\"", "\"type\": \"mvh\"",
      "moov: element 0 has no 'type' of four characters"
    ),
    ("\"version\": 0", "\"version\": 9", "unknown version 9"),
  ])
  func wrongValues(old: String, new: String, message: String) throws {
    try Tool.withFolder { folder in
      let text = String(decoding: try Self.document(Self.movie), as: UTF8.self)
      let document = try #require(text.range(of: old)).lowerBound
      let edited =
        text[..<document] + new + text[text.index(document, offsetBy: old.count)...]
      let (result, bytes) = try built(Data(edited.utf8), in: folder)
      #expect(result.status == 1 && bytes == nil)
      #expect(result.stderr.contains(message), "\(result.stderr)")
      #expect(result.stderr.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test func whatIsLeftOutIsMissed() throws {
    try Tool.withFolder { folder in
      let document = try Self.document(Self.movie, [])
      let missing = try built(document, in: folder)
      #expect(missing.result.status == 1 && missing.bytes == nil)
      #expect(
        missing.result.stderr.contains(
          "mdat: the content is left out, and the file that it is from is not given; give it with --media"
        ),
        "\(missing.result.stderr)")
      let other = Stamping.media.appending(path: "rates/25.mov").path
      let wrong = try built(document, in: folder, ["--media", other])
      #expect(wrong.result.status == 1)
      // The name before the message is that of the description.
      let sizes = try [Self.movie, other].map { try Data(contentsOf: URL(filePath: $0)).count }
      #expect(
        wrong.result.stderr.contains(
          "the JSON describes a file of \(sizes[0]) bytes, but the given file has \(sizes[1]), so it is not the same file"
        ), "\(wrong.result.stderr)")
    }
  }

  /// An offset past the end of any file is refused, whatever atom has it.
  @Test(arguments: ["9223372036854775808", "18446744073709551614", "18446744073709551615"])
  func offsetsThatNoFileHas(offset: String) throws {
    try Tool.withFolder { folder in
      let movie = DocumentsTests.package.appending(path: "TestMedia/fragments/global-sidx.mp4").path
      let text = String(decoding: try Self.document(movie), as: UTF8.self)
      let place = try #require(text.range(of: "\"type\": \"sidx\""))
      let old = try #require(text[place.upperBound...].firstRange(of: /"offset": \d+/))
      let document = Data(text.replacingCharacters(in: old, with: "\"offset\": \(offset)").utf8)
      for media in [[], ["--media", movie]] {
        let (result, bytes) = try built(document, in: folder, media)
        #expect(result.status == 1 && bytes == nil, "\(result.stderr)")
        #expect(result.stderr.contains("offset: no file is so long"), "\(result.stderr)")
      }
    }
  }

  @Test func textThatIsNoDocument() throws {
    try Tool.withFolder { folder in
      for (text, message) in [
        ("", "there is no JSON value"), ("{\n\"a\": 1,\n}", "line 3: expected a name in quotes"),
        ("[]", "this is not a document of 'movtool inspect --json'"),
        ("{\"schema\": \"urn:movtool:inspect:1\"}", "the document has no 'atoms'"),
      ] {
        let (result, _) = try built(Data(text.utf8), in: folder)
        #expect(result.status == 1 && result.stderr.contains(message), "\(result.stderr)")
      }
    }
  }

  @Test func optionsThatExcludeEachOther() throws {
    for arguments in [
      ["--from-json", "a.json", "--video", "b.mov"], ["--video", "b.mov", "--media", "c.mov"],
      ["--from-json", "a.json", "--fragment", "2"], [],
    ] {
      #expect(try Tool.run(["build", "out.mov"] + arguments).status == 2)
    }
  }
}
