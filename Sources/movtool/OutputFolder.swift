import MovKit

/// What an option for outputs names: a file, or a folder that gets a file for each input.
struct OutputFolder {
  let option: Option<FilePath>
  let path: FilePath
  /// Whether it is a folder: its name ends in a slash, or it is there already.
  let isFolder: Bool
  /// Whether it gets the folders in which the inputs are.
  private let keepsFolders: Bool

  static let keepFolders = Option.flag(
    "--keep-folders",
    help: "In OUT/, put what is written for a movie in DIR into the folders that it is in there")

  /// Nil if the option is not given.
  init?(_ option: Option<FilePath>, _ arguments: Arguments) {
    guard let path = arguments[option] else { return nil }
    self.option = option
    self.path = path
    keepsFolders = arguments[Self.keepFolders]
    isFolder =
      path.endsInSlash
      || !path.isStandardOutput && (try? FileDestination(path))?.otherKind == .directory
  }

  /// Throws if there are several files and this is not a folder.
  func check(_ files: [FileList.Entry], _ arguments: Arguments) throws(Failure) {
    guard isFolder || files.count == 1 else {
      throw arguments.usage(
        "several files need a folder for their copies: '\(option.declaration.name) FOLDER/'")
    }
  }

  /// Throws if folders are to be kept, and there is none that could get them.
  static func checkKeepFolders(_ outputs: [OutputFolder?], _ arguments: Arguments) throws(Failure) {
    guard arguments[keepFolders], !outputs.contains(where: { $0?.isFolder ?? false }) else {
      return
    }
    throw arguments.usage("'--keep-folders' requires a folder: '-o FOLDER/'")
  }

  /// Where an input goes in the folder.
  private func name(of file: FileList.Entry) -> [UInt8] {
    keepsFolders ? file.placeInFolder : file.path.lastComponent
  }

  /// Returns where the output of a file goes: in a folder, under the name of the file.
  /// - Parameter suffix: What is put after the name.
  func place(
    for file: FileList.Entry, suffix: String = "", _ arguments: Arguments
  ) -> OutputPlace {
    guard isFolder else { return arguments.place(path, of: option) }
    return arguments.place(path.appending(name(of: file) + Array(suffix.utf8)), of: option)
  }

  /// Returns what is written for each file in this folder: a file with its name, in which another extension takes
  /// the place of its own. Files whose names differ only in the extension keep theirs before the new one.
  /// - Throws: `Failure.usage` if one is standard input, which has no name.
  func outputs(
    for files: [FileList.Entry], ending: String, _ arguments: Arguments
  ) throws(Failure) -> [Written] {
    guard !files.contains(where: \.path.isStandardStream) else {
      throw arguments.usage(
        "standard input (-) has no name for a file in \(path); use '\(option.declaration.name) FILE'"
      )
    }
    let names = files.map { FilePath(bytes: name(of: $0)) }
    var first: [FilePath: FilePath] = [:]
    var shared: Set<FilePath> = []
    for name in names {
      let stem = name.withoutExtension
      if let other = first.updateValue(name, forKey: stem), other != name { shared.insert(stem) }
    }
    return zip(files, names).map { file, name in
      let stem = name.withoutExtension
      let place = arguments.place(
        path.appending((shared.contains(stem) ? name : stem).bytes + Array(".\(ending)".utf8)),
        of: option)
      return Written(file: file.path, outputs: [(place: place, option: option)])
    }
  }

  /// Makes the folder if it is not there, and those in it that the outputs of some files go to.
  func make(for files: [FileList.Entry]) throws(Failure) {
    if path.endsInSlash { try Self.make(path) }
    guard keepsFolders else { return }
    var made: Set<ArraySlice<UInt8>> = []
    for file in files {
      let name = file.placeInFolder
      for slash in name.indices where name[slash] == UInt8(ascii: "/") {
        guard made.insert(name[..<slash]).inserted else { continue }
        try Self.make(path.appending(Array(name[..<slash])))
      }
    }
  }

  private static func make(_ path: FilePath) throws(Failure) {
    do { try path.makeDirectory() } catch {
      // A file cannot be found under a name that ends in a slash.
      guard let found = try? FoundFile(path.endsInSlash ? path.parent : path),
        found.otherKind != .directory
      else {
        throw Failure(error, about: path)
      }
      throw .problem("a folder is needed here, and there is a file of this name", file: path)
    }
  }

  /// An input, and the files that are written for it.
  struct Written {
    let file: FilePath
    let outputs: [(place: OutputPlace, option: Option<FilePath>)]
  }

  /// What can be done about files with one name, if an option of the command keeps them apart.
  static func advice(_ files: [FileList.Entry], _ arguments: Arguments) -> String {
    !arguments[keepFolders] && Set(files.lazy.map(\.placeInFolder)).count == files.count
      ? "use --keep-folders, or " : ""
  }

  /// Throws `Failure.problem` if two outputs would be the same file, or an output would replace an
  /// input. An output that exists already is a problem of its file alone.
  /// - Parameter advice: What can be done about files with one name, and a word that joins it to the rest.
  static func separate<All: RandomAccessCollection<Written>>(
    _ all: All, of positional: Positional, advice: @autoclosure () -> String = ""
  ) throws(Failure) where All.Index == Int {
    func output(_ index: Int) -> FilePath? {
      all[all.startIndex + index].outputs.first?.place.path
    }
    var names = LikelyEqual()
    for index in 0..<all.count {
      if let name = output(index) { names.add(name, number: index) }
    }
    let repetitions = names.groups().compactMap { group in
      var seen: Set<FilePath> = []
      return group.first { index in output(index).map { !seen.insert($0).inserted } ?? false }
    }
    if let index = repetitions.min(), let name = output(index) {
      throw .problem(
        "another file has the same name, so both would become \(name); \(advice())run the command for each folder by "
          + "itself, with an output folder of its own",
        file: all[all.startIndex + index].file)
    }
    // An input, and as many outputs as any has: a file, or a file and its backup.
    let most = 1 + (all.lazy.map(\.outputs.count).max() ?? 0)
    try FileSeparation(count: most * all.count) { number in
      let written = all[all.startIndex + number / most]
      guard number % most > 0 else {
        return NamedFile(name: positional.name, role: .input, path: written.file)
      }
      guard number % most <= written.outputs.count else { return nil }
      let output = written.outputs[number % most - 1]
      return NamedFile(
        name: output.option.declaration.name, role: .output, path: output.place.path)
    }.check(overwrites: true)
  }
}
