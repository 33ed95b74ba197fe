import MovKit

/// The movies or the file that `insert timecode --from OTHER` names.
struct OtherFile {
  /// The file; nil for a folder.
  private let file: FilePath?
  /// The movies in the folder, by their names in lower case, and by those without the extension.
  private var named: [ClipName.Key: [FilePath]] = [:]
  private var stemmed: [ClipName.Key: [FilePath]] = [:]
  private let folder: FilePath

  /// Whether it is the same file for all movies.
  var isOneFile: Bool { file != nil }

  /// - Throws: `Failure.problem` if there is nothing under the name.
  init(_ path: FilePath, _ messages: Messages) throws(Failure) {
    folder = path
    let found: FoundFile
    do throws(IOError) { found = try FoundFile(path) } catch { throw Failure(error, about: path) }
    guard found.otherKind == .directory else {
      file = path
      return
    }
    file = nil
    for movie in FileList([path], messages).entries.map(\.path) {
      let name = ClipName(of: movie)
      named[name.whole, default: []].append(movie)
      stemmed[name.stem, default: []].append(movie)
    }
    guard !named.isEmpty else { throw .problem("there is no movie in it", file: path) }
  }

  /// Returns the file whose timecode a movie is given. In a folder, it is the movie with the same
  /// name or, if there is none, the one with the same name without extension and without a mark of
  /// proxies, such as `A001.mov` for `A001_Proxy.mp4`.
  /// - Throws: `Failure.problem` if there is none, or several.
  func file(for movie: FilePath) throws(Failure) -> FilePath {
    if let file { return file }
    let own = try identity(of: movie)
    // A proxy beside its original is not its own original.
    func others(_ all: [FilePath]?) throws(Failure) -> [FilePath] {
      var others: [FilePath] = []
      for path in all ?? [] where try identity(of: path) != own { others.append(path) }
      return others
    }
    let name = ClipName(of: movie)
    var found = try others(named[name.whole])
    for original in name.originals where found.isEmpty { found = try others(stemmed[original]) }
    guard let first = found.first else {
      throw .problem(
        "no movie in \(folder) has this name; name the movie itself with --from", file: movie)
    }
    guard found.count == 1 else {
      throw .problem(
        "several movies in \(folder) have this name: "
          + found.prefix(3).map(\.description).joined(separator: ", ")
          + (found.count > 3 ? ", …" : "") + "; name the movie itself with --from", file: movie)
    }
    return first
  }

  private func identity(of path: FilePath) throws(Failure) -> File.Identity {
    do throws(IOError) { return try FoundFile(path).identity } catch {
      throw Failure(error, about: path)
    }
  }
}
