extension String {
  /// The text with spaces instead of line breaks, tabs and other control characters.
  var onOneLine: String {
    // To look up the category of each character takes long, and most text has nothing to replace.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isLineOrControl ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isLineOrControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
