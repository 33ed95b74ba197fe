import MovKit

/// The value of a field as text on one line.
struct FieldText {
  private let options: InspectOptions

  init(_ options: InspectOptions) { self.options = options }

  /// Returns the value of a field, without the meaning of numbers.
  func scalar(_ value: FieldValue) -> String {
    switch value {
    case .unsigned(let number): String(number)
    case .offset(let place): options.offsets.text(place)
    case .signed(let number): String(number)
    case .decimal(let digits): digits
    case .bool(let flag): flag ? "yes" : "no"
    case .text(let text): self.text(text)
    case .choice(let number, _): String(number)
    case .code(let code, _): self.text(code.description)
    case .notFinite(let name): name
    case .flags(let bits, _): "0x" + String(bits, radix: 16)
    case .time(let time): String(time.value)
    case .meaning(let value, _, let text, _):
      text.map { "\($0.escaped) (\(scalar(value)))" } ?? scalar(value)
    case .bytes(let bytes): hex(bytes)
    case .list, .fields, .rows: inline(value)
    }
  }

  /// The number of characters of a text that are shown, unless `--bytes all` is given.
  private static let longestText = 400

  private func text(_ text: String) -> String {
    guard options.bytesInText != .all, text.utf8.count > Self.longestText,
      text.count > Self.longestText
    else { return text.quoted }
    return String(text.prefix(Self.longestText)).quoted + " … \(text.count) characters in total"
  }

  private func hex(_ bytes: Bytes) -> String {
    let shown = options.bytesInText.limit(bytes.count)
    let digits = bytes.prefix(shown).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    if bytes.isEmpty { return "no bytes" }
    return digits.joined()
      + (shown < bytes.count ? "… \(bytes.count) bytes in total" : "")
  }

  /// Returns any value on one line.
  func inline(_ value: FieldValue) -> String {
    var text = ""
    forEachPiece(of: value) { text += $0 }
    return text
  }

  /// Passes the text of any value on, a piece after the other, because that of a table is long.
  func forEachPiece<E: Error>(of value: FieldValue, _ pass: (String) throws(E) -> Void) throws(E) {
    switch value {
    case .list(let values):
      for (index, value) in values.enumerated() {
        if index > 0 { try pass(", ") }
        try forEachPiece(of: value, pass)
      }
    case .fields(let fields):
      try pass("{")
      for (index, field) in fields.enumerated() {
        try pass((index > 0 ? ", " : "") + field.name + " ")
        try forEachPiece(of: field.value, pass)
      }
      try pass("}")
    case .rows(let rows):
      guard rows.count > 0 else { return try pass("none") }
      let shown = options.rowsInText.limit(rows.count)
      for index in 0..<shown {
        try pass(index == 0 ? "[" : ", ")
        try forEachPiece(of: rows.row(index), pass)
      }
      if shown < rows.count { try pass((shown == 0 ? "[" : ", ") + "… \(rows.count) in all") }
      try pass("]")
    default: try pass(scalar(value))
    }
  }
}

// MARK: Short texts

extension FieldText {
  /// The most characters of a text, and the most bytes of data, that are shown.
  private static let most = 60

  /// Returns a value as short text with its meaning after it, if it has one; nil for tables and large
  /// records.
  static func short(_ value: FieldValue, offsets: OffsetNotation) -> String? {
    let texts = FieldText(InspectOptions(offsets: offsets))
    guard let text = texts.plain(value) else { return nil }
    return value.remark.map { "\(text) (\($0.escaped))" } ?? text
  }

  private func plain(_ value: FieldValue) -> String? {
    switch value {
    case .text(let text): Self.cut(text)
    case .bytes(let bytes): Self.hexadecimal(bytes)
    case .meaning(let value, _, let text, _):
      plain(value).map { plain in text.map { "\($0.escaped) (\(plain))" } ?? plain }
        ?? text?.escaped
    case .list(let values) where values.count <= 16:
      values.compactMap(plain).joined(separator: ", ")
    case .fields(let fields) where fields.count <= 16:
      fields.compactMap { field in plain(field.value).map { "\(field.name) \($0)" } }
        .joined(separator: ", ")
    case .list, .fields, .rows: nil
    default: scalar(value)
    }
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > most, text.count > most else { return text.quoted }
    return String(text.prefix(most)).quoted + "…"
  }

  private static func hexadecimal(_ bytes: Bytes) -> String {
    let digits = bytes.prefix(most / 2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return digits.joined() + (bytes.count > most / 2 ? "…" : "")
  }
}
