#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file with a temporary name beside the file that it is to become. It is removed if it is
/// released before.
final class TemporaryFile {
  /// Open for reading and writing.
  let descriptor: FileDescriptor
  private let directory: FileDescriptor
  private let name: [CChar]
  private var slot: Int?
  private var isNamed = false

  /// Whether the file is a clone of another, with all its blocks shared.
  let isClone: Bool

  /// Creates the file with `permissions` less the bits of the process's umask: as a clone of
  /// `original` if the file system can do that, else empty.
  init(
    beside target: FilePath, permissions: UInt32, cloning original: File? = nil
  ) throws(IOError) {
    let directory = try FileDescriptor(opening: target.parent, flags: O_RDONLY | O_DIRECTORY)
    let parent = directory.number
    var attempts = 0
    while true {
      let name = FilePath.terminated(TemporaryFile.name(for: target.lastComponent))
      do throws(IOError) {
        let made = try TemporaryFiles.changing { () throws(IOError) -> Made in
          try Made(name, in: parent, for: target, permissions, cloning: original)
        }
        descriptor = made.descriptor
        isClone = made.isClone
        slot = made.slot
        self.directory = directory
        self.name = name
        return
      } catch {
        attempts += 1
        guard error.errno == EEXIST, attempts < 100 else { throw error }
      }
    }
  }

  /// A file that was just made, and its place among the files that signals remove.
  private struct Made: ~Copyable {
    let descriptor: FileDescriptor
    let isClone: Bool
    let slot: Int?

    init(
      _ name: [CChar], in parent: Int32, for target: FilePath, _ permissions: UInt32,
      cloning original: File?
    ) throws(IOError) {
      // Remembered before it exists, so that a signal always finds it.
      slot = TemporaryFiles.remember(name, in: parent)
      do throws(IOError) {
        if let clone = original?.createClone(name, in: parent) {
          descriptor = clone
          isClone = true
        } else {
          let number = try system(.create, target) {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            return unsafe Int(openat(parent, name, flags, mode_t(truncatingIfNeeded: permissions)))
          }
          descriptor = FileDescriptor(Int32(truncatingIfNeeded: number), path: target)
          isClone = original?.shareAll(with: descriptor) ?? false
        }
      } catch {
        if let slot { TemporaryFiles.forget(slot) }
        throw error
      }
    }
  }

  /// Gives the file the name of a place whose links were followed, and with `onMedium` puts the
  /// name on the medium. Does nothing if it already has the name.
  ///
  /// Checks what has the name once more: it may not be what had it when the output began.
  func takeName(of place: OutputPlace, onMedium: Bool = true) throws(IOError) {
    guard !isNamed else { return }
    let target = place.path
    let parent = directory.number
    let final = FilePath.terminated(target.lastComponent)
    try TemporaryFiles.changing { () throws(IOError) in
      try rename(to: final, in: parent, place, target)
    }
    // The output is there and complete. Not every file system can sync a directory, and it would be
    // wrong to report the output as failed for that.
    if onMedium { try? directory.sync() }
  }

  // Swift 6.3's optimizer fails on this where it is part of the closure above.
  @inline(never)
  private func rename(
    to final: [CChar], in parent: Int32, _ place: OutputPlace, _ target: FilePath
  ) throws(IOError) {
    if let status = FileStatus(of: final, in: parent) { try place.check(status.identity) }
    if place.overwrites {
      _ = try system(.rename, target) { unsafe Int(renameat(parent, name, parent, final)) }
    } else {
      try FreeName.take(final, for: name, in: parent, target: target)
    }
    isNamed = true
    forget()
  }

  /// Removes the file from the name that it took.
  func removeName(of target: FilePath) {
    guard isNamed else { return }
    _ = unsafe unlinkat(directory.number, FilePath.terminated(target.lastComponent), 0)
  }

  deinit {
    if !isNamed { _ = unsafe unlinkat(directory.number, name, 0) }
    forget()
  }

  private func forget() {
    if let slot { TemporaryFiles.forget(slot) }
    slot = nil
  }

  /// Returns `.NAME.movtool-XXXXXX`, where NAME is cut to stay far below the shortest limit on
  /// names in use (143 bytes), and never within a UTF-8 character, which some systems refuse.
  static func name(for name: [UInt8]) -> [UInt8] {
    var length = min(name.count, 100)
    while length > 0, length < name.count, name[length] & 0xC0 == 0x80 { length -= 1 }
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let suffix = (0..<6).map { _ in letters[Int.random(in: 0..<letters.count)] }
    return Array(".".utf8) + name.prefix(length) + Array(".movtool-".utf8) + suffix
  }
}
