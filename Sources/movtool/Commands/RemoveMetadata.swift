import MovKit

/// `movtool remove metadata`
enum RemoveMetadata: DeclaresCommand {
  static let word = "metadata"
  static let file = MovieChange.file
  static let keys = Positional(
    name: "KEY", role: nil,
    help: "A name such as title, location or xmp, or a key as 'movtool extract metadata' prints it",
    repeats: true, orOption: "--all")
  static let all = Option.flag(
    "--all", help: "Remove everything that 'movtool extract metadata' lists")
  static let track = Option.track(
    help: "Remove only metadata of this track (default: of the file, the movie and all tracks)")

  static let command = Command(
    name: word, summary: "remove metadata from a movie, in a copy or in place",
    discussion: [
      "Removes the items of each KEY, wherever the file, the movie or a track has them; -v names them. "
        + "location removes everything in the metadata that says where the movie was recorded. A "
        + "warning names what may still say it: timed metadata, whose samples are media, and XMP, "
        + "which 'movtool remove metadata FILE xmp' removes.",
      "With --in-place, only metadata inside moov can be removed. Bytes that are no longer used stay in "
        + "the file until 'movtool remux' rewrites it; a copy does not have them.",
    ],
    positionals: [file, keys],
    options: [all.declaration, track.declaration] + MovieChange.optionsOfOne,
    examples: [
      Example(
        line: "movtool remove metadata clip.mov location -o anywhere.mov",
        effect: "Write a copy that does not say where it was recorded."),
      Example(
        line: "movtool remove metadata clip.mov --all --in-place --backup clip.backup",
        effect: "Remove all metadata from the movie itself, and save what is needed to undo that."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    var wanted: [MetadataKey] = []
    for word in try arguments.texts(keys) { wanted.append(try arguments.metadataKey(word)) }
    let removesAll = arguments[all]
    guard wanted.isEmpty || !removesAll else {
      throw arguments.usage("give either KEY or '--all', not both")
    }
    try MovieChange.run(file, arguments, session) {
      [wanted] (movie, path, session) throws(Failure) in
      let track = try arguments[track].map { (selector) throws(Failure) in
        try movie.track(selector, of: path)
      }
      do throws(FormatError) {
        var editor = try MovieEditor(checking: movie)
        // Of each key. There can be millions.
        var edits: [[MetadataEdit]] = []
        if removesAll {
          let removed = try editor.removeMetadata(of: track) { _ in true }
          for edit in removed { [edit].report(.key(edit.key), session, path) }
          edits.append(removed)
        }
        for (key, removed) in zip(wanted, try editor.removeMetadata(wanted, of: track)) {
          if removed.isEmpty {
            session.messages.warning(
              "there is no metadata '\(key)' to remove", rule: "metadata-missing", file: path)
          }
          removed.report(key, session, path)
          edits.append(removed)
        }
        if track == nil, removesAll || wanted.contains(.name(.location)) {
          session.messages.report(editor.remainingLocations(after: edits.joined()), file: path)
          if arguments[MovieChange.inPlace], edits.joined().contains(where: \.wasAboutLocation) {
            session.messages.warning(
              "the old header stays in free space of the file, and the location in it; a copy (-o) "
                + "does not have it", rule: "location-remains", file: path)
          }
        }
        return editor
      } catch {
        throw Failure(error, about: path)
      }
    }
  }
}
