import MovKit

/// What a byte of a file belongs to: atoms, fields, and the samples that have it.
struct BytePlace {
  /// A sample that has the byte.
  struct SamplePlace {
    let row: SampleRow
    /// The index of the sample in its track, from 0.
    let index: Int
    /// The byte, from the start of the sample.
    let byte: UInt64
    /// The NAL unit that has the byte, its number in the sample, and the byte in it; nil if it is in
    /// none, or the codec has none.
    let unit: (unit: SampleUnits.Unit, number: Int, byte: Int)?
  }

  /// The most samples and the most pointers that are reported; a byte can be in millions of both.
  static let mostSamples = 16

  let offset: UInt64
  /// The atoms that have the byte, the outermost first.
  let nodes: [AtomNode]
  /// The fields of the innermost atom that have the byte.
  let fields: [PlacedField]
  /// The fields that refer to a part of the file with the byte.
  let pointers: [FilePointer]
  /// The samples that have the byte.
  private(set) var samples: [SamplePlace] = []
  /// The number of all of them.
  private(set) var sampleCount = 0
  /// The items that have the byte.
  let items: [FileItems.Place]

  /// - Throws: `Failure.problem` if the file does not have the byte, or cannot be read.
  init(_ offset: UInt64, of file: InspectedFile) throws(Failure) {
    guard offset < file.source.size else {
      let size = file.source.size
      throw .problem(
        size == 0
          ? "the file is empty" : "the file has no byte \(offset); the last one is \(size - 1)",
        file: file.path)
    }
    self.offset = offset
    do throws(ReadingError) { nodes = try file.atoms.nodes(at: offset) } catch {
      throw .problem(error.advised(), file: file.path)
    }
    fields = nodes.last?.fields(in: offset..<offset + 1) ?? []
    pointers = file.atoms.pointers(to: offset, atMost: Self.mostSamples)
    items = FileItems(file.atoms)?.places(of: offset, atMost: Self.mostSamples) ?? []
    for track in file.movie?.tracks ?? [] { try find(in: track, of: file) }
  }

  private mutating func find(in track: Track, of file: InspectedFile) throws(Failure) {
    guard let movie = file.movie, let table = try? track.sampleTable() else { return }
    var found: [Int] = []
    for index in table.indexes(ofSamplesAt: offset) {
      if samples.count + found.count < Self.mostSamples { found.append(index) }
      sampleCount += 1
    }
    guard !found.isEmpty else { return }
    let reader = MovieReader(movie)
    guard let output = try? reader.addOutput(for: track) else { return }
    var rows = try SampleRows(of: output, in: movie, file.path)
    let units = try? SampleUnits(of: track, file.path)
    reader.startReading()
    for index in found {
      guard let sample = output.sample(at: index), sample.isInThisFile else {
        sampleCount -= 1
        continue
      }
      let byte = offset - sample.sample.offset
      samples.append(
        SamplePlace(
          row: rows.row(of: sample), index: index, byte: byte,
          unit: try units.flatMap { (units) throws(Failure) in
            try Self.unit(at: byte, of: sample, units)
          }))
    }
  }

  private static func unit(
    at byte: UInt64, of sample: SampleBuffer, _ units: SampleUnits
  ) throws(Failure) -> (unit: SampleUnits.Unit, number: Int, byte: Int)? {
    guard let byte = Int(exactly: byte) else { return nil }
    var found: (unit: SampleUnits.Unit, number: Int, byte: Int)?
    var number = 0
    _ = try units.forEach(of: sample) { (unit) throws(Failure) in
      if byte >= unit.offset, byte - unit.offset < unit.size {
        found = (unit, number, byte - unit.offset)
      }
      number += 1
    }
    return found
  }
}

// MARK: Text

extension BytePlace {
  /// Prints the place for people.
  func write(
    of file: InspectedFile, on page: TextPage, offsets: OffsetNotation
  ) throws(Failure) {
    let other: OffsetNotation = offsets == .decimal ? .hexadecimal : .decimal
    try page.line(
      page.styled("byte \(offsets.text(offset)) (\(other.text(offset))) of \(file.path)", .title))
    if let node = nodes.last {
      try writeAtom(node, on: page, offsets: offsets)
    } else {
      let isBefore = offset < file.atoms.leading.upperBound
      try line("atom", isBefore ? "none: before the first atom" : "none: after the last atom", page)
    }
    for field in fields { try writeField(field, on: page, offsets: offsets) }
    for pointer in pointers { try writePointer(pointer, on: page, offsets: offsets) }
    for sample in samples { try write(sample, on: page, offsets: offsets) }
    if sampleCount > samples.count {
      try line("", "and \(sampleCount - samples.count) more samples", page)
    }
    for item in items { try write(item, on: page) }
  }

  private func line(_ label: String, _ text: String, _ page: TextPage) throws(Failure) {
    try page.line(
      "  " + page.styled(label, .label) + String.spaces(max(1, 8 - label.count)) + text)
  }

  private func writeAtom(
    _ node: AtomNode, on page: TextPage, offsets: OffsetNotation
  ) throws(Failure) {
    var describer = AtomDescriber()
    let name = describer.describe(node).name.map { " (\($0.escaped))" } ?? ""
    let start = node.atom.offset ?? 0
    try line(
      "atom",
      "\(node.path.escaped)\(name), \(node.atom.size) bytes at \(offsets.text(start)): byte "
        + "\(offset - start) of it", page)
  }

  private func writePointer(
    _ pointer: FilePointer, on page: TextPage, offsets: OffsetNotation
  ) throws(Failure) {
    let row = pointer.row.map { ", row \($0)" } ?? ""
    let size = pointer.knownLength.map { "\($0) bytes " } ?? ""
    try line(
      "pointer",
      "\(pointer.path.escaped) \(pointer.field)\(row): \(size)at \(offsets.text(pointer.target))",
      page)
  }

  private func writeField(
    _ field: PlacedField, on page: TextPage, offsets: OffsetNotation
  ) throws(Failure) {
    let size = field.bytes.upperBound - field.bytes.lowerBound
    var text = field.name + (field.isOfHeader ? " of the header" : "")
    if let value = field.value.flatMap({ FieldText.short($0, offsets: offsets) }) {
      text += " = \(value)"
    }
    if let bits = field.bits {
      text += ", bit\(bits.count == 1 ? "" : "s") \(bits.lowerBound)"
      if bits.count > 1 { text += " to \(bits.upperBound - 1)" }
      text += " from \(offsets.text(field.bytes.lowerBound))"
    } else if size > 1 {
      text +=
        ", \(size) bytes at \(offsets.text(field.bytes.lowerBound)): byte "
        + "\(offset - field.bytes.lowerBound) of it"
    }
    try line("field", text, page)
  }

  private func write(_ place: FileItems.Place, on page: TextPage) throws(Failure) {
    let name = place.item.name.isEmpty ? "" : " (\(place.item.name))"
    try line(
      "item",
      "\(place.item.id), \(place.item.type)\(name), \(place.size) bytes: byte \(place.byte) of it, in extent "
        .escaped + "\(place.extent)", page)
  }

  private func write(
    _ place: SamplePlace, on page: TextPage, offsets: OffsetNotation
  ) throws(Failure) {
    let (buffer, row) = (place.row.samples, place.row)
    let sample = buffer.sample
    try line("track", [buffer.track].listed, page)
    try line(
      "sample",
      "\(place.index), in chunk \(row.chunk), \(sample.size) bytes at \(offsets.text(sample.offset)): byte "
        + "\(place.byte) of it", page)
    let clock = { (time: MediaTime) -> String in
      time.isNumeric
        ? readableTime(time.value, per: UInt32(clamping: time.timescale)) ?? "unknown" : "unknown"
    }
    let decoded = "decoded at \(clock(buffer.decodeTime)) (dts \(sample.decodeTime))"
    let shown =
      row.shown.map { "shown at \(clock($0.start)) (pts \(sample.presentationTime))" }
      ?? "not shown (pts \(sample.presentationTime))"
    let key = sample.attachments.isEntryPoint ? ", \(sample.attachments.keyWord)" : ""
    try line("time", "\(shown), \(decoded), \(buffer.timescale) ticks per second\(key)", page)
    if let timecode = row.timecode { try line("tc", timecode.escaped, page) }
    if !row.groups.isEmpty { try line("groups", row.groups.listed.escaped, page) }
    if let (unit, number, byte) = place.unit {
      let start = sample.offset &+ UInt64(clamping: unit.offset)
      try line(
        "unit",
        "\(number), \(unit.name), \(unit.size) bytes at \(offsets.text(start)): byte \(byte) of it",
        page)
    }
  }
}

// MARK: JSON

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
      try json.optional("row", pointer.row)
      try json.member("offset", pointer.target)
      try json.optional("size", pointer.knownLength)
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
      try json.optional("nalUnitType", unit.header?.type)
      try json.member("name", unit.header?.typeName)
      try json.member("position", buffer.sample.offset &+ UInt64(clamping: unit.offset))
      try json.member("size", unit.size)
      try json.member("byte", byte)
      try json.endObject()
    }
    try json.endObject()
  }
}

extension FilePointer {
  /// The number of bytes that are meant; nil if it is not known, or all bytes that follow are.
  fileprivate var knownLength: UInt64? { length == .max ? nil : length }
}
