import MovKit

/// Writes the timecode of a movie as one JSON document.
struct TimecodeDocument {
  let movie: TimecodeMovie
  /// Whether the samples are listed.
  var listsSamples = true
  /// The number of segments of a track that are listed.
  var mostSegments = Int.max

  func write(to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member(schema: .timecode)
    try json.member("file", movie.path.description)
    try json.key("tracks")
    try json.beginArray()
    for track in movie.tracks { try write(track, to: &json) }
    try json.endArray()
    try json.member(diagnostics: movie.diagnostics)
    try json.endObject()
  }

  private func write(_ timecode: TimecodeTrack, to json: inout JSONWriter) throws(Failure) {
    let track = timecode.track
    let timeline = TimecodeTimeline(timecode)
    try json.beginObject()
    try json.member("trackID", track.id)
    try json.member("timescale", track.timescale)
    try json.member("duration", track.editedDuration)
    try json.key("associatedTracks")
    try json.beginArray(inline: true)
    for id in movie.tracks(of: timecode) { try json.value(id) }
    try json.endArray()
    let start = timeline.value(at: .zero)
    try json.member("start", start.flatMap { timecode.formats[$0.formatIndex].label(of: $0.value) })
    try json.key("formats")
    try json.beginArray()
    for format in timecode.formats { try write(format, to: &json) }
    try json.endArray()
    try json.key("samples")
    try json.beginArray()
    for index in 0..<(listsSamples ? timecode.sampleCount : 0) {
      try write(timecode.sample(index), of: timecode, to: &json)
    }
    try json.endArray()
    try json.key("segments")
    try json.beginArray()
    for segment in timeline.segments.prefix(mostSegments) {
      try write(segment, of: timecode, to: &json)
    }
    try json.endArray()
    try json.key("edits")
    try json.beginArray()
    if let list = track.editList {
      for (edit, row) in zip(track.edits, list.entries) {
        try write(edit, rate: row.mediaRate, to: &json)
      }
    }
    try json.endArray()
    try json.endObject()
  }

  /// Writes an entry of the edit list. The rate is that of the entry, in 1/65536.
  private func write(
    _ edit: MediaTimeMapping, rate: Fixed16x16, to json: inout JSONWriter
  ) throws(Failure) {
    try json.beginObject(inline: true)
    try json.member("duration", edit.target.duration)
    try json.member("mediaTime", edit.source.start)
    try json.member("rate", rate.rawValue)
    try json.endObject()
  }

  private func write(_ format: TimecodeFormat, to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member("type", "\(format.mediaSubType.fourCC)")
    try json.member("frameDuration", format.frameDuration)
    try json.member("frameQuanta", format.quantaOverride ?? format.frameQuanta)
    try json.key("flags")
    try json.value(UInt64(format.flags.rawValue), named: TimecodeDescription.flagNames)
    try json.member("sourceName", format.sourceName?.text)
    let language = format.sourceName?.language
    try json.member("sourceLanguage", language.flatMap { $0.iso639 })
    try json.member("sourceLanguageCode", language?.rawValue)
    try json.endObject()
  }

  private func write(
    _ sample: TimecodeTrack.Sample, of timecode: TimecodeTrack, to json: inout JSONWriter
  ) throws(Failure) {
    try json.beginObject(inline: true)
    try json.member("index", sample.index)
    try json.member("format", sample.formatIndex)
    try json.member("mediaTime", sample.mediaTime)
    try json.member("duration", sample.duration)
    try json.member("value", sample.value)
    try json.members(sample.value, in: timecode.formats[sample.formatIndex])
    try json.endObject()
  }

  private func write(
    _ segment: TimecodeTrack.Segment, of timecode: TimecodeTrack, to json: inout JSONWriter
  ) throws(Failure) {
    let format = timecode.formats[segment.formatIndex]
    try json.beginObject(inline: true)
    try json.member("movieTime", segment.movieTime)
    try json.member("duration", segment.duration)
    try json.member("format", segment.formatIndex)
    try json.member("frameNumber", segment.first)
    try json.members(segment.first, in: format)
    try json.member("lastTimecode", format.label(of: segment.last))
    try json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ sample: TimecodeSample) throws(Failure) {
    switch sample {
    case .frameNumber(let number): try member(name, number)
    case .counter(let count): try member(name, count)
    }
  }
}
