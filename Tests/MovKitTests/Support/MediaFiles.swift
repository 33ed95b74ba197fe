import Foundation
import TestSupport
import Testing

/// Where the movies are that tests read: `TestMedia` at the root of the package, and more of them
/// in the folder named by `MOVTOOL_MEDIA`, or else in `shared/media` beside the package.
enum MediaFiles {
  static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let testMedia = packageRoot.appending(path: "TestMedia")

  static var more: URL? { SharedMedia.folder }

  /// All media of both folders, in the order of their names. If there are no further movies, that is
  /// listed.
  static func all(by function: String = #function, in file: String = #fileID) -> [URL] {
    noteIfMoreIsAbsent(by: function, in: file)
    return files(in: testMedia) + (more.map(files(in:)) ?? [])
  }

  /// Returns the files. Fails the run if there are fewer than `least`: a test over no files would
  /// pass.
  static func enough(_ files: [URL], atLeast least: Int) -> [URL] {
    if files.count < least { Issue.record("\(files.count) files instead of at least \(least)") }
    return files
  }

  /// If `more` is nil, lists the calling test as not run with it.
  static func noteIfMoreIsAbsent(by function: String = #function, in file: String = #fileID) {
    _ = SharedMedia.isThere(by: function, in: file)
  }

  private static let notMedia: Set = [
    "json", "md", "py", "sh", "swift", "tsv", "txt",
  ]

  /// The media of a folder and the folders in it. Fails the run if there is none.
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
    if files.isEmpty { Issue.record("no media in \(folder.path)") }
    return files.sorted { $0.path < $1.path }
  }

  static func bytes(of file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }
}
