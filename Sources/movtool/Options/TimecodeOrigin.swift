import MovKit

/// Where `insert timecode --from` takes timecode from.
enum TimecodeOrigin: Equatable, Sendable {
  /// Another movie, a WAV file, or a folder of movies.
  case file(FilePath)
  /// A place in the movie itself.
  case source(SourceSelector)
  /// When the movie was created.
  case creationDate
  /// When the file was last changed.
  case fileDate
  /// A time in the name of the file; with a pattern, the one that it takes.
  case name(NameClock?)

  /// Reads the word of an option; anything that is no word is the name of a file.
  init(_ bytes: [UInt8]) throws(BadValue) {
    guard !bytes.isEmpty, !bytes.contains(0), bytes != Array("-".utf8) else {
      throw BadValue()
    }
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case "date": self = .creationDate
    case "file-date": self = .fileDate
    case "name": self = .name(nil)
    case _ where text.hasPrefix("name:"):
      self = .name(try NameClock(String(text.dropFirst("name:".count))))
    case _ where text.hasPrefix("source:"):
      self = .source(try SourceSelector(String(text.dropFirst("source:".count))))
    default: self = .file(FilePath(bytes: bytes))
    }
  }

  /// The file that it names; nil if it names none.
  var file: FilePath? { if case .file(let path) = self { path } else { nil } }
}

extension Option where Value == TimecodeOrigin {
  /// An option that says where timecode comes from.
  static func origin(_ name: String, help: String) -> Option {
    Option.fileOrWord(
      name, placeholder: "OTHER",
      expected: "a movie, a WAV file, a folder of movies, date, file-date, name, name:PATTERN or "
        + "source:KIND", help: help,
      file: \.file
    ) { (bytes) throws(BadValue) in try TimecodeOrigin(bytes) }
  }
}
