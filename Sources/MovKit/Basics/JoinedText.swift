extension [String] {
  /// Returns the texts one after another, with `separator` between them.
  ///
  /// As the standard library's, which is for all collections of text: to make the types that it needs, the
  /// runtime searches the conformances of the whole program.
  package func joined(separator: String) -> String {
    var text = first ?? ""
    for next in dropFirst() {
      text += separator
      text += next
    }
    return text
  }
}
