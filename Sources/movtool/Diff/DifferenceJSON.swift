import MovKit

extension JSONWriter {
  /// Writes a difference. Every key is always present.
  mutating func write(
    _ difference: AtomDifference, _ fields: inout AtomJSON
  ) throws(Failure) {
    try beginObject()
    try member("path", difference.path)
    try member("field", difference.field)
    switch difference.kind {
    case .onlyInFirst: try member("kind", "only-in-first")
    case .onlyInSecond: try member("kind", "only-in-second")
    case .value(let first, let second):
      try member("kind", "value")
      try write("first", first, &fields)
      try write("second", second, &fields)
    case .rows(let rows):
      try member("kind", "rows")
      try member("firstCount", rows.firstCount)
      try member("secondCount", rows.secondCount)
      try member("differing", rows.differing)
      try key("examples")
      try beginArray()
      for (row, first, second) in rows.examples {
        try beginObject()
        try member("row", row)
        try write("first", first, &fields)
        try write("second", second, &fields)
        try endObject()
      }
      try endArray()
    case .content(let first, let second):
      try member("kind", "content")
      try member("firstSize", first)
      try member("secondSize", second)
    case .order(let first, let second):
      try member("kind", "order")
      try write("first", first)
      try write("second", second)
    }
    try endObject()
  }

  private mutating func write(
    _ name: String, _ value: FieldValue, _ fields: inout AtomJSON
  ) throws(Failure) {
    try key(name)
    try fields.write(value, to: &self)
  }

  private mutating func write(_ name: String, _ atoms: [Atom]) throws(Failure) {
    try key(name)
    try beginArray(inline: true)
    for atom in atoms { try value(atom.distinctName) }
    try endArray()
  }

  private mutating func write(_ name: String, _ timing: SampleTiming?) throws(Failure) {
    try key(name)
    guard let timing else { return try null() }
    try beginObject()
    try member("decodeTime", timing.decodeTime)
    try member("presentationTime", timing.presentationTime)
    try member("duration", timing.duration)
    try endObject()
  }

  /// Writes what the samples of two tracks have in common.
  mutating func write(
    _ media: MediaComparison, of track: Track, _ other: Track
  ) throws(Failure) {
    try beginObject()
    try member("firstTrackID", track.id)
    try member("secondTrackID", other.id)
    try member("firstSamples", media.sampleCounts.first)
    try member("secondSamples", media.sampleCounts.second)
    try member("differentBytes", media.differentBytes)
    try member("firstDifferentBytes", media.firstDifferentBytes)
    try member("differentTimes", media.differentTimes)
    try member("firstDifferentTimes", media.firstDifferentTimes)
    try write("firstTimes", media.firstTimes?.first)
    try write("secondTimes", media.firstTimes?.second)
    try member("shiftedSamples", media.shiftedSamples)
    try member("shift", media.shift ?? .invalid)
    try member("isSame", media.isSame)
    try endObject()
  }
}
