import Foundation
import Testing

/// Compares the output of `inspect` for every file in TestMedia with Tests/Golden. With
/// MOVTOOL_UPDATE=1 in the environment, the stored texts are rewritten: check the difference before
/// you commit it.
@Suite struct GoldenTests {
  /// Files with so many atoms that only the outermost are stored.
  static let large: Set = ["hostile/many-atoms.mov", "hostile/many-tracks.mov"]

  @Test(arguments: try Media.folders())
  func text(folder: String) throws {
    let base = try said(of: Self.base, [])
    for name in try Media.files(in: folder) {
      try compare(name, [], kind: "txt", base: base)
    }
  }

  @Test(arguments: try Media.folders())
  func json(folder: String) throws {
    let arguments = ["--json", "--rows", "4"]
    let base = try said(of: Self.base, arguments)
    for name in try Media.files(in: folder) {
      try compare(name, arguments, kind: "json", base: base)
    }
  }

  private func compare(_ name: String, _ arguments: [String], kind: String, base: String) throws {
    let actual = try said(of: name, arguments)
    let base = name == Self.base ? "" : base
    let file = Self.folder.appendingPathComponent("\(name).\(kind)")
    if ProcessInfo.processInfo.environment["MOVTOOL_UPDATE"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Folding.fold(actual, base: base).utf8).write(to: file)
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let expected = Folding.unfold(kept, base: base)
    guard actual != expected else { return }
    let difference = zip(lines(actual), lines(expected)).first { $0 != $1 }
    Issue.record(
      """
      \(name).\(kind) is not as kept; first difference:
      is:   \(difference?.0 ?? "(one of them is longer)")
      kept: \(difference?.1 ?? "")
      """)
  }

  private func said(of name: String, _ arguments: [String]) throws -> String {
    let depth = Self.large.contains(name) ? ["--depth", "1"] : []
    let result = try Tool.run(["inspect", name] + arguments + depth, cwd: Media.root)
    // The indentation repeats what the brackets show, and is most of the bytes.
    let text =
      arguments.contains("--json")
      ? lines(result.text).map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
      : result.text
    return text + "exit status \(result.status)\n" + result.stderr
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static let base = "rates/25.mov"
  private static let folder = Media.root.deletingLastPathComponent()
    .appendingPathComponent("Tests/Golden/inspect")
}

/// Most handmade files are one movie with something changed. Lines that are equal to lines of that
/// movie are stored as `=FIRST+COUNT`.
enum Folding {
  static func fold(_ text: String, base: String) -> String {
    let base = lines(base)
    var places: [Substring: [Int]] = [:]
    for (index, line) in base.enumerated() { places[line, default: []].append(index) }
    let all = lines(text)
    var folded: [String] = []
    var index = 0
    var next = 0
    while index < all.count {
      let place = places[all[index]]?.first { $0 >= next }
      var count = 0
      if let place {
        while index + count < all.count, place + count < base.count,
          all[index + count] == base[place + count]
        {
          count += 1
        }
      }
      if let place, count >= 3 {
        folded.append("=\(place)+\(count)")
        next = place + count
        index += count
      } else {
        folded.append(String(all[index]))
        index += 1
      }
    }
    return folded.joined(separator: "\n")
  }

  static func unfold(_ text: String, base: String) -> String {
    let base = lines(base)
    return lines(text).map { line in
      let numbers = line.dropFirst().split(separator: "+").map { Int($0) }
      guard line.first == "=", numbers.count == 2, let first = numbers[0], let count = numbers[1],
        first + count <= base.count
      else { return String(line) }
      return base[first..<first + count].joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

/// The movies in TestMedia.
enum Media {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("TestMedia")

  /// Returns the file names of a folder, relative to `root`.
  static func files(in folder: String) throws -> [String] {
    let place = root.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: place.path)
      .filter { ["mov", "mp4", "m4a", "3gp"].contains(($0 as NSString).pathExtension) }
      .sorted().map { "\(folder)/\($0)" }
  }

  static func folders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
      try $0 != "workshop" && !$0.contains(".") && !files(in: $0).isEmpty
    }.sorted()
  }

  static func all() throws -> [String] { try folders().flatMap { try files(in: $0) } }
}
