import Foundation
import Testing

@testable import MovKit

/// What fuzzers found before: the kept inputs of each target, which reach all code that was ever
/// reached, and every input that once broke something.
@Suite struct ReplayTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The inputs that `pack.py` packed.
  @Test(arguments: FuzzTarget.allCases)
  func inputsThatWereKept(target: FuzzTarget) throws {
    let packed = Array(
      try Data(contentsOf: Self.folder.appending(path: "Corpus/\(target.rawValue)")))
    var (at, count) = (0, 0)
    while at + 4 <= packed.count {
      let length = packed[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      try #require(at + 4 + length <= packed.count)
      replay(Array(packed[at + 4..<at + 4 + length]), target, "input \(count) of the corpus")
      (at, count) = (at + 4 + length, count + 1)
    }
    #expect(count > 10)
  }

  private static func findings() throws -> String {
    try String(contentsOf: folder.appending(path: "findings.tsv"), encoding: .utf8)
  }

  /// Each line of `findings.tsv` is about an input that is kept.
  @Test func allFindingsAreKept() throws {
    let findings = try Self.findings()
    let names = findings.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(names.count >= 15)
    for name in names {
      let file = Self.folder.appending(path: "Findings").appending(path: name)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(name)")
    }
  }

  /// Each has a line in `findings.tsv` that says what it broke.
  @Test(arguments: FuzzTarget.allCases)
  func inputsThatBrokeSomething(target: FuzzTarget) throws {
    let findings = try Self.findings()
    let folder = Self.folder.appending(path: "Findings/\(target.rawValue)")
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      #expect(findings.contains("\(target.rawValue)/\(name)\t"))
      replay(Array(try Data(contentsOf: folder.appending(path: name))), target, name)
    }
  }

  private func replay(_ input: [UInt8], _ target: FuzzTarget, _ name: String) {
    do {
      do { try target.run(input) } catch
        where "\(error)".contains("another program is changing it")
      {
        // A program that another test starts at that moment has the locks of this process until it runs.
        try target.run(input)
      }
    } catch {
      Issue.record("\(target.rawValue), \(name): \(error)")
    }
  }

  /// The words that fuzzers put into movies: all types of the registry. MOVTOOL_UPDATE=1 rewrites the
  /// file.
  @Test func dictionaryIsThatOfTheRegistry() throws {
    let types = Set(
      Schema.standard.rules.compactMap(\.type)
        + (["mdat", "ftyp", "free", "vide", "soun", "tmcd", "qt  ", "isom"] as [FourCC]))
    let lines = types.map { type in
      "\""
        + type.bytes.map { byte in
          let isPlain = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
          return isPlain
            ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined() + "\"\n"
    }
    let text = "# All types that are declared.\n" + lines.sorted().joined()
    let file = Self.folder.appending(path: "atoms.dict")
    if ProcessInfo.processInfo.environment["MOVTOOL_UPDATE"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
