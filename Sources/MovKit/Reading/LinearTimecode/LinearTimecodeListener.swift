/// Listens to all channels of audio, or to one, for linear timecode.
struct LinearTimecodeListener {
  /// What was heard in a channel so far.
  private struct Ear {
    var number: Int
    var channel: LinearTimecodeChannel
    var frameCount: Int64 = 0
    var stretches: [LinearTimecodeStretch] = []
    var diagnostics = DiagnosticList()

    /// Ends a piece of audio, and begins another.
    mutating func finish(_ next: LinearTimecodeChannel?) {
      channel.finish()
      frameCount += channel.frameCount
      stretches += channel.stretches
      diagnostics.append(contentsOf: channel.diagnostics)
      if let next { channel = next }
    }
  }

  private var ears: [Ear]
  private let sampleRate: UInt32
  private let frameDuration: MediaTime?
  private let path: String
  /// When the present piece of audio began, and how many frames of it were read; nil before the
  /// first.
  private var origin: MediaTime?
  private var frames: UInt64 = 0

  /// So many channels are tried if none is given.
  private static let mostChannels = 64
  /// With so many frames of timecode in one channel, others without are given up.
  private static let enoughFrames: Int64 = 500
  private static let framesAtOnce = 1 << 15

  init(
    _ format: LinearPCMFormat, channel: Int?, frameDuration: MediaTime?, path: String
  ) throws(ReadingError) {
    if let channel, !(0..<format.channelCount).contains(channel) {
      throw .format(
        FormatError(
          .missing(
            "there is no channel \(channel): the audio has \(format.channelCount), counted from 0"),
          path: path))
    }
    let numbers =
      channel.map { [$0] } ?? Array(0..<min(format.channelCount, Self.mostChannels))
    sampleRate = format.sampleRate
    self.frameDuration = frameDuration
    self.path = path
    let silent = LinearTimecodeChannel(
      sampleRate: format.sampleRate, frameDuration: frameDuration)
    ears = numbers.map { Ear(number: $0, channel: silent) }
  }

  /// Listens to the next audio.
  /// - Parameter time: When it begins in the media; nil if it follows what was read last.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, _ format: LinearPCMFormat, at time: MediaTime?
  ) throws(ReadingError) {
    guard let levels = PCMLevels(format), format.sampleRate == sampleRate else {
      throw .format(
        FormatError(
          .unsupported(
            "linear timecode cannot be read from audio of \(counted(format.bitsPerChannel, "bit")) whose rate is "
              + "\(format.sampleRate) Hz after \(sampleRate) Hz"), path: path))
    }
    if let time, !follows(time) { begin(at: time) }
    frames += UInt64(bytes.count / format.bytesPerFrame)
    let size = Self.framesAtOnce * format.bytesPerFrame
    for number in ears.indices {
      var rest = bytes
      while !rest.isEmpty {
        let part = rest.prefix(size)
        let isThere = ears[number].number < format.channelCount
        ears[number].channel.append(
          isThere
            ? levels.levels(of: ears[number].number, in: part)
            : [Float](repeating: 0, count: part.count / format.bytesPerFrame))
        rest = rest.dropFirst(size)
      }
    }
    forget()
  }

  /// Whether audio that begins at a time follows what was read last: but for what is lost in a media
  /// timescale that is coarser than the samples.
  private func follows(_ time: MediaTime) -> Bool {
    guard let origin, time.isNumeric, let read = MediaTime(ticks: frames, per: sampleRate) else {
      return false
    }
    let tolerance = MediaTime(value: 1, timescale: min(500, time.timescale))
    return (time - origin - read).absoluteValue <= tolerance
  }

  private mutating func begin(at time: MediaTime) {
    let next = LinearTimecodeChannel(
      sampleRate: sampleRate, origin: time.isNumeric ? time : .zero, frameDuration: frameDuration)
    for number in ears.indices { ears[number].finish(next) }
    origin = time
    frames = 0
  }

  /// Gives up channels that have hardly any timecode if another has much.
  private mutating func forget() {
    guard ears.count > 1 else { return }
    let most = ears.map { $0.frameCount + $0.channel.frameCount }.max() ?? 0
    guard most >= Self.enoughFrames else { return }
    ears.removeAll { $0.frameCount + $0.channel.frameCount < most / 2 }
  }

  mutating func finish() {
    for number in ears.indices { ears[number].finish(nil) }
  }

  /// The channel with the most timecode, the first of several; nil if none has any.
  var best: (channel: Int, stretches: [LinearTimecodeStretch], diagnostics: [Diagnostic])? {
    var best: Ear?
    for ear in ears where !ear.stretches.isEmpty && ear.frameCount > best?.frameCount ?? 0 {
      best = ear
    }
    return best.map { ($0.number, $0.stretches, $0.diagnostics.all) }
  }
}
