import Testing

@testable import MovKit

@Suite struct RegisteredNamesTests {
  @Test(
    arguments: [
      ("moov", nil, "Movie"), ("mvhd", "moov", "Movie Header"), ("stsz", "stbl", "Sample Sizes"),
      ("tmcd", "gmhd", "Timecode Media Header"), ("tmcd", "stsd", "Timecode"),
      ("tmcd", "tref", "Timecode"), ("name", "tmcd", "Timecode Source Name"),
      ("name", "udta", "Name"), ("©nam", "udta", "Title"), ("©TIM", "udta", "Start Timecode"),
      ("url ", "dref", "URL"), ("free", "stsd", "Free Space"),
      ("mp4a", "wave", "MPEG-4 Audio Format"), ("\\x00\\x00\\x00\\x00", "wave", "Terminator"),
      ("aART", "ilst", "Album Artist"), ("cprt", "ilst", "Copyright"),
      ("gmin", "gmhd", "Generic Media Information"),
      ("jp2c", nil, "JPEG 2000 contiguous codestream"), ("!mov", nil, "Compressed movie"),
    ] as [(FourCC, FourCC?, String)])
  func atoms(type: FourCC, parent: FourCC?, name: String) {
    #expect(RegisteredNames.atom(type, in: parent) == name)
  }

  @Test(
    arguments: [
      ("zzzz", nil), ("\\xff\\xff\\xff\\xff", nil), ("\\x00\\x00\\x00\\x01", "ilst"),
      ("moov", "tref"), ("tmcd", nil), ("    ", nil), ("moo\\x0a", nil),
    ] as [(FourCC, FourCC?)])
  func unknown(type: FourCC, parent: FourCC?) {
    #expect(RegisteredNames.atom(type, in: parent) == nil)
  }

  @Test func otherKinds() {
    #expect(RegisteredNames.brand("qt  ") == "QuickTime")
    #expect(RegisteredNames.brand("moov") == nil)
    #expect(RegisteredNames.handler("tmcd") == "Timecode")
    #expect(RegisteredNames.handler("hapt") == "Haptics")
    #expect(RegisteredNames.trackReference("chap") == "Chapters")
    #expect(RegisteredNames.sampleGroup("rap ") == "Random Access Point")
  }

  /// Names whose wording in the registry is a phrase that was cut in its middle.
  @Test func shortNames() throws {
    #expect(RegisteredNames.name(of: "j2k1", as: .itemType) == "JPEG 2000 image item")
    #expect(RegisteredNames.brand("mif2") == "HEIF Image with CICP Alpha and Depth")
    let slices = try #require(RegisteredNames.sampleEntry("evs1"))
    #expect(slices.name != RegisteredNames.sampleEntry("evs2")?.name)
  }

  @Test func sampleEntries() throws {
    let avc = try #require(RegisteredNames.sampleEntry("avc1"))
    #expect(avc.name == "AVC (H.264)")
    #expect(avc.kind == "vide")
    let sound = try #require(RegisteredNames.sampleEntry("raw ", handler: "soun"))
    #expect(sound.name == "PCM (8-bit unsigned)")
    let video = try #require(RegisteredNames.sampleEntry("raw ", handler: "vide"))
    #expect(video.name == "Uncompressed RGB")
    let systems = try #require(RegisteredNames.sampleEntry("mp4s", handler: "sdsm"))
    #expect(systems.name == "MPEG-4 Systems")
    #expect(systems.kind == nil)
    #expect(RegisteredNames.sampleEntry("moov") == nil)
  }

  /// Every line is found by its own key, which holds only if the table is sorted as it is searched.
  @Test func everyLineIsFound() throws {
    let lines = RegisteredNames.table.split(separator: "\n")
    #expect(lines.count > 1500)
    for line in lines {
      var units = [Character](line)[...]
      func code() throws -> FourCC {
        var text = ""
        for _ in 0..<4 {
          let length = units.first == "\\" ? 4 : 1
          text += String(units.prefix(length))
          units = units.dropFirst(length)
        }
        return try #require(FourCC(text))
      }
      let type = try code()
      #expect(RegisteredNames.codes.contains(type), "\(line)")
      guard units.first == "<" else {
        #expect(RegisteredNames.atom(type, in: nil) == String(units.dropFirst()))
        continue
      }
      units = units.dropFirst()
      let context = try code()
      var name = String(units.dropFirst())
      if context == "stsd" {
        let handler = try #require(FourCC(String(name.prefix(4))))
        name = String(name.dropFirst(5))
        #expect(RegisteredNames.sampleEntry(type, handler: handler)?.name == name)
      } else {
        #expect(RegisteredNames.atom(type, in: context) == name)
      }
      #expect((1...48).contains(name.count), "\(line)")
    }
  }
}
