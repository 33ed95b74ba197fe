import Testing

@testable import MovKit

/// Every atom that tells a place in the file, when what stands there moves.
@Suite struct RelocationTests {
  /// An atom of the top level after 1000 was added to all places from 100 on.
  private func shifted(_ atom: [UInt8], ahead: [UInt8] = []) throws -> [UInt8] {
    let file = try AtomFile(from: MemorySource(fileType + ahead + atom))
    var last = try #require(file.atoms.last)
    try MovedStretches([(100, 1000)]).apply(to: &last)
    return try last.serialized()
  }

  private func moov(_ tables: [UInt8], reference: [UInt8] = atom("url ", u32(1))) -> [UInt8] {
    let entry = atom("raw ", zeros(6), u16(1), zeros(70))
    return atom(
      "moov",
      atom(
        "trak",
        atom(
          "mdia", handler("vide"),
          atom(
            "minf", atom("dinf", atom("dref", u32(0), u32(1), reference)),
            atom("stbl", atom("stsd", u32(0), u32(1), entry), tables)))))
  }

  @Test func chunksFromAPlaceOnMove() throws {
    let before = atom("stco", u32(0), u32(3), u32(99), u32(100), u32(5000))
    let after = atom("stco", u32(0), u32(3), u32(99), u32(1100), u32(6000))
    #expect(try shifted(moov(before)) == moov(after))
    let wide = atom("co64", u32(0), u32(2), u64(99), u64(1 << 40))
    let wideAfter = atom("co64", u32(0), u32(2), u64(99), u64(1 << 40 + 1000))
    #expect(try shifted(moov(wide)) == moov(wideAfter))
  }

  @Test func chunksGrowToo64Bits() throws {
    let before = atom("stco", u32(0), u32(2), u32(100), u32(.max - 999))
    let after = atom("co64", u32(0), u32(2), u64(1100), u64(1 << 32))
    #expect(try shifted(moov(before)) == moov(after))
    let fits = atom("stco", u32(0), u32(1), u32(.max - 1000))
    #expect(try shifted(moov(fits)) == moov(atom("stco", u32(0), u32(1), u32(.max))))
  }

  @Test func chunksOfAnotherFileStay() throws {
    let tables = moov(
      atom("stco", u32(0), u32(1), u32(5000)), reference: atom("alis", u32(0), zeros(150)))
    #expect(try shifted(tables) == tables)
  }

  /// Two descriptions, of this file and of another one: only chunks of the first move, and those of a
  /// description that does not exist.
  @Test(arguments: [[true, false], [false, true], [false, false]])
  func chunksOfAnotherDescriptionStay(areInside: [Bool]) throws {
    func moov(_ offsets: [UInt32]) -> [UInt8] {
      let entries = [1, 2].map { atom("raw ", zeros(6), u16($0), zeros(70)) }
      let references = areInside.flatMap {
        $0 ? atom("url ", u32(1)) : atom("url ", u32(0), ascii("file:///x"), u8(0))
      }
      let runs = (1...3).flatMap { u32($0) + u32(1) + u32($0) }
      return atom(
        "moov",
        atom(
          "trak",
          atom(
            "mdia", handler("vide"),
            atom(
              "minf", atom("dinf", atom("dref", u32(0), u32(2), references)),
              atom(
                "stbl", atom("stsd", u32(0), u32(2), entries[0], entries[1]),
                atom("stsc", u32(0), u32(3), runs), atom("stsz", u32(0), u32(1), u32(3)),
                atom("stco", u32(0), u32(3), offsets.flatMap { u32($0) }))))))
    }
    let moved: [UInt32] = areInside.map { $0 ? 1500 : 500 } + [1500]
    #expect(try shifted(moov([500, 500, 500])) == moov(moved))
  }

  @Test func sampleAuxiliaries() throws {
    let before = atom("saio", u32(0), u32(2), u32(50), u32(500))
    #expect(
      try shifted(moov(before)) == moov(atom("saio", u32(0), u32(2), u32(50), u32(1500))))
    let high = atom("saio", u32(0), u32(1), u32(.max))
    #expect(
      try shifted(moov(high))
        == moov(atom("saio", u32(0x0100_0000), u32(1), u64(1 << 32 + 999))))
  }

  @Test func secondMovieToo() throws {
    let before = moov(atom("stco", u32(0), u32(1), u32(500)))
    let after = moov(atom("stco", u32(0), u32(1), u32(1500)))
    #expect(try shifted(before, ahead: moov([])) == after)
  }

  // MARK: Items

  private func locations(_ sizes: UInt16, _ items: [UInt8]...) -> [UInt8] {
    atom(
      "meta", u32(0), handler("pict"),
      atom("iloc", u32(0x0100_0000), u16(sizes), u16(UInt16(items.count)), items.flatMap { $0 }))
  }

  /// ID 1, how it is built, and its extents: offset and length.
  private func item(
    _ method: UInt16 = 0, reference: UInt16 = 0, base: [UInt8] = [], extents: [UInt32]
  ) -> [UInt8] {
    u16(1) + u16(method) + u16(reference) + base + u16(UInt16(extents.count / 2))
      + extents.flatMap { u32($0) }
  }

  @Test func items() throws {
    #expect(
      try shifted(locations(0x4400, item(extents: [50, 7, 500, 7])))
        == locations(0x4400, item(extents: [50, 7, 1500, 7])))
  }

  @Test func itemsWithABase() throws {
    // A base that moves takes its extents with it; one that does not leaves it to them.
    #expect(
      try shifted(locations(0x4440, item(base: u32(300), extents: [200, 7])))
        == locations(0x4440, item(base: u32(1300), extents: [200, 7])))
    #expect(
      try shifted(locations(0x4440, item(base: u32(60), extents: [20, 7, 40, 7])))
        == locations(0x4440, item(base: u32(60), extents: [20, 7, 1040, 7])))
    #expect(
      try shifted(locations(0x4440, item(base: u32(0), extents: [500, 7])))
        == locations(0x4440, item(base: u32(0), extents: [1500, 7])))
  }

  @Test func itemsElsewhereStay() throws {
    let inAnotherAtom = locations(0x4400, item(1, extents: [500, 7]))
    #expect(try shifted(inAnotherAtom) == inAnotherAtom)
    let inAnotherFile = locations(0x4400, item(reference: 1, extents: [500, 7]))
    #expect(try shifted(inAnotherFile) == inAnotherFile)
  }

  /// Extents without numbers take no bytes, so 120,000 bytes can claim a billion of them.
  @Test func itemsOfNothing() throws {
    let items = (0..<20_000).flatMap { _ in u16(1) + u16(0) + u16(0xFFFF) }
    let claims = atom(
      "meta", u32(0), handler("pict"), atom("iloc", u32(0), u16(0), u16(20_000), items))
    #expect(try shifted(claims) == claims)
    let file = try AtomFile(from: MemorySource(fileType + claims))
    #expect(file.pointers(to: 100).count == 20_000)
  }

  /// Numbers of four bytes become numbers of eight.
  @Test func itemsGrowTo64Bits() throws {
    let extent = u64(1 << 32 + 989) + u32(7)
    #expect(
      try shifted(locations(0x4400, item(extents: [.max - 10, 7])))
        == locations(0x8400, u16(1) + u16(0) + u16(0) + u16(1) + extent))
  }

  // MARK: Fragments

  @Test func fragmentBase() throws {
    func moof(_ base: UInt64) -> [UInt8] {
      atom("moof", atom("traf", atom("tfhd", u32(1), u32(1), u64(base))))
    }
    #expect(try shifted(moof(500)) == moof(1500))
    #expect(try shifted(moof(50)) == moof(50))
    let relative = atom("moof", atom("traf", atom("tfhd", u32(0x2_0000), u32(1))))
    #expect(try shifted(relative) == relative)
  }

  @Test func randomAccess() throws {
    func mfra(_ offsets: [UInt32]) -> [UInt8] {
      let rows = offsets.flatMap { u32(0) + u32($0) + hex("01 01 01") }
      let access = atom(
        "tfra", u32(0), u32(1), u32(0), u32(UInt32(offsets.count)), rows)
      return atom("mfra", access, atom("mfro", u32(0), u32(UInt32(access.count + 24))))
    }
    #expect(try shifted(mfra([50, 500])) == mfra([50, 1500]))
  }

  @Test func randomAccessGrowsAndItsSizeWithIt() throws {
    let before = atom(
      "mfra",
      atom("tfra", u32(0), u32(1), u32(0), u32(1), u32(0), u32(.max), hex("01 01 01")),
      atom("mfro", u32(0), u32(59)))
    let after = atom(
      "mfra",
      atom(
        "tfra", u32(0x0100_0000), u32(1), u32(0), u32(1), u64(0), u64(1 << 32 + 999),
        hex("01 01 01")),
      atom("mfro", u32(0), u32(67)))
    #expect(try shifted(before) == after)
  }

  /// Counts from its own end, so that it only changes when its media alone moves.
  @Test func segmentIndexAheadOfWhatMoves() throws {
    func sidx(_ offset: UInt32) -> [UInt8] {
      atom("sidx", u32(0), u32(1), u32(90), u32(0), u32(offset), u16(0), u16(0))
    }
    // Ends at 52, so that its media begins at 152.
    #expect(try shifted(sidx(100)) == sidx(1100))
    #expect(try shifted(sidx(10)) == sidx(10))
    #expect(try shifted(sidx(100), ahead: atom("free", zeros(100))) == sidx(100))
  }

  // MARK: What is gone

  /// The error names the field, the row, the place that it points at, and the path.
  @Test func whatPointsAtBytesThatAreGoneIsRefused() throws {
    let file = fileType + moov(atom("stco", u32(0), u32(2), u32(50), u32(150)))
    var atom = try #require(try AtomFile(from: MemorySource(file)).first("moov"))
    let error = #expect(throws: FormatError.self) {
      try MovedStretches([(100, nil), (200, -100)]).apply(to: &atom)
    }
    #expect(error?.path == "moov/trak/mdia/minf/stbl/stco")
    #expect(error?.offset == UInt64(file.count - 24))
    #expect(
      error?.reason
        == .notEditable("offsets[1] points at byte 150, which the change removes or rewrites"))
  }
}
