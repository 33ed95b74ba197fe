import Foundation
import Testing

@testable import MovKit

/// Samples that share bytes: a few rows can declare a thousand times the bytes of the file.
@Suite struct SharedSamplesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A movie whose video has `count` samples, each of which is the same 40,000 bytes.
  private func movie(_ count: UInt32) throws -> FilePath {
    let original = try Data(
      contentsOf: URL(fileURLWithPath: TestMovies.path("camera/camera.mov").description))
    var file = try AtomFile(from: original)
    let place = try #require(file.atoms.firstIndex { $0.type == "moov" })
    func tables(_ stbl: inout Atom) throws(FormatError) {
      var times = TimeToSample()
      times.entries = try Table([.init(sampleCount: count, sampleDelta: 1)])
      var chunks = SampleToChunk()
      chunks.entries = try Table([.init(firstChunk: 1, samplesPerChunk: 1)])
      var offsets = ChunkOffsets()
      offsets.offsets = try Table((0..<count).map { _ in UInt32(100) })
      stbl.children = stbl.children.filter { $0.type == "stsd" }
      stbl.children += [
        try Atom("stts", times), try Atom("stsc", chunks), try Atom("stco", offsets),
        try Atom("stsz", SampleSizes(sampleCount: count, ofSize: 40_000)),
      ]
    }
    var moov = file.atoms[place]
    let trak = try #require(moov.children.firstIndex { $0.type == "trak" })
    func change(_ atom: inout Atom, _ path: ArraySlice<FourCC>) throws {
      guard let type = path.first else { return try tables(&atom) }
      let child = try #require(atom.children.firstIndex { $0.type == type })
      try change(&atom.children[child], path.dropFirst())
    }
    try change(&moov.children[trak], ["mdia", "minf", "stbl"])
    file.atoms[place] = moov
    let media = file.atoms.filter { $0.type != "moov" }
    var bytes = Array(original.prefix(Int(moov.offset ?? 0)))
    bytes += try moov.serialized()
    #expect(media.allSatisfy { ($0.offset ?? 0) < (moov.offset ?? 0) })
    let path = scratch["shared-\(count).mov"]
    try Data(bytes).write(to: URL(fileURLWithPath: path.description))
    return path
  }

  @Test func fewCopiesAreRead() throws {
    let track = try #require(try Movie(from: try File(try movie(60))).tracks(.video).first)
    #expect(try track.samples().reduce(0) { count, _ in count + 1 } == 60)
  }

  /// The limit is of all tracks together, each of which counts once.
  @Test func tooManyCopiesInSeveralTracks() throws {
    let one = try movie(60)
    let file = try AtomFile(from: try File(one))
    var moov = try #require(file.atoms.first { $0.type == "moov" })
    let trak = try #require(moov.children.first { $0.type == "trak" })
    let count = Int(64 * (try File(one)).size / (60 * 40_000)) + 2
    for id in 2...count {
      var copy = trak
      let index = try #require(copy.children.firstIndex { $0.type == "tkhd" })
      try copy.children[index].update(TrackHeader.self) { $0.trackID = UInt32(100 + id) }
      moov.children.append(copy)
    }
    var bytes = try File(one).read(at: 0, count: Int(moov.offset ?? 0))
    bytes += try moov.serialized()
    let movie = try Movie(from: bytes)
    let tracks = movie.tracks(.video)
    let most = 64 * UInt64(bytes.count) / (60 * 40_000)
    for (index, track) in tracks.enumerated() {
      if index < most {
        for _ in 0..<3 { _ = try track.samples() }
      } else {
        #expect {
          _ = try track.samples()
        } throws: { error in
          "\(error)".contains("with those of the tracks before, the samples take")
        }
      }
    }
    #expect(most < tracks.count)
  }

  @Test func tooManyCopiesAreRefused() throws {
    let track = try #require(try Movie(from: try File(try movie(4000))).tracks(.video).first)
    // The tables can be looked at all the same.
    #expect(try track.sampleTable().count == 4000)
    #expect {
      _ = try track.samples()
    } throws: { error in
      "\(error)".contains("160000000 bytes, more than 64 times the size of the file")
    }
  }

  /// The limit is the one that the movie was opened with.
  @Test func limitOfTheMovie() throws {
    var limits = Limits()
    limits.bytesCopied = 200_000_000
    let many = try Movie(path: try movie(4000), limits: limits)
    #expect(throws: Never.self) { try #require(many.tracks(.video).first).samples() }
    limits.bytesCopied = 2_399_999
    let few = try movie(60)
    let track = try #require(try Movie(path: few, limits: limits).tracks(.video).first)
    #expect {
      _ = try track.samples()
    } throws: { error in
      "\(error)".contains("2400000 bytes, more than 2399999 bytes")
    }
    limits.bytesCopied = 2_400_000
    let enough = try Movie(path: few, limits: limits)
    #expect(throws: Never.self) { try #require(enough.tracks(.video).first).samples() }
  }
}
