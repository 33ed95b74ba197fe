import Foundation
import Testing

@testable import MovKit

/// `AtomFileEditor` changes files without a movie: pictures and segments.
@Suite struct AtomFileEditorTests {
  /// What all offsets of a file point at.
  private func targets(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    for root in try AtomFile(from: bytes).atoms {
      for site in OffsetSites(in: root, .here) {
        try site.forEachTarget { target in
          guard target.role == .data, target.place < UInt64(bytes.count) else { return }
          let start = Int(target.place)
          found.append(Array(bytes[start..<min(bytes.count, start + 16)]))
        }
      }
    }
    return found
  }

  /// In each file without a movie, media moves when an atom is put in front of it, and is found; when
  /// the atom is removed, the file is as it was.
  @Test func thereAndBack() throws {
    for url in MediaFiles.all() {
      guard let values = try? url.resourceValues(forKeys: [.fileSizeKey]),
        values.fileSize ?? .max < 4 << 20
      else { continue }
      let bytes = try MediaFiles.bytes(of: url)
      guard let file = try? AtomFile(from: bytes), file.storedMovie == nil,
        file.atoms.contains(where: { ["ftyp", "styp", "meta", "moof"].contains($0.type) }),
        file.atoms.allSatisfy({ $0.claimedSize == nil }), let before = try? targets(bytes)
      else { continue }
      var editor = try AtomFileEditor(file)
      try editor.insert(
        Atom("skip", .bytes([UInt8](repeating: 1, count: 1000)[...])), intoAtomAt: nil, at: 1)
      guard let plan = try? editor.writePlan() else { continue }
      let changed = try plan.render(from: MemorySource(bytes))
      try editor.check(MemorySource(changed), against: MemorySource(bytes), plan: plan)
      let isLast = file.atoms.count == 1
      if !isLast { #expect(try targets(changed) == before, "\(url.lastPathComponent)") }
      var back = try AtomFileEditor(AtomFile(from: changed))
      try back.removeAtom(at: #require(AtomPath("skip")))
      let restored = try back.writePlan().render(from: MemorySource(changed))
      #expect(restored == bytes, "\(url.lastPathComponent)")
    }
  }

  @Test func moviesAreForMovieEditor() throws {
    let movie = try AtomFile(
      path: MediaFiles.testMedia.appending(path: "camera/moov-last.mov").path)
    #expect(throws: FormatError.self) { _ = try AtomFileEditor(movie) }
  }
}
