/// The chunks of a WAV file: RIFF, RF64 or BW64 (Microsoft's RIFF; ITU-R BS.2088; EBU Tech 3306).
package struct WaveChunks: Sendable {
  /// A chunk and its place.
  package struct Chunk: Equatable, Sendable {
    /// Its four characters.
    package var name: String
    /// The place of its header, in bytes from the start of the file.
    package var offset: UInt64
    /// The place of its content.
    package var start: UInt64
    /// The number of bytes of its content that the file has.
    package var size: UInt64
    /// The number of bytes that it declares, by `ds64` for audio of more than 32 bits; 0 if it does
    /// not say.
    package var declaredSize: UInt64
  }

  private let source: any ByteSource
  /// The size of the source, asked once.
  private let fileSize: UInt64
  private var offset: UInt64 = 12
  /// The number of bytes after the header of RIFF, as the file states it.
  private var statedSize: UInt64
  private var largeSize: UInt64?
  private var hasFormat = false
  /// The most chunks that are read: a damaged file can have millions of empty ones.
  package static let mostChunks = 10_000
  private var chunksLeft = Self.mostChunks
  /// Whether as many chunks were read as are at most, so that others may follow.
  package var isFull: Bool { chunksLeft == 0 }

  private static let kinds = ["RIFF", "RF64", "BW64"].map { Array($0.utf8) }

  /// Begins with the first chunk; nil if the file does not begin like a WAV file.
  package init?(_ source: any ByteSource) throws(IOError) {
    fileSize = source.size
    guard fileSize >= 12 else { return nil }
    let head = try source.read(exactly: 12, at: 0)
    guard Self.kinds.contains(Array(head[..<4])), Array(head[8...]) == Array("WAVE".utf8) else {
      return nil
    }
    self.source = source
    statedSize = Self.number(head[4..<8])
  }

  /// Returns the next chunk; nil after the last.
  package mutating func next() throws(IOError) -> Chunk? {
    guard chunksLeft > 0, offset <= fileSize, fileSize - offset >= 8 else { return nil }
    chunksLeft -= 1
    let head = try source.read(exactly: 8, at: offset)
    let name = String(decoding: head[..<4], as: UTF8.self)
    let size = Self.number(head[4...])
    let start = offset + 8
    let rest = fileSize - start
    var chunk = Chunk(
      name: name, offset: offset, start: start, size: min(size, rest), declaredSize: size)
    switch name {
    case "fmt ": hasFormat = true
    case "ds64" where chunk.size >= 16:
      let sizes = try source.read(exactly: 16, at: start)
      statedSize = Self.number(sizes[..<8])
      largeSize = Self.number(sizes[8...])
    case "data":
      // A file that was written into a pipe does not state the size. A size of 64 bits is in `ds64`.
      if size == UInt64(UInt32.max) {
        chunk.size = min(largeSize ?? rest, rest)
        chunk.declaredSize = largeSize ?? 0
      }
      if chunk.size == 0, hasFormat, try !isEmpty(at: start) {
        chunk.size = rest
        chunk.declaredSize = 0
      }
    default: break
    }
    offset = (start + chunk.size).addingClamping(chunk.size & 1)
    return chunk
  }

  /// Whether a chunk of audio that begins at an offset and says that it has no bytes has none. The size of one that
  /// was never finished, because a recorder stopped or a program crashed, is 0 as well, but what follows it is
  /// audio: the size of the file is not known then either, or what follows is no chunk.
  private func isEmpty(at start: UInt64) throws(IOError) -> Bool {
    guard start < fileSize else { return true }
    guard statedSize != UInt64(UInt32.max), statedSize.addingClamping(8) > start,
      fileSize - start >= 8
    else { return false }
    let head = try source.read(exactly: 8, at: start)
    return head[..<4].allSatisfy { (0x20...0x7E).contains($0) }
      && Self.number(head[4...]) <= fileSize - start - 8
  }

  /// Returns a little-endian number of up to eight bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
