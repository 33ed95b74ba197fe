import Foundation
import Testing

@testable import MovKit

/// `movtool insert track`: the new track is there, and nothing else has changed.
@Suite struct InsertTrackTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private static let media = Stamping.media

  private func movie(_ url: URL) throws -> (Movie, MemorySource) {
    let source = MemorySource([UInt8](try Data(contentsOf: url)))
    return (try Movie(reading: source), source)
  }

  /// Times from the first on, sizes and bytes of a track's samples.
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
  ]

  private static let others = [
    ("camera/long-gop.mov", "1"), ("edits/late-sound.mp4", "2"), ("sound/pcm-24.mov", "1"),
    ("fragments/plain.mp4", "1"),
  ]

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
    // Unknown atoms and their order survive; only one `mdat` is new.
    var types = after.file.atoms.map(\.type)
    let place = try #require(types.lastIndex(of: "mdat"))
    let isBeside =
      before.file.atoms.map(\.type)
      != types.enumerated().filter { $0.offset != place }
      .map(\.element)
    if isBeside {
      // Beside the header, where nothing can stand at the end.
      let header = try #require(types.firstIndex(of: "moov"))
      types.remove(at: types[header + 1] == "mdat" ? header + 1 : header - 1)
      #expect(types == before.file.atoms.map(\.type))
    }
    let (origin, originBytes) = try movie(from)
    let wanted = try #require(origin.track(UInt32(other.track) ?? 0))
    let new = try #require(after.tracks.last)
    #expect(try samples(new, in: written) == samples(wanted, in: originBytes))
    #expect(new.sampleDescriptions.map(\.type) == wanted.sampleDescriptions.map(\.type))
    let shown = try #require(new.edits.first { !$0.isEmpty })
    let was = try #require(wanted.edits.first { !$0.isEmpty })
    #expect(shown.source.start == was.source.start)
    let moved = shown.target.start - was.target.start - MediaTime(value: 3, timescale: 2)
    #expect(abs(moved.seconds) < 0.002)
    #expect(after.duration >= before.duration)
  }

  /// Others see the same frames as before, and those of the new track.
  @Test(arguments: ["camera/moov-first.mov", "camera/moov-last.mov"])
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
    #expect(
      frames.filter { $0.hasPrefix("2,") }.map { $0.dropFirst(2) } == added.map { $0.dropFirst(2) })
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

  @Test func refusesWhatCannotBe() throws {
    let file = Self.media.appending(path: "camera/moov-last.mov").path
    let parts = Self.media.appending(path: "fragments/plain.mp4").path
    let output = work["out.mov"].path
    for (arguments, word) in [
      ([file, "--from", file], "which track"),
      ([file, "--from", file, "--track", "9"], "no track 9"),
      ([parts, "--from", file, "--track", "1"], "fragmented"),
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
}
