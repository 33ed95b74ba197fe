/// The chunks of `moov`, then the runs of the fragments.
struct ChunkWalk: Sequence, IteratorProtocol {
  private var inMovie: ChunkIndex.Iterator
  private let fragments: FragmentSamples
  private let movieCount: Int
  private var nextRun = 0

  init(of chunks: ChunkIndex, then fragments: FragmentSamples) {
    inMovie = ChunkIndex.Iterator(chunks)
    self.fragments = fragments
    movieCount = chunks.sampleCount
  }

  @inline(__always)
  mutating func next() -> SampleTable.Chunk? {
    if let chunk = inMovie.next() { return chunk }
    guard nextRun < fragments.runCount else { return nil }
    defer { nextRun += 1 }
    var chunk = fragments.chunk(ofRun: nextRun)
    chunk.samples = chunk.samples.lowerBound + movieCount..<chunk.samples.upperBound + movieCount
    return chunk
  }
}
