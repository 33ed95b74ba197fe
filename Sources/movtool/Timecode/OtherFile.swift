import MovKit

/// The movies or the file that `insert timecode --from OTHER` names.
struct OtherFile {
  /// The file; nil for a folder.
  private let file: FilePath?
  /// The movies in the folder, by their names in lower case, and by those without the extension.
  private var named: [ClipName.Key: Originals] = [:]
  private var stemmed: [ClipName.Key: Originals] = [:]
  private let folder: FilePath
  /// The parts of what the command line names to be given timecode, movies and folders of them, with its place there.
  private var targets: [[ArraySlice<UInt8>]: Int] = [:]

  /// A movie in the folder.
  private struct Original {
    let path: FilePath
    /// The folders from the one that was named to the movie.
    let folders: [ArraySlice<UInt8>]
  }

  /// The movies in the folder that have one name. The clips of many cards have, so they are found by their folders.
  private struct Originals {
    private(set) var all: [Original] = []
    private var inFolders: [[ArraySlice<UInt8>]: [Original]] = [:]
    /// The number of folders that the deepest is in.
    private(set) var depth = 0

    mutating func add(_ movie: Original) {
      all.append(movie)
      inFolders[movie.folders, default: []].append(movie)
      depth = max(depth, movie.folders.count)
    }

    subscript(folders: some Sequence<ArraySlice<UInt8>>) -> [Original] {
      inFolders[Array(folders)] ?? []
    }
  }

  /// Whether it is the same file for all movies.
  var isOneFile: Bool { file != nil }

  /// - Parameter targets: What the command line names to be given timecode: movies, and folders of them.
  /// - Throws: `Failure.problem` if there is nothing under the name.
  init(_ path: FilePath, for targets: [FilePath], _ messages: Messages) throws(Failure) {
    folder = path
    for (index, target) in targets.enumerated() {
      let parts = Self.parts(of: target)
      self.targets[parts] = self.targets[parts] ?? index
    }
    let found: FoundFile
    do throws(IOError) { found = try FoundFile(path) } catch { throw Failure(error, about: path) }
    guard found.otherKind == .directory else {
      file = path
      return
    }
    file = nil
    for entry in FileList([path], messages).entries {
      let name = ClipName(of: entry.path)
      let movie = Original(path: entry.path, folders: Self.folders(of: entry.name))
      named[name.whole, default: Originals()].add(movie)
      stemmed[name.stem, default: Originals()].add(movie)
    }
    guard !named.isEmpty else { throw .problem("there is no movie in it", file: path) }
  }

  /// Returns the file whose timecode a movie is given. In a folder, it is the movie with the same
  /// name or, if there is none, the one with the same name without extension and without a mark of
  /// proxies, such as `A001.mov` for `A001_Proxy.mp4`. Of several, it is the one in the same folder: the clips of many
  /// cards have the same names.
  /// - Throws: `Failure.problem` if there is none, or several.
  func file(for movie: FilePath) throws(Failure) -> FilePath {
    if let file { return file }
    let name = ClipName(of: movie)
    let own = try identity(of: movie)
    let known = [named[name.whole]] + name.originals.map { stemmed[$0] }
    for originals in known.lazy.compactMap(\.self) {
      if let near = try inFolder(of: movie, originals, besides: own) { return near.path }
      let found = try others(originals.all, besides: own, most: Self.mostListed + 1)
      guard found.count != 1 else { return found[0].path }
      guard found.isEmpty else {
        throw .problem(
          "several movies in \(folder) have this name: "
            + found.prefix(Self.mostListed).map(\.path.description).joined(separator: ", ")
            + (found.count > Self.mostListed ? ", …" : "") + "; name the movie itself with --from",
          file: movie)
      }
    }
    throw .problem(
      "no movie in \(folder) has this name; name the movie itself with --from", file: movie)
  }

  private static let mostListed = 3

  /// Returns the first of some movies that are not this file: a proxy beside its original is not its own original.
  private func others(
    _ all: [Original], besides own: File.Identity, most: Int = .max
  ) throws(Failure) -> [Original] {
    var others: [Original] = []
    for original in all where others.count < most {
      if try identity(of: original.path) != own { others.append(original) }
    }
    return others
  }

  /// Returns the original in the folder that a movie has in the one that was named, as `diff --timecode` does; of a movie
  /// that was named itself, the one whose folders the path of the movie ends with. Nil if there is none.
  private func inFolder(
    of movie: FilePath, _ originals: Originals, besides own: File.Identity
  ) throws(Failure) -> Original? {
    let folders = Self.folders(of: movie)
    let outer = (0...folders.count).lazy.compactMap { count in
      targets[Array(folders.prefix(count))].map { (count: count, index: $0) }
    }
    if let target = outer.min(by: { $0.index < $1.index }) {
      let found = try others(originals[folders.dropFirst(target.count)], besides: own)
      return found.count == 1 ? found[0] : nil
    }
    for count in stride(from: min(folders.count, originals.depth), to: 0, by: -1) {
      let found = try others(originals[folders.suffix(count)], besides: own)
      if !found.isEmpty { return found.count == 1 ? found[0] : nil }
    }
    return nil
  }

  private static func folders(of path: FilePath) -> [ArraySlice<UInt8>] {
    parts(of: path).dropLast()
  }

  private static func parts(of path: FilePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
  }

  private func identity(of path: FilePath) throws(Failure) -> File.Identity {
    do throws(IOError) { return try FoundFile(path).identity } catch {
      throw Failure(error, about: path)
    }
  }
}
