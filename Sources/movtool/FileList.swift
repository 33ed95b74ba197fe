import MovKit

/// The files that a command line means: those that it names, the movies in the folders that it
/// names, and those in a list.
struct FileList {
  struct Entry: Equatable, Sendable {
    let path: FilePath
    /// The path as it was named or, of a movie in a folder, the path from there.
    let name: FilePath

    /// Its place in a copy of the folder that was named; its own name if it was named itself.
    var placeInFolder: [UInt8] { name == path ? path.lastComponent : name.bytes }
  }

  private(set) var entries: [Entry] = []
  /// The folders that were named.
  private(set) var folders: [FilePath] = []
  /// Those of them in which there is no movie.
  private var emptyFolders: [FilePath] = []
  /// The first of these that is not of a list.
  private var namedEmptyFolder: FilePath?
  /// Why it is not known of a name whether it is that of a folder; nil if it is of all. It is listed
  /// as a file, and this is reported when it is opened, if it is.
  private(set) var unexamined: Failure?

  static let filesFrom = Option<FilePath>.path(
    "--files-from", role: .input, placeholder: "LIST|-",
    help: "Read also the files and folders that LIST names, one on each line; - for standard input")
  static let null = Option.flag(
    "--null", "-0", help: "In LIST, a zero byte ends each name, as find -print0 writes it")

  /// The extensions of the names of movies, in lower case.
  private static let movieExtensions: Set = [
    ".mov", ".mp4", ".m4v", ".m4a", ".m4b", ".qt", ".mqv", ".3gp", ".3gpp", ".3g2", ".f4v", ".insv",
    ".crm", ".braw", ".mj2", ".mp4v", ".ismv", ".isma", ".360", ".lrv", ".lrf",
  ]

  /// The extensions of the names of pictures with items, in lower case.
  private static let pictureExtensions: Set = [
    ".heic", ".heif", ".hif", ".heics", ".heifs", ".avif", ".avifs", ".avci", ".avcs", ".cr3",
  ]

  /// The extensions of the names of segments, in lower case. Most of them have no header, so only what needs none
  /// lists them.
  private static let segmentExtensions: Set = [".m4s", ".cmfv", ".cmfa", ".cmft"]

  /// Whether pictures and segments in folders are listed as well as movies.
  private let listsAllKinds: Bool
  /// What is listed in folders, in words.
  private var kinds: String { listsAllKinds ? "movie, picture or segment" : "movie" }
  /// The number of files in folders that are left out because of their extensions.
  private(set) var otherNames = 0

  /// Whether a command line may mean several files: it names several, a folder or a list.
  static func meansSeveral(_ arguments: Arguments, _ positional: Positional) -> Bool {
    let files = arguments.files(positional)
    return files.count > 1 || arguments[filesFrom] != nil
      || files.contains(where: isFolder)
  }

  /// Whether a path leads to a folder. False also if that cannot be found out.
  static func isFolder(_ path: FilePath) -> Bool {
    (try? FoundFile(path))?.otherKind == .directory
  }

  /// Throws if there are no files because a folder has none that the command line names. A list may name nothing,
  /// or what has none: for one of many machines there may be nothing to do. A folder that cannot be read has been
  /// reported.
  func checkMayBeEmpty() throws(Failure) {
    guard let folder = namedEmptyFolder else { return }
    let others =
      otherNames == 0 || folders.count > 1
      ? ""
      : "; \(counted(otherNames, "file", "has", "have")) another extension (-v names \(otherNames == 1 ? "it" : "them"))"
    throw .problem("there is no \(kinds) in it\(others)", file: folder)
  }

  /// Collects the files of a command with `filesFrom` and `null`. A folder that cannot be read is
  /// reported, and the others are read.
  /// - Throws: `Failure` if the list cannot be read, or `null` is given without it.
  init(
    _ arguments: Arguments, _ positional: Positional, _ messages: Messages, allKinds: Bool = false
  ) throws(Failure) {
    listsAllKinds = allKinds
    for path in arguments.files(positional) { add(path, messages) }
    namedEmptyFolder = emptyFolders.first
    defer { reportEmptyFolders(messages) }
    guard let list = arguments[Self.filesFrom] else {
      if arguments[Self.null] { throw arguments.usage("'--null' requires '--files-from'") }
      return
    }
    let stream: ByteStream
    do throws(IOError) {
      stream = list.isStandardStream ? try ByteStream.standardInput() : try ByteStream(list)
    } catch { throw Failure(error, about: list) }
    let end: UInt8 = arguments[Self.null] ? 0 : 0x0A
    for name in try Self.names(in: stream, endedBy: end) {
      add(FilePath(bytes: name), messages)
    }
  }

  /// Lists paths: files as they are, and the movies in folders.
  init(_ paths: [FilePath], _ messages: Messages) {
    listsAllKinds = false
    for path in paths { add(path, messages) }
    namedEmptyFolder = emptyFolders.first
  }

  /// Longer than the name of any file, and more names without a character than any list has. A device or a
  /// movie that was taken for a list would be read for ever.
  private static let most = 1 << 16

  private static func names(
    in stream: ByteStream, endedBy end: UInt8
  ) throws(Failure) -> [[UInt8]] {
    func problem(_ what: String) -> Failure {
      .problem("it is not a list of names: \(what)", file: stream.path)
    }
    var names: [[UInt8]] = []
    var rest: [UInt8] = []
    var emptyCount = 0
    var lineCount = 0
    // A program can write names for ever. The room for those that have come is checked for as much again.
    var unchecked = 0
    func add(_ name: [UInt8]) throws(Failure) {
      emptyCount = name.isEmpty ? emptyCount + 1 : 0
      guard emptyCount <= most else { throw problem("\(most) lines of it are empty") }
      lineCount += 1
      if end == 0x0A, name.contains(0) {
        throw problem(
          lineCount == 1 && UTF16Text.mark(of: name) != nil
            ? "it is UTF-16; save it as UTF-8"
            : "line \(lineCount) has a zero byte: if zero bytes end the names, use --null; if the list is UTF-16, save "
              + "it as UTF-8")
      }
      if !name.isEmpty { names.append(name) }
    }
    while true {
      let bytes: [UInt8]
      do throws(IOError) { bytes = try stream.read(upTo: 1 << 16) } catch {
        throw Failure(error, about: stream.path)
      }
      if bytes.isEmpty { break }
      unchecked += bytes.count
      if unchecked >= 1 << 20 {
        do throws(IOError) { try Memory.check(unchecked) } catch {
          throw Failure(error, about: stream.path)
        }
        unchecked = 0
      }
      var lines = bytes.split(separator: end, omittingEmptySubsequences: false)[...]
      rest += lines.popFirst() ?? []
      for line in lines {
        try add(rest)
        rest = Array(line)
      }
      guard rest.count <= most else { throw problem("a line has more than \(most) bytes") }
    }
    if !rest.isEmpty { try add(rest) }
    if end == 0x0A { names.removeMarks() }
    return names
  }

  private mutating func add(_ path: FilePath, _ messages: Messages) {
    do throws(IOError) {
      guard try FoundFile(path).otherKind == .directory else {
        entries.append(Entry(path: path, name: path))
        return
      }
    } catch {
      entries.append(Entry(path: path, name: path))
      if unexamined == nil, !error.isLinkToNothing { unexamined = Failure(error, about: path) }
      return
    }
    folders.append(path)
    let count = entries.count
    let isRead = addMovies(in: path, messages)
    if isRead, entries.count == count { emptyFolders.append(path) }
  }

  /// Warns of folders without movies, if there are movies elsewhere. Where there are none, that is for the command to
  /// say.
  private func reportEmptyFolders(_ messages: Messages) {
    guard !entries.isEmpty else { return }
    for folder in emptyFolders {
      messages.warning("there is no \(kinds) in the folder", rule: "folder-empty", file: folder)
    }
  }

  /// What is still to be looked at in a folder.
  private struct Pending {
    let path: FilePath
    let name: FilePath?
  }

  /// Adds the movies in a folder and in the folders inside it, in natural order of their names.
  /// Each folder is read once, so links to folders cannot lead in a circle.
  /// - Returns: Whether all could be read.
  private mutating func addMovies(in folder: FilePath, _ messages: Messages) -> Bool {
    var isRead = true
    var seen: Set<File.Identity> = []
    // The next one is the last of the array.
    var pending = [Pending(path: folder, name: nil)]
    while let next = pending.popLast() {
      let isMovie = next.name.map(isListed) ?? false
      let found: FoundFile
      do throws(IOError) { found = try FoundFile(next.path) } catch {
        if isMovie, let name = next.name {
          // If it cannot be opened either, that is reported then.
          entries.append(Entry(path: next.path, name: name))
        } else if next.name == nil || !error.isLinkToNothing {
          // It may be a folder with movies.
          messages.error("cannot examine: \(error.reason)", file: next.path)
          isRead = false
        }
        continue
      }
      switch found.otherKind {
      case nil:
        if isMovie, let name = next.name {
          entries.append(Entry(path: next.path, name: name))
        } else {
          otherNames += 1
          messages.detail("left out: its name has another extension", file: next.path)
        }
      case .directory where seen.insert(found.identity).inserted:
        do throws(IOError) {
          let names = try Folder.names(in: next.path).filter { $0.first != UInt8(ascii: ".") }
          for name in names.sorted(by: { NaturalOrder.isBefore($1, $0) }) {
            pending.append(
              Pending(
                path: next.path.appending(name),
                name: next.name?.appending(name) ?? FilePath(bytes: name)))
          }
        } catch {
          messages.error("cannot read the folder: \(error.reason)", file: next.path)
          isRead = false
        }
      case .directory: messages.detail("already read under another name", file: next.path)
      case let kind?:
        if isMovie { messages.detail("skipped: it is a \(kind.rawValue)", file: next.path) }
      }
    }
    return isRead
  }

  /// Whether the extension of a name is that of a movie.
  static func isNamedLikeMovie(_ path: FilePath) -> Bool {
    isNamed(path, like: movieExtensions)
  }

  private func isListed(_ path: FilePath) -> Bool {
    Self.isNamedLikeMovie(path)
      || listsAllKinds
        && (Self.isNamed(path, like: Self.pictureExtensions)
          || Self.isNamed(path, like: Self.segmentExtensions))
  }

  private static func isNamed(_ path: FilePath, like extensions: Set<String>) -> Bool {
    path.nameExtension.map(extensions.contains) ?? false
  }
}

extension [[UInt8]] {
  /// Removes what programs of Windows write: a byte order mark before the first line, and a carriage return
  /// at the end of each.
  fileprivate mutating func removeMarks() {
    if let first { self[0] = [UInt8](first.withoutByteOrderMark) }
    if dropLast().allSatisfy({ $0.last == 0x0D }), first?.last == 0x0D {
      for index in indices where self[index].last == 0x0D { self[index].removeLast() }
    }
    removeAll(where: \.isEmpty)
  }
}
