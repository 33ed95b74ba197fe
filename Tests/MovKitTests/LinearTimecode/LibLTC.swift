import Foundation
import Synchronization
import TestSupport
import Testing

/// libltc, the encoder and decoder of linear timecode that most programs use: two small programs in
/// `Tests/LinearTimecode`, which are compiled when they are first needed.
struct LibLTC {
  struct Frame: Equatable {
    var hours: Int
    var minutes: Int
    var seconds: Int
    var frames: Int
    /// The first sample.
    var start: Int
    var isReversed = false
    var userBits: UInt32 = 0

    func label(_ isDropFrame: Bool = false) -> String {
      String(
        format: "%02d:%02d:%02d%@%02d", hours, minutes, seconds, isDropFrame ? ";" : ":", frames)
    }
  }

  private let folder: URL
  /// The folder, when the process ends: a handler of `atexit` has no context.
  private static let folderToRemove = Mutex<URL?>(nil)

  private static let compiled: LibLTC? = {
    guard let compiler = OtherPrograms.find("cc") else { return nil }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "movkit-libltc-\(UUID().uuidString)")
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "LinearTimecode")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var isWhole = false
      defer { if !isWhole { try? FileManager.default.removeItem(at: folder) } }
      for name in ["encode", "decode"] {
        let status = try run(
          compiler,
          [
            "-O1", "-o", folder.appending(path: name).path,
            sources.appending(path: "\(name).c").path, "-lltc",
          ], in: folder)
        guard status == 0 else { return nil }
      }
      isWhole = true
    } catch { return nil }
    folderToRemove.withLock { $0 = folder }
    atexit {
      if let folder = LibLTC.folderToRemove.withLock({ $0 }) {
        try? FileManager.default.removeItem(at: folder)
      }
    }
    return LibLTC(folder: folder)
  }()

  /// The compiled programs. Nil without a C compiler or libltc; the calling test is then listed as not
  /// run.
  static func find(by function: String = #function, in file: String = #fileID) -> LibLTC? {
    guard OtherPrograms.has("cc", by: function, in: file) else { return nil }
    if compiled == nil { NotRun.add(.program("cc with libltc"), by: function, in: file) }
    return compiled
  }

  @discardableResult private static func run(
    _ program: URL, _ arguments: [String], in folder: URL, input: URL? = nil, output: URL? = nil
  ) throws -> Int32 {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let reading = try input.map { try FileHandle(forReadingFrom: $0) }
    defer { try? reading?.close() }
    process.standardInput = reading ?? FileHandle.nullDevice
    if let output { try Data().write(to: output) }
    let writing = try output.map { try FileHandle(forWritingTo: $0) }
    defer { try? writing?.close() }
    process.standardOutput = writing ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What `encode` takes.
  struct Recording {
    var sampleRate = 48000
    var rate = 25.0
    /// 525, 625, 1125 or 24: where the polarity bit goes.
    var system = 625
    /// `LTC_BG_FLAGS` of libltc: 1 date, 2 clock.
    var flags = 0
    var time = (1, 2, 3, 4)
    var isDropFrame = false
    var count = 30
    /// The speed of the first and the last frame.
    var speed = (1.0, 1.0)
    /// In hexadecimal, or a date: `22-11-13+0100`.
    var userBits = "0"
  }

  /// Returns audio, and the frames that were recorded in it.
  func encode(_ recording: Recording) throws -> (levels: [Float], frames: [Frame]) {
    let name = UUID().uuidString
    let (list, audio) = (
      folder.appending(path: "\(name).txt"), folder.appending(path: "\(name).raw")
    )
    defer {
      try? FileManager.default.removeItem(at: list)
      try? FileManager.default.removeItem(at: audio)
    }
    let time = recording.time
    let status = try Self.run(
      folder.appending(path: "encode"),
      [
        list.path, "\(recording.sampleRate)", "\(recording.rate)", "\(recording.system)",
        "\(recording.flags)", "\(time.0)", "\(time.1)", "\(time.2)", "\(time.3)",
        recording.isDropFrame ? "1" : "0", "\(recording.count)", "\(recording.speed.0)",
        "\(recording.speed.1)", recording.userBits,
      ], in: folder, output: audio)
    try #require(status == 0)
    let levels = try Data(contentsOf: audio).map { (Float($0) - 128) / 127 }
    return (levels, Self.frames(try String(contentsOf: list, encoding: .utf8)))
  }

  /// Returns the frames that libltc finds.
  func decode(_ levels: [Float], samplesPerFrame: Int) throws -> [Frame] {
    let name = UUID().uuidString
    let (audio, list) = (
      folder.appending(path: "\(name).raw"), folder.appending(path: "\(name).txt")
    )
    defer {
      try? FileManager.default.removeItem(at: list)
      try? FileManager.default.removeItem(at: audio)
    }
    var bytes = Data(capacity: levels.count * 4)
    for level in levels {
      let word = level.bitPattern.littleEndian
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    try bytes.write(to: audio)
    let status = try Self.run(
      folder.appending(path: "decode"), ["\(samplesPerFrame)"], in: folder, input: audio,
      output: list)
    try #require(status == 0)
    return Self.frames(try String(contentsOf: list, encoding: .utf8))
  }

  private static func frames(_ text: String) -> [Frame] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      let numbers = words.prefix(7).compactMap { Int($0) }
      guard numbers.count >= 5 else { return nil }
      var frame = Frame(
        hours: numbers[0], minutes: numbers[1], seconds: numbers[2], frames: numbers[3],
        start: numbers[4])
      if numbers.count == 7, words.count == 8 {
        frame.isReversed = numbers[6] == 1
        frame.userBits = UInt32(words[7], radix: 16) ?? 0
      }
      return frame
    }
  }
}
