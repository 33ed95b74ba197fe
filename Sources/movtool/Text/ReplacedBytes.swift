extension String {
  /// The text with another text in each place of an ASCII character. It is divided as bytes: a quote before a combining
  /// accent is one `Character` with it, and not that of a quote.
  func replacing(ascii character: UInt8, with other: String) -> String {
    utf8.split(separator: character, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: other)
  }
}
