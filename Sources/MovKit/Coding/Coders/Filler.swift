/// A coder that sets fields to given values, which it finds by their names. It is the inverse of
/// `Describer`. A field that no value is given for keeps its own, and so does one that is shown as the
/// given value already: a text keeps its encoding, for example.
///
/// Counts need not be given: a table or a list has as many rows as are given, and a record that is
/// written counts them.
struct Filler: FieldCoder {
  private let members: [Field]
  private let cut: Set<String>
  /// The value of the only field, if that is what is given.
  private let only: FieldValue?
  private let surroundings: Surroundings
  /// Whether the record has values already, which stay if others are not given.
  private let changes: Bool
  /// Whether it is a new row of a table, all of whose fields must be given.
  private var isWholeRow = false
  private var isUsed: [Bool]
  private var next = 0
  private var names: [String] = []

  /// What is known of the place of the record's atom.
  struct Surroundings {
    /// The version of the atom that it is in; nil if it is not known.
    var parentVersion: UInt8?
    /// Whether it is in a QuickTime file; nil if that is not known.
    var isQuickTime: Bool?
  }

  /// The parts, of those whose presence only the bytes can show, that are there although the record has none, or
  /// the other way round. They are numbered in the order in which they are coded.
  private let turned: Set<Int>
  private var parts = 0

  /// The counts so far, and those that are others than given because their rows are: by how much. A number of
  /// bytes may include some that are always there.
  private var counts = 0
  private let recounted: [Int: Int]
  private var lastCount: Int?
  private var wrongCount: (number: Int, difference: Int)?

  private init(
    _ members: [Field], changes: Bool, in surroundings: Surroundings = Surroundings(),
    turning turned: Set<Int> = [], recounting recounted: [Int: Int] = [:]
  ) {
    self.members = members
    self.surroundings = surroundings
    self.recounted = recounted
    cut = members.cutNames
    only = nil
    self.changes = changes
    self.turned = turned
    isUsed = Array(repeating: false, count: members.count)
  }

  private init(only value: FieldValue) {
    members = []
    cut = []
    surroundings = Surroundings()
    only = value
    changes = true
    turned = []
    recounted = [:]
    isUsed = []
  }

  func parentVersion() -> UInt8? { surroundings.parentVersion }

  func isNewInQuickTime() -> Bool? { changes ? nil : surroundings.isQuickTime }

  // MARK: Records and rows

  /// Sets the fields of a record to those of a given object.
  /// - Parameters:
  ///   - changes: Whether the record is one that is changed. Otherwise it is new, and whatever is not
  ///     given has its default value.
  ///   - surroundings: What is known of the place of the record's atom.
  /// - Returns: The names that are given and are no field of the record.
  /// - Throws: `FormatError` if a value is none of its field.
  static func fill<R: Record>(
    _ record: inout R, with members: [Field], changes: Bool,
    in surroundings: Surroundings = Surroundings()
  ) throws(FormatError) -> [String] {
    func filled(turning turned: Set<Int>) -> Filled<R> {
      Self.filled(record, with: members, changes: changes, in: surroundings, turning: turned)
    }
    // The parts are there that the record has, except where a field that is given says otherwise.
    var turned: Set<Int> = []
    var best = filled(turning: turned)
    search: while !best.isWhole {
      for part in 0..<best.parts where !turned.contains(part) {
        let other = filled(turning: turned.union([part]))
        guard other.explainsMore(than: best) else { continue }
        best = other
        turned.insert(part)
        continue search
      }
      break
    }
    if let failure = best.failure { throw failure }
    record = best.record
    return best.unknown
  }

  /// A record after its fields were set.
  private struct Filled<R: Record> {
    var record: R
    /// The names that are given and are no field of the record.
    var unknown: [String]
    var failure: FormatError?
    /// The number of parts whose presence only the bytes can show.
    var parts: Int

    var isWhole: Bool { failure == nil && unknown.isEmpty }

    /// Whether more is known of the given fields than with other parts. A part and what is in its place can begin
    /// with a field of the same name, so nothing is known from a field whose value is wrong in the other.
    func explainsMore(than other: Self) -> Bool {
      if let path = failure?.path {
        return other.failure == nil
          && other.unknown.contains {
            path == $0 || path.hasPrefix($0 + "/") || path.hasPrefix($0 + "[")
          }
      }
      return other.failure == nil ? unknown.count < other.unknown.count : unknown.isEmpty
    }
  }

  private static func filled<R: Record>(
    _ record: R, with members: [Field], changes: Bool, in surroundings: Surroundings,
    turning turned: Set<Int>
  ) -> Filled<R> {
    var recounted: [Int: Int] = [:]
    while true {
      var filler = Filler(
        members, changes: changes, in: surroundings, turning: turned, recounting: recounted)
      var filled = record
      var failure: FormatError?
      do { try filled.fields(&filler) } catch { failure = error }
      // There are few counts, and each round settles one.
      if let wrong = filler.wrongCount, recounted[wrong.number] == nil {
        recounted[wrong.number] = wrong.difference
        continue
      }
      let unknown = zip(members, filler.isUsed).compactMap {
        $1 || $0.name == "cut" ? nil : $0.name
      }
      return Filled(record: filled, unknown: unknown, failure: failure, parts: filler.parts)
    }
  }

  /// Sets a record that is a field or an element of a list.
  private func fill<R: Record>(
    _ record: inout R, with given: FieldValue, changes: Bool
  ) throws(FormatError) {
    if let summary = record.summary {
      if changes, given.isSame(as: summary) { return }
      guard record.take(summary: given) else { throw Self.wrong(given) }
      return
    }
    guard let members = given.givenFields else {
      throw FormatError(.invalidValue("the value is not an object with fields"))
    }
    let unknown = try Self.fill(&record, with: members, changes: changes)
    if let name = unknown.first { throw Self.unknown(name) }
  }

  /// The number of names of fields that an error lists at most.
  private static let mostNames = 16

  /// - Parameter names: The names of the fields that there are; none if they are not known.
  static func unknown(_ name: String, among names: [String] = []) -> FormatError {
    let listed = names.prefix(mostNames).joined(separator: ", ")
    let more = names.count > mostNames ? ", …" : ""
    let fields = names.isEmpty ? "" : "; the fields are \(listed)\(more)"
    return FormatError(.invalidValue("there is no field '\(name)'\(fields)"))
  }

  /// Makes a table of given rows. What is not given of a row stays, if the table has as many rows as before.
  /// - Parameter isSame: Whether the rows are those of the table itself, which another layout has in other widths.
  private func table<Row: TableRow>(
    _ name: String, _ rows: FieldValue.Rows, layout: Row.Layout, like old: Table<Row>,
    isSame: Bool = false
  ) throws(FormatError) -> Table<Row> {
    let keeps = isSame || changes && old.layout == layout && old.count == rows.count
    var isSingle = true
    if case .fields = Describer.value(of: Row(), layout: layout) { isSingle = false }
    var writer = Writer()
    for index in 0..<rows.count {
      var row = keeps ? old[index] : Row()
      do throws(FormatError) {
        let given = rows.row(index)
        var filler: Filler
        if isSingle {
          filler = Filler(only: given)
        } else if let members = given.givenFields {
          filler = Filler(members, changes: keeps)
          filler.isWholeRow = isSame || !keeps
        } else {
          throw FormatError(.invalidValue("the row is not an object with fields"))
        }
        try row.fields(&filler, layout: layout)
        if let unused = filler.isUsed.firstIndex(of: false) {
          throw Self.unknown(filler.members[unused].name)
        }
        try row.fields(&writer, layout: layout)
      } catch { throw error.inside("\(name)[\(index)]") }
    }
    writer.padToByte()
    let new = Table<Row>(
      bytes: writer.bytes[...], count: rows.count, layout: layout,
      strideBits: Table<Row>.strideBits(layout))
    // Bits after the last row are no part of it.
    return keeps && !isSame && new.elementsEqual(old) ? old : new
  }

  /// Returns a table in another layout with the values that it has. A time that means that there is none means so
  /// in every width, so the rows are set to what they are shown as.
  /// - Throws: `FormatError` if a value does not fit, or if the layouts have different fields.
  private func table<Row: TableRow>(
    _ name: String, _ old: Table<Row>, in layout: Row.Layout
  ) throws(FormatError) -> Table<Row> {
    let shown = Describer.names(of: Row.self, layout: old.layout)
    let wanted = Describer.names(of: Row.self, layout: layout)
    if let lost = shown.first(where: { !wanted.contains($0) }) {
      throw FormatError(
        .notEditable("the change would lose what the rows have here; give the rows too"),
        path: "\(name)/\(lost)")
    }
    if let new = wanted.first(where: { !shown.contains($0) }) {
      throw FormatError(
        .notEditable("the change needs a value for this in each row; give the rows too"),
        path: "\(name)/\(new)")
    }
    let rows = FieldValue.Rows(
      count: old.count, row: { Describer.value(of: old[$0], layout: old.layout) })
    return try table(name, rows, layout: layout, like: old, isSame: true)
  }

  // MARK: Names

  /// Returns what is given for the next field, which has a name; nil if nothing is.
  private mutating func take(_ name: String) throws(FormatError) -> FieldValue? {
    if let only { return only }
    let name = Describer.unused(name) { names.contains($0) }
    names.append(name)
    let place =
      members[next...].firstIndex { $0.name == name } ?? members.firstIndex { $0.name == name }
    guard let place else {
      if isWholeRow { throw FormatError(.invalidValue("the field is missing"), path: name) }
      return nil
    }
    isUsed[place] = true
    next = place + 1
    guard !cut.contains(name) else {
      guard changes else {
        throw FormatError(Self.cutValue, path: name)
      }
      return nil
    }
    return members[place].value
  }

  private static let wrongKind = "the value is of another kind, or out of range"

  /// Why a value is none of its field.
  private static func wrong(_ given: FieldValue, expected: String? = nil) -> FormatError {
    FormatError(
      given.cutElement == nil
        ? .invalidValue(expected.map { "the value is not \($0)" } ?? wrongKind) : cutValue)
  }

  private static let cutValue = FormatError.Reason.missing(
    "the value is cut, and the file that it is from is not given")

  private func wrong(
    _ name: String, _ given: FieldValue? = nil, expected: String? = nil
  ) -> FormatError {
    Self.wrong(given ?? .list([]), expected: expected).inside(name)
  }

  /// - Parameter words: What the value can be besides a number.
  private func number<T: FixedWidthInteger>(
    _ given: FieldValue, _ name: String, orOneOf words: [String] = []
  ) throws(FormatError) -> T {
    guard let integer = given.givenInteger else {
      let others = words.isEmpty ? "" : " and none of \(words.joined(separator: ", "))"
      throw FormatError(.invalidValue("the value is not an integer\(others)"), path: name)
    }
    guard let exact = T(exactly: integer) else {
      throw FormatError(.doesNotFit(bits: T.bitWidth), path: name)
    }
    return exact
  }

  // MARK: Fields

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) throws(FormatError) {
    if let given = try take(name) { value = try number(given, name) }
  }

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) throws(FormatError) { try integer(name, &value, bytes: 8) }

  mutating func bits<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int, named names: ValueNames
  ) throws(FormatError) { try choice(name, &value, bytes: 8, named: names) }

  mutating func scalar<S: FieldScalar>(
    _ name: String, _ value: inout S, bytes: Int
  ) throws(FormatError) {
    guard let given = try take(name), !(changes && given.isSame(as: value.fieldValue)) else {
      return
    }
    if case .flags(let old, let names) = value.fieldValue {
      value = S(rawValue: try flags(given, name, old: old, named: names))
      return
    }
    guard let new = S(given: given) else { throw wrong(name, given, expected: S.expectation) }
    value = new
  }

  mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: FlagNames
  ) throws(FormatError) {
    guard let given = try take(name) else { return }
    value = try flags(given, name, old: UInt64(truncatingIfNeeded: value), named: names)
  }

  /// Returns the value of a flags field that is given as a number, or as the names that apply.
  private func flags<T: FixedWidthInteger>(
    _ given: FieldValue, _ name: String, old: UInt64, named names: FlagNames
  ) throws(FormatError) -> T {
    guard given.givenInteger == nil, case .text(let text) = given,
      let flags = names.flags(of: text)
    else { return try number(given, name, orOneOf: names.names.map(\.name)) }
    // Bits that have no names stay.
    let named = names.names.reduce(0) { $0 | $1.mask }
    return try number(.unsigned(old & ~named | flags), name)
  }

  mutating func choice<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, named names: ValueNames
  ) throws(FormatError) {
    guard let given = try take(name) else { return }
    if given.givenInteger == nil, case .text(let text) = given,
      let number = names.value(named: text)
    {
      value = try self.number(.unsigned(number), name)
    } else {
      value = try number(given, name)
    }
  }

  mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: String?
  ) throws(FormatError) {
    guard let given = try take(name) else { return }
    if given.isNull, absence != nil {
      value = T.isSigned ? T(truncatingIfNeeded: -1) : T.max >> T(T.bitWidth - 8 * bytes)
    } else {
      value = try number(given, name)
    }
  }

  // Bits without a name are not shown.
  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {}

  mutating func reserved(_ value: inout Reserved, _ count: Int) throws(FormatError) {
    // They are shown only if they are not zero.
    if value.isZero, changes || !isNextReserved(of: count) { return }
    guard let given = try take("reserved") else { return }
    guard let bytes = given.givenBytes else { throw wrong("reserved") }
    value = Reserved(keeping: bytes)
  }

  private func isNextReserved(of count: Int) -> Bool {
    let name = Describer.unused("reserved") { names.contains($0) }
    return members.value(named: name)?.givenBytes?.count == count
  }

  mutating func bytes<B: FieldBytes>(
    _ name: String, _ value: inout B, count: Int?
  ) throws(FormatError) {
    guard let given = try take(name), !(changes && given.isSame(as: value.fieldValue)) else {
      return
    }
    guard let new = value.taking(given, count: count) else {
      throw wrong(name, given, expected: value.expectation)
    }
    counted(new.bytes.count, insteadOf: count)
    value = new
  }

  func takes(_ name: String, insteadOf other: String, isShown: Bool) -> Bool {
    func isGiven(_ name: String) -> Bool {
      let name = Describer.unused(name) { names.contains($0) }
      return members.contains { $0.name == name }
    }
    // A new row has no bytes that could show it, and is missed by the name that others are shown under.
    return isGiven(name) || !isGiven(other) && (isShown || isWholeRow)
  }

  mutating func terminated(_ name: String, _ value: inout CString) throws(FormatError) {
    guard let given = try take(name), !(changes && given.isSame(as: .text(value.string))) else {
      return
    }
    guard let text = given.givenText else { throw wrong(name, given) }
    value.text = Array(text.utf8)[...]
  }

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) throws(FormatError) {
    try integer("version", &version, bytes: 1)
    guard version <= newest else {
      throw FormatError(.unknownVersion(version), path: "version")
    }
  }

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) throws(FormatError) {
    // The rows that are given decide the number. Rows without fields are not given, and have only the number.
    if let given = try take(name) {
      // Layouts calculate with counts, so a count is one that a file can have.
      let given: UInt32 = try number(given, name)
      value = Int(given)
    }
    if let difference = recounted[counts] { value = max(0, value.addingClamping(difference)) }
    lastCount = counts
    counts += 1
  }

  /// Notes that `count` rows or bytes are given where another number was counted before.
  private mutating func counted(_ actual: Int, insteadOf count: Int?) {
    guard let count, count != actual, let lastCount, wrongCount == nil else { return }
    wrongCount = (lastCount, actual.subtractingReportingOverflow(count).partialValue)
  }

  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError) {
    let given = try take(name)
    guard Table<Row>.strideBits(layout) > 0 else {
      guard count >= 0 else { throw wrong(name) }
      value = Table(bytes: [], count: count, layout: layout, strideBits: 0)
      return
    }
    guard let given else {
      guard changes, value.layout != layout, !value.isEmpty else { return }
      value = try table(name, value, in: layout)
      return
    }
    guard let rows = given.givenRows else { throw wrong(name, given) }
    counted(rows.count, insteadOf: count)
    value = try table(name, rows, layout: layout, like: value)
  }

  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) {
    lastCount = nil
    try rows(name, &value, count: value.count, layout: layout)
  }

  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int
  ) throws(FormatError) { try list(name, &value, count: count, like: R()) }

  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int, like prototype: R
  ) throws(FormatError) {
    guard let given = try take(name) else {
      guard changes else { return }
      // Their rows may have another layout now.
      for index in value.indices {
        do throws(FormatError) { _ = try Self.fill(&value[index], with: [], changes: true) } catch {
          throw error.inside("\(name)[\(index)]")
        }
      }
      return
    }
    guard let rows = given.givenRows else { throw wrong(name, given) }
    counted(rows.count, insteadOf: count)
    let keeps = changes && value.count == rows.count
    var items: [R] = []
    for index in 0..<rows.count {
      var item = keeps ? value[index] : prototype
      do { try fill(&item, with: rows.row(index), changes: keeps) } catch {
        throw error.inside("\(name)[\(index)]")
      }
      items.append(item)
    }
    value = items
  }

  mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R]
  ) throws(FormatError) { try remainingList(name, &value, like: R()) }

  mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R], like prototype: R
  ) throws(FormatError) {
    lastCount = nil
    try list(name, &value, count: value.count, like: prototype)
  }

  mutating func record<R: Record>(_ name: String, _ value: inout R) throws(FormatError) {
    guard let given = try take(name) else { return }
    do { try fill(&value, with: given, changes: changes) } catch { throw error.inside(name) }
  }

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {
    // What a record has is not taken from it because it has a field that is not known.
    if turned.contains(parts), !changes || !isPresent { isPresent.toggle() }
    parts += 1
  }

  mutating func children() {}
}
