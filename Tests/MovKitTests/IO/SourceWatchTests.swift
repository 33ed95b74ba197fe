import Foundation
import Testing

@testable import MovKit

@Suite struct SourceWatchTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func watched(_ body: () throws -> Void) throws {
    try SourceWatch.watching(body).result.get()
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try scratch.file(name, bytes)
    // Not the time of this moment, which a change within the same tick would not alter.
    try date(name, 1_000_000_000)
  }

  private func date(_ name: String, _ seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)],
      ofItemAtPath: scratch[name].description)
  }

  private func exists(_ name: String) throws -> Bool { try scratch.names.contains(name) }

  /// Opens the file `a` of 1000 bytes, and lets a read of it fail without telling anybody.
  private func failQuietly() throws -> File {
    try write("a", noise(1000))
    let file = try File(scratch["a"])
    try scratch.truncate("a", to: 500)
    #expect((try? file.read(at: 400, count: 200)) == nil)
    return file
  }

  private func finish(_ name: String) throws {
    let output = try OutputFile(at: scratch[name])
    try output.append([1, 2, 3])
    try output.finish()
  }

  // MARK: Reads that fail

  @Test func toleratedFailuresAreKnown() throws {
    let (result, failure) = SourceWatch.watching { () throws in try failQuietly().size }
    #expect(try result.get() == 1000)
    #expect(failure == IOError(.read, scratch["a"], .changed))
  }

  @Test func withoutFailure() throws {
    try write("a", noise(1000))
    let (_, failure) = SourceWatch.watching { () throws in
      let file = try File(scratch["a"])
      #expect((try? file.read(at: 900, count: 200)) == nil)  // What a damaged movie asks for.
      try SourceWatch.checkReads()
      try finish("out")
    }
    #expect(failure == nil)
    #expect(try exists("out"))
  }

  @Test func noOutputAfterAToleratedFailure() throws {
    let error = IOError(.read, scratch["a"], .changed)
    try watched {
      let file = try failQuietly()
      #expect(throws: error) { try SourceWatch.checkReads() }
      #expect(throws: error) { try finish("out") }
      #expect(throws: error) {
        try OutputFile.write(WritePlan(), from: MemorySource([]), to: OutputPlace(scratch["out"]))
      }
      let published = try OutputFile(at: scratch["out"])
      try published.append([1])
      #expect(throws: error) { try published.publish() }
      published.discard()
      withExtendedLifetime(file) {}
    }
    #expect(try scratch.names == ["a"])
  }

  @Test func noChangeInPlaceAfterAToleratedFailure() throws {
    try write("movie", [1, 2, 3, 4])
    let write = PatchPlan.Write(at: 0, [9], label: "")
    let plan = PatchPlan(phases: [.init([write], effect: "")], commit: 0, originalSize: 4)
    try watched {
      let file = try failQuietly()
      let movie = try EditableFile(scratch["movie"])
      let error = #expect(throws: PatchError.self) { try movie.carryOut(plan) }
      #expect(error?.error == IOError(.read, scratch["a"], .changed))
      #expect(error?.state == .unchanged)
      withExtendedLifetime(file) {}
    }
    #expect(try File(scratch["movie"]).read(at: 0, count: 4) == [1, 2, 3, 4])
  }

  // MARK: Files that change

  /// A file that is open, and one that was closed since.
  @Test(arguments: [true, false]) func noOutputOfAFileThatChanged(isOpen: Bool) throws {
    try write("a", noise(1000))
    try watched {
      var file: File? = try File(scratch["a"])
      #expect(try file?.read(at: 0, count: 1000).count == 1000)
      try date("a", 1_000_000_001)
      if !isOpen { file = nil }
      #expect(throws: IOError(.read, scratch["a"], .changed)) { try finish("out") }
      withExtendedLifetime(file) {}
    }
    #expect(try scratch.names == ["a"])
  }

  /// What was read is what the file had.
  @Test func changedAfterItWasClosed() throws {
    try write("a", noise(1000))
    try watched {
      #expect(try File(scratch["a"]).read(at: 0, count: 1000).count == 1000)
      try date("a", 1_000_000_001)
      try finish("out")
    }
    #expect(try exists("out"))
  }

  @Test func outputsMayChange() throws {
    try watched {
      let output = try OutputFile(at: scratch["out"])
      try output.append([1, 2, 3])
      let contents = try output.contents()
      try output.append([4, 5])
      try output.sync()
      #expect(try contents.read(at: 0, count: 3) == [1, 2, 3])
      try output.finish()
    }
    #expect(try File(scratch["out"]).size == 5)
  }

  @Test(arguments: [true, false]) func streams(changes: Bool) throws {
    try write("a", noise(1000))
    try watched {
      let stream = try ByteStream(scratch["a"])
      #expect(try stream.read(upTo: 4000).count == 1000)
      if changes { try date("a", 1_000_000_001) }
      #expect(try stream.read(upTo: 4000).isEmpty)
      if changes {
        #expect(throws: IOError(.read, scratch["a"], .changed)) { try finish("out") }
      } else {
        try finish("out")
      }
    }
    #expect(try exists("out") == !changes)
  }

  // MARK: Watches inside others

  /// What fails in one of several tasks does not fail the others, nor what runs around them.
  @Test func tasksAreIndependent() throws {
    try watched {
      let (_, failure) = SourceWatch.watching { () throws in _ = try failQuietly() }
      #expect(failure != nil)
      let (kept, _) = SourceWatch.watching { () throws in
        try write("b", [1])
        let file = try File(scratch["b"])
        try date("b", 1_000_000_001)
        return file
      }
      try SourceWatch.checkReads()
      try finish("out")
      withExtendedLifetime(kept) {}
    }
    #expect(try exists("out"))
  }

  @Test func partsAreNot() throws {
    try write("b", noise(1000))
    let (_, failure) = SourceWatch.watching { () throws in
      let (part, _) = SourceWatch.watching(isPart: true) { () throws in try File(scratch["b"]) }
      let file = try part.get()
      try date("b", 1_000_000_001)
      #expect(throws: IOError(.read, scratch["b"], .changed)) { try finish("out") }
      // A part that is over may still be read.
      try scratch.truncate("b", to: 500)
      #expect((try? file.read(at: 400, count: 200)) == nil)
    }
    #expect(failure == IOError(.read, scratch["b"], .changed))
    #expect(try !exists("out"))
  }

  /// A part that failed is left out of what is written.
  @Test func aPartThatFailed() throws {
    let path = scratch["a"]
    try watched {
      let (_, failure) = SourceWatch.watching(isPart: true) {
        SourceWatch.current?.failed(IOError(.read, path, .system(EIO)))
      }
      #expect(failure == IOError(.read, path, .system(EIO)))
      try finish("out")
    }
    #expect(try exists("out"))
  }

  /// But a source that changed leaves none.
  @Test func aPartThatFailedBecauseItChanged() throws {
    try watched {
      let (_, failure) = SourceWatch.watching(isPart: true) { () throws in _ = try failQuietly() }
      #expect(failure == IOError(.read, scratch["a"], .changed))
      #expect(throws: IOError(.read, scratch["a"], .changed)) { try finish("out") }
    }
    #expect(try scratch.names == ["a"])
  }

  @Test func sourcesOfAllTasks() throws {
    try write("a", noise(10))
    try watched {
      let file = try File(scratch["a"])
      try watched {
        try finish("before")
        try date("a", 1_000_000_001)
        #expect(throws: IOError(.read, scratch["a"], .changed)) { try finish("after") }
      }
      withExtendedLifetime(file) {}
    }
    #expect(try scratch.names == ["a", "before"])
  }

  @Test func threads() throws {
    let path = try scratch.file("a", noise(1000))
    let (_, failure) = SourceWatch.watching {
      let (opened, isCut, isRead) = (ThreadSignal(), ThreadSignal(), ThreadSignal())
      let isStarted = WorkerThread.start {
        let file = try? File(path)
        opened.send()
        isCut.wait()
        #expect((try? file?.read(at: 400, count: 200)) == nil)
        isRead.send()
      }
      guard isStarted else { return }
      opened.wait()
      try? scratch.truncate("a", to: 500)
      isCut.send()
      isRead.wait()
    }
    #expect(failure == IOError(.read, path, .changed))
  }

  /// A watch refers to what runs around it, which refers to it for as long as it asks for it.
  @Test func watchesAreLetGo() throws {
    try write("a", noise(1000))
    weak var part: SourceWatch?
    var file: File?
    _ = SourceWatch.watching { () throws in
      _ = SourceWatch.watching(isPart: true) { () throws in
        part = SourceWatch.current
        file = try File(scratch["a"])
      }
      #expect(part != nil)
    }
    withExtendedLifetime(file) {}
    file = nil
    #expect(part == nil)
  }
}
