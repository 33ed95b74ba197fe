import Foundation

/// Makes movies of one video track, and of timecode that it refers to, as bytes, without the library under
/// test. Movie and media have one timescale, and all samples are in one chunk.
struct HandmadeVideo {
  var timescale: UInt32 = 1000
  var samples: [Data]
  /// Count and ticks.
  var durations: [(UInt32, UInt32)]
  var offsets: [(UInt32, Int32)] = []
  /// Ticks of the movie, time in the media, rate in 1/65536.
  var edits: [(UInt32, Int32, UInt32)] = []
  /// The frame number at the start, and the frame duration that the description declares.
  var timecode: (first: Int32, value: UInt32, timescale: UInt32, quanta: UInt8)?

  /// So many samples that `extract picture` copies as they are: each is like a JPEG file, with its number.
  static func pictures(_ count: Int) -> [Data] {
    (0..<count).map { Data([0xFF, 0xD8, 0xFF, UInt8(truncatingIfNeeded: $0), 0xFF, 0xD9]) }
  }

  private static func list<Row>(_ type: String, _ rows: [Row], _ row: (Row) -> Data) -> Data {
    Handmade.atom(
      type, Handmade.zeros(4), Handmade.number(UInt32(rows.count)), rows.map(row).reduce(Data(), +))
  }

  private func track(
    _ id: UInt32, _ handler: String, _ description: Data, _ durations: [(UInt32, UInt32)],
    _ sizes: [Int], at offset: Int, more: [Data] = [], references: Data = Data()
  ) -> Data {
    let length = durations.reduce(0) { $0 + $1.0 * $1.1 }
    let tables =
      [
        Self.list("stsd", [description]) { $0 },
        Self.list("stts", durations) { Handmade.number($0.0) + Handmade.number($0.1) },
        Self.list("stsc", [UInt32(sizes.count)]) {
          Handmade.number(UInt32(1)) + Handmade.number($0) + Handmade.number(UInt32(1))
        },
        Handmade.atom(
          "stsz", Handmade.zeros(8), Handmade.number(UInt32(sizes.count)),
          sizes.map { Handmade.number(UInt32($0)) }.reduce(Data(), +)),
        Self.list("stco", [UInt32(offset)]) { Handmade.number($0) },
      ] + more
    let header = Handmade.atom(
      "tkhd", Handmade.number(UInt32(3)), Handmade.zeros(8), Handmade.number(id), Handmade.zeros(4),
      Handmade.number(length), Handmade.zeros(16), Handmade.number(UInt32(0x10000)),
      Handmade.zeros(12), Handmade.number(UInt32(0x10000)), Handmade.zeros(12),
      Handmade.number(UInt32(0x4000_0000)), Handmade.zeros(8))
    let list = Self.list("elst", edits) {
      Handmade.number($0.0) + Handmade.number($0.1) + Handmade.number($0.2)
    }
    return Handmade.atom(
      "trak", header, references, edits.isEmpty ? Data() : Handmade.atom("edts", list),
      Handmade.atom(
        "mdia",
        Handmade.atom(
          "mdhd", Handmade.zeros(12), Handmade.number(timescale), Handmade.number(length),
          Handmade.zeros(4)),
        Handmade.atom(
          "hdlr", Handmade.zeros(4), Data("mhlr\(handler)".utf8), Handmade.zeros(13)),
        Handmade.atom("minf", Handmade.atom("stbl", tables.reduce(Data(), +)))))
  }

  var bytes: Data {
    let length = durations.reduce(0) { $0 + $1.0 * $1.1 }
    let start = Handmade.ftyp.count + 8
    var media = samples.reduce(into: Data()) { $0 += $1 }
    let video = Handmade.atom(
      "jpeg", Handmade.zeros(6), Handmade.number(UInt16(1)), Handmade.zeros(16),
      Handmade.number(UInt16(64)), Handmade.number(UInt16(64)), Handmade.zeros(50))
    let offsets =
      offsets.isEmpty
      ? []
      : [Self.list("ctts", offsets) { Handmade.number($0.0) + Handmade.number($0.1) }]
    var tracks = track(
      1, "vide", video, durations, samples.map(\.count), at: start, more: offsets,
      references: timecode == nil
        ? Data() : Handmade.atom("tref", Handmade.atom("tmcd", Handmade.number(UInt32(2)))))
    if let timecode {
      let description = Handmade.atom(
        "tmcd", Handmade.zeros(6), Handmade.number(UInt16(1)), Handmade.zeros(8),
        Handmade.number(timecode.timescale), Handmade.number(timecode.value),
        Data([timecode.quanta, 0]))
      tracks += track(2, "tmcd", description, [(1, length)], [4], at: start + media.count)
      media += Handmade.number(timecode.first)
    }
    return Handmade.ftyp + Handmade.atom("mdat", media)
      + Handmade.atom("moov", Handmade.mvhd(timescale: timescale, duration: length), tracks)
  }
}
