import TestSupport
import Testing

@testable import MovKit

/// Programs that give samples only to inputs that are ready. None of them may wait for ever.
@Suite struct ReadyInputsTests {
  private static let second = MediaTime(value: 1, timescale: 1)

  /// A track of samples that all last as long.
  private struct Media {
    let isVideo: Bool
    let timescale: Int32
    let syncEvery: Int
    /// The times as the program has them.
    let times: [MediaTime]
    let duration: MediaTime
    /// The same in ticks of the track.
    let ticks: [Int64]

    /// - Parameter start: The start of the movie in seconds.
    init(_ random: inout SplitMix64, start: Int64) {
      func pick<Value>(_ values: [Value]) -> Value {
        values[Int(random.next() % UInt64(values.count))]
      }
      isVideo = pick([true, false])
      syncEvery = 1 + Int(random.next() % 30)
      let count = 1 + Int64(random.next() % 150)
      if pick([true, false, false]) {
        // 24 in a second, in milliseconds.
        timescale = 1000
        let first = 24 * (start + pick([-3, -1, 0, 0, 3]))
        times = (first..<first + count).map { MediaTime(value: $0, timescale: 24) }
        duration = MediaTime(value: 1, timescale: 24)
        // The nearest to 1000/24 ticks for each. No time is halfway between two.
        ticks = (first..<first + count).map { number in
          let doubled = 250 * number + 3
          return doubled / 6 - (doubled % 6 < 0 ? 1 : 0)
        }
      } else {
        let timescale: Int32 = pick([600, 25, 48000, 1000])
        let step = max(1, Int64(timescale) / pick([25, 10, 2]))
        let early: Int64 = pick([-300, -100, -4, 0, 0, 0, 100, 300])
        let first = start * Int64(timescale) + early * Int64(timescale) / 100
        ticks = (0..<count).map { first + $0 * step }
        times = ticks.map { MediaTime(value: $0, timescale: timescale) }
        duration = MediaTime(value: step, timescale: timescale)
        self.timescale = timescale
      }
    }

    func addInput(to writer: MovieWriter) throws -> MovieWriter.Input {
      try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: isVideo ? .video : .audio, timescale: UInt32(timescale),
          sampleDescriptions: [
            try isVideo ? WrittenMovie.video() : WrittenMovie.sound(rate: 8000)
          ]))
    }

    func append(_ index: Int, to input: MovieWriter.Input) throws {
      try input.append(
        [UInt8(truncatingIfNeeded: index), 1],
        timing: SampleTiming(duration: duration, presentationTime: times[index]),
        attachments: SampleAttachments(isSync: !isVideo || index % syncEvery == 0))
    }
  }

  private static let layouts: [MovieWriter.Options.Layout] = [
    .movieLast, .fragmented(every: second), .fragmented(every: second * 2),
    .indexedFragments(every: .zero), .indexedFragments(every: second),
    .indexedFragments(every: .positiveInfinity),
  ]

  /// Two or three tracks, some of which begin before the start of the movie, and in any order.
  @Test(arguments: 0..<240 as Range<UInt64>) func anyTracks(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var options = MovieWriter.Options(fileType: random.once(in: 2) ? .mp4 : .quickTime)
    options.layout = Self.layouts[Int(random.next() % UInt64(Self.layouts.count))]
    let start: Int64 = [0, 0, 3600, -10][Int(random.next() % 4)]
    options.startTime = MediaTime(value: start, timescale: 1)
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"], options: options)
    let tracks = (0..<2 + random.next() % 2).map { _ in Media(&random, start: start) }
    let inputs = try tracks.map { try $0.addInput(to: writer) }
    var next = [Int](repeating: 0, count: tracks.count)
    // One of those that are ready, or the first one as long as it is.
    let isRandom = random.once(in: 2)
    while true {
      let ready = inputs.indices.filter { inputs[$0].isReadyForMoreData }
      guard let index = isRandom ? ready.randomElement(using: &random) : ready.first else { break }
      if next[index] == tracks[index].times.count {
        try inputs[index].markAsFinished()
      } else {
        try tracks[index].append(next[index], to: inputs[index])
        next[index] += 1
      }
    }
    try #require(inputs.allSatisfy { $0.isFinished }, "no input is ready, at \(next)")
    try writer.finish()

    let movie = try Movie(from: File(scratch["out.mov"]))
    #expect(movie.findings().allSatisfy { $0.rule != "fragment-time" })
    for (track, media) in zip(movie.tracks, tracks) {
      let samples = Array(try track.samples())
      #expect(samples.count == media.ticks.count)
      let begin = start * Int64(media.timescale)
      // What ends before the start of the movie has no times in it.
      guard let last = media.ticks.last, last >= begin else { continue }
      #expect(
        samples.map(\.presentationTime)
          == media.ticks.map { MediaTime(value: $0 - begin, timescale: media.timescale) },
        "track \(track.id) of \(options.layout) from \(start)")
    }
  }

  /// Video from the sync sample before the start of the movie, and audio that begins with it.
  @Test(arguments: [second, .positiveInfinity], [0, 700_000])
  func preRoll(every interval: MediaTime, size: Int) throws {
    let scratch = try Scratch()
    var options = MovieWriter.Options(layout: .fragmented(every: interval))
    options.startTime = MediaTime(value: 3600, timescale: 1)
    let writer = try MovieWriter(to: scratch["out.mov"], options: options)
    let video = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 25, sampleDescriptions: [try WrittenMovie.video()]))
    let audio = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .audio, timescale: 8000,
        sampleDescriptions: [try FragmentedWritingTests.pcm(rate: 8000)]))
    var frame: Int64 = 3598 * 25
    // Half a block before the first picture.
    var moment: Int64 = 3598 * 8000 - 512
    video.requestMediaDataWhenReady { input in
      while input.isReadyForMoreData {
        guard frame < 3601 * 25 else { return try input.markAsFinished() }
        // With large frames, a fragment ends before the audio is asked for any.
        try input.append(
          [UInt8](repeating: 1, count: 3 + size),
          timing: SampleTiming(
            duration: MediaTime(value: 1, timescale: 25),
            presentationTime: MediaTime(value: frame, timescale: 25)),
          attachments: SampleAttachments(isSync: frame % 25 == 0))
        frame += 1
      }
    }
    audio.requestMediaDataWhenReady { input in
      while input.isReadyForMoreData {
        guard moment < 3601 * 8000 else { return try input.markAsFinished() }
        try input.append(
          samples: [UInt8](repeating: 0, count: 2048)[...], ofSize: 2,
          timing: SampleTiming(
            duration: MediaTime(value: 1, timescale: 8000),
            presentationTime: MediaTime(value: moment, timescale: 8000)))
        moment += 1024
      }
    }
    try writer.writeRequestedMedia()
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mov"]))
    let pictures = Array(try movie.tracks[0].samples())
    #expect(pictures.count == 75)
    #expect(
      pictures.map(\.presentationTime)
        == (-50..<25).map { MediaTime(value: $0, timescale: 25) })
    let sound = Array(try movie.tracks[1].samples())
    #expect(sound.first?.presentationTime == MediaTime(value: -16512, timescale: 8000))
    #expect(sound.reduce(0) { $0 + $1.sampleCount } == 24)
  }

  /// Texts that a program makes of every tenth picture, as it has that. What they say of their duration can be wrong.
  @Test(arguments: [9, 10, 11, 60, 10000] as [Int64], layouts)
  func textsMadeOfPictures(said: Int64, layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"], options: .init(layout: layout))
    let pictures = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 25, sampleDescriptions: [try WrittenMovie.video()]))
    let texts = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .text, timescale: 25,
        sampleDescriptions: [try Atom("text", TextDescription())]))
    func time(_ frame: Int64) -> MediaTime { MediaTime(value: frame, timescale: 25) }
    var (frame, text) = (0 as Int64, 0 as Int64)
    while frame < 300 {
      if text <= frame - 1, texts.isReadyForMoreData {
        try texts.append(
          [2], timing: SampleTiming(duration: time(said), presentationTime: time(text)))
        text += 10
      } else {
        try #require(pictures.isReadyForMoreData, "at frame \(frame), text \(text)")
        try pictures.append(
          [1], timing: SampleTiming(duration: time(1), presentationTime: time(frame)),
          attachments: SampleAttachments(isSync: frame % 25 == 0))
        frame += 1
      }
    }
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mov"]))
    #expect(movie.findings().allSatisfy { $0.rule != "fragment-time" })
    #expect(
      try movie.tracks[1].samples().map(\.presentationTime)
        == stride(from: 0, to: text, by: 10).map(time))
  }
}
