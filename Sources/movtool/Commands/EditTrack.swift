import MovKit

/// `movtool edit track`
enum EditTrack: DeclaresCommand {
  static let word = "track"
  static let files = EditTimecode.files
  static let track = Option.track(help: "Track to change").required()
  static let name = Option.text(
    "--name", placeholder: "NAME", expected: "a name",
    help: "Name the track (name in its udta; in MP4 files the name of its handler as well)")
  static let language = Option.text(
    "--language", placeholder: "LANGUAGE", expected: "a language such as eng or de-CH",
    help: "Language of the track: three letters of ISO 639-2, or a tag such as de-CH")
  static let enabled = Option.flag(
    "--enabled", help: "Enable the track, so that players play it"
  ).excluding("--disabled")
  static let disabled = Option.flag(
    "--disabled", help: "Disable the track, so that players leave it out unless it is chosen"
  ).excluding("--enabled")

  static let command = Command(
    name: word, summary: "change the name, language or state of a track",
    discussion: ["Media is unchanged, and so is everything else that the movie says of the track."],
    positionals: [files],
    options: [
      track.declaration, name.declaration, language.declaration, enabled.declaration,
      disabled.declaration,
    ] + MovieChange.options,
    examples: [
      Example(
        line: "movtool edit track clip.mov --track audio:2 --name Boom --language deu -o named.mov",
        effect: "Write a copy in which the second audio track has a name and a language."),
      Example(
        line: "movtool edit track clip.mov --track audio:2 --disabled --in-place",
        effect: "Disable it in the movie itself."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    var change = MovieEditor.TrackChange()
    change.name = arguments[name]
    change.language = arguments[language]
    if let language = change.language, !LanguageCode.isLanguage(language) {
      throw arguments.badValue(Self.language)
    }
    if arguments[enabled] { change.isEnabled = true }
    if arguments[disabled] { change.isEnabled = false }
    guard change != MovieEditor.TrackChange() else {
      throw arguments.usage("choose a change: --name, --language, --enabled or --disabled")
    }
    guard let selector = arguments[track] else { return }
    try MovieChange.run(files, arguments, session) {
      [change] (movie, path, _) throws(Failure) in
      let track = try movie.track(selector, of: path)
      do throws(FormatError) {
        var editor = try MovieEditor(checking: movie)
        try editor.change(track, to: change)
        return editor
      } catch {
        throw Failure(error, about: path)
      }
    }
  }
}
