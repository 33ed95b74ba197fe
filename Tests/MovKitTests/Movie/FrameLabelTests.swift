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

  /// A hundred hours of a video whose frames begin at whole ticks, in the durations of its samples.
  private func longCadence(_ rate: Rate, _ timescale: Int64, rounding: Bool) -> FrameCadence? {
    let count = rate.start(0, 1) + 360_000 * rate.frames / rate.seconds
    // The pattern repeats after as many frames as the rate has.
    var pattern: [(UInt64, UInt64)] = []
    let period = min(count, rate.frames)
    for frame in 0..<period {
      let duration = UInt64(
        rate.start(frame + 1, timescale, rounding: rounding)
          - rate.start(frame, timescale, rounding: rounding))
      if pattern.last?.1 == duration {
        pattern[pattern.count - 1].0 += 1
      } else {
        pattern.append((1, duration))
      }
    }
    let repeats = count / period
    return FrameCadence(timescale: UInt32(timescale)) { body in
      if pattern.count == 1 {
        body(UInt64(count), pattern[0].1)
      } else {
        for _ in 0..<repeats { for run in pattern { body(run.0, run.1) } }
      }
    }
  }

  @Test(arguments: rates) func aHundredHours(_ rate: Rate) throws {
    for timescale in [600, 1000, 2997, 90000, rate.frames, 1_000_000] as [Int64] {
      // A frame must be some ticks.
      guard timescale == rate.frames || timescale * rate.seconds / rate.frames >= 8 else {
        continue
      }
      for rounding in [false, true] {
        let cadence = try #require(longCadence(rate, timescale, rounding: rounding))
        #expect(cadence.isEven, "\(timescale)")
        for duration in durations(rate) {
          let fit = try #require(TimecodeRateFit(duration, in: cadence))
          #expect(fit.agreement == .framesOfVideo(1), "\(timescale), \(duration)")
          let grid = try #require(FrameGrid(fit, timescales: [UInt32(timescale)]))
          let count = 360_000 * rate.frames / rate.seconds
          let asked: [Int64] =
            Array(0..<40) + Array(stride(from: 40, to: count, by: 499_979))
            + Array(count - 10..<count)
          for frame in asked {
            let (start, next) = (
              rate.start(frame, timescale, rounding: rounding),
              rate.start(frame + 1, timescale, rounding: rounding)
            )
            let time = MediaTime(value: start, timescale: Int32(timescale))
            let length = MediaTime(value: next - start, timescale: Int32(timescale))
            #expect(grid.index(ofFrameFrom: time, lasting: length) == frame)
            #expect(grid.index(ofFrameFrom: time, lasting: nil) == frame)
            // Asked at its beginning, and a tick before its end.
            #expect(grid.index(at: time) == frame, "\(timescale), \(duration), \(frame)")
            #expect(grid.lastIndex(before: time + length) == frame)
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
      guard case .frameNumber(let number) = frame.timecode?.value else { return nil }
      return number
    }
  }

  @Test(arguments: rates) func everyFrameOfAMovie(_ rate: Rate) throws {
    for scale in [600, 90000] as [Int64] {
      for timecodeScale in [600, 2997, 30000, 90000] as [Int64] {
        for duration in durations(rate) {
          for samplesOf in [nil, 1, 250] as [Int64?] {
            let movie = movie(
              rate, frames: 1200, videoScale: scale, timecodeScale: timecodeScale, duration,
              samplesOf: samplesOf)
            let found = try numbers(movie)
            let wanted: [Int64?] = Array(500..<1700)
            #expect(
              found == wanted,
              "\(scale) \(timecodeScale) \(duration) \(samplesOf ?? 0)")
            let segments = try movie.timecode().segments
            #expect(segments.count == 1 && segments.last?.last == .frameNumber(1699))
          }
        }
      }
    }
  }

  /// TN2310's own frame duration on ten hours of video, asked at the beginning of frames.
  @Test func timesOfAMovie() throws {
    let rate = Rate(frames: 30000, seconds: 1001)
    let duration = MediaTime(value: 100, timescale: 2997)
    var movie = movie(
      rate, frames: 1, videoScale: 30000, timecodeScale: 2997, duration)
    let count: Int64 = 1_078_920
    movie.videoDurations = [(UInt32(count), 1001)]
    movie.timecodes = [(500, UInt32(rate.start(count, 2997)))]
    let timecode = try movie.timecode()
    for frame in [0, 1, 2, 999, 1000, 107_892, count - 1] {
      let time = MediaTime(value: frame * 1001, timescale: 30000)
      #expect(timecode.value(at: time)?.value == .frameNumber(500 + frame))
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
