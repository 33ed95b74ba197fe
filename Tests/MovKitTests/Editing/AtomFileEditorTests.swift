import Foundation
import Testing

@testable import MovKit

/// `AtomFileEditor` changes files without a movie: pictures and segments.
@Suite struct AtomFileEditorTests {
  /// What all offsets of a file point at.
  private func targets(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    for root in try AtomFile(from: bytes).atoms {
      for site in OffsetSites(in: root, .standard, .here) {
        try site.forEachTarget { target in
          guard target.role == .data, target.place < UInt64(bytes.count) else { return }
          let start = Int(target.place)
          found.append(Array(bytes[start..<min(bytes.count, start + 16)]))
        }
      }
    }
    return found
  }

  /// Puts an atom before the media, after the first atom, and removes it again. Returns whether that
  /// was not refused.
  @discardableResult private func movesThereAndBack(
    _ bytes: [UInt8], targets before: [[UInt8]], _ note: Comment
  ) throws -> Bool {
    let file = try AtomFile(from: bytes)
    var editor = try AtomFileEditor(file)
    try editor.insert(
      Atom("skip", .bytes([UInt8](repeating: 1, count: 1000)[...])), intoAtomAt: nil, at: 1)
    guard (try? editor.writePlan()) != nil else { return false }
    let changed = try editor.checkedPlan().render(from: MemorySource(bytes))
    if file.atoms.count > 1 { #expect(try targets(changed) == before, note) }
    var back = try AtomFileEditor(AtomFile(from: changed))
    try back.removeAtom(at: "skip")
    let restored = try back.writePlan().render(from: MemorySource(changed))
    #expect(restored == bytes, note)
    return true
  }

  /// Two pictures in `mdat`, the second in two parts.
  private static let pictures: [UInt8] = {
    func file(_ start: UInt32) -> [UInt8] {
      let places = [
        u16(1) + u16(0) + u16(1) + u32(start) + u32(20),
        u16(2) + u16(0) + u16(2) + u32(start + 20) + u32(20) + u32(start + 60) + u32(20),
      ]
      return atom("ftyp", ascii("mif1"), u32(0), ascii("mif1"))
        + atom(
          "meta", u32(0), handler("pict"),
          atom("iloc", u32(0), u16(0x4400), u16(2), places.flatMap { $0 }))
    }
    return file(UInt32(file(0).count + 8)) + atom("mdat", noise(100))
  }()

  /// A segment with an index. Its fragment says from where its samples count.
  private static let segment: [UInt8] = {
    func fragment(_ base: UInt64) -> [UInt8] {
      atom(
        "moof", atom("mfhd", u32(0), u32(1)),
        atom(
          "traf", atom("tfhd", u32(0x11), u32(1), u64(base), u32(10)),
          atom("trun", u32(1), u32(5), u32(16))))
    }
    let media = atom("mdat", noise(100))
    let size = UInt32(fragment(0).count + media.count)
    let front =
      atom("styp", ascii("msdh"), u32(0))
      + atom(
        "sidx", u32(0), u32(1), u32(1000), u32(0), u32(0), u16(0), u16(1), u32(size), u32(500),
        u32(0x9000_0000))
    return front + fragment(UInt64(front.count + fragment(0).count)) + media
  }()

  /// Files that are made by hand, and how many places of data their offsets say: of each part of a
  /// picture, or of the run.
  @Test(arguments: [("pictures", pictures, 3), ("a segment", segment, 1)])
  func handmade(name: String, bytes: [UInt8], count: Int) throws {
    let before = try targets(bytes)
    #expect(before.count == count)
    #expect(try movesThereAndBack(bytes, targets: before, "\(name)"))
  }

  /// In each file without a movie, media moves when an atom is put in front of it, and is found; when
  /// the atom is removed, the file is as it was.
  @Test func thereAndBack() throws {
    var compared = 0
    for url in MediaFiles.all() {
      guard let values = try? url.resourceValues(forKeys: [.fileSizeKey]),
        values.fileSize ?? .max < 4 << 20
      else { continue }
      let bytes = try MediaFiles.bytes(of: url)
      guard let file = try? AtomFile(from: bytes), file.storedMovie == nil,
        file.atoms.contains(where: { ["ftyp", "styp", "meta", "moof"].contains($0.type) }),
        file.atoms.allSatisfy({ $0.claimedSize == nil }), let before = try? targets(bytes)
      else { continue }
      let isMade = try movesThereAndBack(bytes, targets: before, "\(url.lastPathComponent)")
      if isMade, !before.isEmpty { compared += 1 }
    }
    // The package's own media has no such file with offsets.
    if MediaFiles.more != nil { #expect(compared > 10, "\(compared)") }
  }

  /// An item that begins in the media and goes on in the atom that says where it is. If the media moves, that
  /// says something else, which is refused before anything is written; after both, an atom changes neither.
  @Test(arguments: [1, 3]) func itemOverItsOwnOffset(index: Int) throws {
    let bytes =
      atom("ftyp", ascii("mif1"), u32(0), ascii("mif1")) + atom("mdat", noise(100))
      + atom(
        "meta", u32(0), handler("pict"),
        atom("iloc", u32(0), u16(0x4400), u16(1), u16(1), u16(0), u16(1), u32(28), u32(200)))
    var editor = try AtomFileEditor(AtomFile(from: bytes))
    try editor.insert(Atom("skip", .bytes([1, 2, 3, 4])), intoAtomAt: nil, at: index)
    guard index == 1 else {
      _ = try editor.checkedPlan()
      return
    }
    let error = #expect(throws: ReadingError.self) { _ = try editor.checkedPlan() }
    #expect("\(error!)".contains("media lies in a header"), "\(error!)")
  }

  /// Atoms are found as they are by now, those of a fragment too.
  @Test func asChangedSoFar() throws {
    var editor = try AtomFileEditor(AtomFile(from: Self.segment))
    let header: AtomPath = "moof/mfhd"
    func number(_ atom: Atom?) throws -> UInt32 {
      try #require(atom).decode(MovieFragmentHeader.self).sequenceNumber
    }
    #expect(try number(editor.atom(at: header)) == 1)
    try editor.setFields([Field("sequence_number", .unsigned(9))], ofAtomAt: header)
    #expect(try number(editor.atom(at: header)) == 9)
    #expect(try number(editor.file.atom(at: header)) == 1)
    let shown = try #require(editor.description(ofAtomAt: header)).fields
    #expect(shown.value(at: "sequence_number")?.givenInteger == 9)
  }

  @Test func aFileHasOneMovie() throws {
    var editor = try AtomFileEditor(AtomFile(from: Self.pictures))
    let movie = Atom("moov", children: [])
    let error = #expect(throws: FormatError.self) {
      try editor.insert([movie, movie], intoAtomAt: nil)
    }
    #expect(error?.description == "moov: a file has only one such header")
    try editor.insert([movie], intoAtomAt: nil)
  }

  @Test func moviesAreForMovieEditor() throws {
    let movie = try AtomFile(
      path: MediaFiles.testMedia.appending(path: "camera/moov-last.mov").path)
    #expect(throws: FormatError.self) { _ = try AtomFileEditor(movie) }
  }
}
