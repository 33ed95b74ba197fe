import Testing

@testable import MovKit

/// Atoms without children of their own, which are made from what was read when they are asked for.
@Suite struct LeavesReadTests {
  private func read(_ moov: [UInt8]...) throws -> AtomFile {
    try AtomFile(from: MemorySource(fileType + atom("moov", moov.flatMap { $0 })))
  }

  @Test func childrenAreThoseOfTheFile() throws {
    let file = try read(atom("edts", atom("free", u32(1)), atom("skip"), atom("free", u32(2))))
    let edts = try #require(file.atoms[1].first("edts"))
    #expect(edts.children.map(\.type) == ["free", "skip", "free"])
    #expect(edts.children.map(\.offset) == [36, 48, 56])
    #expect(edts.children.map(\.size) == [12, 8, 12])
    #expect(edts.first("skip")?.offset == 48)
    #expect(edts.first("mdia") == nil)
    #expect(edts.all("free").map(\.content) == [.bytes(u32(1)[...]), .bytes(u32(2)[...])])
    #expect(edts.size == 40 && edts.offset == 28)
  }

  @Test func theyCanBeChanged() throws {
    let file = try read(atom("edts", atom("free", u32(1)), atom("skip")))
    let old = try #require(file.atoms[1].first("edts"))
    var changed = old
    changed.children.append(Atom("free", .bytes([])))
    changed.children[0].content = .bytes(u32(7)[...])
    #expect(old.children.count == 2 && changed.children.count == 3)
    #expect(old != changed)
    #expect(changed.offset == old.offset)
    #expect(
      try changed.serialized() == atom("edts", atom("free", u32(7)), atom("skip"), atom("free")))
    #expect(try old.serialized() == atom("edts", atom("free", u32(1)), atom("skip")))
    changed = old
    changed.children = []
    #expect(try changed.serialized() == atom("edts"))
  }

  @Test func aTypeThatIsChangedIsWritten() throws {
    var edts = try #require(try read(atom("edts", atom("free", u32(1)))).atoms[1].first("edts"))
    edts.type = "skip"
    #expect(try edts.serialized() == atom("skip", atom("free", u32(1))))
    edts.type = "edts"
    edts.children[0].type = "skip"
    #expect(try edts.serialized() == atom("edts", atom("skip", u32(1))))
  }

  /// Fields before the children, no children, other headers, and more of them than are kept so.
  @Test(arguments: [
    atom("meta", u32(0), atom("free")), atom("edts"), atom("edts", u32(0)),
    atom("edts", u32(1) + ascii("free") + u32(0) + u32(20) + u32(5)),
    atom("edts", atom("uuid", zeros(16))), atom("edts", u32(16) + ascii("free")),
    atom("edts", (0..<9).flatMap { atom("free", u32($0)) }),
    u32(1) + ascii("edts") + u32(0) + u32(24) + atom("free"),
    atom("dref", u32(0), u32(1), atom("url ")),
    atom("trak", atom("edts", u32(1) + ascii("free") + u32(0) + u32(16)), atom("free", u32(3))),
  ]) func everyFormIsWrittenAsItWasRead(_ parent: [UInt8]) throws {
    let file = try read(parent, atom("free"))
    let source = MemorySource(fileType + atom("moov", parent, atom("free")))
    #expect(
      try file.writePlan().render(from: source) == source.read(at: 0, count: Int(source.size)))
    #expect(try file.atoms[1].serialized() == atom("moov", parent, atom("free")))
  }

  /// What the header of an atom says is read where it is.
  @Test func sizesAreThoseOfTheHeaders() throws {
    let long = u32(1) + ascii("free") + u32(0) + u32(20) + u32(5)
    let file = try read(long, atom("edts", long, atom("skip", u32(1), u32(2))), atom("free"))
    let children = file.atoms[1].children
    #expect(children.map(\.size) == [20, 44, 8])
    #expect(children.map(\.form) == [.extended, .compact, .compact])
    #expect(children.map(\.offset) == [28, 48, 92])
    #expect(children[0].content == .bytes(u32(5)[...]))
    #expect(children[1].children.map(\.size) == [20, 16])
    #expect(children[1].children.map(\.contentOffset) == [72, 84])
    var short = children[0]
    short.form = .compact
    #expect(try short.serialized() == atom("free", u32(5)))
    #expect(short.offset == 28 && short.size == 12)
    short.type = "skip"
    #expect(try short.serialized() == atom("skip", u32(5)))
  }

  /// What is left in the file is known by its range, wherever it is.
  @Test func extentsAreThoseOfTheFile() throws {
    for range in [8..<8, 16..<20, 0x1_2345_6789..<0x1_3345_6789, 1 << 40..<1 << 48]
      as [Range<UInt64>]
    {
      for form in [Atom.Form.compact, .extended, .toEnd] where range.lowerBound >= form.headerSize {
        var header = AtomHeader()
        header.size = form == .compact ? 8 : form == .extended ? 1 : 0
        header.type = "mdat"
        let start = range.lowerBound - UInt64(form.headerSize)
        let read = Atom(header, .extent(range), in: nil, at: start, claimedSize: nil)
        #expect(read.content == .extent(range) && read.form == form)
        #expect(read.offset == start)
        #expect(read.size == UInt64(form.headerSize) + range.length)
      }
    }
  }

  @Test func atomsThatFollowOneAnotherAreWrittenAsOneSlice() throws {
    let many = (0..<100_000).flatMap { _ in atom("free") }
    let file = try read(atom("mvhd", zeros(100)), many)
    #expect(try file.atoms[1].pieces().slices.count <= 2)
    var moov = file.atoms[1]
    moov.children[50_000].content = .bytes(u32(1)[...])
    #expect(try moov.pieces().slices.count <= 5)
    #expect(
      try moov.serialized()
        == atom(
          "moov", atom("mvhd", zeros(100)), Array(many.prefix(8 * 49_999)), atom("free", u32(1)),
          Array(many.dropFirst(8 * 50_000))))
  }

  /// The header that leaves are read by is the one that all atoms have.
  @Test func theHeaderIsThatOfAllAtoms() throws {
    let bytes = atom("free", u32(1)) + atom("uuid", zeros(16))
    let buffer = BytesRead(bytes, at: 0)
    for place in [0, 12] {
      var header = AtomHeader()
      var reader = Reader(bytes[place...])
      try header.fields(&reader)
      #expect(buffer.header(at: place).size == header.size)
      #expect(buffer.header(at: place).type == header.type)
    }
  }

  @Test func typesAreNumbered() {
    var table = FourCCTable()
    let types = (0..<2000).map { FourCC(rawValue: 0x6100_0000 + $0 * 256) }
    for (number, type) in types.enumerated() { #expect(table.insert(type) == number) }
    for (number, type) in types.enumerated() { #expect(table.index(of: type) == number) }
    #expect(table.insert(types[7]) == 7)
    #expect(table.index(of: "free") == nil)
  }

  /// More types than a hash of 16 bits has values.
  @Test func veryManyTypesAreNumbered() {
    var table = FourCCTable()
    for number in 0..<200_000 {
      #expect(table.insert(FourCC(rawValue: 0x6100_0000 + UInt32(number))) == number)
    }
    #expect(table.index(of: FourCC(rawValue: 0x6100_0000 + 199_999)) == 199_999)
  }

  @Test func componentsCountTheAtomsOfEachType() throws {
    let file = try read(atom("free"), atom("skip"), atom("free"), atom("edts"), atom("free"))
    #expect(
      file.atoms[1].children.pathComponents().map(\.description)
        == ["free[0]", "skip", "free[1]", "edts", "free[2]"])
  }
}
