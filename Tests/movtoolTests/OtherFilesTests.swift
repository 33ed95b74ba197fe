import Foundation
import TestSupport
import Testing

/// Files of other kinds, made by ffmpeg, whatever their names are.
@Suite struct OtherFilesTests {
  @Test(arguments: [
    ("mkv", "Matroska or WebM"), ("mxf", "MXF"), ("ts", "an MPEG transport stream"),
    ("mpg", "an MPEG program stream"), ("avi", "AVI"), ("wmv", "Windows Media (ASF)"),
    ("flv", "Flash Video (FLV)"), ("wav", "WAV"), ("w64", "Wave64"), ("aiff", "AIFF"),
    ("flac", "FLAC"), ("ogg", "Ogg"), ("mp3", "MP3"), ("png", "PNG"), ("jpg", "JPEG"),
    ("gif", "GIF"), ("tiff", "TIFF"),
  ])
  func namedInTheError(_ ending: String, _ kind: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let isPicture = ["png", "jpg", "gif", "tiff"].contains(ending)
      let made = try MediaTools.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2:r=25"]
          + (isPicture ? ["-frames:v", "1"] : ["-f", "lavfi", "-i", "sine=d=0.2:r=48000"])
          + [folder.appending(path: "a.\(ending)").path], stdin: Data())
      try #require(made.status == 0, "\(made.stderr)")
      try FileManager.default.moveItem(
        at: folder.appending(path: "a.\(ending)"), to: folder.appending(path: "a.mov"))
      let result = try Tool.run(["list", "a.mov"], cwd: folder)
      #expect(
        result.stderr.contains(
          "movtool: a.mov: this is not a QuickTime or MP4 file; it is \(kind)\n"),
        "\(result.stderr)")
    }
  }
}
