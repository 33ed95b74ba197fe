import Foundation
import MovKit

/// Where the movies of these examples stand, and where those stand that they write.
enum TestMovies {
  static func path(_ name: String) -> FilePath {
    FilePath(MediaFiles.packageRoot.appending(path: "TestMedia/\(name)").path)
  }

  /// Runs an example with a name for the movie that it writes.
  static func withNewMovie<Result>(
    _ name: String = "new.mov", _ body: (FilePath) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(FilePath(folder.appending(path: name).path))
  }
}
