import Foundation
import MovKit
import Testing

/// A movie before and after it was stamped, to find out which of them a third file is.
struct ChangedMovie {
  enum State: Equatable { case old, new }

  let old: [UInt8]
  let new: [UInt8]
  private let oldHeader: [UInt8]
  private let newHeader: [UInt8]

  /// Stamps a copy of `old` in place, without a disturbance.
  init(_ old: [UInt8], options: [String] = []) throws {
    let new = try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("m")
      try Data(old).write(to: file)
      let result = try Tool.run(Self.arguments(file.path, options))
      try #require(result.status == 0, "\(result.stderr)")
      return Array(try Data(contentsOf: file))
    }
    try self.init(old, new)
  }

  /// Two movies with different headers.
  init(_ old: [UInt8], _ new: [UInt8]) throws {
    self.old = old
    self.new = new
    oldHeader = try Self.header(of: old)
    newHeader = try Self.header(of: new)
    try #require(oldHeader != newHeader)
  }

  static func arguments(_ path: String, _ options: [String] = []) -> [String] {
    ["insert", "timecode", path, "--start", "10:00:00:00", "--in-place"] + options
  }

  /// Returns which movie a reader finds in `bytes`, with its timecode; nil if it is neither, or if
  /// media has changed.
  func state(of bytes: [UInt8]) throws -> State? {
    let header = try Self.header(of: bytes)
    guard header == oldHeader || header == newHeader else { return nil }
    let state = header == oldHeader ? State.old : .new
    let expected = state == .old ? old : new
    return try Self.chunks(of: bytes) == Self.chunks(of: expected) ? state : nil
  }

  /// Returns the bytes of the movie header that a reader uses.
  static func header(of bytes: [UInt8]) throws -> [UInt8] {
    let atom = try Movie(from: MemorySource(bytes)).atom
    let start = Int(try #require(atom.offset))
    return Array(bytes[start..<start + Int(atom.size)])
  }

  /// Returns the bytes of all samples except timecode, by the offset of each chunk.
  static func media(of bytes: [UInt8]) throws -> [UInt64: ArraySlice<UInt8>] {
    try chunks(of: bytes) { $0.mediaType != .timecode }
  }

  /// Returns the bytes of the samples of tracks, by the offset of each chunk.
  private static func chunks(
    of bytes: [UInt8], where isWanted: (Track) -> Bool = { _ in true }
  ) throws -> [UInt64: ArraySlice<UInt8>] {
    var chunks: [UInt64: ArraySlice<UInt8>] = [:]
    for track in try Movie(from: MemorySource(bytes)).tracks where isWanted(track) {
      for chunk in try track.sampleTable().sampleChunks {
        chunks[chunk.offset] = bytes[Int(chunk.offset)..<Int(chunk.offset + chunk.size)]
      }
    }
    return chunks
  }

  /// Returns the value of the only timecode sample of a movie; nil if it has no timecode.
  static func frameNumber(of bytes: [UInt8]) throws -> TimecodeSample? {
    let source = MemorySource(bytes)
    guard let track = try Movie(from: source).tracks(.timecode).first else { return nil }
    return try TimecodeTrack(track).sample(0).value
  }
}

/// Returns the bytes of a movie of TestMedia.
func testMovie(_ name: String) throws -> [UInt8] {
  let file = DocumentsTests.package.appendingPathComponent("TestMedia/\(name)")
  return Array(try Data(contentsOf: file))
}

/// Writes the movie `camera/moov-last.mov` with `mediaSize` more bytes of media before its header,
/// which is the last atom. They are a hole, or, if `isReal`, bytes that take up space.
func writeLargeMovie(_ file: URL, mediaSize: Int, isReal: Bool = false) throws {
  let movie = try testMovie("camera/moov-last.mov")
  let header = try ChangedMovie.header(of: movie)
  let size = mediaSize + 8
  var head = movie.dropLast(header.count)
  head += (0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
  head += Array("mdat".utf8)
  try Data(head).write(to: file)
  let handle = try FileHandle(forWritingTo: file)
  try handle.seek(toOffset: UInt64(head.count))
  if isReal {
    var word: UInt64 = 0x9E37_79B9_7F4A_7C15
    let piece = (0..<(1 << 17)).map { _ -> UInt64 in
      word ^= word << 13
      word ^= word >> 7
      word ^= word << 17
      return word
    }
    let bytes = unsafe piece.withUnsafeBytes { unsafe Data($0) }
    for _ in 0..<(mediaSize / bytes.count) { try handle.write(contentsOf: bytes) }
  }
  try handle.truncate(atOffset: UInt64(head.count + mediaSize))
  try handle.seekToEnd()
  try handle.write(contentsOf: Data(header))
  try handle.close()
}
