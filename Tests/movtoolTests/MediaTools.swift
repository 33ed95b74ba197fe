import Foundation
import Synchronization
import TestSupport
import Testing

/// Other programs that read movies.
enum MediaTools {
  /// Whether all programs are available. If one is missing, the test is listed as not run.
  static func has(
    _ names: String..., by function: String = #function, in file: String = #fileID
  ) -> Bool {
    OtherPrograms.has(names, by: NotRun.name(function, file))
  }

  /// Returns the path of a program; nil if it is not installed, and the test is listed as not run.
  static func program(
    _ name: String, by function: String = #function, in file: String = #fileID
  ) -> URL? {
    has(name, by: function, in: file) ? OtherPrograms.find(name) : nil
  }

  /// Returns the standard output of a program.
  static func output(_ name: String, _ arguments: [String]) throws -> Data {
    let program = try #require(OtherPrograms.find(name))
    return try Tool.execute(program, arguments).stdout
  }

  static func run(_ name: String, _ arguments: [String], stdin: Data) throws -> Tool.Result {
    try Tool.execute(try #require(OtherPrograms.find(name)), arguments, stdin: stdin)
  }

  /// Whether Python has each module that was asked for.
  private static let modules = Mutex<[String: Bool]>([:])

  /// Whether Python has a module. If not, the test is listed as not run.
  static func hasPython(
    _ module: String, by function: String = #function, in file: String = #fileID
  ) throws -> Bool {
    let known = modules.withLock { $0[module] }
    let isThere =
      try known ?? (run("python3", ["-c", "import \(module)"], stdin: Data()).status == 0)
    modules.withLock { $0[module] = isThere }
    if isThere { return true }
    NotRun.add(.program("python3 with \(module)"), by: function, in: file)
    return false
  }

  private static func json(_ name: String, _ arguments: [String]) throws -> Any {
    try JSONSerialization.jsonObject(with: output(name, arguments))
  }

  // MARK: What each sees of a timecode track

  struct Stream {
    var kind: String
    var timecode: String?
    var reel: String?
    var tag: String?
  }

  /// Returns the streams according to ffprobe.
  static func streams(_ file: URL) throws -> [Stream] {
    let answer = try json(
      "ffprobe", ["-v", "error", "-show_streams", "-of", "json", file.path])
    let streams = (answer as? [String: Any])?["streams"] as? [[String: Any]] ?? []
    return streams.map { stream in
      let tags = stream["tags"] as? [String: String] ?? [:]
      return Stream(
        kind: stream["codec_type"] as? String ?? "", timecode: tags["timecode"],
        reel: tags["reel_name"], tag: stream["codec_tag_string"] as? String)
    }
  }

  /// Returns the timecode tracks according to mediainfo.
  static func timecodes(_ file: URL) throws -> [[String: String]] {
    let answer = try json("mediainfo", ["--Output=JSON", file.path])
    let media = (answer as? [String: Any])?["media"] as? [String: Any]
    let tracks = media?["track"] as? [[String: Any]] ?? []
    return tracks.filter { $0["@type"] as? String == "Other" }.map {
      $0.compactMapValues { $0 as? String }
    }
  }

  /// Returns the tags according to exiftool, named with their groups: `Track1:TimeCode`.
  static func tags(_ file: URL) throws -> [String: String] {
    let answer = try json("exiftool", ["-json", "-G1", "-n", file.path])
    return ((answer as? [[String: Any]])?.first ?? [:]).mapValues { "\($0)" }
  }

  /// The frames of files that no test changes, by path and options: many tests ask for the same.
  private static let framesOfMedia = Mutex<[[String]: [String]]>([:])

  /// Returns the hashes of all decoded video and audio frames, with the times in their own tracks.
  /// Otherwise ffmpeg counts times from the earliest track.
  static func frames(_ file: URL, _ options: [String] = []) throws -> [String] {
    guard file.path.hasPrefix(Stamping.media.path) else { return try decoded(file, options) }
    let key = [file.path] + options
    if let known = framesOfMedia.withLock({ $0[key] }) { return known }
    let frames = try decoded(file, options)
    framesOfMedia.withLock { $0[key] = frames }
    return frames
  }

  private static func decoded(_ file: URL, _ options: [String]) throws -> [String] {
    let text = try output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-copyts",
      ] + options + [
        "-i", file.path, "-map", "0:v?", "-map", "0:a?", "-f", "framemd5", "-",
      ])
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") }
  }
}
