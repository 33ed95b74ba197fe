import Testing

@testable import MovKit

/// The labels of all frames of fragmented movies, whatever ticks their times are in.
@Suite struct FragmentedTimecodeTests {
  struct Rate: Sendable, CustomTestStringConvertible {
    /// The duration of a frame, in ticks of `timescale`.
    var ticks: Int64
    var timescale: Int32
    var perSecond: UInt32
    var isDropFrame = false

    var frame: MediaTime { MediaTime(value: ticks, timescale: timescale) }

    var format: TimecodeFormat {
      TimecodeFormat(
        frameDuration: frame, frameQuanta: perSecond,
        flags: isDropFrame ? [.dropFrame, .wraps24Hours] : [.wraps24Hours])
    }

    var testDescription: String { "\(ticks)/\(timescale)\(isDropFrame ? " drop" : "")" }
  }

  static let rates = [
    Rate(ticks: 1, timescale: 24, perSecond: 24),
    Rate(ticks: 1, timescale: 25, perSecond: 25),
    Rate(ticks: 1, timescale: 48, perSecond: 48),
    Rate(ticks: 1, timescale: 60, perSecond: 60),
    Rate(ticks: 1001, timescale: 24000, perSecond: 24),
    Rate(ticks: 1001, timescale: 30000, perSecond: 30),
    Rate(ticks: 1001, timescale: 30000, perSecond: 30, isDropFrame: true),
    Rate(ticks: 1001, timescale: 60000, perSecond: 60),
    Rate(ticks: 1001, timescale: 60000, perSecond: 60, isDropFrame: true),
  ]

  /// Counts labels one by one.
  private struct Counter {
    var hours = 0
    var minutes = 0
    var seconds = 0
    var frames = 0
    let rate: Rate

    init(_ rate: Rate, minutes: Int = 0, seconds: Int = 0, frames: Int = 0) {
      (self.rate, self.minutes, self.seconds, self.frames) = (rate, minutes, seconds, frames)
    }

    var text: String {
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let separator = rate.isDropFrame ? ";" : ":"
      return "\(two(hours)):\(two(minutes)):\(two(seconds))\(separator)\(two(frames))"
    }

    mutating func advance() {
      frames += 1
      guard frames == Int(rate.perSecond) else { return }
      (frames, seconds) = (0, seconds + 1)
      guard seconds == 60 else { return }
      (seconds, minutes) = (0, minutes + 1)
      // The first labels of each minute are left out, but for each tenth: two, or four at 59.94.
      if rate.isDropFrame, minutes % 10 != 0 { frames = rate.perSecond == 60 ? 4 : 2 }
      guard minutes == 60 else { return }
      (minutes, hours) = (0, hours + 1)
    }
  }

  private func addVideo(_ timescale: Int32, to writer: MovieWriter) throws -> MovieWriter.Input {
    try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: UInt32(timescale),
        sampleDescriptions: [try WrittenMovie.video()]))
  }

  private static let second = MediaTime(value: 1, timescale: 1)

  /// A frame of 60 in a second has ten ticks of the coarsest of these.
  @Test(arguments: rates, [600, 1000, 24000, 30000, 44100, 48000, 90000] as [Int32])
  func everyFrame(rate: Rate, timescale: Int32) throws {
    let scratch = try Scratch()
    // The first second of a minute comes soon.
    let start = Counter(rate, seconds: 58, frames: 20)
    for (length, delay) in [(12, 0), (15, 2), (25, 0), (40, 2), (50, 0)] as [(Int64, Int64)] {
      let writer = try MovieWriter(
        to: scratch["out.mov"], overwriting: true,
        options: .init(layout: .fragmented(every: Self.second)))
      let video = try addVideo(timescale, to: writer)
      _ = try writer.addTimecode(
        rate.format, startFrame: 58 * Int64(rate.perSecond) + 20, for: [video])
      for frame in 0..<Int64(200) {
        try video.append(
          [1],
          timing: SampleTiming(
            duration: rate.frame, presentationTime: rate.frame * frame,
            decodeTime: rate.frame * (frame - delay)),
          attachments: SampleAttachments(isSync: frame % length == 0))
      }
      try writer.finish()
      let movie = try Movie(from: File(scratch["out.mov"]))
      let place: Comment = "\(length) frames from sync to sync, in \(timescale)"
      #expect(movie.findings().allSatisfy { $0.rule != "fragment-time" }, place)
      var counter = start
      var wanted: [String] = []
      for _ in 0..<200 {
        wanted.append(counter.text)
        counter.advance()
      }
      #expect(try movie.frames().map { $0.timecode ?? "none" } == wanted, place)
      // Each sample has the number of the frame that begins with it.
      let track = try TimecodeTrack(try #require(movie.timecodeTracks.first))
      let samples = (0..<track.sampleCount).map { track.sample($0) }
      #expect(samples.count > 1, place)
      var ticks: Int64 = 0
      for sample in samples {
        let number = 58 * Int64(rate.perSecond) + 20 + ticks / rate.ticks
        #expect(ticks % rate.ticks == 0 && sample.value == .frameNumber(number), place)
        ticks += sample.duration.value
      }
    }
  }

  /// Fragments begin with frames of the first video, in the middle of frames of the second.
  @Test func timecodeOfASecondVideo() throws {
    let scratch = try Scratch()
    let rate = Rate(ticks: 1, timescale: 25, perSecond: 25)
    let writer = try MovieWriter(
      to: scratch["out.mov"], options: .init(layout: .fragmented(every: Self.second)))
    let leading = try addVideo(30000, to: writer)
    let second = try addVideo(25, to: writer)
    _ = try writer.addTimecode(rate.format, startFrame: 0, for: [second])
    var (first, other) = (0 as Int64, 0 as Int64)
    while first < 300 || other < 250 {
      let time = MediaTime(value: first * 1001, timescale: 30000)
      if first < 300, time <= rate.frame * other {
        try leading.append(
          [1],
          timing: SampleTiming(
            duration: MediaTime(value: 1001, timescale: 30000), presentationTime: time),
          attachments: SampleAttachments(isSync: first % 16 == 0))
        first += 1
      } else {
        try second.append(
          [2], timing: SampleTiming(duration: rate.frame, presentationTime: rate.frame * other))
        other += 1
      }
    }
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mov"]))
    #expect(movie.findings().allSatisfy { $0.rule != "fragment-time" })
    var counter = Counter(rate)
    for frame in try movie.frames(of: movie.tracks[1]) {
      #expect(frame.timecode == counter.text)
      counter.advance()
    }
    #expect(counter.text == "00:00:10:00")
  }

  /// An edit list of the old movie shows reordered video earlier than its media says, and so is the timecode.
  @Test func videoThatEditsShowEarlier() throws {
    let scratch = try Scratch()
    let rate = Rate(ticks: 1, timescale: 25, perSecond: 25)
    let writer = try MovieWriter(to: scratch["old.mov"])
    let video = try addVideo(25, to: writer)
    // In decode order: the third frame comes before the second.
    for frame in 0..<Int64(100) {
      let shown = [0, 1, -1][Int(frame % 3)] + frame
      try video.append(
        [1],
        timing: SampleTiming(
          duration: rate.frame, presentationTime: rate.frame * shown,
          decodeTime: rate.frame * (frame - 1)),
        attachments: SampleAttachments(isSync: frame % 24 == 0))
    }
    try writer.finish()
    let file = try File(scratch["old.mov"])
    let old = try Movie(from: file)
    #expect(old.tracks[0].edits.onlyShown?.source.start == rate.frame)
    let remux = try MovieRemux(
      old, in: file, layout: .fragmented(every: Self.second), isCopy: false)
    let fragmented = try MovieWriter(to: scratch["new.mov"], options: remux.options)
    let feeds = try remux.addTracks(to: fragmented)
    _ = try fragmented.addTimecode(rate.format, startFrame: 0, for: feeds.map(\.input))
    try fragmented.append(feeds)
    try fragmented.finish()
    let movie = try Movie(from: File(scratch["new.mov"]))
    var counter = Counter(rate)
    for frame in try movie.frames() {
      #expect(frame.timecode == counter.text)
      counter.advance()
    }
    #expect(counter.text == "00:00:04:00")
    let timecode = try #require(movie.timecodeTracks.first)
    #expect(timecode.editedDuration == MediaTime(value: 4, timescale: 1))
  }
}
