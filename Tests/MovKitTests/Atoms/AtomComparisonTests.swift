import Foundation
import Testing

@testable import MovKit

/// In what the atoms of two files differ.
@Suite struct AtomComparisonTests {
  /// Atoms with places in the file, which are not compared, and space that is not used.
  private static let leftOut: Set<FourCC> = ["stco", "co64", "free", "skip", "wide", "mdat"]

  private func isSame(_ first: AtomFile, _ second: AtomFile) throws -> Bool {
    var comparison = AtomComparison(first, second)
    return try comparison.next() == nil
  }

  /// The places of all bytes that are not in the headers of atoms.
  private func places(_ atoms: [Atom]) -> [Int] {
    atoms.flatMap { atom -> [Int] in
      guard !Self.leftOut.contains(atom.type), let start = atom.contentOffset,
        let offset = atom.offset
      else { return [] }
      let end = atom.children.first?.offset ?? offset + atom.size
      return Array(Int(start)..<Int(end)) + places(atom.children)
    }
  }

  /// A byte that is another is a difference, whether a field says what it means or not: padding, the end
  /// of a text, the number of the rows of a table.
  @Test(arguments: [
    "rates/25.mov", "fragments/plain.mp4", "metadata/itunes.m4a", "timecode/25-reel.mov",
  ])
  func everyByte(_ name: String) throws {
    let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: name))
    let file = try AtomFile(from: bytes)
    let places = places(file.atoms.filter { $0.type == "moov" })
    #expect(places.count > 300)
    var changed = bytes
    for place in places {
      changed[place] ^= 0x01
      let other = try? AtomFile(from: changed)
      changed[place] ^= 0x01
      guard let other else { continue }
      #expect(try !isSame(file, other), "\(name): byte \(place)")
    }
  }

  /// Places that count from something else than the start of the file move with the media as well.
  @Test(arguments: [1, 2, 20])
  func relativePlaces(count: UInt32) throws {
    func file(saio first: UInt32, count: UInt32, trun: UInt32, sidx: UInt32) throws -> AtomFile {
      let offsets = (0..<count).flatMap { u32(first + $0) }
      return try AtomFile(
        from: atom("saio", u32(0), u32(count), offsets)
          + atom("trun", u32(1), u32(0), u32(trun))
          + atom("sidx", u32(0), u32(1), u32(1000), u32(0), u32(sidx), u32(0)))
    }
    let old = try file(saio: 100, count: count, trun: 8, sidx: 0)
    #expect(try isSame(old, file(saio: 900, count: count, trun: 8, sidx: 0)))
    #expect(try isSame(old, file(saio: 100, count: count, trun: 0xFFFF_FF00, sidx: 0)))
    #expect(try isSame(old, file(saio: 100, count: count, trun: 8, sidx: 44)))
    #expect(try !isSame(old, file(saio: 100, count: count + 1, trun: 8, sidx: 0)))
  }
}
