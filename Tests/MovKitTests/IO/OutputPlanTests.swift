import Foundation
import Testing

@testable import MovKit

@Suite struct OutputPlanTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func writesWhatThePlanRenders() throws {
    let bytes = noise(5_000_000)
    let source = try File(scratch.file("in", bytes))
    let plan = WritePlan(steps: [
      .bytes(Pieces(noise(70_001, seed: 2)), label: "moov"),
      .copy(12_345..<4_800_000, label: "mdat"),
      .bytes([], label: "nothing"), .copy(0..<0, label: "nothing"),
      .copy(4096..<8192, label: "part"), .bytes([1], label: "free"),
    ])
    let lost = try OutputFile.write(plan, from: source, to: OutputPlace(scratch["out"])) { file in
      #expect(file.size == plan.size)
    }
    #expect(lost == [])
    #expect(try scratch.bytes("out") == plan.render(from: MemorySource(bytes)))
    #expect(try scratch.bytes("in") == bytes)
    #expect(try scratch.names == ["in", "out"])
  }

  @Test func theSourceItselfIsRefusedByAnyName() throws {
    let source = try File(scratch.file("in", [1, 2, 3]))
    let plan = WritePlan(steps: [.copy(0..<3, label: "mdat")])
    for path in [
      scratch["in"], try scratch.hardLink("hard", to: "in"), try scratch.link("soft", to: "in"),
      scratch["./in"],
    ] {
      #expect(throws: IOError(.write, path, .sameFile)) {
        try OutputFile.write(plan, from: source, to: OutputPlace(path))
      }
    }
    #expect(try scratch.names == ["hard", "in", "soft"])
    #expect(try scratch.bytes("in") == [1, 2, 3])
  }

  @Test func rangesBeyondTheSourceWriteNothing() throws {
    let source = try File(scratch.file("in", [1, 2, 3]))
    let plan = WritePlan(steps: [.bytes([1], label: ""), .copy(2..<4, label: "")])
    let error = #expect(throws: IOError.self) {
      try OutputFile.write(plan, from: source, to: OutputPlace(scratch["out"]))
    }
    #expect(error?.kind == .truncated(offset: 2, wanted: 2, size: 3))
    #expect(try scratch.names == ["in"])
  }

  @Test func aSourceThatShrinksLeavesNothing() throws {
    let source = try File(scratch.file("in", noise(100_000)))
    try scratch.truncate("in", to: 50_000)
    let plan = WritePlan(steps: [.copy(0..<100_000, label: "mdat")])
    #expect(throws: IOError.self) {
      try OutputFile.write(plan, from: source, to: OutputPlace(scratch["out"]))
    }
    #expect(try scratch.names == ["in"])
  }

  @Test func aSourceThatIsWrittenToLeavesNothing() throws {
    let source = try File(scratch.file("in", noise(1000)))
    let plan = WritePlan(steps: [.copy(0..<1000, label: "mdat")])
    let handle = try #require(FileHandle(forWritingAtPath: scratch["in"].description))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: scratch["in"].description)
    try handle.close()
    #expect(throws: IOError(.read, scratch["in"], .changed)) {
      try OutputFile.write(plan, from: source, to: OutputPlace(scratch["out"]))
    }
    #expect(try scratch.names == ["in"])
  }

  @Test(arguments: [0o644, 0o400, 0o777, 0o060])
  func permissionsAreKept(permissions: Int) throws {
    try scratch.file("in", [1])
    let source = try File(scratch["in"])
    try scratch.setPermissions("in", permissions)
    try OutputFile.write(WritePlan(), from: source, to: OutputPlace(scratch["out"]))
    #expect(try scratch.permissions("out") == permissions)
  }

  @Test(.enabled(if: getuid() == 0, "only the superuser may give files away"))
  func ownersAreKeptWhereAllowed() throws {
    try scratch.file("in", [1])
    let result = unsafe chown(scratch["in"].description, 12, 34)
    try #require(result == 0)
    try OutputFile.write(WritePlan(), from: File(scratch["in"]), to: OutputPlace(scratch["out"]))
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch["out"].description)
    #expect(attributes[.ownerAccountID] as? Int == 12)
    #expect(attributes[.groupOwnerAccountID] as? Int == 34)
  }

  @Test func anInputThatIsEmptyMakesABytesOnlyOutput() throws {
    let source = try File(scratch.file("in"))
    try OutputFile.write(
      WritePlan(steps: [.bytes([1, 2], label: "free")]), from: source,
      to: OutputPlace(scratch["out"]))
    #expect(try scratch.bytes("out") == [1, 2])
  }
}

#if !canImport(Darwin)
  @Suite struct ExtendedAttributeTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    private func descriptor(_ name: String) throws -> FileDescriptor {
      try FileDescriptor(opening: scratch[name], flags: O_RDONLY)
    }

    private static let name = FilePath.terminated(Array("user.movkit.test".utf8))

    @Test(
      .enabled("the file system of the temporary directory has extended attributes") {
        let scratch = try Scratch()
        let path = try scratch.file("probe")
        let probe = try FileDescriptor(opening: path, flags: O_RDONLY)
        return (try? probe.setAttribute(name, [1])) != nil
      })
    func attributesAreKept() throws {
      try scratch.file("in", [1])
      let value = noise(300)
      try descriptor("in").setAttribute(Self.name, value)
      try descriptor("in").setAttribute(FilePath.terminated(Array("user.empty".utf8)), [])
      let lost = try OutputFile.write(
        WritePlan(), from: File(scratch["in"]), to: OutputPlace(scratch["out"]))
      #expect(lost == [])
      let output = try descriptor("out")
      #expect(try output.attribute(Self.name) == value)
      #expect(try output.attribute(FilePath.terminated(Array("user.empty".utf8))) == [])
      #expect(try output.attribute(FilePath.terminated(Array("user.none".utf8))) == nil)
      let names = [Self.name, FilePath.terminated(Array("user.empty".utf8))]
      #expect(try Set(names).isSubset(of: descriptor("in").attributeNames()))
    }

    /// A descriptor that only names a file cannot be asked, which is not to have no attributes.
    @Test func attributesThatCannotBeRead() throws {
      let path = try scratch.file("in", [1])
      let file = try FileDescriptor(opening: path, flags: 0o10000000)
      #expect(throws: IOError(.keepAttributes, path, .system(EBADF))) {
        try file.attributeNames()
      }
      #expect(throws: IOError.self) { try file.attribute(Self.name) }
    }
  }
#endif
