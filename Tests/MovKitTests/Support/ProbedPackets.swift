import Foundation
import TestSupport

/// What ffprobe lists of a file's packets, where it is there.
struct ProbedPackets {
  struct Packet: Equatable {
    /// In ticks of the media, as are all times here.
    var time: Int64
    var shown: Int64
    var size: UInt64
    var offset: UInt64
    var isSync: Bool
    /// Whether it is there only for others to be decoded.
    var isDiscarded: Bool
  }

  /// By track ID; of tracks with the same ID the first.
  private(set) var tracks: [UInt32: [Packet]] = [:]

  /// Nil where there is no ffprobe. Packets without a time or a place are left out.
  init?(
    of file: URL, applyingEdits: Bool, by function: String = #function, in source: String = #fileID
  ) throws {
    let output = try OtherPrograms.output(
      "ffprobe",
      [
        "-v", "quiet", "-ignore_editlist", applyingEdits ? "0" : "1", "-show_entries",
        "stream=index,id:packet=stream_index,pts,dts,size,pos,flags", "-of", "csv", file.path,
      ], by: function, in: source)
    guard let output else { return nil }
    let text = String(decoding: output, as: UTF8.self)
    // Packets come ahead of the streams.
    var packets: [Substring: [Packet]] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ",")
      if fields.first == "packet", let packet = Self.packet(fields) {
        packets[fields[1], default: []].append(packet)
      } else if fields.first == "stream", fields.count >= 3,
        let id = UInt32(fields[2].dropFirst(2), radix: 16), tracks[id] == nil
      {
        tracks[id] = packets[fields[1]] ?? []
      }
    }
  }

  private static func packet(_ fields: [Substring]) -> Packet? {
    guard fields.count >= 7, let shown = Int64(fields[2]), let time = Int64(fields[3]),
      let size = UInt64(fields[4]), let offset = UInt64(fields[5])
    else { return nil }
    return Packet(
      time: time, shown: shown, size: size, offset: offset, isSync: fields[6].hasPrefix("K"),
      isDiscarded: fields[6].contains("D"))
  }
}
