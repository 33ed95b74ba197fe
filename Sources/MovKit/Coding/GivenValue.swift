// Values that fields are set to: those that `inspect` shows, read from JSON, or words of a command.

extension FieldValue {
  /// The integer that the value is; nil if it is none. A text may be a decimal number, or a
  /// hexadecimal one after `0x`; an object counts as its member `value`.
  package var givenInteger: Int128? {
    switch self {
    case .unsigned(let number), .offset(let number), .choice(let number, _),
      .flags(let number, _):
      Int128(number)
    case .signed(let number): Int128(number)
    case .distance(let number): number
    case .time(let time): time.absence == nil ? time.value : nil
    case .meaning(let value, _, _, _): value.givenInteger
    case .fields(let members): members.value(named: "value")?.givenInteger
    case .text(let text): Self.integer(text)
    case .decimal(let text): Self.integer(text)
    case .bool, .notFinite, .bytes, .list, .rows, .code: nil
    }
  }

  private static func integer(_ text: String) -> Int128? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return Int128(text.dropFirst(2), radix: 16) }
    // Some programs write 2.0 for 2.
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy({ $0 == "0" }) else {
      return Int128(text)
    }
    return Int128(parts[0])
  }

  /// The decimal number that the value is, as text; nil if it is none.
  var givenDecimal: String? {
    switch self {
    case .decimal(let text), .text(let text): text
    default: givenInteger.map { "\($0)" }
    }
  }

  /// The text that the value is; nil if it is none.
  package var givenText: String? {
    switch self {
    case .text(let text): text
    case .code(let code, _): code.description
    case .meaning(let value, _, _, _): value.givenText
    case .fields(let members): members.value(named: "value")?.givenText
    default: nil
    }
  }

  /// The bytes that the value is: as such, as two hexadecimal digits for each, or as the member
  /// `bytes` of an object; nil if it is none of these, or not all of them are given.
  package var givenBytes: Bytes? {
    switch self {
    case .bytes(let bytes): return bytes
    case .fields(let members):
      return cutElement == nil ? members.value(named: "bytes")?.givenBytes : nil
    case .text(let text):
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count / 2)
      var high: UInt8?
      for digit in text.utf8 {
        guard let value = digit.hexadecimalValue else { return nil }
        if let first = high {
          bytes.append(first << 4 | value)
          high = nil
        } else {
          high = value
        }
      }
      return high == nil ? bytes[...] : nil
    default: return nil
    }
  }

  /// The elements that the value is: of an array, or of the member `rows` of an object; nil if it is
  /// neither, or not all of them are given.
  package var givenRows: Rows? {
    switch self {
    case .rows(let rows): rows
    case .list(let values): Rows(values)
    case .fields(let members):
      cutElement == nil ? members.value(named: "rows")?.givenRows : nil
    default: nil
    }
  }

  /// What an element of a list gives of its bytes or rows, and how many there are, if that is not all of
  /// them; nil otherwise.
  var cutElement: (given: FieldValue, count: Int128?)? {
    guard case .fields(let members) = self, members.count == 2 else { return nil }
    let cut = members.value(named: "cut")?.givenFields ?? []
    for name in ["bytes", "rows"] {
      if let count = cut.value(named: name), let given = members.value(named: name) {
        return (given, count.givenInteger)
      }
    }
    return nil
  }

  /// The members of an object; nil if the value is none.
  package var givenFields: [Field]? {
    if case .fields(let members) = self { members } else { nil }
  }

  /// Whether the value is the null of JSON: a time that means something else, or a number that is not
  /// finite.
  package var isNull: Bool {
    switch self {
    case .notFinite: true
    case .time(let time): time.absence != nil
    default: false
    }
  }
}

extension [Field] {
  /// Returns the value of the field of a name; nil if there is none.
  package func value(named name: String) -> FieldValue? { first { $0.name == name }?.value }

  /// The names of the fields that the member `cut` says are not given completely.
  package var cutNames: Set<String> {
    Set(value(named: "cut")?.givenFields?.map(\.name) ?? [])
  }
}

extension FieldValue {
  /// Whether this is `shown`, as it is or after it was written as JSON and read again.
  package func isSame(as shown: FieldValue) -> Bool {
    switch shown {
    case .unsigned, .offset, .distance, .signed, .choice, .flags: givenInteger == shown.givenInteger
    case .time(let time):
      time.absence == nil ? givenInteger == time.value : isNull
    case .meaning(let value, _, _, _):
      if case .fields(let members) = self {
        members.value(named: "value")?.isSame(as: value) ?? false
      } else if case .meaning(let own, _, _, _) = self {
        own.isSame(as: value)
      } else {
        isSame(as: value)
      }
    case .decimal(let digits): givenDecimal.map { DecimalText.areSame($0, digits) } ?? false
    case .text(let text): givenText?.hasSameBytes(as: text) ?? false
    case .code(let code, _): givenText == code.description
    case .bool(let flag): if case .bool(let own) = self { own == flag } else { false }
    case .notFinite: isNull
    case .bytes(let bytes): givenBytes == bytes || isBeginning(ofElement: shown, bytes.count)
    case .list(let values): isSame(as: Rows(values)) || isBeginning(ofElement: shown, values.count)
    case .rows(let rows): isSame(as: rows) || isBeginning(ofElement: shown, rows.count)
    case .fields(let fields): givenFields.map { $0.areSame(as: fields) } ?? false
    }
  }

  private func isSame(as rows: Rows) -> Bool {
    guard let own = givenRows, own.count == rows.count else { return false }
    return (0..<rows.count).allSatisfy { own.row($0).isSame(as: rows.row($0)) }
  }
}

extension FieldValue {
  /// Whether this is how `shown` begins: all that is given of rows and bytes that are cut.
  private func isBeginning(of shown: FieldValue) -> Bool {
    switch shown {
    case .bytes(let bytes): return givenBytes.map { bytes.starts(with: $0) } ?? false
    case .rows(let rows): return isBeginning(of: rows)
    case .list(let values): return isBeginning(of: Rows(values))
    case .meaning(let value, _, _, _): return isBeginning(of: value)
    default: return true
    }
  }

  private func isBeginning(of rows: Rows) -> Bool {
    guard let own = givenRows, own.count <= rows.count else { return false }
    return (0..<own.count).allSatisfy { own.row($0).isSame(as: rows.row($0)) }
  }

  /// Whether this is an element that is cut, and how `shown`, which has `count` bytes or rows, begins.
  private func isBeginning(ofElement shown: FieldValue, _ count: Int) -> Bool {
    guard let cutElement else { return false }
    return cutElement.count == Int128(count) && cutElement.given.isBeginning(of: shown)
  }

  /// See `[Field].changedCut(of:)`.
  fileprivate static func changedCut(
    _ name: String, _ given: FieldValue, of shown: FieldValue, isCut: Bool
  ) -> String? {
    if isCut { return given.isBeginning(of: shown) ? nil : name }
    if given.cutElement != nil { return given.isSame(as: shown) ? nil : name }
    switch shown {
    case .fields(let fields):
      return given.givenFields?.changedCut(of: fields).map { "\(name)/\($0)" }
    case .list(let values): return changedCut(name, given, of: Rows(values))
    case .rows(let rows):
      // Tables of numbers, which can have millions of rows, have nothing that can be cut.
      let isPlain =
        rows.shape()?.columns.allSatisfy {
          if case .other = $0.kind { false } else { true }
        } ?? false
      return isPlain ? nil : changedCut(name, given, of: rows)
    default: return nil
    }
  }

  private static func changedCut(
    _ name: String, _ given: FieldValue, of rows: Rows
  ) -> String? {
    guard let own = given.givenRows, own.count == rows.count else { return nil }
    return (0..<rows.count).lazy.compactMap { index in
      changedCut("\(name)[\(index)]", own.row(index), of: rows.row(index), isCut: false)
    }.first
  }
}

extension [Field] {
  /// The path of a value that is cut and does not begin like the one that is shown; nil if there is none. As
  /// the rest of it is not given, it stays as it is, and cannot be changed.
  func changedCut(of shown: [Field]) -> String? {
    let cut = cutNames
    return shown.lazy.compactMap { field in
      value(named: field.name).flatMap {
        FieldValue.changedCut(field.name, $0, of: field.value, isCut: cut.contains(field.name))
      }
    }.first
  }

  /// Whether these are the fields that are shown, save those that are cut, and maybe others.
  package func areSame(as shown: [Field]) -> Bool {
    let cut = cutNames
    var next = startIndex
    for field in shown where !cut.contains(field.name) {
      // Fields mostly have their order.
      let place =
        self[next...].firstIndex { $0.name == field.name }
        ?? firstIndex { $0.name == field.name }
      guard let place, self[place].value.isSame(as: field.value) else { return false }
      next = place + 1
    }
    return true
  }
}
