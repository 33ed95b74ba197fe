import Foundation
import Testing

@testable import MovKit

/// Timecode that is put in and taken off again leaves the same file.
@Suite struct InsertAndRemoveTests {
  private static func removed(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = MemorySource(bytes)
    var editor = MovieEditor(try Movie(from: source))
    try editor.removeTimecodeTracks()
    let plan = try editor.writePlan()
    let result = try plan.render(from: source)
    try editor.check(MemorySource(result), against: source, plan: plan)
    return result
  }

  /// The file with 0 for the next track ID, which a removed track leaves as it is: no ID is used
  /// twice (ISO/IEC 14496-12, 8.3.2.3).
  private static func withoutNextTrackID(_ bytes: [UInt8]) throws -> [UInt8] {
    let movie = try Movie(from: MemorySource(bytes))
    let header = try #require(movie.atom.first("mvhd"))
    // It is the last field of the header.
    let end = Int(try #require(header.offset)) + Int(header.size)
    var bytes = bytes
    bytes.replaceSubrange(end - 4..<end, with: zeros(4))
    return bytes
  }

  /// Some of the further movies: a hundred of the smaller ones, spread over all folders.
  private static let files: [URL] = {
    func size(_ file: URL) -> Int {
      (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? .max
    }
    let own = MediaFiles.enough(MediaFiles.files(in: MediaFiles.testMedia), atLeast: 300)
    let more = (MediaFiles.more.map(MediaFiles.files(in:)) ?? []).filter { size($0) < 1 << 22 }
    let step = max(1, more.count / 120)
    return own + stride(from: 0, to: more.count, by: step).map { more[$0] }
  }()

  /// Where the same file cannot come back: the size of a header is written out that was not, or was
  /// wrong; tables claim bytes of the header, or bytes after the end of the file, where the sample then
  /// is, so that it stays; or a table that cannot be read may claim any.
  private static func isImpossible(_ movie: Movie) -> Bool {
    guard movie.atom.form != .toEnd,
      !movie.atom.children.contains(where: { $0.claimedSize != nil }),
      movie.unreadableTracks.isEmpty, let start = movie.atom.offset
    else { return true }
    let header = start..<start + movie.atom.size
    return movie.tracks.contains { track in
      guard let table = try? track.sampleTable() else { return true }
      return table.sampleChunks.contains { chunk in
        let (end, overflow) = chunk.offset.addingReportingOverflow(chunk.size)
        return overflow || end > movie.file.size || header.overlaps(chunk.offset..<end)
      }
    }
  }

  @Test func sameFile() throws {
    var compared = 0
    for file in Self.files {
      do { if try Self.comesBack(file) { compared += 1 } } catch {
        Issue.record("\(file.lastPathComponent): \(error)")
      }
    }
    #expect(compared > 240, "\(compared)")
  }

  /// Compares what is left of a movie after timecode was put in and taken off again. Returns false if it
  /// takes no timecode, which other tests look at, or cannot come back.
  private static func comesBack(_ file: URL) throws -> Bool {
    var bytes = try MediaFiles.bytes(of: file)
    guard var movie = try? Movie(from: MemorySource(bytes)) else { return false }
    if !movie.timecodeTracks.isEmpty {
      guard let without = try? removed(bytes) else { return false }
      bytes = without
      movie = try Movie(from: MemorySource(bytes))
    }
    var request = StampRequest(start: "01:00:00:00")
    request.reel = "A001"
    let editor = MovieEditor(movie)
    var stamped = editor
    do {
      _ = try stamped.add(request.stamp(for: movie).0)
      _ = try stamped.writePlan()
    } catch is StampError { return false } catch is FormatError { return false }
    guard !isImpossible(movie) else { return false }
    let source = MemorySource(bytes)
    for isFastStart in [false, true] {
      let plan = try stamped.writePlan(fastStart: isFastStart)
      // Where the header was moved, the file without timecode has it there too.
      let expected = try editor.writePlan(fastStart: isFastStart).render(from: source)
      let result = try removed(plan.render(from: source))
      let isSame = try withoutNextTrackID(result) == withoutNextTrackID(expected)
      #expect(
        isSame, "\(file.lastPathComponent), \(isFastStart ? "fast start" : "in its order")")
      if !isFastStart { #expect(expected == bytes, "\(file.lastPathComponent)") }
    }
    return true
  }

  // MARK: What else stands in the media

  private static let timecode = atom(
    "tmcd", zeros(6), u16(1), zeros(4), u32(2), u32(25), u32(1), [25, 0])

  /// A movie whose timecode samples stand in an `mdat` of their own, behind the other media.
  private static func movie(
    samples: UInt32, in content: [UInt8], at place: UInt32 = 0
  ) -> [UInt8] {
    var source = TinyMovie()
    var track = TinyTrack()
    track.id = 2
    track.handler = "tmcd"
    track.description = timecode
    track.times = [(samples, 100 / samples)]
    track.samplesPerChunk = samples
    track.sampleSize = 4
    // 100 bytes of media stand before the head of the other.
    track.chunks = { atom("stco", u32(0), u32(1), u32($0 + 108 + place)) }
    source.tracks.append(track)
    source.nextTrackID = 3
    source.tracks[0].references = atom("tmcd", u32(2))
    source.isMoovFirst = true
    source.behind = atom("mdat", content) + atom("free", zeros(4))
    return source.bytes
  }

  @Test(
    arguments: [
      ("one sample", 1, 4, 0, true), ("four samples", 4, 16, 0, true),
      ("padding", 1, 11, 0, true), ("more than padding", 1, 12, 0, false),
      ("bytes ahead", 1, 8, 4, false),
    ] as [(String, UInt32, Int, UInt32, Bool)])
  func mediaOfItsOwn(name: String, samples: UInt32, size: Int, place: UInt32, goes: Bool) throws {
    let bytes = Self.movie(samples: samples, in: noise(size), at: place)
    let result = try Self.removed(bytes)
    let types = try Movie(from: MemorySource(result)).file.atoms.map(\.type)
    #expect(
      types
        == (goes ? ["ftyp", "moov", "mdat", "free"] : ["ftyp", "moov", "mdat", "mdat", "free"]))
    let inPlace = try Movie(from: MemorySource(try Change.remove.applied(to: bytes)))
    #expect(inPlace.file.atoms.count { $0.type == "mdat" } == (goes ? 1 : 2))
  }

  /// What another track or an item uses too stays.
  @Test func sharedMediaStays() throws {
    var bytes = Self.movie(samples: 1, in: noise(4))
    let item = atom(
      "meta", u32(0),
      atom("iloc", u32(0), u16(0x4400), u16(1), u16(1), u16(0), u16(1), u32(0), u32(0)))
    let place = bytes.count - 12 - 4
    bytes += item
    bytes.replaceSubrange(bytes.count - 8..<bytes.count, with: u32(UInt32(place)) + u32(4))
    let result = try Self.removed(bytes)
    #expect(try Movie(from: MemorySource(result)).file.atoms.count { $0.type == "mdat" } == 2)
  }
}
