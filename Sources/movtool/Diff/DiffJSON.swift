import MovKit

extension JSONWriter {
  /// Writes a line about a pair. Every key is always present.
  mutating func write(_ line: DiffReport.Line) throws(Failure) {
    let comparison = line.comparison
    try beginObject()
    try member("original", line.pair.original?.path.description)
    try member("proxy", line.pair.proxy?.path.description)
    try member("status", line.status.rawValue)
    try member("problem", line.problem ?? line.pair.problem)
    try key("differences")
    try beginArray()
    for difference in comparison?.differences ?? [] { try value(difference.rawValue) }
    try endArray()
    try member("originalTimecode", comparison?.original)
    try member("proxyTimecode", comparison?.proxy)
    try writeFirstDifference(comparison?.offset)
    try writeOffset(comparison?.offset)
    try key("runs")
    try beginArray()
    for run in comparison?.differingRuns ?? [] {
      try beginObject()
      try member("index", run.index)
      try member("original", run.original)
      try member("proxy", run.proxy)
      try endObject()
    }
    try endArray()
    try writeBreaks(comparison)
    let differs = line.status == .different
    try member("command", differs ? line.advice?.command : nil)
    try member("advice", differs ? line.advice?.note : nil)
    try endObject()
    try endLine()
  }

  mutating func write(summary counts: [DiffReport.Status: Int]) throws(Failure) {
    try beginObject()
    try key("summary")
    try beginObject()
    for status in DiffReport.Status.allCases { try member(status.rawValue, counts[status] ?? 0) }
    try endObject()
    try endObject()
    try endLine()
  }

  private mutating func writeFirstDifference(_ offset: LabelOffset?) throws(Failure) {
    try key("firstDifference")
    guard let place = offset?.firstDifference else { return try null() }
    try beginObject()
    try member("frame", place.frame)
    try member("movieTime", place.time)
    try member("original", place.original)
    try member("proxy", place.proxy)
    try endObject()
  }

  private mutating func writeOffset(_ offset: LabelOffset?) throws(Failure) {
    try key("offset")
    guard let offset, let first = offset.first, let last = offset.last else { return try null() }
    try beginObject()
    try member("course", offset.course.rawValue)
    try member("comparedFrames", offset.count)
    try member("comparedBy", offset.isByTime ? "time" : "frame")
    try member("first", first)
    try member("last", last)
    try endObject()
  }

  /// Writes which programs do not link the files any more, and because of what.
  private mutating func writeBreaks(_ comparison: TimecodeComparison?) throws(Failure) {
    try key("breaks")
    try beginArray()
    for rule in RelinkRule.all {
      let broken = rule.broken(by: comparison?.differences ?? [])
      guard !broken.isEmpty else { continue }
      try beginObject()
      try member("program", rule.program)
      try key("differences")
      try beginArray()
      for property in broken { try value(property.rawValue) }
      try endArray()
      try key("threads")
      try beginArray()
      for thread in rule.threads { try value(thread) }
      try endArray()
      try endObject()
    }
    try endArray()
  }

  private mutating func member(_ name: String, _ facts: DiffSide.Facts?) throws(Failure) {
    try key(name)
    guard let facts else { return try null() }
    try beginObject()
    try member("start", facts.start)
    try member("last", facts.last)
    try member("frameDuration", facts.format?.frameDuration ?? .invalid)
    try member("quanta", facts.format?.labelQuanta)
    try member("dropFrame", flag: facts.format?.isDropFrame)
    try member("wraps", flag: facts.format?.flags.contains(.wraps24Hours))
    try member("reel", facts.reel)
    try member("runCount", facts.runCount)
    try member("timecodeFrames", facts.timecodeFrames)
    try member("videoFrames", facts.videoFrames)
    try member("videoDuration", facts.videoDuration ?? .invalid)
    try member("videoRate", ratio: facts.videoRate.map { ($0.numerator, $0.denominator) })
    try endObject()
  }

  private mutating func member(
    _ name: String, _ amount: LabelOffset.Amount
  ) throws(Failure) {
    try key(name)
    try beginObject()
    try member("frames", amount.frames)
    try member("time", amount.time)
    try endObject()
  }

  private mutating func member(
    _ name: String, _ run: DiffSide.Run?
  ) throws(Failure) {
    try key(name)
    guard let run else { return try null() }
    try beginObject()
    try member("movieTime", run.time)
    try member("timecode", run.label)
    try member("frames", run.frameCount)
    try member("frameDuration", run.format.frameDuration)
    try member("quanta", run.format.labelQuanta)
    try member("dropFrame", run.format.isDropFrame)
    try member("wraps", run.format.flags.contains(.wraps24Hours))
    try member("reel", run.format.sourceName?.text)
    try endObject()
  }
}
