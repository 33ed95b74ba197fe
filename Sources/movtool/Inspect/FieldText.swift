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
    switch value {
    case .list(let values):
      return values.map { scalar($0) }.joined(separator: ", ")
    case .fields(let fields):
      return "{" + fields.map { "\($0.name) \(scalar($0.value))" }.joined(separator: ", ") + "}"
    case .rows(let rows):
      let shown = options.rowsInText.limit(rows.count)
      let items = (0..<shown).map { scalar(rows.row($0)) }
      let more = shown < rows.count ? ["… \(rows.count) in all"] : []
      return rows.count == 0 ? "none" : "[" + (items + more).joined(separator: ", ") + "]"
    default: return scalar(value)
    }
  }
}
