import TestSupport
import Testing

@testable import MovKit

/// The rate that the video parameter set of HEVC says: `vps_num_units_in_tick` and `vps_time_scale` (H.265, 7.4.3.1).
@Suite struct VideoSetTimingTests {
  private static func frameDuration(_ units: [[UInt8]]) throws -> MediaTime? {
    var sets = ParameterSets()
    for unit in units { try sets.insert(unit[...], codec: .hevc) }
    return try VideoStreamFormat(codec: .hevc, parameterSets: sets).frameDuration
  }

  /// A VUI of HEVC (H.265, E.2.1) without anything, or with timing only.
  private static func vui(_ timing: (UInt64, UInt64)?) -> (inout BitString) -> Void {
    { vui in
      vui.u(8, 0)
      vui.flag(timing != nil)
      if let timing {
        vui.u(32, timing.0)
        vui.u(32, timing.1)
        vui.flag(false)
        vui.flag(false)
      }
      vui.flag(false)
      vui.flag(false)  // sps_extension_present_flag
    }
  }

  /// The sets of an encoder: the VUI has no timing, and the video parameter set has 48 pictures per second. ffmpeg's
  /// trace_headers reads the same.
  @Test func setsOfAnEncoder() throws {
    let video = hex("40010c01ffff0408000003009e0800000300003c95980c000003000400000300c3a0")
    let sequence = hex("4201010408000003009e0800000300003c9002040c2cb2b349265780b70202000040")
    #expect(try Self.frameDuration([video, sequence]) == MediaTime(value: 1, timescale: 48))
  }

  @Test func countsIfTheVUIHasNoTiming() throws {
    let video = HandmadeStream.hevcVideo(timing: (1001, 24000))
    let second = MediaTime(value: 1001, timescale: 24000)
    #expect(try Self.frameDuration([video, HandmadeStream.hevcSequence()]) == second)
    #expect(
      try Self.frameDuration([video, HandmadeStream.hevcSequence(vui: Self.vui(nil))]) == second)
    // A VUI in which 0 ticks or 0 per second stand does not say it either.
    for none in [(0, 50), (1, 0)] as [(UInt64, UInt64)] {
      #expect(
        try Self.frameDuration([video, HandmadeStream.hevcSequence(vui: Self.vui(none))]) == second)
    }
    #expect(
      try Self.frameDuration([video, HandmadeStream.hevcSequence(vui: Self.vui((1, 50)))])
        == MediaTime(value: 1, timescale: 50))
  }

  /// Of several sets, that counts whose number the sequence parameter set has.
  @Test func theSetThatIsReferredTo() throws {
    let videos = [
      HandmadeStream.hevcVideo(timing: (1, 25)), HandmadeStream.hevcVideo(3, timing: (1, 48)),
      HandmadeStream.hevcVideo(7),
    ]
    for (id, rate) in [(0, 25), (3, 48), (7, nil), (9, nil)] as [(UInt64, Int32?)] {
      #expect(
        try Self.frameDuration(videos + [HandmadeStream.hevcSequence(video: id)])
          == rate.map { MediaTime(value: 1, timescale: $0) })
    }
  }

  /// A set that cannot be read, or says 0, does not say a rate, and nothing else is lost.
  @Test func unreadableSets() throws {
    let whole = HandmadeStream.hevcVideo(timing: (1, 25))
    let sequence = HandmadeStream.hevcSequence()
    for count in 3..<whole.count - 2 {
      #expect(try Self.frameDuration([Array(whole.prefix(count)), sequence]) == nil)
    }
    for timing in [(0, 25), (1, 0)] as [(UInt64, UInt64)] {
      #expect(try Self.frameDuration([HandmadeStream.hevcVideo(timing: timing), sequence]) == nil)
    }
  }

  /// Samples last as long, also after the video parameter set alone changes.
  @Test(arguments: [ParameterSetPlacement.description, .samples])
  func samplesOfAStream(placement: ParameterSetPlacement) throws {
    let slow = HandmadeStream.hevcVideo(timing: (1, 25))
    let fast = HandmadeStream.hevcVideo(timing: (1, 50))
    let picture =
      [HandmadeStream.hevcSequence(), HandmadeStream.hevcPicture()]
      + [HandmadeStream.segment(19)]
    var options = VideoStreamReader.Options()
    options.placement = placement
    let (reader, samples) = try EncodedStreams.samples(
      ([slow] + picture + [fast] + picture + [slow] + picture).flatMap { [0, 0, 1] + $0 }, options)
    let timescale = try #require(reader.timescale)
    #expect(
      samples.map { MediaTime(value: $0.duration, timescale: timescale) }
        == [25, 50, 25].map { MediaTime(value: 1, timescale: $0) })
    #expect(samples.map(\.formatIndex) == [0, 1, 0])
  }
}
