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

  /// Returns the texts as a list in words: `auto, always or never`.
  /// - Parameter word: The word before the last one, such as `or`.
  package func listed(_ word: String) -> String {
    guard count > 1 else { return first ?? "" }
    return Array(dropLast()).joined(separator: ", ") + " \(word) " + self[count - 1]
  }
}
