import MovKit

/// The movies or the file that `insert timecode --from OTHER` names.
struct OtherFile {
  /// The file; nil for a folder.
  private let file: FilePath?
  /// The movies in the folder.
  private let movies: [FilePath]
  private let folder: FilePath

  /// - Throws: `Failure.problem` if there is nothing under the name.
  init(_ path: FilePath, _ messages: Messages) throws(Failure) {
    folder = path
    let found: FoundFile
    do throws(IOError) { found = try FoundFile(path) } catch { throw Failure(error, about: path) }
    guard found.otherKind == .directory else {
      file = path
      movies = []
      return
    }
    file = nil
    movies = FileList([path], messages).entries.map(\.path)
    guard !movies.isEmpty else { throw .problem("there is no movie in it", file: path) }
  }

  /// Returns the file whose timecode a movie is given. In a folder, it is the movie with the same
  /// name or, if there is none, the one with the same name without extension and without a mark of
  /// proxies, such as `A001.mov` for `A001_Proxy.mp4`.
  /// - Throws: `Failure.problem` if there is none, or several.
  func file(for movie: FilePath) throws(Failure) -> FilePath {
    if let file { return file }
    let own = try? FoundFile(movie)
    func matches(_ isMatch: (FilePath) -> Bool) -> [FilePath] {
      movies.filter { other in
        guard isMatch(other) else { return false }
        // A proxy beside its original is not its own original.
        return own == nil || (try? FoundFile(other))?.identity != own?.identity
      }
    }
    let name = movie.lastComponent.lowercasedASCII
    let stem = name.stem
    var found = matches { $0.lastComponent.lowercasedASCII == name }
    if found.isEmpty { found = matches { $0.lastComponent.lowercasedASCII.stem == stem } }
    if found.isEmpty, let plain = stem.withoutProxyMark {
      found = matches { $0.lastComponent.lowercasedASCII.stem == plain }
    }
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
}

extension [UInt8] {
  /// The bytes with small letters of ASCII.
  fileprivate var lowercasedASCII: [UInt8] {
    map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// A file's name without its extension.
  fileprivate var stem: [UInt8] {
    guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
    return Array(self[..<dot])
  }

  /// The name without `_proxy`, `-proxy`, `.proxy` or ` proxy` at its end, or what programs add to
  /// that; nil if it has none of them.
  fileprivate var withoutProxyMark: [UInt8]? {
    for mark in ["_proxy", "-proxy", ".proxy", " proxy"].map({ Array($0.utf8) })
    where count > mark.count && suffix(mark.count).elementsEqual(mark) {
      return Array(dropLast(mark.count))
    }
    return nil
  }
}
