import MovKit

/// The value of a field as text on one line.
struct FieldText {
  private let options: InspectOptions

  init(_ options: InspectOptions) { self.options = options }

  /// Returns the value of a field, without the meaning of numbers.
  func scalar(_ value: FieldValue) -> String {
    switch value {
    case .decimal(let digits): return digits
    case .text(let text): return self.text(text)
    case .code(let code, _): return self.text(code.description)
    case .notFinite(let name): return name
    case .meaning(let value, _, let text, _):
      return text.map { "\($0.escaped) (\(scalar(value)))" } ?? scalar(value)
    case .bytes(let bytes): return hex(bytes)
    case .list, .fields, .rows: return inline(value)
    case .unsigned, .offset, .distance, .signed, .bool, .choice, .flags, .time:
      var text: [UInt8] = []
      append(value, to: &text)
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Appends the same text. Most fields are numbers, for which no string is made.
  func append(_ value: FieldValue, to text: inout [UInt8]) {
    switch value {
    case .unsigned(let number), .choice(let number, _): text.append(decimal: number)
    case .signed(let number):
      text.append(decimal: UInt64(bitPattern: number), isSigned: true)
    case .offset(let place): options.offsets.append(place, to: &text)
    case .distance(let number): text.append(contentsOf: String(number).utf8)
    case .flags(let bits, _): OffsetNotation.hexadecimal.append(bits, to: &text)
    case .bool(let flag): text.append(contentsOf: (flag ? "yes" : "no").utf8)
    case .time(let time):
      if let number = Int64(exactly: time.value) {
        text.append(decimal: UInt64(bitPattern: number), isSigned: true)
      } else {
        text.append(contentsOf: String(time.value).utf8)
      }
    case .decimal, .text, .code, .notFinite, .meaning, .bytes, .list, .fields, .rows:
      text.append(contentsOf: scalar(value).utf8)
    }
  }

  /// Appends the value of a field, followed by its meaning in parentheses, if it has one.
  func append(_ value: FieldValue, withRemarkBy clocks: FieldClocks, to text: inout [UInt8]) {
    append(value, to: &text)
    let start = text.count
    switch value {
    case .time(let time) where time.absence == nil:
      text.append(0x20)
      text.append(0x28)
      clocks.append(wordsFor: time, to: &text)
    default:
      guard let remark = value.remark else { return }
      text.append(0x20)
      text.append(0x28)
      text.append(contentsOf: remark.escaped.utf8)
    }
    if text.count > start + 2 {
      text.append(0x29)
    } else {
      text.removeSubrange(start...)
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
    if bytes.isEmpty { return "no bytes" }
    let shown = options.bytesInText.limit(bytes.count)
    return bytes.prefix(shown).hexadecimalText
      + (shown < bytes.count ? "… \(bytes.count) bytes in total" : "")
  }

  /// Returns any value on one line.
  func inline(_ value: FieldValue) -> String {
    var text: [UInt8] = []
    append(inline: value, to: &text) { _ in }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends any value on one line. `pass` may take what there is of the text so far, because that of a
  /// table is long.
  func append<E: Error>(
    inline value: FieldValue, to text: inout [UInt8], _ pass: (inout [UInt8]) throws(E) -> Void
  ) throws(E) {
    switch value {
    case .list(let values):
      for (index, value) in values.enumerated() {
        if index > 0 { text.append(contentsOf: ", ".utf8) }
        try append(inline: value, to: &text, pass)
      }
    case .fields(let fields):
      text.append(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { text.append(contentsOf: ", ".utf8) }
        text.append(contentsOf: field.name.utf8)
        text.append(0x20)
        try append(inline: field.value, to: &text, pass)
      }
      text.append(UInt8(ascii: "}"))
    case .rows(let rows):
      guard rows.count > 0 else { return text.append(contentsOf: "none".utf8) }
      let shown = options.rowsInText.limit(rows.count)
      for index in 0..<shown {
        text.append(contentsOf: (index == 0 ? "[" : ", ").utf8)
        try append(inline: rows.row(index), to: &text, pass)
      }
      if shown < rows.count {
        text.append(contentsOf: ((shown == 0 ? "[" : ", ") + "… \(rows.count) in all").utf8)
      }
      text.append(UInt8(ascii: "]"))
    default: append(value, to: &text)
    }
    try pass(&text)
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
    bytes.prefix(most / 2).hexadecimalText + (bytes.count > most / 2 ? "…" : "")
  }
}
