import TestSupport
import Testing

@testable import MovKit

/// Samples that are appended many at a time.
@Suite struct GatheredSamplesTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// A chunk with its pieces as ranges of the file.
  private struct Chunk: Equatable {
    var start: MediaTime
    var samples: UInt32
    var description: Int
    var size: UInt64
    var ranges: [Range<UInt64>]

    init(_ chunk: MediaChunk) {
      start = chunk.start
      samples = chunk.samples
      description = chunk.descriptionIndex
      size = chunk.size
      ranges = chunk.pieces.compactMap {
        if case .range(let range, _) = $0 { range } else { nil }
      }
    }
  }

  private static func rows(_ random: inout SplitMix64) -> [GatheredSamples.Row] {
    var (offset, decode): (UInt64, Int64) = (0, Int64.random(in: -20...20, using: &random))
    var description: Int32 = 0
    return (0..<Int.random(in: 1...300, using: &random)).map { _ in
      // Some are apart in the file, some have no bytes or no duration, and some are larger than a chunk.
      if Int.random(in: 0..<8, using: &random) == 0 { offset += 5 }
      if Int.random(in: 0..<25, using: &random) == 0 { description = 1 - description }
      let size =
        Int.random(in: 0..<40, using: &random) == 0
        ? 3 << 20 : UInt32.random(in: 0...9, using: &random)
      let row = GatheredSamples.Row(
        offset: offset, size: size, duration: UInt32.random(in: 0...4, using: &random),
        decode: decode, compositionOffset: 0, descriptionIndex: description,
        attachments: SampleAttachments())
      offset += UInt64(size)
      decode += Int64(row.duration)
      return row
    }
  }

  /// The chunks are those that the same samples make one by one, and one is complete at a time.
  @Test(arguments: 0..<200 as Range<UInt64>) func chunks(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let file = try File(scratch.file("media", [0]))
    let rows = Self.rows(&random)
    let ticks = Int64.random(in: 1...30, using: &random)
    var (one, many) = (Interleaver(), Interleaver())
    one.addLane(chunkTicks: ticks, start: .zero)
    many.addLane(chunkTicks: ticks, start: .zero)
    var (expected, found): ([Chunk], [Chunk]) = ([], [])
    for row in rows {
      one.append(
        InputSamples(
          count: 1, size: row.size,
          data: .range(row.offset..<row.offset + UInt64(row.size), file), decode: row.decode,
          duration: row.duration, timescale: 100, compositionOffset: 0,
          attachments: row.attachments, descriptionIndex: Int(row.descriptionIndex)), to: 0)
      while let (_, chunk) = one.next() { expected.append(Chunk(chunk)) }
    }
    var gathered = GatheredSamples(of: file)
    var next = rows.startIndex
    while next < rows.endIndex || !gathered.isEmpty {
      if gathered.isEmpty {
        while next < rows.endIndex, !gathered.isFull {
          gathered.append(rows[next])
          next += 1
        }
      }
      let taken = many.fitting(gathered.rest, in: 0)
      try #require(!taken.isEmpty)
      many.append(taken, of: gathered.media, timescale: 100, to: 0)
      gathered.removeFirst(taken.count)
      var complete = 0
      while let (_, chunk) = many.next() {
        complete += 1
        found.append(Chunk(chunk))
      }
      #expect(complete <= 2 && (complete < 2 || taken.count == 1))
    }
    one.finish(0)
    many.finish(0)
    while let (_, chunk) = one.next() { expected.append(Chunk(chunk)) }
    while let (_, chunk) = many.next() { found.append(Chunk(chunk)) }
    #expect(found == expected)
  }

  /// Samples in memory make the same chunks as one by one.
  @Test(arguments: 0..<50 as Range<UInt64>) func inMemory(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let samples = (0..<Int.random(in: 1...200, using: &random)).map { _ in
      (0..<Int.random(in: 1...8, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    }
    let ticks = Int64.random(in: 1...30, using: &random)
    var (one, many) = (Interleaver(), Interleaver())
    one.addLane(chunkTicks: ticks, start: .zero)
    many.addLane(chunkTicks: ticks, start: .zero)
    func bytes(_ chunk: MediaChunk) -> [UInt8] {
      chunk.pieces.flatMap { piece -> [UInt8] in
        guard case .bytes(let bytes) = piece else { return [] }
        return Array(bytes)
      }
    }
    var (expected, found): ([[UInt8]], [[UInt8]]) = ([], [])
    for (index, sample) in samples.enumerated() {
      one.append(
        InputSamples(
          count: 1, size: UInt32(sample.count), data: .bytes(sample[...]), decode: Int64(index),
          duration: 1, timescale: 100, compositionOffset: 0, attachments: SampleAttachments(),
          descriptionIndex: 0), to: 0)
      while let (_, chunk) = one.next() { expected.append(bytes(chunk)) }
    }
    var gathered = GatheredSamples()
    var next = samples.startIndex
    while next < samples.endIndex || !gathered.isEmpty {
      while gathered.isEmpty || !gathered.isFull, next < samples.endIndex {
        gathered.append(samples[next], at: Int64(next), lasting: 1, description: 0)
        next += 1
      }
      let taken = many.fitting(gathered.rest, in: 0)
      try #require(!taken.isEmpty)
      many.append(taken, of: gathered.media, timescale: 100, to: 0)
      gathered.removeFirst(taken.count)
      while let (_, chunk) = many.next() { found.append(bytes(chunk)) }
    }
    one.finish(0)
    many.finish(0)
    while let (_, chunk) = one.next() { expected.append(bytes(chunk)) }
    while let (_, chunk) = many.next() { found.append(bytes(chunk)) }
    #expect(found == expected)
  }

  /// Each sample keeps its groups when those before it are taken.
  @Test func groups() throws {
    let file = try File(scratch.file("media", [0]))
    var gathered = GatheredSamples(of: file, groupCount: 2)
    for number in 0..<5 as Range<UInt32> {
      let row = GatheredSamples.Row(
        offset: 0, size: 1, duration: 1, decode: Int64(number), compositionOffset: 0,
        descriptionIndex: 0, attachments: SampleAttachments())
      gathered.append(row, groups: [number, 10 * number])
    }
    gathered.removeFirst(3)
    var groups = gathered.groups
    #expect(groups.takeFirst() == [3, 30])
    #expect(groups.takeFirst() == [4, 40])
    #expect(groups.isEmpty)
    var none = GatheredSamples(of: file).groups
    #expect(none.isEmpty && none.takeFirst().isEmpty)
  }

  /// Media that waits is appended as it is, in order, however much of it lies together.
  @Test(arguments: 0..<40 as Range<UInt64>) func waitingMedia(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let media = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let file = try File(scratch.file("media", media))
    let output = try OutputFile(at: FilePath(scratch.path + "/out"))
    var queue = MediaQueue()
    var expected: [UInt8] = []
    var position = 0
    for _ in 0..<Int.random(in: 1...200, using: &random) {
      var pieces: [MediaPiece] = []
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let count = Int.random(in: 0...3000, using: &random)
        if Bool.random(using: &random) {
          let bytes = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: count)
          pieces.append(.bytes(bytes[...]))
          expected += bytes
        } else {
          if Bool.random(using: &random) { position = Int.random(in: 0..<200_000, using: &random) }
          let end = min(position + count, media.count)
          pieces.append(.range(UInt64(position)..<UInt64(end), file))
          expected += media[position..<end]
          position = end
        }
      }
      try queue.append(pieces, to: output)
      #expect(output.size + queue.size == UInt64(expected.count))
    }
    try queue.flush(to: output)
    #expect(queue.size == 0)
    try output.finish()
    #expect(try scratch.bytes("out") == expected)
  }
}
