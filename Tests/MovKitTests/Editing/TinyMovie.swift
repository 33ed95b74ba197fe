@testable import MovKit

/// A movie of a few hundred bytes, written by hand: one video of a hundred one-byte frames at 25 to
/// the second unless a test says otherwise.
struct TinyMovie {
  var brand = "qt  "
  var timescale: UInt32 = 600
  var nextTrackID: UInt32 = 2
  var tracks = [TinyTrack()]
  /// Further children of `moov`, behind the tracks.
  var behindTracks: [UInt8] = []
  var isMoovFirst = false
  var media = noise(100)
  /// Top-level atoms ahead of `moov` and `mdat`, and behind both.
  var ahead: [UInt8] = []
  var behind: [UInt8] = []

  static let creationTime: UInt32 = 0xD000_0001

  var bytes: [UInt8] {
    let front = atom("ftyp", ascii(brand), u32(0), ascii(brand)) + ahead
    let mdat = atom("mdat", media)
    guard isMoovFirst else {
      return front + mdat + moov(mediaAt: UInt32(front.count + 8)) + behind
    }
    let size = moov(mediaAt: 0).count
    return front + moov(mediaAt: UInt32(front.count + size + 8)) + mdat + behind
  }

  private func moov(mediaAt offset: UInt32) -> [UInt8] {
    let header = atom(
      "mvhd", u32(0), u32(Self.creationTime), u32(Self.creationTime), u32(timescale), u32(2400),
      u32(0x1_0000), u16(0x100), zeros(10), unityMatrix, zeros(24), u32(nextTrackID))
    return atom("moov", header, tracks.flatMap { $0.bytes(mediaAt: offset) }, behindTracks)
  }
}

struct TinyTrack {
  var id: UInt32 = 1
  var handler: FourCC = "vide"
  var flags: UInt32 = 0xF
  /// In the header of the media.
  var language: UInt16 = 0
  var timescale: UInt32 = 25
  /// Ticks of the movie.
  var duration: UInt32 = 2400
  /// Ticks of the media.
  var mediaDuration: UInt32 = 100
  /// Counts and durations.
  var times: [(UInt32, UInt32)] = [(100, 1)]
  /// One composition offset for all frames.
  var compositionOffset: UInt32?
  /// Segment duration, media time, rate.
  var edits: [(UInt32, Int32, UInt32)] = []
  /// Whole atoms in `tref`.
  var references: [UInt8] = []
  /// The chunk tables, given the place of the media.
  var chunks: (UInt32) -> [UInt8] = { atom("stco", u32(0), u32(1), u32($0)) }
  var samplesPerChunk: UInt32 = 100
  var sampleSize: UInt32 = 1
  /// Of each sample, instead.
  var sampleSizes: [UInt32]?
  /// The entries of `dref`.
  var dataReference = atom("url ", u32(1))
  var dataReferenceCount: UInt32 = 1
  /// The entries of `stsd`.
  var description = atom("raw ", zeros(6), u16(1), zeros(70))
  var descriptionCount: UInt32 = 1
  /// Further children of the `trak`, at its end, and of the `stbl`.
  var behind: [UInt8] = []
  var tables: [UInt8] = []

  func bytes(mediaAt offset: UInt32) -> [UInt8] {
    let header = atom(
      "tkhd", u32(flags), u32(0), u32(0), u32(id), u32(0), u32(duration), zeros(16), unityMatrix,
      u32(64 << 16), u32(48 << 16))
    let rows = edits.flatMap { u32($0.0) + u32(UInt32(bitPattern: $0.1)) + u32($0.2) }
    let list =
      edits.isEmpty ? [] : atom("edts", atom("elst", u32(0), u32(UInt32(edits.count)), rows))
    let table = atom(
      "stbl", atom("stsd", u32(0), u32(descriptionCount), description),
      atom(
        "stts", u32(0), u32(UInt32(times.count)), times.flatMap { u32($0.0) + u32($0.1) }),
      compositionOffset.map { atom("ctts", u32(0), u32(1), u32(100), u32($0)) } ?? [],
      atom("stsc", u32(0), u32(1), u32(1), u32(samplesPerChunk), u32(1)),
      atom(
        "stsz", u32(0), u32(sampleSizes == nil ? sampleSize : 0),
        u32(times.reduce(0) { $0 + $1.0 }), (sampleSizes ?? []).flatMap { u32($0) }),
      chunks(offset), tables)
    let media = atom(
      "mdia",
      atom(
        "mdhd", u32(0), u32(0), u32(0), u32(timescale), u32(mediaDuration), u16(language),
        u16(0)),
      MovKitTests.handler(handler),
      atom(
        "minf", atom("vmhd", u32(1), zeros(8)),
        atom("dinf", atom("dref", u32(0), u32(dataReferenceCount), dataReference)), table))
    return atom(
      "trak", header, list, references.isEmpty ? [] : atom("tref", references), media, behind)
  }
}

let unityMatrix =
  u32(0x1_0000) + zeros(12) + u32(0x1_0000) + zeros(12) + u32(0x4000_0000)

/// A movie, stamped in memory and read back.
struct Stamped {
  let bytes: [UInt8]
  let movie: Movie
  let trackID: UInt32
  let notes: [Diagnostic]

  init(
    _ source: [UInt8], start: String = "01:00:00:00", _ ask: (inout StampRequest) -> Void = { _ in }
  )
    throws
  {
    var request = StampRequest(start: start)
    ask(&request)
    let before = try Movie(from: MemorySource(source))
    var editor = MovieEditor(before)
    let (stamp, notes) = try request.stamp(for: before)
    trackID = try editor.add(stamp)
    let plan = try editor.writePlan()
    bytes = try plan.render(from: MemorySource(source))
    let result = MemorySource(bytes)
    try editor.check(result, against: MemorySource(source), plan: plan)
    movie = try Movie(from: result)
    self.notes = notes
  }

  init(
    _ source: TinyMovie, start: String = "01:00:00:00",
    _ ask: (inout StampRequest) -> Void = { _ in }
  )
    throws
  {
    try self.init(source.bytes, start: start, ask)
  }

  var track: Track? { movie.track(trackID) }

  /// The bytes of the new `trak`.
  var trackBytes: [UInt8] { (try? track?.atom.serialized()) ?? [] }

  /// The rows of the new track's edit list: duration and media time.
  var edits: [[Int64]] {
    let list = try? track?.atom.descendant("edts", "elst")?.decode(EditList.self)
    return list?.entries.map { [Int64($0.segmentDuration), $0.mediaTime] } ?? []
  }

  func header<R: Record>(_ record: R.Type, _ path: FourCC...) throws -> R? {
    var found = track?.atom
    for type in path { found = found?.first(type) }
    return try found?.decode(record)
  }
}
