import TestSupport
import Testing

@testable import MovKit

@Suite struct SpooledPictureTests {
  /// A reader with a spool makes the same samples, and holds no more than the spool's memory.
  @Test(arguments: [ParameterSetPlacement.description, .samples])
  func samplesAreTheSame(placement: ParameterSetPlacement) throws {
    let stream = LargePictures.stream
    var options = LargePictures.options
    options.placement = placement
    let wanted = try EncodedStreams.samples(stream, options, pieces: 1 << 18).samples
    #expect(wanted.count == 15)
    #expect(wanted.map { $0.presentationTime / $0.duration }.prefix(5) == [0, 4, 1, 2, 3])
    #expect(wanted.allSatisfy { $0.data.count > 900_000 })
    for (memory, piece) in [(0, 1 << 18), (1 << 20, 5000), (1 << 20, 1 << 18), (1 << 30, 1 << 18)] {
      let scratch = try Scratch()
      let spool = Spool(memory: memory, beside: scratch["out.mov"])
      var reader = VideoStreamReader(options, spool: spool)
      var number = 0
      var most = 0
      func take() throws {
        while let sample = try reader.next() {
          var data: [UInt8] = []
          for block in sample.spooled?.blocks ?? [] { data += try block.bytes() }
          // Not as arguments of the macro: a failure would print megabytes.
          let isSame = data == wanted[number].data && sample.data.isEmpty
          #expect(isSame, "sample \(number)")
          #expect(sample.presentationTime == wanted[number].presentationTime)
          #expect(sample.isSync == wanted[number].isSync)
          number += 1
        }
        most = max(most, spool.sizes.memory)
      }
      for start in stride(from: 0, to: stream.count, by: piece) {
        reader.append(stream[start..<min(start + piece, stream.count)])
        try take()
      }
      reader.finish()
      try take()
      #expect(number == 15)
      // Heads of units, and the beginnings of pictures, are in memory all the same.
      #expect(most <= max(memory, 1 << 19) + 1 << 20 || memory == 1 << 30)
      #expect(spool.sizes.memory == 0)
      #expect((spool.sizes.file == 0) == (memory == 1 << 30))
    }
  }

  /// Of parts put together come the units that there are, whatever zeros stand where.
  @Test func partsAreUnits() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let stream: [UInt8] =
        [0, 0, 1]
        + (0..<Int.random(in: 1...400, using: &random)).map { _ in
          [0, 0, 0, 0, 1, 3, 0x65, 0xFF].randomElement(using: &random) ?? 0
        }
      var whole = AnnexBSplitter()
      whole.append(stream[...])
      whole.finish()
      var wanted: [[UInt8]] = []
      while let unit = try whole.next() { wanted.append(Array(unit)) }
      var splitter = AnnexBSplitter()
      var found: [[UInt8]] = []
      var open: [UInt8] = []
      let least = Int.random(in: 1...20, using: &random)
      func take() throws {
        while let part = try splitter.nextPart(ofAtLeast: least) {
          open += part.bytes
          guard part.isLast else { continue }
          found.append(open)
          open = []
        }
      }
      let most = Int.random(in: 1...30, using: &random)
      var rest = stream[...]
      while !rest.isEmpty {
        let count = min(Int.random(in: 1...most, using: &random), rest.count)
        splitter.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        try take()
      }
      splitter.finish()
      try take()
      #expect(found == wanted && open.isEmpty)
    }
  }

  /// The limit holds for a unit that is given out in parts, too.
  @Test func partsHaveALimit() throws {
    var splitter = AnnexBSplitter(limit: 100)
    splitter.append([0, 0, 1] + [UInt8](repeating: 7, count: 60))
    #expect(try splitter.nextPart(ofAtLeast: 50)?.bytes.count == 58)
    splitter.append([UInt8](repeating: 7, count: 60)[...])
    #expect(throws: FormatError.self) { try splitter.nextPart(ofAtLeast: 50) }
  }
}
