import MovKit
import Synchronization
import Testing

/// Case one of the session: a stream comes over the network and goes to a display, which shows each
/// picture when its timebase comes to it.
@Suite struct DisplayAStreamTests {
  /// The stream becomes samples: parameter sets go into a format description, start codes turn into
  /// lengths, and every sample gets its times.
  @Test func streamToSamples() throws {
    let network = ElementaryStreams.packets(
      of: try ElementaryStreams.stream(of: "camera/camera.mov"))
    var streamReader = VideoStreamReader()
    var samples: [StreamSample] = []
    for packet in network {
      streamReader.append(packet)
      while let sample = try streamReader.next() { samples.append(sample) }
    }
    streamReader.finish()
    while let sample = try streamReader.next() { samples.append(sample) }

    let format = try #require(streamReader.formats.first)
    let description = try format.sampleDescription()
    #expect(streamReader.formats.count == 1 && description.type == "avc1")
    #expect(format.codec == .h264 && format.width == 320 && format.height == 180)

    // The samples of the movie that the stream was made from.
    let file = try File(TestMovies.path("camera/camera.mov"))
    let track = try #require(try Movie(from: file).tracks(.video).first)
    let table = try track.sampleTable()
    let timescale = try #require(streamReader.timescale)
    #expect(samples.count == table.count && samples[0].data.starts(with: [0, 0]))
    let first = samples[0].timing(per: timescale).presentationTime
    for (sample, wanted) in zip(samples, table) {
      #expect(sample.isSync == wanted.isSync)
      let shown = sample.timing(per: timescale).presentationTime - first
      let ticks = wanted.presentationTime - table[0].presentationTime
      #expect(shown == MediaTime(ticks: ticks, per: track.timescale))
    }
  }

  /// Frames of 5.0, 5.1, 5.2 seconds on a timebase that is set to 5 and let go.
  @Test(.ownThread) func samplesToDisplay() async throws {
    let clock = ManualClock()  // HostClock.shared where time is real
    let timebase = Timebase(source: clock)
    timebase.setTime(MediaTime(value: 5, timescale: 1))
    timebase.rate = 1

    let display = Display(timebase: timebase)
    let showing = OwnThread.task {
      for tenth in 50...59 {
        try await display.show(tenth, at: MediaTime(value: Int64(tenth), timescale: 10))
      }
    }
    for step in 1...100 {
      clock.advance(to: MediaTime(value: Int64(step), timescale: 100))
      // A frame is shown at each tenth of a second, the first at once.
      while display.shown.withLock({ $0.count }) < min(10, 1 + step / 10) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    try await showing.value
    let shown = display.shown.withLock { $0 }
    #expect(shown.map(\.frame) == Array(50...59))
    for (frame, time) in shown { #expect(time >= MediaTime(value: Int64(frame), timescale: 10)) }
  }

  /// What `AVSampleBufferDisplayLayer` does with its `controlTimebase`.
  private final class Display: Sendable {
    let timebase: Timebase
    let shown = Mutex<[(frame: Int, time: MediaTime)]>([])

    init(timebase: Timebase) { self.timebase = timebase }

    func show(_ frame: Int, at presentationTime: MediaTime) async throws {
      try await timebase.sleep(until: presentationTime)
      let now = timebase.time
      shown.withLock { $0.append((frame, now)) }
    }
  }

  /// An unconstrained source: the movie is read no faster than its timebase goes.
  @Test func fromAMovie() async throws {
    let file = try File(TestMovies.path("camera/camera.mov"))
    let movie = try Movie(from: file)
    let reader = MovieReader(movie)
    _ = try reader.addOutput(for: try #require(movie.tracks(.video).first))
    reader.startReading()
    // A thousand times as fast as it was taken.
    let timebase = Timebase(source: HostClock.shared, rate: 1000)
    var times: [MediaTime] = []
    for try await sample in PacedReader(reader, on: timebase) {
      times.append(timebase.time)
      #expect(try sample.data().count == Int(sample.size))
    }
    #expect(times.count == 90 && times == times.sorted())
    #expect(try #require(times.last) >= MediaTime(value: 29, timescale: 10))
  }
}
