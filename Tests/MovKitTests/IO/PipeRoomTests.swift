import Foundation
import TestSupport
import Testing

@testable import MovKit

@Suite struct PipeRoomTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// How much a pipe takes that nobody reads.
  private func room(in pipe: Pipe) throws -> Int {
    let number = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    let page = [UInt8](repeating: 7, count: 4096)
    var room = 0
    while true {
      let count = unsafe write(number, page, page.count)
      guard count > 0 else { return room }
      room += count
    }
  }

  @Test func pipesHoldMore() throws {
    #if os(Linux)
      let text = try String(contentsOfFile: "/proc/sys/fs/pipe-max-size", encoding: .utf8)
      let most = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      for reads in [true, false] {
        let pipe = Pipe()
        let end = reads ? pipe.fileHandleForReading : pipe.fileHandleForWriting
        PipeRoom.enlarge(end.fileDescriptor)
        #expect(try room(in: pipe) == (most >= 1 << 20 ? 1 << 20 : 1 << 16))
      }
    #endif
  }

  /// One that was made larger by somebody else stays so.
  @Test func neverLess() throws {
    #if os(Linux)
      let pipe = Pipe()
      guard fcntl(pipe.fileHandleForReading.fileDescriptor, 1031, 1 << 21) == 1 << 21 else {
        // Only the superuser may have more.
        return NotRun.add(.permission("pipes of 2 MiB"))
      }
      PipeRoom.enlarge(pipe.fileHandleForReading.fileDescriptor)
      #expect(try room(in: pipe) == 1 << 21)
    #endif
  }

  @Test func otherFilesStayAsTheyAre() throws {
    let path = try scratch.file("file", [1, 2, 3])
    let file = try #require(FileHandle(forUpdatingAtPath: path.description))
    PipeRoom.enlarge(file.fileDescriptor)
    PipeRoom.enlarge(-1)
    #expect(try scratch.bytes("file") == [1, 2, 3])
  }
}
