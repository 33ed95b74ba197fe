import Synchronization
import Testing

@testable import MovKit

/// `TrackOutput.nextBatch(of:)`: many samples with their bytes in one buffer.
@Suite struct SampleBatchTests {
  /// Has bytes that cannot be read from an offset on, once that is set.
  private final class DamagedSource: ByteSource {
    let source: MemorySource
    let end = Atomic<UInt64>(.max)
    init(_ bytes: [UInt8]) { source = MemorySource(bytes) }
    var size: UInt64 { source.size }
    func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
      guard offset + UInt64(count) <= end.load(ordering: .relaxed) else {
        throw IOError(.read, nil, .changed)
      }
      return try source.read(at: offset, count: count)
    }
  }

  /// The output of the only track of a movie whose media is the numbers from 0 on. The samples have
  /// these sizes.
  private func output(_ sizes: [UInt32]) throws -> TrackOutput {
    var movie = TinyMovie()
    let count = UInt32(sizes.count)
    movie.media = (0..<Int(sizes.reduce(0, +))).map { UInt8(truncatingIfNeeded: $0) }
    movie.tracks[0].times = [(count, 1)]
    movie.tracks[0].samplesPerChunk = count
    movie.tracks[0].sampleSizes = sizes
    let reader = MovieReader(try Movie(from: MemorySource(movie.bytes)))
    let output = try reader.addOutput(for: reader.movie.tracks[0])
    reader.startReading()
    return output
  }

  /// As many as the size takes, and at least one.
  @Test func sizes() throws {
    let output = try output([4, 5, 1, 20, 3, 3, 3, 0, 2])
    var found: [(indexes: [Int], bytes: [UInt8])] = []
    while let batch = try output.nextBatch(of: 10) {
      found.append((batch.samples.map(\.index), batch.bytes))
    }
    #expect(found.map(\.indexes) == [[0, 1, 2], [3], [4, 5, 6, 7], [8]])
    #expect(found.flatMap(\.bytes) == (0..<41).map { UInt8($0) })
    #expect(found.map(\.bytes.count) == [10, 20, 9, 2])
  }

  /// One byte less or more than asked for.
  @Test(arguments: [(9, [[0], [1]]), (10, [[0, 1]]), (11, [[0, 1]])] as [(Int, [[Int]])])
  func limits(size: Int, expected: [[Int]]) throws {
    let output = try output([4, 6])
    var found: [[Int]] = []
    while let batch = try output.nextBatch(of: size) { found.append(batch.samples.map(\.index)) }
    #expect(found == expected)
  }

  /// Samples without bytes fill no size; there are at most 8192.
  @Test func samplesOfNothing() throws {
    let output = try output([UInt32](repeating: 0, count: 8193))
    #expect(try output.nextBatch()?.samples.count == 8192)
    let last = try #require(try output.nextBatch())
    #expect(last.samples.map(\.index) == [8192] && last.bytes.isEmpty)
    #expect(try output.nextBatch() == nil)
  }

  /// The samples before one that is past the end of the file come first.
  @Test func endOfFile() throws {
    var movie = TinyMovie()
    // A hundred samples in the last 100 bytes of the file.
    movie.isMoovFirst = true
    movie.tracks[0].sampleSize = 2
    let reader = MovieReader(try Movie(from: MemorySource(movie.bytes)))
    let output = try reader.addOutput(for: reader.movie.tracks[0])
    reader.startReading()
    let batch = try #require(try output.nextBatch())
    #expect(batch.samples.map(\.index) == Array(0..<50) && batch.bytes == movie.media)
    #expect(throws: ReadingError.self) { try output.nextBatch() }
  }

  /// So do those before a place that cannot be read.
  @Test func unreadablePlace() throws {
    for count in [0, 1, 7, 99] {
      let source = DamagedSource(TinyMovie().bytes)
      let movie = try Movie(from: source)
      let reader = MovieReader(movie)
      let output = try reader.addOutput(for: movie.tracks[0])
      let place = output.samples[0].offset
      let whole = try source.read(at: place, count: count)
      reader.startReading()
      // Each sample is one byte.
      source.end.store(place + UInt64(count), ordering: .relaxed)
      if count > 0 {
        let batch = try #require(try output.nextBatch())
        #expect(batch.samples.map(\.index) == Array(0..<count) && batch.bytes == whole)
      }
      #expect(throws: ReadingError.io(IOError(.read, nil, .changed))) { try output.nextBatch() }
    }
  }
}
