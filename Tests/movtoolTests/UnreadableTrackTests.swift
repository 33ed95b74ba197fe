import Foundation
import Testing

/// A track that cannot be read is not reported as missing: the message says why it cannot be read.
@Suite struct UnreadableTrackTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// Returns a copy of a movie in which the media headers, the last one or all, have an unknown
  /// version.
  private func damaged(_ path: String, onlyLast: Bool = false) throws -> URL {
    let file = try work.copy(path)
    var bytes = try Data(contentsOf: file)
    let all = try #require(bytes.range(of: Data("moov".utf8)))
    var rest = bytes[all.lowerBound...]
    var places: [Int] = []
    while let found = rest.range(of: Data("mdhd".utf8)) {
      places.append(found.upperBound)
      rest = rest[found.upperBound...]
    }
    for place in onlyLast ? places.suffix(1) : places[...] { bytes[place] = 0x7F }
    try #require(!places.isEmpty)
    try bytes.write(to: file)
    return file
  }

  private func refusal(_ arguments: [String]) throws -> String {
    let result = try Tool.run(arguments)
    #expect(result.status == 1, "\(arguments): \(result.stderr)")
    #expect(result.text.isEmpty)
    return String(result.stderr.split(separator: "\n").last ?? "")
  }

  /// The only track of a movie, as every command that would use it reports it.
  @Test func onlyTrack() throws {
    let file = try damaged("camera/long-gop.mov").path
    let camera = Stamping.media.appending(path: "camera/camera.mov").path
    let output = work["out.mov"].path
    let commands = [
      ["extract", "track", file], ["extract", "track", file, "--track", "1"],
      ["extract", "track", file, "--list"], ["extract", "track", file, "--to", "1"],
      ["extract", "timecode", file, "--track", "1"],
      ["insert", "track", camera, "--from", file, "-o", output],
      ["insert", "track", camera, "--from", file, "--track", "1", "-o", output],
      ["insert", "timecode", file, "--start", "01:00:00:00", "-o", output],
      ["insert", "timecode", file, "--start", "01:00:00:00", "--track", "1", "-o", output],
      ["build", output, "--video", file],
      ["build", output, "--video", file, "--timecode", "01:00:00:00"],
    ]
    for command in commands {
      let message = try refusal(command)
      #expect(message.contains("track 1 (vide) cannot be read: moov/trak/mdia/mdhd"), "\(command)")
      #expect(message.contains("version 127"))
      #expect(!message.contains("no track") && !message.contains("has no"))
    }
    #expect(try work.names == ["long-gop.mov"])
  }

  /// The command that the message suggests shows the track.
  @Test func showsWhatHelps() throws {
    let file = try damaged("camera/long-gop.mov")
    let message = try refusal(["extract", "track", file.path])
    #expect(message.hasSuffix("; 'movtool inspect FILE --atom moov/trak' shows it"))
    let shown = try Tool.run(["inspect", "--atom", "moov/trak", file.path])
    #expect(shown.status == 0 && shown.text.contains("mdhd"))
  }

  /// If another track can be used, the unreadable one is reported nevertheless.
  @Test func oneOfSeveral() throws {
    let file = try damaged("camera/camera.mov", onlyLast: true).path
    let sound = "track 2 (soun) cannot be read: moov/trak[1]/mdia/mdhd"
    #expect(try refusal(["extract", "track", file, "--track", "2"]).contains(sound))
    #expect(try refusal(["extract", "track", file, "--format", "wav"]).contains(sound))
    let camera = Stamping.media.appending(path: "camera/camera.mov").path
    let choice = try refusal(["insert", "track", camera, "--from", file, "-o", work["o.mov"].path])
    #expect(choice.contains("choose one with --track: 1 (video, avc1); \(sound)"))

    let list = try Tool.run(["extract", "track", file, "--list"])
    #expect(list.status == 0 && list.stderr.contains("moov/trak[1]/mdia/mdhd"))
    let chosen = try Tool.run(["extract", "track", file, "--list", "--track", "1"])
    #expect(chosen.status == 0 && chosen.stderr.isEmpty)
    #expect(chosen.text == list.text)

    let built = try Tool.run(["build", work["built.mov"].path, "--video", file])
    #expect(built.status == 0)
    #expect(built.stderr.contains("warning: \(sound)"))
    #expect(built.stderr.hasSuffix("skipping it [track-unreadable]\n"))
    let wave = Stamping.media.appending(path: "sound/pcm-24.mov").path
    _ = try Tool.run([
      "extract", "track", wave, "--format", "wav", "-o", work["sound.wav"].path,
    ])
    let replaced = try Tool.run([
      "build", work["other.mov"].path, "--video", file, "--audio", work["sound.wav"].path,
    ])
    #expect(replaced.status == 0 && replaced.stderr.isEmpty, "\(replaced.stderr)")
  }

  /// Timecode that cannot be read is not reported as missing.
  @Test func timecode() throws {
    let file = try damaged("timecode-handmade/own-edits.mov", onlyLast: true).path
    let timecode = "track 2 (tmcd) cannot be read: moov/trak[1]/mdia/mdhd"
    let all = try Tool.run(["extract", "timecode", file])
    #expect(all.status == 0)
    #expect(all.stderr.contains("no readable timecode track: \(timecode)"))
    #expect(try refusal(["extract", "timecode", file, "--track", "2"]).contains(timecode))
    #expect(
      try refusal(["remove", "timecode", file, "-o", work["out.mov"].path]).contains(timecode))
    let stamped = try Tool.run([
      "insert", "timecode", file, "--start", "01:00:00:00", "-o", work["out.mov"].path,
    ])
    #expect(stamped.status == 1)
    #expect(stamped.stderr.contains("already has timecode (track 2)"))
  }

  /// A track without a header has no ID to identify it.
  @Test func withoutHeader() throws {
    let file = try work.copy("camera/long-gop.mov")
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data("tkhd".utf8)))
    bytes.replaceSubrange(place, with: Data("skip".utf8))
    try bytes.write(to: file)
    #expect(
      try refusal(["extract", "track", file.path])
        .contains("the track moov/trak (vide) cannot be read: moov/trak at "))
  }
}
