import MovKit

/// Writes the linear timecode in the audio of a movie or a WAV file as one JSON document.
struct LinearTimecodeDocument: TimecodeJSONDocument {
  /// What one track says.
  private struct Reading {
    /// The ID of the track; nil for a WAV file.
    var trackID: UInt32?
    var path: String
    var timecode: LinearTimecodeReading
  }

  let path: FilePath
  private var readings: [Reading] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads all audio tracks of a movie, or a WAV file.
  /// - Parameter channel: From 1; nil for the one that has the most timecode.
  init(_ path: FilePath, channel: Int?, _ arguments: Arguments) throws(Failure) {
    self.path = path
    let source: File
    do throws(IOError) { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    arguments.spared.insert(source.identity)
    let index = channel.map { $0 - 1 }
    do throws(ReadingError) {
      if WaveFile.isWave(source) {
        let wave = try WaveFile(reading: source)
        diagnostics = wave.diagnostics
        if let channel, channel > wave.format.channelCount {
          diagnostics.append(Self.noChannel(channel, of: Int(wave.format.channelCount)))
          return
        }
        add(try wave.linearTimecode(in: source, channel: index), nil, "")
        return
      }
      let movie = try MovieOutline(source).movie()
      diagnostics = movie.diagnostics
      for track in movie.tracks(.audio) {
        if let channel, let count = track.linearPCMChannels, channel > count {
          var finding = Self.noChannel(channel, of: count)
          (finding.path, finding.offset) = (track.path, track.atom.offset)
          diagnostics.append(finding)
          continue
        }
        do throws(ReadingError) {
          add(try LinearTimecodeReading(track, channel: index), track.id, track.path)
        } catch {
          guard case .format(let problem) = error else { throw error }
          diagnostics.append(
            Diagnostic(
              "ltc-unreadable", .warning, "\(problem.reason)", path: track.path,
              at: track.atom.offset))
        }
      }
    } catch { throw .problem(error.advised(), file: path) }
  }

  private static func noChannel(_ channel: Int, of count: Int) -> Diagnostic {
    Diagnostic("ltc-unreadable", .warning, "there is no channel \(channel), only \(count)")
  }

  private mutating func add(_ timecode: LinearTimecodeReading, _ trackID: UInt32?, _ path: String) {
    readings.append(Reading(trackID: trackID, path: path, timecode: timecode))
    diagnostics += timecode.diagnostics
  }

  func write(to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member(schema: .linearTimecode)
    try json.member("file", path.description)
    try json.key("tracks")
    try json.beginArray()
    for reading in readings {
      try json.beginObject()
      try json.member("track", reading.trackID)
      try json.member("path", reading.path)
      try json.member("channel", reading.timecode.channel.map { $0 + 1 })
      try json.key("stretches")
      try json.beginArray()
      for stretch in reading.timecode.stretches { try write(stretch, to: &json) }
      try json.endArray()
      try json.endObject()
    }
    try json.endArray()
    try json.member(diagnostics: diagnostics)
    try json.endObject()
  }

  private func write(
    _ stretch: LinearTimecodeStretch, to json: inout JSONWriter
  ) throws(Failure) {
    let format = stretch.format
    try json.beginObject()
    try json.member("time", stretch.start)
    try json.member("duration", stretch.duration)
    try json.member("start", stretch.label)
    try json.member("frames", stretch.frameNumber)
    try json.member("frameCount", stretch.frameCount)
    try json.member("frameDuration", format.frameDuration)
    try json.member("measuredFrameDuration", stretch.measuredFrameDuration)
    try json.member("frameQuanta", format.frameQuanta)
    try json.key("dropFrame")
    try json.value(format.isDropFrame)
    try json.key("reversed")
    try json.value(stretch.isReversed)
    try json.key("userBits")
    try json.beginObject(inline: true)
    let bits = stretch.userBits
    try json.member("digits", bits.digits)
    try json.member("flags", UInt32(bits.flags))
    try json.key("constant")
    try json.value(stretch.hasConstantUserBits)
    try json.member("text", bits.text.map { String(decoding: $0, as: UTF8.self) })
    try json.member("date", bits.date?.text)
    try json.endObject()
    try json.endObject()
  }
}

extension LinearTimecodeUserBits.Date {
  /// The date as it is written, such as `24-05-31` or `24-05-31+02:00`.
  fileprivate var text: String {
    var text = "\(padded(year, 2))-\(padded(month, 2))-\(padded(day, 2))"
    if let minutes = minutesFromUTC {
      let size = minutes.magnitude
      text += (minutes < 0 ? "-" : "+") + padded(size / 60, 2) + ":" + padded(size % 60, 2)
    }
    return text
  }
}
