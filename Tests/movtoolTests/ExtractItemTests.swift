import Foundation
import Testing

/// `extract item`, and items in `inspect --at`.
@Suite struct ExtractItemTests {
  private static let media = Data(0..<200)

  private static let picture: HandmadePicture = {
    var picture = HandmadePicture()
    let exif: Data = Handmade.number(UInt32(6)) + Data("Exif\0\0".utf8) + tiff
    let xmp = Data("<x:xmpmeta/>".utf8)
    picture.media = media + exif + xmp
    picture.idat = Data("abcdefghij".utf8) + grid
    picture.properties = [
      HandmadePicture.size(64, 40), Handmade.atom("jpgC", Data([0xFF, 0xD8, 0xAA])),
    ]
    picture.items = [
      .init(
        id: 1, type: "jpeg", name: "main", extents: [(0, 10, 20), (0, 100, 5)], properties: [1, 2]),
      .init(id: 2, type: "jpeg", extents: [(0, 40, 4)], properties: [1]),
      .init(id: 3, type: "Exif", isHidden: true, extents: [(0, 200, UInt32(exif.count))]),
      .init(
        id: 4, type: "mime", more: HandmadePicture.mime("application/rdf+xml"),
        extents: [(0, 200 + UInt32(exif.count), UInt32(xmp.count))]),
      .init(id: 5, type: "abcd", method: 1, extents: [(0, 2, 3), (0, 0, 2)]),
      .init(id: 6, type: "abcd", method: 2, extents: [(1, 15, 8), (2, 1, 2), (1, 0, 1)]),
      .init(id: 7, type: "grid", method: 1, extents: [(0, 10, 8)]),
      .init(id: 8, type: "abcd", method: 2, extents: [(1, 0, 4)]),
      .init(id: 9, type: "abcd", method: 2, extents: [(1, 0, 4)]),
      .init(id: 10, type: "abcd", extents: [(0, 5000, 4)]),
      .init(id: 11, type: "jpeg", isEncrypted: true, extents: [(0, 0, 3)]),
      .init(
        id: 12, type: "mime", more: HandmadePicture.mime("text/plain", encoding: "gzip"),
        extents: [(0, 0, 3)]),
      .init(id: 13, type: "hvc1", extents: [(0, 0, 3)]),
      .init(id: 14, type: "Exif", extents: [(0, 0, 30)]),
      .init(id: 15, type: "abcd", method: 1, extents: [(0, 3, 0)]),
      .init(id: 16, type: "abcd", method: 2, extents: [(3, 0, 1)]),
      .init(id: 17, type: "iovl", method: 1, extents: [(0, 0, 1)]),
    ]
    picture.references = [
      ("thmb", 2, [1]), ("cdsc", 3, [1]), ("cdsc", 4, [1]), ("iloc", 6, [1, 5]),
      ("dimg", 7, [2, 1]),
      ("iloc", 8, [9]), ("iloc", 9, [8]), ("iloc", 16, [1]),
    ]
    return picture
  }()

  private func extract<T>(
    _ arguments: [String], _ body: (Tool.Result, URL) throws -> T
  ) throws -> T {
    try Tool.withFolder { folder in
      try Self.picture.data.write(to: folder.appending(path: "a.heic"))
      return try body(
        try Tool.run(["extract", "item", "a.heic"] + arguments, cwd: folder), folder)
    }
  }

  @Test func fromAPipe() throws {
    try Tool.withFolder { folder in
      try Self.picture.data.write(to: folder.appending(path: "a.heic"))
      for file in ["-", "/dev/stdin"] {
        let result = try Tool.shell(
          "cat a.heic | \"$TOOL\" extract item \(file) primary | cat", cwd: folder)
        #expect(result.status == 0 && result.stdout == Self.whole, "\(file): \(result.stderr)")
      }
    }
  }

  private static let whole: Data = Data([0xFF, 0xD8, 0xAA]) + media[10..<30] + media[100..<105]
  private static let tiff: Data = Data("II*\0".utf8) + Data(repeating: 7, count: 20)
  /// From item 1, across the end of its first extent; from item 5; and from item 1 again.
  private static let joined: Data = {
    var bytes = Data(media[25..<30])
    bytes += media[100..<103]
    bytes += Data("de".utf8)
    bytes += media[10..<11]
    return bytes
  }()
  private static let grid = HandmadePicture.grid(1, 2, 100, 40)

  private static let contents: [(item: String, bytes: Data)] = [
    ("1", whole), ("primary", whole), ("2", Data(media[40..<44])),
    ("thumbnail", Data(media[40..<44])), ("exif", tiff), ("xmp", Data("<x:xmpmeta/>".utf8)),
    ("4", Data("<x:xmpmeta/>".utf8)), ("5", Data("cdeab".utf8)), ("6", joined),
    ("15", Data("defghij".utf8) + grid),
  ]

  @Test(arguments: contents)
  func bytes(item: String, expected: Data) throws {
    try extract([item, "-o", "out"]) { result, folder in
      #expect(result.status == 0, "\(result.stderr)")
      let written = try Data(contentsOf: folder.appending(path: "out"))
      #expect(written == expected)
    }
    try extract([item]) { result, _ in #expect(result.stdout == expected) }
  }

  private static let starts: [(item: String, bytes: Data)] = [
    ("3", Handmade.number(UInt32(6)) + Data("Exif\0\0".utf8)), ("7", grid),
    ("1", Data(media[10..<20])),
  ]

  @Test(arguments: starts)
  func raw(item: String, start: Data) throws {
    try extract([item, "--raw"]) { result, _ in
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      #expect(result.stdout.prefix(start.count) == start)
    }
  }

  @Test(arguments: [
    ("5", "items of type abcd have no file form of their own"), ("11", "it is encrypted"),
    ("12", "its content is encoded as gzip"),
  ])
  func copiedWithAWord(item: String, word: String) throws {
    try extract([item]) { result, _ in
      #expect(result.status == 0 && !result.stdout.isEmpty)
      #expect(
        result.stderr == "movtool: a.heic: item \(item) is copied byte for byte: \(word)\n")
    }
  }

  @Test(arguments: [
    (
      "7",
      "item 7 is of type grid, made of the items 2, 1; extract one of them: 'movtool extract item FILE 2'"
    ),
    ("17", "item 17 is of type iovl, made of other items, and names none (dimg)"),
    ("8", "the item contains itself"), ("10", "the item needs bytes up to 5032 of "),
    ("13", "the item has no hvcC, without which it cannot be decoded"),
    ("14", "there is no TIFF header at byte"),
    ("16", "the item is in the items that it refers to, and there is no reference 3"),
    ("99", "there is no item 99; the file has these items: 1, 2, 3, 4, 5, 6, 7, 8, … (17 in all)"),
  ])
  func refused(item: String, reason: String) throws {
    try extract([item, "-o", "out"]) { result, folder in
      #expect(result.status == 1)
      #expect(
        result.stderr.contains(reason) && result.stderr.filter { $0 == "\n" }.count == 1,
        "\(result.stderr)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
  }

  @Test(arguments: [
    (["second"], "expected an ID, primary, thumbnail, exif or xmp"), (["-1"], "unknown option"),
    (["1", "--json"], "'--json' and '--compact' require '--list'"), ([], "missing ITEM"),
    (["1", "--list"], "'--list' lists all items and takes no ITEM"),
  ])
  func wrongCommandLines(arguments: [String], reason: String) throws {
    try extract(arguments) { result, _ in
      #expect(result.status == 2 && result.stderr.contains(reason), "\(result.stderr)")
    }
  }

  @Test func aMovie() throws {
    let result = try Tool.run(
      ["extract", "item", Stamping.media.appending(path: "rates/25.mov").path, "1"])
    #expect(result.status == 1 && result.stderr.contains("the file has no items"))
  }

  @Test func listAsText() throws {
    try extract(["--list"]) { result, _ in
      #expect(result.status == 0 && result.stderr.isEmpty)
      let lines = result.text.split(separator: "\n").map(String.init)
      #expect(lines.count == 18)
      #expect(lines[0] == "item  type  bytes  pixels  what")
      #expect(lines[1] == "   1  jpeg     25  64x40   primary, \"main\"")
      #expect(lines[3] == "   3  Exif     34  -       hidden, describes 1")
      #expect(lines[7] == "   7  grid      8  -       made of 2, 1")
      #expect(lines[8] == "   8  abcd      ?  -       bytes in 9")
    }
  }

  @Test func listAsJSON() throws {
    try extract(["--list", "--json", "-o", "list.json"]) { result, folder in
      #expect(result.status == 0 && result.stdout.isEmpty)
      let document = try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.appending(path: "list.json")))
      let list = try #require(document as? [String: Any])
      #expect(list["primary"] as? Int == 1)
      let items = try #require(list["items"] as? [[String: Any]])
      #expect(items.map { $0["id"] as? Int } == Array(1...17))
      #expect(items[0]["properties"] as? [String] == ["ispe", "jpgC"])
      #expect(items[3]["contentType"] as? String == "application/rdf+xml")
      #expect(items[7]["size"] is NSNull)
    }
  }

  // MARK: Items of movies

  @Test(arguments: [["moov"], ["moov", "trak"]])
  func ofAMovie(holders: [String]) throws {
    try Tool.withFolder { folder in
      try Self.picture.movie(in: holders).write(to: folder.appending(path: "a.mov"))
      for (item, expected) in [("primary", Self.whole), ("6", Self.joined), ("exif", Self.tiff)] {
        let result = try Tool.run(["extract", "item", "a.mov", item], cwd: folder)
        #expect(result.status == 0 && result.stdout == expected, "\(item): \(result.stderr)")
      }
    }
  }

  @Test func thoseOfTheFileGoBeforeThoseOfTheMovie() throws {
    var other = HandmadePicture()
    other.media = Data("other".utf8)
    other.items = [.init(id: 1, type: "jpeg", extents: [(0, 0, 5)])]
    let movie = other.movie(in: ["moov"])
    try Tool.withFolder { folder in
      // The movie comes first, so that the offsets of its items hold.
      let file = movie + Self.picture.data.dropFirst(20)
      try file.write(to: folder.appending(path: "a.mov"))
      let result = try Tool.run(["extract", "item", "a.mov", "--list"], cwd: folder)
      #expect(result.text.split(separator: "\n").count == 18, "\(result.stderr)")
    }
  }

  // MARK: AV1

  /// AV1 Image File Format, section 2.1, and AV1 Bitstream, section 5.3: a stream begins with a temporal delimiter
  /// and the sequence header of `av1C`, and each OBU has its size. Types are 1 (sequence header), 2 (temporal
  /// delimiter) and 6 (frame), times 8; 2 says that a size follows.
  @Test func av1() throws {
    var picture = HandmadePicture()
    // A frame up to the end of the item, alone and after a temporal delimiter.
    picture.media = Data([0x30, 0xAA, 0xBB, 0x12, 0x00, 0x32, 0x02, 0xAA, 0xBB])
    picture.properties = [
      Handmade.atom("av1C", Data([0x81, 0x00, 0x0C, 0x00, 0x0A, 0x03, 0x01, 0x02, 0x03]))
    ]
    picture.items = [
      .init(id: 1, type: "av01", extents: [(0, 0, 3)], properties: [1]),
      .init(id: 2, type: "av01", extents: [(0, 3, 6)], properties: [1]),
    ]
    let stream = Data([0x12, 0x00, 0x0A, 0x03, 0x01, 0x02, 0x03, 0x32, 0x02, 0xAA, 0xBB])
    try Tool.withFolder { folder in
      try picture.data.write(to: folder.appending(path: "a.avif"))
      for item in ["1", "2"] {
        let made = try Tool.run(["extract", "item", "a.avif", item], cwd: folder)
        #expect(made.status == 0 && made.stderr.isEmpty, "\(made.stderr)")
        #expect(made.stdout == stream, "item \(item)")
      }
    }
  }

  /// What is made of other items has no bytes that others read.
  @Test(arguments: ["iden", "tmap"]) func madeOfOthers(type: String) throws {
    var picture = HandmadePicture()
    picture.media = Data([1, 2, 3])
    picture.items = [
      .init(id: 1, type: type, method: 0, extents: [(0, 0, 1)]),
      .init(id: 2, type: "jpeg", extents: [(0, 1, 2)]),
    ]
    picture.references = [("dimg", 1, [2])]
    try Tool.withFolder { folder in
      try picture.data.write(to: folder.appending(path: "a.heic"))
      let result = try Tool.run(["extract", "item", "a.heic", "1", "-o", "out"], cwd: folder)
      #expect(result.status == 1)
      #expect(
        result.stderr.contains(
          "item 1 is of type \(type), made of the items 2; extract one of them"),
        "\(result.stderr)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
  }

  // MARK: H.266 and JPEG 2000

  @Test func vvc() throws {
    // Units have a length of 2 bytes before them; one sequence and one picture parameter set.
    let configuration = Handmade.atom(
      "vvcC",
      Data([0, 0, 0, 0, 0xFA, 2, 0x8F, 0, 1, 0, 2, 0, 0x79, 0x90, 0, 1, 0, 3, 0, 0x81, 0x05]))
    var picture = HandmadePicture()
    picture.media = Data([0, 3, 0, 0x41, 0xAA, 0, 2, 0, 0x42])
    picture.properties = [configuration]
    // The first piece ends inside a length, the second inside a unit.
    picture.items = [
      .init(id: 1, type: "vvc1", extents: [(0, 0, 1), (0, 1, 3), (0, 4, 5)], properties: [1]),
      .init(id: 2, type: "vvc1", extents: [(0, 0, 9)]),
    ]
    try Tool.withFolder { folder in
      try picture.data.write(to: folder.appending(path: "a.heic"))
      let made = try Tool.run(["extract", "item", "a.heic", "1"], cwd: folder)
      #expect(made.status == 0 && made.stderr.isEmpty, "\(made.stderr)")
      let units: [[UInt8]] = [[0, 0x79], [0, 0x81, 5], [0, 0x41, 0xAA], [0, 0x42]]
      #expect(made.stdout == Data(units.flatMap { [0, 0, 0, 1] + $0 }))
      let without = try Tool.run(["extract", "item", "a.heic", "2"], cwd: folder)
      #expect(without.status == 1 && without.stderr.contains("the item has no vvcC"))
    }
  }

  /// A codestream of ffmpeg's is the item, and comes out as it went in.
  @Test(.enabled(if: MediaTools.has("ffmpeg"))) func jpeg2000() throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "in.j2k").path
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=1:duration=1", "-frames:v",
          "1", "-c:v", "jpeg2000", "-format", "j2k", "-f", "image2", "-update", "1", file,
        ])
      let codestream = try Data(contentsOf: URL(filePath: file))
      try #require(codestream.starts(with: [0xFF, 0x4F, 0xFF, 0x51]))
      var picture = HandmadePicture()
      picture.media = codestream
      picture.properties = [HandmadePicture.size(64, 48)]
      picture.items = [
        .init(id: 1, type: "j2k1", extents: [(0, 0, UInt32(codestream.count))], properties: [1])
      ]
      try picture.data.write(to: folder.appending(path: "a.heic"))
      let made = try Tool.run(["extract", "item", "a.heic", "primary"], cwd: folder)
      #expect(made.status == 0 && made.stderr.isEmpty, "\(made.stderr)")
      #expect(made.stdout == codestream)
    }
  }

  // MARK: inspect --at

  @Test func placesOfItems() throws {
    try Tool.withFolder { folder in
      try Self.picture.data.write(to: folder.appending(path: "a.heic"))
      let start = HandmadePicture.mediaStart
      let text = try Tool.run(["inspect", "a.heic", "--at", "\(start + 102)"], cwd: folder)
      #expect(
        text.text.contains("  item    1, jpeg (main), 25 bytes: byte 22 of it, in extent 1\n"),
        "\(text.text)")
      #expect(
        text.text.contains("  item    6, abcd, 11 bytes: byte 7 of it, in extent 0\n"),
        "\(text.text)")
      let json = try Tool.run(
        ["inspect", "a.heic", "--at", "\(start + 102)", "--json"], cwd: folder)
      let document = try JSONSerialization.jsonObject(with: json.stdout) as? [String: Any]
      let items = try #require(document?["items"] as? [[String: Any]])
      #expect(items.map { $0["id"] as? Int } == [1, 6])
      #expect(items[0]["extent"] as? Int == 1 && items[0]["byte"] as? Int == 22)
    }
  }

  // MARK: Other programs

  /// A picture made of the first frame of a movie, decoded again.
  @Test(
    .enabled(if: MediaTools.has("ffmpeg")),
    arguments: [
      ("camera/hevc.mp4", "hvc1", "hvcC", "hevc"), ("camera/moov-last.mp4", "avc1", "avcC", "h264"),
    ])
  func decodesElsewhere(movie: String, type: String, property: String, codec: String) throws {
    try Tool.withFolder { folder in
      let source = Stamping.media.appending(path: movie).path
      let description = "moov/trak[0]/mdia/minf/stbl/stsd/\(type)/\(property)"
      let configuration = try Tool.run(["extract", "atom", source, description])
      try #require(configuration.status == 0, "\(configuration.stderr)")
      let listed = try Tool.run(["extract", "track", source, "--track", "1", "--list"]).stdout
      let line = try #require(listed.split(separator: 0x0A).first)
      let first = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      let size = try #require(first["size"] as? Int)
      let samples = try Tool.run(
        ["extract", "track", source, "--track", "1", "--format", "raw"]
      ).stdout
      var picture = HandmadePicture()
      picture.media = samples.prefix(size)
      picture.properties = [configuration.stdout]
      // In pieces, which divide lengths and units anywhere.
      let pieces = stride(from: 0, to: size, by: 7).map { offset in
        (index: UInt32(0), offset: UInt32(offset), length: UInt32(min(7, size - offset)))
      }
      picture.items = [.init(id: 1, type: type, extents: pieces, properties: [1])]
      try picture.data.write(to: folder.appending(path: "a.heic"))
      let made = try Tool.run(["extract", "item", "a.heic", "1", "-o", "out.bin"], cwd: folder)
      #expect(made.status == 0 && made.stderr.isEmpty, "\(made.stderr)")
      let decoded = try MediaTools.output(
        "ffmpeg",
        ["-v", "error", "-i", folder.appending(path: "out.bin").path, "-f", "framemd5", "-"])
      let original = try MediaTools.output(
        "ffmpeg",
        ["-v", "error", "-i", source, "-map", "0:v:0", "-frames:v", "1", "-f", "framemd5", "-"])
      let hash = { (output: Data) in
        String(decoding: output, as: UTF8.self).split(separator: "\n").last?.split(separator: " ")
          .last
      }
      #expect(hash(decoded) != nil && hash(decoded) == hash(original))
    }
  }
}
