import Foundation
import TestSupport
import Testing

@testable import movtool

/// A file that takes more memory than there is ends a command with status 1 and a reason, and leaves
/// nothing behind.
@Suite struct MemoryLimitTests {
  /// The options of each command, which come after the name of the file.
  static let verbs = [
    "inspect", "inspect --json", "inspect --summary", "list", "list --csv", "extract timecode",
    "extract timecode --all-sources", "extract track --track 1 -o o/out",
    "extract atom moov -o o/out", "extract metadata -o o/out",
    "build o/out.mov --video", "remux -o o/out.mov", "remux --fragment 1 -o o/out.mov",
    "cut --from 0.1 -o o/out.mov", "insert timecode --start 01:00:00:00 --replace -o o/out.mov",
    "insert timecode --start 01:00:00:00 --replace --in-place",
    "edit timecode --shift +1f -o o/out.mov",
    "remove timecode -o o/out.mov",
  ]

  /// Makes `wide.mov`, which has an atom of 600 MB that is read as a whole, and `many.mov`, which has
  /// a million atoms.
  private static func withFiles(_ body: (URL) throws -> Void) throws {
    try Tool.withFolder { folder in
      let movie = try Data(
        contentsOf: DocumentsTests.package.appending(path: "TestMedia/camera/camera.mov"))
      let size: [UInt8] = [0x24, 0, 0, 0]
      let wide = folder.appending(path: "wide.mov")
      try (movie + size + Data("meta".utf8)).write(to: wide)
      let handle = try FileHandle(forWritingTo: wide)
      try handle.truncate(atOffset: UInt64(movie.count) + 0x2400_0000)
      try handle.close()
      let free = Data([0, 0, 0, 8]) + Data("free".utf8)
      var many = movie
      for _ in 0..<8 { many.append(Data(repeatElement(free, count: 125_000).joined())) }
      try many.write(to: folder.appending(path: "many.mov"))
      try FileManager.default.createDirectory(
        at: folder.appending(path: "o"), withIntermediateDirectories: false)
      try body(folder)
    }
  }

  private static func command(_ verb: String, _ file: String) -> String {
    var words = verb.split(separator: " ")
    if words.last == "--video" {
      words.append(Substring(file))
    } else {
      // After the name of the command.
      let place = words.firstIndex { $0.hasPrefix("-") || $0 == "moov" } ?? words.endIndex
      words.insert(Substring(file), at: place)
    }
    return words.joined(separator: " ")
  }

  private static func check(_ result: Tool.Result, _ note: String, in folder: URL) throws {
    #expect(result.status == 1, "\(note): \(result.stderr.suffix(300))")
    #expect(result.stderr.contains("memory"), "\(note): \(result.stderr.suffix(300))")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "o").path)
    #expect(left.isEmpty, "\(note): \(left)")
  }

  /// The kilobytes of addresses with which the tool starts, to the next 2000. They depend on how it was
  /// built.
  private static func start() throws -> Int {
    let least = try stride(from: 20_000, to: 100_000, by: 2000).first { kilobytes in
      try Tool.shell(#"ulimit -v \#(kilobytes); "$TOOL" --version"#).status == 0
    }
    return try #require(least)
  }

  @Test func limitOfTheSystem() throws {
    if NotRun.underSanitizer() { return }
    let limit = try Self.start() + 14_000
    try Self.withFiles { folder in
      for verb in Self.verbs {
        for file in ["wide.mov", "many.mov"] {
          let line = Self.command(verb, file)
          let result = try Tool.shell(#"ulimit -v \#(limit); "$TOOL" \#(line)"#, cwd: folder)
          try Self.check(result, line, in: folder)
        }
      }
    }
  }

  @Test func limitOfTheUser() throws {
    try Self.withFiles { folder in
      for verb in Self.verbs {
        for file in ["wide.mov", "many.mov"] {
          let line = Self.command(verb, file) + " --max-memory 34M"
          let result = try Tool.shell(#""$TOOL" \#(line)"#, cwd: folder)
          try Self.check(result, line, in: folder)
          #expect(result.stderr.contains("--max-memory"), "\(line): \(result.stderr)")
        }
      }
    }
  }

  /// Fragments, runs, atoms and tables of a few bytes each, a megabyte of them, take a few times as much.
  @Test(arguments: [
    ("runs.mp4", 60_000), ("fragments.mp4", 50_000), ("groups.mp4", 50_000), ("atoms.mp4", 50_000),
    ("tables.mp4", 50_000),
  ])
  func smallParts(name: String, kilobytes: Int) throws {
    if NotRun.underSanitizer() { return }
    try Tool.withFolder { folder in
      let movie = try [UInt8](
        Data(contentsOf: DocumentsTests.package.appending(path: "TestMedia/fragments/plain.mp4")))
      var head = try Array(movie[..<#require(Self.place(of: "moof", in: movie))])
      func fragment(_ sequence: Int, runs: [UInt8]) -> [UInt8] {
        atom(
          "moof",
          atom("mfhd", number(0) + number(sequence))
            + atom("traf", atom("tfhd", number(0x20008) + number(1) + number(512)) + runs))
      }
      let run = atom("trun", number(0) + number(1))
      let stbl = ["moov", "trak", "mdia", "minf", "stbl"]
      var parts: [UInt8] = []
      switch name {
      case "runs.mp4":
        parts = fragment(1, runs: Array(repeatElement(run, count: 62_500).joined()))
      case "fragments.mp4":
        for index in 0..<12_500 { parts += fragment(1 + index, runs: run) + atom("mdat", [0]) }
      case "groups.mp4":
        // Each fragment has a group of its own, and `stbl` describes all.
        let count = 6000
        var groups = [1, 0, 0, 0] + Array("roll".utf8) + number(0) + number(count)
        for _ in 0..<count { groups += number(2) + [0xFF, 0xFF] }
        try #require(Self.append(atom("sgpd", groups), to: stbl, in: &head))
        for index in 0..<count {
          let group = number(0) + Array("roll".utf8) + number(1) + number(1) + number(1 + index)
          parts += fragment(1 + index, runs: run + atom("sbgp", group)) + atom("mdat", [0])
        }
      case "tables.mp4":
        let table = atom("stco", number(0) + number(0))
        let tables = Array(repeatElement(table, count: 62_500).joined())
        try #require(Self.append(tables, to: stbl, in: &head))
        parts = fragment(1, runs: run)
      default:
        parts =
          fragment(1, runs: run)
          + Array(repeatElement(atom("free", []), count: 125_000).joined())
      }
      try Data(head + parts).write(to: folder.appending(path: name))
      for verb in ["remux", "insert timecode --start 01:00:00:00 --rate 25 --replace"] {
        var words = verb.split(separator: " ")
        words.insert(Substring(name), at: words.firstIndex { $0.hasPrefix("-") } ?? words.endIndex)
        let line = words.joined(separator: " ") + " -o out.mp4 --overwrite"
        let result = try Tool.shell(
          #"ulimit -t 20; ulimit -v \#(kilobytes); "$TOOL" \#(line)"#, cwd: folder)
        #expect(result.status == 0, "\(line): \(result.stderr.suffix(300))")
      }
    }
  }

  /// Records of two or three bytes each, a megabyte of them: decoded they take twenty to fifty times as much.
  @Test(arguments: ["descriptors", "items"]) func smallRecords(name: String) throws {
    if NotRun.underSanitizer() { return }
    let limit = try Self.start() + 16_000
    try Tool.withFolder { folder in
      var movie = try [UInt8](
        Data(contentsOf: DocumentsTests.package.appending(path: "TestMedia/camera/moov-last.mov")))
      let zeros = [UInt8](repeating: 0, count: 1_000_000)
      if name == "descriptors" {
        // Of tag 0 and of no bytes, after the seven of the descriptor that they are in.
        let size = 7 + zeros.count
        let sizeBytes = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) | ($0 > 0 ? 0x80 : 0) }
        let iods = [0, 0, 0, 0, 0x10] + sizeBytes + [UInt8](repeating: 0, count: 7) + zeros
        try #require(Self.append(atom("iods", iods), to: ["moov"], in: &movie))
      } else {
        // Item 0 without properties.
        let ipma = number(0) + number(333_333) + zeros[..<999_999]
        let hdlr = number(0) + number(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
        movie += atom(
          "meta",
          number(0) + atom("hdlr", hdlr) + atom("iprp", atom("ipco", []) + atom("ipma", ipma)))
      }
      try Data(movie).write(to: folder.appending(path: "a.mov"))
      for verb in ["inspect", "inspect --compact", "check", "list"] {
        let line = "\(verb) a.mov > out.txt"
        let result = try Tool.shell(
          #"ulimit -t 20; ulimit -v \#(limit); "$TOOL" \#(line)"#, cwd: folder)
        // `check` finds something.
        #expect(!result.stderr.contains("memory"), "\(line): \(result.stderr.suffix(300))")
        #expect(
          verb == "check" ? result.status < 2 : result.status == 0,
          "\(line): \(result.status) \(result.stderr.suffix(300))")
      }
    }
  }

  /// A track that cannot be read in every eight bytes, a megabyte of them: each change of one is a change
  /// of the list of all.
  @Test(arguments: [
    "insert timecode tracks.mov --start 01:00:00:00 --replace -o out.mov",
    "edit atom tracks.mov moov/mvhd rate=2 -o out.mov",
    "edit metadata tracks.mov title=A --in-place",
  ]) func emptyTracks(line: String) throws {
    if NotRun.underSanitizer() { return }
    try Tool.withFolder { folder in
      var movie = try [UInt8](
        Data(contentsOf: DocumentsTests.package.appending(path: "TestMedia/camera/moov-last.mov")))
      let moov = try #require(Self.place(of: "moov", in: movie))
      movie += Array(repeatElement([0, 0, 0, 8] + Array("trak".utf8), count: 125_000).joined())
      for (byte, shift) in [24, 16, 8, 0].enumerated() {
        movie[moov + byte] = UInt8(truncatingIfNeeded: (movie.count - moov) >> shift)
      }
      try Data(movie).write(to: folder.appending(path: "tracks.mov"))
      let result = try Tool.shell(
        #"ulimit -t 20; ulimit -v 56000; "$TOOL" \#(line)"#, cwd: folder)
      #expect(result.status == 0, "\(line): \(result.stderr.suffix(300))")
    }
  }

  /// Appends atoms to the first atom at a path. Returns whether there is one.
  private static func append(_ atoms: [UInt8], to path: [String], in movie: inout [UInt8]) -> Bool {
    var end = 0
    for (depth, type) in path.enumerated() {
      guard let found = place(of: type, in: movie, from: end) else { return false }
      let size = movie[found..<found + 4].reduce(0) { $0 << 8 | Int($1) }
      for (byte, shift) in [24, 16, 8, 0].enumerated() {
        movie[found + byte] = UInt8(truncatingIfNeeded: (size + atoms.count) >> shift)
      }
      end = depth + 1 < path.count ? found + 8 : found + size
    }
    movie.insert(contentsOf: atoms, at: end)
    return true
  }

  /// Returns the place of the first atom with a type among those that follow each other from `start`
  /// on.
  private static func place(of type: String, in movie: [UInt8], from start: Int = 0) -> Int? {
    var place = start
    while place + 8 <= movie.count {
      if Array(movie[place + 4..<place + 8]) == Array(type.utf8) { return place }
      place += max(8, movie[place..<place + 4].reduce(0) { $0 << 8 | Int($1) })
    }
    return nil
  }
}

private func number(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

private func atom(_ type: String, _ content: [UInt8]) -> [UInt8] {
  number(8 + content.count) + Array(type.utf8) + content
}
