import Foundation
import Testing

/// `movtool diff A B`: what differs in the atoms and the samples of two files.
@Suite struct MovieDiffTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func diff(_ arguments: [String]) throws -> (lines: [String], status: Int32) {
    let result = try Tool.run(["diff"] + arguments, cwd: work.folder)
    #expect(result.stderr.isEmpty, "\(result.stderr)")
    return (result.text.split(separator: "\n").map(String.init), result.status)
  }

  private func run(_ arguments: [String]) throws {
    let result = try Tool.run(arguments, cwd: work.folder)
    #expect(result.status == 0, "\(result.stderr)")
  }

  private func media(_ name: String, as copy: String) throws {
    try FileManager.default.copyItem(
      at: Media.root.appending(path: name), to: work.folder.appending(path: copy))
  }

  /// No file of the test media differs from itself, in its atoms or its samples.
  @Test func nothingDiffersFromItself() throws {
    var compared = 0
    for name in try Media.all() where !GoldenTests.large.contains(name) {
      let result = try Tool.run(["diff", name, name], cwd: Media.root)
      #expect(result.text.isEmpty, "\(name): \(result.text)")
      #expect(result.status == 0 || !result.stderr.isEmpty, "\(name)")
      let media = try Tool.run(["diff", name, name, "--media"], cwd: Media.root)
      for line in media.text.split(separator: "\n") {
        #expect(
          line.wholeMatch(
            of: /track \d+: the same \d+ samples?|(\S+ )?item \d+ \(.+\): the same \d+ bytes?/
          ) != nil, "\(name): \(line)")
        compared += 1
      }
    }
    #expect(compared > 400)
  }

  /// Samples that last a tick are no moments of audio: each is listed by itself, and is the same in another
  /// layout. Raw video at 30 ticks a second, AMR at 50 and timecode that counts down at 25.
  @Test(
    arguments: [
      (
        "raw.mov",
        [
          "-f", "lavfi", "-i", "testsrc=d=2:s=16x16:r=30", "-c:v", "rawvideo",
          "-pix_fmt", "rgb24", "-video_track_timescale", "30",
        ], "1", 60
      ),
      ("camera.mov", [], "timecode", 25),
    ] as [(String, [String], String, Int)])
  func samplesOfOneTick(name: String, encode: [String], track: String, count: Int) throws {
    if encode.isEmpty {
      try media("rates/25.mov", as: "plain.mov")
      let frames = (0..<count).map { "\(Double($0) / 25),10:00:00:\(24 - $0)" }
      try Data(("Start,Timecode\n" + frames.joined(separator: "\n") + "\n").utf8).write(
        to: work.folder.appending(path: "list.csv"))
      try run(["insert", "timecode", "plain.mov", "--segments", "list.csv", "-o", name])
    } else {
      guard MediaTools.has("ffmpeg") else { return }
      _ = try MediaTools.output(
        "ffmpeg", ["-v", "error"] + encode + [work.folder.appending(path: name).path])
    }
    try run(["remux", name, "--fragment", "0.5", "-o", "fragments.mov"])
    let (lines, _) = try diff([name, "fragments.mov", "--media"])
    #expect(!lines.contains { $0.contains("bytes of") || $0.contains("times of") }, "\(lines)")
    for file in [name, "fragments.mov"] {
      let result = try Tool.run(
        ["samples", file, "--track", track, "--json"], cwd: work.folder)
      let document = try #require(
        try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
      let samples = try #require(document["samples"] as? [[String: Any]])
      #expect(samples.count == count, "\(file)")
    }
  }

  /// A stamp changes the header of the movie and adds a track and a reference to it; that media moves
  /// is no difference.
  @Test func stampedCopy() throws {
    try media("rates/25.mov", as: "a.mov")
    try run([
      "insert", "timecode", "a.mov", "--start", "01:00:00:00", "--fast-start", "-o", "b.mov",
    ])
    let (lines, status) = try diff(["a.mov", "b.mov", "--media"])
    #expect(status == 1)
    #expect(lines.contains("> moov/trak[1]"))
    #expect(lines.contains("> moov/trak[0]/tref"))
    #expect(lines.contains { $0.hasPrefix("moov/mvhd next_track_ID: 2 -> 3") })
    #expect(lines.last == "track 1: the same 100 samples")
    #expect(!lines.contains { $0.contains("stco") || $0.contains("co64") })
    let back = try diff(["b.mov", "a.mov"])
    #expect(back.lines.contains("< moov/trak[1]"))
  }

  /// Timecode is in samples, and is compared without the media of other tracks.
  @Test func timecodeDiffers() throws {
    for (name, start) in [("a.mov", "01:00:00:00"), ("b.mov", "02:00:00:00")] {
      try run([
        "insert", "timecode", Media.root.appending(path: "rates/25.mov").path, "--start", start,
        "-o",
        name,
      ])
    }
    let (lines, status) = try diff(["a.mov", "b.mov"])
    #expect(status == 1)
    #expect(
      lines == [
        "track 2: the bytes of 1 sample differ, from sample 0 on; --timecode compares the timecode "
          + "that they show"
      ])
    let json = try Tool.run(["diff", "a.mov", "b.mov", "--json"], cwd: work.folder)
    let document = try #require(
      try JSONSerialization.jsonObject(with: json.stdout) as? [String: Any])
    #expect(document["isSame"] as? Bool == false)
    let media = try #require(document["media"] as? [[String: Any]])
    #expect(media.count == 1 && media[0]["firstTrackID"] as? Int == 2)
    #expect(try diff(["a.mov", "a.mov"]).status == 0)
  }

  // MARK: Items

  /// A picture of two extents in the file, Exif in `idat`, and a document made of bytes of the picture.
  private func picture(_ media: [UInt8], idat: [UInt8] = [7, 8, 9]) -> HandmadePicture {
    HandmadePicture(
      media: Data(media), idat: Data(idat),
      items: [
        .init(id: 1, type: "hvc1", extents: [(0, 0, 4), (0, 6, 4)]),
        .init(id: 2, type: "Exif", method: 1, extents: [(0, 0, 3)]),
        .init(
          id: 3, type: "mime", more: HandmadePicture.mime("a/b"), method: 2, extents: [(1, 5, 2)]),
      ],
      references: [("iloc", 3, [1])])
  }

  private func write(_ picture: HandmadePicture, in holders: [String] = [], as name: String) throws
  {
    let data = holders.isEmpty ? picture.data : picture.movie(in: holders)
    try data.write(to: work.folder.appending(path: name))
  }

  /// The pictures of HEIF lie in the media, and differ where only that does. The sixth byte of the picture is the
  /// eighth of the media; the two between its extents belong to no item.
  @Test func bytesOfItems() throws {
    let media: [UInt8] = Array(10..<20)
    var (changed, unused) = (media, media)
    changed[7] = 0
    unused[4] = 0
    try write(picture(media), as: "a.heic")
    try write(picture(changed), as: "b.heic")
    try write(picture(unused), as: "c.heic")
    try write(picture(media, idat: [7, 8, 0]), as: "d.heic")
    let differ = [
      "item 1 (hvc1): the bytes differ, from byte 5 on",
      "item 3 (mime): the bytes differ, from byte 0 on",
    ]
    var (lines, status) = try diff(["a.heic", "b.heic"])
    #expect(status == 1 && lines == differ, "\(lines)")
    (lines, status) = try diff(["a.heic", "b.heic", "--media"])
    #expect(status == 1)
    #expect(lines == [differ[0], "item 2 (Exif): the same 3 bytes", differ[1]], "\(lines)")
    for same in ["a.heic", "c.heic"] {
      (lines, status) = try diff(["a.heic", same])
      #expect(status == 0 && lines.isEmpty, "\(lines)")
    }
    (lines, status) = try diff(["a.heic", "d.heic"])
    #expect(status == 1)
    #expect(lines.last == "item 2 (Exif): the bytes differ, from byte 2 on", "\(lines)")

    let json = try Tool.run(["diff", "a.heic", "b.heic", "--json"], cwd: work.folder)
    let document = try #require(
      try JSONSerialization.jsonObject(with: json.stdout) as? [String: Any])
    #expect(json.status == 1 && document["isSame"] as? Bool == false)
    #expect(document["media"] is NSNull)
    let items = try #require(document["items"] as? [[String: Any]])
    #expect(items.map { $0["itemID"] as? Int } == [1, 2, 3])
    #expect(items.map { $0["isSame"] as? Bool } == [false, true, false])
    #expect(items.map { $0["firstDifferentByte"] as? Int } == [5, nil, 0])
    #expect(items.map { $0["firstSize"] as? Int } == [8, 3, 2])
  }

  /// Bytes that one file lacks differ. Those that neither has cannot be compared, which a warning says.
  @Test func itemsBeyondTheEnd() throws {
    var cut = picture(Array(10..<20))
    try write(cut, as: "a.heic")
    cut.items[0].extents[1].length = 1000
    try write(cut, as: "b.heic")
    let (lines, status) = try diff(["a.heic", "b.heic"])
    #expect(status == 1)
    #expect(
      lines.contains("item 1 (hvc1): its bytes cannot be read in the second file"), "\(lines)")
    let plain = try Tool.run(["diff", "b.heic", "b.heic"], cwd: work.folder)
    #expect(plain.status == 0 && plain.stdout.isEmpty)
    #expect(plain.stderr.contains("the bytes of items 1, 3 cannot be compared: "))
    #expect(plain.stderr.contains("[items-not-compared]"))
    let media = try Tool.run(["diff", "--media", "b.heic", "b.heic"], cwd: work.folder)
    #expect(
      media.status == 1 && media.stderr.contains("the bytes of items 1, 3 cannot be compared"))
    #expect(media.text == "item 2 (Exif): the same 3 bytes\n")
  }

  /// Movies have items too.
  @Test func itemsOfMovie() throws {
    try write(picture(Array(10..<20)), in: ["moov"], as: "a.mov")
    try write(picture([0] + Array(11..<20)), in: ["moov"], as: "b.mov")
    let result = try Tool.run(["diff", "a.mov", "b.mov"], cwd: work.folder)
    #expect(result.status == 1)
    #expect(result.text == "moov/meta item 1 (hvc1): the bytes differ, from byte 0 on\n")
  }

  /// Items of tracks: the path of their `meta` is that of its other atoms, which has an index only among several.
  @Test(
    arguments: [([], "moov/trak/meta"), ([Handmade.track(id: 7)], "moov/trak[1]/meta")]
      as [([Data], String)])
  func itemsOfTracks(before: [Data], path: String) throws {
    for (name, idat) in [("a.mov", [7, 8, 9]), ("b.mov", [7, 8, 0])] as [(String, [UInt8])] {
      let picture = picture(Array(10..<20), idat: idat)
      let start = HandmadePicture.mediaStart + picture.media.count
      let track = Handmade.atom(
        "trak", Handmade.track(id: 1).dropFirst(8), picture.data.dropFirst(start))
      let movie = Handmade.atom("moov", Handmade.mvhd(), before.reduce(Data(), +), track)
      try (picture.data.prefix(start) + movie).write(to: work.folder.appending(path: name))
    }
    let result = try Tool.run(["diff", "a.mov", "b.mov"], cwd: work.folder)
    #expect(
      result.text == """
        \(path)/idat data: 070809 -> 070800
        \(path) item 2 (Exif): the bytes differ, from byte 2 on

        """, "\(result.text)\(result.stderr)")
  }

  @Test func folders() throws {
    try FileManager.default.createDirectory(at: work["d"], withIntermediateDirectories: true)
    try media("rates/25.mov", as: "a.mov")
    let result = try Tool.run(["diff", "a.mov", "d"], cwd: work.folder)
    #expect(result.status == 1)
    #expect(
      result.stderr == "movtool: d: it is a folder; --timecode compares the movies of folders\n")
  }

  /// One byte of one sample.
  @Test func changedSample() throws {
    try media("rates/25.mov", as: "a.mov")
    var bytes = try Data(contentsOf: work.folder.appending(path: "a.mov"))
    let list = try Tool.run(
      ["extract", "track", "a.mov", "--track", "video", "--list"], cwd: work.folder)
    let line = try #require(list.text.split(separator: "\n").dropFirst(3).first)
    let sample = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let offset = try #require(sample["position"] as? Int)
    bytes[offset] ^= 0xFF
    try bytes.write(to: work.folder.appending(path: "b.mov"))
    #expect(try diff(["a.mov", "b.mov"]).status == 0)
    let (lines, status) = try diff(["a.mov", "b.mov", "--media"])
    #expect(status == 1 && lines.count == 1)
    #expect(lines.first == "track 1: the bytes of 1 sample differ, from sample 3 on")
  }

  /// Of times that differ, the first are shown, and whether the others are as far away: 25.mov has 100 frames of 512
  /// ticks.
  @Test func timesDiffer() throws {
    try media("rates/25.mov", as: "a.mov")
    try run([
      "edit", "atom", "a.mov", "moov/trak/mdia/minf/stbl/stts", "entries[0].sample_delta=1024",
      "-o", "b.mov",
    ])
    let lines = try diff(["a.mov", "b.mov", "--media"]).lines
    #expect(
      lines.last
        == "track 1: the times of 100 samples differ, from sample 0 on; sample 0 lasts 0.04 s (512/12800) -> 0.08 s "
        + "(1024/12800); 99 samples are shown at different times, by different amounts")
    let result = try Tool.run(["diff", "a.mov", "b.mov", "--media", "--json"], cwd: work.folder)
    let document = try #require(
      try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
    let track = try #require((document["media"] as? [[String: Any]])?.first)
    #expect(track["shiftedSamples"] as? Int == 99 && track["shift"] is NSNull)
    let second = track["secondTimes"] as? [String: [String: Int]]
    #expect(second?["duration"] == ["value": 1024, "timescale": 12800])
  }

  /// Frames of uncompressed audio are compared, however they are divided into chunks and samples.
  @Test func uncompressedAudio() throws {
    guard MediaTools.has("ffmpeg") else { return }
    func ffmpeg(_ arguments: [String]) throws {
      _ = try MediaTools.output(
        "ffmpeg", ["-nostdin", "-v", "error"] + arguments)
    }
    let (a, b) = (work.folder.appending(path: "a.mov"), work.folder.appending(path: "b.mov"))
    try ffmpeg(["-f", "lavfi", "-i", "sine=d=1:r=48000", "-c:a", "pcm_s16le", a.path])
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-i", a.path, "-c:v", "mjpeg", "-c:a",
      "copy", b.path,
    ])
    try run(["remux", "a.mov", "--fragment", "0.3", "-o", "f.mov"])
    for (other, tracks) in [("b.mov", "track 1 and track 2"), ("f.mov", "track 1")] {
      let lines = try diff(["a.mov", other, "--media"]).lines
      #expect(lines.last == "\(tracks): the same 48000 samples")
    }
    // One byte of frame 1000, and the last frame.
    var bytes = try Data(contentsOf: a)
    let list = try Tool.run(["samples", "a.mov", "--json"], cwd: work.folder)
    let document = try JSONSerialization.jsonObject(with: list.stdout) as? [String: Any]
    let first = (document?["samples"] as? [[String: Any]])?.first?["position"] as? Int
    bytes[try #require(first) + 2001] ^= 1
    bytes[try #require(first) + 95_998] ^= 1
    try bytes.write(to: work.folder.appending(path: "c.mov"))
    for other in ["a.mov", "f.mov"] {
      #expect(
        try diff([other, "c.mov", "--media"]).lines.last
          == "track 1: the bytes of 2 samples differ, from sample 1000 on")
    }
  }

  /// Fields, rows, atoms that are in one file only, and their order, as JSON.
  @Test func kinds() throws {
    func atom(_ type: String, _ content: [UInt8]) -> Data { Handmade.atom(type, Data(content)) }
    let movie = try Data(contentsOf: Media.root.appending(path: "rates/25.mov"))
    let name = Handmade.atom("udta", atom("name", Array("a".utf8)))
    let other = Handmade.atom("udta", atom("name", Array("b".utf8)))
    try (movie + name + atom("abcd", [1, 2])).write(to: work.folder.appending(path: "a.mov"))
    try (movie + atom("abcd", [1, 3]) + other + atom("free", [0])).write(
      to: work.folder.appending(path: "b.mov"))
    let result = try Tool.run(["diff", "a.mov", "b.mov", "--json"], cwd: work.folder)
    #expect(result.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
    let differences = try #require(document["differences"] as? [[String: Any]])
    let kinds = differences.map { "\($0["path"] ?? "") \($0["kind"] ?? "")" }
    #expect(kinds == [" order", "udta/name value", "abcd content"], "\(kinds)")
    #expect(document["isSame"] as? Bool == false && document["media"] is NSNull)
  }

  // MARK: Order

  /// Swaps two atoms that lie one after the other.
  private func swap(_ paths: [String], of name: String, as copy: String) throws {
    let file = work.folder.appending(path: name)
    let ranges = try paths.map { path in
      let listed = try Tool.run(["inspect", "--json", "--atom", path, file.path])
      let document = try JSONSerialization.jsonObject(with: listed.stdout) as? [String: Any]
      let atom = try #require((document?["atoms"] as? [[String: Any]])?.first, "\(path)")
      let start = try #require(atom["offset"] as? Int)
      return start..<start + (try #require(atom["size"] as? Int))
    }
    try #require(ranges[0].upperBound == ranges[1].lowerBound)
    var bytes = try Data(contentsOf: file)
    let (first, second) = (bytes[ranges[0]], bytes[ranges[1]])
    bytes.replaceSubrange(ranges[0].lowerBound..<ranges[1].upperBound, with: second + first)
    try bytes.write(to: work.folder.appending(path: copy))
  }

  /// Tracks belong together by their IDs, wherever they are. What differs is their order, and the line says of
  /// which tracks.
  @Test func tracksInAnotherOrder() throws {
    try media("camera/camera.mov", as: "a.mov")
    try swap(["moov/trak[0]", "moov/trak[1]"], of: "a.mov", as: "b.mov")
    let (lines, status) = try diff(["a.mov", "b.mov", "--media"])
    #expect(status == 1)
    #expect(
      lines == [
        "moov: order mvhd, trak (track 1), trak (track 2) -> mvhd, trak (track 2), trak (track 1)",
        "track 1: the same 90 samples", "track 2: the same 142 samples",
      ])
    let json = try Tool.run(["diff", "a.mov", "b.mov", "--json"], cwd: work.folder)
    let document = try JSONSerialization.jsonObject(with: json.stdout) as? [String: Any]
    let difference = try #require((document?["differences"] as? [[String: Any]])?.first)
    #expect(difference["kind"] as? String == "order")
    #expect(difference["first"] as? [String] == ["mvhd", "trak (track 1)", "trak (track 2)"])
    #expect(difference["second"] as? [String] == ["mvhd", "trak (track 2)", "trak (track 1)"])
  }

  /// Atoms with a UUID belong together by it, and are named by it. Of a long list, what is printed begins where the
  /// order differs.
  @Test(arguments: [0, 20]) func extendedTypesInAnotherOrder(before count: Int) throws {
    func uuid(_ byte: UInt8) -> Data {
      Handmade.atom("uuid", Data(repeating: byte, count: 16), Data([1]))
    }
    let names = [
      "uuid (11111111-1111-1111-1111-111111111111)", "uuid (22222222-2222-2222-2222-222222222222)",
    ]
    let beginning = (0..<count).reduce(Handmade.movie(Handmade.track())) { bytes, _ in
      bytes + Handmade.atom("abcd", Data([1]))
    }
    try (beginning + uuid(0x11) + uuid(0x22)).write(to: work.folder.appending(path: "a.mov"))
    try (beginning + uuid(0x22) + uuid(0x11)).write(to: work.folder.appending(path: "b.mov"))
    // The file type, the movie and the others: the media is not compared.
    let (start, end) = count == 0 ? ("ftyp, moov, ", "") : ("…, ", ", 24 in all")
    #expect(
      try diff(["a.mov", "b.mov"]).lines == [
        "top level: order \(start)\(names[0]), \(names[1])\(end) -> "
          + "\(start)\(names[1]), \(names[0])\(end)"
      ])
  }
}
