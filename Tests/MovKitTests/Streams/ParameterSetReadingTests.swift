import Testing

@testable import MovKit

/// Sets of encoders and sets written by hand after the tables of syntax.
@Suite struct ParameterSetReadingTests {
  /// A sequence parameter set of H.264 (7.3.2.1.1).
  static func avcSequence(
    profile: UInt64 = 100, id: UInt64 = 0, orderType: UInt64 = 0, columns: UInt64 = 12,
    rows: UInt64 = 7, framesOnly: Bool = true, crop: [UInt64]? = nil, level: UInt64 = 11,
    constraints: UInt64 = 0, references: UInt64 = 4, vui: ((inout BitString) -> Void)? = nil
  ) -> [UInt8] {
    var set = BitString()
    set.u(8, profile)
    set.u(8, constraints)
    set.u(8, level)
    set.ue(id)
    if profile == 100 {
      set.ue(1)  // chroma_format_idc
      set.ue(0)
      set.ue(0)
      set.u(2, 0)
    }
    set.ue(0)  // log2_max_frame_num_minus4
    set.ue(orderType)
    if orderType == 0 { set.ue(0) }
    if orderType == 1 {
      set.flag(false)
      set.se(-1)  // offset_for_non_ref_pic
      set.se(1)  // offset_for_top_to_bottom_field
      set.ue(2)
      set.se(2)
      set.se(4)
    }
    set.ue(references)  // max_num_ref_frames
    set.flag(false)
    set.ue(columns - 1)
    set.ue(rows - 1)
    set.flag(framesOnly)
    if !framesOnly { set.flag(false) }
    set.flag(true)
    set.flag(crop != nil)
    for offset in crop ?? [] { set.ue(offset) }
    set.flag(vui != nil)
    vui?(&set)
    return set.unit(head: [0x67])
  }

  /// A picture parameter set of H.264 (7.3.2.2).
  static func avcPicture(
    id: UInt64 = 0, sequence: UInt64 = 0, hasBottomFieldOrder: Bool = false,
    quality: Int64 = 0, hasRedundantCount: Bool = false
  ) -> [UInt8] {
    var set = BitString()
    set.ue(id)
    set.ue(sequence)
    set.flag(false)
    set.flag(hasBottomFieldOrder)
    set.ue(0)  // num_slice_groups_minus1
    set.ue(0)
    set.ue(0)
    set.u(3, 0)
    set.se(quality)  // pic_init_qp_minus26
    for _ in 0..<2 { set.se(0) }
    set.u(2, 0)
    set.flag(hasRedundantCount)
    return set.unit(head: [0x68])
  }

  @Test func readsASequenceParameterSetOfH264() throws {
    let unit = Self.avcSequence(crop: [0, 7, 0, 6]) { vui in
      vui.flag(true)
      vui.u(8, 255)
      vui.u(16, 64)
      vui.u(16, 45)
      vui.flag(false)
      vui.flag(true)
      vui.u(3, 5)
      vui.flag(true)
      vui.flag(true)
      vui.u(8, 9)
      vui.u(8, 16)
      vui.u(8, 8)
      vui.flag(false)
      vui.flag(true)
      vui.u(32, 1001)
      vui.u(32, 60000)
      vui.flag(true)
      vui.u(3, 0)
      vui.flag(true)
      vui.flag(true)
      for _ in 0..<4 { vui.ue(3) }
      vui.ue(1)
      vui.ue(5)
    }
    let set = try AVCSequenceParameterSet(unit[...])
    #expect(set.profileIdc == 100 && set.levelIdc == 11)
    // Cropping counts pairs of samples in 4:2:0 (7-19, 7-20).
    #expect(set.width == 192 - 14 && set.height == 112 - 12)
    #expect(set.codedWidth == 192 && set.codedHeight == 112)
    #expect(set.usability?.pixelAspectRatio == .init(numerator: 64, denominator: 45))
    #expect(
      set.usability?.colour
        == .init(
          primaries: 9, transferCharacteristics: 16, matrixCoefficients: 8, isFullRange: true))
    #expect(set.usability?.frameDuration == .init(numerator: 2002, denominator: 60000))
    #expect(set.reorderFrames == 1 && set.decodedFrames == 5)
  }

  @Test func fieldsDoubleTheHeight() throws {
    let set = try AVCSequenceParameterSet(
      Self.avcSequence(columns: 120, rows: 34, framesOnly: false, crop: [0, 0, 0, 2])[...])
    #expect(set.width == 1920 && set.height == 1080 && set.codedHeight == 1088)
  }

  /// MaxDpbFrames of Table A-1 where the stream does not say: MaxDpbMbs by the macroblocks of a frame, at most 16.
  @Test(arguments: [
    // Level, macroblocks across and down, frames.
    (9, 11, 9, 4), (10, 11, 9, 4), (11, 22, 18, 2), (12, 22, 18, 6), (13, 22, 18, 6),
    (20, 22, 18, 6), (21, 22, 36, 6), (22, 45, 36, 5), (30, 45, 36, 5), (31, 80, 45, 5),
    (32, 80, 64, 4), (40, 64, 34, 15), (41, 64, 34, 15), (42, 64, 34, 16), (50, 120, 68, 13),
    (51, 240, 135, 5), (52, 240, 135, 5), (60, 544, 256, 5), (62, 544, 256, 5), (52, 20, 15, 16),
  ])
  func knowsWhatADecoderHolds(_ level: Int, _ columns: Int, _ rows: Int, _ frames: Int) throws {
    let unit = Self.avcSequence(
      columns: UInt64(columns), rows: UInt64(rows), level: UInt64(level), references: 1)
    let set = try AVCSequenceParameterSet(unit[...])
    #expect(set.decodedFrames == frames && set.reorderFrames == frames)
  }

  /// Level 11 is 1b, which holds no more than level 1, if the third constraint is set in one of three profiles
  /// (A.3.1). In High profile the same bit says that all pictures are intra.
  @Test(arguments: [
    (66, 0x10, 4), (77, 0x10, 4), (88, 0x10, 4), (66, 0, 9), (77, 0xE0, 9), (100, 0x10, 0),
  ])
  func level1b(profile: UInt64, constraints: UInt64, frames: Int) throws {
    let unit = Self.avcSequence(
      profile: profile, columns: 11, rows: 9, level: 11, constraints: constraints, references: 1)
    #expect(try AVCSequenceParameterSet(unit[...]).decodedFrames == frames)
  }

  /// A stream may refer to more frames than its level lets a decoder hold, and output order may be decoding order.
  @Test func otherThanTheLevel() throws {
    let many = Self.avcSequence(columns: 22, rows: 18, level: 11, references: 4)
    #expect(try AVCSequenceParameterSet(many[...]).decodedFrames == 4)
    #expect(try AVCSequenceParameterSet(Self.avcSequence(orderType: 2)[...]).reorderFrames == 0)
  }

  @Test func refusesWhatIsNoPicture() {
    for unit in [
      Self.avcSequence(crop: [50, 50, 0, 0]), Array(Self.avcSequence().prefix(6)), [0x67], [],
    ] {
      #expect(throws: FormatError.self) { try AVCSequenceParameterSet(unit[...]) }
    }
    #expect(throws: FormatError.self) { try AVCPictureParameterSet([0x68]) }
    #expect(throws: FormatError.self) { try HEVCSequenceParameterSet([0x42, 1, 1]) }
    #expect(throws: FormatError.self) { try HEVCPictureParameterSet([0x44]) }
  }

  /// A sequence parameter set of HEVC (H.265, 7.3.2.2.1) with two sub-layers and reference picture
  /// sets that are predicted.
  @Test func readsASequenceParameterSetOfHEVC() throws {
    var set = BitString()
    set.u(4, 3)
    set.u(3, 1)
    set.flag(true)
    set.u(2, 0)
    set.flag(true)
    set.u(5, 2)
    set.u(32, 0x2000_0000)
    set.u(48, 0x9000_0000_0000)
    set.u(8, 93)
    set.u(2, 1)  // the sub-layer's level
    set.u(14, 0)
    set.u(8, 90)
    set.ue(2)  // sps_seq_parameter_set_id
    set.ue(1)
    set.ue(200)
    set.ue(120)
    set.flag(true)
    for offset in [0, 3, 1, 4] as [UInt64] { set.ue(offset) }
    set.ue(2)
    set.ue(2)
    set.ue(4)  // log2_max_pic_order_cnt_lsb_minus4
    set.flag(true)
    for value in [1, 0, 0, 4, 2, 0] as [UInt64] { set.ue(value) }
    for value in [0, 3, 0, 3, 0, 0] as [UInt64] { set.ue(value) }
    set.flag(false)
    set.u(2, 3)
    set.flag(false)
    set.ue(2)  // two reference picture sets
    set.ue(1)
    set.ue(0)
    set.ue(0)
    set.flag(true)
    set.flag(true)  // the second is predicted from the first
    set.flag(false)
    set.ue(0)
    set.flag(true)
    set.flag(false)
    set.flag(true)
    set.flag(false)
    set.u(2, 3)
    set.flag(true)
    set.flag(true)  // VUI
    set.u(8, 2)
    set.u(3, 0)
    set.u(3, 0)
    set.flag(false)
    set.flag(true)
    set.u(32, 1)
    set.u(32, 50)
    let unit = set.unit(head: [0x42, 0x01])
    let read = try HEVCSequenceParameterSet(unit[...])
    #expect(read.id == 2 && read.videoID == 3 && read.maxTemporalID == 1)
    #expect(read.profile.profileIdc == 2 && read.profile.levelIdc == 93 && read.profile.isHighTier)
    #expect(read.profile.compatibilityFlags == 0x2000_0000)
    #expect(read.profile.constraintFlags == 0x9000_0000_0000)
    #expect(read.width == 200 - 6 && read.height == 120 - 10)
    #expect(read.bitDepthLuma == 10 && read.bitDepthChroma == 10)
    #expect(read.decodedPictures == 4 && read.reorderPictures == 2)
    #expect(read.usability?.frameDuration == .init(numerator: 1, denominator: 50))
    #expect(read.usability?.pixelAspectRatio == .init(numerator: 12, denominator: 11))
    #expect(try ParameterSets.identifier(of: unit[...], .sequence, codec: .hevc) == 2)
  }

  /// The video parameter set of an HEVC stream of Apple's encoder, and one with layer sets and a rate
  /// (H.265, 7.3.2.1). ffmpeg's trace_headers reads the same from the first.
  @Test func readsAVideoParameterSet() throws {
    let apple = hex("40010c01ffff022000000300b0000003000003007b18b024")
    let read = try HEVCVideoParameterSet(apple[...])
    #expect(read.id == 0 && read.layersMinusOne == 0 && read.maxTemporalID == 0)
    #expect(read.temporalIDNesting && read.profile.profileIdc == 2 && read.profile.levelIdc == 123)
    #expect(read.decodedPictures == 5 && read.reorderPictures == 4 && read.frameDuration == nil)
    var set = BitString()
    set.u(4, 9)
    set.u(2, 3)
    set.u(6, 1)
    set.u(3, 0)
    set.flag(false)
    set.u(16, 0xFFFF)
    set.u(8, 1)
    set.u(32, 0x6000_0000)
    set.u(48, 0x9000_0000_0000)
    set.u(8, 93)
    set.flag(true)
    for value in [2, 1, 0] as [UInt64] { set.ue(value) }
    set.u(6, 1)
    set.ue(2)  // two sets of layers besides the first
    for _ in 0..<2 { set.u(2, 3) }
    set.flag(true)
    set.u(32, 1001)
    set.u(32, 30000)
    let other = try HEVCVideoParameterSet(set.unit(head: [0x40, 0x01])[...])
    #expect(other.id == 9 && other.layersMinusOne == 1 && !other.temporalIDNesting)
    #expect(other.decodedPictures == 2 && other.reorderPictures == 1)
    #expect(other.frameDuration == .init(numerator: 1001, denominator: 30000))
    for count in 0..<apple.count - 2 {
      #expect(throws: FormatError.self) { try HEVCVideoParameterSet(apple.prefix(count)) }
    }
  }
}
