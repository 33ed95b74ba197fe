public import Foundation

/// Movies that are not part of the package: those of the folder that `MOVTOOL_MEDIA` names, or else of
/// `shared/media` beside the package. A test that needs what is not there is listed as not run.
public enum SharedMedia {
  /// The folder; nil if it is not there.
  public static let folder: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appending(path: "shared/media")
    let named = ProcessInfo.processInfo.environment["MOVTOOL_MEDIA"].flatMap {
      $0.isEmpty ? nil : URL(filePath: $0)
    }
    let folder = named ?? beside
    let isFolder = try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    return isFolder == true ? folder : nil
  }()

  /// Whether the folder is there. If not, the calling test is listed as not run.
  public static func isThere(
    by function: String = #function, in file: String = #fileID
  ) -> Bool {
    guard folder == nil else { return true }
    NotRun.add(
      .media("further movies (../shared/media or $MOVTOOL_MEDIA)"), by: function, in: file)
    return false
  }

  /// Returns a movie, by its path in the folder; nil if it is not there, and the calling test is listed as not
  /// run.
  public static func movie(
    _ path: String, by function: String = #function, in file: String = #fileID
  ) -> URL? {
    guard isThere(by: function, in: file), let movie = folder?.appending(path: path) else {
      return nil
    }
    if FileManager.default.fileExists(atPath: movie.path) { return movie }
    NotRun.add(.media("\(path) of the further movies"), by: function, in: file)
    return nil
  }

  /// The lines of the folder's manifest, of which each but the first is about a movie and begins with its path;
  /// nil if it is not there, and the calling test is listed as not run.
  public static func manifest(
    by function: String = #function, in file: String = #fileID
  ) -> [Substring]? {
    guard let manifest = movie("MANIFEST.tsv", by: function, in: file) else { return nil }
    return (try? String(contentsOf: manifest, encoding: .utf8))?.split(separator: "\n")
  }

  /// The movies of the manifest up to a size in bytes. If there are none, the calling test is listed as not run
  /// with them.
  public static func movies(
    upTo size: Int, by function: String = #function, in file: String = #fileID
  ) -> [URL] {
    guard let rows = manifest(by: function, in: file), let folder else { return [] }
    return rows.dropFirst().compactMap { row in
      let movie = folder.appending(path: String(row.prefix { $0 != "\t" }))
      let found = try? movie.resourceValues(forKeys: [.fileSizeKey]).fileSize
      return found.map { $0 <= size } ?? false ? movie : nil
    }
  }
}
