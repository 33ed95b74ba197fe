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
      "With --in-place, only metadata inside moov can be removed, and the old header stays in free "
        + "space of the file. A copy (-o) from which location or --all is removed has zeros in its "
        + "free space, where an earlier change may have left an old header.",
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
    let words = try arguments.texts(keys)
    if let word = words.first(where: {
      // A folder can have the name of a key.
      FileList.isNamedLikeMovie(FilePath($0)) || $0.contains("/") && FileList.isFolder(FilePath($0))
    }) {
      throw arguments.usage(
        "'\(word)' is the name of a file or a folder, and only one FILE is taken; name a folder to change all its movies"
      )
    }
    let wanted = words.map { MetadataKey($0) }
    let removesAll = arguments[all]
    guard wanted.isEmpty || !removesAll else {
      throw arguments.usage("give either KEY or '--all', not both")
    }
    try MovieChange.run(file, arguments, session) {
      (movie, path, session) throws(Failure) in
      let track = try arguments[track].map { (selector) throws(Failure) in
        try movie.track(selector, of: path)
      }
      try movie.checkSpelling(of: wanted, path)
      var editor: MovieEditor
      let edits: [[MetadataEdit]]
      do throws(FormatError) {
        editor = try MovieEditor(checking: movie)
        edits = try remove(removesAll ? nil : wanted, of: track, from: &editor, path, session)
      } catch {
        throw Failure(error, about: path)
      }
      if track == nil, removesAll || wanted.contains(.name(.location)) {
        session.messages.report(
          editor.remainingLocations(after: edits.joined()).map(Self.advised), file: path)
        try handleFreeSpace(
          &editor, removesLocation: edits.joined().contains(where: \.wasAboutLocation),
          inPlace: arguments[MovieChange.inPlace], path, session)
      }
      return editor
    }
  }

  /// Removes the metadata of each key, or all of it, and reports it.
  /// - Returns: What was removed of each key. There can be millions.
  private static func remove(
    _ keys: [MetadataKey]?, of track: Track?, from editor: inout MovieEditor, _ path: FilePath,
    _ session: Session
  ) throws(FormatError) -> [[MetadataEdit]] {
    guard let keys else {
      let removed = try editor.removeMetadata(of: track) { _ in true }
      for edit in removed { [edit].report(.key(edit.key), session, path) }
      return [removed]
    }
    let edits = try editor.removeMetadata(keys, of: track)
    for (key, removed) in zip(keys, edits) {
      if removed.isEmpty {
        session.messages.warning(
          "there is no metadata '\(key)' to remove", rule: "metadata-missing", file: path)
      }
      removed.report(key, session, path)
    }
    return edits
  }

  /// Says how a location in the samples of a track is left out, which is no metadata.
  private static func advised(_ finding: Diagnostic) -> Diagnostic {
    // An atom of a track has a longer path.
    guard finding.path.hasPrefix("moov/trak"), finding.path.split(separator: "/").count == 2 else {
      return finding
    }
    var advised = finding
    advised.message +=
      " ('movtool remove track' removes the track, and 'movtool build NEW --video COPY' then leaves its samples out)"
    return advised
  }

  /// A copy has no old header in its free space; a movie that is changed in place may have one, with a
  /// location in it, and a warning says so.
  private static func handleFreeSpace(
    _ editor: inout MovieEditor, removesLocation: Bool, inPlace: Bool, _ path: FilePath,
    _ session: Session
  ) throws(Failure) {
    if inPlace, removesLocation {
      session.messages.warning(
        "the old header stays in free space of the file, and the location in it; a copy (-o) "
          + "does not have it", rule: "location-remains", file: path)
      return
    }
    let used: [Atom]
    do throws(IOError) { used = try editor.freeSpaceInUse() } catch {
      throw Failure(error, about: path)
    }
    let left = inPlace ? used : editor.blank(used)
    if left.count < used.count {
      session.messages.report(
        [
          Diagnostic(
            "free-space-blanked", .note,
            "free space that is not empty, as after a change in place, has zeros in the copy")
        ], file: path)
    }
    // What a copy would leave as well: media, above all.
    let kept = Set((inPlace ? editor.notBlanked(used) : left).compactMap(\.offset))
    for atom in left {
      session.messages.report(
        [
          Diagnostic(
            "location-remains", .warning,
            "free space is not empty, as after a change in place, and may hold a location; "
              + (atom.offset.map(kept.contains) ?? false
                ? "it is in use or too large, and is not filled with zeros"
                : "a copy (-o) has zeros there"),
            path: atom.type.description, at: atom.offset)
        ], file: path)
    }
  }
}
