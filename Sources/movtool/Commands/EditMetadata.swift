import MovKit

/// `movtool edit metadata`
enum EditMetadata: DeclaresCommand {
  static let word = "metadata"
  static let file = MovieChange.file
  static let changes = Positional(
    name: "KEY=VALUE", role: nil,
    help: "A name such as title, artist, comment, description, copyright, make, model, software, "
      + "location or date, or a key as 'movtool extract metadata' prints it, and its value",
    repeats: true)
  static let track = Option.track(help: "Change the metadata of this track (default: of the movie)")

  static let command = Command(
    name: word, summary: "change or add metadata, in a copy or in place",
    discussion: [
      "A name is changed in every place that has it, and its type and language stay. What is not there "
        + "is added as the file has its other metadata: with QuickTime's keys, as iTunes' items or as "
        + "user data; without any, with keys in QuickTime files and as iTunes' items in others. -v says "
        + "which places were changed.",
      "A location is LATITUDE,LONGITUDE[,ALTITUDE] in degrees and metres, or ISO 6709. A date is ISO 8601: "
        + "2024, 2024-05-31 or 2024-05-31T10:11:12+02:00; the dates of headers are changed with 'movtool "
        + "edit atom'. A number among others, such as trkn, is 3 or 3/12.",
    ],
    positionals: [file, changes], options: [track.declaration] + MovieChange.optionsOfOne,
    examples: [
      Example(
        line: "movtool edit metadata clip.mov title='Day 1' artist=Ann -o titled.mov",
        effect: "Write a copy with a title and an artist."),
      Example(
        line:
          "movtool edit metadata song.m4a trkn=3/12 ----:com.apple.iTunes:ISRC=DEA001 --in-place",
        effect: "Change the number of a song, and add its ISRC."),
      Example(
        line: "movtool edit metadata clip.mov location=48.1372,11.5755 --in-place",
        effect: "Say where a movie was recorded."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let changes = try arguments.metadataChanges(changes)
    try MovieChange.run(file, arguments, session) { (movie, path, session) throws(Failure) in
      let track = try arguments[track].map { (selector) throws(Failure) in
        try movie.track(selector, of: path)
      }
      try movie.checkSpelling(of: changes.map(\.key), path)
      do throws(FormatError) {
        var editor = try MovieEditor(checking: movie)
        let edits = try editor.setMetadata(changes, of: track)
        for (change, edits) in zip(changes, edits) {
          edits.report(change.key, session, path)
          edits.reportShortened(change, session, path)
        }
        return editor
      } catch {
        throw Failure(error, about: path)
      }
    }
  }
}

extension Arguments {
  /// The values that metadata is to get.
  fileprivate func metadataChanges(
    _ positional: Positional
  ) throws(Failure) -> [(key: MetadataKey, value: String)] {
    var changes: [(key: MetadataKey, value: String)] = []
    var known: Set<MetadataKey> = []
    for word in try texts(positional) {
      guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
        throw usage("'\(word)' is not KEY=VALUE, such as title='Day 1'")
      }
      let key = MetadataKey(String(word[..<equals]))
      let value = String(word[word.index(after: equals)...])
      guard !value.isEmpty else {
        throw usage("'\(word)' has no value; 'movtool remove metadata FILE \(key)' removes it")
      }
      guard known.insert(key).inserted else { throw usage("'\(key)' is given twice") }
      do throws(FormatError) { _ = try key.written(value) } catch {
        throw usage("\(key): \(error.advised())")
      }
      changes.append((key, value))
    }
    return changes
  }
}

extension Movie {
  /// Throws if a key of metadata is no name, looks like one, and is none that the movie has.
  func checkSpelling(of keys: [MetadataKey], _ path: FilePath) throws(Failure) {
    for key in keys {
      guard let guess = key.likelyName else { continue }
      var isThere = false
      forEachMetadataItem { item in if item.key == key.description { isThere = true } }
      guard isThere else {
        throw .problem("there is no metadata '\(key)' (did you mean '\(guess)'?)", file: path)
      }
    }
  }
}

extension MetadataKey {
  /// The name that a word is like; nil if it is a name itself, or written as keys are.
  fileprivate var likelyName: String? {
    guard case .key(let text) = self else { return nil }
    if let name = Self.otherNames[text.lowercased()] { return name.rawValue }
    guard text.utf8.count > 4, !text.contains("."), !text.contains(":"), !text.contains("©"),
      !text.contains("/")
    else { return nil }
    return nearest(to: text.lowercased(), among: MetadataName.allCases.map(\.rawValue))
  }

  /// What people call some of them.
  private static let otherNames: [String: MetadataName] = [
    "gps": .location, "geo": .location, "loc": .location, "place": .location, "geotag": .location,
    "position": .location,
  ]
}

extension [MetadataEdit] {
  /// Warns that 3GPP has a place for the year of a date only.
  fileprivate func reportShortened(
    _ change: (key: MetadataKey, value: String), _ session: Session, _ path: FilePath
  ) {
    let year = change.value.prefix(4)
    guard year.count < change.value.count, contains(where: { $0.key == "yrrc" }) else { return }
    session.messages.warning(
      "yrrc of 3GPP holds a year only, so \(change.key) is \(year) there",
      rule: "metadata-shortened", file: path)
  }

  /// Reports each change if the user asked for that.
  func report(_ key: MetadataKey, _ session: Session, _ path: FilePath) {
    for edit in self {
      let words =
        switch edit.kind {
        case .changed: "changed"
        case .added: "added to"
        case .removed: "removed"
        }
      session.messages.detail("\(key): \(words) \(edit.path) (\(edit.key))", file: path)
    }
  }
}
