import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Messages about one thing say it in the singular.
@Suite struct CountedWordsTests {
  @Test(
    arguments: [
      (0, "0 frames", "0 frames have", "0 of 3 frames have"),
      (1, "1 frame", "1 frame has", "1 of 3 frames has"),
      (2, "2 frames", "2 frames have", "2 of 3 frames have"),
    ])
  func numbers(count: Int, noun: String, verb: String, part: String) {
    #expect(counted(count, "frame") == noun)
    #expect(counted(count, "frame", "has", "have") == verb)
    #expect(counted(count, of: 3, "frame", "has", "have") == part)
    #expect(counted(UInt64(1), of: 1, "frame", "has", "have") == "1 of 1 frame has")
  }

  /// Words after a number that is not a count: `sample 1 lasts`.
  private static let verbs = [
    "as", "begins", "does", "ends", "has", "is", "its", "lasts", "lies", "names", "needs", "plays",
    "refers", "says",
    "shows", "starts", "states", "this", "was",
  ]

  /// Returns what is wrong in a text, such as `1 frames`. Fractions such as `29.1 frames` are right.
  private static func mistakes(in text: String) throws -> [String] {
    let wrong = "(?<![0-9.,×/-])1 (?!(?:\(verbs.joined(separator: "|")))\\b)[a-z]+s\\b"
    let expression = try NSRegularExpression(pattern: wrong)
    let all = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: all).compactMap {
      Range($0.range, in: text).map { String(text[$0]) }
    }
  }

  @Test func mistakesAreFound() throws {
    #expect(try Self.mistakes(in: "1 frames have no bytes") == ["1 frames"])
    #expect(try Self.mistakes(in: "saiz has sizes for 1 samples of 1") == ["1 samples"])
    #expect(try Self.mistakes(in: "1 labels and 1 lines differ") == ["1 labels", "1 lines"])
    #expect(try Self.mistakes(in: "track 1 lasts 1 tick, 11 rows, 1.1 frames; 1 of 1 row").isEmpty)
  }

  /// Every message about every file of the tests, with all rules.
  @Test func allFiles() throws {
    let profiles = Set(CheckProfile.allCases)
    var checked = 0
    for file in MediaFiles.all() {
      guard let source = try? File(FilePath(file.path)),
        let check = try? MovieCheck(of: source, profiles: profiles)
      else { continue }
      checked += 1
      for finding in check.findings {
        let mistakes = try Self.mistakes(in: finding.message)
        #expect(mistakes.isEmpty, "\(file.lastPathComponent): \(finding.message)")
      }
    }
    #expect(checked > 100)
  }

  private static func messages(_ bytes: [UInt8], _ rule: String) throws -> [String] {
    try MovieCheck(of: MemorySource(bytes)).findings.filter { $0.rule == rule }.map(\.message)
  }

  /// Bytes that are too few for an atom, at the end of the file.
  @Test(
    arguments: [
      (1, "1 byte after the last atom is not an atom"),
      (3, "3 bytes after the last atom are not an atom"),
    ])
  func trailingBytes(count: Int, message: String) throws {
    let bytes = try BrokenFile.plain.bytes() + zeros(count)
    #expect(try Self.messages(bytes, "trailing-bytes") == [message])
  }

  /// Frames of 25.mov that are made empty, or last no time.
  @Test(
    arguments: [
      (1, "1 frame has no bytes", "1 frame has no duration"),
      (2, "2 frames have no bytes", "2 frames have no duration"),
    ])
  func frames(count: Int, empty: String, short: String) throws {
    let stbl = "moov/trak/mdia/minf/stbl"
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.record("", BrokenFile.plain, stbl + "/stsz", SampleSizes.self) {
      var sizes = Array($0.sizes)
      for frame in 0..<count { sizes[3 + frame] = 0 }
      $0 = try SampleSizes(Table(sizes))
    }.change(&bytes)
    #expect(try Self.messages(bytes, "sample-empty") == [empty])
    bytes = try BrokenFile.plain.bytes()
    try BrokenFile.record("", BrokenFile.plain, stbl + "/stts", TimeToSample.self) {
      $0.entries = try Table([
        TimeToSample.Row(sampleCount: 99 - UInt32(count), sampleDelta: 512),
        TimeToSample.Row(sampleCount: UInt32(count), sampleDelta: 0),
        TimeToSample.Row(sampleCount: 1, sampleDelta: 512 * UInt32(count + 1)),
      ])
    }.change(&bytes)
    #expect(try Self.messages(bytes, "sample-duration-zero") == [short])
  }
}
