import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Linear timecode in the audio tracks of movies and in WAV files.
@Suite struct LinearTimecodeReadingTests {
  /// 30 frames from 01:02:03:04 at 25 frames per second and 48 kHz, from the first sample on.
  private static let levels: [Float] = {
    var signal = TimecodeSignal()
    try? signal.add(
      TimecodeSignal.labels(1, 2, 3, 4, count: 30, quanta: 25), rate: 25, userBits: 0xABCD)
    return signal.levels.map { $0 * 0.5 }
  }()

  /// How a value is written.
  private struct Codec: CustomTestStringConvertible {
    var type: FourCC
    var bits: Int
    var isBigEndian: Bool
    var isFloat = false
    /// With the description in version 2, or of ISO files; else in version 0.
    var format: LinearPCMFormat?
    var isISO = false

    var testDescription: String { "\(type) \(bits)" }

    /// The bytes of a level, by hand.
    func bytes(_ level: Float) -> [UInt8] {
      var word: UInt64
      switch (isFloat, bits) {
      case (true, 32): word = UInt64(level.bitPattern)
      case (true, _): word = Double(level).bitPattern
      case (false, 8): word = UInt64(128 + Int(level * 127))
      default:
        let full = Double(Int64(1) << Int64(bits - 1)) - 1
        word = UInt64(bitPattern: Int64((Double(level) * full).rounded()))
      }
      var bytes: [UInt8] = []
      for _ in 0..<bits / 8 {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
      return isBigEndian ? bytes.reversed() : bytes
    }

    func description(channels: Int) throws -> [UInt8] {
      if var format {
        format.channelCount = channels
        let atom = try format.sampleDescription(isISO ? .mp4 : .quickTime)
        #expect(atom.type == type)
        return try atom.serialized()
      }
      return atom(
        type, zeros(6), u16(1), zeros(8), u16(UInt16(channels)), u16(UInt16(bits)), zeros(4),
        u32(48000 << 16))
    }
  }

  private static func lpcm(_ encoding: LinearPCMFormat.Encoding, _ bits: Int) -> LinearPCMFormat {
    LinearPCMFormat(encoding, bits: bits, channels: 2, sampleRate: 48000)
  }

  private static let codecs: [Codec] = [
    Codec(type: "raw ", bits: 8, isBigEndian: true),
    Codec(type: "sowt", bits: 16, isBigEndian: false),
    Codec(type: "twos", bits: 16, isBigEndian: true),
    Codec(type: "in24", bits: 24, isBigEndian: true),
    Codec(type: "in32", bits: 32, isBigEndian: true),
    Codec(type: "fl32", bits: 32, isBigEndian: true, isFloat: true),
    Codec(type: "fl64", bits: 64, isBigEndian: true, isFloat: true),
    Codec(type: "lpcm", bits: 24, isBigEndian: false, format: lpcm(.signed, 24)),
    Codec(type: "lpcm", bits: 32, isBigEndian: false, isFloat: true, format: lpcm(.float, 32)),
    Codec(type: "ipcm", bits: 16, isBigEndian: false, format: lpcm(.signed, 16), isISO: true),
    Codec(
      type: "fpcm", bits: 64, isBigEndian: false, isFloat: true, format: lpcm(.float, 64),
      isISO: true),
  ]

  /// A movie with one audio track.
  private func make(
    _ codec: Codec, channels: [[Float]], edits: [UInt8]? = nil
  ) throws -> [UInt8] {
    let count = channels.map(\.count).min() ?? 0
    var audio: [UInt8] = []
    for number in 0..<count { for channel in channels { audio += codec.bytes(channel[number]) } }
    return make(
      audio, frames: count, of: codec.bits / 8 * channels.count,
      try codec.description(channels: channels.count), edits: edits)
  }

  private func make(
    _ audio: [UInt8], frames: Int, of size: Int, _ description: [UInt8], edits: [UInt8]? = nil,
    handler: FourCC = "soun"
  ) -> [UInt8] {
    fileType + atom("mdat", audio)
      + atom(
        "moov", MovieBytes.movieHeader(timescale: 600),
        MovieBytes().track(
          1, handler, edits: edits, description: description, durations: [(UInt32(frames), 1)],
          size: UInt32(size), at: UInt32(fileType.count + 8), timescale: 48000))
  }

  private func read(
    _ bytes: [UInt8], channel: Int? = nil, frameDuration: MediaTime? = nil
  ) throws -> LinearTimecodeReading {
    let movie = try Movie(from: MemorySource(bytes))
    return try LinearTimecodeReading(
      try #require(movie.tracks.first), channel: channel, frameDuration: frameDuration)
  }

  @Test(arguments: codecs.indices)
  func everyCodec(number: Int) throws {
    let codec = Self.codecs[number]
    let other = [Float](repeating: 0, count: Self.levels.count).withNoise(0.1)
    let reading = try read(try make(codec, channels: [other, Self.levels]))
    #expect(reading.channel == 1, "\(codec.testDescription)")
    let run = try #require(reading.runs.first)
    #expect(reading.runs.count == 1)
    #expect(run.time == .zero)
    #expect(run.start == "01:02:03:04")
    #expect(run.frameNumber == 93079)
    #expect(run.duration == MediaTime(value: 6, timescale: 5))
    #expect(run.format.frameDuration == MediaTime(value: 1, timescale: 25))
    #expect(reading.userBits?.digits == "0000ABCD")
    #expect(reading.diagnostics == [])
  }

  /// Timecode is in one channel and other audio in the next (x42/libltc#71), and a channel can be
  /// chosen.
  @Test func aChannel() throws {
    let codec = Self.codecs[1]
    let late = [Float](repeating: 0, count: 9600) + Self.levels
    let bytes = try make(codec, channels: [late.map { $0 * 0.1 }, Self.levels])
    #expect(try read(bytes).channel == 1)
    let first = try read(bytes, channel: 0)
    #expect(first.channel == 0)
    #expect(first.runs.map(\.time) == [MediaTime(value: 1, timescale: 5)])
    let silent = try make(codec, channels: [[Float](repeating: 0, count: 5000), Self.levels])
    let nothing = try read(silent, channel: 0)
    #expect(nothing.channel == nil && nothing.runs.isEmpty && nothing.diagnostics.isEmpty)
    for channel in [-1, 2, .max] {
      #expect(throws: ReadingError.self) { try read(bytes, channel: channel) }
    }
  }

  /// Half a second of nothing, a second from 0.1 s on, and the first 0.2 s again.
  @Test func throughEdits() throws {
    let edits = MovieBytes.edits((300, -1, 0x10000), (600, 4800, 0x10000), (120, 0, 0x10000))
    let reading = try read(try make(Self.codecs[1], channels: [Self.levels], edits: edits))
    // Of the frames of 1920 samples, the fourth is the first that begins after 4800, at 5760.
    #expect(reading.runs.map(\.start) == ["01:02:03:07", "01:02:03:04"])
    #expect(
      reading.runs.map(\.time)
        == [MediaTime(value: 52, timescale: 100), MediaTime(value: 3, timescale: 2)])
    #expect(
      reading.runs.map(\.duration)
        == [MediaTime(value: 98, timescale: 100), MediaTime(value: 1, timescale: 5)])
    #expect(reading.stretches.map(\.frameCount) == [25, 5])
  }

  @Test func refused() throws {
    let aac = make(zeros(100), frames: 10, of: 10, atom("mp4a", zeros(6), u16(1), zeros(20)))
    #expect {
      try read(aac)
    } throws: {
      "\($0)".contains("uncompressed audio only") && "\($0)".contains("mp4a")
    }
    let video = make(
      zeros(100), frames: 10, of: 10, atom("jpeg", zeros(6), u16(1), zeros(70)), handler: "vide")
    #expect(throws: ReadingError.self) { try read(video) }
  }

  @Test(arguments: ["RIFF", "RF64"])
  func wave(kind: String) throws {
    let codec = Self.codecs[8]
    let audio = Self.levels.flatMap { codec.bytes($0 * 0.1) + codec.bytes($0) }
    let format = LinearPCMFormat(.float, bits: 32, channels: 2, sampleRate: 48000)
    var header = WaveHeader(format, dataSize: UInt64(audio.count)).header
    if kind == "RF64" {
      // The sizes of 32 bits say that those of `ds64` are valid.
      let ds64 =
        ascii("ds64") + [28, 0, 0, 0] + zeros(8)
        + (0..<8).map { UInt8(truncatingIfNeeded: audio.count >> (8 * $0)) } + zeros(12)
      header.replaceSubrange(header.count - 4..<header.count, with: [255, 255, 255, 255])
      header = ascii("RF64") + [255, 255, 255, 255] + ascii("WAVE") + ds64 + header[12...]
    }
    let source = MemorySource(header + audio)
    let reading = try LinearTimecodeReading(
      wave: source, frameDuration: MediaTime(value: 1, timescale: 50))
    #expect(reading.channel == 0)
    #expect(reading.runs.map(\.start) == ["01:02:03:04"])
    #expect(reading.runs.map(\.time) == [.zero])
    #expect(reading.runs.map(\.duration) == [MediaTime(value: 6, timescale: 5)])
  }

  /// Damaged movies never trap.
  @Test func damaged() throws {
    let whole = try make(
      Self.codecs[1], channels: [Array(Self.levels[..<4000])],
      edits: MovieBytes.edits((40, 100, 0x10000)))
    var random = Seed.generator("damaged audio")
    let header = whole.count - 700
    for round in 0..<60 {
      var bytes = whole
      for _ in 0..<1 + round % 4 {
        bytes[header + Int(random.next() % 700)] = UInt8(truncatingIfNeeded: random.next())
      }
      if round % 5 == 0 { bytes.removeLast(Int(random.next() % 600)) }
      guard let movie = try? Movie(from: MemorySource(bytes)) else { continue }
      for track in movie.tracks { _ = try? LinearTimecodeReading(track) }
    }
  }

  /// Levels of all widths by hand.
  @Test func pcmLevels() throws {
    func levels(_ format: LinearPCMFormat, _ bytes: [UInt8], _ channel: Int = 0) -> [Float]? {
      PCMLevels(format)?.levels(of: channel, in: bytes[...])
    }
    func format(_ encoding: LinearPCMFormat.Encoding, _ bits: Int, _ channels: Int = 1)
      -> LinearPCMFormat
    {
      LinearPCMFormat(encoding, bits: bits, channels: channels, sampleRate: 48000)
    }
    #expect(levels(format(.unsigned, 8), [0, 64, 128, 192]) == [-1, -0.5, 0, 0.5])
    #expect(levels(format(.signed, 16), [0, 0x80, 0, 0x40, 0xFF]) == [-1, 0.5])
    #expect(levels(format(.signed, 24), [0, 0, 0xC0]) == [-0.5])
    #expect(levels(format(.signed, 16, 2), [0, 0x40, 0, 0xC0], 1) == [-0.5])
    #expect(levels(format(.signed, 64), [0, 0, 0, 0, 0, 0, 0, 0x80]) == [-1])
    #expect(levels(format(.float, 32), [0, 0, 0x80, 0x3F]) == [1])
    #expect(levels(format(.float, 24), [0, 0, 0]) == nil)
    #expect(levels(format(.signed, 16, 2), [0, 0x40, 0, 0xC0], 2) == [])
    var big = format(.signed, 24)
    big.isBigEndian = true
    #expect(levels(big, [0x40, 0, 0]) == [0.5])
  }
}
