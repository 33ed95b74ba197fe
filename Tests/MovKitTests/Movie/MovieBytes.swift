import Testing

@testable import MovKit

/// Small whole movies for tests, of a video track (ID 1) and a timecode track (ID 2) that it refers
/// to. The timecode samples stand at the start of `mdat`.
struct MovieBytes {
  /// Of the movie.
  var timescale: UInt32 = 600
  /// Of the video, and of the timecode where that has none of its own.
  var mediaTimescale: UInt32 = 2400
  var timecodeTimescale: UInt32?
  var videoDurations: [(UInt32, UInt32)] = [(48, 100)]
  var videoOffsets: [(UInt32, Int32)]?
  var videoSize: UInt32 = 10
  var videoEdits: [UInt8]?
  var timecodeEdits: [UInt8]?
  var timecodeIDs: [UInt32] = [2]
  /// Frame number and duration.
  var timecodes: [(Int32, UInt32)] = [(1000, 4800)]
  var frameDuration: (UInt32, UInt32) = (100, 2400)
  var quanta: UInt8 = 24
  var flags: UInt32 = 0
  var more: [UInt8] = []

  private static let mediaStart: UInt32 = 28

  /// An edit list in version 0: duration, media time, rate in 16.16.
  static func edits(_ rows: (UInt32, Int32, UInt32)...) -> [UInt8] {
    atom(
      "edts",
      atom(
        "elst", u32(0), u32(UInt32(rows.count)),
        rows.flatMap { u32($0.0) + u32(UInt32(bitPattern: $0.1)) + u32($0.2) }))
  }

  /// In version 1.
  static func wideEdits(_ rows: (UInt64, Int64, UInt32)...) -> [UInt8] {
    atom(
      "edts",
      atom(
        "elst", u32(1 << 24), u32(UInt32(rows.count)),
        rows.flatMap { u64($0.0) + u64(UInt64(bitPattern: $0.1)) + u32($0.2) }))
  }

  static func matrix() -> [UInt8] {
    u32(0x10000) + zeros(12) + u32(0x10000) + zeros(12) + u32(0x4000_0000)
  }

  static func movieHeader(timescale: UInt32) -> [UInt8] {
    atom(
      "mvhd", zeros(12), u32(timescale), u32(0), u32(0x10000), u16(0x100), zeros(10), matrix(),
      zeros(24), u32(9))
  }

  func track(
    _ id: UInt32, _ handler: FourCC, edits: [UInt8]?, description: [UInt8],
    durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)]? = nil, size: UInt32,
    at start: UInt32, timescale: UInt32? = nil,
    references: [UInt8] = []
  ) -> [UInt8] {
    let count = durations.reduce(0) { $0 + $1.0 }
    let length = durations.reduce(0) { $0 + $1.0 * $1.1 }
    let ctts = offsets.map { rows in
      atom(
        "ctts", u32(0), u32(UInt32(rows.count)),
        rows.flatMap { u32($0.0) + u32(UInt32(bitPattern: $0.1)) })
    }
    let stbl = atom(
      "stbl", atom("stsd", u32(0), u32(1), description),
      atom(
        "stts", u32(0), u32(UInt32(durations.count)), durations.flatMap { u32($0.0) + u32($0.1) }),
      ctts ?? [], atom("stsc", u32(0), u32(1), u32(1), u32(count), u32(1)),
      atom("stsz", u32(0), u32(size), u32(count)), atom("stco", u32(0), u32(1), u32(start)))
    return atom(
      "trak", atom("tkhd", u32(3), zeros(8), u32(id), zeros(24), Self.matrix(), zeros(8)),
      references, edits ?? [],
      atom(
        "mdia",
        atom("mdhd", u32(0), zeros(8), u32(timescale ?? mediaTimescale), u32(length), zeros(4)),
        MovKitTests.handler(handler), atom("minf", stbl)))
  }

  var bytes: [UInt8] {
    let (duration, scale) = frameDuration
    let tmcd = atom(
      "tmcd", zeros(6), u16(1), u32(0), u32(flags), u32(scale), u32(duration), u8(quanta), u8(0))
    let samples = timecodes.flatMap { u32(UInt32(bitPattern: $0.0)) }
    let references = timecodeIDs.isEmpty ? [] : atom("tref", atom("tmcd", timecodeIDs.flatMap(u32)))
    return fileType + atom("mdat", samples, zeros(4096))
      + atom(
        "moov", Self.movieHeader(timescale: timescale),
        track(
          1, "vide", edits: videoEdits, description: atom("jpeg", zeros(6), u16(1), zeros(70)),
          durations: videoDurations, offsets: videoOffsets, size: videoSize,
          at: Self.mediaStart + UInt32(samples.count), references: references),
        track(
          2, "tmcd", edits: timecodeEdits, description: tmcd,
          durations: timecodes.map { (1, $0.1) }, size: 4, at: Self.mediaStart,
          timescale: timecodeTimescale),
        more)
  }

  func movie() throws -> Movie { try Movie(from: MemorySource(bytes)) }

  func timecode(_ options: TimecodeTrack.Options = .init()) throws -> TimecodeTrack {
    let source = MemorySource(bytes)
    let track = try #require(try Movie(from: source).track(2))
    return try TimecodeTrack(track, options: options)
  }

  func timeline() throws -> TimecodeTimeline { TimecodeTimeline(try timecode()) }
}
