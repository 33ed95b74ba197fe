import Foundation
import Testing

@testable import MovKit

/// Compressed audio of old QuickTime movies, whose samples are audio frames and whose bytes are
/// packets.
@Suite struct PacketSoundTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// Returns packets of IMA 4:1 made by ffmpeg, for one channel, or in pairs for two channels.
  private static func packets() throws -> Data {
    Data(try testMovie("sound/ima4.mov")[36..<36 + 374 * 34])
  }

  private func write(_ sound: Handmade.PacketSound, _ packets: Data) throws -> String {
    let file = work["sound.mov"]
    try sound.movie(packets).write(to: file)
    return file.path
  }

  private func raw(_ file: String, _ options: String...) throws -> Data {
    let output = work["\(UUID().uuidString).raw"]
    let result = try Tool.run(
      ["extract", "track", file, "--format", "raw", "-o", output.path] + options)
    #expect(result.status == 0, "\(result.stderr)")
    return try Data(contentsOf: output)
  }

  /// Returns all audio as ffmpeg decodes it.
  private static func decoded(_ file: String) throws -> Data {
    try MediaTools.output(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", file, "-map", "0:a", "-f", "s16le", "-"])
  }

  private static let layouts = [[], ["--fast-start"], ["--fragment", "0.1"]]

  private static let sounds: [Handmade.PacketSound] = [
    .init(), .init(version: 0), .init(channels: 2, packet: (64, 68), packetsPerChunk: 31),
    .init(packetsPerChunk: 10_000), .init(packetsPerChunk: 1),
    .init(format: "MAC6", channels: 2, rate: 22050, packet: (6, 2), packetsPerChunk: 700),
    .init(format: "MAC3", version: 0, rate: 22050, packet: (6, 2), packetsPerChunk: 700),
    .init(format: "agsm", rate: 8000, packet: (160, 33), packetsPerChunk: 40),
    .init(format: "agsm", version: 0, rate: 8000, packet: (160, 33), packetsPerChunk: 40),
  ]

  @Test(arguments: sounds.indices, layouts)
  func copies(number: Int, options: [String]) throws {
    let sound = Self.sounds[number]
    let size = Int(sound.packet.bytes)
    var packets = try Self.packets()
    packets = packets.prefix(packets.count / size * size)
    let source = try write(sound, packets)
    #expect(try raw(source) == packets)
    let copy = work["copy.mov"]
    let result = try Tool.run(["build", copy.path, "--video", source] + options)
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    #expect(try raw(copy.path) == packets)

    let bytes = MemorySource([UInt8](try Data(contentsOf: copy)))
    let movie = try Movie(from: bytes)
    let table = try #require(movie.tracks.first).sampleTable()
    let moments = UInt64(packets.count / size) * UInt64(sound.packet.samples)
    #expect(table.duration == moments && table.diagnostics.isEmpty)
    if options.contains("--fragment") {
      // A sample is as many packets as last 1000 audio frames or less, but at least one.
      var time: Int64 = 0
      for sample in table {
        #expect(sample.decodeTime == time)
        #expect(sample.size * UInt64(sound.packet.samples) == sample.duration * UInt64(size))
        #expect(sample.duration <= 1024)
        time += Int64(sample.duration)
      }
    } else {
      // The sample table is of the same kind, and chunks are half a second or less.
      let stsz = try movie.tracks[0].atom.descendant("mdia", "minf", "stbl", "stsz")?
        .decode(SampleSizes.self)
      #expect(stsz?.sampleSize == 1 && stsz?.sampleCount == UInt32(moments))
      var place: UInt64 = 0
      for chunk in table.sampleChunks {
        let count = UInt64(chunk.samples.count)
        #expect(count % UInt64(sound.packet.samples) == 0)
        #expect(chunk.size == count / UInt64(sound.packet.samples) * UInt64(size))
        #expect(count <= UInt64(sound.rate / 2 + sound.packet.samples))
        place += chunk.size
      }
      #expect(place == UInt64(packets.count))
    }
    guard MediaTools.has("ffmpeg") else { return }
    let heard = try Self.decoded(source)
    #expect(!heard.isEmpty)
    #expect(try Self.decoded(copy.path) == heard)
    // For other formats, the frames that ffmpeg makes depend on the chunks.
    guard sound.format == "ima4" else { return }
    #expect(try MediaTools.frames(copy) == MediaTools.frames(URL(filePath: source)))
  }

  @Test func insertsATrack() throws {
    let packets = try Self.packets()
    let source = try write(.init(channels: 2, packet: (64, 68)), packets)
    let output = work["out.mov"].path
    let movie = Stamping.media.appending(path: "camera/long-gop.mov").path
    let result = try Tool.run(["insert", "track", movie, "--from", source, "-o", output])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try raw(output, "--track", "2") == packets)
    guard MediaTools.has("ffmpeg") else { return }
    #expect(try Self.decoded(output) == Self.decoded(source))
  }

  /// A chunk may end with a packet that is not played completely. This is kept, and the next packet
  /// begins a new chunk.
  @Test(arguments: layouts)
  func packetsThatAreNotFull(options: [String]) throws {
    let packets = try Self.packets()
    let source = try write(.init(packetsPerChunk: 30, missing: 10), packets)
    let copy = work["copy.mov"].path
    let result = try Tool.run(["build", copy, "--video", source] + options)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try raw(copy) == packets)
    let bytes = MemorySource([UInt8](try Data(contentsOf: work["copy.mov"])))
    let table = try #require(try Movie(from: bytes).tracks.first).sampleTable()
    // There are 374 packets in 13 chunks.
    #expect(table.duration == 374 * 64 - 13 * 10)
    guard options.isEmpty else { return }
    #expect(table.sampleChunks.prefix(2).map(\.samples.count) == [30 * 64 - 10, 30 * 64 - 10])
  }

  /// The bytes of packets are compared, which the first sample of each has: packet 147 begins with audio frame 9408.
  @Test func comparesPackets() throws {
    var packets = try Self.packets()
    let first = try write(.init(), packets)
    let second = work["other.mov"]
    packets[packets.startIndex + 147 * 34 + 5] ^= 1
    try Handmade.PacketSound(packetsPerChunk: 31).movie(packets).write(to: second)
    let found = try Tool.run(["diff", "--media", first, second.path])
    #expect(found.status == 1)
    #expect(
      found.text.contains("track 1: the bytes of 1 sample differ, from sample 9408 on"),
      "\(found.text)")
  }

  /// Extraction begins with the packet that contains the start time.
  @Test func partOfTheTime() throws {
    let packets = try Self.packets()
    let source = try write(.init(), packets)
    // The audio frames 4824 to 5280 are in the packets 75 to 82.
    let part = try raw(source, "--from", "0.1005", "--to", "0.11")
    #expect(part == packets.dropFirst(75 * 34).prefix(8 * 34))
  }

  @Test func whatCannotBeCopied() throws {
    let packets = try Self.packets()
    let source = try write(.init(), packets)
    let mp4 = try Tool.run(["build", work["out.mp4"].path, "--video", source])
    #expect(mp4.status == 1)
    #expect(mp4.stderr.contains("MP4 does not support this kind of packed audio"))
    let moments = UInt32(374 * 64)
    for times in [[(moments - 1, 1), (1, 2)], [(100, 1), (moments - 100, 2)]]
      as [[(UInt32, UInt32)]]
    {
      let odd = try write(.init(times: times), packets)
      #expect(try raw(odd) == packets)
      let result = try Tool.run(["build", work["out.mov"].path, "--video", odd])
      #expect(result.status == 1)
      #expect(result.stderr.contains("audio packets do not all have the same duration"))
    }
    #expect(try work.names.allSatisfy { $0.hasPrefix("sound") || $0.hasSuffix(".raw") })
  }
}
