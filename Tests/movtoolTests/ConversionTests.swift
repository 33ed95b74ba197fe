import Foundation
import Testing

/// `movtool build` between QuickTime and MP4, and file names of one kind for movies of the other:
/// the tool reports what is lost or unusual.
@Suite struct ConversionTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// The atoms that depend on how samples are stored, or that are only free space.
  private static let written: Set<String> = [
    "ftyp", "moov", "mdat", "moof", "mfra", "sidx", "ssix", "styp", "pdin", "free", "skip", "wide",
    "mvhd", "trak", "mvex", "tkhd", "edts", "tref", "mdia", "stts", "ctts", "cslg", "stss", "stps",
    "sdtp", "stdp", "padb", "stsc", "stsz", "stz2", "stco", "co64",
  ]

  /// Returns the types of the atoms of a file that are not about samples, and of those in sample
  /// tables.
  private static func types(_ file: URL) throws -> Set<String> {
    let result = try Tool.run(["inspect", "--compact", "--rows", "0", file.path])
    let document = try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any]
    var found: Set<String> = []
    func add(_ atoms: Any?, in path: String) {
      for case let atom as [String: Any] in atoms as? [Any] ?? [] {
        guard let type = atom["type"] as? String else { continue }
        found.insert(path + type)
        if ["", "moov/", "moov/trak/", "moov/trak/mdia/", "moov/trak/mdia/minf/"].contains(path),
          ["moov", "trak", "mdia", "minf", "stbl"].contains(type)
        {
          add(atom["children"], in: path + type + "/")
        }
      }
    }
    add(document?["atoms"], in: "")
    return found
  }

  /// For every test movie that can be converted, each atom that is not in the result is named.
  @Test(arguments: [
    "headers", "quicktime", "metadata", "tables", "strings", "edits", "camera", "fragments",
  ]) func namesWhatItLeavesOut(folder: String) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Stamping.media.appending(path: folder), includingPropertiesForKeys: nil)
    var converted = 0
    for file in files.sorted(by: { $0.path < $1.path }) {
      let result = try Tool.run(["inspect", "--summary", "--compact", file.path])
      let isQuickTime = result.text.contains(#""majorBrand":"qt  ""#)
      let output = work["out-\(UUID().uuidString)." + (isQuickTime ? "mp4" : "mov")]
      let built = try Tool.run(["build", output.path, "--video", file.path])
      guard built.status == 0 else { continue }
      converted += 1
      let lost = try Self.types(file).subtracting(Self.types(output))
      for path in lost {
        let type = String(path.split(separator: "/").last ?? "")
        // Media headers are those of the other kind, and some sample groups are written newly.
        guard !Self.written.contains(type), !path.hasPrefix("moov/trak/mdia/minf/") || isTable(path)
        else { continue }
        // The atoms of a compressed header are in the result without compression.
        guard !["moov/trak/mdia/elng", "moov/cmov"].contains(path), !path.hasPrefix("moov/cmov/"),
          !path.hasPrefix("!mov"), !isFewGroups(file, type)
        else { continue }
        let named = built.stderr.split(separator: "\n").contains {
          $0.hasSuffix("[atom-left-out]")
            && ($0.contains("/\(type) at") || $0.contains(" \(type) at"))
        }
        #expect(named, "\(file.lastPathComponent): \(path)\n\(built.stderr)")
      }
    }
    #expect(converted > 0)
  }

  private func isTable(_ path: String) -> Bool { path.hasPrefix("moov/trak/mdia/minf/stbl/") }

  /// Groups that mark where decoding can begin may become flags in the result.
  private func isFewGroups(_ file: URL, _ type: String) -> Bool {
    ["sgpd", "sbgp"].contains(type) && !file.lastPathComponent.hasPrefix("sample-details")
  }

  /// Programs squeeze pictures of other shape with the matrix of the movie.
  @Test func matrixOfTheMovie() throws {
    let source = Stamping.media.appending(path: "camera/moov-last.mov").path
    let (squeezed, converted) = (work["squeezed.mov"].path, work["converted.mp4"].path)
    for arguments in [
      ["edit", "atom", source, "moov/mvhd", "matrix=[0.75,0,0,0,1,0,0,0,1]", "-o", squeezed],
      ["build", converted, "--video", squeezed],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
    }
    #expect(try Tool.run(["inspect", converted, "--atom", "mvhd"]).text.contains("0.75"))
  }

  @Test func metadataOfAnotherKind() throws {
    let output = work["out.mp4"]
    let file = Stamping.media.appending(path: "quicktime/legacy-atoms.mov")
    let result = try Tool.run(["build", output.path, "--video", file.path])
    #expect(result.status == 0)
    #expect(
      result.stderr.contains("left out of the conversion to MP4 [atom-left-out]"),
      "\(result.stderr)")
  }

  /// Descriptions of sound have the version of the other kind, and the sound is the same.
  @Test func versionsOfSound() throws {
    guard MediaTools.has("ffmpeg") else { return }
    var compared = 0
    // ffmpeg does not know `fpcm` yet.
    for name in try Media.files(in: "sound")
    where name.hasSuffix(".mov") && !name.contains("float") {
      let (source, output) = (Stamping.media.appending(path: name), work["out.mp4"])
      let built = try Tool.run([
        "build", output.path, "--video", source.path, "--overwrite",
      ])
      guard built.status == 0, !built.stderr.contains("[quicktime-only]") else { continue }
      let check = try Tool.run(["check", output.path])
      #expect(!check.text.contains("sound-version-in-mp4"), "\(name): \(check.text)")
      let hashes = try [source, output].map { file in
        String(
          decoding: try MediaTools.output(
            "ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:a", "-f", "md5", "-"]),
          as: UTF8.self)
      }
      #expect(hashes[0] == hashes[1], "\(name)")
      compared += 1
    }
    // All but two: MP4 does not support 8-bit PCM, and does not define IMA 4:1.
    #expect(compared == 10)
  }

  /// A sample format that MP4 does not define is written with a warning, or refused.
  @Test func formatsOfQuickTimeAlone() throws {
    for name in ["camera/raw-video.mov", "sound/ima4.mov", "sound/pcm-8.mov"] {
      let file = Stamping.media.appending(path: name)
      let result = try Tool.run([
        "build", work["out.mp4"].path, "--video", file.path, "--overwrite",
      ])
      if result.status == 0 {
        #expect(result.stderr.contains("which MP4 does not define"), "\(name): \(result.stderr)")
        #expect(result.stderr.contains("[quicktime-only]"))
      } else {
        #expect(result.stderr.contains("MP4 does not support"), "\(name)")
      }
      let other = Stamping.media.appending(path: "camera/moov-first.mp4")
      let inserted = try Tool.run([
        "insert", "track", other.path, "--from", file.path, "--track", "1", "-o",
        work["in-\(UUID().uuidString).mp4"].path,
      ])
      #expect(
        inserted.stderr.contains("[quicktime-only]")
          || inserted.status == 1 && inserted.stderr.contains("MP4 does not support"),
        "\(name): \(inserted.stderr)")
    }
  }

  /// A track without a handler becomes what its sample description or the header of its media information says. Where
  /// nothing says it, the track is refused: readers would take its description for something else.
  @Test func tracksWithoutHandler() throws {
    var source = Stamping.media.appending(path: "camera/moov-last.mp4")
    for track in 0...1 {
      let output = work["without-\(track).mp4"]
      let removed = try Tool.run([
        "remove", "atom", source.path, "moov/trak[\(track)]/mdia/hdlr", "-o", output.path,
      ])
      try #require(removed.status == 0, "\(removed.stderr)")
      source = output
    }
    let bytes = try Data(contentsOf: source)
    for (renamed, handlers) in [
      ([], ["vide", "soun"]), (["vmhd", "smhd"], ["vide", "soun"]), (["avc1"], ["vide", "soun"]),
      (["vmhd", "avc1"], nil),
    ] as [([String], [String]?)] {
      var other = bytes
      for type in renamed {
        let place = try #require(other.range(of: Data(type.utf8), options: .backwards))
        other.replaceSubrange(place, with: Data("zz\(type.suffix(2))".utf8))
      }
      let (file, output) = (work["other.mp4"], work["out.mov"])
      try other.write(to: file)
      let built = try Tool.run(["build", output.path, "--video", file.path, "--overwrite"])
      guard let handlers else {
        #expect(built.status == 1 && built.stderr.contains("no handler (hdlr)"), "\(built.stderr)")
        continue
      }
      #expect(built.status == 0, "\(built.stderr)")
      let movie = try Tool.run(["inspect", "--find", "hdlr", output.path]).text
      for handler in handlers { #expect(movie.contains("\"\(handler)\""), "\(movie)") }
      let checked = try Tool.run(["check", output.path]).text
      #expect(!checked.contains("[codec-configuration-missing]"), "\(checked)")
    }
  }

  /// Every command that keeps the kind of a movie, with output names of both kinds.
  @Test(arguments: ["camera/camera.mov", "camera/moov-first.mp4"])
  func namesOfTheOtherKind(_ name: String) throws {
    let source = try work.stamp(name, "01:00:00:00")
    let verbs = [
      ["insert", "timecode", source.path, "--start", "02:00:00:00", "--replace"],
      ["remove", "timecode", source.path], ["remux", source.path],
      ["remux", source.path, "--fragment", "1"],
      ["insert", "track", source.path, "--from", source.path, "--track", "1"],
    ]
    for (number, verb) in verbs.enumerated() {
      for type in ["mov", "mp4"] {
        let result = try Tool.run(verb + ["-o", work["\(number).\(type)"].path])
        #expect(result.status == 0)
        #expect(
          result.stderr.contains("[file-name]") == (type != source.pathExtension),
          "\(verb) to .\(type): \(result.stderr)")
      }
    }
  }

  /// A truncated recording, in both commands that read one.
  @Test func cutSound() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let wave = work["whole.wav"]
    _ = try MediaTools.output(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "pcm_s16le", wave.path])
    let movie = Stamping.media.appending(path: "camera/camera.mov")
    let bytes = try Data(contentsOf: wave)
    try bytes.prefix(bytes.count / 2).write(to: work["cut.wav"])
    for (name, isCut) in [("whole.wav", false), ("cut.wav", true)] {
      for line in [
        ["build", work["b-\(name).mov"].path, "--video", movie.path, "--audio", work[name].path],
        [
          "insert", "track", movie.path, "--from", work[name].path, "-o",
          work["i-\(name).mov"].path,
        ],
      ] {
        let result = try Tool.run(line)
        #expect(result.status == 0)
        #expect(
          result.stderr.contains("warning") == isCut
            && result.stderr.contains("[audio-cut]") == isCut, "\(result.stderr)")
      }
    }
  }

  /// An error in the input is reported for the input, and no movie without samples is written.
  @Test(arguments: [
    ("tables/stsc-description-9.mov", "sample description 9, but stsd has 1"),
    ("tables/stsd-empty.mov", "but stsd has 0"),
    ("tables/stsc-zero-samples.mov", "so its samples cannot be found"),
    ("headers/truncated-moov.mov", "the header (moov) is truncated"),
    ("headers/truncated-mdat.mov", "past the end of the file"),
    ("headers/no-mdat.mov", "the file ends before the media"),
  ]) func faultsOfTheInput(name: String, reason: String) throws {
    let file = Stamping.media.appending(path: name)
    let other = Stamping.media.appending(path: "camera/camera.mov")
    for line in [
      ["build", work["out.mp4"].path, "--video", file.path],
      ["build", work["out.mov"].path, "--video", file.path],
      ["insert", "track", other.path, "--from", file.path, "-o", work["out.mov"].path],
    ] {
      let result = try Tool.run(line)
      let last = result.stderr.split(separator: "\n").last ?? ""
      #expect(result.status == 1, "\(line)")
      #expect(
        last.hasPrefix("movtool: \(file.path): ") && last.contains(reason), "\(line): \(last)")
      #expect(try work.names == [])
    }
  }

  /// The data needed for decryption is not in the samples, and would not be copied.
  @Test func encryptedTracksAreNotInserted() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let source = work["encrypted.mp4"]
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=1:size=64x48:rate=25", "-c:v",
        "mpeg4", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
        "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
        source.path,
      ])
    for name in ["camera/camera.mov", "camera/moov-first.mp4"] {
      let other = Stamping.media.appending(path: name)
      let result = try Tool.run([
        "insert", "track", other.path, "--from", source.path, "-o",
        work["out." + other.pathExtension].path,
      ])
      #expect(result.status == 1 && result.stderr.contains("its samples are encrypted"))
      #expect(try work.names == ["encrypted.mp4"])
    }
  }

  /// Tables with more facts about samples, and track references, are not copied with a single
  /// track.
  @Test func insertionsNameWhatTheyLeaveOut() throws {
    let cases = [
      (
        "camera/moov-first.mp4", "tables/sample-details.mp4",
        ["stsh", "sgpd", "csgp", "subs", "sbgp", "saiz", "saio"]
      ),
      ("camera/camera.mov", "metadata/chapters.mov", ["tref"]),
      ("camera/camera.mov", "quicktime/legacy-atoms.mov", ["clip", "matt", "load", "imap"]),
    ]
    for (name, from, types) in cases {
      let result = try Tool.run([
        "insert", "track", Stamping.media.appending(path: name).path, "--from",
        Stamping.media.appending(path: from).path, "--track", "1", "-o",
        work["out-\(UUID().uuidString)." + (name.hasSuffix("mp4") ? "mp4" : "mov")].path,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      let named = result.stderr.split(separator: "\n").filter {
        $0.contains("not copied into the other movie [atom-left-out]")
      }
      for type in types {
        #expect(named.contains { $0.contains("/\(type) at") }, "\(type): \(result.stderr)")
      }
      #expect(named.count == types.count, "\(result.stderr)")
    }
  }

  /// Timecode that is replaced is named, with everything that is lost with it.
  @Test func replacedTimecodeIsNamed() throws {
    for (name, details) in [
      ("timecode/25-reel.mov", ["source name '"]), ("timecode/2997-df.mov", ["drop frame"]),
      ("timecode-handmade/two-tracks.mov", ["timecode track 2", "timecode track 3"]),
    ] {
      let file = Stamping.media.appending(path: name)
      for type in ["mov", "mp4"] {
        let output = work["out-\(UUID().uuidString).\(type)"]
        let result = try Tool.run([
          "build", output.path, "--video", file.path, "--timecode", "10:00:00:00",
        ])
        #expect(result.status == 0, "\(result.stderr)")
        let named = result.stderr.split(separator: "\n").filter {
          $0.contains("is replaced [timecode-dropped]")
        }.joined()
        #expect(details.allSatisfy { named.contains($0) }, "\(name): \(result.stderr)")
      }
    }
  }

  /// The rate of audio is that of its description, whatever its ticks are.
  @Test(arguments: ["aac.mov", "aac-5.1.mov", "alac.mov"]) func rateBesideTicks(name: String) throws
  {
    let (source, output) = (work["ticks.mov"], work["out.mp4"])
    let movie = Stamping.media.appending(path: "sound/\(name)")
    let changed = try Tool.run([
      "edit", "atom", movie.path, "moov/trak/mdia/mdhd", "timescale=96000", "-o", source.path,
    ])
    try #require(changed.status == 0, "\(changed.stderr)")
    let built = try Tool.run(["build", output.path, "--video", source.path])
    try #require(built.status == 0, "\(built.stderr)")
    let stsd = try Tool.run(["inspect", output.path, "--atom", "moov/trak/mdia/minf/stbl/stsd"])
      .text
    #expect(!stsd.contains("srat"), "\(stsd)")
    #expect(stsd.contains("samplerate            48000\n"), "\(stsd)")
  }

  /// What is beside QuickTime's `wave`, such as the loudspeakers, stays. Its terminator, of type 0, does not.
  @Test func besideWave() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let (source, output) = (work["5.1.mov"], work["5.1.mp4"])
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anullsrc=cl=5.1:r=48000:d=1", "-c:a",
        "aac",
        source.path,
      ])
    func description(_ file: URL) throws -> String {
      try Tool.run(["inspect", file.path, "--atom", "moov/trak/mdia/minf/stbl/stsd"]).text
    }
    let old = try description(source)
    try #require(old.contains("    wave ") && old.contains("    chan "), "\(old)")
    let built = try Tool.run(["build", output.path, "--video", source.path])
    #expect(built.status == 0, "\(built.stderr)")
    let new = try description(output)
    let types = new.split(separator: "\n").filter {
      $0.hasPrefix("    ") && !$0.hasPrefix("     ")
    }.map { $0.dropFirst(4).prefix(4) }
    #expect(types == ["esds", "chan"], "\(new)")
  }
}
