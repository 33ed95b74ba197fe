import Foundation

/// Makes atoms as bytes, without the library under test.
enum Handmade {
  static func atom(_ type: String, _ content: Data...) -> Data {
    let body = content.reduce(Data(), +)
    return number(UInt32(8 + body.count)) + Data(type.utf8) + body
  }

  static func number<T: FixedWidthInteger>(_ value: T) -> Data {
    var data = Data()
    for shift in stride(from: T.bitWidth - 8, through: 0, by: -8) {
      data.append(UInt8(truncatingIfNeeded: value >> T(shift)))
    }
    return data
  }

  static func zeros(_ count: Int) -> Data { Data(count: count) }

  static let ftyp = atom("ftyp", Data("qt  ".utf8), number(UInt32(0x2005_0300)), Data("qt  ".utf8))

  private static let identity = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
    .map { number(UInt32($0)) }.reduce(Data(), +)

  static func mvhd(timescale: UInt32 = 600, duration: UInt32 = 1500, created: UInt32 = 0) -> Data {
    atom(
      "mvhd", number(UInt32(0)), number(created), number(UInt32(0)), number(timescale),
      number(duration), number(UInt32(0x10000)), number(UInt16(0x100)), zeros(10), identity,
      zeros(24), number(UInt32(3)))
  }

  /// Returns a video track whose time-to-sample table has one run for each of `deltas`.
  static func track(id: UInt32 = 1, deltas: [UInt32] = [20, 20, 30], name: String = "") -> Data {
    let stts = atom(
      "stts", number(UInt32(0)), number(UInt32(deltas.count)),
      deltas.map { number(UInt32(1)) + number($0) }.reduce(Data(), +))
    let tkhd = atom(
      "tkhd", number(UInt32(3)), zeros(8), number(id), zeros(4), number(UInt32(1500)), zeros(16),
      identity, number(UInt32(320 << 16)), number(UInt32(240 << 16)))
    let elst = atom(
      "elst", number(UInt32(0)), number(UInt32(1)), number(UInt32(1500)), number(UInt32(10)),
      number(UInt32(0x8000)))
    let mdhd = atom(
      "mdhd", number(UInt32(0)), zeros(8), number(UInt32(600)), number(UInt32(1500)),
      number(UInt16(0x15C7)), zeros(2))
    let hdlr = atom(
      "hdlr", zeros(4), Data("mhlrvide".utf8), zeros(12), Data([UInt8(name.utf8.count)]),
      Data(name.utf8))
    return atom(
      "trak", tkhd, atom("edts", elst),
      atom("mdia", mdhd, hdlr, atom("minf", atom("stbl", stts))))
  }

  static func movie(_ tracks: Data..., behind: Data = Data()) -> Data {
    ftyp + atom("mdat", Data(0..<100))
      + atom("moov", mvhd(created: 3_600_000_000), tracks.reduce(Data(), +), behind)
  }

  /// A QuickTime movie of compressed audio that counts each audio frame as a sample, as old movies
  /// do (QuickTime File Format, "Sound Sample Description (Version 1)"). The chunks are not
  /// adjacent.
  struct PacketSound {
    var format = "ima4"
    var version: UInt16 = 1
    var channels: UInt16 = 1
    var rate: UInt32 = 48000
    /// The number of audio frames in a packet, and its number of bytes.
    var packet: (samples: UInt32, bytes: UInt32) = (64, 34)
    var packetsPerChunk = 100
    /// How many audio frames fewer the last packet of each chunk has.
    var missing: UInt32 = 0
    /// The rows of `stts`; nil for one tick per audio frame.
    var times: [(UInt32, UInt32)]?

    func movie(_ packets: Data) -> Data {
      let size = packetsPerChunk * Int(packet.bytes)
      let chunks = stride(from: 0, to: packets.count, by: size).map {
        packets.dropFirst($0).prefix(size)
      }
      var media = Data()
      var offsets = Data()
      var runs = Data()
      var moments: UInt32 = 0
      for (index, chunk) in chunks.enumerated() {
        media += Data("gap!".utf8)
        offsets += number(UInt32(ftyp.count + 8 + media.count))
        media += chunk
        let count = UInt32(chunk.count) / packet.bytes * packet.samples - missing
        runs += number(UInt32(index + 1)) + number(count) + number(UInt32(1))
        moments += count
      }
      let fields =
        version == 0
        ? Data()
        : [packet.samples, packet.bytes / UInt32(channels), packet.bytes, 2].map { number($0) }
          .reduce(Data(), +)
      let entry = atom(
        format, zeros(6), number(UInt16(1)), number(version), zeros(6), number(channels),
        number(UInt16(16)), zeros(4), number(rate << 16), fields)
      let rows = (times ?? [(moments, 1)]).map { number($0.0) + number($0.1) }
      let count = number(UInt32(chunks.count))
      let stbl = atom(
        "stbl", atom("stsd", zeros(4), number(UInt32(1)), entry),
        atom("stts", zeros(4), number(UInt32(rows.count)), rows.reduce(Data(), +)),
        atom("stsc", zeros(4), count, runs),
        atom("stsz", zeros(4), number(UInt32(1)), number(moments)),
        atom("stco", zeros(4), count, offsets))
      let mdhd = atom("mdhd", zeros(12), number(rate), number(moments), zeros(4))
      let hdlr = atom("hdlr", zeros(4), Data("mhlrsoun".utf8), zeros(13))
      let dinf = atom(
        "dinf", atom("dref", zeros(4), number(UInt32(1)), atom("alis", number(UInt32(1)))))
      let tkhd = atom(
        "tkhd", number(UInt32(3)), zeros(8), number(UInt32(1)), zeros(24), identity, zeros(8))
      let mdia = atom("mdia", mdhd, hdlr, atom("minf", atom("smhd", zeros(8)), dinf, stbl))
      return ftyp + atom("mdat", media) + atom("moov", mvhd(), atom("trak", tkhd, mdia))
    }
  }
}
