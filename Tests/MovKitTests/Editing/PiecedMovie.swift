import TestSupport

@testable import MovKit

/// A movie of 25 frames a second made here: one second or more, one chunk, and around it whatever a
/// test asks for.
struct PiecedMovie {
  enum Piece {
    case fileType, wide, junk, fragment, index
    case free(Int)
    case skip(Int)
    /// Free space up to a place that is so many bytes behind the start of a sector.
    case freeUntil(Int)
    case media, mediaToEnd, media64
    case moov, moov64, moovToEnd
  }

  var pieces: [Piece]
  var frames = 25
  /// Whether the media is said to stand in another file.
  var isExternal = false

  init(_ pieces: Piece...) { self.pieces = pieces }

  /// The media: four bytes a frame, never the same.
  var media: [UInt8] {
    var random = SplitMix64(seed: 7)
    return random.bytes(frames * 4)
  }

  var bytes: [UInt8] {
    var start = 0
    var result: [UInt8] = []
    for _ in 0..<2 {
      result = []
      for piece in pieces { add(piece, to: &result, mediaAt: &start) }
    }
    return result
  }

  private func add(_ piece: Piece, to bytes: inout [UInt8], mediaAt start: inout Int) {
    switch piece {
    case .fileType: bytes += fileType
    case .wide: bytes += atom("wide")
    case .junk: bytes += [1, 2, 3]
    case .fragment: bytes += atom("moof", atom("mfhd", zeros(4), u32(1)))
    case .index: bytes += atom("mfra", atom("mfro", zeros(4), u32(24)))
    case .free(let count): bytes += atom("free", [UInt8](repeating: 0x55, count: count - 8))
    case .skip(let count): bytes += atom("skip", zeros(count - 8))
    case .freeUntil(let place):
      var size = (place - bytes.count % 512 + 1024) % 512
      if size < 8 { size += 512 }
      bytes += atom("free", zeros(size - 8))
    case .media:
      start = bytes.count + 8
      bytes += atom("mdat", media)
    case .media64:
      start = bytes.count + 16
      bytes += largeAtom("mdat", media)
    case .mediaToEnd:
      start = bytes.count + 8
      bytes += atomToEnd("mdat", media)
    case .moov: bytes += atom("moov", movie(start))
    case .moov64: bytes += largeAtom("moov", movie(start))
    case .moovToEnd: bytes += atomToEnd("moov", movie(start))
    }
  }

  private func movie(_ start: Int) -> [UInt8] {
    let duration = u32(UInt32(frames * 24))
    let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { u32($0) }
    let mvhd = atom(
      "mvhd", zeros(12), u32(600), duration, u32(0x10000), u16(0x100), zeros(10), matrix, zeros(24),
      u32(2))
    let tkhd = atom(
      "tkhd", u32(3), zeros(8), u32(1), zeros(4), duration, zeros(16), matrix, u32(320 << 16),
      u32(240 << 16))
    let mdhd = atom("mdhd", zeros(12), u32(600), duration, u16(0x55C4), u16(0))
    let picture = atom(
      "jpeg", zeros(6), u16(1), zeros(16), u16(320), u16(240), u32(72 << 16), u32(72 << 16),
      u32(0), u16(1), zeros(32), u16(24), u16(0xFFFF))
    let count = u32(UInt32(frames))
    let sizes = (0..<frames).flatMap { _ in u32(4) }
    let stbl = atom(
      "stbl", atom("stsd", zeros(4), u32(1), picture),
      atom("stts", zeros(4), u32(1), count, u32(24)),
      atom("stsc", zeros(4), u32(1), u32(1), count, u32(1)),
      atom("stsz", zeros(4), u32(0), count, sizes),
      atom("stco", zeros(4), u32(1), u32(UInt32(start))))
    let reference = isExternal ? atom("url ", zeros(4), ascii("b.mov"), [0]) : atom("url ", u32(1))
    let dinf = atom("dinf", atom("dref", zeros(4), u32(1), reference))
    let minf = atom("minf", atom("vmhd", u32(1), zeros(8)), dinf, stbl)
    return mvhd + atom("trak", tkhd, atom("mdia", mdhd, handler("vide"), minf))
  }
}

/// What is done to a movie in place.
enum Change: Sendable {
  case stamp(String, reel: String? = nil)
  case replace(String, reel: String? = nil)
  case remove
  case edit(TimecodeChange)
  /// A second timecode at the first, or instead of it.
  case write(TimecodeStamp.Content, replaces: Bool = false)

  /// A shift by a frame, which changes the samples.
  static let shift = Change.edit { $0.shift = .frames(1) }
  /// A reel, which changes only the header.
  static let reel = Change.edit { $0.reel = "A much longer name of a reel" }
  /// The length of the video, which changes the times.
  static let trim = Change.edit {
    $0.trimsToVideo = true
    $0.shift = .frames(1)
  }

  static func edit(_ set: (inout TimecodeChange) -> Void) -> Change {
    var change = TimecodeChange()
    set(&change)
    return .edit(change)
  }

  func editor(for bytes: [UInt8]) throws -> MovieEditor {
    try editor(for: MemorySource(bytes))
  }

  func editor(for source: some ByteSource) throws -> MovieEditor {
    let movie = try Movie(from: source)
    var editor = MovieEditor(movie)
    switch self {
    case .remove: try editor.removeTimecodeTracks()
    case .edit(let change): try editor.changeTimecode(change)
    case .write(let content, let replaces):
      _ = try editor.add(TimecodeStamp(content, trackIDs: [1], replaces: replaces))
    case .stamp(let start, let reel), .replace(let start, let reel):
      var request = StampRequest(start: start)
      request.reel = reel
      if case .replace = self { request.replaces = true }
      _ = try editor.add(request.stamp(for: movie).0)
    }
    return editor
  }

  /// The file after the change, made in memory and read back.
  func applied(to bytes: [UInt8]) throws -> [UInt8] {
    let editor = try editor(for: bytes)
    let target = MemoryTarget(bytes)
    try editor.patchPlan().apply(to: target)
    try editor.checkInPlace(MemorySource(target.bytes))
    return target.bytes
  }
}

/// A file in memory that can be changed.
final class MemoryTarget: PatchTarget {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var source: MemorySource { MemorySource(bytes) }

  func write(_ new: Pieces, at offset: UInt64) throws(IOError) {
    bytes.overwrite(with: new.bytes, at: Int(offset))
  }

  func flush() throws(IOError) {}

  func cut(_ sizes: ClosedRange<UInt64>) throws(IOError) {
    if sizes.contains(UInt64(bytes.count)) { bytes.resize(to: Int(sizes.lowerBound)) }
  }
}

extension [UInt8] {
  mutating func overwrite(with new: [UInt8], at offset: Int) {
    if count < offset + new.count { resize(to: offset + new.count) }
    replaceSubrange(offset..<offset + new.count, with: new)
  }

  mutating func resize(to size: Int) {
    if size < count {
      removeLast(count - size)
    } else {
      self += [UInt8](repeating: 0, count: size - count)
    }
  }
}

/// The label of the first timecode of a file; nil where there is none.
func firstTimecode(of bytes: [UInt8]) throws -> String? {
  let source = MemorySource(bytes)
  let movie = try Movie(from: source)
  guard let track = movie.tracks(.timecode).first else { return nil }
  let timecode = try TimecodeTrack(track)
  return timecode.segments.first.map { timecode.formats[$0.formatIndex].text($0.first) }
}
