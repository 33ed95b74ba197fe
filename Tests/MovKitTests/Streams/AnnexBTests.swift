import TestSupport
import Testing

@testable import MovKit

@Suite struct AnnexBTests {
  /// The units of a stream that comes in pieces.
  private func units(_ stream: [UInt8], pieces: () -> Int) throws -> [[UInt8]] {
    var splitter = AnnexBSplitter()
    var units: [[UInt8]] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let count = min(max(1, pieces()), rest.count)
      splitter.append(rest.prefix(count))
      rest = rest.dropFirst(count)
      while let unit = try splitter.next() { units.append(Array(unit)) }
    }
    splitter.finish()
    while let unit = try splitter.next() { units.append(Array(unit)) }
    #expect(try splitter.next() == nil)
    return units
  }

  @Test(arguments: [
    ("000001 6501", ["6501"]), ("00000001 6501 000001 41", ["6501", "41"]),
    ("0000000000 000001 09F0 000000 00000001 6588", ["09F0", "6588"]),
    ("000001 6501 00 000001 41 0000", ["6501", "41"]), ("000001 000001 67", ["67"]),
    ("000001 6500000302 000001 68", ["6500000302", "68"]), ("", []), ("0000", []), ("0102", []),
    ("FF00 000001 67 000001", ["67"]), ("000001 00000165", ["65"]),
    ("000001 67000100000168", ["670001", "68"]),
  ])
  func findsUnits(_ stream: String, _ wanted: [String]) throws {
    for size in [1, 2, 3, 5, 100] {
      #expect(try units(hex(stream)) { size } == wanted.map(hex))
    }
  }

  /// A unit of random bytes that could stand in a stream: no start code within, no zero at the end.
  private func randomUnit(_ random: inout SplitMix64) -> [UInt8] {
    let length = Int.random(in: 0...40, using: &random)
    let alphabet: [UInt8] = [0, 0, 0, 1, 2, 3, 0x65, 0xFF]
    var unit: [UInt8] = []
    for _ in 0..<length {
      let byte = alphabet.randomElement(using: &random) ?? 0
      if unit.suffix(2) == [0, 0], byte < 3 { unit.append(3) }
      unit.append(byte)
    }
    return unit + [0x80]
  }

  @Test func findsUnitsInPiecesOfAnySize() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let wanted = (0..<Int.random(in: 0...9, using: &random)).map { _ in randomUnit(&random) }
      var stream: [UInt8] = []
      for unit in wanted {
        stream += zeros(Int.random(in: 2...6, using: &random)) + [1] + unit
      }
      stream += wanted.isEmpty ? [] : zeros(Int.random(in: 0...4, using: &random))
      let most = Int.random(in: 1...30, using: &random)
      #expect(try units(stream) { Int.random(in: 1...most, using: &random) } == wanted)
    }
  }

  @Test func scansAsANaiveSearchDoes() {
    var random = SplitMix64(seed: 2)
    for round in 0..<6000 {
      // Now with many zeros, now with few.
      let most = [2, 5, 40][round % 3]
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8(max(0, Int.random(in: -4...most, using: &random)) % 7)
      }
      let cut = bytes.dropFirst(min(bytes.count, 3))
      let from = cut.startIndex + Int.random(in: 0...3, using: &random)
      let wanted = cut.indices.first {
        $0 >= from && $0 + 3 <= cut.endIndex && bytes[$0..<$0 + 3] == [0, 0, 1]
      }
      #expect(StartCode.first(in: cut, from: from) == wanted)
    }
  }

  @Test func holdsNoMoreThanItsLimit() throws {
    var splitter = AnnexBSplitter(limit: 100)
    splitter.append([0, 0, 1] + [UInt8](repeating: 7, count: 99))
    #expect(try splitter.next() == nil)
    splitter.append([UInt8](repeating: 7, count: 30)[...])
    #expect(throws: FormatError.self) { try splitter.next() }
    var junk = AnnexBSplitter(limit: 100)
    for _ in 0..<50 {
      junk.append([UInt8](repeating: 7, count: 90)[...])
      #expect(try junk.next() == nil)
    }
    #expect(junk.bytesBeforeFirstUnit == 50 * 90 - 2)
  }

  @Test(arguments: [1, 2, 3, 4]) func readsLengths(_ size: Int) throws {
    let length = { (count: Int) in Array(u32(UInt32(count)).suffix(size)) }
    let sample = length(2) + [0x65, 1] + length(0) + length(1) + [0x41]
    var units = try LengthPrefixedUnits(sample[...], lengthSize: size)
    #expect(try units.next() == [0x65, 1])
    #expect(try units.next() == [])
    #expect(try units.next() == [0x41])
    #expect(try units.next() == nil)
  }

  @Test func refusesLengthsThatLie() throws {
    for (sample, words) in [
      ("00000005 65", "5 bytes needed, 1 left, at byte 0 of the sample"),
      ("00000001 65 0000", "4 bytes needed, 2 left, at byte 5 of the sample"),
      ("00000001 65 80000000 41", "2147483648 bytes needed, 1 left, at byte 5 of the sample"),
    ] {
      var buffer = hex(sample)
      var writer = try AnnexBWriter(codec: .h264, lengthSize: 4, parameterSets: ParameterSets())
      let error = #expect(throws: FormatError.self) {
        try writer.append(buffer[...], isSync: true, to: &buffer)
      }
      #expect(error.map { "\($0)" }?.hasSuffix(words) == true)
      let before = buffer
      #expect(throws: FormatError.self) {
        try writer.convertInPlace(&buffer, 0..<buffer.count, isSync: true)
      }
      #expect(buffer == before)
    }
    #expect(throws: FormatError.self) { try LengthPrefixedUnits([], lengthSize: 5) }
  }

  @Test func writesLengths() throws {
    var sample: [UInt8] = []
    try LengthPrefixedUnits.append([0x65, 1], lengthSize: 4, to: &sample)
    try LengthPrefixedUnits.append([0x41], lengthSize: 2, to: &sample)
    try LengthPrefixedUnits.append([0x06], lengthSize: 1, to: &sample)
    #expect(sample == hex("00000002 6501 0001 41 01 06"))
    let long = [UInt8](repeating: 9, count: 256)
    #expect(throws: FormatError.self) {
      try LengthPrefixedUnits.append(long[...], lengthSize: 1, to: &sample)
    }
    #expect(throws: FormatError.self) {
      try LengthPrefixedUnits.append([1], lengthSize: 3, to: &sample)
    }
  }
}
