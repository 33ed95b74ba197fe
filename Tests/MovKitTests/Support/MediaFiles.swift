import Foundation

/// Where the movies are that tests read: `TestMedia` at the root of the package, and more of them
/// in the folder named by `MOVTOOL_MEDIA`, or else in `shared/media` beside the package.
enum MediaFiles {
  static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let testMedia: URL? = existing(packageRoot.appending(path: "TestMedia"))

  static let more: URL? = {
    if let path = ProcessInfo.processInfo.environment["MOVTOOL_MEDIA"], !path.isEmpty {
      return existing(URL(filePath: path))
    }
    return existing(packageRoot.deletingLastPathComponent().appending(path: "shared/media"))
  }()

  private static func existing(_ folder: URL) -> URL? {
    let isFolder = try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    return isFolder == true ? folder : nil
  }

  /// All media of both folders, in the order of their names. Says so where a folder is not there.
  static func all() -> [URL] {
    if testMedia == nil { print("TestMedia is not there: its files are skipped") }
    if more == nil { print("MOVTOOL_MEDIA is not there: its files are skipped") }
    return [testMedia, more].compactMap { $0 }.flatMap(files(in:))
  }

  private static let notMedia: Set = [
    "json", "md", "py", "sh", "swift", "tsv", "txt",
  ]

  static func files(in folder: URL) -> [URL] {
    let keys: Set<URLResourceKey> = [.isRegularFileKey]
    guard
      let walk = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
    else { return [] }
    var files: [URL] = []
    for case let url as URL in walk {
      guard !notMedia.contains(url.pathExtension.lowercased()),
        (try? url.resourceValues(forKeys: keys).isRegularFile) == true
      else { continue }
      files.append(url)
    }
    return files.sorted { $0.path < $1.path }
  }

  static func bytes(of file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }
}
