public import Foundation

/// Programs of others: readers of movies to compare with, encoders, and what examples are piped into.
public enum OtherPrograms {
  private static let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map(String.init)

  /// The program with this name; nil where it is not there.
  public static func find(_ name: String) -> URL? {
    folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Whether all of them are there. Where one is not, whoever asks is not run, and listed.
  public static func has(
    _ names: String..., by function: String = #function, in file: String = #fileID
  ) -> Bool {
    has(names, by: NotRun.name(function, file))
  }

  /// - Parameter asking: what is not run where one is not there.
  public static func has(_ names: [String], by asking: String) -> Bool {
    let absent = names.filter { find($0) == nil }
    for name in absent { NotRun.add(asking, .program(name)) }
    return absent.isEmpty
  }

  /// The packages of each program, by its name: `Tests/programs.txt`.
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

  /// What a program writes on standard output; nil where it is not there.
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
    // A Process keeps it, and where many files are open the next one can crash.
    defer { try? handle.close() }
    process.standardOutput = handle
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: result)
  }
}
