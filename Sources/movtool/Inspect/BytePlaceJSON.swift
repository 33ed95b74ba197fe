import MovKit

extension BytePlace {
  /// Writes the place as a document.
  func write(of file: InspectedFile, to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member(schema: .place)
    try json.member("file", file.path.description)
    try json.member("offset", offset)
    try json.key("atoms")
    try json.beginArray()
    for node in nodes {
      try json.beginObject(inline: true)
      try json.member("type", node.atom.type.description)
      try json.member("path", node.path)
      try json.member("offset", node.atom.offset ?? 0)
      try json.member("size", node.atom.size)
      try json.endObject()
    }
    try json.endArray()
    try json.key("fields")
    try json.beginArray()
    for field in fields { try write(field, to: &json) }
    try json.endArray()
    try json.key("pointers")
    try json.beginArray()
    for pointer in pointers {
      try json.beginObject(inline: true)
      try json.member("path", pointer.path)
      try json.member("field", pointer.field)
      try json.member("row", pointer.row)
      try json.member("offset", pointer.target)
      try json.member("size", pointer.knownLength)
      try json.endObject()
    }
    try json.endArray()
    try json.key("samples")
    try json.beginArray()
    var members = try SampleMembers(SampleJSON.attributes + [.timescale], of: json, inline: true)
    for sample in samples { try write(sample, &members, to: &json) }
    try json.endArray()
    try json.member("sampleCount", sampleCount)
    try json.key("items")
    try json.beginArray()
    for place in items {
      try json.beginObject(inline: true)
      try json.member("id", place.item.id)
      try json.member("type", place.item.type.description)
      try json.member("name", place.item.name)
      try json.member("size", place.size)
      try json.member("extent", place.extent)
      try json.member("byte", place.byte)
      try json.endObject()
    }
    try json.endArray()
    try json.endObject()
    try json.endDocument()
  }

  private func write(_ field: PlacedField, to json: inout JSONWriter) throws(Failure) {
    try json.beginObject(inline: true)
    try json.member("name", field.name)
    try json.member("header", field.isOfHeader)
    try json.member("offset", field.bytes.lowerBound)
    try json.member("size", field.bytes.upperBound - field.bytes.lowerBound)
    if let bits = field.bits {
      try json.member("firstBit", bits.lowerBound)
      try json.member("bits", bits.count)
    }
    try json.member("value", field.value.flatMap { FieldText.short($0, offsets: .decimal) })
    try json.endObject()
  }

  private func write(
    _ place: SamplePlace, _ members: inout SampleMembers, to json: inout JSONWriter
  ) throws(Failure) {
    let buffer = place.row.samples
    try json.beginObject(inline: true)
    try members.write(buffer, size: buffer.size, chunk: place.row.chunk, to: &json)
    try json.member("trackID", buffer.trackID)
    try json.member("trackPath", buffer.track.path)
    try json.member("byte", place.byte)
    try json.member("decodedAt", buffer.decodeTime)
    try json.member("shownAt", place.row.shown?.start ?? .invalid)
    try json.member("timecode", place.row.timecode)
    if !place.row.groups.isEmpty { try json.member("groups", place.row.groups) }
    if let (unit, number, byte) = place.unit {
      try json.key("unit")
      try json.beginObject(inline: true)
      try json.member("number", number)
      try json.member("nalUnitType", unit.header?.type)
      try json.member("name", unit.header?.typeName)
      try json.member("position", buffer.sample.offset &+ UInt64(clamping: unit.offset))
      try json.member("size", unit.size)
      try json.member("byte", byte)
      try json.endObject()
    }
    try json.endObject()
  }
}
