import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Streams of real encoders, and what ffmpeg says of them.
enum EncodedStreams {
  /// A file that goes when the test is over.
  static func withFile<T>(_ suffix: String, _ body: (URL) throws -> T) throws -> T {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "movkit-\(UUID().uuidString).\(suffix)")
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file)
  }

  /// Encodes a moving test picture with ffmpeg.
  static func encode(
    _ encoder: String, _ parameters: String, pixels: String = "yuv420p", size: String = "178x100",
    rate: String = "25", frames: Int = 40
  ) throws -> [UInt8]? {
    let option = encoder == "libx264" ? "-x264-params" : "-x265-params"
    let quiet = encoder == "libx264" ? "threads=1:" : "log-level=none:pools=1:"
    let data = try OtherPrograms.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate)",
        "-frames:v", "\(frames)", "-pix_fmt", pixels, "-c:v", encoder, "-preset", "veryfast",
        option, quiet + parameters, "-f", encoder == "libx264" ? "h264" : "hevc", "-",
      ])
    guard let data else { return nil }
    guard !data.isEmpty else {
      NotRun.add(.program("ffmpeg with \(encoder)"))
      return nil
    }
    return [UInt8](data)
  }

  /// Which packets ffprobe holds for those of random access pictures, in the order of the stream, and the kinds
  /// of the decoded pictures in the order in which they are shown.
  static func probe(_ stream: [UInt8], _ codec: VideoCodec) throws -> (keys: [Bool], kinds: String)?
  {
    let format = codec == .h264 ? "h264" : "hevc"
    return try withFile(format) { file in
      try Data(stream).write(to: file)
      let all = ["-v", "quiet", "-f", format, "-of", "csv=p=0", "-select_streams", "v"]
      guard
        let packets = try OtherPrograms.output(
          "ffprobe", all + ["-show_entries", "packet=flags", file.path]),
        let frames = try OtherPrograms.output(
          "ffprobe", all + ["-show_entries", "frame=pict_type", file.path])
      else { return nil }
      let lines = { (data: Data) in
        String(decoding: data, as: UTF8.self).split(separator: "\n")
      }
      return (
        lines(packets).map { $0.hasPrefix("K") },
        lines(frames).compactMap { $0.first.map(String.init) }.joined()
      )
    }
  }

  /// All samples of a stream that comes in pieces.
  static func samples(
    _ stream: [UInt8], _ options: VideoStreamReader.Options = .init(), pieces: Int = 4096
  ) throws -> (reader: VideoStreamReader, samples: [StreamSample]) {
    var reader = VideoStreamReader(options)
    var samples: [StreamSample] = []
    for start in stride(from: 0, to: stream.count, by: pieces) {
      reader.append(stream[start..<min(start + pieces, stream.count)])
      while let sample = try reader.next() { samples.append(sample) }
    }
    reader.finish()
    while let sample = try reader.next() { samples.append(sample) }
    return (reader, samples)
  }
}

extension StreamSample {
  var presentationTime: Int64 { decodeTime + compositionOffset }
}
