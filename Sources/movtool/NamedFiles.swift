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
  /// The option or the positional argument that names it; of `FILE|DIR`, the file.
  let name: String
  let role: PathRole
  let path: FilePath

  init(name: String, role: PathRole, path: FilePath) {
    self.name = String(name.prefix { $0 != "|" })
    self.role = role
    self.path = path
  }
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

  /// An output for which it depends on options whether it may replace what is there.
  private struct Taken {
    let index: Int
    let file: NamedFile
  }

  /// Returns the file with a number below `count`; nil if there is none.
  private let file: (Int) -> NamedFile?
  /// The places by the numbers of their files. A list can name very many.
  private var places = LikelyEqual()
  private var inputs: [File.Identity] = []
  private var hasOutputs = false
  /// The first output that exists and must be new, and the first that exists.
  private var takenAsNew: Taken?
  private var taken: Taken?

  init(_ files: some Sequence<NamedFile>) {
    let files = Array(files)
    self.init(count: files.count) { files[$0] }
  }

  /// Resolves the paths of `count` files. A path that the system cannot resolve is skipped; the command
  /// will report it.
  /// - Parameter file: Returns the file with a number from 0; nil if there is none.
  init(count: Int, _ file: @escaping (Int) -> NamedFile?) {
    let stream = NamedFile(
      name: "standard output", role: .standardOutput, path: FilePath("-"))
    self.file = { $0 < count ? file($0) : stream }
    var hasStream = false
    for index in 0..<count {
      guard let file = file(index) else { continue }
      if file.role.isWritten, file.path.isStandardOutput { hasStream = true }
      add(file, index)
    }
    if !hasStream { add(stream, count) }
  }

  private mutating func add(_ file: NamedFile, _ index: Int) {
    guard let destination = Self.destination(of: file) else { return }
    hasOutputs = hasOutputs || file.role.isWritten
    if let found = destination.file {
      if !file.role.isWritten || file.role == .changed { inputs.append(found) }
    } else if destination.key == .nowhere || !file.role.isWritten {
      // What leads nowhere collides with nothing, and an input that is not there cannot be lost.
      return
    }
    places.add(destination.key, number: index)
    guard destination.file != nil, !file.path.isStandardOutput else { return }
    let found = Taken(index: index, file: file)
    switch file.role {
    // A file in a folder is checked when it gets its name.
    case .newOutput where destination.otherKind != .directory: takenAsNew = takenAsNew ?? found
    case .output where destination.otherKind == nil: taken = taken ?? found
    default: break
    }
  }

  private static func destination(of file: NamedFile) -> FileDestination? {
    if file.role.isWritten ? file.path.isStandardOutput : file.path.isStandardStream {
      return FileDestination(standardStream: file.role.isWritten ? STDOUT_FILENO : STDIN_FILENO)
    }
    return try? FileDestination(file.path)
  }

  private func place(_ index: Int) -> Place? {
    guard let file = file(index), let destination = Self.destination(of: file) else { return nil }
    return Place(file: file, destination: destination)
  }

  /// The existing inputs, which no output may replace.
  var spared: SparedFiles {
    let spared = SparedFiles()
    for input in inputs { spared.insert(input) }
    return spared
  }

  /// Throws if an output is also an input or another output, or if it exists and must not be
  /// replaced.
  func check(overwrites: Bool) throws(Failure) {
    guard hasOutputs else { return }
    let shared = places.groups().flatMap { group in group.map { (index: $0, all: group) } }
    for (index, others) in shared.sorted(by: { $0.index < $1.index }) {
      guard file(index)?.role.isWritten == true, let written = place(index) else { continue }
      for other in others where other != index {
        guard let other = place(other), written.destination.isSame(as: other.destination),
          collide(written, other)
        else { continue }
        let isStream = written.file.role == .standardOutput
        throw .problem(
          problem(written.file, other.file), file: isStream ? other.file.path : written.file.path)
      }
    }
    let replaced = overwrites ? nil : taken
    if let new = takenAsNew, new.index < replaced?.index ?? .max {
      throw .problem(
        "the file already exists; choose another name for '\(new.file.name)'",
        file: new.file.path)
    }
    if let path = replaced?.file.path {
      throw Failure(IOError(.create, path, .exists), about: path)
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
    if written.role == .changed, other.role == .changed {
      return "it is the same file as \(other.path), and would be changed twice; name it once"
    }
    let same = "\(name(written)) is the same file as \(name(other))"
    switch written.role {
    case .input, .changed, .standardOutput: return same
    case .output, .newOutput: return "\(same); choose another name for it"
    }
  }
}
