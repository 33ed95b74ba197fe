import Foundation
import Testing

@testable import MovKit

/// A directory of its own for one test, removed with what is in it.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "movkit-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the directory, there or not.
  subscript(_ name: String) -> FilePath { FilePath(path + "/" + name) }

  /// Writes a file and returns its path.
  @discardableResult
  func file(_ name: String, _ bytes: [UInt8] = []) throws -> FilePath {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    return self[name]
  }

  /// Makes a file of `size` bytes with some bytes here and there, and holes between.
  func sparseFile(_ name: String, size: UInt64, _ data: [(UInt64, [UInt8])]) throws -> FilePath {
    try file(name)
    let handle = try #require(FileHandle(forWritingAtPath: path + "/" + name))
    try handle.truncate(atOffset: size)
    for (offset, bytes) in data {
      try handle.seek(toOffset: offset)
      try handle.write(contentsOf: Data(bytes))
    }
    try handle.close()
    return self[name]
  }

  func link(_ name: String, to destination: String) throws -> FilePath {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: destination)
    return self[name]
  }

  func hardLink(_ name: String, to other: String) throws -> FilePath {
    try FileManager.default.linkItem(atPath: path + "/" + other, toPath: path + "/" + name)
    return self[name]
  }

  func pipe(_ name: String) throws -> FilePath {
    let result = unsafe mkfifo(path + "/" + name, 0o600)
    try #require(result == 0)
    return self[name]
  }

  /// A socket in the directory; nil where this system does not make one that simply.
  func socket(_ name: String) -> FilePath? {
    unsafe mknod(path + "/" + name, S_IFSOCK | 0o600, 0) == 0 ? self[name] : nil
  }

  func truncate(_ name: String, to size: UInt64) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path + "/" + name))
    try handle.truncate(atOffset: size)
    try handle.close()
  }

  /// The space a file takes on the medium, in bytes.
  func space(_ name: String) throws -> Int {
    var status = stat()
    let result = unsafe stat(path + "/" + name, &status)
    try #require(result == 0)
    return Int(status.st_blocks) * 512
  }

  func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  func setPermissions(_ name: String, _ permissions: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: path + "/" + name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  /// All names in the directory, hidden ones as well.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// Bytes that look like no others nearby, the same in every run.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  var words: [UInt64] = []
  words.reserveCapacity(count / 8 + 1)
  while words.count * 8 < count {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    words.append(state)
  }
  return unsafe words.withUnsafeBytes { unsafe Array($0.prefix(count)) }
}
