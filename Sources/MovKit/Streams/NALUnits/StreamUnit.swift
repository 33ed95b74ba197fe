/// A NAL unit on its way from a byte stream into a sample, without its start code.
struct StreamUnit: Sendable {
  /// The whole unit, or enough of it to classify it: the first `sliceHead` bytes, but for parameter
  /// sets and SEI the first piece of hundreds of kilobytes.
  var head: Bytes
  /// The bytes after `head`; nil if `head` is the whole unit.
  var rest: SpooledBytes?

  var count: Int { head.count + (rest?.count ?? 0) }

  /// The number of bytes in which the header of every slice ends: the longest have two lists of 32
  /// references with their weights.
  static let sliceHead = 4096
}
