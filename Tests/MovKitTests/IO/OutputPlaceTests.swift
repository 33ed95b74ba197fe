import Foundation
import Testing

@testable import MovKit

/// What stands where an output is to go, when it begins and when it takes its name.
@Suite struct OutputPlaceTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func place(_ name: String, sparing files: [File] = []) -> OutputPlace {
    OutputPlace(scratch[name], overwrites: false, sparing: SparedFiles(files))
  }

  @Test func whatExistsIsNotReplaced() throws {
    try scratch.file("out", [1, 2, 3])
    for path in [
      scratch["out"], scratch["./out"], try scratch.link("soft", to: "out"),
      try scratch.hardLink("hard", to: "out"),
    ] {
      #expect(throws: IOError(.write, path, .exists)) {
        try OutputFile(at: OutputPlace(path, overwrites: false))
      }
    }
    #expect(try scratch.names == ["hard", "out", "soft"])
    #expect(try scratch.bytes("out") == [1, 2, 3])
  }

  @Test func aFreeNameIsTaken() throws {
    for name in ["out", "link"] {
      if name == "link" { _ = try scratch.link("link", to: "real") }
      let output = try OutputFile(at: place(name))
      try output.append([1])
      try output.finish()
      #expect(try scratch.bytes(name) == [1])
    }
    #expect(try scratch.names == ["link", "out", "real"])
  }

  /// Whatever comes to stand there before the output is whole stays, a link to nothing too.
  @Test(arguments: ["file", "link", "folder", "grows"])
  func whatAppearsMeanwhileStays(kind: String) throws {
    let output = try OutputFile(at: place("out"))
    try output.append([9])
    switch kind {
    case "link": _ = try scratch.link("out", to: "nothing")
    case "folder":
      try FileManager.default.createDirectory(
        atPath: scratch["out"].description, withIntermediateDirectories: false)
    default: try scratch.file("out", [1, 2, 3])
    }
    let error = #expect(throws: IOError.self) {
      if kind == "grows" { try output.publish() } else { try output.finish() }
    }
    #expect(error?.kind == .exists)
    output.discard()
    #expect(try scratch.names == ["out"])
    if kind == "file" || kind == "grows" { #expect(try scratch.bytes("out") == [1, 2, 3]) }
  }

  /// An input that comes to stand where the output is to go, by another name, is not replaced either.
  @Test(arguments: [true, false])
  func anInputThatAppearsMeanwhileStays(overwrites: Bool) throws {
    let source = try File(scratch.file("in", [1, 2, 3]))
    let output = try OutputFile(
      at: OutputPlace(
        scratch["out"], overwrites: overwrites, sparing: SparedFiles([source])))
    try output.append([9])
    _ = try scratch.hardLink("out", to: "in")
    #expect(throws: IOError(.write, scratch["out"], .sameFile)) { try output.finish() }
    #expect(try scratch.bytes("in") == [1, 2, 3])
    #expect(try scratch.names == ["in", "out"])
  }

  /// Of two outputs that come to one name, the first takes it.
  @Test(arguments: [true, false])
  func twoOutputsOfOneName(overwrites: Bool) throws {
    let place = OutputPlace(scratch["out"], overwrites: overwrites)
    let first = try OutputFile(at: place)
    let second = try OutputFile(at: place)
    try first.append([1])
    try second.append([2])
    try first.finish()
    #expect(throws: IOError(.write, scratch["out"], .sameFile)) { try second.finish() }
    #expect(try scratch.bytes("out") == [1])
    #expect(try scratch.names == ["out"])
  }

  @Test func everySourceOfAPlanIsSpared() throws {
    let first = try File(scratch.file("a", [1]))
    let second = try File(scratch.file("b", [2]))
    let plan = WritePlan(steps: [.copy(0..<1, label: ""), .copyOther(0, 0..<1, label: "")])
    for name in ["a", "b"] {
      #expect(throws: IOError(.write, scratch[name], .sameFile)) {
        try OutputFile.write(plan, from: first, others: [second], to: OutputPlace(scratch[name]))
      }
    }
    #expect(try scratch.names == ["a", "b"])
  }

  // MARK: The ways to take a name that is free

  private static func take(
    _ final: String, for name: String, in folder: String, by way: FreeName
  ) throws(IOError) {
    let directory = try FileDescriptor(opening: FilePath(folder), flags: O_RDONLY)
    try FreeName.take(
      FilePath.terminated(Array(final.utf8)), for: FilePath.terminated(Array(name.utf8)),
      in: directory.number, target: FilePath(folder + "/" + final), ways: [way])
  }

  @Test(arguments: FreeName.allCases)
  func eachWayTakesWhatIsFreeAlone(way: FreeName) throws {
    try scratch.file("new", [7])
    try scratch.file("out", [1])
    #expect(throws: IOError(.rename, scratch["out"], .exists)) {
      try Self.take("out", for: "new", in: scratch.path, by: way)
    }
    #expect(try scratch.bytes("out") == [1])
    _ = try scratch.link("link", to: "nothing")
    #expect(throws: IOError(.rename, scratch["link"], .exists)) {
      try Self.take("link", for: "new", in: scratch.path, by: way)
    }
    #expect(try scratch.names == ["link", "new", "out"])
    try Self.take("free", for: "new", in: scratch.path, by: way)
    #expect(try scratch.names == ["free", "link", "out"])
    #expect(try scratch.bytes("free") == [7])
  }

  /// Many at once, by all ways mixed: each name goes to one, and what it holds is that one's.
  @Test func onlyOneOfManyTakesAName() async throws {
    let rounds = 60
    let ways = FreeName.allCases + FreeName.allCases
    for way in ways.indices {
      for round in 0..<rounds { try scratch.file("\(way).\(round)", [UInt8(way)]) }
    }
    let folder = scratch.path
    let winners = await withTaskGroup(of: [Bool].self) { group in
      for (index, way) in ways.enumerated() {
        group.addTask {
          (0..<rounds).map { round in
            (try? Self.take("out.\(round)", for: "\(index).\(round)", in: folder, by: way)) != nil
          }
        }
      }
      return await group.reduce(into: [[Bool]]()) { $0.append($1) }
    }
    for round in 0..<rounds {
      #expect(winners.filter { $0[round] }.count == 1, "\(round)")
      let way = Int(try #require(scratch.bytes("out.\(round)").first))
      let left = try scratch.names.filter { $0.hasSuffix(".\(round)") && !$0.hasPrefix("out") }
      #expect(left.count == ways.count - 1 && !left.contains("\(way).\(round)"))
    }
  }
}
