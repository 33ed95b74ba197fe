import Foundation
import Testing

@testable import MovKit

@Suite struct RangeCopyTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func target() throws -> FileDescriptor {
    let path = try scratch.file("target")
    return try FileDescriptor(opening: path, flags: O_RDWR)
  }

  /// Every way of copying, at offsets that fall on blocks and beside them.
  @Test(
    arguments: [true, false],
    [
      (0..<3_000_000, 0), (0..<3_000_000, 4096), (1..<2_999_999, 4097), (4097..<9000, 1),
      (4096..<8192, 12_288), (5..<6, 77), (1_048_575..<2_500_000, 1_048_577),
    ] as [(Range<UInt64>, UInt64)])
  func bytesAreTheSame(inKernel: Bool, range: (Range<UInt64>, UInt64)) throws {
    let bytes = noise(3_000_000)
    let source = try File(scratch.file("in", bytes))
    let target = try target()
    var copier = RangeCopy()
    copier.sharesBlocks = inKernel
    copier.copiesInKernel = inKernel
    try copier.copy(range.0, of: source, to: target, at: range.1)
    let (lower, upper) = (Int(range.0.lowerBound), Int(range.0.upperBound))
    let output = try scratch.bytes("target")
    #expect(output.count == Int(range.1) + upper - lower)
    #expect(Array(output.prefix(Int(range.1))) == Array(repeating: 0, count: Int(range.1)))
    #expect(Array(output.dropFirst(Int(range.1))) == Array(bytes[lower..<upper]))
    #expect(copier.shared + copier.copied + copier.passedThrough == UInt64(upper - lower))
    #if !canImport(Darwin)
      #expect((copier.passedThrough == 0) == inKernel, "the kernel copies nothing here")
    #endif
  }

  /// Shared blocks are there already; whatever moves is copied over them.
  @Test func aCloneIsWrittenOnlyWhereItDiffers() throws {
    let source = try File(scratch.file("in", noise(100_000)))
    // Not what a clone would hold, so that it shows what is written.
    try scratch.file("target", Array(repeating: 7, count: 100_000))
    let target = try FileDescriptor(opening: scratch["target"], flags: O_RDWR)
    var copier = RangeCopy()
    copier.targetIsClone = true
    copier.sharesBlocks = false
    try copier.copy(100..<50_000, of: source, to: target, at: 100)
    try copier.copy(100..<300, of: source, to: target, at: 60_000)
    let output = try scratch.bytes("target")
    #expect(output.prefix(60_000).allSatisfy { $0 == 7 })
    #expect(Array(output[60_000..<60_200]) == Array(noise(100_000)[100..<300]))
    #expect(output.suffix(39_800).allSatisfy { $0 == 7 })
    #expect(copier.shared == 49_900)
  }

  /// More than one stretch is sent on to the medium, in both ways of copying.
  @Test(arguments: [true, false]) func writesBehind(inKernel: Bool) throws {
    let size = WriteBehind.stretch * 2 + 5000
    let source = try File(
      scratch.sparseFile("in", size: size, [(0, noise(5_000_000)), (size - 9, noise(9))]))
    let target = try target()
    var copier = RangeCopy()
    copier.copiesInKernel = inKernel
    copier.sharesBlocks = false
    copier.writeBehind = WriteBehind()
    var reached: [UInt64] = []
    copier.reached = { reached.append($0) }
    try copier.copy(0..<size, of: source, to: target, at: 0)
    #expect(reached.last == size)
    #expect(reached == reached.sorted())
    let output = try File(scratch["target"])
    #expect(output.size == size)
    #expect(try output.read(at: 0, count: 5_000_000) == noise(5_000_000))
    #expect(try output.read(at: size - 9, count: 9) == noise(9))
  }

  @Test func nothingBeyondTheSource() throws {
    let source = try File(scratch.file("in", noise(10)))
    let target = try target()
    var copier = RangeCopy()
    #expect(throws: IOError.self) { try copier.copy(5..<11, of: source, to: target, at: 0) }
    #expect(throws: IOError.self) { try copier.copy(5..<6, of: source, to: target, at: .max) }
    #expect(try scratch.bytes("target") == [])
  }
}

@Suite struct SparseCopyTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// Runs of data far apart in a file of 5 GiB, which cost next to nothing to copy.
  @Test(arguments: [0, 1000, 4096] as [UInt64])
  func holesStayHoles(shift: UInt64) throws {
    let size: UInt64 = 5 << 30
    let runs: [(UInt64, [UInt8])] = [
      (0, noise(5000)), (1_000_000_007, noise(40_000, seed: 2)), (4_500_000_000, [1]),
    ]
    let source = try File(scratch.sparseFile("in", size: size, runs))
    try #require(try scratch.space("in") < 1 << 20, "the file system has no holes")
    let plan = WritePlan(steps: [
      .bytes(Pieces(noise(Int(shift), seed: 3)), label: "moov"), .copy(0..<size, label: "mdat"),
    ])
    try OutputFile.write(plan, from: source, to: OutputPlace(scratch["out"]))
    let output = try File(scratch["out"])
    #expect(output.size == size + shift)
    for (offset, bytes) in runs {
      #expect(try output.read(at: offset + shift, count: bytes.count) == bytes)
    }
    #expect(try output.read(at: shift + 2_000_000_000, count: 8) == Array(repeating: 0, count: 8))
    #expect(try scratch.space("out") < 1 << 20)
  }
}
