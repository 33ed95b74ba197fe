import MovKit

extension MovieWriter.Options.FileType {
  /// The kind of movie that a name with each extension promises, whether the tool writes it or checks it. Movies
  /// of either kind are called `.mqv`, `.insv` and the like.
  private static let named: [String: Self] = [
    ".mov": .quickTime, ".qt": .quickTime, ".mp4": .mp4, ".m4v": .mp4, ".m4a": .mp4, ".m4b": .mp4,
    ".3gp": .mp4, ".3gpp": .mp4, ".3g2": .mp4, ".f4v": .mp4,
  ]

  /// The file type that the extension of a file's name states; nil if it is not the extension of one kind of movie.
  init?(nameOf path: FilePath) {
    guard let kind = path.nameExtension.flatMap({ Self.named[$0] }) else { return nil }
    self = kind
  }
}

extension Session {
  /// Warns if the name of the output states another file type than the movie keeps, or no movie at all.
  func checkName(of target: FilePath, isQuickTime: Bool) {
    guard let named = MovieWriter.Options.FileType(nameOf: target) else {
      // A picture can be a movie as well.
      return checkName(of: target, is: "a movie", own: [".heic", ".heif", ".avif"])
    }
    guard (named == .quickTime) != isQuickTime else { return }
    // Not all of these names are names of what `build` makes.
    let (kind, other, name) =
      isQuickTime ? ("QuickTime", "an MP4", "OUT.mp4") : ("MP4", "a QuickTime", "OUT.mov")
    messages.warning(
      "the movie stays \(kind), but has the name of \(other) file; to make one, use 'movtool build "
        + "\(name) --video FILE'", rule: "file-name", file: target)
  }

  /// Warns if the name of the output promises another format than the file has.
  /// - Parameters:
  ///   - format: What the file is, as in "the file is JSON".
  ///   - own: The extensions of names that promise that.
  func checkName(of target: FilePath?, is format: String, own: Set<String>) {
    guard let target, let promised = target.nameExtension, !own.contains(promised),
      Self.namedFormats.contains(promised)
        || MovieWriter.Options.FileType(nameOf: target) != nil
    else { return }
    messages.warning(
      "the name ends in \(promised), but the file is \(format)", rule: "file-name", file: target)
  }

  /// Extensions by which a program would take a file for something that only one format is.
  private static let namedFormats: Set<String> = [
    ".json", ".csv", ".tsv", ".html", ".htm", ".edl", ".ale", ".otio", ".otioz", ".srt", ".vtt",
    ".ttml", ".xml",
    ".fcpxml", ".xmeml", ".aaf", ".drt", ".xlsx", ".xls", ".ods", ".pdf", ".md", ".yaml", ".jpg",
    ".jpeg", ".png",
    ".heic", ".heif", ".avif", ".webp", ".gif", ".wav", ".mp3",
  ]
}
