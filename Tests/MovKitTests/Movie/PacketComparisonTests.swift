import Foundation
import Testing

@testable import MovKit

/// Samples against the packets that ffprobe lists, where it is there. Edit lists make ffprobe shift
/// and drop packets, so it is told to leave them alone.
@Suite struct PacketComparisonTests {
  private static let ffprobe = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { $0 + "/ffprobe" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  private struct Packet: Equatable {
    var time: Int64
    var shown: Int64
    var size: UInt64
    var offset: UInt64
    var isSync: Bool
  }

  private func packets(_ file: URL, stream: Int, _ ffprobe: String) throws -> [Packet] {
    let process = Process()
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    process.executableURL = URL(filePath: ffprobe)
    process.arguments = [
      "-v", "quiet", "-ignore_editlist", "1", "-select_streams", "\(stream)", "-show_entries",
      "packet=pts,dts,size,pos,flags", "-of", "csv=p=0", file.path,
    ]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").compactMap {
      let fields = $0.split(separator: ",")
      guard fields.count >= 5, let shown = Int64(fields[0]), let time = Int64(fields[1]),
        let size = UInt64(fields[2]), let offset = UInt64(fields[3])
      else { return nil }
      return Packet(
        time: time, shown: shown, size: size, offset: offset, isSync: fields[4].hasPrefix("K"))
    }
  }

  @Test(arguments: [
    "camera/moov-first.mov", "camera/moov-last.mp4", "camera/vfr.mov", "camera/vfr.mp4",
    "camera/hevc.mp4", "codecs/h264-10-bit.mp4", "codecs/x264-open-gop.mp4",
    "edits/negative-offsets.mp4", "fragments/plain.mp4", "fragments/default-base-moof.mp4",
    "fragments/every-frame.mp4", "fragments/moov-with-samples.mp4", "timecode/2997-df.mov",
  ])
  func samplesArePackets(_ name: String) throws {
    guard let ffprobe = Self.ffprobe, let media = MediaFiles.testMedia else { return }
    let file = media.appending(path: name)
    let movie = try Movie(reading: MemorySource(try MediaFiles.bytes(of: file)))
    for (stream, track) in movie.tracks.enumerated() where track.mediaType == "vide" {
      let table = try track.sampleTable()
      let expected = try packets(file, stream: stream, ffprobe)
      #expect(!expected.isEmpty)
      let found = table.map {
        Packet(
          time: $0.decodeTime, shown: $0.presentationTime, size: $0.size, offset: $0.offset,
          isSync: $0.isSync)
      }
      // Where an offset is negative ffprobe moves all decode times back by the same amount.
      let shift = (found.first?.time ?? 0) - (expected.first?.time ?? 0)
      let shiftShown = (found.first?.shown ?? 0) - (expected.first?.shown ?? 0)
      #expect(
        found
          == expected.map {
            Packet(
              time: $0.time + shift, shown: $0.shown + shiftShown, size: $0.size,
              offset: $0.offset, isSync: $0.isSync)
          })
    }
  }
}
