import Foundation
import Testing

@testable import MovKit

/// The bytes of a new timecode track, against those that AVFoundation writes.
@Suite struct TimecodeLayoutTests {
  static let date = u32(TinyMovie.creationTime)

  @Test func quickTime() throws {
    let stamped = try Stamped(TinyMovie(), start: "01:30:15:07")
    let expected = atom(
      "trak",
      atom(
        "tkhd", u32(0xF), Self.date, Self.date, u32(2), zeros(4), u32(2400), zeros(8),
        zeros(8), unityMatrix, u32(64 << 16), u32(20 << 16)),
      atom("edts", atom("elst", u32(0), u32(1), u32(2400), u32(0), u32(0x1_0000))),
      atom(
        "mdia",
        atom(
          "mdhd", u32(0), Self.date, Self.date, u32(25), u32(100), hex("55c4 0000")),
        atom(
          "hdlr", u32(0), ascii("mhlrtmcdappl"), u32(1), u32(0), u8(20),
          ascii("Core Media Time Code")),
        atom(
          "minf",
          atom(
            "gmhd", atom("gmin", u32(0), hex("0040 8000 8000 8000 0000 0000")),
            atom(
              "tmcd",
              atom(
                "tcmi", u32(0), hex("0016 0000 000c 0000 0000 0000 0000 ffff ffff ffff"),
                u8(7), ascii("Courier")))),
          atom(
            "hdlr", u32(0), ascii("dhlralisappl"), u32(0), u32(0), u8(23),
            ascii("Core Media Data Handler")),
          atom("dinf", atom("dref", u32(0), u32(1), atom("alis", u32(1)))),
          atom(
            "stbl",
            atom(
              "stsd", u32(0), u32(1),
              atom("tmcd", zeros(6), u16(1), u32(0), u32(2), u32(25), u32(1), u8(25), u8(0))),
            atom("stts", u32(0), u32(1), u32(1), u32(100)),
            atom("stsc", u32(0), u32(1), u32(1), u32(1), u32(1)),
            atom("stsz", u32(0), u32(4), u32(1)),
            // Behind ftyp (20) and the movie's mdat (108), and the head of its own.
            atom("stco", u32(0), u32(1), u32(136))))))
    #expect(stamped.trackBytes == expected)
    #expect(Array(stamped.bytes[136..<140]) == u32(135_382))
  }

  @Test func isoFile() throws {
    var source = TinyMovie()
    source.brand = "mp42"
    let stamped = try Stamped(source)
    let atoms = try #require(stamped.track?.atom)
    let minf = try #require(atoms.descendant("mdia", "minf"))
    #expect(minf.children.map(\.type) == ["nmhd", "dinf", "stbl"])
    #expect(try minf.first("nmhd")?.serialized() == atom("nmhd", u32(0)))
    #expect(
      try minf.first("dinf")?.serialized()
        == atom("dinf", atom("dref", u32(0), u32(1), atom("url ", u32(1)))))
    #expect(
      try atoms.descendant("mdia", "hdlr")?.serialized()
        == atom(
          "hdlr", u32(0), zeros(4), ascii("tmcd"), zeros(12), ascii("Core Media Time Code"), u8(0)))
    let header = try #require(try stamped.header(TrackHeader.self, "tkhd"))
    #expect(header.flags == 7)
    #expect(header.width.rawValue == 0 && header.height.rawValue == 0)
  }

  @Test func reelNameAndFlags() throws {
    let stamped = try Stamped(TinyMovie(), start: "-00:00:01:00") {
      $0.reel = "A001"
      $0.wraps24Hours = false
      $0.allowsNegative = true
      $0.mediaSubType = .timecode64
    }
    let entry = try stamped.track?.sampleDescriptions.first?.serialized()
    #expect(
      entry
        == atom(
          "tc64", zeros(6), u16(1), u32(0), u32(4), u32(25), u32(1), u8(25), u8(0),
          atom("name", u16(4), u16(0), ascii("A001"))))
    #expect(Array(stamped.bytes[136..<144]) == u64(UInt64(bitPattern: -25)))
    let sizes = try stamped.header(SampleSizes.self, "mdia", "minf", "stbl", "stsz")
    #expect(sizes?.sampleSize == 8)
  }

  @Test func reelNameBeyondASCIIHasAPackedLanguage() throws {
    let stamped = try Stamped(TinyMovie()) { $0.reel = "Ä1" }
    let name = try stamped.track?.sampleDescriptions.first?.first("name")?.serialized()
    #expect(name == atom("name", u16(3), u16(0x55C4), hex("c384 31")))
  }

  @Test func dropFrameFlagAndNoOther() throws {
    var source = TinyMovie()
    source.tracks[0].timescale = 30000
    source.tracks[0].times = [(100, 1001)]
    source.tracks[0].mediaDuration = 100_100
    let stamped = try Stamped(source, start: "01:00:00;00") { $0.wraps24Hours = false }
    let entry = try stamped.track?.sampleDescriptions.first?.serialized()
    #expect(
      entry
        == atom(
          "tmcd", zeros(6), u16(1), u32(0), u32(1), u32(30000), u32(1001), u8(30), u8(0)))
    #expect(Array(stamped.bytes[136..<140]) == u32(107_892))
  }

  /// TN2310 wants the timescale of the description to be that of the media, whatever the rate was asked for as. At 600
  /// ticks per second, a frame of 25 lasts 24 ticks; one of 24000/1001 would last 25.025.
  @Test(
    arguments: [
      (MediaTime(value: 1, timescale: 25), 600, 24, 25),
      (MediaTime(value: 3600, timescale: 90000), 600, 24, 25),
      (MediaTime(value: 1001, timescale: 24000), 24000, 1001, 24),
    ] as [(MediaTime, UInt32, UInt32, UInt8)])
  func timescalesOfDescriptionAndMedia(
    frame: MediaTime, timescale: UInt32, ticks: UInt32, quanta: UInt8
  ) throws {
    var source = TinyMovie()
    source.tracks[0].timescale = 600
    source.tracks[0].times = [(100, 24)]
    source.tracks[0].mediaDuration = 2400
    let stamped = try Stamped(source) { $0.frameDuration = frame }
    #expect(stamped.track?.timescale == 600)
    let entry = try stamped.track?.sampleDescriptions.first?.serialized()
    #expect(
      entry
        == atom(
          "tmcd", zeros(6), u16(1), u32(0), u32(2), u32(timescale), u32(ticks), u8(quanta), u8(0)))
  }

  /// A movie that AVFoundation gave its timecode: what is written in its place differs only in
  /// numbers that tell of this very track.
  @Test func sameAsAVFoundations() throws {
    let name = "VideoAndTimecodeTrack_29_97i_Start"
    guard
      let file = MediaFiles.more.map(MediaFiles.files(in:))?
        .first(where: { $0.lastPathComponent.contains(name) })
    else {
      return MediaFiles.noteIfMoreIsAbsent()
    }
    let source = try MediaFiles.bytes(of: file)
    let before = try Movie(from: MemorySource(source))
    let theirs = try #require(before.tracks(.timecode).first)
    let format = try TimecodeFormat(
      sampleDescription: try #require(theirs.sampleDescriptions.first))
    let stamped = try Stamped(source) {
      $0.replaces = true
      $0.frameDuration = format.frameDuration
      $0.quanta = format.frameQuanta
      $0.dropFrame = format.isDropFrame
      $0.wraps24Hours = format.flags.contains(.wraps24Hours)
    }
    let ours = try #require(stamped.track)
    #expect(Self.shape(of: ours.atom) == Self.shape(of: theirs.atom))
    for path in [
      ["mdia", "hdlr"], ["mdia", "minf", "gmhd"], ["mdia", "minf", "hdlr"],
      ["mdia", "minf", "dinf"], ["mdia", "minf", "stbl", "stsc"],
      ["mdia", "minf", "stbl", "stsz"],
    ] as [[FourCC]] {
      let pair = try [ours, theirs].map { track in
        try path.reduce(Optional(track.atom)) { $0?.first($1) }?.serialized()
      }
      #expect(pair[0] != nil && pair[0] == pair[1], "\(path)")
    }
    // Apart from the byte behind the quanta, where AVFoundation leaves whatever was there.
    let entries = try [ours, theirs].map { Array(try $0.sampleDescriptions[0].serialized()) }
    #expect(entries.map(\.count) == [34, 34])
    #expect(entries[0].dropLast() == entries[1].dropLast())
    let headers = try [ours, theirs].map { track in
      try #require(try track.atom.first("tkhd")?.decode(TrackHeader.self))
    }
    #expect(headers[0].flags == headers[1].flags)
    #expect(headers[0].matrix == headers[1].matrix)
    #expect(headers[0].width == headers[1].width && headers[0].height == headers[1].height)
    #expect(headers[0].duration == headers[1].duration)
    #expect(ours.language == theirs.language)
  }

  /// Types as they nest.
  private static func shape(of atom: Atom) -> String {
    "\(atom.type)(" + atom.children.map(shape).joined(separator: " ") + ")"
  }
}
