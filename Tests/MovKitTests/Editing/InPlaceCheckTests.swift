import Testing

@testable import MovKit

/// What the check before the commit of a change in place finds.
@Suite struct InPlaceCheckTests {
  /// A movie with an index whose first row leads to an atom in the `moov`, and the others into the media.
  private static func movie() throws -> [UInt8] {
    func bytes(header: UInt64, media: UInt64) -> [UInt8] {
      var movie = TinyMovie()
      movie.brand = "crx "
      movie.isMoovFirst = true
      movie.behindTracks = atom(
        "uuid", hex("85c0b687820f11e08111f4ce462b6a48"),
        atom(
          "CTBO", u32(3), u32(1), u64(header), u64(108), u32(2), u64(media), u64(100), u32(3),
          u64(media + 40), u64(8)))
      movie.behind = atom("free", zeros(4000))
      return movie.bytes
    }
    let draft = bytes(header: 0, media: 0)
    let header = try #require(place(of: "mvhd", in: draft[...])) - 4
    let media = try #require(place(of: "mdat", in: draft[...])) + 4
    return bytes(header: UInt64(header), media: UInt64(media))
  }

  /// The check accepts the change. It refuses it if any place that it compares is wrong by a byte, although
  /// another row of the same record leads to an atom in the `moov`, which could be removed.
  @Test(arguments: ["stamp", "remove"]) func everyOtherRowOfTheRecordIsCompared(_ name: String)
    throws
  {
    let stamp = Change.stamp("01:00:00:00")
    let movie = try Self.movie()
    let (change, bytes) = name == "stamp" ? (stamp, movie) : (.remove, try stamp.applied(to: movie))
    let editor = try change.editor(for: bytes)
    let expectation = try InPlaceExpectation(editor)
    let target = MemoryTarget(bytes)
    try editor.patchPlan().apply(to: target)
    let after = target.bytes
    #expect(throws: Never.self) { try expectation.check(MemorySource(after)) }

    let header = try #require(AtomFile(from: MemorySource(after)).first("moov")?.offset)
    let table = try #require(Self.place(of: "CTBO", in: after[Int(header)...]))
    // The type, the count, then the number, place and size of each row.
    for (row, isCompared) in [(0, false), (1, true), (2, true)] {
      var wrong = after
      wrong[table + 8 + row * 20 + 4 + 7] ^= 1
      let isAccepted = (try? expectation.check(MemorySource(wrong))) != nil
      #expect(isAccepted == !isCompared, "row \(row)")
    }
  }

  /// What is in the file after a change must be what was planned, in every byte that was written.
  @Test func whatWasWrittenIsCompared() throws {
    let bytes = try Self.movie()
    let scratch = try Scratch()
    let path = try scratch.file("a.mov", bytes)
    let plan = try Change.stamp("01:00:00:00").editor(for: bytes).checkedPatch().plan
    let write = InPlaceWrite(plan)
    _ = try write.carryOut(on: EditableFile(path))
    let after = try scratch.bytes("a.mov")
    #expect(throws: Never.self) { try write.check(MemorySource(after)) }
    for range in plan.phases.flatMap(\.writes).map({ Int($0.offset)..<Int($0.end ?? 0) }) {
      for index in range {
        var damaged = after
        damaged[index] ^= 1
        #expect(throws: ReadingError.self, "\(index)") {
          try write.check(MemorySource(damaged))
        }
      }
    }
  }

  private static func place(of type: FourCC, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstRange(of: type.bytes)?.lowerBound
  }
}
