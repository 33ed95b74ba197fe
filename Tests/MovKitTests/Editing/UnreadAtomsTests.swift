import Testing

@testable import MovKit

/// Atoms that were left as bytes, because of a limit or of damage, may say where media is, so nothing in the file
/// gets another place.
@Suite struct UnreadAtomsTests {
  private func movie(
    isMoovFirst: Bool, behindTracks: [UInt8] = [], _ change: (inout Limits) -> Void
  ) throws -> Movie {
    var tiny = TinyMovie()
    tiny.isMoovFirst = isMoovFirst
    tiny.behindTracks = behindTracks
    var limits = Limits()
    change(&limits)
    return try Movie(from: MemorySource(tiny.bytes), limits: limits)
  }

  /// An editor of the movie after its rate was set.
  private func changed(_ movie: Movie) throws -> MovieEditor {
    var editor = MovieEditor(movie)
    try editor.setFields(
      [Field("rate", .unsigned(2))], ofAtomAt: "moov/mvhd")
    return editor
  }

  private func isRefused(_ error: FormatError?) -> Bool {
    guard case .notEditable(let reason)? = error?.reason else { return false }
    return reason.contains("because of the limit of")
  }

  /// The table of chunks is in the fifth level.
  @Test(arguments: 1...6) func levels(depth: Int) throws {
    let last = try movie(isMoovFirst: false) { $0.depth = depth }
    var editor = try changed(last)
    // Nothing before the header moves.
    #expect(throws: Never.self) { try editor.writePlan() }
    #expect(throws: Never.self) { try editor.patchPlan() }
    guard depth < 5 else {
      #expect(last.file.unreadOffsets == nil)
      #expect(throws: Never.self) { try editor.writePlan(fastStart: true) }
      return
    }
    let first = #expect(throws: FormatError.self) { try editor.writePlan(fastStart: true) }
    #expect(isRefused(first))
    try editor.insert(Atom("free", .bytes([1])), intoAtomAt: nil, at: 1)
    #expect(isRefused(#expect(throws: FormatError.self) { try editor.writePlan() }))
    var before = try MovieEditor(movie(isMoovFirst: true) { $0.depth = depth })
    try before.insert(Atom("free", .bytes([1])), intoAtomAt: "moov")
    #expect(isRefused(#expect(throws: FormatError.self) { try before.writePlan() }))
  }

  /// An atom that was left out of the copy is one that something may point at.
  @Test func removedAtoms() throws {
    var tiny = TinyMovie()
    tiny.behind = atom("skip", zeros(4))
    var limits = Limits()
    limits.depth = 4
    var editor = try MovieEditor(Movie(from: MemorySource(tiny.bytes), limits: limits))
    try editor.removeAtom(at: "skip")
    #expect(isRefused(#expect(throws: FormatError.self) { try editor.writePlan() }))
  }

  /// Of many atoms the last ones are not read. Those that are no table with offsets do not matter.
  @Test(arguments: [true, false]) func numberOfAtoms(hasOffsets: Bool) throws {
    let many = (0..<50).flatMap { _ in atom("abcd") }
    let offsets = atom("trak", atom("stco", u32(0), u32(1), u32(40)))
    let user = atom("udta", many, hasOffsets ? offsets : [])
    let limited = try movie(isMoovFirst: true, behindTracks: user) { $0.atoms = 50 }
    #expect(limited.diagnostics.contains { $0.rule == "too-many-atoms" })
    var editor = try MovieEditor(limited)
    try editor.insert(Atom("free", .bytes([1])), intoAtomAt: "moov")
    if hasOffsets {
      #expect(isRefused(#expect(throws: FormatError.self) { try editor.writePlan() }))
    } else {
      #expect(throws: Never.self) { try editor.writePlan() }
    }
  }

  /// Readers look for an index of fragments from the end of the file, whatever is before it.
  @Test(
    arguments: [
      ([], false), (u32(4) + ascii("junk"), true), (zeros(8), true),
      (u32(100) + ascii("junk"), true),
      (atom("free", zeros(5)), false), (u32(0) + ascii("mdat"), false),
    ] as [([UInt8], Bool)])
  func indexAtTheEnd(damage: [UInt8], isHidden: Bool) throws {
    let table = atom("tfra", u32(0), u32(1), u32(0), u32(0))
    var tiny = TinyMovie()
    tiny.isMoovFirst = true
    tiny.behind = damage + atom("mfra", table, atom("mfro", u32(0), u32(UInt32(table.count + 24))))
    var editor = try MovieEditor(Movie(from: MemorySource(tiny.bytes)))
    try editor.insert(Atom("free", .bytes([1])), intoAtomAt: "moov")
    guard isHidden else {
      #expect(throws: Never.self) { try editor.writePlan() }
      return
    }
    let error = #expect(throws: FormatError.self) { try editor.writePlan() }
    #expect(error.map { "\($0)".contains("the mfra at the end of the file was not read") } == true)
  }

  /// What is compressed shows no types.
  @Test func compressedAtoms() throws {
    var limits = Limits()
    limits.depth = 1
    let inside = atom("moov", atom("cmov", atom("cmvd", zeros(20))))
    let file = try AtomFile(from: fileType + inside, limits: limits)
    #expect(file.unreadOffsets != nil)
  }

  /// In a document too, atoms can be given as bytes.
  @Test(arguments: ["stco", "abcd"]) func documents(type: String) throws {
    let table = (u32(24) + ascii(type) + u32(0) + u32(1) + u32(20) + zeros(4)).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }.joined()
    let document = """
      {"size": 76, "atoms": [
        {"type": "mdat", "offset": 12, "size": 16, "headerSize": 8,
         "fields": {"data": "3132333435363738"}, "children": []},
        {"type": "moov", "offset": 28, "size": 48, "headerSize": 8, "fields": {}, "children": [
         {"type": "minf", "offset": 36, "size": 40, "headerSize": 8, "fields": {}, "children": [
         {"type": "stbl", "offset": 44, "size": 32, "headerSize": 8, "fields": {"data": "\(table)"},
          "children": []}]}]}]}
      """
    let file = try DescribedFile(JSONScanner.document(Array(document.utf8)).fieldValue)
    guard type == "stco" else {
      #expect(throws: Never.self) { try file.plan() }
      return
    }
    let error = #expect(throws: FormatError.self) { try file.plan() }
    #expect(error?.path == "moov/minf/stbl")
  }

  /// What may be wrong with one of the atoms around a table of chunks, or with the table.
  enum Damage: CaseIterable {
    case noSize, smallSize, sizePastTheEnd, noType, typeOfNoLetters, countPastTheEnd, firstFourBytes

    /// Damages the atom of a type in these bytes.
    func apply(to type: FourCC, in bytes: inout [UInt8]) {
      let name = firstIndex(of: ascii(type.description), in: bytes)
      func set(_ value: [UInt8], at index: Int) {
        bytes.replaceSubrange(index..<index + value.count, with: value)
      }
      switch self {
      case .noSize: set(u32(0), at: name - 4)
      case .smallSize: set(u32(5), at: name - 4)
      case .sizePastTheEnd: set(u32(0x10_0000), at: name - 4)
      case .noType: set(u32(0), at: name)
      case .typeOfNoLetters: set(u32(0x10_0000) + u32(0x0102_0304), at: name - 4)
      case .countPastTheEnd: set(u32(0x7FFF_FFFF), at: name + 8)
      // The size of the first child, or the version.
      case .firstFourBytes: set(u32(0x0100_0000), at: name + 4)
      }
    }
  }

  private static func firstIndex(of word: [UInt8], in bytes: [UInt8]) -> Int {
    bytes.indices.first { bytes[$0...].starts(with: word) } ?? 0
  }

  /// A table that is moved says where the media is; one that no reader finds can say nothing wrong.
  @Test(arguments: Damage.allCases, ["trak", "mdia", "minf", "stbl", "stco"] as [FourCC])
  func damage(_ damage: Damage, type: FourCC) throws {
    var tiny = TinyMovie()
    tiny.isMoovFirst = true
    var bytes = tiny.bytes
    damage.apply(to: type, in: &bytes)
    let movie = try Movie(from: MemorySource(bytes))
    var editor = MovieEditor(movie)
    try editor.insert(Atom("free", .bytes([1])), intoAtomAt: "moov", at: 0)
    guard let plan = try? editor.writePlan() else { return }
    let copy = try plan.render(from: MemorySource(bytes))
    let media = Self.firstIndex(of: ascii("mdat"), in: copy) + 4
    let table = Self.firstIndex(of: ascii("stco"), in: copy)
    if table == 0 || damage == .noType || damage == .typeOfNoLetters { return }
    #expect(Array(copy[(table + 12)..<(table + 16)]) == u32(UInt32(media)))
  }
}
