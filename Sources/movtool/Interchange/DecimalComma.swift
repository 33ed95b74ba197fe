/// Numbers of tables in countries where a comma comes before the decimals.
enum DecimalComma {
  /// Returns a number or a time with a point instead of a comma before its decimals. A comma before two digits that
  /// follow a colon is that of drop frame.
  static func replaced(in text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, !text.contains("."), !text.contains(":") || parts[1].count > 2 else {
      return text
    }
    return parts.joined(separator: ".")
  }
}
