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
  ///   - isQuickTime: Whether the file is a QuickTime file, which new atoms can have another form in; nil if that is
  ///     not known.
  /// - Throws: `FormatError` if a value is none of its field, if there is no such field, or if the
  ///   fields contradict each other.
  func ownBytes(
    of type: FourCC, userType: Bytes = [], fields: [Field], in context: AtomContext,
    changing old: Atom?, oldEntries: Int? = nil, entries: Int, derived: Set<String> = [],
    isQuickTime: Bool? = nil
  ) throws(FormatError) -> OwnBytes {
    if let old, let bytes = OwnBytes(of: old) {
      let shown = AtomDescription.fields(of: old, in: context, as: self)
      if let path = fields.changedCut(of: shown) {
        throw FormatError(
          .notEditable(
            "the value is cut, and what is given of it was changed; describe the file with all of its rows "
              + "and bytes"), path: path)
      }
      if entries == oldEntries ?? entries, shown.isShown(by: fields, besides: derived) {
        return bytes
      }
    }
    var known = Self.besideFields.union(derived)
    guard let rule = rule(for: type, userType: type == "uuid" ? userType : [], in: context) else {
      known.insert("cut")
      if let other = fields.first(where: { !known.contains($0.name) }) {
        throw Filler.unknown(other.name)
      }
      let old = old.flatMap(OwnBytes.init)
      // The bytes beside the fields say what no field says.
      let isLeftOut = fields.value(named: "data") == nil && !fields.cutNames.contains("data")
      return OwnBytes(
        preamble: isLeftOut
          ? old?.preamble ?? [] : try Self.bytes("data", of: fields, or: old?.preamble),
        tail: try Self.bytes("trailing_data", of: fields, or: old?.tail), isParent: false)
    }
    return try filled(
      rule.record, hasChildren: rule.hasChildren, fields, in: context, changing: old, oldEntries,
      entries, known, isQuickTime)
  }

  private func filled<R: Record>(
    _: R.Type, hasChildren: Bool, _ fields: [Field], in context: AtomContext,
    changing old: Atom?, _ oldEntries: Int?, _ entries: Int, _ known: Set<String>,
    _ isQuickTime: Bool?
  ) throws(FormatError) -> OwnBytes {
    var decoded: Atom.Decoded<R>?
    var failure: FormatError?
    do throws(FormatError) { decoded = try old?.decoded(R.self) } catch { failure = error }
    var record = decoded?.record ?? R()
    let own: [Field]
    if old != nil, decoded == nil {
      // What could not be read is shown as bytes.
      own = []
    } else {
      own = fields
    }
    let others = try Filler.fill(
      &record, with: own, changes: decoded != nil,
      in: Filler.Surroundings(context, isQuickTime: isQuickTime))
    let names = old != nil && decoded == nil ? fields.map(\.name).filter { $0 != "cut" } : others
    if names.contains("data") {
      // An atom that could not be read. Nothing but its bytes is shown.
      if let other = names.first(where: { !known.contains($0) }) { throw Filler.unknown(other) }
      return OwnBytes(
        preamble: try Self.bytes("data", of: fields, or: old.flatMap(OwnBytes.init)?.preamble),
        isParent: false)
    }
    if let other = names.first(where: { !known.contains($0) }) {
      throw failure ?? Filler.unknown(other, among: record.described.map(\.name))
    }
    try count(entries, in: &record, changing: decoded?.record, oldEntries)
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
  ) throws(FormatError) {
    guard let given = record.countedChildren, UInt64(given) != UInt64(entries) else { return }
    if let was = decoded?.countedChildren, was == given {
      // Nothing but a wrong number is a reason to know the old bytes and not the old children.
      guard let oldEntries, UInt64(was) == UInt64(oldEntries) else { return }
    }
    try record.setCountedChildren(entries)
  }

  /// Throws if the fields would be read as others: the number of rows of two tables differs, say, of
  /// which only one is stored.
  private static func check<R: Record>(
    _ record: R, of bytes: Bytes, hasChildren: Bool, before trailing: Bytes
  ) throws(FormatError) {
    let atom = Atom(
      "    ",
      hasChildren ? .children(Atom.Children(preamble: bytes)) : .bytes(bytes + trailing))
    guard let read = try? atom.decoded(R.self), read.record.isSame(as: record),
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

extension Filler.Surroundings {
  init(_ context: AtomContext, isQuickTime: Bool? = nil) {
    // What iTunes has in user data has the form of ISO files in every file.
    self.init(
      parentVersion: context.parentVersion,
      isQuickTime: context.parent == "udta" ? false : isQuickTime)
  }
}

extension [Field] {
  /// Takes the field of a name out, and returns its value; nil if there is none.
  fileprivate mutating func take(_ name: String) -> FieldValue? {
    guard let index = firstIndex(where: { $0.name == name }) else { return nil }
    return remove(at: index).value
  }

  /// The path of a given integer that the record does not have after it was set, and the number that it has: a
  /// count of rows or bytes follows what it counts. Nil if there is none. What `old` has already is not meant:
  /// it is given with what is beside it.
  fileprivate func firstOtherNumber(
    in shown: [Field], was old: [Field]?
  ) -> (path: String, number: Int128)? {
    for field in self {
      guard let value = shown.value(named: field.name) else { continue }
      if let (path, number) = field.value.firstOtherNumber(
        in: value, was: old?.value(named: field.name))
      {
        return (field.name + path, number)
      }
    }
    return nil
  }

  /// Whether given fields show all of these and no others.
  fileprivate func isShown(by given: [Field], besides derived: Set<String>) -> Bool {
    let names = Set(map(\.name)).union(derived).union(["cut"])
    return given.allSatisfy { names.contains($0.name) } && given.areSame(as: self)
  }
}

extension FieldValue {
  /// See `[Field].firstOtherNumber(in:was:)`.
  fileprivate func firstOtherNumber(
    in shown: FieldValue, was old: FieldValue?
  ) -> (path: String, number: Int128)? {
    switch shown {
    case .fields(let fields):
      guard let own = givenFields,
        let (path, number) = own.firstOtherNumber(in: fields, was: old?.givenFields)
      else { return nil }
      return ("/" + path, number)
    case .list, .rows:
      guard let own = givenRows, let rows = shown.givenRows, own.count == rows.count else {
        return nil
      }
      let old = old?.givenRows.flatMap { $0.count == own.count ? $0 : nil }
      for index in 0..<own.count {
        if let (path, number) = own.row(index).firstOtherNumber(
          in: rows.row(index), was: old?.row(index))
        {
          return ("[\(index)]\(path)", number)
        }
      }
      return nil
    default:
      guard let wanted = givenInteger, let number = shown.givenInteger, number != wanted,
        old?.givenInteger != wanted
      else { return nil }
      return ("", number)
    }
  }
}

extension Record {
  /// Whether both are written and shown alike. Fields that are neither, such as what another version has, can
  /// differ.
  fileprivate func isSame(as other: Self) -> Bool {
    guard self != other else { return true }
    guard let bytes = try? serialized(), let others = try? other.serialized(), bytes == others
    else { return false }
    let (own, shown) = (described, other.described)
    return own.count == shown.count && own.areSame(as: shown)
  }

  /// What must be given again when `fields` change the version: times all of whose bits are set, which mean
  /// that there is none whatever the width of their fields is. `Filler` does the same for those in rows.
  fileprivate func absences(besides fields: [Field]) -> [Field] {
    guard fields.contains(where: { $0.name == "version" }) else { return [] }
    return described.filter { field in
      field.value.isAbsentTime && !fields.contains { $0.name == field.name }
    }
  }
}

extension [Field] {
  /// The name of a field that is not among `given` and has rows, bytes or a number other than 0 here and none in
  /// `new`, or has rows whose bytes no field of `new` explains; nil if there is none. A number may count what is
  /// given.
  fileprivate func firstLost(in new: [Field], besides given: [Field]) -> String? {
    let empties = given.contains { $0.value.isEmpty }
    for field in self where given.value(named: field.name) == nil {
      guard let value = new.value(named: field.name) else {
        if field.value.givenRows?.count ?? 0 > 0, new.hasBytes(besides: self, given) {
          return field.name
        }
        continue
      }
      let isLost =
        field.value.givenInteger == nil
        ? !field.value.isEmpty && value.isEmpty
        : !empties && field.value.givenInteger != 0 && value.givenInteger == 0
      if isLost { return field.name }
    }
    return nil
  }

  /// Whether a field has bytes that neither `old` nor `given` has.
  private func hasBytes(besides old: [Field], _ given: [Field]) -> Bool {
    contains { field in
      if case .bytes(let bytes) = field.value, !bytes.isEmpty {
        (old + given).value(named: field.name) == nil
      } else {
        false
      }
    }
  }
}

extension FieldValue {
  /// Whether the value is a text, bytes or rows, and there are none.
  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    default: givenRows.map { $0.count == 0 } ?? false
    }
  }

  /// Whether the value is a time that means something else.
  fileprivate var isAbsentTime: Bool {
    if case .time(let time) = self { time.absence != nil } else { false }
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
    var own = fields
    let userType = type == "uuid" ? own.take("usertype") : nil
    let tail = own.take("trailing_data")
    var result = own.isEmpty ? self : try settingOwn(own, in: context, schema)
    if let tail {
      guard let bytes = tail.givenBytes else {
        throw FormatError(
          .invalidValue("the value is not hexadecimal digits"), path: "trailing_data")
      }
      try result.replaceTrailing(by: bytes, in: context, schema)
    }
    if let userType { try result.replaceUserType(by: userType, in: context, schema) }
    return result
  }

  /// Replaces the bytes after all that is understood.
  private mutating func replaceTrailing(
    by new: Bytes, in context: AtomContext, _ schema: Schema
  ) throws(FormatError) {
    switch content {
    case .children(var children):
      guard new.count < 8 || new == children.tail else {
        throw FormatError(
          .invalidValue("so many bytes after the child atoms would be read as an atom"),
          path: "trailing_data")
      }
      children.tail = new
      content = .children(children)
    case .bytes:
      guard let rule = schema.rule(for: self, in: context) else {
        throw Filler.unknown("trailing_data", among: ["data"])
      }
      try replaceTrailing(by: new, after: rule.record)
    case .extent:
      throw FormatError(.notEditable("its content was left in the file"), path: "trailing_data")
    }
  }

  private mutating func replaceTrailing<R: Record>(
    by new: Bytes, after _: R.Type
  ) throws(FormatError) {
    guard case .bytes(let bytes) = content else { return }
    let old = try decoded(R.self)
    var changed = self
    changed.content = .bytes(bytes.dropLast(old.trailing.count) + new)
    guard let again = try? changed.decoded(R.self), again.record.isSame(as: old.record),
      again.trailing == new
    else {
      throw FormatError(
        .invalidValue("the bytes would be read as a field"), path: "trailing_data")
    }
    self = changed
  }

  /// Replaces the UUID that says what an atom is. What is known by its UUID has fields of its own.
  private mutating func replaceUserType(
    by given: FieldValue, in context: AtomContext, _ schema: Schema
  ) throws(FormatError) {
    guard let new = given.givenText.flatMap(uuidBytes), new.count == 16 else {
      throw FormatError(.invalidValue("a uuid atom needs a UUID"), path: "usertype")
    }
    var changed = self
    changed.userType = new
    guard
      new == userType
        || schema.rule(for: self, in: context) == nil
          && schema.rule(for: changed, in: context) == nil
    else {
      throw FormatError(
        .notEditable("its bytes would be other fields; remove the atom and insert a new one"),
        path: "usertype")
    }
    self = changed
  }

  private func settingOwn(
    _ fields: [Field], in context: AtomContext, _ schema: Schema
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
    return try setting(fields, as: rule.record, in: context)
  }

  private func setting<R: Record>(
    _ fields: [Field], as _: R.Type, in context: AtomContext
  ) throws(FormatError) -> Atom {
    var unknown: [String] = []
    var result = self
    var expected: R?
    var old: R?
    try result.update(R.self) { record throws(FormatError) in
      old = record
      unknown = try Filler.fill(
        &record, with: fields + record.absences(besides: fields), changes: true,
        in: Filler.Surroundings(context))
      expected = record
    }
    if let name = unknown.first {
      throw Filler.unknown(name, among: expected?.described.map(\.name) ?? [])
    }
    let contradiction = FormatError(.invalidValue("the fields contradict each other"))
    let trailing = try decoded(R.self).trailing
    guard let expected, let again = try? result.decoded(R.self),
      again.record.isSame(as: expected), again.trailing == trailing
    else { throw contradiction }
    let read = again.record
    let (before, after) = (old?.described ?? [], read.described)
    if let name = before.firstLost(in: after, besides: fields) {
      throw FormatError(
        .notEditable(
          "the change would lose what the field has; give its new value too"
            + (after.value(named: name)?.givenInteger == 0 ? ", such as \(name)=0" : "")),
        path: name)
    }
    func refuse(_ number: Int128, _ path: String) -> FormatError {
      FormatError(
        .notEditable(
          "the value counts what follows (\(number)), and cannot be set; change what it counts"),
        path: path)
    }
    if let count = read.countedChildren, count != old?.countedChildren {
      // A number that was wrong can be set right.
      let entries = entryCount(for: R.self)
      guard count == entries else {
        throw refuse(
          Int128(entries), fields.first { $0.value.givenInteger == Int128(count) }?.name ?? "")
      }
    }
    for field in fields {
      guard let value = after.value(named: field.name) else { continue }
      // A number of the atom itself is given by itself.
      let was = field.value.givenInteger == nil ? before.value(named: field.name) : nil
      if let (path, number) = field.value.firstOtherNumber(in: value, was: was) {
        throw refuse(number, field.name + path)
      }
    }
    return result
  }
}
