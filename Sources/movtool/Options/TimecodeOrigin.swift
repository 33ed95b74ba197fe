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

/// A kind of place in a file that says a timecode: `rtmd`, `ltc`, `ltc:2`.
struct SourceSelector: Equatable, Sendable, CustomStringConvertible {
  enum Choice: Equatable, Sendable {
    case kind(TimecodeSource.Kind)
    /// Linear timecode in audio, in a channel counted from 1; nil for the one that has the most.
    case linear(channel: Int?)
  }

  let choice: Choice
  /// The text that the user typed.
  let description: String

  /// The kinds that say a time.
  static let names = TimecodeSource.Kind.allCases.filter { $0 != .reel }.map(\.rawValue) + ["ltc"]

  init(_ text: String) throws(BadValue) {
    description = text
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.first == "ltc" {
      guard parts.count == 2 else {
        choice = .linear(channel: nil)
        return
      }
      guard let channel = wholeNumber(String(parts[1])), (1...64).contains(channel) else {
        throw BadValue("channels of linear timecode are 1 to 64, such as ltc:2")
      }
      choice = .linear(channel: channel)
      return
    }
    guard let kind = TimecodeSource.Kind(rawValue: text) else { throw BadValue() }
    guard kind != .reel else {
      throw BadValue("it names a reel and says no time; for a name, use --reel")
    }
    choice = .kind(kind)
  }
}

/// The moment of another movie that a movie begins with.
enum TimecodeOffset: Equatable, Sendable {
  case moment(GivenMoment)
  /// So many frames of its video after the first.
  case frames(Int)
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

extension Option where Value == SourceSelector {
  /// An option that names a kind of place that says a timecode.
  /// - Parameter offered: The kinds that shells offer.
  static func source(
    _ name: String, offered: [String] = SourceSelector.names, help: String
  ) -> Option {
    Option(
      name, placeholder: "KIND",
      expected: "one of " + SourceSelector.names.joined(separator: ", "), help: help,
      completion: .words(offered)
    ) { (text) throws(BadValue) in try SourceSelector(text) }
  }
}

extension Option where Value == TimecodeOffset {
  /// An option whose value is a moment of a movie, or a number of its frames.
  static func offset(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "TIME|Nf",
      expected:
        "a time such as 5, 00:00:05.250 or the timecode 01:30:17:00, or frames such as 100f",
      help: help
    ) { (text) throws(BadValue) in
      if text.hasSuffix("f"), let frames = wholeNumber(String(text.dropLast())) {
        return .frames(frames)
      }
      return .moment(try GivenMoment(text))
    }
  }
}
