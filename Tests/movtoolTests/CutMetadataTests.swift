import Foundation
import Testing

/// What `cut` does with metadata that says moments of the whole movie, and when it begins.
@Suite struct CutMetadataTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// A movie of two seconds with further atoms in the `moov`, which comes last, and after it.
  private func movie(_ inside: Data = Data(), after: Data = Data()) throws -> String {
    var bytes = try Data(contentsOf: Stamping.media.appending(path: "camera/moov-last.mov"))
    let type = try #require(bytes.firstRange(of: Data("moov".utf8)))
    let size = UInt32(bytes.count - (type.lowerBound - 4) + inside.count)
    bytes.replaceSubrange(type.lowerBound - 4..<type.lowerBound, with: Handmade.number(size))
    let file = work["movie.mov"]
    try (bytes + inside + after).write(to: file)
    return file.path
  }

  private func cut(_ file: String, _ range: String...) throws -> String {
    let result = try Tool.run(["cut", file, "-o", work["part.mov"].path, "--overwrite"] + range)
    #expect(result.status == 0, "\(result.stderr)")
    return result.stderr
  }

  /// The marks of GoPro, in milliseconds. Frames last 1001/30000 s, so the part from 0.5 s on begins at
  /// 0.5005 s, and the one up to 1.5 s ends at 1.5015 s.
  @Test func highlights() throws {
    let marks = [500, 1000, 1501, 1502].map { Handmade.number(UInt32($0)) }.reduce(Data(), +)
    let file = try movie(
      Handmade.atom("udta", Handmade.atom("HMMT", Handmade.number(UInt32(4)), marks)))
    func kept() throws -> String {
      try Tool.run(["inspect", work["part.mov"].path, "--atom", "moov/udta/HMMT"]).text
    }
    #expect(try cut(file, "--from", "0.5", "--to", "1.5") == "")
    #expect(try kept().contains("highlight_count  2"))
    #expect(try kept().contains("499, 1000, 0, 0"))
    #expect(try cut(file, "--to", "1.1") == "")
    #expect(try kept().contains("highlight_count  2"))
    #expect(try kept().contains("500, 1000, 0, 0"))
    // The whole movie keeps them as they are.
    #expect(try cut(file, "--from", "0") == "")
    #expect(try kept().contains("500, 1000, 1501, 1502"))
  }

  private static let sony = Data(
    ("<NonRealTimeMeta><LtcChangeTable tcFps=\"30\" halfStep=\"false\"><LtcChange frameCount=\"0\" "
      + "value=\"00000010\" status=\"increment\"/></LtcChangeTable></NonRealTimeMeta>\0").utf8)
  private static let xmp = Data(
    ("<rdf:Description><xmpDM:startTimecode xmpDM:timeFormat=\"2997NonDropTimecode\" "
      + "xmpDM:timeValue=\"10:00:00:00\"/></rdf:Description>").utf8)

  @Test(arguments: ["sony", "xmp", "user data"]) func starts(_ kind: String) throws {
    let (file, path) =
      switch kind {
      case "sony":
        (
          try movie(
            after: Handmade.atom(
              "meta", Handmade.zeros(4),
              Handmade.atom("hdlr", Handmade.zeros(8), Data("nrtm".utf8), Handmade.zeros(13)),
              Handmade.atom("xml ", Handmade.zeros(4), Self.sony))), "meta/xml "
        )
      case "xmp":
        (
          try movie(
            after: Handmade.atom(
              "uuid",
              Data([
                0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3,
                0xAF, 0xAC,
              ]), Self.xmp)), "uuid"
        )
      default:
        (
          try movie(
            Handmade.atom(
              "udta",
              Data([0, 0, 0, 23, 0xA9]) + Data("TIM".utf8) + Handmade.number(UInt16(11))
                + Handmade.number(UInt16(0)) + Data("10:00:00:00".utf8))), "moov/udta/©TIM"
        )
      }
    let message = try cut(file, "--from", "1")
    #expect(message.contains("warning: \(path) at "), "\(message)")
    #expect(message.contains("begins at 10:00:00:00,") && message.contains("[start-not-changed]"))
    // A part that begins where the movie does begins with that timecode too.
    #expect(try cut(file, "--to", "1") == "")
  }

  /// What says where something is in the file is left out where media is written again, and follows otherwise.
  @Test(arguments: [
    ["cut", "--to", "1"], ["remux", "--fragment", "1"], ["join"], ["remux", "--fast-start"],
  ])
  func places(_ verb: [String]) throws {
    let file = try movie(
      Handmade.atom(
        "gps ", Handmade.number(UInt32(0x101)), Handmade.number(UInt32(1)),
        Handmade.number(UInt32(20)), Handmade.number(UInt32(8)))
        + Handmade.atom(
          "uuid",
          Data([
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B,
            0x6A,
            0x48,
          ]), Handmade.atom("CNCV", Data("x".utf8)),
          Handmade.atom("CTBO", Handmade.number(UInt32(0)))))
    let inputs = verb[0] == "join" ? [file, file] : [file]
    let result = try Tool.run(
      [verb[0]] + inputs + verb.dropFirst() + ["-o", work["part.mov"].path, "--overwrite"])
    #expect(result.status == 0, "\(result.stderr)")
    let shown = try Tool.run(["inspect", work["part.mov"].path]).text
    let isKept = verb.last == "--fast-start"
    for (path, type) in [("moov/gps ", "gps "), ("moov/uuid/CTBO", "CTBO")] {
      #expect(shown.contains(type) == isKept)
      #expect(result.stderr.contains("warning: \(path) at ") != isKept, "\(result.stderr)")
    }
    #expect(result.stderr.contains("[atom-left-out]") != isKept)
    #expect(shown.contains("CNCV"))
  }
}
