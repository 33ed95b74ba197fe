extension [UInt8] {
  /// Appends a row of CSV (RFC 4180).
  mutating func append(csvRow fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(csvField: field)
    }
    append(contentsOf: "\r\n".utf8)
  }

  /// Appends a text as a field of CSV: in quotes if it needs them.
  mutating func append(csvField text: String) {
    let (quote, space) = (UInt8(ascii: "\""), UInt8(ascii: " "))
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == quote || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes || text.utf8.first == space || text.utf8.last == space else {
      return append(contentsOf: text.utf8)
    }
    append(quote)
    for byte in text.utf8 {
      if byte == quote { append(quote) }
      append(byte)
    }
    append(quote)
  }
}
