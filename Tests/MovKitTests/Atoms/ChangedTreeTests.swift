import Foundation
import Testing

@testable import MovKit

/// What is noted of atoms that were read, so that it need not be looked up for all that is in them, ends
/// with a change of any of them, however deep.
@Suite struct ChangedTreeTests {
  /// Every atom of small movies, one at a time: of another type, longer, and removed.
  @Test func everyAtomCanBeChanged() throws {
    var count = 0
    for url in MediaFiles.files(in: MediaFiles.testMedia) {
      let bytes = [UInt8](try Data(contentsOf: url))
      guard bytes.count < 20_000, let file = try? AtomFile(from: MemorySource(bytes)) else {
        continue
      }
      for root in file.atoms where !root.children.isEmpty && root.compressedAtoms.isEmpty {
        count += try Self.changeAll(in: root, url.lastPathComponent)
      }
    }
    #expect(count > 5000)
  }

  private static func changeAll(in root: Atom, _ name: String) throws -> Int {
    let whole = try root.serialized()
    var count = 0
    for (atom, steps) in all(in: root, at: [0]) where atom.type != "uuid" && atom.claimedSize == nil
    {
      guard let start = root.offset, let place = atom.offset else { continue }
      count += 1
      var renamed = root
      renamed.change(at: steps[...]) { $0.type = "saio" }
      var wanted = whole
      wanted.replaceSubrange(Int(place - start) + 4..<Int(place - start) + 8, with: ascii("saio"))
      #expect(try renamed.serialized() == wanted, "\(name) \(steps)")
      #expect(renamed.size == root.size, "\(name) \(steps)")
      if atom.children.isEmpty {
        let sites = OffsetSites(in: renamed, .standard, .here).map { $0.atom.offset }
        #expect(sites.contains(place), "\(name) \(steps)")
      }

      var longer = root
      longer.change(at: steps[...]) { atom in
        switch atom.content {
        case .bytes(let bytes): atom.content = .bytes(bytes + [1, 2, 3])
        case .children(var children):
          children.tail += [1, 2, 3]
          atom.content = .children(children)
        case .extent: break
        }
      }
      #expect(longer.size == root.size + 3, "\(name) \(steps)")
      #expect(try longer.serialized().count == whole.count + 3, "\(name) \(steps)")

      guard let last = steps.last, steps.count > 1 else { continue }
      var shorter = root
      shorter.change(at: steps.dropLast()) { _ = $0.children.remove(at: last) }
      #expect(shorter.size == root.size - atom.size, "\(name) \(steps)")
      let end = Int(place - start) + Int(atom.size)
      let left = try shorter.serialized()
      #expect(left.count == whole.count - Int(atom.size), "\(name) \(steps)")
      #expect(left.suffix(whole.count - end) == whole[end...], "\(name) \(steps)")
    }
    #expect(try root.serialized() == whole)
    return count
  }

  /// All atoms in an atom, and the indices that lead to them.
  private static func all(in atom: Atom, at steps: [Int]) -> [(Atom, [Int])] {
    [(atom, steps)]
      + atom.children.enumerated().flatMap { all(in: $1, at: steps + [$0]) }
  }
}
