import Foundation
import Testing

@testable import MovKit

/// Faults that take a process of their own.
@Suite struct OutputFaultTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// A limit on the size of files fails a write half-way, as a full disk does.
  @Test(arguments: [true, false])
  func aWriteThatFailsHalfWayLeavesNothing(inKernel: Bool) async throws {
    let bytes = noise(2_000_000)
    try scratch.file("in", bytes)
    try scratch.file("out", [1, 2, 3])
    await #expect(processExitsWith: .success) { [path = scratch.path as String, inKernel] in
      TemporaryFiles.removeOnSignals()
      var limit = rlimit()
      limit.rlim_cur = 1_000_000
      limit.rlim_max = 1_000_000
      #if canImport(Glibc)
        _ = unsafe setrlimit(__rlimit_resource_t(1), &limit)
      #else
        _ = unsafe setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      let source = try File(FilePath(path + "/in"))
      let big = inKernel ? [] : try source.read(at: 0, count: 2_000_000)
      let plan = WritePlan(steps: [
        .bytes(Pieces(big), label: "big"), .copy(0..<2_000_000, label: "mdat"),
      ])
      do {
        try OutputFile.write(plan, from: source, to: OutputPlace(FilePath(path + "/out")))
        exit(2)
      } catch let error as IOError {
        exit(error == IOError(.write, FilePath(path + "/out"), .system(EFBIG)) ? 0 : 3)
      }
    }
    #expect(try scratch.names == ["in", "out"])
    #expect(try scratch.bytes("out") == [1, 2, 3])
    #expect(try scratch.bytes("in") == bytes)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU])
  func signalsRemoveWhatIsUnfinished(number: Int32) async throws {
    await #expect(processExitsWith: .signal(number)) { [path = scratch.path as String, number] in
      TemporaryFiles.removeOnSignals()
      let done = try OutputFile(at: FilePath(path + "/done"))
      try done.finish()
      let first = try OutputFile(at: FilePath(path + "/first"))
      let second = try OutputFile(at: FilePath(path + "/second"))
      try first.append(noise(100_000))
      try second.append([1])
      kill(getpid(), number)
      sleep(10)
      withExtendedLifetime((first, second)) {}
    }
    #expect(try scratch.names == ["done"])
  }

  @Test func ignoredSignalsStayIgnored() async throws {
    await #expect(processExitsWith: .success) { [path = scratch.path as String] in
      _ = signal(SIGHUP, SIG_IGN)
      TemporaryFiles.removeOnSignals()
      let output = try OutputFile(at: FilePath(path + "/out"))
      kill(getpid(), SIGHUP)
      try output.finish()
      exit(0)
    }
    #expect(try scratch.names == ["out"])
  }

  @Test func slotsAreGivenBack() throws {
    let outputs = try (0..<40).map { try OutputFile(at: scratch["\($0)"]) }
    for output in outputs.prefix(20) { output.discard() }
    for output in outputs.suffix(20) { try output.finish() }
    #expect(try scratch.names == (20..<40).map { "\($0)" })
    for _ in 0..<100 { _ = try OutputFile(at: scratch["again"]) }
    #expect(try scratch.names.count == 20)
  }
}
