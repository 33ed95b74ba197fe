/// The schemas of the JSON output. The raw value is the "$id" of the JSON Schema in `Docs/Schemas`.
/// Documents state it; the lines of JSON Lines do not. Its number increases when a key is removed,
/// or changes its type or its meaning.
enum JSONSchemas: String, CaseIterable {
  case inspect = "urn:movtool:inspect:1"
  case list = "urn:movtool:list:1"
  case timecode = "urn:movtool:timecode:1"
  case timecodeFrame = "urn:movtool:timecode-frame:1"
  case change = "urn:movtool:change:1"
  case timecodeSources = "urn:movtool:timecode-sources:1"
  case linearTimecode = "urn:movtool:linear-timecode:1"
  case timecodeResult = "urn:movtool:timecode-result:1"
  case timecodeDiff = "urn:movtool:timecode-diff:1"
  case diff = "urn:movtool:diff:1"
  case sample = "urn:movtool:sample:1"
  case samples = "urn:movtool:samples:1"
  case items = "urn:movtool:items:1"
  case place = "urn:movtool:place:1"
  case hash = "urn:movtool:hash:1"
  case check = "urn:movtool:check:1"
  case rules = "urn:movtool:rules:1"
  case metadata = "urn:movtool:metadata:1"
  case page = "urn:movtool:page:1"
  case card = "urn:movtool:card:1"
}

extension JSONWriter {
  /// Writes the first member of a document: the schema that it follows.
  mutating func member(schema: JSONSchemas) throws(Failure) {
    try member("schema", schema.rawValue)
  }
}
