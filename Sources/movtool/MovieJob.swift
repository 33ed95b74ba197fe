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
    let output = try Destination(MovieChange.output, of: files, arguments)
    let backup = try Destination(MovieChange.backup, of: files, arguments)
    let jobs = files.map { file in
      MovieJob(
        file: file, output: output?.place(for: file, arguments),
        backup: backup?.place(for: file, suffix: ".backup", arguments))
    }
    guard jobs.count > 1 || output?.isFolder == true || backup?.isFolder == true else {
      return jobs
    }
    var names: Set<FilePath> = []
    for job in jobs {
      guard let output = job.output?.path ?? job.backup?.path else { continue }
      guard names.insert(output).inserted else {
        throw .problem(
          "another file has the same name, so both would become \(output)", file: job.file)
      }
    }
    // A copy that exists already is a problem of its file alone.
    try FileSeparation(
      jobs.flatMap { job in
        [NamedFile(name: positional.name, role: .input, path: job.file)]
          + [(job.output, MovieChange.output), (job.backup, MovieChange.backup)].compactMap {
            place, option in
            place.map {
              NamedFile(name: option.declaration.name, role: .output, path: $0.path)
            }
          }
      }
    ).check(overwrites: true)
    guard !arguments[MovieChange.dryRun] else { return jobs }
    for folder in [output, backup].compactMap(\.self) where folder.path.endsInSlash {
      do { try folder.path.makeDirectory() } catch { throw Failure(error, about: folder.path) }
    }
    return jobs
  }

  /// What an option names: a file, or a folder for files.
  private struct Destination {
    let option: Option<FilePath>
    let path: FilePath
    let isFolder: Bool

    /// Nil if the option is not given.
    init?(
      _ option: Option<FilePath>, of files: [FilePath], _ arguments: Arguments
    ) throws(Failure) {
      guard let place = try arguments.moviePlace(option) else { return nil }
      self.option = option
      path = place.path
      isFolder = path.endsInSlash || (try? FileDestination(path))?.otherKind == .directory
      guard isFolder || files.count == 1 else {
        throw arguments.usage(
          "several files need a folder: '\(option.declaration.name) \(path)/'")
      }
    }

    func place(
      for file: FilePath, suffix: String = "", _ arguments: Arguments
    ) -> OutputPlace? {
      guard isFolder else { return arguments.place(option) }
      let name = file.lastComponent + Array(suffix.utf8)
      return arguments.place(path.appending(name), of: option)
    }
  }
}
