import Foundation
import Testing

@testable import MovKit

/// Fragments whose pictures are in another file: every command that copies a movie leaves their places in
/// that file as they are, whatever moves in this one.
@Suite struct FragmentsElsewhereToolTests {
  static let files = [
    "default-base-moof.mp4", "default-base-moof.mov", "plain.mp4", "timecode.mp4",
  ]

  private static let verbs = [
    "insert timecode x.mp4 --replace --start 01:00:00:00 --rate 25 -o out.mp4",
    "edit track x.mp4 --track video --name Boom -o out.mp4",
    "edit metadata x.mp4 title=Boom -o out.mp4",
    "edit atom x.mp4 moov/mvhd rate=2 -o out.mp4 --verify=full",
    "insert atom x.mp4 moov some.atom -o out.mp4 --verify=full",
    "insert track x.mp4 --from other.mov --track video -o out.mp4",
    "remux x.mp4 --fast-start -o out.mp4",
    "build out.mp4 --from-json x.json --media x.mp4",
  ]

  @Test(arguments: files) func placesStay(name: String) throws {
    try Tool.withFolder { folder in
      var bytes = [UInt8](
        try Data(contentsOf: Stamping.media.appending(path: "fragments/\(name)")))
      // The first data reference is that of the video. Without its flag, it is to another file.
      let reference = try #require(bytes.firstRange(of: Array("url \0\0\0\u{1}".utf8)))
      bytes[reference.upperBound - 1] = 0
      try Data(bytes).write(to: folder.appending(path: "x.mp4"))
      try Data("\0\0\0\u{C}skip1234".utf8).write(to: folder.appending(path: "some.atom"))
      try FileManager.default.copyItem(
        at: Stamping.media.appending(path: "rates/25.mov"), to: folder.appending(path: "other.mov"))
      // The movie as it is described, with one more atom in the header.
      let described = try Tool.run(
        ["inspect", "--compact", "--bytes", "all", "x.mp4"], cwd: folder)
      let text = String(decoding: described.stdout, as: UTF8.self)
      let header = try #require(text.firstRange(of: #""type":"mvhd""#)?.lowerBound)
      let atom = try #require(text[..<header].lastIndex(of: "{"))
      let added = #"{"type":"skip"},"#
      try Data((text[..<atom] + added + text[atom...]).utf8)
        .write(to: folder.appending(path: "x.json"))
      let before = try Self.places(folder.appending(path: "x.mp4"))
      try #require(!before.ours.isEmpty)
      for verb in Self.verbs {
        let result = try Tool.run(verb.split(separator: " ").map(String.init), cwd: folder)
        #expect(result.status == 0, "\(verb): \(result.stderr)")
        guard result.status == 0 else { continue }
        let output = folder.appending(path: "out.mp4")
        let after = try Self.places(output)
        #expect(after.ours == before.ours, "\(verb)")
        #expect(after.theirs == before.theirs, "\(verb)")
        try FileManager.default.removeItem(at: output)
      }
    }
  }

  /// The places of the samples of the first video, as the library reads them, and as ffprobe does, which
  /// takes them for places in this file; none of the latter without ffprobe.
  private static func places(_ file: URL) throws -> (ours: [UInt64], theirs: [String]) {
    let movie = try Movie(path: file.path)
    let ours = try #require(movie.tracks(.video).first).sampleTable().sampleChunks.map(\.offset)
    guard MediaTools.has("ffprobe") else { return (ours, []) }
    let text = try MediaTools.output(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts,pos", "-of",
        "csv=p=0", file.path,
      ])
    return (ours, String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
  }
}
