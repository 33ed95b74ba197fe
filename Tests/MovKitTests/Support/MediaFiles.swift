import Foundation
import TestSupport

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

  /// All media of both folders, in the order of their names. A folder that is not there is listed.
  static func all(by function: String = #function, in file: String = #fileID) -> [URL] {
    if testMedia == nil { NotRun.add(.media("TestMedia"), by: function, in: file) }
    if more == nil { noteThatMoreIsAbsent(by: function, in: file) }
    return [testMedia, more].compactMap { $0 }.flatMap(files(in:))
  }

  /// Where `more` is nil, says what is done without it.
  static func noteThatMoreIsAbsent(by function: String = #function, in file: String = #fileID) {
    NotRun.add(.media("further movies (../shared/media or $MOVTOOL_MEDIA)"), by: function, in: file)
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
