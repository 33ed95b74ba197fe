import MovKit

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
      try line("", "and \(counted(sampleCount - samples.count, "more sample"))", page)
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
      "\(node.path.escaped)\(name), \(counted(node.atom.size, "byte")) at \(offsets.text(start)): byte "
        + "\(offset - start) of it", page)
  }

  private func writePointer(
    _ pointer: FilePointer, on page: TextPage, offsets: OffsetNotation
  ) throws(Failure) {
    let row = pointer.row.map { ", row \($0)" } ?? ""
    let size = pointer.knownLength.map { "\(counted($0, "byte")) " } ?? ""
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
    if let bits = field.bitsText {
      text += ", \(bits) from \(offsets.text(field.bytes.lowerBound))"
    } else if size > 1 {
      text +=
        ", \(counted(size, "byte")) at \(offsets.text(field.bytes.lowerBound)): byte "
        + "\(offset - field.bytes.lowerBound) of it"
    }
    try line("field", text, page)
  }

  private func write(_ place: FileItems.Place, on page: TextPage) throws(Failure) {
    let name = place.item.name.isEmpty ? "" : " (\(place.item.name))"
    try line(
      "item",
      "\(place.item.id), \(place.item.type)\(name), \(counted(place.size, "byte")): byte \(place.byte) of it, in extent "
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
      "\(place.index), in chunk \(row.chunk), \(counted(sample.size, "byte")) at \(offsets.text(sample.offset)): byte "
        + "\(place.byte) of it", page)
    let clock = { (time: MediaTime) -> String in time.readable ?? "unknown" }
    let decoded = "decoded at \(clock(buffer.decodeTime)) (dts \(sample.decodeTime))"
    let shown =
      row.shown.map { "shown at \(clock($0.start)) (pts \(sample.presentationTime))" }
      ?? "not shown (pts \(sample.presentationTime))"
    let key = sample.attachments.isEntryPoint ? ", \(sample.attachments.keyWord)" : ""
    try line(
      "time", "\(shown), \(decoded), \(counted(buffer.timescale, "tick")) per second\(key)", page)
    if let timecode = row.timecode { try line("tc", timecode.escaped, page) }
    if !row.groups.isEmpty { try line("groups", row.groups.listed.escaped, page) }
    if let (unit, number, byte) = place.unit {
      let start = sample.offset &+ UInt64(clamping: unit.offset)
      try line(
        "unit",
        "\(number), \(unit.name), \(counted(unit.size, "byte")) at \(offsets.text(start)): byte \(byte) of it",
        page)
    }
  }
}

extension PlacedField {
  /// The bits that the field takes, such as `bits 3 to 7`; nil if it takes whole bytes.
  var bitsText: String? {
    bits.map { bits in
      bits.count == 1
        ? "bit \(bits.lowerBound)" : "bits \(bits.lowerBound) to \(bits.upperBound - 1)"
    }
  }
}
