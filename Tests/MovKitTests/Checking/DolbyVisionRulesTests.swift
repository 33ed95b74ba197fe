import Testing

@testable import MovKit

/// What Dolby's "Dolby Vision Streams within the ISO Base Media File Format" says of the type of the configuration and
/// of the sample entry for a profile, and ISO/IEC 23091-2 of the codes of colours: 16 PQ, 18 HLG, 14 as BT.709.
@Suite struct DolbyVisionRulesTests {
  /// Checks an entry with a configuration and with the transfer of `colr`.
  private static func problem(
    _ type: FourCC, in entry: FourCC, _ profile: UInt8, _ compatibility: UInt8,
    transfer: UInt16 = 2, hasMetadata: Bool = true
  ) throws -> String? {
    var vision = DolbyVisionConfiguration()
    (vision.profile, vision.level, vision.compatibilityID) = (profile, 4, compatibility)
    vision.rpuPresent = hasMetadata ? 1 : 0
    var colour = ColorInformation()
    (colour.colourType, colour.transferCharacteristics) = ("nclx", transfer)
    let entry = try Atom(
      entry, VideoDescription(), children: [Atom("colr", colour), Atom(type, vision)])
    var found = CheckFindings(profiles: [])
    DolbyVisionRules(entry)?.run({ .file }, &found)
    return found.all.first?.message
  }

  @Test(
    arguments: [
      ("dvcC", "dvh1", 5, 0, 2), ("dvcC", "dvhe", 7, 6, 16), ("dvvC", "hvc1", 8, 1, 16),
      ("dvvC", "hvc1", 8, 4, 18), ("dvvC", "hev1", 8, 4, 14), ("dvvC", "hvc1", 8, 2, 1),
      ("dvvC", "avc1", 9, 2, 1), ("dvvC", "av01", 10, 1, 16), ("dvvC", "dav1", 10, 0, 2),
      ("dvwC", "hvc1", 20, 1, 16),
    ] as [(FourCC, FourCC, UInt8, UInt8, UInt16)])
  func right(
    type: FourCC, entry: FourCC, profile: UInt8, compatibility: UInt8, transfer: UInt16
  ) throws {
    #expect(try Self.problem(type, in: entry, profile, compatibility, transfer: transfer) == nil)
  }

  @Test(
    arguments: [
      ("dvcC", "hvc1", 8, 1, 16, "profile 8 is in dvcC, but belongs in dvvC"),
      ("dvvC", "dvh1", 5, 0, 2, "profile 5 is in dvvC, but belongs in dvcC"),
      (
        "dvcC", "hvc1", 5, 0, 2,
        "only Dolby Vision decoders show profile 5 correctly, but hvc1 lets other players show it; use dvh1"
      ),
      ("dvvC", "hvc1", 9, 2, 1, "profile 9 is of AVC, and the samples are HEVC"),
      (
        "dvvC", "hvc1", 8, 4, 16,
        "dvvC says that other players show it as HLG (compatibility ID 4), but the transfer is"
      ),
      (
        "dvvC", "hvc1", 8, 1, 18,
        "dvvC says that other players show it as HDR10 (compatibility ID 1), but the transfer is"
      ),
      (
        "dvvC", "hvc1", 8, 2, 16,
        "dvvC says that other players show it as SDR (compatibility ID 2), but the transfer is"
      ),
    ] as [(FourCC, FourCC, UInt8, UInt8, UInt16, String)])
  func contradictions(
    type: FourCC, entry: FourCC, profile: UInt8, compatibility: UInt8, transfer: UInt16,
    message: String
  ) throws {
    let found = try Self.problem(type, in: entry, profile, compatibility, transfer: transfer)
    #expect(found?.hasPrefix(message) == true, "\(found ?? "nothing")")
  }

  @Test func withoutMetadata() throws {
    #expect(
      try Self.problem("dvvC", in: "hvc1", 8, 1, transfer: 16, hasMetadata: false)
        == "dvvC says that there is no RPU (rpu_present_flag 0)")
  }
}
