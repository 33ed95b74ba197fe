import Foundation
import Testing

@testable import movtool

/// `extract metadata`, `edit metadata` and `remove metadata`.
@Suite struct MetadataTests {
  private static func media(_ name: String) -> String {
    Stamping.media.appending(path: name).path
  }

  private static func document(_ path: String) throws -> [String: Any] {
    let result = try Tool.run(["extract", "metadata", path, "--compact", "-q"])
    #expect(result.status == 0, "\(result.stderr)")
    return try #require(
      try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
  }

  /// Each item as `FORM KEY=VALUE`, with the track before it if it is about one.
  private static func items(_ path: String) throws -> [String] {
    let items = try #require(try document(path)["items"] as? [[String: Any]])
    return items.map { item in
      let value: String
      switch item["type"] as? String {
      case "numberOfTotal": value = "\(item["number"] ?? "")/\(item["total"] ?? "")"
      case let type?: value = "\(item[type] ?? "")"
      case nil: value = ""
      }
      let track = (item["trackID"] as? Int).map { "\($0): " } ?? ""
      return "\(track)\(item["form"] ?? "") \(item["key"] ?? "")=\(value)"
    }
  }

  private static func edit(
    _ verb: String, _ path: String, _ words: [String], to out: String
  ) throws -> Tool.Result {
    try Tool.run([verb, "metadata", path] + words + ["-v", "--verify", "full", "-o", out])
  }

  // MARK: Extracting

  @Test func everyForm() throws {
    let keys = try Self.items(Self.media("metadata/mdta-keys.mov"))
    #expect(keys.contains("quicktime title=Harbour"), "\(keys)")
    let texts = try Self.items(Self.media("metadata/international-text.mov"))
    #expect(
      texts == [
        "1: udta name=Track title", "udta ©ART=Nobody", "udta ©nam=Harbour", "udta ©day=2026",
        "udta ©des=Testing",
        "udta ©cmt=Testing",
      ])
    let assets = try Self.items(Self.media("metadata/3gpp.3gp"))
    #expect(
      assets == [
        "3gpp perf=Nobody", "3gpp titl=Harbour", "3gpp dscp=Testing", "3gpp yrrc=2026",
      ])
    let songs = try Self.items(Self.media("metadata/itunes.m4a"))
    #expect(songs.contains("itunes trkn=3/9") && songs.contains("itunes pgap=1"), "\(songs)")
    #expect(songs.contains { $0.hasPrefix("itunes covr=") })
  }

  @Test func commonNames() throws {
    let document = try Self.document(Self.media("quicktime/ios-like.mov"))
    let camera = try #require(document["camera"] as? [String: Any])
    #expect(camera["make"] as? String == "Maker" && camera["model"] as? String == "Telephone 1")
    let location = try #require(document["location"] as? [String: Any])
    #expect(location["latitude"] as? Double == 52.52)
    #expect(location["longitude"] as? Double == 13.405)
    #expect(location["altitude"] as? Double == 34)
    #expect(location["key"] as? String == "com.apple.quicktime.location.ISO6709")
    let dates = try #require(document["dates"] as? [[String: Any]])
    #expect(dates.contains { $0["date"] as? String == "2026-01-02T03:04:05+0100" }, "\(dates)")
    #expect(dates.contains { $0["key"] as? String == "©day" })
  }

  /// The XML of Sony's cameras names the camera in an element with attributes in any order and on any line.
  @Test(
    arguments: [
      (
        "<Device manufacturer=\"Sony\" modelName=\"ILCE-7SM3\" serialNo=\"1\"/>", "Sony",
        "ILCE-7SM3"
      ),
      ("<Device modelName='A &amp; B'\n\tmanufacturer='Sony'>", "Sony", "A & B"),
      ("<Device modelName='&&amp;lt;&lt;é&x;&'/>", nil, "&&lt;<é&x;&"),
      ("<Device\n  manufacturer=\"Sony\"/>", "Sony", nil),
      ("<DeviceList manufacturer=\"x\"/><Device modelName=\"PXW\" />", nil, "PXW"),
      ("<Device manufacturer=\"\"/>", nil, nil),
    ] as [(String, String?, String?)])
  func sonysCamera(element: String, make: String?, model: String?) throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "sony.mp4")
      let xml = Data("<?xml version=\"1.0\"?>\n<Meta>\(element)</Meta>\0".utf8)
      let meta = Handmade.atom(
        "meta", Handmade.zeros(4),
        Handmade.atom("hdlr", Handmade.zeros(8), Data("nrtm".utf8), Handmade.zeros(13)),
        Handmade.atom("xml ", Handmade.zeros(4), xml))
      try (Data(contentsOf: URL(filePath: Self.media("rates/25.mp4"))) + meta).write(to: file)
      let camera = try #require(try Self.document(file.path)["camera"] as? [String: Any])
      #expect(camera["make"] as? String == make && camera["model"] as? String == model)
    }
  }

  /// A title is a text, also one whose letters are hexadecimal digits, and whatever the old value was.
  @Test(arguments: ["Face", "Dada", "Bad", "Harbour"]) func titleOfNoType(title: String) throws {
    try Tool.withFolder { folder in
      let (bare, out) = (
        folder.appending(path: "bare.mov").path, folder.appending(path: "out.mov").path
      )
      let made = try Tool.run([
        "edit", "atom", Self.media("metadata/mdta-keys.mov"),
        #"moov/udta/meta/ilst/\x00\x00\x00\x01/data"#, "type_indicator=0", "-o", bare,
      ])
      #expect(made.status == 0, "\(made.stderr)")
      #expect(try Self.items(bare).contains("quicktime title=Harbour"))
      let changed = try Self.edit("edit", bare, ["title=\(title)"], to: out)
      #expect(changed.status == 0, "\(changed.stderr)")
      #expect(try Self.items(out).contains("quicktime title=\(title)"))
    }
  }

  /// A value whose language is the number of a list is for the languages of that.
  @Test func listsOfLanguages() throws {
    let work = try Stamping()
    let atom = """
      {"type": "lang", "fields": {"version": 0, "flags": {"value": 0},
       "entries": [{"languages": ["fra"]}, {"languages": ["eng", "deu", "jpn"]}]}}
      """
    try Data(atom.utf8).write(to: work["lang.json"])
    let inserted = try Tool.run([
      "insert", "atom", Self.media("metadata/mdta-keys.mov"), "moov/udta/meta",
      work["lang.json"].path, "-o", work["lists.mov"].path,
    ])
    #expect(inserted.status == 0, "\(inserted.stderr)")
    for (language, first, others) in [
      ("2", "eng", ["deu", "jpn"]), ("1", "fra", nil), ("3", "und", nil), ("deu", "deu", nil),
    ] as [(String, String, [String]?)] {
      let out = work["language-\(language).mov"].path
      let edited = try Tool.run([
        "edit", "atom", work["lists.mov"].path, #"moov/udta/meta/ilst/\x00\x00\x00\x01/data"#,
        "language=\(language)", "country=US", "-o", out,
      ])
      #expect(edited.status == 0, "\(edited.stderr)")
      let items = try #require(try Self.document(out)["items"] as? [[String: Any]])
      let title = try #require(items.first { $0["key"] as? String == "title" })
      #expect(title["language"] as? String == first)
      #expect(title["otherLanguages"] as? [String] == others)
      let shown = try Tool.run(["inspect", out]).text
      #expect(shown.contains("country         21843 (US)"), "\(shown)")
    }
  }

  /// A path is one that `extract atom` takes.
  @Test func pathsAreThoseOfAtoms() throws {
    for name in ["metadata/itunes.m4a", "metadata/mdta-keys.mov", "quicktime/ios-like.mov"] {
      let items = try #require(try Self.document(Self.media(name))["items"] as? [[String: Any]])
      #expect(!items.isEmpty)
      for item in items {
        let path = try #require(item["path"] as? String)
        let atom = try Tool.run(["extract", "atom", Self.media(name), path])
        #expect(atom.status == 0 && !atom.stdout.isEmpty, "\(path): \(atom.stderr)")
      }
    }
  }

  // MARK: Editing

  /// A name is changed in each place that has it, and types stay.
  @Test func changedEverywhere() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let result = try Self.edit(
        "edit", Self.media("quicktime/ios-like.mov"),
        ["make=Böhm", "location=-33.8688,151.2093", "title=T"], to: out)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stderr.contains("make: changed moov/meta/ilst/"), "\(result.stderr)")
      #expect(result.stderr.contains("make: changed moov/udta/©mak (©mak)"), "\(result.stderr)")
      let items = try Self.items(out)
      #expect(items.contains("quicktime com.apple.quicktime.make=Böhm"), "\(items)")
      #expect(items.contains("udta ©mak=Böhm"), "\(items)")
      #expect(items.contains("quicktime com.apple.quicktime.title=T"), "\(items)")
      #expect(
        items.contains("quicktime com.apple.quicktime.location.ISO6709=-33.8688+151.2093/"),
        "\(items)")
      #expect(items.contains("quicktime com.apple.quicktime.model=Telephone 1"), "\(items)")
    }
  }

  @Test func typesStay() throws {
    try Tool.withFolder { folder in
      let (out, again) = (
        folder.appending(path: "1.m4a").path, folder.appending(path: "2.m4a").path
      )
      let result = try Self.edit(
        "edit", Self.media("metadata/itunes.m4a"),
        [
          "trkn=4", "disk=1/2", "pgap=0", "tmpo=300", "title=New", "©cmt=c",
          "----:com.apple.iTunes:ISRC=DE1", "copyright=me",
        ], to: out)
      #expect(result.status == 0, "\(result.stderr)")
      let items = try Self.items(out)
      for item in [
        "trkn=4/9", "disk=1/2", "pgap=0", "tmpo=300", "©nam=New", "©cmt=c",
        "----:com.apple.iTunes:ISRC=DE1", "cprt=me",
      ] { #expect(items.contains("itunes \(item)"), "\(item): \(items)") }
      let second = try Self.edit("edit", out, ["----:com.apple.iTunes:ISRC=DE2"], to: again)
      #expect(second.status == 0, "\(second.stderr)")
      #expect(
        try Self.items(again).filter { $0.contains("ISRC") } == [
          "itunes ----:com.apple.iTunes:ISRC=DE2"
        ])
      #expect(
        try Tool.run(["hash", again]).text.prefix(64)
          == Tool.run(["hash", Self.media("metadata/itunes.m4a")]).text.prefix(64))
    }
  }

  /// What is new is where the file has its other metadata.
  @Test(arguments: [
    ("metadata/mdta-keys.mov", "copyright", "quicktime copyright=x"),
    ("quicktime/ios-like.mov", "copyright", "quicktime com.apple.quicktime.copyright=x"),
    ("metadata/international-text.mov", "copyright", "udta ©cpy=x"),
    ("metadata/3gpp.3gp", "copyright", "3gpp cprt=x"),
    ("metadata/itunes.m4a", "copyright", "itunes cprt=x"),
    ("metadata/itunes.m4a", "com.example.key", "quicktime com.example.key=x"),
    ("metadata/itunes.m4a", "reel", "quicktime com.apple.proapps.reel=x"),
  ])
  func added(file: String, key: String, item: String) throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out." + (file.split(separator: ".").last ?? "")).path
      let result = try Self.edit("edit", Self.media(file), ["\(key)=x"], to: out)
      #expect(result.status == 0, "\(result.stderr)")
      let items = try Self.items(out)
      let old = try Self.items(Self.media(file))
      #expect(items.sorted() == (old + [item]).sorted(), "\(items)")
    }
  }

  /// A file without any gets what its readers read.
  @Test(arguments: [
    ("rates/25.mov", "quicktime com.apple.quicktime.title=x"), ("rates/25.mp4", "itunes ©nam=x"),
  ])
  func addedToNone(file: String, item: String) throws {
    try Tool.withFolder { folder in
      let (bare, out) = (
        folder.appending(path: "bare.mov").path, folder.appending(path: "out.mov").path
      )
      let removed = try Self.edit("remove", Self.media(file), ["--all"], to: bare)
      #expect(removed.status == 0, "\(removed.stderr)")
      #expect(try Self.items(bare) == [])
      #expect(try Self.edit("edit", bare, ["title=x"], to: out).status == 0)
      #expect(try Self.items(out) == [item])
    }
  }

  /// Where a new item goes depends on the file, and not on what else is added.
  @Test(arguments: [
    ("mdta-keys.mp4", ["location=48.1,11.5", "lens=L", "title=T", "album-artist=B"]),
    ("itunes.m4a", ["location=48.1,11.5", "lens=L", "title=T", "track=3"]),
    ("timecode-user-data.mov", ["album-artist=B", "author=A", "make=M", "lens=L"]),
  ])
  func orderOfValues(file: String, values: [String]) throws {
    try Tool.withFolder { folder in
      var found: Set<Set<String>> = []
      for values in [values, values.reversed(), Array(values[2...] + values[..<2])] {
        let out = folder.appending(path: "out.mov").path
        let result = try Tool.run(
          ["edit", "metadata", Self.media("metadata/\(file)")] + values + [
            "--overwrite", "-q", "-o", out,
          ])
        #expect(result.status == 0, "\(result.stderr)")
        found.insert(Set(try Self.items(out)))
      }
      #expect(found.count == 1, "\(found)")
    }
  }

  /// An item of iTunes that is an integer has the bytes that players expect, and no more: what does not fit is
  /// refused, whether the item is new or changed.
  @Test(arguments: [
    ("tmpo", "32767", true), ("tmpo", "32768", false), ("tmpo", "200000", false),
    ("cpil", "1", true), ("cpil", "300", false), ("stik", "300", false), ("tvsn", "70000", true),
    ("tvsn", "3000000000", false),
  ])
  func integersOfITunes(key: String, value: String, fits: Bool) throws {
    let work = try Stamping()
    let (new, changed) = (work["new.m4a"].path, work["changed.m4a"].path)
    let file = Self.media("metadata/itunes.m4a")
    let result = try Self.edit("edit", file, ["\(key)=\(value)"], to: new)
    #expect((result.status == 0) == fits, "\(result.stderr)")
    #expect(fits || result.stderr.contains("is not an integer that fits"), "\(result.stderr)")
    let first = work["first.m4a"].path
    _ = try Self.edit("edit", file, ["\(key)=1"], to: first)
    #expect(try (Self.edit("edit", first, ["\(key)=\(value)"], to: changed).status == 0) == fits)
    if fits { #expect(try Self.items(changed).contains("itunes \(key)=\(value)")) }
  }

  /// 3GPP has a place for a year only.
  @Test func dateBecomesAYear() throws {
    let work = try Stamping()
    let file = Self.media("metadata/3gpp.3gp")
    for (date, isCut) in [("1999-12-31", true), ("2001", false)] {
      let out = work["\(date).3gp"].path
      let result = try Self.edit("edit", file, ["date=\(date)"], to: out)
      #expect(result.status == 0 && result.stderr.contains("[metadata-shortened]") == isCut)
      #expect(try Self.items(out).contains { $0.hasSuffix("yrrc=\(date.prefix(4))") })
    }
  }

  @Test(arguments: [
    ("1895", true), ("2024-05", true), ("2024-02-29", true), ("2000-02-29", true),
    ("1889-04-30", true), ("2024-05-31T10:11:12", true), ("2024-05-31T10:11:12Z", true),
    ("2024-05-31T10:11:12.500+0200", true), ("2024-05-31T10:11+02:00", true),
    ("2024-05-31 10:11", false), ("2024-05-31T1:11", false), ("2024-05-31T10:11:12.", false),
    ("2024-05-31T10:11:12+99:99", false), ("2024-05-31T10:11:12+0:200", false),
    ("2024-05-31T10:11:60Z", true), ("24-05-31", false), ("2024-13", false), ("2023-02-29", false),
    ("1900-02-29", false), ("2024-04-31", false), ("2024-5-1", false), ("2024-05-31T", false),
    ("2024-05-31T25:00", false), ("2024-05-31T10:11:12 CET", false), ("2024:05:31", false),
    ("2024-05-31T10:11:12+2", false), ("2024-05T10:11", false), ("+024", false), ("٢٠٢٤", false),
    ("2024-05-31T10:11é", false), ("é", false),
  ])
  func dates(text: String, isDate: Bool) throws {
    let work = try Stamping()
    let (file, out) = (Self.media("metadata/itunes.m4a"), work["a.m4a"].path)
    let result = try Self.edit("edit", file, ["date=\(text)"], to: out)
    #expect((result.status == 0) == isDate, "\(result.stderr)")
    // A key takes any text.
    let free = work["b.m4a"].path
    #expect(try Self.edit("edit", file, ["©day=\(text)"], to: free).status == 0)
    #expect(try Self.items(free).contains("itunes ©day=\(text)"))
  }

  @Test func plainKeysInUserData() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let (movie, out) = (folder.appending(path: "a.mov"), folder.appending(path: "b.mov"))
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v",
          "mjpeg", "-metadata", "title=a", "-metadata", "make=ARRI", "-movflags",
          "use_metadata_tags", movie.path,
        ])
      let result = try Tool.run([
        "edit", "metadata", movie.path, "album-artist=X", "copyright=Y", "-o", out.path,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      let tags = try MediaTools.output(
        "ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "flat", out.path])
      let text = String(decoding: tags, as: UTF8.self)
      #expect(text.contains("album_artist=\"X\"") && text.contains("copyright=\"Y\""), "\(text)")
    }
  }

  /// A genre by number is named as other readers name it.
  @Test(arguments: [1, 9, 18, 22, 53, 80, 81, 126, 127, 134, 148, 149, 192])
  func genreByNumber(_ number: Int) throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.m4a").path
      let removed = folder.appending(path: "none.m4a").path
      _ = try Tool.run([
        "remove", "metadata", Self.media("metadata/itunes.m4a"), "genre", "-o", removed,
      ])
      let made = try Tool.run(["edit", "metadata", removed, "gnre=\(number)", "-o", out])
      #expect(made.status == 0, "\(made.stderr)")
      let named = try Self.document(out)["named"] as? [String: Any]
      let genre = try #require(named?["genre"] as? String)
      guard let exiftool = MediaTools.program("exiftool") else { return }
      let other = try Tool.execute(exiftool, ["-s3", "-Genre", out]).text
      #expect(other.trimmingCharacters(in: .newlines) == genre)
    }
  }

  @Test func ofATrack() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let movie = Self.media("camera/moov-last.mov")
      let result = try Self.edit(
        "edit", movie, ["--track", "audio", "title=Boom", "©cmt=ü"], to: out)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(
        try Self.items(out).filter { $0.hasPrefix("2: ") } == [
          "2: udta name=Boom", "2: udta ©cmt=ü",
        ])
      let back = folder.appending(path: "back.mov").path
      #expect(try Self.edit("remove", out, ["--track", "2", "--all"], to: back).status == 0)
      #expect(try Data(contentsOf: URL(filePath: back)) == Data(contentsOf: URL(filePath: movie)))
    }
  }

  @Test(arguments: [
    (["titel=x"], 1, "there is no metadata 'titel' (did you mean 'title'?)"),
    (["gps=+48+011/"], 1, "there is no metadata 'gps' (did you mean 'location'?)"),
    (["nonsense=x"], 1, "there is no metadata 'nonsense'"),
    (["title="], 2, "'movtool remove metadata FILE title' removes it"),
    (["title"], 2, "'title' is not KEY=VALUE"),
    (["title=a", "title=b"], 2, "'title' is given twice"),
    (["location=north"], 2, "movtool: location: 'north' is not a location such as"),
    (["location=91,0"], 2, "is not a location such as"),
    (["com.apple.quicktime.location.ISO6709=91,0"], 2, "is not a location such as"),
    (["date=yesterday"], 2, "'yesterday' is not a date such as 2024, 2024-05-31 or"),
    (["date=2023-02-29"], 2, "is not a date such as"),
    (["track=x"], 2, "'x' is not a number such as 3 or 3/12"),
    (["disk=1/2/3"], 2, "'1/2/3' is not a number such as 3 or 3/12"),
    (["trkn=x"], 1, "'x' is not a number such as 3 or 3/12"),
    (["trkn=1/70000"], 1, "is not a number such as"),
    (["trkn=65536"], 1, "'65536' is not a number such as 3 or 3/12; the largest is 65535"),
    (["pgap=much"], 1, "'much' is not an integer"),
    (["covr=red"], 1, "'red' is not hexadecimal bytes"),
    (["----:x=y"], 1, "there is no metadata '----:x'"),
  ])
  func refused(words: [String], status: Int32, message: String) throws {
    let result = try Tool.run(
      ["edit", "metadata", Self.media("metadata/itunes.m4a"), "--dry-run"] + words)
    #expect(result.status == status && result.stderr.contains(message), "\(result.stderr)")
  }

  // MARK: Removing

  @Test func removedWithItsKeys() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let movie = Self.media("quicktime/ios-like.mov")
      let result = try Self.edit("remove", movie, ["location", "model"], to: out)
      #expect(result.status == 0, "\(result.stderr)")
      let old = try Self.items(movie)
      #expect(
        try Self.items(out)
          == old.filter { !$0.contains("location") && !$0.contains("model") })
      let keys = try Tool.run(["inspect", out, "--atom", "moov/meta/keys"]).text
      #expect(!keys.contains("location") && keys.contains("creationdate"), "\(keys)")
      let bytes = try Data(contentsOf: URL(filePath: out))
      #expect(bytes.range(of: Data("+52.5200".utf8)) == nil)
    }
  }

  @Test func missing() throws {
    let result = try Tool.run([
      "remove", "metadata", Self.media("metadata/itunes.m4a"), "lens", "--dry-run",
    ])
    #expect(result.status == 0)
    #expect(
      result.stderr.contains("warning: there is no metadata 'lens' to remove [metadata-missing]"),
      "\(result.stderr)")
    let both = try Tool.run([
      "remove", "metadata", Self.media("metadata/itunes.m4a"), "lens", "--all", "--dry-run",
    ])
    #expect(both.status == 2 && both.stderr.contains("give either KEY or '--all'"))
  }

  /// Another place has neither the altitude nor the name of the one before.
  @Test func anotherPlace() throws {
    try Tool.withFolder { folder in
      let file = Self.media("strings/3gpp.mp4")
      for (location, altitude, name) in [
        ("48.1,11.5", "0", "\"\""), ("48.1,11.5,500", "500", "\"\""), ("52,13", "34", "\"Berlin\""),
      ] {
        let edited = try Tool.run(
          ["edit", "metadata", file, "location=\(location)", "-o", "a.mp4", "--overwrite"],
          cwd: folder)
        try #require(edited.status == 0, "\(edited.stderr)")
        let shown = try Tool.run(
          ["inspect", "a.mp4", "--atom", "moov/udta/loci", "--color", "never"], cwd: folder
        ).text
        let words = shown.split(separator: "\n").map {
          $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(words.contains("altitude \(altitude)"), "\(shown)")
        #expect(words.contains("name \(name)"), "\(shown)")
      }
    }
  }

  /// What the samples of a track may say is named.
  @Test func locationRemains() throws {
    try Tool.withFolder { folder in
      // Telemetry of a GoPro: the track of the test file, under another type.
      let file = folder.appending(path: "gopro.mov")
      var bytes = try Data(contentsOf: URL(filePath: Self.media("quicktime/mebx.mov")))
      let entry = try #require(bytes.range(of: Data("mebx".utf8)))
      bytes.replaceSubrange(entry, with: Data("gpmd".utf8))
      try bytes.write(to: file)
      let result = try Tool.run(["remove", "metadata", file.path, "location", "--dry-run"])
      #expect(result.status == 0)
      #expect(
        result.stderr.contains(
          "(gpmd) may hold locations; they are not changed ('movtool remove track' removes"),
        "\(result.stderr)")
    }
  }

  /// An earlier change in place leaves the old header, and the location in it, in free space. A copy
  /// does not have it, whatever was changed before and after.
  @Test(arguments: [["title=A much longer title than before"], []])
  func locationOfAnOldHeader(change: [String]) throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "a.mov")
      try FileManager.default.copyItem(
        atPath: Self.media("quicktime/ios-like.mov"), toPath: file.path)
      let place = Data("+37.3".utf8)
      #expect(
        try Tool.run(["edit", "metadata", file.path, "location=37.3,-122,10", "--in-place"]).status
          == 0)
      #expect(try Data(contentsOf: file).range(of: place) != nil)
      // Away from the header of now, in place; what the first removal leaves is in free space.
      if !change.isEmpty {
        #expect(
          try Tool.run(["edit", "metadata", file.path] + change + ["--in-place"]).status == 0)
      }
      let inPlace = try Tool.run(["remove", "metadata", file.path, "location", "--in-place"])
      #expect(inPlace.status == 0)
      #expect(inPlace.stderr.contains("[location-remains]"), "\(inPlace.stderr)")
      #expect(try Data(contentsOf: file).range(of: place) != nil)
      // Nothing is left to remove, and the warning still says where it may be.
      let again = try Tool.run(["remove", "metadata", file.path, "location", "--in-place"])
      #expect(
        again.stderr.contains("free space is not empty, as after a change in place"),
        "\(again.stderr)")

      for (words, name) in [(["location"], "b.mov"), (["--all"], "c.mov")] {
        let copy = folder.appending(path: name)
        let result = try Tool.run(
          ["remove", "metadata", file.path] + words + ["-o", copy.path, "--verify", "full"])
        #expect(result.status == 0, "\(result.stderr)")
        #expect(!result.stderr.contains("location-remains"), "\(result.stderr)")
        #expect(try Data(contentsOf: copy).range(of: place) == nil)
        #expect(try Tool.run(["check", copy.path]).status == 0)
      }
    }
  }

  /// Free space in which media is stays as it is, and is named.
  @Test func mediaInFreeSpace() throws {
    try Tool.withFolder { folder in
      let movie = folder.appending(path: "a.mov")
      var bytes = try Data(contentsOf: URL(filePath: Self.media("rates/25.mov")))
      let media = try #require(bytes.range(of: Data("mdat".utf8)))
      bytes.replaceSubrange(media, with: Data("free".utf8))
      try bytes.write(to: movie)
      let copy = folder.appending(path: "b.mov")
      let result = try Tool.run([
        "remove", "metadata", movie.path, "location", "-o", copy.path, "--verify", "full",
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stderr.contains("[location-remains]"), "\(result.stderr)")
      #expect(try Data(contentsOf: copy) == bytes)
      // In place, a copy is not said to be better.
      let inPlace = try Tool.run(["remove", "metadata", movie.path, "location", "--in-place"])
      #expect(inPlace.status == 0 && inPlace.stderr.contains("it is in use"), "\(inPlace.stderr)")
      #expect(!inPlace.stderr.contains("a copy (-o)"), "\(inPlace.stderr)")
    }
  }

  @Test func inPlaceAndBack() throws {
    try Tool.withFolder { folder in
      for (name, words) in [
        ("quicktime/ios-like.mov", ["edit", "location=1,2,3", "make=A longer name"]),
        ("metadata/itunes.m4a", ["edit", "trkn=1/2", "title=A much longer title than before"]),
        ("metadata/international-text.mov", ["remove", "--all"]),
      ] {
        let file = folder.appending(path: (name as NSString).lastPathComponent)
        let backup = folder.appending(path: file.lastPathComponent + ".backup").path
        try FileManager.default.copyItem(atPath: Self.media(name), toPath: file.path)
        let result = try Tool.run(
          [words[0], "metadata", file.path] + words.dropFirst()
            + ["--in-place", "--backup", backup, "--verify", "full"])
        #expect(result.status == 0, "\(result.stderr)")
        #expect(try Self.items(file.path) != Self.items(Self.media(name)))
        #expect(try Tool.run(["restore", file.path, backup]).status == 0)
        #expect(
          try Data(contentsOf: file) == Data(contentsOf: URL(filePath: Self.media(name))))
      }
    }
  }

  /// Keys of other programs that are like a name are changed and removed as others are. What is not there is
  /// probably a misspelt name.
  @Test func keysThatAreLikeNames() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let (movie, out) = (folder.appending(path: "a.mov"), folder.appending(path: "out.mov").path)
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", Self.media("rates/25.mov"), "-c", "copy", "-movflags",
          "use_metadata_tags", "-metadata", "album_artist=Ann", "-metadata", "titles=Two",
          movie.path,
        ])
      let edited = try Self.edit("edit", movie.path, ["album_artist=Bob"], to: out)
      #expect(edited.status == 0, "\(edited.stderr)")
      let items = try Self.items(out)
      #expect(items.contains("quicktime album_artist=Bob"), "\(items)")
      #expect(items.count == (try Self.items(movie.path).count))
      let removed = try Tool.run([
        "remove", "metadata", out, "album_artist", "titles", "--in-place",
      ])
      #expect(removed.status == 0, "\(removed.stderr)")
      #expect(try !Self.items(out).contains { $0.contains("album") || $0.contains("titles") })
      for verb in ["edit", "remove"] {
        let word = "album_artist" + (verb == "edit" ? "=x" : "")
        let missing = try Tool.run([verb, "metadata", out, word, "--dry-run"])
        #expect(missing.status == 1 && missing.text.isEmpty)
        #expect(
          missing.stderr.hasSuffix(
            "there is no metadata 'album_artist' (did you mean 'album-artist'?)\n"),
          "\(missing.stderr)")
      }
    }
  }

  // MARK: Other readers

  @Test(arguments: [
    "metadata/mdta-keys.mov", "metadata/mdta-keys.mp4", "metadata/international-text.mov",
    "metadata/itunes.m4a", "metadata/itunes.mp4", "quicktime/ios-like.mov",
    "rates/25.mov", "rates/25.mp4", "camera/moov-last.mov",
  ])
  func otherReadersAgree(name: String) throws {
    guard MediaTools.has("ffprobe") else { return }
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out." + (name.split(separator: ".").last ?? "")).path
      let result = try Self.edit(
        "edit", Self.media(name), ["title=Näme", "location=48.1372,11.5755"], to: out)
      #expect(result.status == 0, "\(result.stderr)")
      let text = String(
        decoding: try MediaTools.output(
          "ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "json", out]),
        as: UTF8.self)
      #expect(text.contains("Näme"), "\(text)")
      #expect(text.contains("+48.1372+011.5755/"), "\(text)")
    }
  }

  /// A second file is no key, and would keep its metadata.
  @Test func fileInThePlaceOfAKey() throws {
    let movie = Media.root.appending(path: "metadata/mdta-keys.mov").path
    let result = try Tool.run([
      "remove", "metadata", movie, "other.MOV", "location", "--dry-run", "--in-place",
    ])
    #expect(result.status == 2)
    let work = try Stamping()
    try FileManager.default.createDirectory(at: work["location"], withIntermediateDirectories: true)
    for (word, status) in [("location", 0), ("location/", 2)] as [(String, Int32)] {
      let key = try Tool.run(["remove", "metadata", movie, word, "--dry-run"], cwd: work.folder)
      #expect(key.status == status, "\(word): \(key.stderr)")
    }
    #expect(
      result.stderr.contains(
        "'other.MOV' is the name of a file or a folder, and only one FILE is taken"),
      "\(result.stderr)")
  }

  /// A number has as many bytes as its type says.
  @Test(arguments: [(65, 300), (66, 40000), (75, 256), (76, 65536), (77, nil)] as [(Int, Int?)])
  func numbersOfATypeWithAWidth(type: Int, number: Int?) throws {
    let work = try Stamping()
    let atom = """
      {"type": "data", "fields": {"type_indicator": \(type), "number": \(number ?? 70000)}}
      """
    try Data(atom.utf8).write(to: work["data.json"])
    let result = try Tool.run([
      "insert", "atom", Media.root.appending(path: "metadata/itunes.m4a").path,
      "moov/udta/meta/ilst/pgap", work["data.json"].path, "-o", work["out.m4a"].path,
    ])
    #expect(result.status == (number == nil ? 0 : 1), "\(result.stderr)")
    #expect(
      result.stderr.contains("data/number: the value is of another kind, or out of range")
        == (number != nil), "\(result.stderr)")
  }
}
