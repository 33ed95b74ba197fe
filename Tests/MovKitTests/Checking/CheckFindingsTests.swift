import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Where findings are, and how they are counted.
@Suite struct CheckFindingsTests {
  private static func findings(_ bytes: [UInt8], of rule: String? = nil) throws -> [CheckFinding] {
    try MovieCheck(of: MemorySource(bytes)).findings.filter { rule == nil || $0.rule == rule }
  }

  /// A path is that of an atom of the file.
  @Test(arguments: CheckRulesTests.all)
  func pathsAreThoseOfAtoms(_ broken: BrokenFile) throws {
    let bytes = try broken.bytes().broken
    let file = try MovieCheck(of: MemorySource(bytes), profiles: broken.profiles)
    let paths = Set(file.findings.map(\.path)).subtracting([""])
    #expect(Set(file.file.atoms(at: paths).keys) == paths)
  }

  /// What is found about the second of two descriptions of a type names that one.
  @Test func secondDescriptionOfAType() throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.atom("", BrokenFile.plain, "moov/trak/mdia/minf/stbl/stsd") { stsd in
      var second = stsd.children[0]
      second.children.removeAll { $0.type == "avcC" }
      stsd.children.append(second)
    }.change(&bytes)
    let found = try Self.findings(bytes, of: "codec-configuration-missing")
    #expect(found.map(\.path) == ["moov/trak/mdia/minf/stbl/stsd/avc1[1]"])
    let stsd = try AtomFile(from: bytes).first("moov")?
      .descendant("trak", "mdia", "minf", "stbl", "stsd")
    #expect(found.first?.offset == stsd?.children.last?.offset)
  }

  /// Each description that names a data reference that does not exist is a finding, at most 100 of them.
  @Test(arguments: [2, 150]) func dataReferencesOfDescriptions(count: Int) throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.atom("", BrokenFile.plain, "moov/trak/mdia/minf/stbl/stsd") { stsd in
      var wrong = stsd.children[0]
      try wrong.update(VideoDescription.self) { $0.dataReferenceIndex = 9 }
      stsd.children += Array(repeating: wrong, count: count)
      try stsd.update(SampleDescriptions.self) { $0.entryCount = UInt32(1 + count) }
    }.change(&bytes)
    let found = try Self.findings(bytes, of: "data-reference-index")
    let paths = (1...min(count, 100)).map { "moov/trak/mdia/minf/stbl/stsd/avc1[\($0)]" }
    #expect(found.map(\.path) == paths + (count > 100 ? [""] : []))
    #expect(found.reduce(0) { $0 + $1.count } == count)
  }

  /// So is each timecode description whose timescale is not that of the media.
  @Test func timescalesOfDescriptions() throws {
    var bytes = try BrokenFile.timecode.bytes()
    try BrokenFile.atom("", BrokenFile.timecode, "moov/trak[1]/mdia/minf/stbl/stsd") { stsd in
      let right = stsd.children[0]
      for factor: UInt32 in [2, 3] {
        var wrong = right
        try wrong.update(TimecodeDescription.self) {
          $0.timeScale *= factor
          $0.frameDuration *= factor
        }
        stsd.children.append(wrong)
      }
      try stsd.update(SampleDescriptions.self) { $0.entryCount = 3 }
    }.change(&bytes)
    let found = try Self.findings(bytes, of: "timecode-timescale")
    #expect(
      found.map(\.path) == [1, 2].map { "moov/trak[1]/mdia/minf/stbl/stsd/tmcd[\($0)]" })
    #expect(found.map(\.count) == [1, 1])
    let stsd = try AtomFile(from: bytes).first("moov")?.all("trak").last?
      .descendant("mdia", "minf", "stbl", "stsd")
    #expect(found.map(\.offset) == stsd?.children.dropFirst().map(\.offset))
  }

  /// A diagnostic that counts what is in other atoms is a finding of its own.
  @Test func furtherDiagnosticsAreNotInTheLastAtom() {
    var diagnostics = DiagnosticList()
    for index in 0..<120 {
      diagnostics.add(
        "trailing-bytes", index == 90 ? .warning : .note, "1 byte", path: "moov/trak[\(index)]")
    }
    var found = CheckFindings(profiles: [])
    for diagnostic in diagnostics.all { found.add(diagnostic) }
    #expect(
      found.all.map(\.path) == (0..<5).map { "moov/trak[\($0)]" } + [""],
      "\(found.all.map(\.path))")
    #expect(found.all.map(\.count) == [1, 1, 1, 1, 1, 115])
    #expect(found.all.map(\.severity) == [.note, .note, .note, .note, .note, .warning])
  }

  /// What two lists found is what one of both would have found, in the same order.
  @Test(
    arguments: [
      (3, 4, 250), (90, 30, 250), (120, 120, 250), (0, 101, 250), (7, 9, 1), (30, 30, 4),
      (200, 300, 50),
    ])
  func listsAfterOneAnother(_ first: Int, _ second: Int, atoms: Int) {
    func found(_ indices: some Sequence<Int>, in list: CheckFindings) -> CheckFindings {
      var list = list
      for index in indices {
        list.add(
          Diagnostic(
            index % 3 == 0 ? "trailing-bytes" : "reserved-not-zero",
            index % 7 == 0 ? .warning : .note, "\(index)", path: "a\(index % atoms)"))
      }
      return list
    }
    let none = CheckFindings(profiles: [])
    let both = found(0..<first + second, in: none)
    var joined = found(0..<first, in: none)
    joined.append(found(first..<first + second, in: none))
    func summary(_ list: CheckFindings) -> [String] {
      list.all.map { "\($0.rule) \($0.severity) \($0.message) \($0.path) \($0.count)" }
    }
    #expect(summary(joined) == summary(both))
  }

  /// A check of only those parts that find errors or warnings finds the same of these.
  @Test(arguments: CheckRulesTests.all)
  func partsThatFindSomething(_ broken: BrokenFile) throws {
    let outline = try MovieOutline(MemorySource(try broken.bytes().broken))
    let examined = outline.examined()
    let whole = try MovieCheck(outline.file, examined, profiles: broken.profiles)
    let parts = try MovieCheck(
      outline.file, examined, profiles: broken.profiles, parts: whole.seriousParts)
    func summary(_ check: MovieCheck) -> [String] {
      check.serious.map { "\($0.rule) \($0.path) \($0.count) \($0.fingerprint)" }
    }
    #expect(summary(parts) == summary(whole))
    #expect(parts.seriousParts == whole.seriousParts)
    let none = try MovieCheck(outline.file, examined, profiles: broken.profiles, parts: [])
    #expect(none.findings.count <= examined.findings.count)
  }

  /// The last finding of a rule, which stands for all atoms that are not listed, has the highest severity.
  @Test func theRestIsAsSeriousAsItsWorst() {
    var found = CheckFindings(profiles: [])
    for index in 0..<103 {
      found.add(
        Diagnostic("trailing-bytes", index == 102 ? .error : .note, "", path: "a\(index)"))
    }
    #expect(found.all.count == 101)
    #expect(found.all.last?.count == 3 && found.all.last?.severity == .error)
  }

  /// Of many faults a hundred are listed, two for each atom that lacks two things.
  @Test func atomsThatAreNotListedAreCounted() throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.atom("", BrokenFile.plain, "moov") { moov in
      for _ in 0..<150 { moov.children.append(Atom("trak", children: [])) }
    }.change(&bytes)
    let found = try Self.findings(bytes, of: "atom-missing")
    #expect(
      found.map(\.path)
        == (1...50).flatMap { ["moov/trak[\($0)]", "moov/trak[\($0)]"] } + [""])
    #expect(
      found.map(\.message)
        == (1...50).flatMap { _ in ["trak has no tkhd", "trak has no mdia"] } + ["… and 200 more"])
    #expect(found.map(\.count) == Array(repeating: 1, count: 100) + [200])
    #expect(found.allSatisfy { $0.severity == .error })
  }

  private static func found(_ findings: [(path: String, message: String)]) -> [CheckFinding] {
    var found = CheckFindings(profiles: [])
    for finding in findings {
      found.add(Diagnostic("trailing-bytes", .note, finding.message, path: finding.path))
    }
    found.seal(tracks: [:], atoms: [:], schema: .standard)
    return found.all
  }

  /// What is said of one atom several times is one finding with a count; what is different is another.
  @Test func messagesOfOneAtom() {
    let found = Self.found([
      ("a", "one"), ("b", "one"), ("a", "two"), ("a", "one"), ("b", "one"), ("a", "one"),
    ])
    #expect(
      found.map { "\($0.path) \($0.message) \($0.count)" } == ["a one 3", "b one 2", "a two 1"])
    #expect(found.map(\.number) == [1, 1, 2])
    #expect(Set(found.map(\.fingerprint)).count == 3)
  }

  /// Of many different ones, five of each atom are listed, and a hundred of all. All are counted.
  @Test func manyMessages() {
    let few = Self.found((0..<16).map { ("a", "\($0)") } + [("b", "0")])
    #expect(few.map(\.message) == ["0", "1", "2", "3", "4", "… and 11 more", "0"])
    #expect(few.map(\.path) == ["a", "a", "a", "a", "a", "a", "b"])
    #expect(few.map(\.count) == [1, 1, 1, 1, 1, 11, 1])
    #expect(few.map(\.number) == [1, 2, 3, 4, 5, 6, 1])
    let many = Self.found(
      (0..<1000).flatMap { atom in (0..<7).map { ("a\(atom)", "\($0)") } })
    // Twenty atoms with five findings and the rest of each, and the rest of the file.
    #expect(many.count == 121 && many.last?.path.isEmpty == true)
    #expect(many.count { $0.message == "… and 2 more" } == 20)
    #expect(many.last?.message == "… and 6,860 more" && many.last?.count == 6860)
    #expect(Set(many.map(\.fingerprint)).count == many.count)
  }

  /// Findings of one file have the messages, counts and places that `inspect` gives them.
  @Test func referencesOfOneTrack() throws {
    let path = MediaFiles.testMedia.appending(path: "tables/tref-types.mov").path
    let wanted = [
      "auxl refers to itself", "cdep refers to itself", "cdsc refers to itself",
      "chap refers to itself", "clcp refers to itself", "… and 11 more",
    ]
    let outline = try MovieOutline(File(path))
    let examined = outline.examined()
    let read = examined.findings.filter { $0.rule == "track-reference" }
    let found = try MovieCheck(outline.file, examined).findings.filter {
      $0.rule == "track-reference"
    }
    #expect(read.map(\.message) == wanted)
    #expect(found.map(\.message) == wanted)
    #expect(found.map(\.count) == [1, 1, 1, 1, 1, 11])
    #expect(found.map(\.path) == read.map(\.path) && found.map(\.offset) == read.map(\.offset))
  }

  /// Two tracks may each say that they are synchronized with the other.
  @Test(arguments: [("sync", false), ("hint", true)])
  func tracksThatReferToEachOther(type: FourCC, isCircle: Bool) throws {
    var bytes = try BrokenFile.timecode.bytes()
    for (index, other) in [(0, 2), (1, 1)] as [(Int, UInt32)] {
      try BrokenFile.atom("", BrokenFile.timecode, "moov/trak[\(index)]") { track in
        var reference = TrackReferenceType()
        reference.trackIDs = try Table([other])
        let child = try Atom(type, reference)
        if let place = track.children.firstIndex(where: { $0.type == "tref" }) {
          track.children[place].children.append(child)
        } else {
          track.children.append(Atom("tref", children: [child]))
        }
      }.change(&bytes)
    }
    let found = try Self.findings(bytes, of: "track-reference-cycle")
    #expect(found.isEmpty != isCircle, "\(found.map(\.message))")
  }

  /// The items of each `ipma` are in order, and no item is in two (ISO/IEC 14496-12, 8.11.14.1).
  @Test(
    arguments: [
      ([[1, 3], [2, 4]], []), ([[1], [2, 3, 4]], []), ([[2, 1]], ["meta/iprp/ipma"]),
      ([[1, 3], [2, 3]], ["meta/iprp/ipma[1]"]), ([[1, 2], [4, 3]], ["meta/iprp/ipma[1]"]),
    ] as [([[UInt32]], [String])])
  func itemsOfSeveralBoxes(lists: [[UInt32]], paths: [String]) throws {
    var bytes = try BrokenFile.pictureFile()
    try BrokenFile.atom("", .picture, "meta/iprp") { iprp in
      iprp.children.removeAll { $0.type == "ipma" }
      for list in lists {
        var associations = ItemPropertyAssociations()
        for id in list {
          var item = ItemPropertyAssociations.Item()
          item.itemID = id
          associations.items.append(item)
        }
        iprp.children.append(try Atom("ipma", associations))
      }
    }.change(&bytes)
    let found = try Self.findings(bytes, of: "item-properties-order")
    #expect(found.map(\.path) == paths)
    let file = try AtomFile(from: bytes)
    #expect(found.map(\.offset) == paths.map { file.atoms(at: [$0])[$0]?.offset })
  }

  /// Space and zero bytes around a location are no part of it.
  @Test(arguments: [
    ("+27.5916+086.5640/", true), ("+27.5916+086.5640 ", true), (" +27.5916+086.5640", true),
    ("+27.5916+086.5640\0", true), ("somewhere", false),
  ])
  func locations(text: String, isLocation: Bool) throws {
    var bytes = try BrokenFile.plain.bytes()
    let type = FourCC(rawValue: 0xA978_797A)
    let content = u16(UInt16(text.utf8.count)) + [0x15, 0xC7] + ascii(text)
    try BrokenFile.atom("", BrokenFile.plain, "moov") { moov in
      moov.children.removeAll { $0.type == "udta" }
      moov.children.append(Atom("udta", children: [Atom(type, .bytes(content[...]))]))
    }.change(&bytes)
    let found = try Self.findings(bytes, of: "location-form")
    #expect(found.isEmpty == isLocation, "\(found.map(\.message))")
    guard !isLocation else { return }
    #expect(found.map(\.path) == ["moov/udta/©xyz"])
    let place = try #require(
      bytes.indices.last { bytes[$0...].starts(with: [0xA9, 0x78, 0x79, 0x7A]) })
    #expect(found.first?.offset == UInt64(place - 4))
  }
}
