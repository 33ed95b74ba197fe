import MovKit

/// `movtool remove track`
enum RemoveTrack: DeclaresCommand {
  static let word = "track"
  static let files = RemoveTimecode.file
  static let track = Option.track(help: "Track to remove").required()

  static let command = Command(
    name: word, summary: "remove a track from a movie, in a copy or in place",
    discussion: [
      "Removes the track, the references of other tracks to it, and what fragments and other atoms say of "
        + "it. Each reference is named. Its media goes if it has an mdat of its own. Otherwise, a warning says "
        + "how much of it stays; 'movtool build NEW --video OUT' leaves it out."
    ],
    positionals: [files], options: [track.declaration] + MovieChange.options,
    examples: [
      Example(
        line: "movtool remove track clip.mov --track audio:2 -o one.mov",
        effect: "Write a copy without the second audio track."),
      Example(
        line: "movtool remove track clip.mov --track metadata --in-place --backup clip.backup",
        effect: "Remove a track from the movie itself, and save what is needed to undo that."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    guard let selector = arguments[track] else { return }
    try MovieChange.run(files, arguments, session) { (movie, path, session) throws(Failure) in
      let track = try movie.track(selector, of: path)
      do throws(FormatError) {
        var editor = try MovieEditor(checking: movie)
        // A change in place cannot change what is beside the header.
        let (references, mentions) = try editor.remove(
          track, besideHeader: !arguments[MovieChange.inPlace])
        session.messages.report(
          references.map { reference in
            Diagnostic(
              "reference-removed", .warning,
              "track \(reference.id) refers to the removed track \(track.id) by "
                + "'\(reference.type)'; that reference goes too", path: track.path)
          } + mentions.map { $0.diagnostic(of: track) } + movie.diagnosticsAfterRemoving(track),
          file: path)
        let left = arguments[MovieChange.inPlace] ? 0 : editor.sizeOfUnusedMedia
        if left > 0 {
          session.messages.report(
            [
              Diagnostic(
                "media-remains", .warning,
                "\(counted(left, "byte")) of its samples stay in the copy, among other media",
                path: track.path)
            ], file: path)
        }
        return editor
      } catch {
        throw Failure(error, about: path)
      }
    }
  }
}

extension TrackMention {
  fileprivate func diagnostic(of track: Track) -> Diagnostic {
    guard isRemoved else {
      return Diagnostic(
        "reference-remains", .warning,
        "it names the removed track \(track.id), and cannot be changed in place; -o writes a copy "
          + "without that",
        path: path, at: offset)
    }
    return Diagnostic(
      "reference-removed", .warning, "it names the removed track \(track.id); that goes too",
      path: path,
      at: offset)
  }
}

extension Movie {
  /// Warns of timecode that belongs to no track any more.
  fileprivate func diagnosticsAfterRemoving(_ track: Track) -> [Diagnostic] {
    let referring = tracks.filter { $0.atom.offset != track.atom.offset }
    let before = Set(track.references(by: "tmcd"))
    let still = Set(referring.flatMap { $0.references(by: "tmcd") })
    return before.subtracting(still).sorted().filter { self.track($0) != nil }.map { id in
      Diagnostic(
        "timecode-not-referenced", .warning,
        "no other track refers to timecode track \(id), so players may not show it; remove it too",
        path: track.path)
    }
  }
}
