import MovKit

/// A page in HTML about one movie, or two that are compared. It has everything in itself, and loads
/// nothing from the network.
struct Page {
  let movies: [PageMovie]

  /// Opens the movies. Says of a file that has neither a movie nor items what `inspect` says.
  init(_ paths: [FilePath], _ arguments: Arguments, _ session: Session) throws(Failure) {
    var movies: [PageMovie] = []
    for path in paths {
      let movie = try SourceWatch.run(about: path, isPart: true) { () throws(Failure) in
        try PageMovie(path)
      }
      arguments.spared.insert(movie.file.source.identity)
      if movie.file.isNeitherMovieNorItems, let missing = movie.file.atoms.missingMovie {
        // The page shows what there is, so it is no failure.
        session.messages.report(missing, file: path)
      }
      movies.append(movie)
    }
    self.movies = movies
  }

  /// Writes the page.
  func write(to output: Output) throws(Failure) {
    let title = movies.map(\.file.path.description).joined(separator: " and ")
    try PageTemplate.write(.page, titled: title, to: output) { () throws(Failure) in
      try writeSummary(to: output)
    } data: { (json) throws(Failure) in
      try write(to: &json)
    }
  }

  /// Writes the data of the page as a document.
  func write(to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member(schema: .page)
    try json.member("version", Version.current)
    try json.key("diff")
    var leftOut: [String] = []
    var differenceCount: Int?
    if movies.count == 2 {
      let most = PageLimits.differences
      let count = try MovieDiff.write(movies[0].file, movies[1].file, atMost: most, to: &json)
      differenceCount = count
      if count > most {
        let names = movies.map(\.file.path.shellWord).joined(separator: " ")
        leftOut.append(
          "\(count - most) of \(count) differences of the two movies. All of them: movtool diff "
            + names)
      }
    } else {
      try json.null()
    }
    try json.member("differenceCount", differenceCount)
    try json.key("movies")
    try json.beginArray()
    for movie in movies { try movie.write(to: &json, leavingOut: leftOut) }
    try json.endArray()
    try json.endObject()
    try json.endDocument()
  }

  // MARK: Summary

  /// The lines of a movie's summary that are shown without scripts.
  private static let mostLines = 300

  /// Writes the text summary, the tracks and the findings as HTML, for readers without scripts.
  private func writeSummary(to output: Output) throws(Failure) {
    for movie in movies {
      try output.write("<h1>\(movie.file.path.description.asHTML)</h1>\n<pre>")
      let text = Output.memory()
      let terminal = Terminal(isTerminal: false, columns: "100", noColor: nil, term: nil)
      try MovieHeading(movie.file, movie.summary).write(
        on: TextPage(to: text, terminal: terminal, color: .never))
      let lines = text.contents.split(separator: 0x0A)
      for line in lines.prefix(Self.mostLines) {
        try output.write(String(decoding: line, as: UTF8.self).asHTML + "\n")
      }
      let tracks = movie.file.movie?.tracks.count ?? 0
      if lines.count > Self.mostLines || tracks > PageLimits.tracks {
        try output.write("… (\(counted(tracks, "track")) in total)\n")
      }
      try output.write("</pre>\n<h2>Findings</h2>\n")
      let findings = movie.check.findings.prefix(PageLimits.findings)
      guard !findings.isEmpty else {
        try output.write("<p>None.</p>\n")
        continue
      }
      try output.write("<ul>\n")
      for finding in findings { try output.write("<li>\(finding.line.asHTML)</li>\n") }
      try output.write("</ul>\n")
    }
  }
}
