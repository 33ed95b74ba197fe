import Foundation
import Testing

@testable import MovKit

@Suite struct FileTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func reads() throws {
    let bytes = noise(3_000_000)
    let file = try File(scratch.file("a.mov", bytes))
    #expect(file.size == 3_000_000)
    #expect(try file.read(at: 0, count: bytes.count) == bytes)
    #expect(try file.read(at: 2_999_999, count: 1) == [bytes[2_999_999]])
    #expect(try file.read(at: 3_000_000, count: 0) == [])
  }

  @Test func emptyFile() throws {
    let file = try File(scratch.file("empty"))
    #expect(file.size == 0)
    #expect(try file.read(at: 0, count: 0) == [])
  }

  @Test(arguments: [(8, 3), (11, 0), (.max, 1), (0, .max)] as [(UInt64, Int)])
  func beyondTheEnd(offset: UInt64, count: Int) throws {
    let path = try scratch.file("a", noise(10))
    let kind = IOError.Kind.truncated(offset: offset, wanted: UInt64(count), size: 10)
    #expect(throws: IOError(.read, path, kind)) { try File(path).read(at: offset, count: count) }
  }

  @Test func missing() {
    #expect(throws: IOError(.open, scratch["no"], .system(ENOENT))) { try File(scratch["no"]) }
  }

  @Test func notFiles() throws {
    let directory = FilePath(scratch.path)
    #expect(throws: IOError(.open, directory, .notARegularFile(.directory))) { try File(directory) }
    let device = FilePath("/dev/null")
    #expect(throws: IOError(.open, device, .notARegularFile(.device))) { try File(device) }
    let pipe = try scratch.pipe("pipe")
    #expect(throws: IOError(.open, pipe, .notARegularFile(.pipe))) { try File(pipe) }
    if let socket = scratch.socket("socket") {
      #expect(throws: IOError(.open, socket, .notARegularFile(.socket))) { try File(socket) }
    }
  }

  @Test(arguments: [[], [0x61, 0, 0x62]] as [[UInt8]])
  func namesNoFileCanHave(bytes: [UInt8]) {
    let path = FilePath(bytes: bytes)
    #expect(throws: IOError(.open, path, .invalidPath)) { try File(path) }
  }

  @Test func aFileThatShrinks() throws {
    let path = try scratch.file("a", noise(1000))
    let file = try File(path)
    try scratch.truncate("a", to: 500)
    #expect(try file.read(at: 0, count: 500).count == 500)
    #expect(throws: IOError(.read, path, .changed)) { try file.read(at: 400, count: 200) }
    #expect(throws: IOError(.read, path, .changed)) { try file.checkUnchanged() }
  }

  @Test func linksLeadToTheSameFile() throws {
    let path = try scratch.file("a", [1])
    let other = try File(scratch.file("b", [1]))
    let identity = try File(path).identity
    #expect(try File(scratch.hardLink("hard", to: "a")).identity == identity)
    #expect(try File(scratch.link("soft", to: "a")).identity == identity)
    #expect(other.identity != identity)
  }

  /// Of 200 files, one after another, where a process may have 64 open.
  @Test func descriptorsAreClosed() async throws {
    let path = try scratch.file("a", [1])
    await #expect(processExitsWith: .success) { [path = path.description as String] in
      var limit = rlimit()
      limit.rlim_cur = 64
      limit.rlim_max = 64
      #if canImport(Glibc)
        let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #else
        let result = unsafe setrlimit(RLIMIT_NOFILE, &limit)
      #endif
      #expect(result == 0)
      for _ in 0..<200 {
        let bytes = try File(FilePath(path)).read(at: 0, count: 1)
        #expect(bytes == [1])
      }
    }
  }
}
