/// Media that waits to be appended to a file, so that what lies together in another file is copied at once,
/// although it belongs to several chunks.
struct MediaQueue {
  /// What is copied at once at most, and what is held in memory until then, in bytes.
  private static let most: (size: UInt64, held: UInt64, pieces: Int) = (1 << 26, 1 << 20, 64)

  private var pieces: [MediaPiece] = []
  /// The number of bytes that wait.
  private(set) var size: UInt64 = 0
  private var held: UInt64 = 0

  /// Adds media of a chunk. What waits by then is appended to `output` if it is much.
  mutating func append(_ media: [MediaPiece], to output: OutputFile) throws(IOError) {
    for piece in media {
      pieces.add(piece)
      size += piece.size
      if piece.isOwn { held += piece.size }
    }
    if size >= Self.most.size || held >= Self.most.held || pieces.count >= Self.most.pieces {
      try flush(to: output)
    }
  }

  /// Appends all that waits.
  mutating func flush(to output: OutputFile) throws(IOError) {
    let media = pieces
    self = MediaQueue()
    try output.append(media: media)
  }
}
