import Foundation
import Testing

/// Other people's programs that read movies.
enum MediaTools {
  private static let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map(String.init)

  private static func find(_ name: String) -> URL? {
    folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Whether all programs are there. Says which is not; where `CI` is set, that is a fault.
  static func has(_ names: String...) -> Bool {
    for name in names where find(name) == nil {
      if ProcessInfo.processInfo.environment["CI"] != nil {
        Issue.record("\(name) is not installed")
      } else {
        print("\(name) is not installed: a test is skipped")
      }
      return false
    }
    return true
  }

  /// What a program writes on stdout.
  static func output(_ name: String, _ arguments: [String]) throws -> Data {
    let program = try #require(find(name))
    return try Tool.execute(program, arguments).stdout
  }

  static func run(_ name: String, _ arguments: [String], stdin: Data) throws -> Tool.Result {
    try Tool.execute(try #require(find(name)), arguments, stdin: stdin)
  }

  /// Whether Python has a module. Says where it has not; where `CI` is set, that is a fault.
  static func hasPython(_ module: String) throws -> Bool {
    if try run("python3", ["-c", "import \(module)"], stdin: Data()).status == 0 { return true }
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("python3 has no module \(module)")
    } else {
      print("python3 has no module \(module): a test is skipped")
    }
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

  /// ffprobe's streams.
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

  /// mediainfo's view of the timecode tracks.
  static func timecodes(_ file: URL) throws -> [[String: String]] {
    let answer = try json("mediainfo", ["--Output=JSON", file.path])
    let media = (answer as? [String: Any])?["media"] as? [String: Any]
    let tracks = media?["track"] as? [[String: Any]] ?? []
    return tracks.filter { $0["@type"] as? String == "Other" }.map {
      $0.compactMapValues { $0 as? String }
    }
  }

  /// exiftool's tags, named by their groups: `Track1:TimeCode`.
  static func tags(_ file: URL) throws -> [String: String] {
    let answer = try json("exiftool", ["-json", "-G1", "-n", file.path])
    return ((answer as? [[String: Any]])?.first ?? [:]).mapValues { "\($0)" }
  }

  /// The hashes of all decoded video and sound frames, with the times that their own tracks give
  /// them: else ffmpeg counts from the earliest track.
  static func frames(_ file: URL) throws -> [String] {
    let text = try output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-copyts", "-i", file.path, "-map", "0:v?", "-map", "0:a?", "-f",
        "framemd5", "-",
      ])
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") }
  }
}
