import Synchronization

@testable import MovKit
@testable import movtool

/// Command lines of the tool over movies: the whole way from a file to what is printed or written.
///
/// The first byte chooses the lines. The rest is the movie or, if a mark is in it, two of them.
enum CommandsTarget {
  /// What holds after the lines, besides what holds after any.
  private enum Promise {
    case nothing
    /// What is printed is JSON, one document or several, also if the line fails.
    case json
    /// A whole movie is written, or nothing.
    case movie
    /// The movie is changed or as it was, and the backup undoes the change.
    case inPlace
    /// There is no difference if the two movies are one.
    case same
  }

  private static func lines(_ promise: Promise, _ texts: String...) -> (Promise, [String]) {
    (promise, texts)
  }

  /// New ones go to the end, so that the kept inputs keep their meaning. An input whose first byte is too large
  /// has none yet.
  private static let all: [(promise: Promise, texts: [String])] = [
    lines(.nothing, "inspect movie.mov"),
    lines(.json, "inspect movie.mov --json"),
    lines(.nothing, "inspect movie.mov --all --rows all --bytes 4096"),
    lines(.nothing, "inspect movie.mov --raw --rows all --hex"),
    lines(.json, "inspect movie.mov --at 100 --json"),
    lines(.nothing, "inspect movie.mov --html -o out.html"),
    lines(.nothing, "inspect movie.mov --html --compare other.mov -o out.html"),
    lines(.nothing, "samples movie.mov", "samples movie.mov --at 0.1 --keys --csv"),
    lines(.json, "samples movie.mov --units --json"),
    lines(.nothing, "list movie.mov other.mov --jobs 1 --csv -o out.csv"),
    lines(.json, "list movie.mov --json"),
    lines(.nothing, "list movie.mov --html -o out.html"),
    lines(.nothing, "list movie.mov --ale -o out.ale"),
    lines(.json, "check movie.mov --json --profile relink"),
    lines(.json, "check movie.mov --sarif --profile cmaf"),
    lines(.nothing, "check movie.mov --junit", "check movie.mov"),
    lines(.movie, "check movie.mov --fix -o out.mov"),
    lines(.inPlace, "check movie.mov --fix --in-place --backup out.backup"),
    lines(.json, "hash movie.mov --algorithm md5 --json"),
    lines(.same, "diff movie.mov other.mov --media"),
    lines(.same, "diff movie.mov other.mov --json"),
    lines(.same, "diff --timecode movie.mov other.mov --jobs 1"),
    lines(.movie, "build out.mov --video movie.mov"),
    lines(.movie, "build out.mov --video movie.mov --audio other.mov --fast-start"),
    lines(.movie, "build out.mov --video movie.mov --fragment 0.4"),
    lines(.movie, "build out.mp4 --video movie.mov --timecode 01:00:00:00 --rate 25"),
    lines(.movie, "remux movie.mov --fast-start -o out.mov"),
    lines(.movie, "remux movie.mov --fragment 0.2 --fast-start -o out.mov"),
    lines(.movie, "remux movie.mov --fragment 0.2 -o out.mov"),
    lines(.movie, "remux movie.mov --no-fragments -o out.mov"),
    lines(.movie, "cut movie.mov --from 0.1 --to 0.3 -o out.mov"),
    lines(.movie, "cut movie.mov --to 0.2 --at-sync -o out.mov"),
    lines(.movie, "cut movie.mov --from 1 --fast-start -o out.mov"),
    lines(.movie, "join movie.mov other.mov -o out.mov"),
    lines(.movie, "join other.mov movie.mov movie.mov --fast-start -o out.mov"),
    lines(.json, "extract timecode movie.mov --compact", "extract timecode movie.mov --frames"),
    lines(.nothing, "extract timecode movie.mov --all-sources"),
    lines(
      .movie, "extract timecode movie.mov --format edl -o out.edl",
      "insert timecode movie.mov --replace --segments out.edl -o out.mov"),
    lines(
      .movie, "extract timecode movie.mov --format csv -o out.csv",
      "insert timecode movie.mov --replace --segments out.csv -o out.mov"),
    lines(
      .movie, "extract timecode movie.mov -o out.json",
      "insert timecode movie.mov --replace --segments out.json -o out.mov"),
    lines(
      .movie, "extract timecode movie.mov --format ale -o out.ale",
      "insert timecode movie.mov --replace --segments out.ale -o out.mov"),
    lines(
      .nothing, "extract timecode movie.mov --format otio",
      "extract timecode movie.mov --format srt"),
    lines(.nothing, "extract track movie.mov --track 1 -o out.raw --index out.index"),
    lines(.nothing, "extract track movie.mov --track video --format annexb -o out.h264"),
    lines(.nothing, "extract track movie.mov --track audio --format elementary -o out.aac"),
    lines(.nothing, "extract track movie.mov --track audio --format wav -o out.wav"),
    lines(.nothing, "extract track movie.mov --track 1 --list"),
    lines(.nothing, "extract item movie.mov primary -o out.item"),
    lines(.nothing, "extract item movie.mov exif", "extract item movie.mov --list"),
    lines(.json, "extract metadata movie.mov"),
    lines(.nothing, "extract atom movie.mov moov -o out.atom"),
    lines(.movie, "insert track movie.mov --from other.mov --track video -o out.mov"),
    lines(.movie, "insert track movie.mov --from other.mov --track audio --at 1 -o out.mov"),
    lines(
      .nothing, "extract atom other.mov moov/udta -o out.atom",
      "insert atom movie.mov moov out.atom --at 1 -o out.mov"),
    lines(.movie, "insert timecode movie.mov --replace --from other.mov -o out.mov"),
    lines(.movie, "insert timecode movie.mov --start 05:00:00:00 --rate 25 -o out.mov"),
    lines(
      .inPlace,
      "insert timecode movie.mov --replace --start 05:00:00:00 --rate 25 --in-place --backup out.backup"
    ),
    lines(.movie, "edit timecode movie.mov --shift +1f --verify full -o out.mov"),
    lines(.inPlace, "edit timecode movie.mov --type tc64 --in-place --backup out.backup"),
    lines(
      .inPlace, "edit timecode movie.mov --reel A_longer_name --in-place --backup out.backup"),
    lines(
      .movie, "edit track movie.mov --track video --name Boom --language deu -o out.mov"),
    lines(.inPlace, "edit track movie.mov --track 1 --disabled --in-place --backup out.backup"),
    lines(
      .movie, "edit metadata movie.mov title=A location=1,2 com.apple.quicktime.make=B -o out.mov"),
    lines(.inPlace, "edit metadata movie.mov title=A ©cmt=B --in-place --backup out.backup"),
    lines(.inPlace, "remove metadata movie.mov --all --in-place --backup out.backup"),
    lines(.nothing, "edit atom movie.mov moov/mvhd rate=2 -o out.mov"),
    lines(
      .nothing,
      "edit atom movie.mov moov/trak/mdia/minf/stbl/stts entries[0].sample_delta=9 -o out.mov"),
    lines(
      .inPlace, "edit atom movie.mov moov/trak[0]/tkhd layer=-1 --in-place --backup out.backup"),
    lines(.nothing, "edit atom movie.mov meta/iprp/ipco/ispe image_width=9 -o out.mov"),
    lines(.nothing, "remove atom movie.mov meta/iprp/ipco/ispe -o out.mov"),
    lines(.inPlace, "remove atom movie.mov moov/trak/edts --in-place --backup out.backup"),
    lines(.movie, "remove track movie.mov --track audio -o out.mov"),
    lines(.inPlace, "remove track movie.mov --track 1 --in-place --backup out.backup"),
    lines(.movie, "remove timecode movie.mov -o out.mov"),
    lines(
      .nothing, "inspect movie.mov --find version=0 --find trak",
      "inspect movie.mov --atom moov/trak --json", "inspect movie.mov --summary"),
    lines(.movie, "build out.mov --video movie.h264 --rate 25"),
    lines(.movie, "build out.mov --video movie.h264 --rate 25 --fragment 0.04"),
    lines(.movie, "build out.mov --video movie.mov --audio other.wav --timecode 01:00:00:00"),
    lines(.movie, "insert track movie.mov --from other.wav -o out.mov"),
    lines(.movie, "insert track movie.mov --from other.h264 --rate 25 -o out.mov"),
    lines(.movie, "insert timecode movie.mov --replace --from other.wav -o out.mov"),
    lines(.movie, "insert timecode movie.mov --replace --segments other.csv -o out.mov"),
    lines(.nothing, "build out.mov --from-json movie.json --media other.mov"),
    lines(.nothing, "insert atom movie.mov moov other.json -o out.mov"),
    lines(.nothing, "extract timecode movie.wav --all-sources"),
    lines(.nothing, "restore movie.mov other.backup"),
  ]

  /// What stands between two movies.
  private static let mark: [UInt8] = [0xFF, 0x7C, 0xFF, 0x7C]

  static func run(_ bytes: [UInt8]) throws {
    guard let choice = bytes.first.map(Int.init), choice < all.count else { return }
    let (promise, texts) = all[choice]
    let (movie, other) = split(bytes.dropFirst())
    let folder = try CommandFolder()
    defer { folder.remove() }
    let words = Set(texts.flatMap { $0.split(separator: " ").map(String.init) })
    let name = words.first { $0.hasPrefix("movie.") } ?? "movie.mov"
    try folder.write(movie, name)
    let second = words.first { $0.hasPrefix("other.") }
    if let second { try folder.write(other, second) }
    for text in texts {
      let run = Run(
        text: text, promise: promise, result: folder.run(text), folder: folder, movie: movie,
        name: name, second: second, isSame: movie == other)
      try run.check()
    }
  }

  private static func split(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    var at = bytes.startIndex
    while at + mark.count <= bytes.endIndex {
      if bytes[at..<at + mark.count].elementsEqual(mark) {
        return (bytes[..<at], bytes[(at + mark.count)...])
      }
      at += 1
    }
    return (bytes, bytes)
  }

  /// A line that ran, and what must hold then.
  private struct Run {
    let text: String
    let promise: Promise
    let result: CommandFolder.Result
    let folder: CommandFolder
    let movie: ArraySlice<UInt8>
    let name: String
    let second: String?
    let isSame: Bool

    private var words: [String] { text.split(separator: " ").map(String.init) }
    private var isInPlace: Bool { words.contains("--in-place") || words.first == "restore" }

    func check() throws {
      // As with `grep`, nothing is said if nothing is found.
      let isSearch = words.contains("--find")
      try law(
        result.status == .success || !result.messages.isEmpty || promise == .same || isSearch,
        "'\(text)' failed and does not say why")
      try law(result.status != .usage, "'\(text)' is no command line: \(result.messages)")
      for message in result.messages {
        try law(!message.contains("verification of the"), "'\(text)': \(message)")
      }
      let names = Set(try folder.names())
      for found in names
      where !found.hasPrefix("out.") && found != name && found != second {
        throw BrokenLaw("'\(text)' left \(found)")
      }
      if !isInPlace {
        try law(try folder.read(name) == movie, "'\(text)' changed its input")
        let written = words.filter { $0.hasPrefix("out.") }
        try law(
          result.status != .success || written.allSatisfy(names.contains),
          "'\(text)' succeeded without its output")
      }
      try checkPromise(names)
    }

    private func checkPromise(_ names: Set<String>) throws {
      switch promise {
      case .nothing: return
      case .json:
        var reader = JSONReader(result.output)
        do { while try reader.next() != nil {} } catch {
          throw BrokenLaw("'\(text)' printed what is no JSON: \(error)")
        }
      case .movie:
        let output = words.first { $0.hasPrefix("out.m") }
        guard let output, names.contains(output) else { return }
        do { _ = try Movie(from: File(folder.path(output))) } catch {
          throw BrokenLaw("'\(text)' wrote a movie that cannot be read: \(error)")
        }
        // A movie that is mended is written, and what is still wrong with it is an error.
        try law(
          result.status == .success || words.contains("--fix") || words.contains("--fragment"),
          "'\(text)' failed and left an output: \(result.messages)")
      case .inPlace:
        guard names.contains("out.backup") else {
          return try law(
            try folder.read(name) == movie, "'\(text)' changed the movie and left no backup")
        }
        let undo = folder.run("restore \(name) out.backup")
        try law(undo.status == .success, "'\(text)' cannot be undone: \(undo.messages)")
        try law(try folder.read(name) == movie, "'\(text)' was undone to another movie")
      case .same:
        guard isSame, result.messages.isEmpty else { return }
        try law(result.status == .success, "'\(text)': a movie differs from itself")
      }
    }
  }
}

/// A folder for the files of one input, and the commands that run in it.
private final class CommandFolder {
  struct Result {
    let status: ExitCode
    let output: [UInt8]
    let messages: [String]
  }

  private let folder: FilePath

  /// In memory if possible: flushes to a disk would take most of the time.
  init() throws {
    let inMemory = FilePath("/dev/shm")
    let isThere = (try? FileDestination(inMemory))?.otherKind == .directory
    folder = try Process.makeTemporaryFolder(in: isThere ? inMemory : nil)
  }

  func path(_ name: String) -> FilePath { folder.appending(Array(name.utf8)) }

  func write(_ bytes: ArraySlice<UInt8>, _ name: String) throws {
    let output = try Output.to(OutputPlace(path(name)), onMedium: false)
    try output.write(bytes)
    try output.finish()
  }

  func read(_ name: String) throws -> ArraySlice<UInt8> {
    let file = try File(path(name))
    return try file.read(at: 0, count: Int(file.size))[...]
  }

  func names() throws -> [String] {
    try Folder.names(in: folder).map { String(decoding: $0, as: UTF8.self) }
  }

  func remove() {
    for name in (try? names()) ?? [] { Process.remove(path(name)) }
    Process.removeFolder(folder)
  }

  /// Runs a command line as the program does. Its files are those of the folder.
  func run(_ text: String) -> Result {
    let words = text.split(separator: " ").map { word in
      let isFile = ["movie.", "other.", "out."].contains { word.hasPrefix($0) }
      return isFile ? path(String(word)).bytes : Array(word.utf8)
    }
    var messages: [String] = []
    let terminal = Terminal(isTerminal: false, columns: nil, noColor: nil, term: nil)
    var status = ExitCode.failure
    let output = Output.capturing {
      let sink = Messages { messages.append($0) }
      status = Program.run(words, session: Session(terminal: terminal, messages: sink))
    }
    return Result(status: status, output: output, messages: messages)
  }
}
