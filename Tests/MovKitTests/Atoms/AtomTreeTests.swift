import TestSupport
import Testing

@testable import MovKit

/// The forms that heads and trees have in real files, and what breaks naive readers of them.
@Suite struct AtomTreeTests {
  // MARK: What the tests read with

  /// As much of a schema as the tests need, whatever else is declared.
  static let schema = Schema(
    ["moov", "trak", "mdia", "minf", "stbl", "udta", "wave", "edts"].map { .parent($0) } + [
      .parent("meta", MetaHead.self), .parent("stsd", EntryCount.self),
      .leaf("hdlr", HandlerReference.self),
    ])

  /// `meta`: version and flags in ISO files, nothing in QuickTime ones.
  struct MetaHead: Record {
    var hasVersion = true
    var versionAndFlags: UInt32 = 0
    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.optional(&hasVersion, bytes: 4) { $0.prefix(4).elementsEqual(zeros(4)) }
      if hasVersion { try f("version_and_flags", &versionAndFlags) }
      try f.children()
    }
  }

  struct EntryCount: Record {
    var versionAndFlags: UInt32 = 0
    var entries: UInt32 = 0
    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("version_and_flags", &versionAndFlags)
      try f("entry_count", &entries)
      try f.children()
    }
  }

  private func read(_ bytes: [UInt8], limits: Limits = Limits()) throws -> AtomFile {
    try AtomFile(from: MemorySource(bytes), schema: Self.schema, limits: limits)
  }

  /// Reads, and demands that writing gives the same bytes.
  private func readBack(
    _ bytes: [UInt8], limits: Limits = Limits(), location: SourceLocation = #_sourceLocation
  ) throws -> AtomFile {
    let file = try read(bytes, limits: limits)
    let again = try file.writePlan().render(from: MemorySource(bytes))
    #expect(again == bytes, sourceLocation: location)
    return file
  }

  /// Types and nesting as text: `moov(trak(mdia) free)`.
  private func shape(_ atoms: [Atom]) -> String {
    atoms.map { atom in
      guard case .children(let children) = atom.content else { return "\(atom.type)" }
      return "\(atom.type)(\(shape(children.atoms)))"
    }.joined(separator: " ")
  }

  /// Free space among the children is not counted, as readers do not.
  @Test func freeSpaceIsNoEntry() throws {
    let entry = Atom("twos", .bytes([0, 0, 0, 0, 0, 0, 0, 1]))
    let free = Atom("free", .bytes([1, 2]))
    let stsd = try Atom("stsd", SampleDescriptions(), children: [free, entry, free])
    #expect(try stsd.decode(SampleDescriptions.self).entryCount == 1)
    #expect(stsd.entries.map(\.type) == ["twos"])
  }

  private func rules(_ file: AtomFile) -> [String] { file.diagnostics.map(\.rule) }

  // MARK: Heads

  @Test func sizeOf32Bits() throws {
    let file = try readBack(fileType + atom("moov", atom("free", u32(7))))
    #expect(shape(file.atoms) == "ftyp moov(free)")
    #expect(file.atoms[1].offset == 20)
    #expect(file.atoms[1].size == 20)
    #expect(file.atoms[1].children[0].offset == 28)
    #expect(file.atoms[1].children[0].contentOffset == 36)
    #expect(file.atoms[1].children[0].content == .bytes(u32(7)[...]))
    #expect(file.diagnostics.isEmpty)
  }

  @Test func sizeOf64Bits() throws {
    let file = try readBack(
      fileType + largeAtom("moov", largeAtom("udta", u32(0)), atom("free"))
        + largeAtom("mdat", u8(1), u8(2)))
    #expect(shape(file.atoms) == "ftyp moov(udta() free) mdat")
    #expect(file.atoms[1].form == .extended)
    #expect(file.atoms[1].headerSize == 16)
    #expect(file.atoms[1].children[0].offset == 36)
    #expect(file.atoms[1].children[1].offset == 56)
    #expect(file.atoms[2].content == .extent(80..<82))
    #expect(file.diagnostics.isEmpty)
  }

  @Test func sizeZeroGoesToTheEndOfTheFile() throws {
    let media = try readBack(fileType + atom("moov", atom("free")) + atomToEnd("mdat", zeros(9)))
    #expect(media.atoms[2].form == .toEnd)
    #expect(media.atoms[2].content == .extent(44..<53))
    let movie = try readBack(fileType + atomToEnd("moov", atom("free"), atom("udta")))
    #expect(shape(movie.atoms) == "ftyp moov(free udta())")
    #expect(movie.atoms[1].size == 24)
    #expect(media.diagnostics.isEmpty && movie.diagnostics.isEmpty)
  }

  @Test(arguments: ["udta", "wave"] as [FourCC], [4, 8, 12])
  func sizeZeroInsideEndsTheList(type: FourCC, count: Int) throws {
    let file = try readBack(
      fileType + atom("moov", atom(type, atom("free"), zeros(count)), atom("trak")))
    #expect(shape(file.atoms) == "ftyp moov(\(type)(free) trak())")
    guard case .children(let children) = file.atoms[1].children[0].content else {
      Issue.record("no children")
      return
    }
    #expect(Array(children.tail) == zeros(count))
    #expect(file.diagnostics.isEmpty)
  }

  @Test func sizeZeroInsideIsNoMovieToTheEnd() throws {
    // A size of zero before more atoms ends the list too: what follows stays bytes, and is told.
    let file = try readBack(
      fileType + atom("moov", atom("udta", u32(0), atom("free")), atom("trak")))
    #expect(shape(file.atoms) == "ftyp moov(udta() trak())")
    #expect(rules(file) == ["atom-size-zero"])
    #expect(file.diagnostics[0].offset == 36)
    #expect(file.diagnostics[0].path == "moov/udta")
  }

  @Test func sizeZeroInASampleDescriptionEndsTheList() throws {
    let file = try readBack(
      fileType + atom("moov", atom("stsd", u32(0), u32(1), atom("abcd", zeros(8)), zeros(4))))
    #expect(shape(file.atoms) == "ftyp moov(stsd(abcd))")
    guard case .children(let children) = file.atoms[1].children[0].content else {
      Issue.record("no children")
      return
    }
    #expect(Array(children.preamble) == hex("0000 0000 0000 0001"))
    #expect(Array(children.tail) == zeros(4))
  }

  @Test func userTypes() throws {
    let name = hex("00010203 04050607 08090A0B 0C0D0E0F")
    let file = try readBack(
      fileType + atom("moov", atom("uuid", name, u32(5)), largeAtom("uuid", name))
        + atom("uuid", name, u16(3)) + atom("uuid", name, zeros(64)) + atom("uuid", name, zeros(65))
    )
    #expect(Array(file.atoms[1].children[0].userType) == name)
    #expect(file.atoms[1].children[0].headerSize == 24)
    #expect(file.atoms[1].children[0].content == .bytes(u32(5)[...]))
    #expect(file.atoms[1].children[1].headerSize == 32)
    // At the top level, few bytes are read, and more are left in the file.
    #expect(file.atoms[2].content == .bytes(u16(3)[...]))
    #expect(file.atoms[2].offset == 88 && Array(file.atoms[2].userType) == name)
    #expect(file.atoms[3].content == .bytes(zeros(64)[...]))
    #expect(file.atoms[4].content == .extent(226..<291))
    #expect(file.diagnostics.isEmpty)
  }

  /// Small ones that follow one another share what is read of them, and each is what it is by itself.
  @Test(arguments: [0, 7, 64]) func manyUserTypes(size: Int) throws {
    func content(_ number: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number &+ $0) }
    }
    func name(_ number: Int) -> [UInt8] { zeros(12) + u32(UInt32(number)) }
    var bytes = fileType
    var places: [UInt64] = []
    for number in 0..<700 {
      // Other atoms are between some.
      if [1, 2, 4, 100, 600].contains(number) { bytes += atom("free", zeros(number)) }
      places.append(UInt64(bytes.count))
      bytes += atom("uuid", name(number), content(number))
    }
    let found = try readBack(bytes).atoms.filter { $0.type == "uuid" }
    #expect(found.map(\.offset) == places)
    for (number, atom) in found.enumerated() {
      #expect(Array(atom.userType) == name(number) && atom.content == .bytes(content(number)[...]))
    }
  }

  @Test func userTypeThatIsTooShort() throws {
    let file = try readBack(
      fileType + atom("moov", atom("free"), head(20, "uuid"), zeros(12), atom("trak")))
    #expect(shape(file.atoms) == "ftyp moov(free)")
    #expect(rules(file) == ["atom-size"])
    #expect(file.diagnostics[0].offset == 36)
    let cut = try readBack(fileType + atom("moov", head(12, "uuid"), zeros(4)))
    #expect(rules(cut) == ["atom-head-cut"])
  }

  @Test(arguments: [2, 3, 4, 5, 6, 7] as [UInt32])
  func sizesThatCannotBe(size: UInt32) throws {
    let file = try readBack(
      fileType + atom("moov", atom("free"), head(size, "trak"), zeros(8)) + atom("mdat"))
    #expect(shape(file.atoms) == "ftyp moov(free) mdat")
    #expect(rules(file) == ["atom-size"])
    #expect(file.diagnostics[0].offset == 36)
    #expect(file.diagnostics[0].severity == .error)
    #expect(file.diagnostics[0].path == "moov")
    // At the top level the list ends there.
    let top = try readBack(fileType + atom("moov") + head(size, "mdat") + zeros(30))
    #expect(shape(top.atoms) == "ftyp moov()")
    #expect(top.trailing == 28..<66)
    #expect(rules(top) == ["trailing-bytes"])
    #expect(top.diagnostics[0].offset == 28)
  }

  @Test(arguments: [8, 15] as [UInt64])
  func sizesOf64BitsThatCannotBe(size: UInt64) throws {
    let file = try readBack(
      fileType + atom("moov", head(1, "free"), u64(size), zeros(8), atom("trak")))
    #expect(shape(file.atoms) == "ftyp moov()")
    #expect(rules(file) == ["atom-size"])
  }

  @Test(arguments: [.max, .max - 1, .max - 20, 1 << 63, (1 << 63) - 1, 1 << 32] as [UInt64])
  func sizesBeyondAnyFile(size: UInt64) throws {
    let top = try readBack(fileType + atom("moov") + head(1, "mdat") + u64(size) + zeros(5))
    #expect(shape(top.atoms) == "ftyp moov() mdat")
    #expect(top.atoms[2].claimedSize == size)
    #expect(top.atoms[2].size == 21)
    #expect(rules(top) == ["atom-overrun"])
    #expect(top.diagnostics[0].offset == 28)
    let inside = try readBack(
      fileType + atom("moov", head(1, "udta"), u64(size), atom("free")) + atom("mdat"))
    #expect(shape(inside.atoms) == "ftyp moov(udta(free)) mdat")
    #expect(inside.atoms[1].children[0].claimedSize == size)
    #expect(rules(inside) == ["atom-overrun"])
  }

  /// A program can make atoms whose content is larger than any file.
  @Test func sizesThatAddUpToTooMuch() throws {
    let huge = Atom("free", .extent(0..<UInt64.max))
    #expect(Atom("moov", children: [huge, huge]).size == .max)
    var moov = try readBack(
      fileType + atom("moov", atom("udta", atom("free")), atom("trak", atom("mdia")))
    ).atoms[1]
    moov.children[0] = huge
    moov.children[1] = huge
    #expect(moov.size == .max)
    #expect(throws: FormatError.self) { try moov.serialized() }
  }

  /// Every length at which a file can end: it is read as far as it goes, and comes back.
  @Test func cutAtEveryLength() throws {
    let bytes =
      fileType + atom("wide")
      + largeAtom("moov", atom("uuid", zeros(16), u32(1)), largeAtom("trak", atom("free", u32(0))))
      + largeAtom("mdat", zeros(3)) + atom("uuid", zeros(20))
    for length in 8...bytes.count {
      let file = try readBack(Array(bytes.prefix(length)))
      #expect(file.atoms.first?.type == "ftyp")
      let ends: Set = [20, 28, 100, 119, 147]
      #expect(file.diagnostics.isEmpty == ends.contains(length), "\(length)")
    }
    for length in 0..<8 {
      #expect(throws: ReadingError.self) { try read(Array(bytes.prefix(length))) }
    }
  }

  // MARK: The top level

  @Test(
    arguments: [
      ("ftyp wide mdat moov()", fileType + atom("wide") + atom("mdat", zeros(3)) + atom("moov")),
      ("moov() mdat", atom("moov") + atom("mdat", zeros(3))),
      ("mdat moov()", atom("mdat", zeros(3)) + atom("moov")),
      ("wide mdat moov()", atom("wide") + atom("mdat") + atom("moov")),
      ("skip moov()", atom("skip", zeros(5)) + atom("moov")),
      ("pnot moov()", atom("pnot", zeros(12)) + atom("moov")),
      (
        "free mdat moov() mdat free moov() mdat mdat",
        atom("free") + atom("mdat") + atom("moov") + atom("mdat", u8(1)) + atom("free", zeros(9))
          + atom("moov") + atom("mdat") + atom("mdat")
      ),
      ("ftyp \\x00\\x00\\x00\\x07 moov()", fileType + atom(FourCC(rawValue: 7)) + atom("moov")),
    ])
  func orders(shape: String, bytes: [UInt8]) throws {
    let file = try readBack(bytes)
    #expect(self.shape(file.atoms) == shape)
    #expect(file.diagnostics.isEmpty)
    #expect(file.leading.isEmpty && file.trailing.isEmpty)
  }

  @Test func macBinary() throws {
    // The head of a MacBinary file: a name, then type and creator, then sizes.
    let name = u8(0) + u8(9) + ascii("Movie.mov") + zeros(54) + ascii("MooVTVOD") + zeros(55)
    #expect(name.count == 128)
    let file = try readBack(name + atom("mdat", zeros(4)) + atom("moov"))
    #expect(shape(file.atoms) == "mdat moov()")
    #expect(file.leading == 0..<128)
    #expect(file.atoms[0].offset == 128)
    #expect(rules(file) == ["leading-bytes"])
    #expect(file.diagnostics[0].severity == .note)
  }

  @Test(arguments: [1, 5, 37, 200, 4097, 60_000])
  func junkAhead(count: Int) throws {
    var random = Seed.generator("junk", count)
    // No letters, so that chance makes no atom.
    let junk = random.bytes(count).map { $0 & 0x9F }
    let file = try readBack(junk + fileType + atom("moov", atom("free")))
    #expect(shape(file.atoms) == "ftyp moov(free)")
    #expect(file.leading == 0..<UInt64(count))
    #expect(rules(file) == ["leading-bytes"])
    #expect(file.diagnostics[0].offset == 0)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 100])
  func junkBehind(count: Int) throws {
    let junk = [UInt8](repeating: 0xEE, count: count)
    let file = try readBack(fileType + atom("moov") + junk)
    #expect(shape(file.atoms) == "ftyp moov()")
    #expect(file.trailing == 28..<UInt64(28 + count))
    #expect(rules(file) == ["trailing-bytes"])
    #expect(file.diagnostics[0].offset == 28)
  }

  /// What Insta360's cameras write after the last atom is none, whatever it looks like.
  @Test(
    arguments: [
      [], [0], Array(repeating: ascii("GPSDATA"), count: 20).flatMap { $0 }, atom("free", zeros(4)),
      atom("free") + atom("moov"), head(1000, "mdat") + zeros(4), zeros(100),
    ] as [[UInt8]])
  func trailerOfACamera(content: [UInt8]) throws {
    for atoms in [
      [atom("mdat", zeros(4)), atom("moov")], [atom("moov"), atom("mdat", zeros(4))],
    ] {
      let movie = fileType + atoms[0] + atoms[1]
      let length = UInt32(content.count + 40).byteSwapped
      let trailer =
        content + u32(length) + u32(UInt32(3).byteSwapped)
        + ascii("8db42d694ccc418790edff439fe026bf")
      let file = try readBack(movie + trailer)
      #expect(file.atoms.count == 3)
      #expect(file.trailing == UInt64(movie.count)..<UInt64(movie.count + trailer.count))
      #expect(rules(file) == ["trailing-bytes"])
    }
  }

  @Test(
    arguments: [
      [], [0], ascii("The data of this text are no movie\n"), zeros(16),
      ascii("This is a text file, and not a movie at all.\n"), zeros(4000),
      hex("89504E470D0A1A0A0000000D49484452000000100000001008060000001FF3FF61"),
    ] as [[UInt8]])
  func noMovie(bytes: [UInt8]) {
    #expect(throws: ReadingError.self) { try read(bytes) }
  }

  // MARK: Children

  @Test(arguments: 1...7)
  func fewBytesBehindChildren(count: Int) throws {
    let tail = [UInt8](repeating: 0xAB, count: count)
    let file = try readBack(
      fileType + atom("moov", atom("trak", atom("free"), tail), atom("free")) + atom("mdat"))
    #expect(shape(file.atoms) == "ftyp moov(trak(free) free) mdat")
    #expect(rules(file) == ["trailing-bytes"])
    #expect(file.diagnostics[0].offset == 44)
    #expect(file.diagnostics[0].path == "moov/trak")
    let zero = try readBack(fileType + atom("moov", atom("trak", atom("free"), zeros(count))))
    #expect(zero.diagnostics.isEmpty)
  }

  @Test func metaWithAndWithoutVersion() throws {
    let inner = handler("mdta") + atom("free")
    let file = try readBack(
      fileType + atom("moov", atom("meta", u32(0), inner), atom("meta", inner)))
    #expect(shape(file.atoms) == "ftyp moov(meta(hdlr free) meta(hdlr free))")
    let (iso, quickTime) = (file.atoms[1].children[0], file.atoms[1].children[1])
    #expect(try iso.decode(MetaHead.self).hasVersion)
    #expect(try !quickTime.decode(MetaHead.self).hasVersion)
    #expect(iso.children[0].offset == 40)
    #expect(quickTime.children[0].offset == 40 + 40 + 8)
    #expect(file.diagnostics.isEmpty)
  }

  /// The traps above, as everything that the library declares reads them.
  @Test(
    arguments: [
      ("udta(name)", atom("udta", atom("name", ascii("abc")), zeros(4))),
      ("udta()", atom("udta", u32(0))),
      ("meta(hdlr free)", atom("meta", u32(0), handler("mdta"), atom("free"))),
      ("meta(hdlr free)", atom("meta", handler("mdta"), atom("free"))),
      (
        "trak(mdia(hdlr)) udta(name)",
        atom("trak", atom("mdia", handler("vide")), u8(9), u8(9))
          + atom("udta", head(900, "name"), u16(1))
      ),
      ("trak(free)", largeAtom("trak", largeAtom("free"))),
      ("uuid", atom("uuid", zeros(16), u32(1))),
    ])
  func theStandardSchemaAgrees(shape: String, bytes: [UInt8]) throws {
    let file = fileType + atom("moov", bytes) + atom("mdat", zeros(5))
    let read = try AtomFile(from: MemorySource(file))
    #expect(self.shape(read.atoms) == "ftyp moov(\(shape)) mdat")
    #expect(try read.writePlan().render(from: MemorySource(file)) == file)
  }

  @Test func childThatClaimsMoreThanItsParent() throws {
    // The Canon trap: a child of `udta` larger than `udta`.
    let file = try readBack(
      fileType
        + atom(
          "moov", atom("udta", atom("name", u16(1)), head(5000, "free"), zeros(6)),
          atom("trak", atom("free"))) + atom("mdat"))
    #expect(shape(file.atoms) == "ftyp moov(udta(name free) trak(free)) mdat")
    let child = file.atoms[1].children[0].children[1]
    #expect(child.claimedSize == 5000)
    #expect(child.size == 14)
    #expect(rules(file) == ["atom-overrun"])
    #expect(file.diagnostics[0].offset == 46)
    #expect(file.diagnostics[0].path == "moov/udta")
    #expect(file.diagnostics[0].severity == .error)
  }

  @Test func recordThatCannotBeReadStaysBytes() throws {
    let file = try readBack(
      fileType + atom("moov", atom("stsd", u16(0)), atom("trak", atom("free"))))
    #expect(shape(file.atoms) == "ftyp moov(stsd trak(free))")
    #expect(rules(file) == ["undecodable"])
    #expect(file.diagnostics[0].offset == 36)
    #expect(file.diagnostics[0].path == "moov/stsd")
  }

  @Test func handlersOfDifferentMedia() throws {
    let schema = Schema([
      .parent("moov"), .parent("mdia"), .leaf("hdlr", HandlerReference.self),
      .parent("stsd", EntryCount.self),
      .parent("abcd", Container.self, .sampleDescription(handler: "soun")),
    ])
    let entry = atom("stsd", u32(0), u32(1), atom("abcd", atom("free")))
    // The handler counts wherever it stands among its neighbours.
    let bytes = atom(
      "moov", atom("mdia", entry, handler("soun")), atom("mdia", handler("vide"), entry))
    let file = try AtomFile(from: MemorySource(bytes), schema: schema)
    #expect(shape(file.atoms) == "moov(mdia(stsd(abcd(free)) hdlr) mdia(hdlr stsd(abcd)))")
  }

  /// Of the rules of a type the first that holds applies, and added ones come first. A rule without a
  /// type applies where none with a type does.
  @Test func orderOfRules() throws {
    let schema = Schema([
      .anyLeaf(Third.self, .inside(["moov"])), .leaf("abcd", First.self, .inside(["moov"])),
      .leaf("efgh", First.self), .leaf("abcd", Second.self), .leaf("abcd", Third.self),
    ])
    let added = schema.adding(
      .leaf("abcd", Third.self, .inside(["trak"])), .leaf("ijkl", Second.self, .top))
    func record(_ type: FourCC, in parent: FourCC?, _ schema: Schema) -> String? {
      var context = AtomContext()
      context.parent = parent
      return schema.rule(for: type, in: context).map { "\($0.record)" }
    }
    #expect(record("abcd", in: "moov", schema) == "First")
    #expect(record("abcd", in: "trak", schema) == "Second")
    #expect(record("efgh", in: "trak", schema) == "First")
    #expect(record("ijkl", in: "moov", schema) == "Third")
    #expect(record("ijkl", in: nil, schema) == nil)
    #expect(record("abcd", in: "moov", added) == "First")
    #expect(record("abcd", in: "trak", added) == "Third")
    #expect(record("abcd", in: nil, added) == "Second")
    #expect(record("ijkl", in: nil, added) == "Second")
    #expect(record("ijkl", in: "moov", added) == "Third")
    #expect(schema.rules(for: "abcd").map { "\($0.record)" } == ["First", "Second", "Third"])
    #expect(
      added.rules(for: "abcd").map { "\($0.record)" } == ["Third", "First", "Second", "Third"])
    #expect(schema.rules(for: "moov").isEmpty)
    #expect(added.rules.count == 7)
  }

  private struct First: Record { mutating func fields(_ f: inout some FieldCoder) {} }
  private struct Second: Record { mutating func fields(_ f: inout some FieldCoder) {} }
  private struct Third: Record { mutating func fields(_ f: inout some FieldCoder) {} }

  /// A record that a program gives as a value, and not by its name, holds its file offsets too.
  @Test(arguments: [ChunkOffsets.self, SampleSizes.self] as [any Record.Type])
  func offsetsOfAGivenRecord(record: any Record.Type) {
    let schema = Schema([.leaf("abcd", record)])
    #expect(schema.typesWithOffsets.contains("abcd") == (record == ChunkOffsets.self))
    #expect(schema.rules[0].record == record)
  }

  @Test func unparsedChildrenSurviveAnUpdate() throws {
    // Not parsed, as where the tree is too deep: the children are bytes, and stay.
    var entry = Atom("stsd", .bytes((u32(0) + u32(1) + atom("free", u32(9)))[...]))
    let decoded = try entry.decoded(EntryCount.self)
    #expect(Array(decoded.trailing) == atom("free", u32(9)))
    try entry.update(EntryCount.self) { $0.entries = 2 }
    #expect(entry.content == .bytes((u32(0) + u32(2) + atom("free", u32(9)))[...]))
  }

  // MARK: Limits

  @Test func tenThousandLevels() throws {
    let levels = 10_000
    let bytes = (0..<levels).flatMap { head(UInt32(8 * (levels - $0)), "moov") }
    var limits = Limits()
    for (limit, depth) in [(32, 32), (100, 100), (101, 100), (.max, 100)] {
      limits.depth = limit
      let file = try readBack(bytes, limits: limits)
      #expect(rules(file) == ["too-deep"])
      #expect(file.diagnostics[0].offset == 8 * UInt64(depth))
      #expect(PlacedAtom.all(file.atoms, schema: Self.schema).count == depth + 1)
    }
  }

  @Test func aLimitOfDepth() throws {
    var limits = Limits()
    limits.depth = 2
    let file = try readBack(
      atom("moov", atom("trak", atom("mdia", atom("free")))), limits: limits)
    #expect(shape(file.atoms) == "moov(trak(mdia))")
    #expect(rules(file) == ["too-deep"])
    #expect(file.diagnostics[0].path == "moov/trak/mdia")
    #expect(file.diagnostics[0].offset == 16)
  }

  @Test func aLimitOfAtoms() throws {
    var limits = Limits()
    limits.atoms = 5
    let frees = (0..<9).flatMap { _ in atom("free") }
    let file = try readBack(atom("moov", frees), limits: limits)
    #expect(file.atoms[0].children.count == 5)
    #expect(rules(file) == ["too-many-atoms"])
    #expect(file.diagnostics[0].offset == 8 + 40)
    #expect(throws: ReadingError.self) { try read(frees, limits: limits) }
  }

  /// Of one rule five are listed, and the others counted.
  @Test func aLimitOfDiagnostics() throws {
    let bad = (0..<9).flatMap { _ in atom("trak", u8(1)) }
    let file = try readBack(atom("moov", bad))
    #expect(rules(file) == Array(repeating: "trailing-bytes", count: 6))
    #expect(file.diagnostics.map(\.count) == [1, 1, 1, 1, 1, 4])
    #expect(file.diagnostics.last?.message == "… and 4 more")
  }

  @Test func aLimitOfBytes() throws {
    var limits = Limits()
    limits.bytesHeld = 100
    #expect(throws: ReadingError.self) { try read(atom("moov", zeros(101)), limits: limits) }
    #expect(try readBack(atom("mdat", zeros(101)) + atom("moov"), limits: limits).atoms.count == 2)
  }

  /// A table that claims four billion rows is refused where it stands, and costs nothing.
  @Test(arguments: [.max, 1 << 31, 3] as [UInt32])
  func countsBeyondTheBytes(count: UInt32) throws {
    struct Times: Record {
      struct Row: TableRow {
        var a: UInt64 = 0
        mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
          try f("a", &a)
        }
      }
      var rows = Table<Row>()
      mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
        try f.table("entries", &rows)
      }
    }
    var table = Atom("stts", .bytes((u32(count) + zeros(20))[...]))
    table.offset = 0x100
    let error = #expect(throws: FormatError.self) { try table.decode(Times.self) }
    #expect(error?.reason == .truncated(needed: UInt64(count) * 8, available: 20))
    #expect(error?.path == "stts/entries")
    #expect(error?.offset == 0x10C)
  }

  /// A file can hold an atom in every eight bytes.
  @Test func anAtomIsSmall() {
    #expect(MemoryLayout<Atom>.size <= 16)
  }

  /// Atoms with a user type, at the top level and in another, are kept in another way than others.
  @Test func userTypesInEveryPlace() throws {
    let names = [[UInt8](1...16), [UInt8](2...17)]
    let parts = names.flatMap { name in [atom("uuid", name), atom("uuid", name, u32(7))] }
    let bytes = fileType + atom("moov", parts.flatMap(\.self)) + parts.flatMap(\.self)
    let file = try AtomFile(from: bytes)
    let moov = try #require(file.atoms.first { $0.type == "moov" })
    let (inside, outside) = (moov.children, file.atoms.filter { $0.type == "uuid" })
    try #require(inside.count == 4 && outside.count == 4)
    #expect(moov.size == UInt64(8 + parts.joined().count) && moov.isAsParsed)
    var place = UInt64(fileType.count + 8)
    for (index, found) in (inside + outside).enumerated() {
      let part = parts[index % 4]
      #expect(found.userType == names[index % 4 / 2][...])
      #expect(found.headerSize == 24 && found.form == .compact && found.claimedSize == nil)
      #expect(found.size == UInt64(part.count) && found.offset == place)
      #expect(found.contentOffset == place + 24)
      place += UInt64(part.count)
      for (other, another) in (inside + outside).enumerated() {
        #expect((found == another) == (index == other))
      }
      if index < 4 { #expect(try found.serialized() == part) }
    }
    let again = try AtomFile(from: bytes)
    #expect(again.atoms == file.atoms)
    // A change of what is kept apart.
    var changed = inside[1]
    changed.userType = names[1][...]
    #expect(try changed.serialized() == parts[3] && changed.offset == inside[1].offset)
    changed.content = .bytes([1])
    #expect(try changed.serialized() == atom("uuid", names[1], [1]))
    changed.children = [Atom("free", .bytes([]))]
    #expect(try changed.serialized() == atom("uuid", names[1], atom("free")))
    changed = outside[1]
    changed.form = .extended
    #expect(changed.headerSize == 32 && changed.userType == names[0][...])
    changed = outside[1]
    changed.claimedSize = 99
    #expect(changed.userType == names[0][...] && changed.offset == outside[1].offset)
  }

  /// Not copied for each change of one of them.
  @Test func childrenAreChangedWhereTheyAre() throws {
    let children = (0..<2000).flatMap { _ in atom("free", []) }
    let read = try AtomFile(from: atom("moov", atom("udta", children)) + atom("free", []))
    for made in [read.atoms[0].children[0], Atom("udta", children: read.atoms[0].children)] {
      var udta = made
      udta.children[0].type = "skip"
      func place() -> UInt {
        unsafe udta.children.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      }
      let before = place()
      for index in udta.children.indices { udta.children[index].type = "wide" }
      #expect(place() == before)
      #expect(udta.children.allSatisfy { $0.type == "wide" })
      #expect(!made.children.contains { $0.type == "wide" })
    }
  }

  /// What an atom has from its file stays when something else of it changes.
  @Test func everythingElseStays() throws {
    let file = try AtomFile(
      from: atom("moov", atom("udta", atom("name", [1, 2, 3]) + zeros(4))) + atom("mdat", zeros(9)))
    let moov = file.atoms[0]
    var atoms = [moov, moov.children[0], moov.children[0].children[0], file.atoms[1]]
    atoms.append(Atom("free", .bytes([1, 2, 3])))
    for atom in atoms {
      var changed = atom
      changed.form = .extended
      #expect(changed.offset == atom.offset && changed.content == atom.content)
      #expect(changed != atom)
      changed.form = .compact
      #expect(changed == atom)
      changed.offset = 7
      #expect(changed.offset == 7 && changed.content == atom.content && changed.size == atom.size)
      changed.offset = atom.offset
      #expect(changed == atom)
      changed.claimedSize = 100
      changed.userType = [UInt8](repeating: 1, count: 16)[...]
      #expect(changed.claimedSize == 100 && changed.userType.count == 16)
      #expect(changed.offset == atom.offset && changed.headerSize == 24)
      changed.userType = []
      changed.claimedSize = nil
      #expect(changed == atom)
      changed.children = [Atom("free", .bytes([]))]
      #expect(changed.offset == atom.offset && changed.children.count == 1)
      #expect(changed != atom)
    }
  }

  /// A walk that is taken in parts goes over the same atoms, with the same paths.
  @Test func aWalkInParts() throws {
    let bytes = (0..<20).flatMap { index in
      index % 3 == 0
        ? atom("free", zeros(index)) : atom("moov", atom("udta"), atom("trak", atom("edts")))
    }
    let file = try read(bytes + atom("mdat"))
    let all = AtomWalk(file).map(\.path)
    #expect(all.count == 7 + 13 * 4 + 1 && all.contains("moov[12]/trak/edts"))
    for count in [1, 2, 5, 20, 21, 30] {
      var walk = AtomWalk(file)
      var parts: [[String]] = []
      while case let part = walk.takeFirst(count).map(\.path), !part.isEmpty { parts.append(part) }
      #expect(Array(parts.joined()) == all)
      #expect(parts.count == (21 + count - 1) / count)
    }
    var walk = AtomWalk(file, levels: 1)
    #expect(walk.takeFirst(0).map(\.path).isEmpty)
    #expect(walk.takeFirst(2).map(\.path) == ["free[0]", "moov[0]"])
    #expect(walk.map(\.path).count == 19)
  }
}
