import MovKit

/// What an option for outputs names: a file, or a folder that gets a file for each input.
struct OutputFolder {
  let option: Option<FilePath>
  let path: FilePath
  /// Whether it is a folder: its name ends in a slash, or it is there already.
  let isFolder: Bool

  /// Nil if the option is not given.
  init?(_ option: Option<FilePath>, _ arguments: Arguments) {
    guard let path = arguments[option] else { return nil }
    self.option = option
    self.path = path
    isFolder =
      path.endsInSlash
      || !path.isStandardOutput && (try? FileDestination(path))?.otherKind == .directory
  }

  /// Throws if there are several files and this is not a folder.
  func check(_ files: [FilePath], _ arguments: Arguments) throws(Failure) {
    guard isFolder || files.count == 1 else {
      throw arguments.usage(
        "several files need a folder for their copies: '\(option.declaration.name) FOLDER/'")
    }
  }

  /// Returns where the output of a file goes: in a folder, under the name of the file.
  /// - Parameter suffix: What is put after the name.
  func place(
    for file: FilePath, suffix: String = "", _ arguments: Arguments
  ) -> OutputPlace {
    guard isFolder else { return arguments.place(path, of: option) }
    return arguments.place(path.appending(file.lastComponent + Array(suffix.utf8)), of: option)
  }

  /// Returns what is written for each file in this folder: a file with its name, in which another extension takes
  /// the place of its own. Files whose names differ only in the extension keep theirs before the new one.
  /// - Throws: `Failure.usage` if one is standard input, which has no name.
  func outputs(
    for files: [FilePath], ending: String, _ arguments: Arguments
  ) throws(Failure) -> [Written] {
    guard !files.contains(where: \.isStandardStream) else {
      throw arguments.usage(
        "standard input (-) has no name for a file in \(path); use '\(option.declaration.name) FILE'"
      )
    }
    var first: [ArraySlice<UInt8>: [UInt8]] = [:]
    var shared: Set<ArraySlice<UInt8>> = []
    for file in files {
      let name = file.lastComponent
      if let other = first.updateValue(name, forKey: file.stem), other != name {
        shared.insert(file.stem)
      }
    }
    return files.map { file in
      let name = shared.contains(file.stem) ? file.lastComponent[...] : file.stem
      let place = arguments.place(
        path.appending(Array(name) + Array(".\(ending)".utf8)), of: option)
      return Written(file: file, outputs: [(place: place, option: option)])
    }
  }

  /// Makes the folder if it is not there.
  func make() throws(Failure) {
    guard path.endsInSlash else { return }
    do { try path.makeDirectory() } catch { throw Failure(error, about: path) }
  }

  /// An input, and the files that are written for it.
  struct Written {
    let file: FilePath
    let outputs: [(place: OutputPlace, option: Option<FilePath>)]
  }

  /// Throws `Failure.problem` if two outputs would be the same file, or an output would replace an
  /// input. An output that exists already is a problem of its file alone.
  static func separate<All: RandomAccessCollection<Written>>(
    _ all: All, of positional: Positional
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
        "another file has the same name, so both would become \(name); run the command for each folder by itself, "
          + "with an output folder of its own",
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
