/// The forms of what is printed as JSON. The raw value is the "$id" of the form's JSON Schema in
/// `Docs/Schemas`; documents state it, lines of JSON Lines do not. Its number grows when a key goes,
/// or changes its type or its meaning.
enum JSONSchemas: String, CaseIterable {
  case inspect = "urn:movtool:inspect:1"
  case timecode = "urn:movtool:timecode:1"
  case timecodeFrame = "urn:movtool:timecode-frame:1"
  case sample = "urn:movtool:sample:1"
}

extension JSONWriter {
  /// The first member of a document.
  mutating func member(schema: JSONSchemas) throws(Failure) {
    try member("schema", schema.rawValue)
  }
}
