import Testing

@testable import MovKit

/// The names of bits, from the specifications.
@Suite struct FlagNamesTests {
  private static let tkhd = String(repeating: "00", count: 80)

  @Test(
    arguments: [
      ("tkhd", nil, "00 000000" + tkhd, "flags", []),
      ("tkhd", nil, "00 000007" + tkhd, "flags", ["enabled", "inMovie", "inPreview"]),
      ("vmhd", "minf", "00 000001 0000 000000000000", "flags", ["noLeanAhead"]),
      ("url ", "dref", "00 000001", "flags", ["selfContained"]),
      ("url ", "dref", "00 000000 6100", "flags", []),
      ("tfhd", "traf", "00 020000 00000001", "flags", ["defaultBaseIsMoof"]),
      (
        "tfhd", "traf", "00 000028 00000001 00000200 01010000", "default_sample_flags", []
      ),
      ("tfhd", "traf", "00 000020 00000001 02000000", "default_sample_flags", ["sync"]),
      ("trun", "traf", "00 000001 00000000 00000000", "flags", ["hasDataOffset"]),
      ("elst", "edts", "00 000001 00000000", "flags", ["repeatEdits"]),
      (
        "tmcd", "stsd",
        "000000000000 0001 00000000 00000005 00007530 000003E9 1E 00", "flags",
        ["dropFrame", "negativeTimesOK"]
      ),
      ("senc", "traf", "00 000002 00000000", "flags", ["useSubsampleEncryption"]),
      ("pcmC", "ipcm", "00 000000 01 18", "format_flags", ["littleEndian"]),
      (
        "prft", nil, "00 000018 00000001 E000000000000000 00000000", "flags",
        ["arbitrary", "realTime"]
      ),
      (
        "sgpd", nil, "01 000003 726F6C6C 00000002 00000001 FFFF", "flags",
        ["staticGroupDescription", "staticMapping"]
      ),
      ("ster", "trgr", "00 000001 00000009 80000000", "flags", ["uniqueID"]),
      ("vvnC", nil, "00 000001 03", "flags", ["noDisplay"]),
      (
        "cmex", "ipco", "00 000021 00000001 00000007", "flags",
        ["hasPositionX", "hasCoordinateSystem"]
      ),
      (
        "cmin", "ipco", "00 001001 00000001 00000002 00000003 00000004 00000005", "flags",
        ["isAnisotropic"]
      ),
    ] as [(String, String?, String, String, [String])])
  func names(type: String, parent: String?, bytes: String, field: String, names: [String]) throws {
    let type = try #require(FourCC(type))
    let rule = try #require(
      Schema.standard.rules.first { rule in
        guard rule.type == type, let parent = parent.flatMap({ FourCC($0) }) else {
          return rule.type == type
        }
        switch rule.place {
        case .inside(let parents): return parents.contains(parent)
        case .sampleDescription: return parent == "stsd"
        default: return true
        }
      })
    let atom = Atom(type, .bytes(hex(bytes)[...]))
    #expect(try Self.names(of: field, in: atom, as: rule.record) == names)
  }

  private static func names<R: Record>(of field: String, in atom: Atom, as: R.Type) throws
    -> [String]?
  {
    let value = try atom.decoded(R.self).record.described.first { $0.name == field }?.value
    guard case .flags(let bits, let names) = value else { return nil }
    return names.names.filter { $0.applies(to: bits) }.map(\.name.description)
  }
}
