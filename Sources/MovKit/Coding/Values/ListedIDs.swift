extension [UInt32] {
  /// IDs as a list for messages: the first few, and how many there are. A file can have very many.
  package var listed: String {
    let most = 8
    let first = prefix(most).map { "\($0)" }.joined(separator: ", ")
    return count > most ? "\(first), … (\(count) in all)" : first
  }
}
