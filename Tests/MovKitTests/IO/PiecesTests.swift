import TestSupport
import Testing

@testable import MovKit

@Suite struct PiecesTests {
  /// Small and large parts by turns: what is held as it is and what is put together reads the same.
  @Test func anyPartsAreTheSameBytes() {
    var random = Seed.generator("pieces")
    for round in 0..<50 {
      var pieces = Pieces()
      var expected: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        let limit = Bool.random(using: &random) ? 20 : 9000
        let part = noise(Int.random(in: 0..<limit, using: &random), seed: random.next())
        pieces.append(part[...].dropFirst(part.count / 3))
        expected += part.dropFirst(part.count / 3)
      }
      #expect(pieces.bytes == expected, "\(Seed.note("pieces", round))")
      #expect(pieces.count == expected.count)
      #expect(pieces == Pieces(expected))
      #expect(pieces.hashValue == Pieces(expected).hashValue)
    }
  }

  @Test func smallPartsArePutTogether() {
    var pieces = Pieces()
    for _ in 0..<100 { pieces.append([1, 2, 3]) }
    #expect(pieces.slices.count == 1)
  }

  /// What is put together never becomes so large that it would be copied to grow.
  @Test func manySmallPartsAreSeveralSlices() {
    var pieces = Pieces()
    let part = noise(1000)
    for _ in 0..<1000 { pieces.append(part) }
    #expect(pieces.bytes == [[UInt8]](repeating: part, count: 1000).flatMap(\.self))
    #expect(pieces.slices.allSatisfy { $0.count <= 1 << 16 })
    #expect(pieces.slices.count < 20)
  }

  @Test func differentBytesDiffer() {
    #expect(Pieces([1, 2]) != Pieces([1, 3]))
    #expect(Pieces([1, 2]) != Pieces([1, 2, 3]))
  }
}

@Suite struct ChecksumTests {
  @Test func partsDoNotMatter() {
    var random = Seed.generator("checksum")
    let bytes = noise(5000)
    var whole = Checksum()
    whole.add(bytes[...])
    for _ in 0..<50 {
      var parts = Checksum()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...400, using: &random)
        parts.add(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(parts.value == whole.value)
    }
  }

  @Test(arguments: [0, 1, 7, 8, 4095, 4999]) func everyByteCounts(index: Int) {
    let bytes = noise(5000)
    var changed = bytes
    changed[index] ^= 0x80
    var sums = (Checksum(), Checksum())
    sums.0.add(bytes[...])
    sums.1.add(changed[...])
    #expect(sums.0.value != sums.1.value)
  }

  @Test func zerosAtTheEndCount() {
    var sums = (Checksum(), Checksum())
    sums.0.add([1, 2, 3])
    sums.1.add([1, 2, 3, 0])
    #expect(sums.0.value != sums.1.value)
  }
}
