import MovKit

/// How the timecode tracks of a movie count, so that the page finds the labels that the library does.
struct PageCounting {
  let tracks: [TimecodeTrack]
}

extension JSONWriter {
  /// Writes, for each timecode track, how its formats and its first segments count.
  mutating func member(_ name: String, counting: PageCounting) throws(Failure) {
    try key(name)
    try beginArray()
    for track in counting.tracks {
      try beginObject()
      try key("formats")
      try beginArray()
      for index in track.formats.indices { try writeFormat(index, of: track) }
      try endArray()
      try key("segments")
      try beginArray(inline: true)
      for segment in TimecodeTimeline(track).segments.prefix(PageLimits.segments) {
        try write(segment)
      }
      try endArray()
      try endObject()
    }
    try endArray()
  }

  private mutating func writeFormat(_ index: Int, of track: TimecodeTrack) throws(Failure) {
    let format = track.formats[index]
    let frame = track.frame(ofFormat: index)
    try beginObject(inline: true)
    try member("quanta", format.labelQuanta)
    try member("dropped", format.framesDroppedPerMinute)
    try member("isDropFrame", format.isDropFrame)
    try member("isCounter", format.isCounter)
    try member("day", format.flags.contains(.negativeTimesOK) ? nil : format.framesUntilWrap)
    try member("frame", frame?.duration ?? .invalid)
    try member("slack", frame?.slack ?? .zero)
    try endObject()
  }

  /// Writes how a segment counts; null if it counts from its beginning, at the normal rate.
  private mutating func write(_ segment: TimecodeTrack.Segment) throws(Failure) {
    if segment.rate == 1 << 16, segment.elapsed == .zero { return try null() }
    try beginObject(inline: true)
    switch segment.sampleValue {
    case .frameNumber(let number): try member("value", number)
    case .counter(let count): try member("value", count)
    }
    try member("elapsed", segment.elapsed)
    try member("rate", segment.rate)
    try endObject()
  }
}
