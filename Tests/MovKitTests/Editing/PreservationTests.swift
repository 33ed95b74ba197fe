import Foundation
import Testing

@testable import MovKit

/// What a stamped movie still has: everything, byte for byte.
@Suite struct PreservationTests {
  @Test(arguments: [false, true])
  func whateverStandsInTheFile(isMoovFirst: Bool) throws {
    var source = TinyMovie()
    source.isMoovFirst = isMoovFirst
    source.ahead =
      atom("wide") + atom("pnot", noise(12, seed: 2))
      + atom(FourCC(rawValue: 0x0180_2078), noise(9))
    source.behind = atom("skip", noise(5)) + atom("mdat", noise(40, seed: 3)) + zeros(7)
    source.behindTracks =
      atom(FourCC(rawValue: 0x7F6E_6B6E), noise(33, seed: 4))
      + atom("udta", atom("XYZ ", noise(5)), u32(0))
      + atom("uuid", noise(16, seed: 5), noise(3))
    source.tracks[0].behind = atom("udta", noise(3)) + noise(6, seed: 6)
    let bytes = source.bytes
    let stamped = try Stamped(bytes)
    try Self.expectPreserved(bytes, stamped)
    // The media is where the table says.
    let place = Int(try #require(try stamped.movie.track(1)?.sampleTable())[0].offset)
    #expect(Array(stamped.bytes[place..<place + 100]) == source.media)
  }

  @Test func mediaOnBothSidesOfTheMovie() throws {
    var source = TinyMovie()
    let behind = noise(60, seed: 9)
    source.behind = atom("mdat", behind)
    let size = UInt32(source.bytes.count)
    source.tracks[0].chunks = { atom("stco", u32(0), u32(2), u32($0), u32(size - 60 + 4)) }
    source.tracks[0].samplesPerChunk = 60
    source.tracks[0].times = [(120, 1)]
    let bytes = source.bytes
    #expect(UInt32(bytes.count) == size + 4)
    let stamped = try Stamped(bytes)
    try Self.expectPreserved(bytes, stamped)
    let table = try #require(try stamped.movie.track(1)?.sampleTable())
    let places = table.sampleChunks.map { Int($0.offset) }
    #expect(Array(stamped.bytes[places[0]..<places[0] + 60]) == source.media.prefix(60).map { $0 })
    #expect(Array(stamped.bytes[places[1]..<places[1] + 60]) == behind)
  }

  @Test func largeAndOpenHeads() throws {
    let tiny = TinyMovie().bytes
    let split = try #require(try AtomFile(from: MemorySource(tiny)).first("moov")?.offset)
    let content = Array(tiny[Int(split) + 8..<tiny.count])
    for moov in [largeAtom("moov", content), atomToEnd("moov", content)] {
      let stamped = try Stamped(Array(tiny[..<Int(split)]) + moov)
      #expect(stamped.movie.tracks.count == 2)
      #expect(stamped.movie.atom.form == (moov[3] == 1 ? .extended : .compact))
    }
  }

  @Test func junkInFrontAndTextBehind() throws {
    let junk = ascii(String(repeating: "not a movie ", count: 10))
    var tables = TinyMovie()
    tables.tracks[0].chunks = { atom("stco", u32(0), u32(1), u32($0 + 120)) }
    let bytes = junk + tables.bytes + ascii("the end")
    let stamped = try Stamped(bytes)
    #expect(stamped.bytes.starts(with: junk))
    #expect(stamped.bytes.suffix(7) == ascii("the end")[...])
    let place = Int(try #require(try stamped.movie.track(1)?.sampleTable())[0].offset)
    #expect(Array(stamped.bytes[place..<place + 100]) == tables.media)
  }

  @Test func referencesToAnotherFileStay() throws {
    var source = TinyMovie()
    source.isMoovFirst = true
    source.tracks[0].dataReference = atom("alis", u32(0), zeros(150))
    source.tracks[0].chunks = { _ in atom("stco", u32(0), u32(1), u32(999_999)) }
    let stamped = try Stamped(source)
    #expect(try stamped.movie.track(1)?.sampleTable()[0].offset == 999_999)
    #expect(try stamped.movie.track(2)?.sampleTable().first != nil)
  }

  /// A second movie between media whose table has to grow: what follows moves by that too.
  @Test func aTableThatGrowsBetweenMedia() throws {
    var second = TinyMovie()
    second.tracks[0].chunks = { _ in atom("stco", u32(0), u32(1), u32(.max)) }
    let moov = Array(second.bytes.dropFirst(20 + 108))
    var source = TinyMovie()
    source.isMoovFirst = true
    source.behind = moov
    let behind = noise(60, seed: 9)
    let place = UInt32(source.bytes.count + 8)
    source.tracks[0].chunks = { atom("stco", u32(0), u32(2), u32($0), u32(place)) }
    source.tracks[0].samplesPerChunk = 60
    source.tracks[0].times = [(120, 1)]
    // The second chunk's offset makes the table, and with it all that follows, four bytes longer.
    source.tracks[0].chunks = { atom("stco", u32(0), u32(2), u32($0), u32(place + 4)) }
    source.behind = moov + atom("mdat", behind)
    let stamped = try Stamped(source)
    let table = try #require(try stamped.movie.track(1)?.sampleTable())
    let places = table.sampleChunks.map { Int($0.offset) }
    #expect(Array(stamped.bytes[places[0]..<places[0] + 60]) == Array(source.media.prefix(60)))
    #expect(Array(stamped.bytes[places[1]..<places[1] + 60]) == behind)
    let other = stamped.movie.file.atoms.filter { $0.type == "moov" }[1]
    #expect(other.descendant("trak", "mdia", "minf", "stbl", "co64") != nil)
  }

  /// Every movie of the test media that can be stamped.
  @Test func testMedia() throws {
    var count = 0
    for file in MediaFiles.files(in: MediaFiles.testMedia) {
      let bytes = try MediaFiles.bytes(of: file)
      guard
        let stamped = try? Stamped(
          bytes, { $0.frameDuration = MediaTime(value: 1, timescale: 25) })
      else { continue }
      count += 1
      try Self.expectPreserved(bytes, stamped, file.lastPathComponent)
    }
    #expect(count > 150)
  }

  // MARK: Comparing

  /// Atoms that tell places in the file, or that a new track is announced in.
  private static let mayChange: Set<FourCC> = [
    "mvhd", "stco", "co64", "saio", "iloc", "tfhd", "tfra", "mfro", "sidx",
  ]

  private static func expectPreserved(
    _ source: [UInt8], _ stamped: Stamped, _ name: String = ""
  ) throws {
    let before = try AtomFile(from: MemorySource(source))
    let after = try AtomFile(from: MemorySource(stamped.bytes))
    var ours = after.atoms
    // The new sample has an mdat of its own beside moov.
    let sample = try #require(try stamped.track?.sampleTable()[0].offset)
    ours.removeAll { $0.offset.map { $0 + 8 == sample } ?? false && $0.type == "mdat" }
    #expect(before.leading == after.leading, "\(name)")
    #expect(
      source[Int(before.trailing.lowerBound)...].elementsEqual(
        stamped.bytes[Int(after.trailing.lowerBound)...]), "\(name)")
    // A header in compressed form is written as what it holds.
    compare(
      before.atoms.map { $0.movie ?? $0 }, ours, in: "", name: name, isFirst: true, source, stamped)
  }

  private static func compare(
    _ before: [Atom], _ after: [Atom], in path: String, name: String, isFirst: Bool,
    _ source: [UInt8], _ stamped: Stamped
  ) {
    guard before.map(\.type).count == after.count else {
      Issue.record("\(name) \(path): \(before.map(\.type)) became \(after.map(\.type))")
      return
    }
    var isFirstMovie = isFirst
    for (old, new) in zip(before, after) {
      let here = "\(name) \(path)/\(old.type)"
      if mayChange.contains(old.type) { continue }
      #expect(old.type == new.type && old.userType == new.userType, "\(here)")
      switch (old.content, new.content) {
      case (.bytes(let a), .bytes(let b)): #expect(a == b, "\(here)")
      case (.extent(let a), .extent(let b)):
        #expect(
          source[Int(a.lowerBound)..<Int(a.upperBound)].elementsEqual(
            stamped.bytes[Int(b.lowerBound)..<Int(b.upperBound)]), "\(here)")
      case (.children(let a), .children(var b)):
        #expect(a.preamble == b.preamble && a.tail == b.tail, "\(here)")
        if path.isEmpty, old.type == "moov", isFirstMovie {
          isFirstMovie = false
          b.atoms.removeAll { (try? $0.serialized()) == stamped.trackBytes }
        }
        var olds = a.atoms
        if old.type == "trak" {
          olds.removeAll { $0.type == "tref" }
          b.atoms.removeAll { $0.type == "tref" }
        }
        if old.type == "mvex" { b.atoms.removeLast() }
        compare(
          olds, b.atoms, in: "\(path)/\(old.type)", name: name, isFirst: false, source, stamped)
      default: Issue.record("\(here) has other contents")
      }
    }
  }
}
