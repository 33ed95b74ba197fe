/// Reads linear timecode in the audio of one channel: from samples to stretches, with what is odd
/// about them.
struct LinearTimecodeChannel {
  private var decoder: LinearTimecodeDecoder
  private var runs = FrameRuns()
  private let sampleRate: UInt32
  private let frameDuration: MediaTime?
  /// When the audio begins.
  private let origin: MediaTime
  /// The number of frames in runs so far. They grow as the audio is read.
  private(set) var frameCount: Int64 = 0
  private(set) var stretches: [LinearTimecodeStretch] = []
  private var list = DiagnosticList()

  /// What is odd about the timecode, without offsets. Times are from the start of the audio.
  var diagnostics: [Diagnostic] { list.all }

  /// - Parameters:
  ///   - sampleRate: The samples per second, at least 1.
  ///   - origin: When the audio begins.
  ///   - frameDuration: The duration of a frame, if it is known.
  init(sampleRate: UInt32, origin: MediaTime = .zero, frameDuration: MediaTime? = nil) {
    decoder = LinearTimecodeDecoder(sampleRate: sampleRate)
    self.sampleRate = sampleRate
    self.origin = origin
    self.frameDuration = frameDuration
  }

  /// Reads the next samples.
  mutating func append(_ samples: some Sequence<Float>) {
    decoder.append(samples)
    take(decoder.collect(isEnd: false))
  }

  /// Reads what is left at the end of the audio.
  mutating func finish() {
    decoder.finish()
    take(decoder.collect(isEnd: true))
    var events: [FrameRuns.Event] = []
    runs.finish { events.append($0) }
    for event in events { note(event) }
  }

  private mutating func take(_ frames: [FoundFrame]) {
    var events: [FrameRuns.Event] = []
    for frame in frames { runs.take(frame) { events.append($0) } }
    frameCount += Int64(frames.count)
    for event in events { note(event) }
  }

  private mutating func note(_ event: FrameRuns.Event) {
    switch event {
    case .run(let run): add(run)
    case .dropOut(let frame, let count):
      let place = seconds(frame.end)
      list.add(
        "ltc-drop-out", .note,
        "linear timecode: \(counted(count, "frame")) at \(place) could not be read, but the "
          + "count goes on after \(count == 1 ? "it" : "them")")
    case .stray(let frame):
      frameCount -= 1
      let place = seconds(frame.start)
      list.add(
        "ltc-stray", .note,
        "linear timecode: the frame at \(place) fits neither to the one before it nor to the one after "
          + "it, and is left out")
    }
  }

  private mutating func add(_ run: FrameRun) {
    guard
      let rate = LinearTimecodeRate(run, sampleRate: sampleRate, frameDuration: frameDuration),
      let stretch = LinearTimecodeStretch(run, rate, sampleRate: sampleRate, origin: origin)
    else { return }
    stretches.append(stretch)
    let place = "linear timecode from \(stretch.label) at \(seconds(run.first.start))"
    if run.isReversed {
      list.add("ltc-reversed", .warning, "\(place) was played backwards")
    }
    if rate.contradictsCaller {
      list.add(
        "ltc-rate", .warning,
        "\(place) counts \(rate.count.quanta) frames per second, which contradicts the rate that was "
          + "given")
    } else if rate.isGuess {
      list.add(
        "ltc-rate", .warning,
        "\(place) is too short and has an unusual speed, so that its rate, "
          + "\(rate.count.quanta) frames per second, is a guess; give the rate")
    }
    if run.first.frame.isDropFrame != rate.count.dropsFrames {
      list.add(
        "ltc-drop-frame", .warning,
        run.first.frame.isDropFrame
          ? "\(place) has the drop-frame flag, but drops no frames"
          : "\(place) drops frames, but has no drop-frame flag")
    }
    // Half a frame more or less over the whole run is a label that differs.
    let drift = Int128(rate.excess) * Int128(run.steps)
    if drift.magnitude > 500_000 {
      let percent = decimal(UInt128(rate.excess.magnitude), over: 10_000, places: 2)
      let frames = decimal(UInt128(drift.magnitude), over: 1_000_000, places: 1)
      list.add(
        "ltc-speed", .warning,
        "\(place) is \(percent) % \(rate.excess > 0 ? "faster" : "slower") than its rate, so that it "
          + "is \(frames) frame\(frames == "1" ? "" : "s") \(rate.excess > 0 ? "ahead" : "behind") "
          + "after \(counted(run.steps, "frame"))")
    }
  }

  private func seconds(_ ticks: Int64) -> String {
    let time = origin + LinearTimecodeStretch.time(ticks, sampleRate)
    guard time.isNumeric else { return "an unknown time" }
    return (time.value < 0 ? "-" : "")
      + decimal(
        UInt128(time.value.magnitude), over: UInt128(time.timescale.magnitude), places: 3) + " s"
  }
}
