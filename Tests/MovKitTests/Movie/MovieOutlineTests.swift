import Foundation
import Testing

@testable import MovKit

/// A file whose fragments were left in it shows the same as one that was read as a whole.
@Suite struct MovieOutlineTests {
  private static func lines(_ file: AtomFile) -> [String] {
    var describer = AtomDescriber()
    return AtomWalk(file).map { node in
      let description = describer.describe(node)
      return
        "\(node.path) \(node.atom.offset ?? 0) \(node.atom.size) \(description.fields.map(\.name)) "
        + "\(description.extent.map { "\($0)" } ?? "") \(node.atom.children.count)"
    }
  }

  private static func samples(_ movie: Movie) -> [String] {
    movie.tracks.flatMap { track in
      (try? track.sampleTable()).map { $0.prefix(1000).map { "\(track.id) \($0)" } } ?? []
    }
  }

  private static func compare(_ source: any ByteSource, _ name: String) throws -> Bool {
    guard let whole = try? AtomFile(from: source) else {
      #expect(throws: ReadingError.self, "\(name)") { try MovieOutline(source) }
      return false
    }
    let outline = try MovieOutline(source)
    #expect(lines(outline.file) == lines(whole), "\(name)")
    #expect(
      outline.file.diagnostics == whole.diagnostics,
      "\(name)")
    let left = outline.file.atoms.filter { $0.type == "moof" && !$0.children.isEmpty }
    #expect(left.isEmpty, "\(name): fragments are kept")
    guard let movie = try? Movie(whole) else {
      #expect(throws: ReadingError.self, "\(name)") { try outline.movie() }
      return false
    }
    let other = try outline.movie()
    #expect(samples(other) == samples(movie), "\(name)")
    #expect(
      other.findings() == movie.findings(), "\(name)")
    return movie.isFragmented
  }

  @Test func everyFileOfTestMedia() throws {
    var fragmented = 0
    for url in MediaFiles.files(in: MediaFiles.testMedia) {
      let source = try File(FilePath(url.path))
      if try Self.compare(source, url.lastPathComponent) { fragmented += 1 }
    }
    #expect(fragmented > 10)
  }

  /// The headers may come after the fragments, and then say of them what they would have said before.
  @Test func headersAfterFragments() throws {
    let movie = Self.movie
    let trun = atom("trun", u32(0x301), u32(2), u32(60), u32(10), u32(3), u32(11), u32(4))
    let traf = atom("traf", atom("tfhd", u32(0x20000), u32(1)), trun)
    let fragment =
      atom("moof", atom("mfhd", u32(0), u32(1)), traf) + atom("mdat", zeros(100))
    let free = atom("free", zeros(8))
    for bytes in [free + fragment + movie, movie + fragment, free + fragment + movie + fragment] {
      #expect(try Self.compare(MemorySource(bytes), "\(bytes.count) bytes"))
    }
  }

  private static let movie: [UInt8] = {
    var movie = MovieBytes()
    movie.videoDurations = []
    movie.timecodes = []
    movie.more = atom("mvex", atom("trex", u32(0), u32(1), u32(1), u32(100), u32(7), u32(0)))
    return movie.bytes
  }()

  /// A path finds what is inside a fragment that was left in the file.
  @Test func pathsIntoFragments() throws {
    let moof = { (number: UInt32) in atom("moof", atom("mfhd", u32(0), u32(number))) }
    let outline = try MovieOutline(MemorySource(Self.movie + moof(1) + moof(7)))
    guard case .atom(let node) = outline.file.find("moof[1]/mfhd") else {
      Issue.record("not found")
      return
    }
    #expect(try node.atom.decode(MovieFragmentHeader.self).sequenceNumber == 7)
  }
}
