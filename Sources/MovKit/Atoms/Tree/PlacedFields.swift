/// A field of an atom and where in the file it is stored.
package struct PlacedField: Sendable {
  /// The name as `AtomDescription` has it, with those of the records and rows that the field is in, such
  /// as `entries[3].media_time`. The fields of the header are `size`, `type`, `large_size` and
  /// `usertype`; bytes that no field explains are `data` or `trailing_data`.
  package var name: String
  /// What the field holds; nil if it is bytes that are not in memory, or several rows together, or if
  /// values were not asked for.
  package var value: FieldValue?
  /// The bytes of the file that have the field.
  package var bytes: Range<UInt64>
  /// The bits of the field, counted from the first bit of `bytes`; nil if it takes all of them.
  package var bits: Range<Int>?
  /// Whether the field is part of the atom's header.
  package var isOfHeader = false
}

extension AtomNode {
  /// Returns the fields of the atom that have some of the bytes of a range of the file, in the order
  /// they are stored; the children of the atom are not among them. Empty if the atom is not from a file.
  package func fields(
    in wanted: Range<UInt64>, schema: Schema = .standard
  ) -> [PlacedField] {
    places(in: wanted, rows: .max, values: true, schema).filter { $0.bytes.overlaps(wanted) }
  }

  /// Returns all fields of the atom in the order they are stored, of each table or list the first
  /// `rows` rows by themselves. Empty if the atom is not from a file.
  /// - Parameter values: Whether each has its value.
  package func fields(
    rows: Int, values: Bool = true, schema: Schema = .standard
  ) -> [PlacedField] {
    places(in: nil, rows: rows, values: values, schema)
  }

  private func places(
    in wanted: Range<UInt64>?, rows: Int, values: Bool, _ schema: Schema
  ) -> [PlacedField] {
    guard let offset = atom.offset, let content = atom.contentOffset else { return [] }
    var placed = PlacedFields(of: self, in: wanted, rows: rows, values: values, schema)
    placed.addHeader(at: offset)
    placed.addContent(at: content, ofAtomAt: offset)
    return placed.fields
  }
}

/// Collects the fields of one atom.
private struct PlacedFields {
  private(set) var fields: [PlacedField] = []
  private let node: AtomNode
  /// The bytes of the file whose fields are asked for; nil for all.
  private let wanted: Range<UInt64>?
  /// How many rows of each table or list have fields of their own.
  private let rows: Int
  /// Whether each field has its value.
  private let values: Bool
  private let schema: Schema

  private var atom: Atom { node.atom }

  init(
    of node: AtomNode, in wanted: Range<UInt64>?, rows: Int, values: Bool, _ schema: Schema
  ) {
    self.node = node
    self.wanted = wanted
    self.rows = rows
    self.values = values
    self.schema = schema
    fields.reserveCapacity(8)
  }

  mutating func addHeader(at offset: UInt64) {
    var place = offset
    let atom = atom
    let size = atom.claimedSize ?? atom.size
    addOfHeader(
      "size", 4, at: &place,
      .unsigned(atom.form == .compact ? size : atom.form == .extended ? 1 : 0))
    addOfHeader("type", 4, at: &place, .text(atom.type.description))
    if atom.form == .extended { addOfHeader("large_size", 8, at: &place, .unsigned(size)) }
    if !atom.userType.isEmpty { addOfHeader("usertype", 16, at: &place, .bytes(atom.userType)) }
  }

  private mutating func addOfHeader(
    _ name: String, _ size: UInt64, at place: inout UInt64, _ value: @autoclosure () -> FieldValue
  ) {
    fields.append(
      PlacedField(
        name: name, value: values ? value() : nil, bytes: place..<place &+ size, isOfHeader: true))
    place &+= size
  }

  /// Adds what the atom has besides its header and its children.
  mutating func addContent(at content: UInt64, ofAtomAt offset: UInt64) {
    switch atom.ownBytes {
    case .extent(let range):
      if !range.isEmpty { fields.append(PlacedField(name: "data", value: nil, bytes: range)) }
    case .bytes(let bytes): add(bytes, at: content)
    case .beside(let preamble, let tail):
      add(preamble, at: content)
      let size = UInt64(tail.count)
      let (end, overflow) = offset.addingReportingOverflow(atom.size)
      if size > 0, !overflow, end >= size {
        fields.append(
          PlacedField(name: "trailing_data", value: .bytes(tail), bytes: end - size..<end))
      }
    }
  }

  /// Adds the fields in the atom's own bytes, which start at `start` in the file.
  private mutating func add(_ bytes: Bytes, at start: UInt64) {
    let range = start..<start &+ UInt64(bytes.count)
    guard !bytes.isEmpty, wanted.map({ $0.overlaps(range) }) ?? true else { return }
    guard let rule = schema.rule(for: atom, in: node.context),
      let end = addFields(as: rule.record, at: start, wanted.map { $0.clamped(to: range) })
    else {
      return fields.append(PlacedField(name: "data", value: .bytes(bytes), bytes: range))
    }
    if end < range.upperBound {
      let rest = bytes.suffix(Int(range.upperBound - end))
      fields.append(
        PlacedField(name: "trailing_data", value: .bytes(rest), bytes: end..<range.upperBound))
    }
  }

  /// Adds the fields of the atom's record, and returns their end; nil if it cannot be read.
  private mutating func addFields<R: Record>(
    as record: R.Type, at start: UInt64, _ wanted: Range<UInt64>?
  ) -> UInt64? {
    guard var decoded = try? atom.decoded(record, readingCutTables: true) else { return nil }
    let bits = wanted.map {
      8 * Int($0.lowerBound - start)..<8 * Int($0.upperBound - start)
    }
    var placer = FieldPlacer(wanted: bits, rows: rows, values: values)
    // A placer never throws.
    try? decoded.record.fields(&placer)
    for field in placer.fields {
      let (first, end) = (field.bits.lowerBound / 8, (field.bits.upperBound + 7) / 8)
      let isWhole = field.bits.lowerBound % 8 == 0 && field.bits.upperBound % 8 == 0
      fields.append(
        PlacedField(
          name: field.name, value: field.value,
          bytes: start &+ UInt64(first)..<start &+ UInt64(end),
          bits: isWhole
            ? nil : field.bits.lowerBound - 8 * first..<field.bits.upperBound - 8 * first))
    }
    return start &+ UInt64((placer.bit + 7) / 8)
  }
}

extension AtomFile {
  /// Returns the atoms that contain the byte at a place of the file, from the outermost to the
  /// innermost; none if the byte is in no atom.
  ///
  /// - Throws: `ReadingError` if a fragment that was left in the file cannot be read.
  package func nodes(at offset: UInt64) throws(ReadingError) -> [AtomNode] {
    var found: [AtomNode] = []
    var walk = AtomWalk(topLevelOf: self)
    while let node = walk.first(where: { $0.atom.contains(offset) }) {
      let whole = found.isEmpty ? node.with(try self.whole(node.atom)) : node
      found.append(whole)
      walk = whole.children
    }
    return found
  }
}

extension Atom {
  /// Whether the byte at a place of the file is part of the atom.
  fileprivate func contains(_ place: UInt64) -> Bool {
    offset.map { place >= $0 && place - $0 < size } ?? false
  }
}
