import Foundation
import Testing

@testable import MovKit

/// Movies with headers and fragments in the compressed boxes of ISO/IEC 14496-12, 8.19. Their offsets
/// count as if nothing were compressed, or are those of the file as it is; both are read.
@Suite struct CompressedBoxTests {
  /// Which bytes offsets count.
  enum Counting: CaseIterable {
    /// Those of the file with nothing compressed, as the standard has it.
    case decompressed
    /// Those of the file as it is.
    case inFile
  }

  /// Movies whose media comes after their header, and fragmented ones.
  private static func media() throws -> [(name: String, bytes: [UInt8])] {
    let files = MediaFiles.files(in: MediaFiles.testMedia).filter {
      ["fragments", "headers", "rates", "timecode"].contains(
        $0.deletingLastPathComponent().lastPathComponent)
    }
    return try MediaFiles.enough(files, atLeast: 30).map {
      ($0.lastPathComponent, try MediaFiles.bytes(of: $0))
    }
  }

  /// The file with each `moov` and `moof` compressed; nil if it has other offsets that count over them.
  private static func compressed(_ bytes: [UInt8], _ counting: Counting) throws -> [UInt8]? {
    let file = try AtomFile(from: MemorySource(bytes))
    let kept: Set<FourCC> = [
      "ftyp", "styp", "moov", "moof", "mdat", "free", "wide", "mfra", "sidx",
    ]
    guard file.trailing.isEmpty, file.leading.isEmpty, file.atoms.last?.form != .toEnd,
      file.atoms.allSatisfy({ kept.contains($0.type) && $0.claimedSize == nil }),
      file.atoms.count(where: { $0.type == "moov" }) == 1
    else { return nil }
    let isFragmented = file.first("moof") != nil
    // Such offsets would have to be changed by what all fragments before saved.
    guard counting == .decompressed || !hasBase(file) else { return nil }
    var result: [UInt8] = []
    for atom in file.atoms {
      let start = Int(try #require(atom.offset))
      let whole = Array(bytes[start..<start + Int(atom.size)])
      let box: FourCC
      switch atom.type {
      case "moov" where !isFragmented || counting == .decompressed: box = "!mov"
      case "moof": box = "!mof"
      default:
        result += whole
        continue
      }
      func smaller(_ content: [UInt8]) -> [UInt8] {
        MovKitTests.atom(box, Deflate.zlib(content))
      }
      var content = Array(whole[atom.headerSize...])
      guard counting == .inFile else {
        result += smaller(content)
        continue
      }
      // The size depends on the offsets, and they on the size.
      var saved = 0
      for _ in 0..<20 {
        content = try moved(atom, by: saved)
        let size = smaller(content).count
        if whole.count - size == saved { break }
        saved = whole.count - size
      }
      guard whole.count - smaller(content).count == saved, saved > 100 else { return nil }
      result += smaller(content)
    }
    return result
  }

  /// A fragment that is damaged takes nothing from those that follow it.
  @Test func damagedFragment() throws {
    let url = MediaFiles.testMedia.appending(path: "fragments/every-frame.mp4")
    guard
      let whole = try Self.compressed(MediaFiles.bytes(of: url), .decompressed)
    else {
      Issue.record("the file cannot be compressed")
      return
    }
    let boxes = try AtomFile(from: MemorySource(whole)).atoms.filter { $0.type == "!mof" }
    try #require(boxes.count > 3)
    let all = try Movie(from: MemorySource(whole)).tracks[0].sampleTable().count
    var damaged = whole
    damaged[Int(try #require(boxes[0].offset) + boxes[0].size / 2)] ^= 0xFF
    let movie = try Movie(from: MemorySource(damaged))
    #expect(try movie.tracks[0].sampleTable().count == all - 1)
  }

  /// Whether a fragment counts offsets from the start of the file.
  private static func hasBase(_ file: AtomFile) -> Bool {
    file.atoms.contains { moof in
      moof.all("traf").contains { traf in
        let header = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self)
        return (header?.flags ?? 0) & TrackFragmentHeader.hasBaseDataOffset != 0
      }
    }
  }

  /// The content of an atom with all offsets of what follows it smaller.
  private static func moved(_ atom: Atom, by saved: Int) throws -> [UInt8] {
    let start = UInt32(atom.offset ?? 0)
    func change(_ atom: Atom) throws -> Atom {
      var atom = atom
      switch atom.type {
      case "trun": try atom.update(TrackFragmentRun.self) { $0.dataOffset -= Int32(saved) }
      case "stco":
        try atom.update(ChunkOffsets.self) { (record) throws(FormatError) in
          let all = record.offsets.map { $0 > start ? $0 - UInt32(saved) : $0 }
          record.offsets = try Table(all)
        }
      default:
        for index in atom.children.indices {
          atom.children[index] = try change(atom.children[index])
        }
      }
      return atom
    }
    return Array(try change(atom).serialized()[atom.headerSize...])
  }

  /// Every sample of every track, with its bytes.
  private static func samples(_ movie: Movie, _ source: MemorySource) throws -> [String] {
    try movie.tracks.flatMap { track in
      try track.sampleTable().map { sample in
        guard sample.offset + UInt64(sample.size) <= source.size else { return "beyond the file" }
        let bytes = try source.read(at: sample.offset, count: Int(sample.size))
        return
          "\(track.id) \(sample.decodeTime) \(sample.duration) \(sample.size) \(Adler32(bytes).value)"
      }
    }
  }

  @Test(arguments: Counting.allCases) func readAsThePlainMovie(_ counting: Counting) throws {
    var count = 0
    var fragmented = 0
    for (name, bytes) in try Self.media() {
      guard let plain = try? Movie(from: bytes), let other = try Self.compressed(bytes, counting)
      else { continue }
      let movie = try Movie(from: other)
      #expect(
        try Self.samples(movie, MemorySource(other)) == Self.samples(plain, MemorySource(bytes)),
        "\(name)")
      // The indexes are those of the plain file.
      let rules = movie.diagnostics.map(\.rule).filter { $0 != "fragment-index" }
      #expect(rules == plain.diagnostics.map(\.rule), "\(name)")
      // As it is read one fragment after another.
      let outline = try MovieOutline(MemorySource(other)).movie()
      #expect(
        try Self.samples(outline, MemorySource(other)) == Self.samples(plain, MemorySource(bytes)),
        "\(name)")
      count += 1
      if movie.isFragmented { fragmented += 1 }
    }
    #expect(count > 10)
    #expect(fragmented > 3)
  }

  /// A stamped copy has all media, and so has the movie stamped in place, where that can be done.
  @Test(arguments: Counting.allCases) func stamped(_ counting: Counting) throws {
    var count = 0
    for (name, bytes) in try Self.media() {
      guard let other = try? Self.compressed(bytes, counting) else { continue }
      let source = MemorySource(other)
      guard let movie = try? Movie(from: source) else { continue }
      var request = StampRequest(start: "01:00:00:00")
      request.replaces = true
      guard let (stamp, _) = try? request.stamp(for: movie) else { continue }
      var editor = MovieEditor(movie)
      do { _ = try editor.add(stamp) } catch { continue }
      let plan: WritePlan
      do { plan = try editor.copy(from: source, fastStart: false).plan } catch {
        // Timecode in fragments that cannot be taken out, or offsets that cannot be changed.
        #expect("\(error)".contains("remux the movie without fragments first"), "\(name): \(error)")
        #expect(movie.isFragmented)
        continue
      }
      let result = MemorySource(try plan.render(from: source))
      #expect(throws: Never.self, "\(name)") {
        try editor.check(result, against: source, plan: plan)
      }
      let before = try Self.samples(movie, source)
      let read = try Movie(from: result)
      let timecode = Set(movie.timecodeTracks.map(\.id))
      let kept = Set(movie.tracks.map(\.id)).subtracting(timecode).map { "\($0) " }
      func media(_ samples: [String]) -> [String] {
        samples.filter { sample in kept.contains { sample.hasPrefix($0) } }
      }
      #expect(media(try Self.samples(read, result)) == media(before), "\(name)")
      #expect(read.timecodeTracks.count == 1, "\(name)")
      if let patch = try? editor.patchPlan() {
        let patched = try PatchedSource(source, after: patch)
        #expect(throws: Never.self, "\(name)") { try InPlaceExpectation(editor).check(patched) }
      }
      count += 1
    }
    #expect(count > 10)
  }
}
