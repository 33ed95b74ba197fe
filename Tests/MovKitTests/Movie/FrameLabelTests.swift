import Testing

@testable import MovKit

/// The labels of a video's frames: frame n of the video has the timecode of the first and n more,
/// for a hundred hours, at whatever timescales video and timecode count, and however the rate is
/// written.
///
/// When frames begin is computed here, from the rate alone.
@Suite struct FrameLabelTests {
  /// Frames a second, as frames over seconds.
  struct Rate: CustomTestStringConvertible, Sendable {
    var frames: Int64
    var seconds: Int64
    var testDescription: String { "\(frames)/\(seconds)" }

    /// The tick of a timescale at which a frame begins.
    func start(_ frame: Int64, _ timescale: Int64, rounding: Bool = false) -> Int64 {
      let ticks = Int128(frame) * Int128(seconds) * Int128(timescale)
      return Int64((ticks + (rounding ? Int128(frames) / 2 : 0)) / Int128(frames))
    }
  }

  static let rates =
    [24, 25, 30, 48, 50, 60, 100, 120].map { Rate(frames: $0, seconds: 1) }
    + [24, 30, 48, 60, 120].map { Rate(frames: $0 * 1000, seconds: 1001) }

  /// The ways in which people write the duration of a frame.
  private func durations(_ rate: Rate) -> [MediaTime] {
    let hundredths = (rate.frames * 100 + rate.seconds / 2) / rate.seconds
    let thousandths = (rate.frames * 1000 + rate.seconds / 2) / rate.seconds
    let micros = (rate.seconds * 1_000_000 + rate.frames / 2) / rate.frames
    return [
      MediaTime(value: rate.seconds, timescale: Int32(rate.frames)),
      MediaTime(value: 100, timescale: Int32(hundredths)),
      MediaTime(value: 1000, timescale: Int32(thousandths)),
      MediaTime(value: 1000, timescale: Int32(hundredths * 10)),
      MediaTime(value: micros, timescale: 1_000_000),
    ]
  }

  /// How many frames a hundred hours have.
  private func hundredHours(_ rate: Rate) -> Int64 { 360_000 * rate.frames / rate.seconds }

  /// The timescales of videos: in each, a frame is some ticks.
  private func timescales(_ rate: Rate) -> [Int64] {
    [600, 1000, 2997, 90000, rate.frames, 1_000_000].filter {
      $0 == rate.frames || $0 * rate.seconds / rate.frames >= 8
    }
  }

  /// The durations of samples that begin at whole ticks, added up as a movie's are.
  @Test(arguments: rates) func cadence(_ rate: Rate) throws {
    let count: Int64 = 3000
    for timescale in timescales(rate) {
      for rounding in [false, true] {
        let cadence = FrameCadence(timescale: UInt32(timescale)) { body in
          for frame in 0..<count {
            let (start, end) = (
              rate.start(frame, timescale, rounding: rounding),
              rate.start(frame + 1, timescale, rounding: rounding)
            )
            body(1, UInt64(end - start))
          }
        }
        let wanted = evenCadence(rate, timescale, frames: count - 1, rounding: rounding)
        #expect(cadence == wanted, "\(timescale)")
      }
    }
  }

  /// The rate that is found of times that were rounded, to ticks or, as in Matroska files, to
  /// milliseconds, from three seconds to an hour.
  @Test(arguments: rates) func rateOfRoundedTimes(_ rate: Rate) throws {
    let wanted = MediaTime(value: rate.seconds, timescale: Int32(rate.frames))
    for seconds: Int64 in [3, 4, 10, 3600] {
      let count = seconds * rate.frames / rate.seconds
      for (timescale, ticks): (Int64, Int64) in timescales(rate).map({ ($0, 1) })
        + [(1000, 1), (1000, 16), (1000, 90)]
      {
        let cadence = FrameCadence(timescale: UInt32(timescale * ticks)) { body in
          for frame in 0..<count {
            let end = rate.start(frame + 1, timescale, rounding: true)
            body(1, UInt64((end - rate.start(frame, timescale, rounding: true)) * ticks))
          }
        }
        #expect(cadence?.frameInUse == wanted, "\(seconds) s at \(timescale), \(ticks) ticks")
      }
    }
  }

  /// Times that do not come from an even rate have none.
  @Test func noRate() throws {
    let uneven = FrameCadence(timescale: 16000) { body in
      for frame in 0..<100 { body(1, frame % 10 == 0 ? 1066 : 533) }
    }
    #expect(uneven?.isEven == false && uneven?.frameInUse == nil)
    // 25.5 frames a second are no rate in use.
    let odd = FrameCadence(timescale: 51000) { $0(1000, 2000) }
    #expect(odd?.isEven == true && odd?.frameInUse == nil)
  }

  private func evenCadence(
    _ rate: Rate, _ timescale: Int64, frames: Int64, rounding: Bool
  ) -> FrameCadence {
    FrameCadence(
      timescale: UInt32(timescale),
      ticks: UInt64(rate.start(frames, timescale, rounding: rounding)),
      frames: UInt64(frames), isEven: true, grain: 1)
  }

  @Test(arguments: rates) func aHundredHours(_ rate: Rate) throws {
    let count = hundredHours(rate)
    for timescale in timescales(rate) {
      for rounding in [false, true] {
        // That of the last frame does not count.
        let cadence = evenCadence(rate, timescale, frames: count - 1, rounding: rounding)
        for duration in durations(rate) {
          let fit = try #require(TimecodeRateFit(duration, in: cadence))
          #expect(fit.agreement == .framesOfVideo(1), "\(timescale), \(duration)")
          let grid = try #require(FrameGrid(fit, timescales: [UInt32(timescale)]))
          let asked: [Int64] =
            Array(0..<60) + Array(stride(from: 60, to: count, by: 499_979))
            + Array(count - 10..<count)
          for frame in asked {
            let (start, next) = (
              rate.start(frame, timescale, rounding: rounding),
              rate.start(frame + 1, timescale, rounding: rounding)
            )
            let time = MediaTime(value: start, timescale: Int32(timescale))
            let length = MediaTime(value: next - start, timescale: Int32(timescale))
            let found = [
              grid.index(ofFrameFrom: time, lasting: length),
              grid.index(ofFrameFrom: time, lasting: nil),
              // Asked at its beginning, and a tick before its end.
              grid.index(at: time), grid.lastIndex(before: time + length),
            ]
            // Millions of expectations would take minutes.
            guard found.contains(where: { $0 != frame }) else { continue }
            Issue.record("\(timescale), \(duration): \(found) for frame \(frame)")
            return
          }
        }
      }
    }
  }

  private func movie(
    _ rate: Rate, frames: Int64, videoScale: Int64, timecodeScale: Int64, _ duration: MediaTime,
    samplesOf: Int64? = nil
  ) -> MovieBytes {
    var movie = MovieBytes()
    movie.timescale = 600
    movie.mediaTimescale = UInt32(videoScale)
    movie.timecodeTimescale = UInt32(timecodeScale)
    movie.videoSize = 1
    movie.frameDuration = (UInt32(duration.value), UInt32(duration.timescale))
    movie.quanta = UInt8((rate.frames + rate.seconds / 2) / rate.seconds)
    movie.videoDurations = (0..<frames).map {
      (1, UInt32(rate.start($0 + 1, videoScale) - rate.start($0, videoScale)))
    }
    let step = samplesOf ?? frames
    movie.timecodes = stride(from: 0, to: frames, by: Int(step)).map { first in
      let next = min(frames, first + step)
      return (
        Int32(500 + first),
        UInt32(rate.start(next, timecodeScale) - rate.start(first, timecodeScale))
      )
    }
    return movie
  }

  private func numbers(_ movie: MovieBytes) throws -> [Int64?] {
    let timecode = try movie.timecode()
    let video = try #require(try movie.movie().video(of: timecode.track))
    return try TimecodedFrames(TimecodeTimeline(timecode), of: video).map { frame in
      guard case .frameNumber(let number) = frame.value?.value else { return nil }
      return number
    }
  }

  @Test(arguments: rates) func everyFrameOfAMovie(_ rate: Rate) throws {
    for scale in [600, 90000] as [Int64] {
      for timecodeScale in [600, 2997, 30000, 90000] as [Int64] {
        for (index, duration) in durations(rate).enumerated() {
          // One sample for all frames, or one for each, or in between.
          for samplesOf in index == 0 ? [nil, 1, 100] : [nil] as [Int64?] {
            let movie = movie(
              rate, frames: 400, videoScale: scale, timecodeScale: timecodeScale, duration,
              samplesOf: samplesOf)
            let found = try numbers(movie)
            let wanted: [Int64?] = Array(500..<900)
            #expect(
              found == wanted,
              "\(scale) \(timecodeScale) \(duration) \(samplesOf ?? 0)")
            let segments = try movie.timecode().segments
            #expect(
              segments.map(\.last) == [.frameNumber(899)],
              "\(scale) \(timecodeScale) \(duration) \(samplesOf ?? 0)")
          }
        }
      }
    }
  }

  /// TN2310's own frame duration on 39 hours of video, which is what 32 bits of ticks hold, asked at the
  /// beginning of frames.
  @Test func timesOfAMovie() throws {
    let rate = Rate(frames: 30000, seconds: 1001)
    let duration = MediaTime(value: 100, timescale: 2997)
    var movie = movie(
      rate, frames: 1, videoScale: 30000, timecodeScale: 2997, duration)
    let count: Int64 = 4_200_000
    movie.videoDurations = [(UInt32(count), 1001)]
    movie.timecodes = [(500, UInt32(rate.start(count, 2997)))]
    let timecode = try movie.timecode()
    let timeline = TimecodeTimeline(timecode)
    for frame in [0, 1, 2, 999, 1000, 107_892, 1_078_919, count - 1] {
      let time = MediaTime(value: frame * 1001, timescale: 30000)
      #expect(timeline.value(at: time)?.value == .frameNumber(500 + frame))
    }
    let segments = timecode.segments
    #expect(segments.map(\.last) == [.frameNumber(500 + count - 1)])
  }

  // MARK: Rates that do not agree

  private func fit(_ duration: MediaTime, _ ticks: UInt64, _ scale: UInt32) -> TimecodeRateFit? {
    TimecodeRateFit(
      duration, in: FrameCadence(timescale: scale) { $0(1_000_000, ticks) })
  }

  @Test func agreement() throws {
    func time(_ value: Int64, _ scale: Int32) -> MediaTime {
      MediaTime(value: value, timescale: scale)
    }
    #expect(fit(time(1001, 30000), 1001, 30000)?.agreement == .framesOfVideo(1))
    #expect(fit(time(1001, 30000), 1001, 60000)?.agreement == .framesOfVideo(2))
    #expect(fit(time(100, 2997), 1001, 60000)?.agreement == .framesOfVideo(2))
    #expect(fit(time(1, 50), 1, 25)?.agreement == .framesOfTimecode(2))
    #expect(fit(time(100, 2398), 1001, 24000)?.agreement == .framesOfVideo(1))
    #expect(fit(time(1, 30), 1001, 30000)?.agreement == TimecodeRateFit.Agreement.none)
    #expect(fit(time(1, 25), 1001, 30000)?.agreement == TimecodeRateFit.Agreement.none)
    #expect(fit(time(1, 24), 1001, 24000)?.agreement == TimecodeRateFit.Agreement.none)
    #expect(fit(time(1, 60), 1001, 30000)?.agreement == TimecodeRateFit.Agreement.none)
    #expect(fit(.invalid, 1001, 30000) == nil && fit(.zero, 1001, 30000) == nil)
    // Without a video the format alone counts.
    #expect(TimecodeRateFit(time(100, 2997), in: nil)?.frame.denominator == 2997)
  }

  /// The label is the one whose span holds the middle: of 25 a second on 30 frames a second frames
  /// 2 and 3 (at 2/30 and 3/30, in the middle 2.5/30 and 3.5/30) are 2 and 2.
  @Test func anotherRate() throws {
    let movie = movie(
      Rate(frames: 30, seconds: 1), frames: 30, videoScale: 600, timecodeScale: 600,
      MediaTime(value: 1, timescale: 25))
    let wanted: [Int64?] = (0..<30).map { (frame: Int64) -> Int64 in 500 + (2 * frame + 1) * 25 / 60
    }
    #expect(try numbers(movie) == wanted)
  }

  /// A frame that lasts as long as three has the first label of them, and the next frame the
  /// fourth.
  @Test func framesThatWereDropped() throws {
    var movie = movie(
      Rate(frames: 30000, seconds: 1001), frames: 10, videoScale: 30000, timecodeScale: 30000,
      MediaTime(value: 100, timescale: 2997))
    movie.videoDurations = [(4, 1001), (1, 3003), (3, 1001)]
    let wanted: [Int64?] = [500, 501, 502, 503, 504, 507, 508, 509]
    #expect(try numbers(movie) == wanted)
  }
}
