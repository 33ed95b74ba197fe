import Foundation
import Testing

@testable import MovKit

/// `movtool insert track`: the new track is in the movie, and nothing else has changed.
@Suite struct InsertTrackTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private static let media = Stamping.media

  private func movie(_ url: URL) throws -> (Movie, MemorySource) {
    let source = MemorySource([UInt8](try Data(contentsOf: url)))
    return (try Movie(from: source), source)
  }

  /// Returns the times relative to the first sample, the sizes and the bytes of a track's samples.
  private func samples(_ track: Track, in source: MemorySource) throws -> [[String]] {
    let table = try track.sampleTable()
    return try table.map { sample in
      let bytes = try source.read(at: sample.offset, count: Int(sample.size))
      return [
        "\(sample.decodeTime)", "\(sample.duration)", "\(sample.compositionOffset)",
        "\(sample.isSync)", "\(sample.descriptionIndex)", "\(bytes.hashValue)",
      ]
    }
  }

  private static let movies = [
    "camera/moov-first.mov", "camera/moov-last.mp4", "quicktime/ios-like.mov",
    "quicktime/ios-like-moov-first.mov", "headers/size-0-mdat.mov", "headers/junk-behind.mov",
    "headers/two-mdat.mov", "headers/wide-first.mov", "headers/free-everywhere.mov",
    "tables/co64.mov", "tables/mvhd-timescale-0.mov", "timecode/2997-df.mov",
    "fragments/plain.mov", "fragments/default-base-moof.mp4", "fragments/moov-with-samples.mp4",
    "fragments/global-sidx.mp4", "fragments/sidx.mp4", "fragments/timecode.mov",
  ]

  private static let others = [
    ("camera/long-gop.mov", "1"), ("edits/late-sound.mp4", "2"), ("sound/pcm-24.mov", "1"),
    ("fragments/plain.mp4", "1"),
  ]

  /// A track without an edit list whose first frame is shown late, by composition offsets or because its
  /// fragments begin late: all frames are shown, as long after the moment as before after 0.
  @Test(arguments: ["edits/no-edit-list.mov", "late.mp4"]) func firstFrameIsLate(_ name: String)
    throws
  {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    var other = Self.media.appending(path: name)
    if name == "late.mp4" {
      other = work[name]
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v",
          "libx264", "-bf", "2", "-pix_fmt", "yuv420p", "-output_ts_offset", "10", "-movflags",
          "frag_keyframe+empty_moov+default_base_moof+frag_discont", "-use_editlist", "0",
          other.path,
        ])
    }
    func frames(_ file: URL) throws -> [Double] {
      let text = try MediaTools.output(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "v:\(file == other ? 0 : 1)", "-show_entries",
          "frame=pts_time", "-of", "csv=p=0", file.path,
        ])
      return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
        .compactMap { Double($0.split(separator: ",").first ?? "") }
    }
    let (plain, later) = (work["plain.mov"], work["later.mov"])
    for (output, options) in [(plain, []), (later, ["--at", "0.4"])] {
      let result = try Tool.run(
        [
          "insert", "track", Self.media.appending(path: "camera/moov-last.mov").path, "--from",
          other.path, "--track", "video", "-o", output.path,
        ] + options)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try !Tool.run(["check", output.path]).text.contains("edit-media-time"))
    }
    let (before, after) = (try frames(plain), try frames(later))
    #expect(before.count == 25 && after.count == 25)
    for (a, b) in zip(before, after) { #expect(abs(b - a - 0.4) < 0.002, "\(a), \(b)") }
  }

  /// An edit list has ticks of the movie, and those are coarser than samples: no sample is cut off.
  @Test(arguments: ["0", "0.5", "0.37"]) func lastSamplesOfAudio(start: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let (wave, output, back) = (work["a.wav"], work["out.mp4"], work["back.wav"])
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=48000", "-af",
        "atrim=end_sample=48022", "-c:a", "pcm_s16le", wave.path,
      ])
    let result = try Tool.run([
      "insert", "track", Self.media.appending(path: "rates/25.mp4").path, "--from", wave.path,
      "--at", start, "-o", output.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let extracted = try Tool.run([
      "extract", "track", output.path, "--track", "audio", "--from", "0", "--format", "wav", "-o",
      back.path,
    ])
    #expect(extracted.status == 0, "\(extracted.stderr)")
    #expect(try Data(contentsOf: back).count >= 48022 * 2 + 44)
  }

  @Test(arguments: movies, others)
  func keepsEverything(file: String, other: (name: String, track: String)) throws {
    let source = Self.media.appending(path: file)
    let from = Self.media.appending(path: other.name)
    let output = work["out." + source.pathExtension]
    let result = try Tool.run([
      "insert", "track", source.path, "--from", from.path, "--track", other.track, "--at", "1.5",
      "-o", output.path,
    ])
    guard file != "tables/mvhd-timescale-0.mov" else {
      #expect(result.status == 1 && result.stderr.contains("timescale"))
      return
    }
    #expect(result.status == 0, "\(result.stderr)")
    let (before, bytes) = try movie(source)
    let (after, written) = try movie(output)
    #expect(after.tracks.count == before.tracks.count + 1)
    for (old, new) in zip(before.tracks, after.tracks) {
      #expect(try samples(old, in: bytes) == samples(new, in: written))
      #expect(old.edits == new.edits && old.id == new.id && old.references == new.references)
    }
    // Unknown atoms and the order of atoms are kept; only one `mdat` is new.
    var types = after.file.atoms.map(\.type)
    let place = try #require(types.lastIndex(of: "mdat"))
    let isBeside =
      before.file.atoms.map(\.type)
      != types.enumerated().filter { $0.offset != place }
      .map(\.element)
    if isBeside {
      // It is next to the header if nothing can be added at the end.
      let header = try #require(types.firstIndex(of: "moov"))
      types.remove(at: types[header + 1] == "mdat" ? header + 1 : header - 1)
      #expect(types == before.file.atoms.map(\.type))
    }
    let (origin, originBytes) = try movie(from)
    let wanted = try #require(origin.track(UInt32(other.track) ?? 0))
    let new = try #require(after.tracks.last)
    #expect(try samples(new, in: written) == samples(wanted, in: originBytes))
    if after.isQuickTime == origin.isQuickTime {
      #expect(new.sampleDescriptions.map(\.type) == wanted.sampleDescriptions.map(\.type))
    }
    // What the other movie shows at some time, this one shows 1.5 seconds later.
    let shown = try #require(new.edits.first { !$0.isEmpty })
    let was = try #require(wanted.edits.first { !$0.isEmpty })
    let delay = shown.target.start - shown.source.start - (was.target.start - was.source.start)
    #expect(abs((delay - MediaTime(value: 3, timescale: 2)).seconds) < 0.002)
    #expect(after.duration >= before.duration)
  }

  /// Other programs decode the same frames as before, and those of the new track.
  @Test(
    arguments: [
      "camera/moov-first.mov", "camera/moov-last.mov", "fragments/plain.mov",
      "fragments/default-base-moof.mov",
    ])
  func othersAgree(file: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let source = Self.media.appending(path: file)
    let output = work["out.mov"]
    let result = try Tool.run([
      "insert", "track", source.path, "--from",
      Self.media.appending(path: "sound/pcm-s16.mov").path, "-o", output.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let frames = try MediaTools.frames(output)
    let before = try MediaTools.frames(source)
    #expect(frames.filter { !$0.hasPrefix("2,") } == before)
    let added = try MediaTools.frames(Self.media.appending(path: "sound/pcm-s16.mov"))
    let new = frames.filter { $0.hasPrefix("2,") }
    #expect(new.map { $0.dropFirst(2) } == added.map { $0.dropFirst(2) })
  }

  /// The new track's samples are listed in the header of a fragmented movie, and its indexes still
  /// lead to its fragments.
  @Test(
    arguments: [
      "fragments/plain.mp4", "fragments/default-base-moof.mov", "fragments/moov-with-samples.mp4",
      "fragments/global-sidx.mp4", "fragments/sidx.mp4",
    ])
  func fragmentsAreFound(file: String) throws {
    let source = Self.media.appending(path: file)
    let output = work["out." + source.pathExtension]
    let result = try Tool.run([
      "insert", "track", source.path, "--from",
      Self.media.appending(path: "sound/pcm-s16.mov").path, "-o", output.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let (before, _) = try movie(source)
    let (after, bytes) = try movie(output)
    let new = try #require(after.tracks.last)
    let mvex = try #require(after.atom.first("mvex"))
    #expect(
      try mvex.all("trex").map { try $0.decode(TrackExtends.self).trackID }
        == after.tracks.map(\.id))
    // The whole track is described in `moov`.
    let sizes = try new.atom.descendant("mdia", "minf", "stbl", "stsz")?.decode(SampleSizes.self)
    #expect(sizes.map { Int($0.sampleCount) } == (try new.sampleTable().count))
    // The new media is before all fragments.
    let firstFragment = try #require(after.file.first("moof")?.offset)
    #expect(try new.sampleTable().allSatisfy { $0.byteRange.upperBound <= firstFragment })
    let places = Set(after.file.atoms.filter { $0.type == "moof" }.compactMap(\.offset))
    var rows = 0
    for access in after.file.first("mfra")?.all("tfra") ?? [] {
      let entries = try access.decode(TrackFragmentRandomAccess.self).entries
      rows += entries.count
      #expect(entries.allSatisfy { places.contains($0.moofOffset) })
    }
    for (index, atom) in after.file.atoms.enumerated() where atom.type == "sidx" {
      let record = try atom.decode(SegmentIndex.self)
      var place = try #require(atom.offset) + atom.size + record.firstOffset
      for reference in record.references where reference.referenceType == 0 {
        rows += 1
        #expect(places.contains(place), "sidx \(index)")
        place += UInt64(reference.referencedSize)
      }
    }
    #expect(rows > 0)
    // The presentation of the old tracks does not change, and `mfra` is still found from the end.
    if before.file.atoms.last?.type == "mfra" {
      #expect(after.file.atoms.last?.type == "mfra")
      let tail = try bytes.read(at: bytes.size - 4, count: 4).reduce(0) { $0 << 8 | UInt64($1) }
      #expect(tail == after.file.atoms.last?.size)
    }
    guard MediaTools.has("ffprobe") else { return }
    func packets(_ url: URL) throws -> [String] {
      try String(
        decoding: MediaTools.output(
          "ffprobe",
          [
            "-v", "error", "-show_entries", "packet=stream_index,pts,dts,size,flags", "-of",
            "csv=p=0", url.path,
          ]), as: UTF8.self
      ).split(separator: "\n").map(String.init).sorted()
    }
    let old = try packets(source)
    #expect(!old.isEmpty)
    let stream = "\(before.tracks.count),"
    #expect(try packets(output).filter { !$0.hasPrefix(stream) } == old)
    let sound = try packets(Self.media.appending(path: "sound/pcm-s16.mov"))
    #expect(
      try packets(output).filter { $0.hasPrefix(stream) }.map { $0.dropFirst(stream.count) }
        == sound.map { $0.dropFirst(2) })
  }

  /// If the header states the duration with fragments, it is updated for a longer new track.
  @Test(arguments: [("1", "00:00:03.000"), ("0", "00:00:02.080")])
  func fragmentsLastLonger(at: String, duration: String) throws {
    let base = work["base.mp4"]
    let output = work["out.mp4"]
    for arguments in [
      [
        "build", base.path, "--video", Self.media.appending(path: "fragments/plain.mp4").path,
        "--fragment", "1",
      ],
      [
        "insert", "track", base.path, "--from",
        Self.media.appending(path: "camera/moov-last.mov").path, "--track", "2", "--at", at, "-o",
        output.path,
      ],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
    }
    let inspected = try Tool.run(["inspect", "--depth", "1", output.path])
    #expect(inspected.text.contains("\(duration), fragmented"), "\(inspected.text)")
  }

  /// A movie of 25 ticks a second can start nothing at half a second, and `insert track` says so. A movie of 1000
  /// ticks is near enough.
  @Test(arguments: [
    ("25", "0.5", "0.52 s, not at 0.5 s"), ("25", "0.52", nil), ("1000", "0.3333", nil),
  ])
  func startIsRounded(timescale: String, start: String, says: String?) throws {
    guard let ffmpeg = MediaTools.program("ffmpeg") else { return }
    let (movie, output) = (work["a.mov"], work["out.mov"])
    let made = try Tool.execute(
      ffmpeg,
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=r=25:d=2:s=64x48", "-c:v", "mjpeg",
        "-video_track_timescale", "25", "-movie_timescale", timescale, movie.path,
      ])
    try #require(made.status == 0, "\(made.stderr)")
    let result = try Tool.run([
      "insert", "track", movie.path, "--from",
      Self.media.appending(path: "sound/pcm-s16.mov").path, "--at", start, "-o", output.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    if let says {
      #expect(
        result.stderr.contains(says) && result.stderr.contains("[track-start-rounded]"),
        "\(result.stderr)")
    } else {
      #expect(result.stderr.isEmpty, "\(result.stderr)")
    }
  }

  /// A track starts at a tick of the movie, 24000 a second, whether it has an edit list or not. Its own ticks are
  /// longer.
  @Test(arguments: [true, false], [("0.5", "00:00:00.500"), ("0.001", "00:00:00.001")])
  func startsAtATickOfTheMovie(hasEdits: Bool, at: (text: String, shown: String)) throws {
    guard let ffmpeg = MediaTools.program("ffmpeg") else { return }
    for (name, options) in [
      ("a", ["-video_track_timescale", "24000", "-movie_timescale", "24000"]),
      ("b", ["-video_track_timescale", "25"]),
    ] {
      let made = try Tool.execute(
        ffmpeg,
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=r=25:d=2:s=64x48", "-c:v",
          "mjpeg",
        ] + options + [work["\(name).mov"].path])
      try #require(made.status == 0, "\(made.stderr)")
    }
    var other = work["b.mov"]
    if !hasEdits {
      other = work["c.mov"]
      let removed = try Tool.run([
        "remove", "atom", work["b.mov"].path, "moov/trak[0]/edts", "-o", other.path,
      ])
      try #require(removed.status == 0, "\(removed.stderr)")
    }
    let output = work["out.mov"]
    let result = try Tool.run([
      "insert", "track", work["a.mov"].path, "--from", other.path, "--at", at.text, "-o",
      output.path,
    ])
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    let samples = try Tool.run(["samples", output.path, "--track", "2"])
    #expect(samples.text.contains(at.shown), "\(samples.text)")
  }

  @Test func timecodeIsReferredTo() throws {
    let output = work["out.mov"]
    let result = try Tool.run([
      "insert", "track", Self.media.appending(path: "camera/moov-last.mov").path, "--from",
      Self.media.appending(path: "timecode/2997-df.mov").path, "--track", "2", "-o", output.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let tracks = try Stamping.tracks(of: output)
    #expect(tracks.first?["start"] as? String == "00:59:59;28")
    #expect(tracks.first?["associatedTracks"] as? [Int] == [1])
  }

  /// If the movie already has timecode, the second timecode track is reported, as `inspect` does.
  @Test func secondTimecodeIsReported() throws {
    let one = Self.media.appending(path: "timecode/2997-df.mov")
    let other = Self.media.appending(path: "timecode/25.mov")
    let copy = work["two.mov"]
    let result = try Tool.run([
      "insert", "track", one.path, "--from", other.path, "--track", "timecode", "-o", copy.path,
    ])
    #expect(result.status == 0)
    let found = "there are 2 timecode tracks; many programs read only one [timecode-tracks]"
    #expect(result.stderr.contains("warning: ") && result.stderr.contains(found))
    let inspected = try Tool.run(["inspect", "--summary", copy.path]).stderr
    #expect(inspected.contains("warning: ") && inspected.contains(found), "\(inspected)")
  }

  @Test func optionsThatDoNotApply() throws {
    let file = Self.media.appending(path: "camera/moov-last.mov").path
    let wave = work["a.wav"]
    let sound = Self.media.appending(path: "sound/pcm-s16.mov").path
    let made = try Tool.run(["extract", "track", sound, "--format", "wav", "-o", wave.path])
    try #require(made.status == 0, "\(made.stderr)")
    for (from, option, problem) in [
      (wave.path, ["--track", "1"], "'--track' does not apply to a WAV file"),
      (wave.path, ["--rate", "25"], "'--rate' does not apply to a WAV file"),
      (sound, ["--rate", "25"], "'--rate' does not apply to a movie"),
    ] {
      let result = try Tool.run(
        ["insert", "track", file, "--from", from, "-o", work["out.mov"].path] + option)
      #expect(result.status == 1 && result.stderr.contains(problem), "\(result.stderr)")
    }
  }

  /// Timecode of a rate that differs from the video is inserted, with the report that `inspect`
  /// gives.
  @Test func timecodeOfAnotherRate() throws {
    try Tool.withFolder { folder in
      let other = Self.media.appending(path: "timecode/25.mov").path
      for (name, isSame) in [("rates/25.mov", true), ("rates/2997.mov", false)] {
        let output = folder.appending(path: isSame ? "same.mov" : "other.mov")
        let result = try Tool.run([
          "insert", "track", Self.media.appending(path: name).path, "--from", other, "--track",
          "timecode", "-o", output.path,
        ])
        #expect(result.status == 0)
        #expect(result.stderr.contains("[timecode-rate]") != isSame, "\(result.stderr)")
        let inspected = try Tool.run(["inspect", "--summary", output.path])
        #expect(inspected.stderr.contains("[timecode-rate]") != isSame, "\(inspected.stderr)")
      }
    }
  }

  @Test func refusesWhatCannotBe() throws {
    let file = Self.media.appending(path: "camera/moov-last.mov").path
    let output = work["out.mov"].path
    for (arguments, word) in [
      ([file, "--from", file], "several tracks match"),
      ([file, "--from", file, "--track", "9"], "no track 9"),
      ([file, "--from", work["none"].path], "no such file"),
      ([file, "--from", Self.media.appending(path: "README.md").path], "QuickTime"),
    ] {
      let result = try Tool.run(["insert", "track"] + arguments + ["-o", output])
      #expect(result.status == 1)
      #expect(result.stderr.contains(word), "\(result.stderr)")
    }
    #expect(try Tool.run(["insert", "track", file, "--from", file]).status == 2)
    #expect(
      try Tool.run(["insert", "track", file, "--from", file, "--at", "-1", "-o", output]).status
        == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: work.folder.path) == [])
  }

  /// Chapters are found by a reference from another track, which is not added.
  @Test func chapterTrack() throws {
    let work = try Stamping()
    let result = try Tool.run([
      "insert", "track", Media.root.appending(path: "rates/25.mov").path, "--from",
      Media.root.appending(path: "metadata/chapters.mov").path, "--track", "text", "-o",
      work["out.mov"].path,
    ])
    #expect(result.status == 0)
    #expect(
      result.stderr.contains("so players show no chapters [reference-left-out]"),
      "\(result.stderr)")
  }

  /// All video of the new movie refers to its timecode, as that of the other one did.
  @Test func timecodeTrack() throws {
    let work = try Stamping()
    let other = try work.stamp("rates/24.mov", "10:00:00:00")
    func inserted(into file: String) throws -> String {
      let result = try Tool.run([
        "insert", "track", Media.root.appending(path: file).path, "--from", other.path, "--track",
        "timecode", "-o", work["out.mov"].path, "--overwrite",
      ])
      #expect(result.status == 0, "\(result.stderr)")
      return result.stderr
    }
    let text = try inserted(into: "rates/25.mov")
    #expect(!text.contains("reference-left-out"), "\(text)")
    let tree = try Tool.run(["inspect", work["out.mov"].path, "--atom", "moov/trak[0]/tref/tmcd"])
    #expect(tree.status == 0 && !tree.text.isEmpty, "\(tree.text)\(tree.stderr)")
  }

  /// ffmpeg puts all sound into group 1, and players play one track of a group. The same sound in another language is
  /// an alternative; music, of which nobody says so, is not.
  @Test(arguments: [("fra", 1), ("eng", 0), (nil, 0)] as [(String?, Int16)]) func alternatives(
    language: String?, group: Int16
  ) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let (file, other, output) = (work["a.mp4"], work["b.m4a"], work["out.mp4"])
    func ffmpeg(_ arguments: [String]) throws {
      _ = try MediaTools.output("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    }
    try ffmpeg([
      "-f", "lavfi", "-i", "sine=d=1", "-metadata:s:a", "language=eng", "-c:a", "aac", file.path,
    ])
    try ffmpeg(
      ["-f", "lavfi", "-i", "sine=f=880:d=1", "-c:a", "aac"]
        + (language.map { ["-metadata:s:a", "language=\($0)"] } ?? []) + [other.path])
    func groups(_ file: URL) throws -> [Int16] {
      try movie(file).0.tracks.map { track in
        try #require(try track.atom.first("tkhd")?.decode(TrackHeader.self)).alternateGroup
      }
    }
    #expect(try groups(file) == [1])
    #expect(try groups(other) == [1])
    let result = try Tool.run([
      "insert", "track", file.path, "--from", other.path, "-o", output.path,
    ])
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    #expect(try groups(output) == [1, group])
  }
}
