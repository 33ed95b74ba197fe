import Foundation

/// The frames of a movie in the order in which they are shown.
enum ShownFrames {
  /// The hashes of the pictures that ffmpeg decodes.
  static func pictures(_ file: URL) throws -> [String] {
    try MediaTools.frames(file).filter { $0.hasPrefix("0,") }.map {
      String($0.split(separator: ",").last ?? "").trimmingCharacters(in: .whitespaces)
    }
  }

  /// The labels that they have.
  static func labels(_ file: URL) throws -> [String] {
    let result = try Tool.run(["extract", "timecode", "--frames", file.path])
    return try result.text.split(separator: "\n").map {
      let line = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return line?["timecode"] as? String ?? "none"
    }
  }
}
