public import Foundation

/// Other programs that tests use: readers of movies to compare with, encoders, and programs that
/// examples pipe into.
public enum OtherPrograms {
  private static let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map(String.init)

  /// Returns the program with this name; nil if it is not installed.
  public static func find(_ name: String) -> URL? {
    folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Whether all of the programs are installed. If one is missing, the calling test is listed as
  /// not run.
  public static func has(
    _ names: String..., by function: String = #function, in file: String = #fileID
  ) -> Bool {
    has(names, by: NotRun.name(function, file))
  }

  /// Whether all of the programs are installed. If one is missing, `asking` is listed as not run.
  /// - Parameter asking: the name of the test or example that needs the programs.
  public static func has(_ names: [String], by asking: String) -> Bool {
    let absent = names.filter { find($0) == nil }
    for name in absent { NotRun.add(asking, .program(name)) }
    return absent.isEmpty
  }

  /// The packages that contain each program, by the program's name, from `Tests/programs.txt`.
  public static let packages: [String: String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "programs.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var packages: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      if let name = words.first {
        packages[String(name)] = words.dropFirst().joined(separator: " ")
      }
    }
    return packages
  }()

  /// Runs a program and returns its standard output; nil if it is not installed.
  public static func output(
    _ name: String, _ arguments: [String], by function: String = #function,
    in file: String = #fileID
  ) throws -> Data? {
    guard has([name], by: NotRun.name(function, file)), let program = find(name) else { return nil }
    let result = FileManager.default.temporaryDirectory.appending(
      path: "movkit-\(UUID().uuidString)")
    try Data().write(to: result)
    defer { try? FileManager.default.removeItem(at: result) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let handle = try FileHandle(forWritingTo: result)
    // A Process keeps the handle open, and when many files are open, the next Process can crash.
    defer { try? handle.close() }
    process.standardOutput = handle
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: result)
  }
}
