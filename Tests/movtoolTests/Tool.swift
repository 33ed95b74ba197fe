import Foundation

/// Runs the built tool as a user does.
enum Tool {
  struct Result: Sendable {
    let status: Int32
    let stdout: Data
    let stderr: String

    var text: String { String(decoding: stdout, as: UTF8.self) }
  }

  struct Timeout: Error {}
  struct NotWritten: Error { let reason: String }
  struct NotBuilt: Error { let searched: [String] }

  /// - Parameters:
  ///   - environment: added to the environment of the tests.
  ///   - timeout: seconds after which the tool is killed and `Timeout` is thrown.
  static func run(
    _ arguments: [String], stdin: Data = Data(), cwd: URL? = nil,
    environment: [String: String] = [:], timeout: Double = 60
  ) throws -> Result {
    try execute(
      try binary(), arguments, stdin: stdin, cwd: cwd, environment: environment, timeout: timeout)
  }

  /// Runs a shell script in which `$TOOL` is the tool.
  static func shell(
    _ script: String, stdin: Data = Data(), cwd: URL? = nil,
    environment: [String: String] = [:], timeout: Double = 60
  ) throws -> Result {
    var environment = environment
    environment["TOOL"] = try binary().path
    return try execute(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script], stdin: stdin, cwd: cwd,
      environment: environment, timeout: timeout)
  }

  /// Writes a shell script that can be run. A process of its own writes it: what is started at the
  /// same time by another test would inherit the open file, and a file that is open for writing
  /// cannot be run ("text file busy").
  static func writeProgram(_ script: String, to program: URL) throws {
    let result = try shell(
      "cat > \"$PROGRAM\" && chmod 755 \"$PROGRAM\"", stdin: Data("#!/bin/sh\n\(script)\n".utf8),
      environment: ["PROGRAM": program.path])
    guard result.status == 0 else { throw NotWritten(reason: result.stderr) }
  }

  /// A new folder for the files of one test, removed when `body` ends.
  static func withFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("movtool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Returns the tool: the one that `MOVTOOL_BINARY` in the environment names, such as an optimised one that
  /// takes less time, or else the one in the same folder as the tests, where every build configuration
  /// puts it.
  static func binary() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["MOVTOOL_BINARY"], !path.isEmpty {
      guard FileManager.default.isExecutableFile(atPath: path) else {
        throw NotBuilt(searched: [path])
      }
      return URL(fileURLWithPath: path)
    }
    var folders: [URL] = []
    for argument in CommandLine.arguments.prefix(1) + Bundle.allBundles.map(\.bundlePath) {
      var folder = URL(fileURLWithPath: argument).resolvingSymlinksInPath()
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        folders.append(folder)
      }
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    folders.append(package.appendingPathComponent(".build/debug"))
    let candidates = folders.map { $0.appendingPathComponent("movtool") }
    let found = candidates.first {
      var isFolder: ObjCBool = false
      let exists = unsafe FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: $0.path)
    }
    guard let found else { throw NotBuilt(searched: candidates.map(\.path)) }
    return found
  }

  /// Runs a program with files instead of pipes, so that nothing waits for a reader, however much
  /// is written.
  static func execute(
    _ executable: URL, _ arguments: [String], stdin: Data = Data(), cwd: URL? = nil,
    environment: [String: String] = [:], timeout: Double = 60
  ) throws -> Result {
    try withFolder { folder in
      let paths = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
      try stdin.write(to: paths[0])
      try Data().write(to: paths[1])
      try Data().write(to: paths[2])
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.currentDirectoryURL = cwd
      process.environment = ProcessInfo.processInfo.environment
        .filter { !["COLUMNS", "NO_COLOR"].contains($0.key) }
        .merging(environment) { $1 }
      let handles = [
        try FileHandle(forReadingFrom: paths[0]), try FileHandle(forWritingTo: paths[1]),
        try FileHandle(forWritingTo: paths[2]),
      ]
      // A Process keeps the handles open, and when many files are open, the next Process can crash.
      defer { for handle in handles { try? handle.close() } }
      process.standardInput = handles[0]
      process.standardOutput = handles[1]
      process.standardError = handles[2]
      let ended = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in ended.signal() }
      try process.run()
      if ended.wait(timeout: .now() + timeout) == .timedOut {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        throw Timeout()
      }
      return Result(
        status: process.terminationStatus, stdout: try Data(contentsOf: paths[1]),
        stderr: String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self))
    }
  }
}
