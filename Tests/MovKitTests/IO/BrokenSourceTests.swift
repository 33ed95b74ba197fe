import Foundation
import Synchronization
import Testing

@testable import MovKit

/// Sources of a program that break their promise: they give another number of bytes than was asked for, or change
/// their size.
@Suite struct BrokenSourceTests {
  /// What reads a source, and shows all that it read as text.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable () throws -> [UInt8]
    let read: @Sendable (any ByteSource) throws -> String
  }

  private static func media(_ name: String) -> @Sendable () throws -> [UInt8] {
    { try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: name)) }
  }

  static let subjects = [
    Subject(testDescription: "a small atom at the end") {
      // The free space is more than one window, so the last atom needs a read of its own.
      fileType + atom("moov", atom("udta")) + atom("free", zeros(5000)) + atom("uuid", zeros(32))
    } read: {
      let file = try AtomFile(from: $0)
      return "\(file.atoms) \(file.trailing) \(file.diagnostics)"
    },
    Subject(testDescription: "a timecode sample in the last bytes") {
      var bytes = try BrokenFile.timecode.bytes()
      let place = UInt32(bytes.count) + 8
      try BrokenFile.record(
        "", BrokenFile.timecode, "moov/trak[1]/mdia/minf/stbl/stco", ChunkOffsets.self
      ) { $0.offsets = try Table([place]) }.change(&bytes)
      return bytes + atom("mdat", u32(90000))
    } read: {
      guard let found = try Movie(from: $0).timecodeTracks.first else { return "none" }
      let track = try TimecodeTrack(found)
      guard track.sampleCount > 0 else { return "\(track.diagnostics)" }
      return "\(track.sample(0).value) \(track.sampleCount) \(track.diagnostics)"
    },
    Subject(testDescription: "samples in batches", bytes: media("rates/25.mov")) {
      let movie = try Movie(from: $0)
      let reader = MovieReader(movie)
      guard let track = movie.tracks.first else { return "none" }
      let output = try reader.addOutput(for: track)
      reader.startReading()
      var text = ""
      while let batch = try output.nextBatch() {
        text += "\(batch.samples.count) \(batch.bytes)"
      }
      return text
    },
    Subject(testDescription: "samples one by one", bytes: media("rates/25.mov")) {
      try Movie(from: $0).tracks.first?.samples().map { "\(try $0.data())" }.joined() ?? "none"
    },
    Subject(testDescription: "an item") {
      try BrokenFile.Good.picture.bytes()
    } read: {
      guard let items = FileItems(try AtomFile(from: $0)), let item = items.item(1) else {
        return "none"
      }
      var stream = try ItemStream(of: item, in: items, isRaw: true)
      return "\(try stream.next() ?? [])"
    },
  ]

  /// Each read that gives another number of bytes ends in an error, and no wrong bytes are taken for right ones.
  @Test(arguments: subjects, [-1, 1, -1000, 5000])
  func otherNumbersOfBytes(_ subject: Subject, by difference: Int) throws {
    let bytes = try subject.bytes()
    let counting = CountingSource(bytes)
    let right = try subject.read(counting)
    let count = counting.reads.withLock { $0.count }
    #expect(count > 0)
    for good in 0..<count {
      // What appends by itself can append no more than there is room for.
      for appends in difference < 0 ? [false, true] : [false] {
        let source = MiscountingSource(MemorySource(bytes), difference, good, appends: appends)
        #expect(throws: IOError(.read, nil, .changed), "from read \(good) on") {
          do {
            let other = try subject.read(source)
            #expect(other == right, "from read \(good) on")
          } catch ReadingError.io(let error) { throw error }
        }
      }
    }
  }

  /// A size that is another one from some moment on: whatever is read then, nothing traps, which would end the run.
  @Test(arguments: subjects) func sizesThatChange(_ subject: Subject) throws {
    let bytes = try subject.bytes()
    for good in 0..<40 {
      for size in [0, 10, UInt64(bytes.count) - 1] {
        let source = ShrinkingSource(MemorySource(bytes), size, good)
        do { _ = try subject.read(source) } catch {
          #expect(error is ReadingError || error is FormatError, "\(error)")
        }
      }
    }
  }
}

/// Answers some reads as promised, and later ones with another number of bytes.
private final class MiscountingSource: ByteSource {
  let source: MemorySource
  let difference: Int
  /// Whether it appends by itself, as far as there is room.
  let appends: Bool
  private let good: Mutex<Int>

  init(_ source: MemorySource, _ difference: Int, _ good: Int, appends: Bool) {
    (self.source, self.difference, self.appends) = (source, difference, appends)
    self.good = Mutex(good)
  }

  var size: UInt64 { source.size }

  func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    let bytes = try source.read(at: offset, count: count)
    let isGood = good.withLock { left in
      left -= 1
      return left >= 0
    }
    guard !isGood else { return bytes }
    return difference < 0
      ? Array(bytes.dropLast(-difference)) : bytes + Array(repeating: 0, count: difference)
  }

  func read(
    at offset: UInt64, count: Int, appendingTo output: inout OutputSpan<UInt8>
  ) throws(IOError) {
    guard appends else {
      for byte in try read(exactly: count, at: offset) { output.append(byte) }
      return
    }
    for byte in try read(at: offset, count: count) where output.freeCapacity > 0 {
      output.append(byte)
    }
  }
}

/// Says its size some times, and then a smaller one.
private final class ShrinkingSource: ByteSource {
  let source: MemorySource
  let smaller: UInt64
  private let good: Mutex<Int>

  init(_ source: MemorySource, _ smaller: UInt64, _ good: Int) {
    (self.source, self.smaller) = (source, smaller)
    self.good = Mutex(good)
  }

  var size: UInt64 {
    good.withLock { left in
      left -= 1
      return left >= 0 ? source.size : smaller
    }
  }

  func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    try source.read(at: offset, count: count)
  }
}
