import MovKit

/// What the user can do about an error or a finding of the library, which knows no options.
enum Advice {
  /// By the ID of the error.
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
    "items-elsewhere": "'movtool remove atom FILE PATH -o OUT' writes a copy without them",
    "output-limit": "allow more with --max-output",
    "memory-limit": "allow more with --max-memory",
    "out-of-memory": "close other programs, or raise the limit of this one",
  ]

  /// By the rule of the finding.
  static let onFindings = [
    "hints-not-changed": "remove the track with 'movtool remove track'",
    "start-picture-predicted":
      "'movtool samples --units FILE' shows the key frames of H.264 and HEVC",
    "media-remains": "'movtool build NEW --video COPY' leaves them out",
    "frame-rate-varies": "give another with --rate",
    "frame-rate-differs": "give another with --rate",
  ]
}

extension IdentifiedError {
  /// Returns the message followed by what to do, if something is known.
  /// - Parameter text: The message; nil for the description of the error.
  func advised(_ text: String? = nil) -> String {
    let text = text ?? description
    return Advice.onErrors[id].map { "\(text); \($0)" } ?? text
  }
}

extension Diagnostic {
  /// The message followed by what to do, if something is known.
  var advisedMessage: String {
    Advice.onFindings[rule].map { "\(message) (\($0))" } ?? message
  }
}
