/// A NAL unit on its way from a byte stream into a sample, without start code.
struct StreamUnit: Sendable {
  /// All of it, or what tells enough about it: of parameter sets and SEI the first piece of
  /// hundreds of kilobytes, of others the first `sliceHead` bytes.
  var head: Bytes
  /// What is behind the head; nil where that is all.
  var rest: SpooledBytes?

  var count: Int { head.count + (rest?.count ?? 0) }

  /// Bytes in which the header of every slice ends: the longest have two lists of 32 references
  /// with their weights.
  static let sliceHead = 4096
}
