import MovKit

/// A movie to change, and where the result goes.
struct MovieJob: Sendable {
  let file: FilePath
  /// The copy to write; nil in place, and if nothing is written.
  let output: OutputPlace?
  /// The backup of a change in place; nil for none.
  let backup: OutputPlace?

  /// Whether the copy exists. An output has its name only when it is complete.
  var isDone: Bool {
    output.map { (try? FileDestination($0.path))?.isRegularFile ?? false } ?? false
  }

  /// Returns a job for each file that the command line means: those that it names, the movies in the
  /// folders that it names, and those in a list.
  ///
  /// Several files need a folder for their copies, and one for their backups. One file may also go
  /// to a folder, under its own name.
  /// - Throws: `Failure.usage` if the output is not a folder although there are several files;
  ///   `Failure.problem` if two copies would be the same file, or a copy would replace an input.
  static func all(
    _ positional: Positional, _ arguments: Arguments, _ messages: Messages
  ) throws(Failure) -> [MovieJob] {
    let files = try FileList(arguments, positional, messages).entries.map(\.path)
    guard !files.isEmpty else {
      // A list may name nothing: for one of many machines there may be nothing to do.
      guard let folder = arguments.files(positional).first else { return [] }
      throw .problem("there is no movie in it", file: folder)
    }
    let folders = [MovieChange.output, MovieChange.backup].map { OutputFolder($0, arguments) }
    for folder in folders.compactMap(\.self) {
      _ = try arguments.moviePlace(folder.option)
      try folder.check(files, arguments)
    }
    let (output, backup) = (folders[0], folders[1])
    let jobs = files.map { file in
      MovieJob(
        file: file, output: output?.place(for: file, arguments),
        backup: backup?.place(for: file, suffix: ".backup", arguments))
    }
    guard jobs.count > 1 || output?.isFolder == true || backup?.isFolder == true else {
      return jobs
    }
    try OutputFolder.separate(
      jobs.map { job in
        OutputFolder.Written(
          file: job.file,
          outputs: [(job.output, MovieChange.output), (job.backup, MovieChange.backup)].compactMap {
            place, option in place.map { (place: $0, option: option) }
          })
      }, of: positional)
    guard !arguments[MovieChange.dryRun] else { return jobs }
    for folder in folders.compactMap(\.self) { try folder.make() }
    return jobs
  }
}
