import TestSupport
import Testing

@testable import MovKit

/// Sequence parameter sets whose video usability information (VUI) breaks off, or has a value out of its range. It
/// is the last part of a set of H.264, and only an extension follows it in HEVC (H.264, 7.3.2.1.1; H.265, 7.3.2.2.1).
@Suite struct BrokenUsabilityTests {
  /// The set of an encoder without its last 13 bits: the VUI ends in `bitstream_restriction`, before
  /// `max_num_reorder_frames`. ffmpeg's trace_headers reads the same as far as the set goes, and ffmpeg decodes the
  /// stream.
  @Test func readsASetThatBreaksOff() throws {
    let unit = hex("67f4000a919b2841b60220000003002000000641e248")
    let set = try AVCSequenceParameterSet(unit[...])
    #expect(set.profileIdc == 244 && set.width == 128 && set.height == 96)
    #expect(set.maxReferenceFrames == 4 && set.usability?.maxReorderFrames == nil)
    #expect(set.usability?.frameDuration == .init(numerator: 2, denominator: 50))
    #expect(set.usability?.pixelAspectRatio == .init(numerator: 1, denominator: 1))
    // Level 1 has room for 396 macroblocks, of which a frame has 48 (Table A-1).
    #expect(set.decodedFrames == 8 && set.reorderFrames == 8)
  }

  /// What comes before buffering information in a VUI of H.264 (E.1.1).
  private static func beginning(_ vui: inout BitString) {
    vui.flag(true)
    vui.u(8, 2)  // 12:11
    vui.flag(false)
    vui.flag(true)
    vui.u(3, 5)
    vui.flag(true)
    vui.flag(true)
    for code in [9, 16, 8] as [UInt64] { vui.u(8, code) }
    vui.flag(false)
    vui.flag(true)
    vui.u(32, 1001)
    vui.u(32, 60000)
    vui.flag(true)
  }

  /// hrd_parameters() of H.264 (E.1.2) with delays of 23 and 24 bits.
  private static func buffering(_ vui: inout BitString, count: UInt64 = 0) {
    vui.ue(count)
    vui.u(8, 0)
    vui.ue(100)
    vui.ue(200)
    vui.flag(false)
    vui.u(5, 23)
    vui.u(5, 22)
    vui.u(5, 23)
    vui.u(5, 24)
  }

  private static func restriction(_ vui: inout BitString, reorder: UInt64, decoded: UInt64) {
    vui.flag(true)
    vui.flag(true)
    for _ in 0..<4 { vui.ue(3) }
    vui.ue(reorder)
    vui.ue(decoded)
  }

  private static let colour = VideoUsability.Colour(
    primaries: 9, transferCharacteristics: 16, matrixCoefficients: 8, isFullRange: true)

  /// Wherever the bytes end after the VUI begins, the rest of the set is the same, and what is read of the VUI is
  /// that of the whole one or nothing.
  @Test func endsAnywhereInH264() throws {
    let unit = ParameterSetReadingTests.avcSequence(crop: [0, 7, 0, 6]) { vui in
      Self.beginning(&vui)
      vui.flag(true)
      Self.buffering(&vui)
      vui.flag(false)
      vui.flag(false)  // low_delay_hrd_flag
      vui.flag(true)  // pic_struct_present_flag
      Self.restriction(&vui, reorder: 1, decoded: 5)
    }
    let without = ParameterSetReadingTests.avcSequence(crop: [0, 7, 0, 6])
    #expect(try AVCSequenceParameterSet(unit[...]).usability?.maxReorderFrames == 1)
    var counts: Set<Int> = []
    for count in without.count...unit.count {
      let set = try AVCSequenceParameterSet(unit.prefix(count))
      #expect(set.width == 192 - 14 && set.height == 112 - 12 && set.maxReferenceFrames == 4)
      let usability = try #require(set.usability)
      let found: [(Bool, Bool)] = [
        (
          usability.pixelAspectRatio != nil,
          usability.pixelAspectRatio == .init(numerator: 12, denominator: 11)
        ),
        (usability.colour != nil, usability.colour == Self.colour),
        (
          usability.frameDuration != nil,
          usability.frameDuration == .init(numerator: 2002, denominator: 60000)
        ),
        (usability.hasPictureStructure, usability.delayBits == 47),
        (usability.maxReorderFrames != nil, usability.maxReorderFrames == 1),
        (usability.maxDecodedFrames != nil, usability.maxDecodedFrames == 5),
      ]
      // What comes first in the syntax is there first.
      let known = found.prefix { $0.0 }
      #expect(known.allSatisfy { $0.1 } && found.dropFirst(known.count).allSatisfy { !$0.0 })
      counts.insert(known.count)
    }
    #expect(counts.isSuperset(of: [0, 1, 2, 3, 4, 6]) && !counts.contains(5))
  }

  /// A value that is out of its range ends the VUI too. What was read of it before stays.
  @Test func valuesOutOfRange() throws {
    // `cpb_cnt_minus1` is at most 31.
    let buffers = ParameterSetReadingTests.avcSequence { vui in
      Self.beginning(&vui)
      vui.flag(true)
      Self.buffering(&vui, count: 32)
      vui.u(32, .max >> 32)
    }
    // `max_num_reorder_frames` and `max_dec_frame_buffering` are at most 16.
    let orders = [(17, 16), (1, 17)] as [(UInt64, UInt64)]
    let restrictions = orders.map { reorder, decoded in
      ParameterSetReadingTests.avcSequence { vui in
        Self.beginning(&vui)
        vui.u(2, 0)
        vui.flag(true)
        Self.restriction(&vui, reorder: reorder, decoded: decoded)
      }
    }
    for (unit, hasStructure) in [(buffers, false)] + restrictions.map({ ($0, true) }) {
      let usability = try #require(try AVCSequenceParameterSet(unit[...]).usability)
      #expect(usability.colour == Self.colour && usability.hasPictureStructure == hasStructure)
      #expect(usability.frameDuration == .init(numerator: 2002, denominator: 60000))
      #expect(usability.maxReorderFrames == nil && usability.maxDecodedFrames == nil)
    }
  }

  @Test func endsAnywhereInHEVC() throws {
    let unit = HandmadeStream.hevcSequence { vui in
      vui.flag(true)
      vui.u(8, 2)
      vui.flag(false)
      vui.flag(true)
      vui.u(3, 5)
      vui.flag(true)
      vui.flag(true)
      for code in [9, 16, 8] as [UInt64] { vui.u(8, code) }
      vui.flag(true)  // chroma_loc_info_present_flag
      vui.ue(1)
      vui.ue(1)
      vui.u(3, 0)
      vui.flag(true)  // default_display_window_flag
      for _ in 0..<4 { vui.ue(6) }
      vui.flag(true)
      vui.u(32, 1001)
      vui.u(32, 30000)
      vui.u(3, 0)
      vui.flag(false)  // sps_extension_present_flag
    }
    var counts: Set<Int> = []
    for count in HandmadeStream.hevcSequence().count...unit.count {
      let set = try HEVCSequenceParameterSet(unit.prefix(count))
      #expect(set.width == 64 && set.height == 64 && set.treeBlocks == 16)
      #expect(set.decodedPictures == 4 && set.reorderPictures == 2 && set.videoID == 0)
      let usability = try #require(set.usability)
      let (ratio, duration) = (usability.pixelAspectRatio, usability.frameDuration)
      #expect(ratio == nil || ratio == .init(numerator: 12, denominator: 11))
      #expect(usability.colour == nil || usability.colour == Self.colour)
      #expect(duration == nil || duration == .init(numerator: 1001, denominator: 30000))
      counts.insert(
        [
          ratio != nil, usability.colour != nil, duration != nil,
        ].count { $0 })
    }
    #expect(counts.isSuperset(of: [1, 2, 3]))
  }

  /// A stream with such a set has samples: with the rate of the VUI if that was read, else with the one that is given.
  @Test func streamsHaveSamples() throws {
    func stream(_ vui: @escaping (inout BitString) -> Void) -> [UInt8] {
      let set = ParameterSetReadingTests.avcSequence(vui: vui)
      return [set, ParameterSetReadingTests.avcPicture(), HandmadeStream.idr()]
        .flatMap { [0, 0, 1] + $0 }
    }
    let timed = stream { vui in
      vui.u(4, 0)
      vui.flag(true)
      vui.u(32, 1)
      vui.u(32, 50)
      vui.flag(true)
      vui.flag(true)
      vui.u(7, 0)  // within the number of buffers
    }
    let (reader, samples) = try EncodedStreams.samples(timed)
    #expect(reader.codec == .h264 && samples.count == 1 && samples[0].isSync)
    #expect(
      MediaTime(value: samples[0].duration, timescale: try #require(reader.timescale))
        == MediaTime(value: 1, timescale: 25))
    let untimed = stream { vui in
      vui.u(4, 0)
      vui.flag(true)
      vui.u(32, 1)
    }
    #expect(throws: FormatError.self) { try EncodedStreams.samples(untimed) }
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 1001, timescale: 24000)
    #expect(try EncodedStreams.samples(untimed, options).samples.map(\.duration) == [1001])
  }

  /// What comes before the VUI must be whole.
  @Test func refusesLess() throws {
    let unit = ParameterSetReadingTests.avcSequence { Self.beginning(&$0) }
    for count in 0..<9 {
      #expect(throws: FormatError.self) { try AVCSequenceParameterSet(unit.prefix(count)) }
    }
    let hevc = HandmadeStream.hevcSequence { $0.flag(false) }
    for count in 0..<24 {
      #expect(throws: FormatError.self) { try HEVCSequenceParameterSet(hevc.prefix(count)) }
    }
  }
}
