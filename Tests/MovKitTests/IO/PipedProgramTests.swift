import Testing

@testable import MovKit

/// Another program between two pipes.
@Suite struct PipedProgramTests {
  private func run(
    _ script: String, most: Int = 1 << 24, patience: Int32 = 20_000, pieces: [[UInt8]] = []
  ) throws -> PipedProgram.Result {
    var rest = pieces[...]
    return try PipedProgram("sh", ["-c", script], mostOutput: most, patience: patience)
      .run { () throws(IOError) in rest.popFirst() ?? [] }
  }

  /// More than pipes hold goes in and comes out at the same time.
  @Test func bothPipesAtOnce() throws {
    let piece = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) }
    let result = try run("cat; echo done >&2", pieces: Array(repeating: piece, count: 5))
    #expect(result.end == .exited(0))
    #expect(result.output == Array(repeating: piece, count: 5).flatMap { $0 })
    #expect(result.messages == Array("done\n".utf8))
  }

  /// A program that does not read what it gets is no fault.
  @Test(arguments: [("echo a; exit 3", 3), ("exec 0<&-; echo a; exit 0", 0)] as [(String, Int32)])
  func aPipeThatIsClosed(script: String, status: Int32) throws {
    let result = try run(
      script, pieces: Array(repeating: [UInt8](repeating: 1, count: 1 << 20), count: 4))
    #expect(result.end == .exited(status) && result.output == Array("a\n".utf8))
  }

  @Test(
    arguments: [
      ("sleep 100", .stalled), ("exec 1>&- 2>&-; exec sleep 100", .stalled),
      ("cat /dev/zero", .gaveTooMuch), ("cat /dev/zero >&2", .gaveTooMuch),
      ("kill -9 $$", .signalled(9)), ("kill -13 $$; sleep 100", .signalled(13)),
    ] as [(String, PipedProgram.End)])
  func whatDoesNotEndIsEnded(script: String, end: PipedProgram.End) throws {
    // A program can take more than that to start where others run.
    let result = try run(script, most: 1 << 20, patience: end == .stalled ? 300 : 20_000)
    #expect(result.end == end)
    #expect(result.output.count <= 1 << 20 + 1 << 16 && result.messages.count <= 1 << 16)
  }

  @Test func noProgram() {
    #expect(throws: IOError.self) {
      try PipedProgram("movtool-no-such-program", [], mostOutput: 1).run { () throws(IOError) in []
      }
    }
  }

  /// What cannot be read ends the program.
  @Test func theInputFails() {
    #expect(throws: IOError(.read, nil, .changed)) {
      try PipedProgram("cat", [], mostOutput: 1).run { () throws(IOError) in
        throw IOError(.read, nil, .changed)
      }
    }
  }
}
