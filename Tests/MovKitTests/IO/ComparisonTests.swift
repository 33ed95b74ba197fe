import Testing

@testable import MovKit

@Suite struct ComparisonTests {
  @Test func copies() throws {
    let source = noise(3_000_000)
    let plan = WritePlan(steps: [
      .copy(0..<10, label: ""), .bytes([1, 2, 3], label: ""), .copy(10..<3_000_000, label: ""),
    ])
    let output = Array(source[..<10]) + [1, 2, 3] + source[10...]
    func difference(_ output: [UInt8]) throws -> UInt64? {
      try plan.firstDifference(of: MemorySource(output), from: MemorySource(source))
    }
    #expect(try difference(output) == nil)
    #expect(try difference(output.dropLast()) == 3_000_002)
    for (index, place) in [(0, 0), (11, 10), (20, 13), (3_000_002, 13 + (2 << 20))] {
      var damaged = output
      damaged[index] ^= 1
      #expect(try difference(damaged) == UInt64(place))
    }
  }

  /// Of a long range, only as much of its beginning and its end is compared as was asked for. All that is written
  /// is.
  @Test func beginningsAndEndsOfCopies() throws {
    let source = noise(100_000)
    let plan = WritePlan(steps: [
      .copy(0..<50_000, label: ""), .bytes(Pieces(Array(noise(9000))), label: ""),
      .copy(90_000..<90_010, label: ""),
    ])
    let output = Array(source[..<50_000]) + noise(9000) + source[90_000..<90_010]
    func difference(at index: Int) throws -> UInt64? {
      var damaged = output
      damaged[index] ^= 1
      return try plan.firstDifference(
        of: MemorySource(damaged), from: MemorySource(source), copiesUpTo: 1000)
    }
    for index in [1000, 48_999] { #expect(try difference(at: index) == nil) }
    for (index, place) in [
      (0, 0), (999, 0), (49_000, 49_000), (49_999, 49_000), (50_000, 50_000), (58_999, 50_000),
      (59_009, 59_000),
    ] {
      #expect(try difference(at: index) == UInt64(place))
    }
  }

  /// Of a change in place, every byte that it writes is compared, and no other. What is written twice is compared
  /// with what was written last.
  @Test func writesInPlace() throws {
    let phases = [
      PatchPlan.Phase(
        [
          PatchPlan.Write(at: 10, noise(5000), label: ""),
          PatchPlan.Write(at: 6000, [1, 2, 3], label: ""),
        ], effect: ""),
      PatchPlan.Phase(
        [
          PatchPlan.Write(at: 12, [9, 9, 9, 9], label: ""),
          PatchPlan.Write(at: 5008, [7, 7, 7, 7], label: ""),
        ], effect: ""),
    ]
    let plan = PatchPlan(phases: phases, commit: 1, originalSize: 6010)
    let target = MemoryTarget(noise(6010, seed: 3))
    try plan.apply(to: target)
    let written = target.bytes
    #expect(try plan.firstDifference(in: MemorySource(written)) == nil)
    for index in written.indices {
      var damaged = written
      damaged[index] ^= 1
      let isCompared = (10..<5012).contains(index) || (6000..<6003).contains(index)
      let place = try plan.firstDifference(in: MemorySource(damaged))
      #expect((place != nil) == isCompared, "\(index)")
    }
  }

  @Test func checksumLeavesOutWhatIsWritten() throws {
    let bytes = noise(2_500_000)
    let writes = [
      PatchPlan.Write(at: 2_499_990, noise(100), label: ""),
      PatchPlan.Write(at: 1000, [1, 2, 3, 4], label: ""),
    ]
    let plan = PatchPlan(
      phases: writes.map { PatchPlan.Phase([$0], effect: "") }, commit: 1, originalSize: 2_500_000)
    let checksum = try MemorySource(bytes).checksum(of: plan.untouched)
    var written = bytes + [7, 7, 7]
    for index in [1000, 1003, 2_499_990, 2_499_999] { written[index] ^= 0xFF }
    #expect(try MemorySource(written).checksum(of: plan.untouched) == checksum)
    for index in [0, 999, 1004, 1_048_576, 2_499_989] {
      var damaged = written
      damaged[index] ^= 1
      #expect(try MemorySource(damaged).checksum(of: plan.untouched) != checksum, "\(index)")
    }
  }

  @Test func reservedSpaceChangesNothing() throws {
    let scratch = try Scratch()
    let file = try EditableFile(try scratch.file("a", noise(5000)))
    let write = PatchPlan.Write(at: 5000, noise(100, seed: 2), label: "")
    try file.carryOut(
      PatchPlan(phases: [PatchPlan.Phase([write], effect: "")], commit: 0, originalSize: 5000))
    #expect(try scratch.bytes("a") == noise(5000) + noise(100, seed: 2))
  }
}
