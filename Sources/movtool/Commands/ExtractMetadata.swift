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
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help:
      "Write to OUT instead of standard output; if OUT is a folder (OUT/), a file for each movie, "
      + "A001.json for A001.mov; for movies that differ only in their extension, A001.mov.json and "
      + "A001.mp4.json")

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
      output.declaration, OutputFolder.keepFolders.declaration, Option.overwrite.declaration,
    ],
    examples: [
      Example(
        line: "movtool extract metadata clip.mov | jq '.location, .camera'",
        effect: "Print where and with which camera a movie was recorded."),
      Example(
        line: "movtool extract metadata --compact card/ -o card.jsonl",
        effect: "Write the metadata of each movie of a card, a line each."),
      Example(
        line: "movtool extract metadata card/ -o sidecars/",
        effect: "Write the metadata of each movie of a card into a file of its own."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let list = try FileList(arguments, files, session.messages)
    let paths = list.entries.map(\.path)
    guard !paths.isEmpty else { return try list.checkMayBeEmpty() }
    let folder = OutputFolder(output, arguments)
    try OutputFolder.checkKeepFolders([folder], arguments)
    guard let folder, folder.isFolder else {
      return try print(paths, to: arguments.place(output), arguments, session)
    }
    let all = try folder.outputs(for: list.entries, ending: "json", arguments)
    try OutputFolder.separate(
      all, of: files, advice: OutputFolder.advice(list.entries, arguments))
    try folder.make(for: list.entries)
    try session.forEach(all, named: \.file) { written throws(Failure) in
      try print([written.file], to: written.outputs.first?.place, arguments, session)
    }
  }

  private static func print(
    _ paths: [FilePath], to place: OutputPlace?, _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    session.checkName(of: place?.path, is: "JSON", own: [".json"])
    // The output is not opened before there is something to write.
    var results: (output: Output, json: JSONWriter)?
    for path in paths {
      let read = try session.read(path) { () throws(Failure) in try MetadataDocument(path) }
      guard let document = read else { continue }
      arguments.spared.insert(document.source.identity)
      session.messages.report(document.movie.findings(), file: path)
      if results == nil {
        let output = try Output.to(place)
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
