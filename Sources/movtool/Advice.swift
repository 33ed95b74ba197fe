import MovKit

/// What the user can do about an error or a finding of the library, which knows no options.
enum Advice {
  /// By the ID of the error. `{path}` is that of the atom that the error is about.
  static let onErrors = [
    "exists": "use --overwrite to replace it",
    "has-timecode": "use --replace to replace it",
    "no-frame-rate": "use --rate to give one",
    "slide-show": "use --rate to give it timecode all the same",
    "quanta-out-of-range": "use another --rate, or --quanta where there is one",
    "drop-frame-rate": "write ':' before the frames, and leave out --drop-frame",
    "no-timecode": "use 'movtool insert timecode'",
    "several-timecodes": "choose one with --track",
    "not-editable-in-place": "use -o to write a copy",
    "not-indexable": "leave out --fast-start",
    "items-elsewhere":
      "'movtool remove atom FILE {path} -o OUT' writes a copy without these items; the copy is still a movie, but no "
      + "longer a picture (such as AVIF)",
    "decode-time-goes-back":
      "put the segments of a stream in the order of the times that their fragments state (tfdt)",
    "output-limit": "allow more with --max-output",
    "memory-limit": "allow more with --max-memory",
    "out-of-memory": "close other programs, or raise the limit of this one",
  ]

  /// By the rule of the finding.
  static let onFindings = [
    "hints-not-changed": "remove the track with 'movtool remove track'",
    "start-picture-predicted":
      "'movtool samples --units FILE' shows the key frames of H.264 and HEVC",
    "movie-starts-late": cut, "joined-starts-late": cut,
    "media-remains": "'movtool build NEW --video COPY' leaves them out",
    "frame-rate-varies": "give another with --rate",
    "frame-rate-differs": "give another with --rate",
  ]

  private static let cut =
    "'movtool cut FILE --from TIME -o PART' takes what is shown from there on"
}

extension IdentifiedError {
  /// Returns the message followed by what to do, if something is known.
  /// - Parameter text: The message; nil for the description of the error.
  func advised(_ text: String? = nil) -> String {
    let text = text ?? messageAboutFile
    guard let advice = Advice.onErrors[id] else { return text }
    let mark = "{path}"
    let words = advice.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix(mark) else { return String(word) }
      return (path.isEmpty ? "PATH" : path.shellWord) + word.dropFirst(mark.count)
    }
    return "\(text); \(words.joined(separator: " "))"
  }

  /// The description of the error, for a message that begins with the name of its file.
  var messageAboutFile: String {
    switch self as any Error {
    case let error as ReadingError: error.reason
    case let error as WritingError: error.reason
    default: description
    }
  }

  /// The path of the atom that the error is about; empty if it is not known.
  private var path: String {
    switch self as any Error {
    case let error as FormatError: error.path
    case CutError.format(let error): error.path
    case WritingError.format(let error): error.path
    case ReadingError.format(let error): error.path
    default: ""
    }
  }
}

extension Diagnostic {
  /// The message followed by what to do, if something is known.
  var advisedMessage: String {
    Advice.onFindings[rule].map { "\(message) (\($0))" } ?? message
  }
}
