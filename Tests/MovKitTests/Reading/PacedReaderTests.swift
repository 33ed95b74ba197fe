import Foundation
import Synchronization
import Testing

@testable import MovKit

/// A display that is simulated tick by tick: what comes when.
@Suite struct PacedReaderTests {
  struct Delivery: Equatable, Sendable {
    var track: UInt32
    var index: Int
    /// What the timebase showed.
    var time: MediaTime
  }

  /// What is read, as it comes.
  private final class Log: Sendable {
    let deliveries = Mutex<[Delivery]>([])
    let isOver = Mutex(false)

    var all: [Delivery] { deliveries.withLock { $0 } }
  }

  private func movie(_ name: String) throws -> (File, Movie) {
    let file = try File(
      FilePath(MediaFiles.packageRoot.appending(path: "TestMedia/\(name)").path))
    return (file, try Movie(from: file))
  }

  /// Reads a movie in a task of its own, with the clock standing still.
  private func start(
    _ name: String, types: [MediaType], on timebase: Timebase, lead: MediaTime = .zero
  ) throws -> (Log, Task<Void, any Error>) {
    let log = Log()
    let (_, movie) = try movie(name)
    let task = OwnThread.task {
      let reader = MovieReader(movie)
      for type in types {
        for track in movie.tracks(type) { _ = try reader.addOutput(for: track) }
      }
      reader.startReading()
      for try await sample in PacedReader(reader, on: timebase, lead: lead) {
        let delivery = Delivery(track: sample.trackID, index: sample.index, time: timebase.time)
        log.deliveries.withLock { $0.append(delivery) }
      }
      log.isOver.withLock { $0 = true }
    }
    return (log, task)
  }

  /// Lets the reader do all that it can do without time going on.
  private func settle(_ log: Log, _ clock: ManualClock, _ timebase: Timebase) async {
    while !log.isOver.withLock({ $0 }), !Task.isCancelled {
      if timebase.changes.isAwaited, timebase.rate == .zero || clock.moves.isAwaited { return }
      await Task.yield()
    }
  }

  /// Each of these has pictures that are shown in another order than they are decoded in, or an
  /// edit list that shifts or cuts them.
  @Test(
    .ownThread,
    arguments: [
      "camera/long-gop.mov", "codecs/x264-open-gop.mp4", "edits/late-video.mov",
      "edits/cut-by-copy.mov", "camera/vfr.mov", "fragments/plain.mov",
    ])
  func everySampleComesWhenItIsNeeded(name: String) async throws {
    let clock = ManualClock()
    let timebase = Timebase(source: clock, rate: 1)
    let (log, task) = try start(name, types: [.video], on: timebase)
    let step = MediaTime(value: 1, timescale: 200)
    await settle(log, clock, timebase)
    for _ in 0..<4000 where !log.isOver.withLock({ $0 }) {
      clock.advance(by: step)
      await settle(log, clock, timebase)
    }
    #expect(log.isOver.withLock { $0 })
    try await task.value
    let (_, movie) = try movie(name)
    let track = try #require(movie.tracks(.video).first)
    let table = try track.sampleTable()
    let deliveries = log.all
    #expect(!table.isEmpty && deliveries.map(\.index) == Array(table.indices))
    // When each sample is shown, by asking every edit.
    func shown(_ index: Int) -> MediaTime? {
      let media = MediaTime(ticks: table[index].presentationTime, per: track.timescale) ?? .invalid
      let length = MediaTime(ticks: table[index].duration, per: track.timescale) ?? .invalid
      // Without an edit list all media is shown, also what ends behind the last decode time.
      guard track.hasEditList else { return media }
      for edit in track.edits where edit.source.isValid {
        let cut = edit.source.intersection(MediaTimeRange(start: media, duration: length))
        if cut.isEmpty { continue }
        return cut.start.mapped(from: edit.source, to: edit.target)
      }
      return nil
    }
    // Nothing comes before a display needs it or something behind it, nor a step too late.
    var last = MediaTime.zero
    for (place, delivery) in deliveries.enumerated() {
      let needed = deliveries[place...].compactMap { shown($0.index) }.min() ?? .zero
      if shown(delivery.index) != nil { #expect(delivery.time >= needed, "\(delivery)") }
      #expect(delivery.time <= max(needed, last) + step, "\(delivery) is needed at \(needed)")
      last = delivery.time
    }
  }

  /// Two tracks share one timeline, and each keeps its order.
  @Test(.ownThread) func severalTracks() async throws {
    let clock = ManualClock()
    let timebase = Timebase(source: clock, rate: 1)
    let (log, task) = try start("camera/camera.mov", types: [.video, .audio], on: timebase)
    await settle(log, clock, timebase)
    clock.advance(by: MediaTime(value: 1, timescale: 1))
    await settle(log, clock, timebase)
    let counts = Dictionary(grouping: log.all, by: \.track).mapValues(\.count)
    // A second of 29.97 frames, and of 48000 / 1024 packets with their priming.
    #expect((30...34).contains(counts[1] ?? 0) && (46...50).contains(counts[2] ?? 0), "\(counts)")
    clock.advance(by: MediaTime(value: 9, timescale: 1))
    try await task.value
    #expect(log.all.count > 200)
  }

  @Test(.ownThread) func pausingLeadingAndCancelling() async throws {
    let clock = ManualClock()
    let timebase = Timebase(source: clock)
    let second = MediaTime(value: 1, timescale: 1)
    let (log, task) = try start("camera/camera.mov", types: [.video], on: timebase, lead: second)
    await settle(log, clock, timebase)
    let frames = { log.all.count }
    // The first second and the frame at its end, while it stands.
    let lead = frames()
    #expect((24...31).contains(lead))
    clock.advance(by: second)
    await settle(log, clock, timebase)
    #expect(frames() == lead)
    timebase.rate = 1
    await settle(log, clock, timebase)
    clock.advance(by: second.multiplied(by: 1, over: 2))
    await settle(log, clock, timebase)
    let running = frames()
    #expect(running > lead)
    timebase.rate = .zero
    await settle(log, clock, timebase)
    clock.advance(by: second)
    await settle(log, clock, timebase)
    #expect(frames() == running)
    task.cancel()
    try await task.value
    #expect(log.isOver.withLock { $0 } && frames() == running)
  }
}
