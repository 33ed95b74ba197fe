import TestSupport
import Testing

@testable import MovKit

@Suite struct NALUnitTests {
  @Test func readsHeadsOfH264() throws {
    let idr = try #require(NALUnitHeader([0x65, 0x88], codec: .h264))
    #expect(idr.type == 5 && idr.referenceIdc == 3 && idr.isIDR && idr.isVCL && !idr.isNonReference)
    let b = try #require(NALUnitHeader([0x01], codec: .h264))
    #expect(b.isNonReference && b.isVCL && !b.isRandomAccess)
    #expect(NALUnitHeader([0x67], codec: .h264)?.parameterSet == .sequence)
    #expect(NALUnitHeader([0x68], codec: .h264)?.parameterSet == .picture)
    #expect(NALUnitHeader([0x09], codec: .h264)?.isAccessUnitDelimiter == true)
    #expect(NALUnitHeader([0x06], codec: .h264)?.isSEI == true)
    #expect(NALUnitHeader([0x65], codec: .h264)?.typeName == "IDR slice")
    #expect(NALUnitHeader([], codec: .h264) == nil)
  }

  @Test func readsHeadsOfHEVC() throws {
    let cra = try #require(NALUnitHeader([0x2A, 0x01], codec: .hevc))
    #expect(cra.type == 21 && cra.isCRA && cra.isRandomAccess && !cra.isIDR && cra.isVCL)
    #expect(NALUnitHeader([0x26, 0x01], codec: .hevc)?.isIDR == true)
    #expect(NALUnitHeader([0x40, 0x01], codec: .hevc)?.parameterSet == .video)
    #expect(NALUnitHeader([0x42, 0x01], codec: .hevc)?.parameterSet == .sequence)
    #expect(NALUnitHeader([0x44, 0x01], codec: .hevc)?.parameterSet == .picture)
    #expect(NALUnitHeader([0x46, 0x01], codec: .hevc)?.isAccessUnitDelimiter == true)
    #expect(NALUnitHeader([0x4E, 0x01], codec: .hevc)?.isSEI == true)
    let rasl = try #require(NALUnitHeader([0x10, 0x03], codec: .hevc))
    #expect(rasl.typeName == "RASL_N" && rasl.isSkippedLeading && rasl.temporalID == 2)
    #expect(NALUnitHeader([0x03, 0x49], codec: .hevc)?.layerID == 41)
    #expect(NALUnitHeader([0x40], codec: .hevc) == nil)
  }

  /// Table 9-2 and Table 9-3 of H.264.
  @Test func readsExpGolombCodes() throws {
    let codes: [(bits: String, unsigned: UInt32, signed: Int32)] = [
      ("1", 0, 0), ("010", 1, 1), ("011", 2, -1), ("00100", 3, 2), ("00101", 4, -2),
      ("00110", 5, 3), ("00111", 6, -3), ("0001000", 7, 4), ("0001001", 8, -4),
      (String(repeating: "0", count: 31) + String(repeating: "1", count: 32), .max - 1, -.max),
    ]
    for code in codes {
      var text = BitString()
      for _ in 0..<2 { for digit in code.bits { text.flag(digit == "1") } }
      var reader = RBSPReader(text.unit(head: [])[...], skipping: 0)
      #expect(try reader.unsigned("") == code.unsigned)
      #expect(try reader.signed("") == code.signed)
    }
    var tooLong = RBSPReader([0, 0, 3, 0, 0, 3, 0x80, 0xFF, 0xFF, 0xFF, 0xFF], skipping: 0)
    #expect(throws: FormatError.self) { try tooLong.unsigned("") }
    var cutOff = RBSPReader([0x08], skipping: 0)
    #expect(throws: FormatError.self) { try cutOff.unsigned("") }
  }

  @Test func leavesEmulationPreventionOut() throws {
    var reader = RBSPReader([0x67, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 2, 3], skipping: 1)
    var read: [UInt8] = []
    for _ in 0..<9 { read.append(try reader.byte("")) }
    #expect(read == [0, 0, 1, 0, 0, 0, 0, 2, 3])
    #expect(throws: FormatError.self) { try reader.flag("") }
  }

  @Test func readsBackWhatWasWritten() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      var text = BitString()
      var wanted: [UInt64] = []
      var widths: [Int] = []
      for _ in 0..<20 {
        let width = Int.random(in: 0...32, using: &random)
        let value = Bool.random(using: &random) ? 0 : random.next() & ((1 << UInt64(width)) - 1)
        if width == 0 { text.ue(value) } else { text.u(width, value) }
        wanted.append(value)
        widths.append(width)
      }
      var reader = RBSPReader(text.unit(head: [])[...], skipping: 0)
      for (value, width) in zip(wanted, widths) {
        let read = try width == 0 ? reader.unsigned("") : reader.bits("", width)
        #expect(UInt64(read) == value)
      }
    }
  }
}
