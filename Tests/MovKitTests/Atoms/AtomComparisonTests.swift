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
}
