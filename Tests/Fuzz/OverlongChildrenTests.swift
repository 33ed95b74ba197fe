import Foundation
import Testing

@testable import MovKit

/// The last child of an atom can claim more bytes than its parent has. Whatever a change adds after it, or
/// to it, must not be swallowed by it.
@Suite struct OverlongChildrenTests {
  private static let media = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "TestMedia")

  static let movies = [
    "metadata/chapters.mov", "metadata/itunes.mp4", "timecode/25-reel.mov", "timecode/2997-df.mp4",
  ]

  @Test(arguments: movies, [1, 70_000])
  func everyChange(movie: String, excess: UInt32) throws {
    let bytes = Array(try Data(contentsOf: Self.media.appending(path: movie)))
    let file = try AtomFile(from: MemorySource(bytes))
    var (count, plans) = (0, 0)
    func lengthen(_ parent: Atom) throws {
      for child in parent.children { try lengthen(child) }
      guard let last = parent.children.last, last.form == .compact, let place = last.offset,
        let start = parent.offset, place + last.size == start + parent.size
      else { return }
      let size = UInt32(last.size) + excess
      var changed = bytes
      for index in 0..<4 {
        changed[Int(place) + index] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * index))
      }
      do { plans += try EditTarget.run(changed) } catch {
        Issue.record("\(parent.type)/\(last.type) at \(place): \(error)")
      }
      count += 1
    }
    for atom in file.atoms { try lengthen(atom) }
    #expect(count >= 10)
    #expect(plans > 0, "every change is refused")
  }
}
