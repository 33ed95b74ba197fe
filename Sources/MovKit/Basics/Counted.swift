/// Returns how many there are of something, in words: `1 byte`, `3 bytes`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
