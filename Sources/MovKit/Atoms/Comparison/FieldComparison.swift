/// Compares what two atoms of one type say. Places in the file are not compared: they move with all
/// that comes before.
enum FieldComparison {
  /// Returns in what the fields of two atoms differ.
  static func differences(
    of first: [Field], and second: [Field], at path: String
  ) -> [AtomDifference] {
    var found: [AtomDifference] = []
    // Fields have the order of the bytes, and nearly always the same names.
    if first.map(\.name) == second.map(\.name) {
      for (a, b) in zip(first, second) { compare(a, b, at: path, &found) }
      return found
    }
    var others: [String: [Field]] = [:]
    for field in second.reversed() { others[field.name, default: []].append(field) }
    for field in first {
      if let other = others[field.name]?.popLast() {
        compare(field, other, at: path, &found)
      } else {
        found.append(AtomDifference(path, field: field.name, .onlyInFirst))
      }
    }
    var left = others.mapValues(\.count)
    for field in second.reversed() where left[field.name, default: 0] > 0 {
      left[field.name, default: 0] -= 1
      found.append(AtomDifference(path, field: field.name, .onlyInSecond))
    }
    return found
  }

  private static func compare(
    _ first: Field, _ second: Field, at path: String, _ found: inout [AtomDifference]
  ) {
    if case .rows(let a) = first.value, case .rows(let b) = second.value {
      let rows = difference(of: a, and: b)
      if !rows.isNone { found.append(AtomDifference(path, field: first.name, .rows(rows))) }
    } else if !isSame(first.value, second.value) {
      found.append(AtomDifference(path, field: first.name, .value(first.value, second.value)))
    }
  }

  // MARK: Values

  private static func isSame(_ first: FieldValue, _ second: FieldValue) -> Bool {
    switch (first, second) {
    case (.offset, .offset), (.distance, .distance): true
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.signed(let a), .signed(let b)): a == b
    case (.decimal(let a), .decimal(let b)), (.text(let a), .text(let b)),
      (.notFinite(let a), .notFinite(let b)):
      a.hasSameBytes(as: b)
    case (.bool(let a), .bool(let b)): a == b
    case (.bytes(let a), .bytes(let b)): a == b
    case (.flags(let a, _), .flags(let b, _)), (.choice(let a, _), .choice(let b, _)): a == b
    case (.code(let a, _), .code(let b, _)): a == b
    case (.time(let a), .time(let b)): a.value == b.value
    case (.meaning(let a, _, _, _), .meaning(let b, _, _, _)): isSame(a, b)
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.fields(let a), .fields(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.name == $1.name && isSame($0.value, $1.value) }
    case (.rows(let a), .rows(let b)): difference(of: a, and: b).isNone
    default: false
    }
  }

  // MARK: Rows

  private static func difference(
    of first: FieldValue.Rows, and second: FieldValue.Rows
  ) -> RowDifference {
    var found = RowDifference(first, second)
    let count = min(first.count, second.count)
    if count > 16, let a = first.shape(), let b = second.shape(), a.isLike(b) {
      compare(count, a, b) { row in found.add(row: row, first, second) }
      return found
    }
    for row in 0..<count where !isSame(first.row(row), second.row(row)) {
      found.add(row: row, first, second)
    }
    return found
  }

  /// The number of rows that are read before they are compared.
  private static let rowsAtATime = 512

  /// Compares rows without a value for each of their fields.
  private static func compare(
    _ count: Int, _ first: RowShape, _ second: RowShape, _ differs: (Int) -> Void
  ) {
    let areCompared = first.columns.map { column in
      switch column.kind {
      case .offset, .distance: false
      case .number, .time, .other: true
      }
    }
    guard areCompared.contains(true) else { return }
    var a: [UInt64] = []
    var b: [UInt64] = []
    for start in stride(from: 0, to: count, by: rowsAtATime) {
      let rows = start..<min(count, start + rowsAtATime)
      first.read(rows, into: &a)
      second.read(rows, into: &b)
      for row in rows {
        let place = (row - start) * areCompared.count
        let differ = areCompared.indices.contains {
          areCompared[$0] && a[place + $0] != b[place + $0]
        }
        if differ { differs(row) }
      }
    }
  }
}

extension RowShape {
  /// Whether the numbers of both mean the same.
  fileprivate func isLike(_ other: RowShape) -> Bool {
    columns.count == other.columns.count
      && zip(columns, other.columns).allSatisfy {
        $0.name == $1.name && $0.isSigned == $1.isSigned && $0.isOther == $1.isOther
      }
  }
}

extension RowShape.Column {
  /// Whether equal numbers need not show the same.
  fileprivate var isOther: Bool {
    if case .other = kind { true } else { false }
  }
}
