import MovKit

/// `movtool extract metadata`
enum ExtractMetadata: DeclaresCommand {
  static let word = "metadata"
  static let files = Positional(
    name: "FILE|DIR", role: .input,
    help:
      "Movies to read, and folders, whose movies are read with those of the folders inside; - for "
      + "standard input",
    repeats: true, takesStandardInput: true, orOption: FileList.filesFrom.declaration.name)
  static let output = ExtractAtom.output

  static let command = Command(
    name: word, summary: "print all metadata of movies as JSON",
    discussion: [
      "Prints each item of metadata of the file, the movie and its tracks: QuickTime's keys, user data, "
        + "iTunes', 3GPP's and Windows' items, XMP, Sony's XML and ID3; with its path, key, form, "
        + "language and value. Bytes are hexadecimal digits.",
      "Before them is what the common ones mean, whatever their keys: title, artist, camera, dates, and "
        + "the location in decimal degrees and metres. Unknown values are null.",
    ],
    positionals: [files],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, JSONOptions.compact.declaration,
      output.declaration, Option.overwrite.declaration,
    ],
    examples: [
      Example(
        line: "movtool extract metadata clip.mov | jq '.location, .camera'",
        effect: "Print where and with which camera a movie was recorded."),
      Example(
        line: "movtool extract metadata --compact card/ -o card.jsonl",
        effect: "Write the metadata of each movie of a card, a line each."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let list = try FileList(arguments, files, session.messages)
    let paths = list.entries.map(\.path)
    guard !paths.isEmpty else { return try list.checkMayBeEmpty() }
    session.checkName(of: arguments[output], is: "JSON", own: [".json"])
    // The output is not opened before there is something to write.
    var results: (output: Output, json: JSONWriter)?
    for path in paths {
      let read = try session.read(path) { () throws(Failure) in try MetadataDocument(path) }
      guard let document = read else { continue }
      arguments.spared.insert(document.source.identity)
      session.messages.report(document.movie.findings(), file: path)
      if results == nil {
        let output = try Output.to(arguments.place(self.output))
        results = (output, JSONWriter(to: output, layout: arguments.jsonLayout))
      }
      if var open = results {
        results = nil
        try document.write(to: &open.json)
        results = open
      }
    }
    try results?.output.finish()
  }
}
