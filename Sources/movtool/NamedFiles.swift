import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that the command line names.
struct NamedFile {
  /// The option or the positional argument that names it.
  let name: String
  let role: PathRole
  let path: FilePath
}

extension FilePath {
  /// Whether the name is `-`, which means standard input or standard output.
  var isStandardStream: Bool { self == FilePath("-") }

  /// Whether the name means the standard output of this process.
  var isStandardOutput: Bool {
    isStandardStream || self == FilePath("/dev/stdout") || self == FilePath("/dev/fd/1")
  }
}

/// The rule for every command: no output replaces an input or another output, and no output
/// replaces an existing file without `--overwrite`.
///
/// It is checked for all files of the command line before anything is read, so that the user does
/// not wait for work that cannot be saved. `OutputPlace` and the file system check it again when an
/// output gets its name.
struct FileSeparation {
  private struct Place {
    let file: NamedFile
    let destination: FileDestination
  }

  private let places: [Place]

  /// Resolves the paths. A path that the system cannot resolve is skipped; the command will report
  /// it.
  init(_ files: some Sequence<NamedFile>) {
    var places: [Place] = []
    var hasOutput = false
    func add(_ file: NamedFile) {
      guard let destination = FileSeparation.destination(of: file) else { return }
      // What leads nowhere collides with nothing, and a list can name very many such files.
      if destination.key == .nowhere, destination.file == nil, !file.role.isWritten { return }
      places.append(Place(file: file, destination: destination))
    }
    for file in files {
      if file.role.isWritten, file.path.isStandardOutput { hasOutput = true }
      add(file)
    }
    if !hasOutput {
      add(NamedFile(name: "standard output", role: .standardOutput, path: FilePath("-")))
    }
    self.places = places
  }

  private static func destination(of file: NamedFile) -> FileDestination? {
    if file.role.isWritten ? file.path.isStandardOutput : file.path.isStandardStream {
      return FileDestination(standardStream: file.role.isWritten ? STDOUT_FILENO : STDIN_FILENO)
    }
    return try? FileDestination(file.path)
  }

  /// The existing inputs, which no output may replace.
  var spared: SparedFiles {
    let spared = SparedFiles()
    for place in places where !place.file.role.isWritten || place.file.role == .changed {
      if let file = place.destination.file { spared.insert(file) }
    }
    return spared
  }

  /// Throws if an output is also an input or another output, or if it exists and must not be
  /// replaced.
  func check(overwrites: Bool) throws(Failure) {
    guard places.contains(where: { $0.file.role.isWritten }) else { return }
    // Only what leads to the same place can collide, and that is seldom more than one. To compare a few
    // places takes less time than to make the type of a dictionary.
    let known = places.indices.filter { places[$0].destination.key != .nowhere }
    let groups = known.count > 8 ? Dictionary(grouping: known) { places[$0].destination.key } : nil
    for (index, written) in places.enumerated() where written.file.role.isWritten {
      let others = groups.map { $0[written.destination.key] ?? [] } ?? known
      for otherIndex in others where otherIndex != index {
        let other = places[otherIndex]
        guard written.destination.isSame(as: other.destination), collide(written, other) else {
          continue
        }
        let isStream = written.file.role == .standardOutput
        throw .problem(
          problem(written.file, other.file), file: isStream ? other.file.path : written.file.path)
      }
    }
    for place in places
    where place.destination.file != nil && !place.file.path.isStandardOutput {
      switch place.file.role {
      // A file in a folder is checked when it gets its name.
      case .newOutput where place.destination.otherKind == .directory: break
      case .newOutput:
        throw .problem(
          "the file already exists; choose another name for '\(place.file.name)'",
          file: place.file.path)
      case .output where !overwrites && place.destination.otherKind == nil:
        throw Failure(IOError(.create, place.file.path, .exists), about: place.file.path)
      default: break
      }
    }
  }

  /// Whether writing one file would destroy the other, which leads to the same place. Devices and pipes
  /// are not replaced but written to. Two outputs can share a device, but in a pipe they would be mixed up.
  private func collide(_ written: Place, _ other: Place) -> Bool {
    if other.file.role == .standardOutput { return false }
    if other.file.role.isWritten, written.file.role == .output {
      if written.file.path.isStandardOutput, other.file.path.isStandardOutput { return true }
      return written.destination.otherKind != .device
    }
    return written.destination.otherKind == nil
  }

  private func problem(_ written: NamedFile, _ other: NamedFile) -> String {
    func name(_ file: NamedFile) -> String {
      switch file.role {
      case .input, .changed: "the input (\(file.name))"
      case .standardOutput: "standard output"
      case .output, .newOutput: "the output (\(file.name))"
      }
    }
    let same = "\(name(written)) is the same file as \(name(other))"
    switch written.role {
    case .input, .changed, .standardOutput: return same
    case .output, .newOutput: return "\(same); choose another name for it"
    }
  }
}
