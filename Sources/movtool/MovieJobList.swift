import MovKit

/// The movies that a command line changes. A list can name very many, so the jobs are made when they are
/// asked for.
struct MovieJobList: RandomAccessCollection, Sendable {
  private let files: [FileList.Entry]
  private let output: OutputFolder?
  private let backup: OutputFolder?
  private let arguments: Arguments

  var startIndex: Int { 0 }
  var endIndex: Int { files.count }

  subscript(index: Int) -> MovieJob {
    MovieJob(
      file: files[index].path, output: output?.place(for: files[index], arguments),
      backup: backup?.place(for: files[index], suffix: ".backup", arguments))
  }

  /// A job for each file that the command line means: those that it names, the movies in the folders that
  /// it names, and those in a list.
  ///
  /// Several files need a folder for their copies, and one for their backups. One file may also go
  /// to a folder, under its own name.
  /// - Throws: `Failure.usage` if the output is not a folder although there are several files;
  ///   `Failure.problem` if two copies would be the same file, or a copy would replace an input.
  init(
    _ positional: Positional, _ arguments: Arguments, _ messages: Messages
  ) throws(Failure) {
    let list = try FileList(arguments, positional, messages)
    files = list.entries
    self.arguments = arguments
    guard !files.isEmpty else {
      (output, backup) = (nil, nil)
      try list.checkMayBeEmpty()
      return
    }
    let folders = [MovieChange.output, MovieChange.backup].map { OutputFolder($0, arguments) }
    try OutputFolder.checkKeepFolders(folders, arguments)
    for folder in folders.compactMap(\.self) {
      _ = try arguments.moviePlace(folder.option)
      try folder.check(files, arguments)
    }
    (output, backup) = (folders[0], folders[1])
    if arguments[MovieChange.inPlace] { try Self.separate(files, of: positional) }
    guard files.count > 1 || output?.isFolder == true || backup?.isFolder == true else { return }
    try OutputFolder.separate(
      lazy.map { job in
        OutputFolder.Written(
          file: job.file,
          outputs: [(job.output, MovieChange.output), (job.backup, MovieChange.backup)].compactMap {
            place, option in place.map { (place: $0, option: option) }
          })
      }, of: positional, advice: OutputFolder.advice(files, arguments))
    guard !arguments[MovieChange.dryRun] else { return }
    for folder in folders.compactMap(\.self) { try folder.make(for: files) }
  }

  /// Throws `Failure.problem` if two of the files that are changed in place are one.
  private static func separate(
    _ files: [FileList.Entry], of positional: Positional
  ) throws(Failure) {
    guard files.count > 1 else { return }
    try FileSeparation(count: files.count) { number in
      NamedFile(name: positional.name, role: .changed, path: files[number].path)
    }.check(overwrites: true)
  }
}
