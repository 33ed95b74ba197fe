/// Returns how many there are of something, in words: `1 byte`, `3 bytes`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns how many there are of something, and what is said of one or of several: `1 frame has`, `3 frames have`.
package func counted(
  _ count: some BinaryInteger, _ noun: String, _ one: String, _ several: String
) -> String {
  "\(counted(count, noun)) \(count == 1 ? one : several)"
}

/// Returns how many of all there are, and what is said of one or of several: `1 of 3 chunks ends`, `2 of 3 chunks end`.
package func counted<Count: BinaryInteger>(
  _ count: Count, of all: Count, _ noun: String, _ one: String, _ several: String
) -> String {
  "\(count) of \(counted(all, noun)) \(count == 1 ? one : several)"
}
