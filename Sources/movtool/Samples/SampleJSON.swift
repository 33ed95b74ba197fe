import MovKit

/// Writes samples as a JSON document, one sample after another.
struct SampleJSON: SampleForm {
  private var json: JSONWriter
  private var members: SampleMembers

  /// Begins the document of a listing.
  init(
    to output: Output, layout: JSONWriter.Layout, of listing: SampleListing, _ path: FilePath
  ) throws(Failure) {
    let track = listing.rows.track
    json = JSONWriter(to: output, layout: layout)
    try json.beginObject()
    try json.member(schema: .samples)
    try json.member("file", path.description)
    try json.key("track")
    try json.beginObject()
    try json.member("trackID", track.id)
    try json.member("path", track.path)
    try json.member("kind", KindOfTrack(track)?.rawValue)
    try json.member("sampleEntry", track.sampleDescriptions.first?.type.description)
    try json.member("timescale", track.timescale)
    try json.member("sampleCount", listing.rows.samples.count)
    try json.endObject()
    try json.key("samples")
    try json.beginArray()
    members = try SampleMembers(Self.attributes, of: json, inline: true)
  }

  /// Continues a listing at a place.
  private init(to output: Output, at place: JSONWriter.Place) throws(Failure) {
    json = JSONWriter(to: output, at: place)
    members = try SampleMembers(Self.attributes, of: json, inline: true)
  }

  var further: @Sendable (Output) throws(Failure) -> any SampleForm {
    let place = json.place
    return { (output) throws(Failure) in try SampleJSON(to: output, at: place) }
  }

  static let attributes: [SampleMembers.Attribute] = [
    .sample, .samples, .chunk, .position, .size, .dts, .pts, .duration, .sync, .description,
  ]

  mutating func write(_ row: SampleRow, isAsked: Bool, _ units: SampleUnits?) throws(Failure) {
    try json.beginObject(inline: true)
    try members.write(row.samples, size: row.samples.size, chunk: row.chunk, to: &json)
    try json.member("decodedAt", row.samples.decodeTime)
    try json.member("shownAt", row.shown?.start ?? .invalid)
    try json.member("timecode", row.timecode)
    if !row.groups.isEmpty { try json.member("groups", row.groups) }
    if let units { try write(units, of: row.samples) }
    if isAsked { try json.member("asked", true) }
    try json.endObject()
  }

  private mutating func write(_ units: SampleUnits, of sample: SampleBuffer) throws(Failure) {
    try json.key("units")
    try json.beginArray(inline: true)
    let problem = try units.forEach(of: sample) { (unit) throws(Failure) in
      try json.beginObject(inline: true)
      try json.member("nalUnitType", unit.header?.type)
      try json.member("name", unit.header?.typeName)
      try json.member("position", sample.sample.offset &+ UInt64(clamping: unit.offset))
      try json.member("size", unit.size)
      try json.endObject()
    }
    try json.endArray()
    if let problem { try json.member("unitsProblem", problem) }
  }

  mutating func pass() throws(Failure) { try json.endLines() }

  /// Ends the document.
  mutating func finish() throws(Failure) {
    try json.endArray()
    try json.endObject()
    try json.endDocument()
  }
}

extension JSONWriter {
  /// Writes the groups of a sample.
  mutating func member(_ name: String, _ groups: [TrackSampleGroups.Group]) throws(Failure) {
    try key(name)
    try beginArray(inline: true)
    for group in groups {
      try beginObject(inline: true)
      try member("type", group.type.description)
      if let parameter = group.parameter { try member("parameter", parameter) }
      try member("group", group.index)
      if group.isOfFragment { try member("ofFragment", true) }
      try endObject()
    }
    try endArray()
  }
}
