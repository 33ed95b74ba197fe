import Foundation
import Testing

@testable import MovKit

@Suite struct OutputFileTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func appearsWhenWhole() throws {
    let output = try OutputFile(at: scratch["out.json"])
    var expected: [UInt8] = []
    for part in 0..<300 {
      let bytes = noise(1000, seed: UInt64(part))
      try output.append(bytes)
      expected += bytes
    }
    #expect(output.size == 300_000)
    let before = try scratch.names
    #expect(before.count == 1)
    #expect(before[0].hasPrefix(".out.json.movtool-"))
    try output.finish()
    #expect(try scratch.names == ["out.json"])
    #expect(try scratch.bytes("out.json") == expected)
  }

  /// Pieces that end anywhere within a block, and beyond one and many.
  @Test(arguments: [
    [1, 65_535, 1, 200_000], [65_536, 65_536], [70_000, 61_072, 131_073, 5], [3],
  ])
  func piecesOfAnySize(counts: [Int]) throws {
    let output = try OutputFile(at: scratch["out"])
    var expected: [UInt8] = []
    for (seed, count) in counts.enumerated() {
      let bytes = noise(count + 7, seed: UInt64(seed + 1))
      try output.append(bytes.dropFirst(7))
      expected += bytes.dropFirst(7)
    }
    try output.finish()
    #expect(try scratch.bytes("out") == expected)
  }

  /// Many stretches at once, more than one call of the system takes, some empty.
  @Test(arguments: [[], [5], [65_530], [200_000]])
  func stretches(ahead: [Int]) throws {
    let output = try OutputFile(at: scratch["out"])
    var expected: [UInt8] = []
    for count in ahead {
      expected += noise(count)
      try output.append(noise(count))
    }
    var pieces = Pieces()
    let counts = [5000, 0, 70_000, 3, 4096, 17] + Array(4096..<4150)
    for (seed, count) in counts.enumerated() {
      let bytes = noise(count, seed: UInt64(seed + 1))
      pieces.append(bytes)
      expected += bytes
    }
    try output.append(pieces)
    try output.append(pieces)
    expected += expected.dropFirst(ahead.reduce(0, +))
    try output.finish()
    #expect(try scratch.bytes("out") == expected)
  }

  /// Space is set aside ahead of writing, but never more than is written.
  @Test func largeOutputsTakeNoMoreSpaceThanTheyNeed() throws {
    for onMedium in [true, false] {
      let output = try OutputFile(at: scratch["out"], onMedium: onMedium)
      for _ in 0..<9 { try output.append(noise(1_000_003)) }
      try output.finish()
      #expect(try File(scratch["out"]).size == 9_000_027)
      #expect(try scratch.space("out") < 9_000_027 + 200_000)
    }
  }

  @Test func emptyOutput() throws {
    try OutputFile(at: scratch["out"]).finish()
    #expect(try scratch.bytes("out") == [])
  }

  @Test func whatIsLetGoLeavesNothing() throws {
    try scratch.file("out", [1, 2, 3])
    do {
      let output = try OutputFile(at: scratch["out"])
      try output.append([4])
    }
    #expect(try scratch.names == ["out"])
    #expect(try scratch.bytes("out") == [1, 2, 3])
  }

  /// What is published or waited for is in the file as a whole, a hole at its end too.
  @Test func growsUnderItsName() throws {
    let source = try File(scratch.sparseFile("in", size: 1 << 20, []))
    let hole = [UInt8](repeating: 0, count: 1 << 20)
    let output = try OutputFile(at: scratch["out"])
    try output.append([1, 2, 3])
    try output.append(0..<1 << 20, of: source)
    try output.publish()
    var expected = [1, 2, 3] + hole
    #expect(try scratch.bytes("out") == expected)
    try output.append([4])
    try output.append(0..<1 << 20, of: source)
    try output.sync()
    expected += [4] + hole
    #expect(try scratch.bytes("out") == expected)
    #expect(try scratch.names == ["in", "out"])
  }

  @Test func afterTheEndNothingIsTaken() throws {
    let output = try OutputFile(at: scratch["out"])
    try output.finish()
    let closed = IOError(.write, scratch["out"], .closed)
    #expect(throws: closed) { try output.append([1]) }
    #expect(throws: closed) { try output.finish() }
    output.discard()
    #expect(try scratch.names == ["out"])
  }

  @Test func replacesAWholeFileAtOnce() throws {
    try scratch.file("out", noise(100))
    let reader = try File(scratch["out"])
    let output = try OutputFile(at: scratch["out"])
    try output.append([7])
    #expect(try scratch.bytes("out") == noise(100))
    try output.finish()
    #expect(try scratch.bytes("out") == [7])
    // Whoever had the old file open still has all of it.
    #expect(try reader.read(at: 0, count: 100) == noise(100))
  }

  @Test func permissionsAreThoseOfAnyNewFile() throws {
    try scratch.file("ordinary")
    try OutputFile(at: scratch["out"]).finish()
    #expect(try scratch.permissions("out") == scratch.permissions("ordinary"))
  }

  @Test func permissionsOfAReplacedFileStay() throws {
    try scratch.file("out")
    try scratch.setPermissions("out", 0o640)
    try OutputFile(at: scratch["out"]).finish()
    #expect(try scratch.permissions("out") == 0o640)
  }

  @Test func symbolicLinksStay() throws {
    try scratch.file("real", [1])
    _ = try scratch.link("middle", to: "real")
    let link = try scratch.link("link", to: scratch.path + "/middle")
    let output = try OutputFile(at: link)
    try output.append([2])
    try output.finish()
    #expect(try scratch.bytes("real") == [2])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.description).hasSuffix(
        "/middle"))
    #expect(try scratch.names == ["link", "middle", "real"])
  }

  @Test func aLinkToNothingMakesWhatItNames() throws {
    try OutputFile(at: scratch.link("link", to: "real")).finish()
    #expect(try scratch.names == ["link", "real"])
    #expect(try scratch.bytes("real") == [])
  }

  @Test func linksInACircle() throws {
    let a = try scratch.link("a", to: "b")
    _ = try scratch.link("b", to: "a")
    #expect(throws: IOError.self) { try OutputFile(at: a) }
  }

  @Test func targetsThatAreNoFiles() throws {
    let pipe = try scratch.pipe("pipe")
    for (path, kind) in [
      (FilePath(scratch.path), .directory), (pipe, .pipe),
      (FilePath("/dev/null"), .device), (try scratch.link("link", to: "pipe"), .pipe),
    ] as [(FilePath, IOError.OtherFile)] {
      let error = #expect(throws: IOError.self) { try OutputFile(at: path) }
      #expect(error?.kind == .notARegularFile(kind))
    }
    let slash = #expect(throws: IOError.self) { try OutputFile(at: scratch["no/"]) }
    #expect(slash?.kind == .invalidPath)
    #expect(try scratch.names == ["link", "pipe"])
  }

  @Test func noSuchDirectory() {
    let error = #expect(throws: IOError.self) { try OutputFile(at: scratch["no/out"]) }
    #expect(error == IOError(.open, scratch["no"], .system(ENOENT)))
  }

  @Test(
    arguments: [
      Array("new\nline \u{1B}[2J".utf8), [0x66, 0xFF, 0xFE, 0x67],
      Array(repeating: 0x61, count: 255), Array(String(repeating: "é", count: 127).utf8),
    ] as [[UInt8]])
  func oddNames(name: [UInt8]) throws {
    let path = FilePath(scratch.path).appending(name)
    let output = try OutputFile(at: path)
    try output.append([1, 2])
    try output.finish()
    #expect(try File(path).read(at: 0, count: 2) == [1, 2])
    try OutputFile(at: path).finish()
    #expect(try File(path).size == 0)
  }

  @Test func temporaryNamesAreShortAndNeverCutACharacter() {
    let name = TemporaryFile.name(for: Array(("x" + String(repeating: "é", count: 120)).utf8))
    #expect(name.count <= 143)
    #expect(String(validating: name, as: UTF8.self) != nil)
    #expect(TemporaryFile.name(for: Array(repeating: 0x80, count: 200)).count == 16)
  }

  @Test func verificationDecides() throws {
    struct Fault: Error {}
    try scratch.file("out", [1])
    let output = try OutputFile(at: scratch["out"])
    try output.append([5, 6])
    let error = #expect(throws: OutputError<Fault>.self) {
      try output.finish { file throws(Fault) in
        #expect((try? file.read(at: 0, count: 2)) == [5, 6])
        #expect(file.size == 2)
        throw Fault()
      }
    }
    #expect(error?.underlying is Fault)
    #expect(try scratch.names == ["out"])
    #expect(try scratch.bytes("out") == [1])
  }
}
