import Testing

@testable import MovKit

/// Tables that say where atoms are and how large they are, when these atoms change or go.
@Suite struct AtomExtentTests {
  /// A raw picture of Canon whose table lists the text (XMP), an atom after it, and an atom that there is not.
  private static let bytes: [UInt8] = {
    func bytes(_ text: UInt64, _ next: UInt64) -> [UInt8] {
      var movie = TinyMovie()
      movie.brand = "crx "
      movie.behindTracks = atom(
        "uuid", hex("85c0b687820f11e08111f4ce462b6a48"),
        atom(
          "CTBO", u32(3), u32(1), u64(text), u64(34), u32(2), u64(next), u64(11), u32(4), u64(0),
          u64(0)))
      movie.behind =
        atom("uuid", hex("be7acfcb97a942e89c71999491e3afac"), ascii("<x:xmp/>  "))
        + atom("abcd", [1, 2, 3])
      return movie.bytes
    }
    let end = UInt64(bytes(0, 0).count)
    return bytes(end - 11 - 34, end - 11)
  }()

  private static let text: AtomPath = "uuid"

  /// The offsets and sizes in the table of a changed movie.
  private static func table(_ change: (inout MovieEditor) throws -> Void) throws -> (
    rows: [[UInt64]], file: AtomFile
  ) {
    let source = MemorySource(bytes)
    var editor = MovieEditor(try Movie(from: source))
    try change(&editor)
    let plan = try editor.writePlan()
    let result = try plan.render(from: source)
    try editor.check(MemorySource(result), against: source, plan: plan)
    let file = try Movie(from: result).file
    let record = try #require(file.first("moov")?.descendant("uuid", "CTBO"))
      .decode(CanonOffsets.self)
    return (record.entries.map { [$0.offset, $0.size] }, file)
  }

  @Test func smaller() throws {
    let (rows, file) = try Self.table {
      try $0.setFields([Field("text", .text("<x/>"))], ofAtomAt: Self.text)
    }
    let (text, next) = (try #require(file.first("uuid")?.offset), file.first("abcd")?.offset)
    // A header of 24 bytes and four of text.
    #expect(rows == [[text, 28], [text + 28, 11], [0, 0]])
    #expect(next == text + 28)
  }

  @Test func removed() throws {
    let (rows, file) = try Self.table { try $0.removeAtom(at: Self.text) }
    #expect(rows == [[0, 0], [try #require(file.first("abcd")?.offset), 11], [0, 0]])
  }

  /// What comes before both grows, and they stay as they are.
  @Test func moved() throws {
    let (rows, file) = try Self.table {
      try $0.insert(Atom("free", .bytes([1])), intoAtomAt: nil, at: 1)
    }
    let text = try #require(file.first("uuid")?.offset)
    #expect(rows == [[text, 34], [text + 34, 11], [0, 0]])
    #expect(text == UInt64(Self.bytes.count) - 11 - 34 + 9)
  }

  /// In place, nothing beside the header moves.
  @Test func inPlace() throws {
    var editor = MovieEditor(try Movie(from: MemorySource(Self.bytes)))
    try editor.insert(Atom("free", .bytes([1])), intoAtomAt: "moov", at: 0)
    let target = MemoryTarget(Self.bytes)
    try editor.patchPlan().apply(to: target)
    let record = try #require(
      try Movie(from: target.bytes).atom.descendant("uuid", "CTBO")
    ).decode(CanonOffsets.self)
    let end = UInt64(Self.bytes.count)
    #expect(
      record.entries.map { [$0.offset, $0.size] } == [[end - 45, 34], [end - 11, 11], [0, 0]])
  }

  // MARK: Dashcams

  /// A movie of a dashcam: the blocks with positions are in free space, and `gps ` lists two of them and an unused
  /// row.
  private static let dashcam: [UInt8] = {
    func bytes(_ place: UInt32) -> [UInt8] {
      var movie = TinyMovie()
      movie.behindTracks = atom(
        "gps ", u32(0x101), u32(3), u32(place), u32(3000), u32(place + 3000), u32(40), u32(0),
        u32(0))
      movie.ahead =
        atom("free", ascii("GPS "), noise(2988)) + atom("free", ascii("GPS "), zeros(28))
      return movie.bytes
    }
    return bytes(20)
  }()

  private static func blocks(_ file: AtomFile) throws -> [[UInt32]] {
    try #require(file.first("moov")?.first("gps ")).decode(DashcamPositions.self).blocks
      .map { [$0.offset, $0.size] }
  }

  @Test(arguments: [false, true]) func dashcamMoves(fastStart: Bool) throws {
    let source = MemorySource(Self.dashcam)
    var editor = MovieEditor(try Movie(from: source))
    try editor.insert(Atom("skip", .bytes([1])), intoAtomAt: nil, at: 1)
    let plan = try editor.writePlan(fastStart: fastStart)
    let result = try plan.render(from: source)
    try editor.check(MemorySource(result), against: source, plan: plan)
    let file = try Movie(from: result).file
    let place = UInt32(try #require(file.first("free")?.offset))
    #expect(try Self.blocks(file) == [[place, 3000], [place + 3000, 40], [0, 0]])
    #expect(place >= 29)
  }

  @Test func blockIsRemoved() throws {
    let source = MemorySource(Self.dashcam)
    var editor = MovieEditor(try Movie(from: source))
    try editor.removeAtom(at: "free[0]")
    let plan = try editor.writePlan()
    let result = try plan.render(from: source)
    try editor.check(MemorySource(result), against: source, plan: plan)
    #expect(try Self.blocks(Movie(from: result).file) == [[0, 0], [20, 40], [0, 0]])
  }

  /// A change in place does not use the free space in which the blocks are, although it is large enough.
  @Test func blocksAreNoRoom() throws {
    var editor = MovieEditor(try Movie(from: MemorySource(Self.dashcam)))
    try editor.removeAtom(at: "moov/trak/mdia/minf/vmhd")
    let target = MemoryTarget(Self.dashcam)
    try editor.patchPlan().apply(to: target)
    #expect(target.bytes[20..<3060] == Self.dashcam[20..<3060])
    #expect(try Self.blocks(Movie(from: target.bytes).file) == [[20, 3000], [3020, 40], [0, 0]])
  }
}
