extension Schema {
  /// What the bytes of an atom are without its children.
  struct OwnBytes: Equatable {
    /// The fields, and of an atom without children all its bytes.
    var preamble: Bytes
    /// The bytes after the children.
    var tail: Bytes = []
    /// Whether children are between them.
    var isParent: Bool

    init(preamble: Bytes, tail: Bytes = [], isParent: Bool) {
      self.preamble = preamble
      self.tail = tail
      self.isParent = isParent
    }

    /// The bytes of an atom; nil if they were left in the file.
    init?(of atom: Atom) {
      switch atom.content {
      case .bytes(let bytes): self.init(preamble: bytes, isParent: false)
      case .children(let children):
        self.init(preamble: children.preamble, tail: children.tail, isParent: true)
      case .extent: return nil
      }
    }
  }

  /// The names of what is shown among the fields of an atom and is no field of its record.
  static let besideFields: Set<String> = ["data", "trailing_data", "usertype", "claimed_size"]

  /// Returns the bytes of an atom that is shown with these fields: the inverse of `AtomDescription`.
  /// - Parameters:
  ///   - old: The atom as it was, whose bytes stay wherever the fields are the same; nil for a new one.
  ///   - oldEntries: The number of children that it had, without free space; nil if it is not known.
  ///   - entries: The number of its children now.
  ///   - derived: The names of given fields that say what other fields mean.
  /// - Throws: `FormatError` if a value is none of its field, if there is no such field, or if the
  ///   fields contradict each other.
  func ownBytes(
    of type: FourCC, userType: Bytes = [], fields: [Field], in context: AtomContext,
    changing old: Atom?, oldEntries: Int? = nil, entries: Int, derived: Set<String> = []
  ) throws(FormatError) -> OwnBytes {
    if let old, let bytes = OwnBytes(of: old), entries == oldEntries ?? entries,
      AtomDescription.fields(of: old, in: context, as: self).isShown(by: fields, besides: derived)
    {
      return bytes
    }
    var known = Self.besideFields.union(derived)
    guard let rule = rule(for: type, userType: type == "uuid" ? userType : [], in: context) else {
      known.insert("cut")
      if let other = fields.first(where: { !known.contains($0.name) }) {
        throw Filler.unknown(other.name)
      }
      let old = old.flatMap(OwnBytes.init)
      return OwnBytes(
        preamble: try Self.bytes("data", of: fields, or: old?.preamble),
        tail: try Self.bytes("trailing_data", of: fields, or: old?.tail), isParent: false)
    }
    return try filled(
      rule.record, hasChildren: rule.hasChildren, fields, changing: old, oldEntries, entries, known)
  }

  private func filled<R: Record>(
    _: R.Type, hasChildren: Bool, _ fields: [Field], changing old: Atom?, _ oldEntries: Int?,
    _ entries: Int, _ known: Set<String>
  ) throws(FormatError) -> OwnBytes {
    let decoded = old.flatMap { try? $0.decoded(R.self) }
    var record = decoded?.record ?? R()
    let own: [Field]
    if old != nil, decoded == nil {
      // What could not be read is shown as bytes.
      own = []
    } else {
      own = fields
    }
    let others = try Filler.fill(&record, with: own, changes: decoded != nil)
    let names = old != nil && decoded == nil ? fields.map(\.name).filter { $0 != "cut" } : others
    if names.contains("data") {
      // An atom that could not be read. Nothing but its bytes is shown.
      if let other = names.first(where: { !known.contains($0) }) { throw Filler.unknown(other) }
      return OwnBytes(
        preamble: try Self.bytes("data", of: fields, or: old.flatMap(OwnBytes.init)?.preamble),
        isParent: false)
    }
    if let other = names.first(where: { !known.contains($0) }) {
      throw Filler.unknown(other, among: record.described.map(\.name))
    }
    count(entries, in: &record, changing: decoded?.record, oldEntries)
    let bytes = try record.serialized()[...]
    let oldTail = old.flatMap(OwnBytes.init)?.tail
    let trailing = try Self.bytes(
      "trailing_data", of: fields, or: hasChildren ? oldTail : decoded?.trailing)
    let result = OwnBytes(
      preamble: hasChildren ? bytes : bytes + trailing, tail: hasChildren ? trailing : [],
      isParent: hasChildren)
    try Self.check(record, of: bytes, hasChildren: hasChildren, before: trailing)
    return result
  }

  /// Makes the number of children that a record gives the number that there are, unless it was wrong
  /// before and is not changed.
  private func count<R: Record>(
    _ entries: Int, in record: inout R, changing decoded: R?, _ oldEntries: Int?
  ) {
    guard let given = record.countedChildren, UInt64(given) != UInt64(entries) else { return }
    if let was = decoded?.countedChildren, was == given {
      // Nothing but a wrong number is a reason to know the old bytes and not the old children.
      guard let oldEntries, UInt64(was) == UInt64(oldEntries) else { return }
    }
    record.countedChildren = UInt32(clamping: entries)
  }

  /// Throws if the fields would be read as others: the number of rows of two tables differs, say, of
  /// which only one is stored.
  private static func check<R: Record>(
    _ record: R, of bytes: Bytes, hasChildren: Bool, before trailing: Bytes
  ) throws(FormatError) {
    let atom = Atom(
      "    ",
      hasChildren ? .children(Atom.Children(preamble: bytes)) : .bytes(bytes + trailing))
    guard let read = try? atom.decoded(R.self), read.record == record,
      read.trailing == trailing
        || hasChildren
    else {
      throw FormatError(
        .invalidValue("the fields contradict each other, or bytes at the end would be read as one"))
    }
  }

  private static func bytes(
    _ name: String, of fields: [Field], or old: Bytes?
  ) throws(FormatError) -> Bytes {
    if fields.cutNames.contains(name) {
      guard let old else {
        throw FormatError(
          .missing("the value is cut, and the file that it is from is not given"), path: name)
      }
      return old
    }
    guard let given = fields.value(named: name) else { return [] }
    guard let bytes = given.givenBytes else {
      throw FormatError(.invalidValue("the value is not hexadecimal digits"), path: name)
    }
    return bytes
  }
}

extension [Field] {
  /// Whether given fields show all of these and no others.
  fileprivate func isShown(by given: [Field], besides derived: Set<String>) -> Bool {
    let names = Set(map(\.name)).union(derived).union(["cut"])
    return given.allSatisfy { names.contains($0.name) } && given.areSame(as: self)
  }
}

extension Atom {
  /// Returns the atom with other values of some of its fields. Children, and what the fields do not
  /// say, stay.
  ///
  /// - Throws: `FormatError` if a value is none of its field, if there is no such field, if the
  ///   content was left in the file, or if the fields contradict each other.
  package func setting(
    _ fields: [Field], in context: AtomContext, schema: Schema = .standard
  ) throws(FormatError) -> Atom {
    guard let rule = schema.rule(for: self, in: context) else {
      guard fields.allSatisfy({ $0.name == "data" }), let data = fields.first?.value else {
        throw Filler.unknown(fields.first { $0.name != "data" }?.name ?? "data", among: ["data"])
      }
      guard let bytes = data.givenBytes else {
        throw FormatError(.invalidValue("the value is not hexadecimal digits"), path: "data")
      }
      var result = self
      result.content = .bytes(bytes)
      return result
    }
    return try setting(fields, as: rule.record)
  }

  private func setting<R: Record>(_ fields: [Field], as _: R.Type) throws(FormatError) -> Atom {
    var unknown: [String] = []
    var result = self
    var expected: R?
    try result.update(R.self) { record throws(FormatError) in
      unknown = try Filler.fill(&record, with: fields, changes: true)
      expected = record
    }
    if let name = unknown.first {
      throw Filler.unknown(name, among: expected?.described.map(\.name) ?? [])
    }
    guard let read = try? result.decode(R.self), read == expected else {
      throw FormatError(.invalidValue("the fields contradict each other"))
    }
    let shown = read.described
    for field in fields {
      guard let wanted = field.value.givenInteger,
        let number = shown.value(named: field.name)?.givenInteger, number != wanted
      else { continue }
      throw FormatError(
        .notEditable("the value is the number of what follows it, \(number), and cannot be set"),
        path: field.name)
    }
    return result
  }
}
