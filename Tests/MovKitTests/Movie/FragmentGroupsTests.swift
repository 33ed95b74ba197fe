import Foundation
import Testing

@testable import MovKit

/// Fragments that say the same of their samples as others: they share what is kept of it.
@Suite struct FragmentGroupsTests {
  /// A fragment of some samples of ten bytes: the roll distance of its first samples, and how many these
  /// are.
  private struct Fragment {
    var samples: Int
    var distance: Int16
    var inGroup: Int
    var isGroupFirst = true
  }

  /// One after another alike, more kinds than are remembered, kinds that come back later, and kinds that
  /// differ in one number only, in fragments of one to three samples.
  private static let fragments: [Fragment] = {
    var all: [Fragment] = []
    for round in 0..<3 {
      for kind in 0..<12 {
        for _ in 0...(kind % 3) {
          all.append(
            Fragment(
              samples: 1 + (kind + round) % 3, distance: Int16(-1 - kind), inGroup: 1 + kind % 2))
        }
      }
    }
    all.append(Fragment(samples: 3, distance: -1, inGroup: 2))
    all.append(Fragment(samples: 3, distance: -1, inGroup: 1))
    all.append(Fragment(samples: 3, distance: -1, inGroup: 1, isGroupFirst: false))
    return all
  }()

  /// The roll distance of each sample.
  private static let expected: [Int16?] = fragments.flatMap { fragment in
    (0..<fragment.samples).map { sample -> Int16? in
      let isIn =
        fragment.isGroupFirst
        ? sample < fragment.inGroup : sample >= fragment.samples - fragment.inGroup
      return isIn ? fragment.distance : nil
    }
  }

  private static let source: MemorySource = {
    var movie = MovieBytes()
    movie.videoDurations = []
    movie.timecodes = []
    movie.timecodeIDs = []
    movie.more = atom("mvex", atom("trex", u32(0), u32(1), u32(1), u32(100), u32(10), u32(0)))
    var bytes = movie.bytes
    for (number, fragment) in fragments.enumerated() {
      let distance = UInt16(bitPattern: fragment.distance)
      let outside =
        UInt32(fragment.samples) - min(UInt32(fragment.inGroup), UInt32(fragment.samples))
      let inside = UInt32(fragment.samples) - outside
      let runs =
        fragment.isGroupFirst
        ? u32(inside) + u32(0x10001) + u32(outside) + u32(0)
        : u32(outside) + u32(0) + u32(inside) + u32(0x10001)
      func moof(_ offset: UInt32) -> [UInt8] {
        atom(
          "moof", atom("mfhd", u32(0), u32(UInt32(number + 1))),
          atom(
            "traf", atom("tfhd", u32(0x20000), u32(1)),
            atom("trun", u32(1), u32(UInt32(fragment.samples)), u32(offset)),
            atom("sgpd", u32(1 << 24), ascii("roll"), u32(2), u32(1), u16(distance)),
            atom("sbgp", u32(0), ascii("roll"), u32(2), runs)))
      }
      bytes += moof(UInt32(moof(0).count + 8))
      bytes += atom("mdat", [UInt8](repeating: UInt8(number % 251), count: 10 * fragment.samples))
    }
    return MemorySource(bytes)
  }()

  private func distances(_ movie: Movie) throws -> [Int16?] {
    try #require(movie.track(1)).sampleTable().map(\.attachments.rollDistance)
  }

  @Test func eachSampleHasItsOwn() throws {
    let movie = try Movie(from: Self.source)
    #expect(try distances(movie) == Self.expected)
    let table = try #require(movie.track(1)).sampleTable()
    // Asked for in another order as well.
    for index in table.indices.reversed() {
      #expect(table[index].attachments.rollDistance == Self.expected[index], "\(index)")
    }
  }

  @Test func groupsOfEachSample() throws {
    let movie = try Movie(from: Self.source)
    var groups = try TrackSampleGroups(of: #require(movie.track(1)), in: movie)
    for (index, distance) in Self.expected.enumerated() {
      let found = groups.groups(of: index)
      #expect(found.map(\.type) == (distance == nil ? [] : ["roll"]), "\(index)")
      #expect(found.map(\.isOfFragment) == (distance == nil ? [] : [true]), "\(index)")
    }
  }

  @Test(arguments: [
    MovieWriter.Options.Layout.movieLast, .fragmented(every: MediaTime(value: 1, timescale: 1)),
    .fragmented(every: MediaTime(value: 1000, timescale: 1)), .fastStart(),
  ])
  func rewritten(_ layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    try Data(Self.source.bytes).write(to: URL(filePath: "\(scratch["old.mov"])"))
    let file = try File(scratch["old.mov"])
    let remux = try MovieRemux(try Movie(from: file), in: file, layout: layout)
    try remux.write(to: scratch["new.mov"])
    let written = try Movie(from: File(scratch["new.mov"]))
    #expect(written.isFragmented == MovieWriter.Options(layout: layout).isFragmented)
    #expect(try distances(written) == Self.expected)
  }
}
