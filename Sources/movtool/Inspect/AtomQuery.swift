import MovKit

/// What 'inspect --find' looks for: atoms of a type, or atoms with a field of some value.
struct AtomQuery: Sendable {
  /// The atoms in question; nil for all.
  private let selector: AtomSelector?
  /// The field and its value; nil if the type alone decides.
  fileprivate let field: (name: String, value: Wanted)?

  /// A value as it was typed.
  fileprivate struct Wanted {
    let text: String
    /// The number that the text is, decimal or with 0x; nil if it is none.
    let number: Int128?
    /// The number, perhaps with decimals, in the one form that `exact` makes; nil if the text is none.
    let decimal: String?
    /// What is between commas, as names of flags are listed.
    let words: [Substring]

    init(_ text: String) {
      self.text = text
      let digits = text.lowercased()
      number =
        digits.hasPrefix("0x")
        ? UInt64(digits.dropFirst(2), radix: 16).map { Int128($0) }
        : text.allSatisfy { $0.isASCII } && text.first != "+" ? Int128(text) : nil
      decimal = Self.exact(number.map { "\($0)" } ?? text)
      words = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { word in word.drop { $0 == " " } }
    }

    /// Returns a decimal number without zeros that say nothing, so that the same numbers are the same texts: `1`
    /// for `1.0`. Nil if the text is none.
    static func exact(_ text: String) -> String? {
      let isNegative = text.first == "-"
      let parts = text.utf8.dropFirst(isNegative ? 1 : 0)
        .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count <= 2,
        parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
      else { return nil }
      let zero = UInt8(ascii: "0")
      let whole = String(decoding: parts[0].drop { $0 == zero }, as: UTF8.self)
      var decimals = String(decoding: parts.dropFirst().joined(), as: UTF8.self)
      while decimals.last == "0" { decimals.removeLast() }
      guard !whole.isEmpty || !decimals.isEmpty else { return "0" }
      return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole)
        + (decimals.isEmpty ? "" : ".") + decimals
    }
  }

  /// Reads `stsd`, `mdia/hdlr`, `track_ID=2` or `elst/media_time=-1`. Nil if the text is none of these.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else {
      guard let selector = AtomSelector(text) else { return nil }
      (self.selector, field) = (selector, nil)
      return
    }
    let name = text[..<sign]
    field = (
      String(name[(name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex)...]),
      Wanted(String(text[text.index(after: sign)...]))
    )
    guard field?.name.isEmpty == false else { return nil }
    guard let slash = name.lastIndex(of: "/") else {
      selector = nil
      return
    }
    guard let selector = AtomSelector(String(name[..<slash])) else { return nil }
    self.selector = selector
  }

  fileprivate func selects(_ node: AtomNode) -> Bool { selector?.isEnd(of: node) ?? true }
}

/// Looks for atoms that one of several queries asks for.
struct AtomSearch {
  private let queries: [AtomQuery]
  private let names: FieldNames

  init(_ queries: [AtomQuery]) {
    self.queries = queries
    names = FieldNames(queries.compactMap(\.field?.name))
  }

  /// Whether an atom is one that is looked for. `describer` describes atoms.
  func finds(_ node: AtomNode, _ describer: AtomDescriber) -> Bool {
    var wanted: [FieldSearch.Wanted] = []
    for query in queries where query.selects(node) {
      guard let field = query.field else { return true }
      wanted.append(field)
    }
    guard !wanted.isEmpty else { return false }
    let search = FieldSearch(wanted)
    return search.finds(in: describer.fields(of: node, named: names))
      || search.finds(in: StreamFields.fields(of: node.atom))
  }
}

/// Looks for fields with some values among those of one atom.
private struct FieldSearch {
  typealias Wanted = (name: String, value: AtomQuery.Wanted)

  private let wanted: [Wanted]
  /// The places of the columns of those names in the last tables, which the next ones mostly repeat. An atom
  /// can have a table for each of very many rows.
  private let columns = RecentTables<[(place: Int, value: AtomQuery.Wanted)]>()

  init(_ wanted: [Wanted]) { self.wanted = wanted }

  func finds(in fields: [Field]) -> Bool {
    fields.contains { field in
      for (name, value) in wanted where field.name == name && value.isValue(field.value) {
        return true
      }
      switch field.value {
      case .fields(let inner): return finds(in: inner)
      case .rows(let rows): return finds(in: rows)
      default: return false
      }
    }
  }

  private func finds(in rows: FieldValue.Rows) -> Bool {
    guard rows.count > 0 else { return false }
    guard let shape = rows.shape(knowing: columns.layouts), !shape.isList, shape.columns.count > 0
    else {
      return (0..<rows.count).contains { index in
        guard case .fields(let inner) = rows.row(index) else { return false }
        return finds(in: inner)
      }
    }
    let places = try? columns.kept(of: shape) {
      wanted.compactMap { name, value in
        shape.columns.firstIndex { $0.name == name }.map { (place: $0, value: value) }
      }
    }
    guard let places, !places.isEmpty else { return false }
    var numbers: [UInt64] = []
    for start in stride(from: 0, to: rows.count, by: 512) {
      shape.read(start..<min(rows.count, start + 512), into: &numbers)
      for (column, value) in places {
        for place in stride(from: column, to: numbers.count, by: shape.columns.count)
        where value.isValue(shape.columns[column].value(of: numbers[place])) { return true }
      }
    }
    return false
  }
}

extension AtomQuery.Wanted {
  /// Whether a value is the one that was typed: the number, the text, or one of the names that are shown
  /// for it.
  func isValue(_ value: FieldValue) -> Bool {
    switch value {
    case .unsigned(let number), .offset(let number): self.number == Int128(number)
    case .signed(let number): self.number == Int128(number)
    case .distance(let number): self.number == number
    case .decimal(let digits):
      digits == text || decimal.map { $0 == Self.exact(digits) } ?? false
    case .text(let text): text == self.text
    case .bool(let flag): (flag ? ["yes", "true"] : ["no", "false"]).contains(text)
    case .notFinite(let name): name == text
    case .bytes(let bytes):
      !bytes.isEmpty && text.utf8.count == 2 * bytes.count
        && bytes.elementsEqual(hexadecimal ?? [])
    case .list(let values): values.contains(where: isValue)
    case .fields: false
    case .rows(let rows): (0..<rows.count).contains { isValue(rows.row($0)) }
    case .flags(let bits, let names):
      number == Int128(bits)
        || words.allSatisfy { word in
          names.names.contains { $0.applies(to: bits) && $0.name == word }
        }
    case .choice(let number, let names): self.number == Int128(number) || names[number] == text
    case .code(let code, _):
      code.description.trimmingSpaces == text.trimmingSpaces
    case .time(let time): number == time.value
    case .meaning(let value, _, let meaning, _): meaning == text || isValue(value)
    }
  }

  /// The bytes that the text is, as two hexadecimal digits each; nil if it is something else.
  private var hexadecimal: [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst(), let second = rest.popFirst() {
      guard let high = Self.digit(first), let low = Self.digit(second) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
