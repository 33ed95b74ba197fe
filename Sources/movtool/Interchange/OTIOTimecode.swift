import MovKit

/// Writes timecode as an OpenTimelineIO timeline: a clip for each stretch, on one track, and gaps
/// where there is no timecode. Several movies come one after the other.
///
/// Times count frames at a rate that is the nearest number to the exact fraction, as OpenTimelineIO
/// has it. The fraction itself is in the metadata.
struct OTIOTimecode: TimecodeWriter {
  private let output: Output
  private var json: JSONWriter
  private var place = RecordPlace()
  private var hasHead = false

  init(to output: Output, layout: JSONWriter.Layout) {
    self.output = output
    json = JSONWriter(to: output, layout: layout)
  }

  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    var notes = DiagnosticList(movie.tracksLeftOut)
    if !hasHead { try writeHead(movie.name) }
    defer { place.finish(movie) }
    guard let track = movie.tracks.first else { return notes.all }
    try movie.forEachRow(of: track) { (row, next) throws(Failure) in
      guard row.format.hasLabelsAndRate else {
        notes.add(withoutLabel: row)
        return
      }
      let gap = place.skip(to: row)
      if gap > 0 { try writeGap(gap, row.format) }
      if gap < 0 { notes.add(late: row, by: -gap, in: "a timeline") }
      let count = place.frames(of: row, before: next)
      try write(row, count)
      place.pass(row, count)
    }
    return notes.all
  }

  mutating func finish() throws(Failure) {
    if hasHead {
      // The track, its stack and the timeline, each with the list of what is in it.
      for _ in 0..<2 {
        try json.endArray()
        try json.endObject()
      }
      try json.endObject()
      try json.endDocument()
    }
    try output.finish()
  }

  private mutating func writeHead(_ name: String) throws(Failure) {
    hasHead = true
    try json.beginObject()
    try json.member("OTIO_SCHEMA", "Timeline.1")
    try json.member("name", name)
    try json.member("global_start_time", nil)
    try writeNoMetadata()
    try json.key("tracks")
    try json.beginObject()
    try writeItem("Stack.1", name: "tracks")
    try json.member("source_range", nil)
    try json.key("children")
    try json.beginArray()
    try json.beginObject()
    try writeItem("Track.1", name: "V1")
    try json.member("kind", "Video")
    try json.member("source_range", nil)
    try json.key("children")
    try json.beginArray()
  }

  private mutating func writeItem(_ schema: String, name: String) throws(Failure) {
    try json.member("OTIO_SCHEMA", schema)
    try json.member("name", name)
    if schema != "Clip.2" {
      try writeNoMetadata()
      try json.key("effects")
      try json.beginArray()
      try json.endArray()
    }
    try json.key("markers")
    try json.beginArray()
    try json.endArray()
    try json.member("enabled", true)
  }

  private mutating func writeGap(_ frames: Int64, _ format: TimecodeFormat) throws(Failure) {
    try json.beginObject()
    try writeItem("Gap.1", name: "")
    try writeRange("source_range", 0, frames, format)
    try json.endObject()
  }

  private mutating func write(_ row: TimecodeRow, _ count: Int64) throws(Failure) {
    guard case .frameNumber(let first) = row.segment.first else { return }
    let format = row.format
    try json.beginObject()
    try writeItem("Clip.2", name: row.movie.name)
    try writeClipMetadata(row)
    try writeEffects(row)
    // The source range of a clip is as long as the clip is in the timeline, whatever its speed.
    try writeRange("source_range", first, count, format)
    try json.key("media_references")
    try json.beginObject()
    try json.key("DEFAULT_MEDIA")
    try json.beginObject()
    try json.member("OTIO_SCHEMA", "ExternalReference.1")
    try json.member("name", row.movie.name)
    try json.member("target_url", row.movie.path.fileURL ?? row.movie.path.description)
    try writeRange("available_range", first, row.frames, format)
    try json.member("available_image_bounds", nil)
    try writeNoMetadata()
    try json.endObject()
    try json.endObject()
    try json.member("active_media_reference_key", "DEFAULT_MEDIA")
    try json.endObject()
  }

  private mutating func writeClipMetadata(_ row: TimecodeRow) throws(Failure) {
    let format = row.format
    try json.key("metadata")
    try json.beginObject()
    // Where the CMX 3600 adapter has it.
    if let reel = row.reel {
      try json.key("cmx_3600")
      try json.beginObject(inline: true)
      try json.member("reel", reel)
      try json.endObject()
    }
    try json.key("movtool")
    try json.beginObject(inline: true)
    try json.member("timecode", format.label(of: row.segment.first))
    try json.member("rateNumerator", format.frameDuration.timescale)
    try json.member("rateDenominator", format.frameDuration.value)
    try json.member("dropFrame", format.isDropFrame)
    try json.member("frameQuanta", format.labelQuanta)
    try json.member("reel", row.reel)
    try json.endObject()
    try json.endObject()
  }

  private mutating func writeEffects(_ row: TimecodeRow) throws(Failure) {
    try json.key("effects")
    try json.beginArray()
    if !row.isAtSpeed {
      let isFrozen = row.segment.rate == 0
      let name = isFrozen ? "FreezeFrame" : "LinearTimeWarp"
      try json.beginObject()
      try json.member("OTIO_SCHEMA", name + ".1")
      try json.member("name", "")
      try json.member("effect_name", name)
      // A whole number of 65536ths is exact.
      try json.member("time_scalar", Double(row.segment.rate) / 65536)
      try json.member("enabled", true)
      try writeNoMetadata()
      try json.endObject()
    }
    try json.endArray()
  }

  private mutating func writeNoMetadata() throws(Failure) {
    try json.key("metadata")
    try json.beginObject(inline: true)
    try json.endObject()
  }

  private mutating func writeRange(
    _ name: String, _ start: Int64, _ frames: Int64, _ format: TimecodeFormat
  ) throws(Failure) {
    try json.key(name)
    try json.beginObject()
    try json.member("OTIO_SCHEMA", "TimeRange.1")
    try writeTime("start_time", start, format)
    try writeTime("duration", frames, format)
    try json.endObject()
  }

  private mutating func writeTime(
    _ name: String, _ frames: Int64, _ format: TimecodeFormat
  ) throws(Failure) {
    try json.key(name)
    try json.beginObject(inline: true)
    try json.member("OTIO_SCHEMA", "RationalTime.1")
    let rate = Double(format.frameDuration.timescale) / Double(format.frameDuration.value)
    try json.member("rate", rate)
    try json.member("value", Double(frames))
    try json.endObject()
  }
}
