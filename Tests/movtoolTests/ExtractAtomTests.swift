import Foundation
import TestSupport
import Testing

@Suite struct ExtractAtomTests {
  private let movie = Handmade.movie(
    Handmade.track(name: "first"), Handmade.track(id: 2, name: "second"))

  private func extract<T>(
    _ arguments: [String], _ body: (Tool.Result, URL) throws -> T
  ) throws -> T {
    try Tool.withFolder { folder in
      try movie.write(to: folder.appendingPathComponent("a.mov"))
      return try body(
        try Tool.run(["extract", "atom", "a.mov"] + arguments, cwd: folder), folder)
    }
  }

  @Test(arguments: [
    ("ftyp", 0..<20), ("mdat", 20..<128), ("moov/mvhd", 136..<244),
    ("/moov/mvhd/", 136..<244), ("moov/trak/tkhd", 252..<344),
  ])
  func bytesOfTheFile(path: String, range: Range<Int>) throws {
    try extract([path]) { result, _ in
      #expect(result.status == 0)
      #expect(result.stderr.isEmpty)
      #expect(result.stdout == movie[range])
    }
  }

  @Test func theSecondOfItsKind() throws {
    try extract(["moov/trak[1]/mdia/hdlr"]) { result, _ in
      #expect(result.stdout.suffix(6) == Data("second".utf8))
      #expect(result.stdout.dropFirst(4).prefix(4) == Data("hdlr".utf8))
    }
  }

  @Test func toAFile() throws {
    try extract(["moov", "-o", "out.bin"]) { result, folder in
      #expect(result.status == 0)
      #expect(result.stdout.isEmpty)
      let written = try Data(contentsOf: folder.appendingPathComponent("out.bin"))
      #expect(written == movie[128...])
    }
  }

  @Test func theInputIsNotOverwritten() throws {
    try extract(["moov", "-o", "a.mov"]) { result, folder in
      #expect(result.status == 1)
      #expect(result.stderr.filter { $0 == "\n" }.count == 1)
      let still = try Data(contentsOf: folder.appendingPathComponent("a.mov"))
      #expect(still == movie)
    }
  }

  @Test func anAtomThatIsNotThere() throws {
    try extract(["moov/udta", "-o", "out.bin"]) { result, folder in
      #expect(result.status == 1)
      #expect(
        result.stderr == "movtool: a.mov: there is no moov/udta: moov contains mvhd, trak[0] to "
          + "trak[1]\n")
      #expect(
        !FileManager.default.fileExists(atPath: folder.appendingPathComponent("out.bin").path))
    }
  }

  @Test func aPathThatIsNone() throws {
    try extract(["moov/tracks"]) { result, _ in
      #expect(result.status == 2)
      #expect(result.stderr.contains("invalid atom path 'moov/tracks' for PATH"))
    }
  }

  /// The header of a truncated atom is copied unchanged, even if its size exceeds the file.
  @Test func atomsThatAreCutOff() throws {
    try Tool.withFolder { folder in
      let cut = movie.prefix(100)
      try cut.write(to: folder.appendingPathComponent("a.mov"))
      let result = try Tool.run(["extract", "atom", "a.mov", "mdat"], cwd: folder)
      #expect(result.status == 0)
      #expect(result.stdout == cut[20...])
    }
  }

  /// A file of 5 GiB, most of it a hole, is copied in less memory than a part of it takes.
  @Test func largeAtomsStream() throws {
    if NotRun.underSanitizer() { return }
    try Tool.withFolder { folder in
      let head =
        Handmade.ftyp
        + Handmade.number(UInt32(1)) + Data("mdat".utf8) + Handmade.number(UInt64(5) << 30)
      let file = folder.appendingPathComponent("a.mov")
      try head.write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 20 + UInt64(5) << 30)
      try handle.close()
      let result = try Tool.shell(
        #"ulimit -v 400000; "$TOOL" extract atom a.mov mdat | head -c 300000000 | wc -c"#,
        cwd: folder)
      #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == "300000000")
      #expect(result.stderr.isEmpty)
    }
  }

  @Test func notToATerminal() throws {
    guard MediaTools.has("python3") else { return }
    try Tool.withFolder { folder in
      try movie.write(to: folder.appendingPathComponent("a.mov"))
      let text = try PseudoTerminal.output(
        "\"$TOOL\" extract atom '\(folder.path)/a.mov' moov; echo status $?")
      #expect(text.contains("not writing an atom to the terminal; use -o OUT"), "\(text)")
      #expect(!text.contains("mvhd") && text.hasSuffix("status 1\n"), "\(text)")
    }
  }
}
