import Foundation
import Testing

@testable import movtool

/// `edit track` and `remove track`.
@Suite struct EditTrackTests {
  private static let movie = Stamping.media.appending(path: "camera/moov-last.mov")
  private static let two = Stamping.media.appending(path: "timecode/25-two-video-tracks.mov")

  private func atom(_ path: String, _ atom: String) throws -> String {
    try Tool.run(["inspect", path, "--atom", atom]).text
  }

  @Test func nameLanguageAndState() throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "m.mov")
      try FileManager.default.copyItem(at: Self.movie, to: file)
      let backup = folder.appending(path: "backup").path
      let result = try Tool.run([
        "edit", "track", file.path, "--track", "audio", "--name", "Böhm", "--language", "DEU",
        "--disabled", "--in-place", "--backup", backup,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try atom(file.path, "moov/trak[1]/udta/name").contains("\"Böhm\""))
      #expect(try atom(file.path, "moov/trak[1]/mdia/mdhd").contains("deu"))
      #expect(try atom(file.path, "moov/trak[1]/tkhd").contains("flags 0x2"))
      // The handler of a QuickTime track is not its name.
      #expect(try atom(file.path, "moov/trak[1]/mdia/hdlr").contains("SoundHandler"))
      #expect(try atom(file.path, "moov/trak[0]/tkhd").contains("flags 0x3"))
      #expect(try Tool.run(["restore", file.path, backup]).status == 0)
      #expect(try Data(contentsOf: file) == Data(contentsOf: Self.movie))
    }
  }

  /// An index of fragments goes with the track whose times it has.
  @Test(arguments: ["video", "audio"]) func indexOfTheRemovedTrack(_ removed: String) throws {
    try Tool.withFolder { folder in
      let (file, out) = (folder.appending(path: "f.mp4").path, folder.appending(path: "o.mp4").path)
      let movie = Stamping.media.appending(path: "camera/moov-first.mov").path
      let made = try Tool.run([
        "build", file, "--video", movie, "--fragment", "0.5", "--fast-start",
      ])
      #expect(made.status == 0, "\(made.stderr)")
      #expect(try Tool.run(["inspect", file]).text.contains("sidx"))
      let result = try Tool.run(["remove", "track", file, "--track", removed, "-o", out])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try Tool.run(["inspect", out]).text.contains("sidx") == (removed == "audio"))
      let check = try Tool.run(["check", out])
      #expect(!check.text.contains("error"), "\(check.text)")
    }
  }

  /// A tag goes to `elng`, which three letters remove again.
  @Test func tagsAndLetters() throws {
    try Tool.withFolder { folder in
      let (first, second) = (folder.appending(path: "1.mov"), folder.appending(path: "2.mov"))
      let tagged = try Tool.run([
        "edit", "track", Self.movie.path, "--track", "1", "--language", "de-CH", "--name", "x",
        "-o", first.path,
      ])
      #expect(tagged.status == 0, "\(tagged.stderr)")
      #expect(try atom(first.path, "moov/trak[0]/mdia/elng").contains("de-CH"))
      let plain = try Tool.run([
        "edit", "track", first.path, "--track", "1", "--language", "fra", "--name", "y",
        "--enabled",
        "-o", second.path,
      ])
      #expect(plain.status == 0, "\(plain.stderr)")
      #expect(try !atom(second.path, "moov/trak[0]/mdia").contains("elng"))
      #expect(try atom(second.path, "moov/trak[0]/udta").contains("\"y\""))
      #expect(try atom(second.path, "moov/trak[0]/mdia/mdhd").contains("fra"))
    }
  }

  /// A tag of two letters has a code of three, which is what most programs read (ISO 639-1 and 639-2/T).
  @Test(arguments: [
    ("de-CH", "deu"), ("fr", "fra"), ("zh-Hant-TW", "zho"), ("EL", "ell"), ("nb-NO", "nob"),
    ("sq", "sqi"), ("aa", "aar"), ("zu-ZA", "zul"), ("gsw-CH", "gsw"), ("x-private", "und"),
    ("i-klingon", "und"),
  ])
  func codeOfATag(tag: String, code: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "m.mov").path
      let result = try Tool.run([
        "edit", "track", Self.movie.path, "--track", "1", "--language", tag, "-o", file,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try atom(file, "moov/trak[0]/mdia/elng").contains("\"\(tag)\""))
      #expect(try atom(file, "moov/trak[0]/mdia/mdhd").contains(code))
    }
  }

  /// A file has the code of ISO 639-2/T, and lists of books have another one for some languages (ISO 639-2/B).
  @Test(arguments: [("ger", "deu"), ("FRE", "fra"), ("chi", "zho"), ("eng", "eng"), ("rum", "ron")])
  func codeOfALanguageInBooks(given: String, code: String) throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "m.mov").path
      let result = try Tool.run([
        "edit", "track", Self.movie.path, "--track", "1", "--language", given, "-o", file,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try atom(file, "moov/trak[0]/mdia/mdhd").contains(code))
      #expect(try !atom(file, "moov/trak[0]/mdia").contains("elng"))
    }
  }

  @Test(arguments: [
    "12", "123", "ab1", "1-2", "e", "engl", "de-", "-de", "de--CH", "x", "de-abcdefghi", "dé",
  ])
  func noTag(_ text: String) throws {
    let result = try Tool.run([
      "edit", "track", Self.movie.path, "--track", "1", "--language", text, "-o", "/dev/null",
    ])
    #expect(result.status == 2, "\(text): \(result.stderr)")
  }

  @Test func nameOfAnMP4Track() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mp4").path
      let result = try Tool.run([
        "edit", "track", Stamping.media.appending(path: "codecs/mpeg4.mp4").path, "--track", "1",
        "--name", "Take 1", "-o", out,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try atom(out, "moov/trak/mdia/hdlr").contains("\"Take 1\""))
      #expect(try atom(out, "moov/trak/udta/name").contains("\"Take 1\""))
    }
  }

  @Test func refused() throws {
    for (arguments, status, message) in [
      (["--language", "klingon"], 2, "expected a language such as eng or de-CH"),
      ([], 2, "choose a change: --name, --language, --enabled or --disabled"),
      (["--enabled", "--disabled"], 2, "cannot be used together"),
    ] as [([String], Int32, String)] {
      let result = try Tool.run(
        ["edit", "track", Self.movie.path, "--track", "1", "--dry-run"] + arguments)
      #expect(result.status == status && result.stderr.contains(message), "\(result.stderr)")
    }
    let only = try Tool.run([
      "remove", "track", Stamping.media.appending(path: "rates/25.mov").path, "--track", "video",
      "--dry-run",
    ])
    #expect(only.status == 1 && only.stderr.contains("the only track"), "\(only.stderr)")
  }

  @Test func removed() throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "m.mov")
      try FileManager.default.copyItem(at: Self.movie, to: file)
      let hash = try Tool.run(["hash", file.path, "--track", "video"]).text.prefix(64)
      for place in [["-o", folder.appending(path: "out.mov").path], ["--in-place"]] {
        let result = try Tool.run(
          ["remove", "track", file.path, "--track", "audio", "--verify", "full"] + place)
        #expect(result.status == 0, "\(result.stderr)")
        let path = place.count == 2 ? place[1] : file.path
        #expect(try Tool.run(["hash", path, "--track", "video"]).text.prefix(64) == hash)
        #expect(try !Tool.run(["inspect", path, "--summary"]).text.contains("audio"))
      }
    }
  }

  /// Samples among others stay in a copy, and a warning says how many bytes; those of an `mdat` of their own go.
  @Test func samplesThatStay() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let among = try Tool.run(["remove", "track", Self.movie.path, "--track", "audio", "-o", out])
      #expect(among.status == 0)
      #expect(
        among.stderr.contains(
          /\d+ bytes of its samples stay in the copy, among other media \('movtool build NEW --video COPY' leaves them out\) \[media-remains\]/
        ),
        "\(among.stderr)")
      let stamped = folder.appending(path: "stamped.mov").path
      let stamp = try Tool.run([
        "insert", "timecode", Media.root.appending(path: "rates/25.mov").path, "--start",
        "01:00:00:00", "-o", stamped,
      ])
      #expect(stamp.status == 0)
      let own = try Tool.run([
        "remove", "track", stamped, "--track", "timecode", "-o",
        folder.appending(path: "plain.mov").path,
      ])
      #expect(own.status == 0 && !own.stderr.contains("media-remains"), "\(own.stderr)")
    }
  }

  /// What refers to the track, and timecode that is left alone, is named.
  @Test func referencesGo() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let result = try Tool.run([
        "remove", "track", Self.two.path, "--track", "timecode:1", "-o", out,
      ])
      #expect(result.status == 0)
      #expect(
        result.stderr.contains(
          "warning: moov/trak[2]: track 1 refers to the removed track 3 by 'tmcd'; that reference goes "
            + "too [reference-removed]"), "\(result.stderr)")
      #expect(try !Tool.run(["inspect", out, "--atom", "moov/trak[0]"]).text.contains("tref"))
      let video = try Tool.run([
        "remove", "track", Self.two.path, "--track", "video:1", "--dry-run",
      ])
      #expect(
        video.stderr.contains(
          "no other track refers to timecode track 3, so players may not show it; remove it too "
            + "[timecode-not-referenced]"), "\(video.stderr)")
    }
  }

  /// Readers that are not ours see the same.
  @Test func otherReadersAgree() throws {
    guard MediaTools.has("ffprobe") else { return }
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let result = try Tool.run([
        "edit", "track", Self.movie.path, "--track", "audio", "--language", "deu", "--disabled",
        "-o",
        out,
      ])
      #expect(result.status == 0)
      let text = try MediaTools.output(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "a", "-show_entries",
          "stream_tags=language:stream_disposition=default", "-of", "csv=p=0", out,
        ])
      let line = String(decoding: text, as: UTF8.self)
      #expect(line.contains("deu") && line.contains("0"), "\(line)")
    }
  }

  /// An index of fragments counts the `traf` of each fragment, of which there are fewer without a track.
  @Test(arguments: [("video", 2), ("audio", 1)])
  func numbersInTheIndex(removed: String, other: Int) throws {
    try Tool.withFolder { folder in
      let (file, out) = (folder.appending(path: "f.mov").path, folder.appending(path: "o.mov").path)
      let movie = Stamping.media.appending(path: "camera/camera.mov").path
      #expect(try Tool.run(["remux", movie, "--fragment", "1", "-o", file]).status == 0)
      #expect(try Tool.run(["remove", "track", file, "--track", removed, "-o", out]).status == 0)
      let index = try Tool.run(["inspect", out, "--atom", "mfra/tfra"]).text
      #expect(index.contains("track_ID                   \(other)\n"), "\(index)")
      let rows = index.split(separator: "\n").compactMap { line -> [Int]? in
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        return numbers.count == 5 ? numbers : nil
      }
      #expect(!rows.isEmpty && rows.allSatisfy { $0[2] == 1 }, "\(index)")
    }
  }

  /// The duration of a movie in fragments is that of the tracks that stay.
  @Test(arguments: [("video", "00:00:01.0"), ("audio", "00:00:02.0")])
  func lengthOfFragments(removed: String, duration: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let files = ["a.mp4", "f.mp4", "o.mp4"].map { folder.appending(path: $0).path }
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f",
          "lavfi",
          "-i", "sine=d=1", "-c:v", "mjpeg", "-c:a", "aac", files[0],
        ])
      #expect(try Tool.run(["remux", files[0], "--fragment", "1", "-o", files[1]]).status == 0)
      let result = try Tool.run(["remove", "track", files[1], "--track", removed, "-o", files[2]])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try atom(files[2], "moov/mvex/mehd").contains(duration))
      let check = try Tool.run(["check", files[2]])
      #expect(!check.text.contains("movie-duration"), "\(check.text)")
    }
  }
}
