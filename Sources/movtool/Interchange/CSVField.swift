extension String {
  /// The text as a field of CSV (RFC 4180): in quotes if it needs them.
  var csvField: String {
    let needsQuotes = utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes || first == " " || last == " " else { return self }
    var text = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
