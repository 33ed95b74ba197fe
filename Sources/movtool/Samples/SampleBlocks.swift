import MovKit

/// The samples of a track in blocks, which several threads list at the same time.
struct SampleBlocks {
  /// Samples one after another.
  struct Block: Sendable {
    let indexes: Range<Int>
    /// The bytes of all samples before them.
    let offset: UInt64
  }

  /// The number of samples in a block. Each takes a few hundred bytes of text, and blocks wait for those
  /// before them.
  private static let size = 1 << 11
  /// Fewer samples are listed faster than threads are started.
  private static let least = 4 * size

  private let blocks: [Block]

  /// - Parameter first: The index of the first sample to list.
  /// - Returns: nil if one thread is to list the samples: they are few, an output gives several of them at
  ///   once, or the file cannot hold them all.
  init?(of output: TrackOutput, from first: Int) {
    let samples = output.samples
    guard samples.count - first >= Self.least, output.samplesAtOnce == 1, samples.packet == nil,
      UInt64(samples.count) <= output.track.source.size
    else { return nil }
    var offset = samples.size(of: 0..<first)
    blocks = stride(from: first, to: samples.count, by: Self.size).map { start in
      let indexes = start..<min(start + Self.size, samples.count)
      defer { offset &+= samples.size(of: indexes) }
      return Block(indexes: indexes, offset: offset)
    }
  }

  /// Writes to `output` what `list` writes for each block to an output of its own.
  func write(
    to output: Output, _ list: @escaping @Sendable (Block, Output) throws(Failure) -> Void
  ) throws(Failure) {
    try ParallelWork.write(
      blocks, count: blocks.count, ofSize: Self.size << 8, list,
      use: { (text, _) throws(Failure) in try output.write(text[...]) })
  }
}
