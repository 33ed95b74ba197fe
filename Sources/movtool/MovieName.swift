import MovKit

extension MovieWriter.Options.FileType {
  /// The file type that the extension of a file's name states; nil if it is not a movie's
  /// extension.
  init?(nameOf path: FilePath) {
    switch path.nameExtension {
    case ".mov", ".qt": self = .quickTime
    case ".mp4", ".m4v": self = .mp4
    default: return nil
    }
  }
}

extension FilePath {
  /// The end of the name from its last full stop on, with capital letters made small; nil if it has none.
  var nameExtension: String? {
    let name = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return name.lastIndex(of: UInt8(ascii: ".")).map {
      String(decoding: name[$0...], as: UTF8.self)
    }
  }

  /// The name of the file without its extension. A full stop at the beginning makes no extension.
  var stem: ArraySlice<UInt8> {
    let name = lastComponent[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return name[..<dot]
  }

  /// `stem` as text.
  var baseName: String { String(decoding: stem, as: UTF8.self) }
}

extension Session {
  /// Warns if the name of the output states another file type than the movie keeps.
  func checkName(of target: FilePath, isQuickTime: Bool) {
    guard let named = MovieWriter.Options.FileType(nameOf: target),
      (named == .quickTime) != isQuickTime
    else { return }
    let (kind, other) = isQuickTime ? ("QuickTime", "an MP4") : ("MP4", "a QuickTime")
    messages.warning(
      "the movie stays \(kind), but has the name of \(other) file; to convert it, use 'movtool build "
        + "OUT --video FILE'", rule: "file-name", file: target)
  }

  /// Warns if the name of the output promises another format than the file has.
  /// - Parameters:
  ///   - format: What the file has, as in "the file has JSON".
  ///   - own: The extensions of names that promise that.
  func checkName(of target: FilePath?, has format: String, own: Set<String>) {
    guard let target, let promised = target.nameExtension, !own.contains(promised),
      Self.namedFormats.contains(promised)
    else { return }
    messages.warning(
      "the name ends in \(promised), but the file has \(format)", rule: "file-name", file: target)
  }

  /// Extensions by which a program would take a file for something that only one format is.
  private static let namedFormats: Set<String> = [
    ".json", ".csv", ".tsv", ".html", ".htm", ".edl", ".ale", ".otio", ".otioz", ".srt", ".vtt",
    ".ttml", ".xml",
    ".fcpxml", ".xmeml", ".aaf", ".drt", ".xlsx", ".xls", ".ods", ".pdf", ".md", ".yaml", ".jpg",
    ".jpeg", ".png",
    ".heic", ".heif", ".avif", ".webp", ".gif", ".mov", ".mp4", ".m4v", ".wav",
  ]
}
