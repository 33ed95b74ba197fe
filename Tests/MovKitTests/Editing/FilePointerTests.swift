import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Whatever holds a place in the file leads, after every change, to the bytes it led to before.
@Suite struct FilePointerTests {
  // MARK: What is declared

  /// Every record of the schema that says that a field of it holds a place in the file, and no other,
  /// is one that is asked to move it.
  @Test func everyRecordThatHoldsPlacesIsKnown() {
    var declared: Set<FourCC> = []
    for rule in Schema.standard.rules where Self.declaresOffsets(rule.record) {
      guard let type = rule.type else {
        Issue.record("\(rule.record) holds offsets under any type")
        continue
      }
      declared.insert(type)
      #expect(rule.record is any HoldsFileOffsets.Type, "\(type)")
    }
    #expect(declared == Set(Pointer.allCases.map(\.type)))
    let rules = Schema.standard.rules.filter(\.holdsFileOffsets)
    #expect(declared == Set(rules.compactMap(\.type)))
    #expect(declared.allSatisfy(Schema.standard.typesWithOffsets.contains))
  }

  private static func declaresOffsets<R: Record>(_: R.Type) -> Bool {
    var random = Seed.generator("\(R.self)", 0)
    return (0..<40).contains { _ in
      guard var (record, _) = Scrambler.value(R.self, &random) else { return false }
      var probe = Relocator(Staying())
      // A length that chance has made wrong.
      do { try record.fields(&probe) } catch { return false }
      return probe.hasMet
    }
  }

  // MARK: The law

  /// Records with places in the file, and how a movie comes to have one.
  enum Pointer: String, CaseIterable, Sendable {
    case stco, co64, saio, iloc, tfhd, trun, tfra, sidx
    case ctbo = "CTBO"
    case gps = "gps "

    var type: FourCC { FourCC(rawValue)! }

    /// Whether it belongs to a fragment, or points at one.
    var isOfFragments: Bool { [.tfhd, .trun, .tfra, .sidx, .ctbo, .gps].contains(self) }
    /// Whether it points at an atom.
    var leadsToAtom: Bool { [.tfra, .sidx, .ctbo, .gps].contains(self) }
    /// Whether it says the size of the atom, which is 84 here.
    var saysSize: Bool { self == .ctbo || self == .gps }
  }

  /// Where the bytes stand that something points at.
  enum Home: String, CaseIterable, Sendable {
    case mediaBefore, mediaAfter, sampleTable, userData, atomAtTheEnd
  }

  enum Edit: String, CaseIterable, Sendable {
    case stamp, stampFast, remove, removeFast, insert, inPlace, inPlaceRemove
  }

  private static let marker = ascii("what is pointed at")

  /// A movie with one pointer at the marker, or for those to atoms at the `moof`.
  private static func movie(_ pointer: Pointer, _ home: Home, free: Int) -> [UInt8] {
    var place: UInt32 = 0
    var bytes: [UInt8] = []
    // The pointer's value does not change the size of anything.
    for _ in 0..<2 {
      bytes = movie(pointer, home, free: free, place: place)
      let start =
        pointer.leadsToAtom
        ? find("moof", in: bytes).map { $0 - 4 } : bytes.firstRange(of: marker)?.lowerBound
      place = UInt32(start ?? 0)
    }
    return bytes
  }

  private static func find(_ type: FourCC, in bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: type.bytes)?.lowerBound
  }

  private static func movie(
    _ pointer: Pointer, _ home: Home, free: Int, place: UInt32
  ) -> [UInt8] {
    let count = UInt32(marker.count)
    func at(_ here: Home) -> [UInt8] { home == here ? marker : ascii("something else here") }
    var first = TinyTrack()
    first.tables = atom("xtra", at(.sampleTable))
    var behind: [UInt8] = []
    switch pointer {
    case .saio:
      first.tables += atom("saiz", u32(0), u8(UInt8(count)), u32(1))
      first.tables += atom("saio", u32(0), u32(1), u32(place))
    case .iloc:
      // In each of three places, with and without a base.
      func meta(base: UInt32) -> [UInt8] {
        atom(
          "meta", u32(0), handler("pict"),
          atom(
            "iloc", u32(0), u16(0x4440), u16(1), u16(1), u16(0), u32(base), u16(1),
            u32(place &- base), u32(count)))
      }
      first.behind = meta(base: 0)
      behind = meta(base: min(place, 20))
    default: break
    }
    if pointer == .sidx {
      // `withIndex` puts 44 bytes ahead of all media.
      first.chunks = { atom("stco", u32(0), u32(1), u32($0 + 44)) }
    }
    var tracks = [first]
    if pointer == .stco || pointer == .co64 {
      var second = TinyTrack(id: 2, handler: "text", times: [(count, 1)])
      second.samplesPerChunk = count
      second.chunks = { _ in
        pointer == .stco
          ? atom("stco", u32(0), u32(1), u32(place))
          : atom("co64", u32(0), u32(1), u64(UInt64(place)))
      }
      tracks.append(second)
    }
    var movie = TinyMovie(nextTrackID: 3, tracks: tracks)
    movie.isMoovFirst = pointer.isOfFragments
    movie.ahead = atom("free", zeros(free)) + atom("mdat", at(.mediaBefore))
    movie.behindTracks = behind + atom("udta", atom("mark", at(.userData)))
    if pointer == .ctbo {
      movie.brand = "crx "
      movie.behindTracks += atom(
        "uuid", hex("85c0b687820f11e08111f4ce462b6a48"),
        atom("CTBO", u32(2), u32(3), u64(UInt64(place)), u64(84), u32(4), u64(0), u64(0)))
    }
    if pointer == .gps {
      movie.behindTracks += atom("gps ", u32(0x101), u32(2), u32(place), u32(84), u64(0))
    }
    if pointer.isOfFragments {
      movie.behindTracks += atom(
        "mvex", atom("trex", u32(0), u32(1), u32(1), u32(1), u32(1), u32(0)))
    }
    movie.behind = fragment(pointer, place: place, ahead: movie.behind)
    movie.behind += atom("mdat", at(.mediaAfter)) + atom("uuid", zeros(16), at(.atomAtTheEnd))
    if pointer == .tfra {
      movie.behind += atom(
        "mfra", atom("tfra", u32(0), u32(1), u32(0), u32(1), u32(0), u32(place), hex("01 01 01")),
        atom("mfro", u32(0), u32(24 + 27)))
    }
    return withIndex(pointer, movie.bytes)
  }

  /// A fragment of one sample, or nothing.
  private static func fragment(
    _ pointer: Pointer, place: UInt32, ahead: [UInt8]
  ) -> [UInt8] {
    let count = UInt32(marker.count)
    switch pointer {
    case .tfhd:
      return atom(
        "moof", atom("mfhd", u32(0), u32(1)),
        atom(
          "traf", atom("tfhd", u32(0x11), u32(1), u64(UInt64(place)), u32(count)),
          atom("trun", u32(1), u32(1), u32(0))))
    case .trun:
      return atom(
        "moof", atom("mfhd", u32(0), u32(1)),
        atom(
          "traf", atom("tfhd", u32(0x11), u32(1), u64(0), u32(count)),
          atom("trun", u32(1), u32(1), u32(place))))
    case .tfra, .sidx, .ctbo, .gps:
      return atom(
        "moof", atom("mfhd", u32(0), u32(1)),
        atom(
          "traf", atom("tfhd", u32(0x2_0010), u32(1), u32(1)), atom("trun", u32(1), u32(1), u32(88))
        ))
    default: return ahead
    }
  }

  /// Puts a `sidx` ahead of the movie's header, which counts from its own end.
  private static func withIndex(_ pointer: Pointer, _ bytes: [UInt8]) -> [UInt8] {
    guard pointer == .sidx, let moov = find("moov", in: bytes), let moof = find("moof", in: bytes)
    else { return bytes }
    let size = UInt32(bytes.count - (moof - 4))
    let index = atom(
      "sidx", u32(0), u32(1), u32(90), u32(0), u32(UInt32(moof - moov)), u16(0), u16(1), u32(size),
      u32(1), u32(0))
    return Array(bytes[..<(moov - 4)]) + index + Array(bytes[(moov - 4)...])
  }

  /// Where every pointer of a type leads, counted by hand from its bytes in the file.
  private static func targets(_ pointer: Pointer, in bytes: [UInt8]) -> [Int] {
    func number(_ at: Int, _ count: Int) -> Int {
      bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var places: [Int] = []
    var start = 0
    while let at = bytes[start...].firstRange(of: pointer.type.bytes)?.lowerBound {
      start = at + 4
      let content = at + 4
      let version = Int(bytes[content])
      switch pointer {
      // The last table in the file is that of the text, but for a new one.
      case .stco, .co64: places.append(number(content + 8, pointer == .co64 ? 8 : 4))
      case .saio: places.append(number(content + 8, version == 1 ? 8 : 4))
      case .iloc:
        // A record that was widened has offsets of 8 bytes.
        let width = Int(bytes[content + 4] >> 4)
        places.append(number(content + 12, 4) + number(content + 18, width))
      case .gps: places.append(number(content + 8, 4))
      case .tfhd, .ctbo: places.append(number(content + 8, 8))
      case .trun: places.append(number(content + 8, 4))
      case .tfra: places.append(number(content + 20, version == 1 ? 8 : 4))
      case .sidx:
        places.append(number(content + 16, 4) + at - 4 + number(at - 4, 4))
      }
    }
    return places
  }

  static func edit(_ bytes: [UInt8], _ edit: Edit) throws -> [UInt8]? {
    let source = MemorySource(bytes)
    switch edit {
    case .stamp, .stampFast, .remove, .removeFast:
      let isFast = edit == .stampFast || edit == .removeFast
      var movie = try Movie(from: source)
      var result = source
      for change in edit == .remove || edit == .removeFast ? [true, false] : [true] {
        var editor = MovieEditor(movie)
        if change {
          _ = try editor.add(StampRequest.of25(for: movie))
        } else {
          try editor.removeTimecodeTracks()
        }
        let plan = try editor.writePlan(fastStart: isFast)
        let written = MemorySource(try plan.render(from: result))
        try editor.check(written, against: result, plan: plan)
        result = written
        movie = try Movie(from: result)
      }
      return result.bytes
    case .insert:
      return try withTextTrack(bytes)
    case .inPlace:
      return try Change.stamp("01:00:00:00").applied(to: bytes)
    case .inPlaceRemove:
      let stamped = try Change.stamp("01:00:00:00").applied(to: bytes)
      return try Change.remove.applied(to: stamped)
    }
  }

  @Test(arguments: Pointer.allCases, Edit.allCases)
  func everyPointerReachesTheSameBytes(pointer: Pointer, edit: Edit) throws {
    var tried = 0
    for home in Home.allCases where !pointer.leadsToAtom || home == .mediaAfter {
      for free in [0, 4000] {
        let note = Comment(rawValue: "\(home), \(free) bytes free")
        let bytes = Self.movie(pointer, home, free: free)
        let expected = pointer.leadsToAtom ? FourCC("moof").bytes : Self.marker
        func reached(_ bytes: [UInt8]) -> [Int] {
          Self.targets(pointer, in: bytes).filter {
            let start = $0 + (pointer.leadsToAtom ? 4 : 0)
            return start + expected.count <= bytes.count
              && Array(bytes[start..<start + expected.count]) == expected
          }
        }
        let before = reached(bytes)
        try #require(!before.isEmpty, note)
        let after: [UInt8]
        do {
          after = try #require(try Self.edit(bytes, edit), note)
        } catch let error as FormatError where pointer.isOfFragments && free == 0 {
          // Fragments must follow the header, which has no room.
          try #require("\(error)".contains("in place"), note)
          continue
        }
        tried += 1
        // In place, what the old header holds may be free space in the file, as long as later changes
        // know that something points at it.
        let movie = try Movie(from: MemorySource(after))
        let used = MovieEditor(movie).usedRanges()
        try #require(!used.isUnknown, note)
        let live = reached(after).filter { place in
          let place = UInt64(place)
          return used.overlaps(place..<place + 1)
            || movie.file.atoms.contains { atom in
              guard let offset = atom.offset, atom.type != "free" else { return false }
              return offset <= place && place < offset + atom.size
            }
        }
        #expect(live.count >= before.count, note)
      }
    }
    #expect(tried > 0)
  }

  /// Inserts a text track as `movtool` does.
  private static func withTextTrack(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = MemorySource(bytes)
    let scratch = try Scratch()
    var settings = MovieWriter.TrackSettings(
      mediaType: .text, timescale: 25,
      sampleDescriptions: [try Atom("text", TextDescription())])
    settings.size = .zero
    let insertion = try TrackInsertion(
      OneSample(), settings: settings, into: try Movie(from: source), beside: scratch["out.mov"])
    let plan = try insertion.writePlan(from: source)
    let written = MemorySource(try plan.render(from: source, others: insertion.sources))
    try insertion.check(written, against: source, plan: plan)
    return written.bytes
  }

  /// One sample of a text track.
  private struct OneSample: SampleFeed {
    private var isDone = false

    mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
      guard !isDone else { return false }
      isDone = true
      try input.append(
        [0, 1, 65],
        timing: SampleTiming(
          duration: MediaTime(value: 25, timescale: 25), presentationTime: .zero,
          decodeTime: .zero))
      return true
    }
  }

  // MARK: Refusals

  /// A pointer at what the change writes anew: the error says which, and where to.
  @Test func pointerAtWhatChangesIsRefused() throws {
    var source = TinyMovie()
    source.tracks[0].tables = atom("saio", u32(0), u32(1), u32(0))
    let place = Self.find("mvhd", in: source.bytes)! + 4 + 40
    source.tracks[0].tables = atom("saio", u32(0), u32(1), u32(UInt32(place)))
    let bytes = source.bytes
    for isInPlace in [false, true] {
      let error = #expect(throws: FormatError.self) {
        _ = try Self.edit(bytes, isInPlace ? .inPlace : .stamp)
      }
      #expect(error?.path == "moov/trak/mdia/minf/stbl/saio")
      #expect("\(error!)".contains("offset[0] points at byte \(place)"))
    }
  }

  /// Samples of a fragment that begin where its own header does, or that of the next one: a change writes
  /// other bytes there. One run says where they begin, the other begins where the one before ends.
  @Test func samplesOverAHeaderThatChanges() throws {
    var source = TinyMovie()
    source.isMoovFirst = true
    source.behindTracks = atom(
      "mvex", atom("trex", u32(0), u32(1), u32(1), u32(1), u32(1), u32(0)))
    let start = UInt64(source.bytes.count)
    func moof(_ runs: [UInt8], at base: UInt64) -> [UInt8] {
      atom(
        "moof", atom("mfhd", u32(0), u32(1)),
        atom("traf", atom("tfhd", u32(0x11), u32(1), u64(base), u32(80)), runs))
    }
    let placed = atom("trun", u32(1), u32(1), u32(0))
    let next = atom("trun", u32(0), u32(1))
    let media = atom("mdat", zeros(160))
    for runs in [placed, next, placed + next, next + next] {
      let after = start + UInt64(moof(runs, at: 0).count) + 8
      for (base, isOverHeader) in [(start, true), (start - 80, runs.count > 30), (after, false)] {
        let bytes = source.bytes + moof(runs, at: base) + media
        for (name, change) in [("stamp", Self.stamped), ("insert", Self.withTextTrack)] {
          let note = Comment(rawValue: "\(name), \(runs.count), \(base)")
          switch Result(catching: { try change(bytes) }) {
          case .success: #expect(!isOverHeader, note)
          case .failure(let error):
            #expect(isOverHeader && "\(error)".contains("media lies in a header"), note)
          }
        }
      }
    }
  }

  /// Stamps as `movtool` does.
  private static func stamped(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = MemorySource(bytes)
    let movie = try Movie(from: source)
    var editor = MovieEditor(movie)
    _ = try editor.add(StampRequest.of25(for: movie))
    let (plan, expected) = try editor.copy(from: source)
    let written = MemorySource(try plan.render(from: source))
    try expected.check(written, against: source, plan: plan)
    return written.bytes
  }

  /// A chunk that begins before the first atom and goes on in a header that moves.
  @Test func samplesOverTheFirstAtom() throws {
    var source = TinyMovie()
    source.isMoovFirst = true
    source.tracks[0].chunks = { _ in atom("stco", u32(0), u32(1), u32(0)) }
    // An atom that is shorter than its own header.
    let bytes = u32(4) + zeros(28) + source.bytes
    let error = #expect(throws: (any Error).self) { _ = try Self.withTextTrack(bytes) }
    #expect("\(error!)".contains("media lies in a header"), "\(error!)")
  }

  /// A chunk without samples points at nothing.
  @Test func emptyChunksMayPointAnywhere() throws {
    var source = TinyMovie()
    let place = UInt32(Self.find("mvhd", in: source.bytes)!)
    source.tracks[0].chunks = { atom("stco", u32(0), u32(2), u32($0), u32(place)) }
    #expect(try Self.edit(source.bytes, .stamp) != nil)
  }

  // MARK: What points at a byte

  /// Fragments that were left in the file are read for this.
  @Test func pointersFromFragmentsInTheFile() throws {
    let path = MediaFiles.testMedia.appending(path: "fragments/plain.mp4").path
    let whole = try AtomFile(path: path)
    let outline = try MovieOutline(try File(FilePath(path))).file
    for byte in stride(from: UInt64(0), to: whole.size, by: 997) {
      let found = outline.pointers(to: byte)
      #expect(found == whole.pointers(to: byte))
      #expect(outline.pointers(to: byte, atMost: 1) == Array(found.prefix(1)))
    }
  }

  @Test(arguments: Pointer.allCases) func pointersToAByte(pointer: Pointer) throws {
    let bytes = Self.movie(pointer, .mediaAfter, free: 0)
    let file = try AtomFile(from: MemorySource(bytes))
    let place = UInt64(
      pointer.leadsToAtom
        ? Self.find("moof", in: bytes)! - 4 : bytes.firstRange(of: Self.marker)!.lowerBound)
    let last =
      place + UInt64(pointer.saysSize ? 83 : pointer.leadsToAtom ? 0 : Self.marker.count - 1)
    // `tfhd` gives the base from which `trun` counts.
    let type = pointer == .tfhd ? "trun" : pointer.rawValue
    for byte in [place, last] {
      let found = file.pointers(to: byte)
      #expect(!found.isEmpty && found.allSatisfy { $0.path.hasSuffix(type) }, "\(found)")
    }
    #expect(file.pointers(to: last + 1).isEmpty)
    // Media may end there.
    #expect(file.pointers(to: place - 1).allSatisfy { !$0.path.hasSuffix(type) })
  }

  /// The length of a chunk is its own where those before it are in another file: the first chunk has 100
  /// bytes there, the second 5 here.
  @Test func afterChunksInOtherFiles() throws {
    func description(_ reference: UInt16) -> [UInt8] { atom("mp4s", zeros(6), u16(reference)) }
    let references = atom(
      "dref", u32(0), u32(2), atom("url ", zeros(4), ascii("b.mov"), [0]), atom("url ", u32(1)))
    let place: UInt32 = 20 + 8
    let tables = atom(
      "stbl", atom("stsd", u32(0), u32(2), description(1), description(2)),
      atom("stts", u32(0), u32(1), u32(2), u32(1)),
      atom("stsc", u32(0), u32(2), u32(1), u32(1), u32(1), u32(2), u32(1), u32(2)),
      atom("stsz", u32(0), u32(0), u32(2), u32(100), u32(5)),
      atom("stco", u32(0), u32(2), u32(7), u32(place)))
    let bytes =
      fileType + atom("mdat", zeros(200))
      + atom(
        "moov", atom("trak", atom("mdia", atom("minf", atom("dinf", references), tables))))
    let file = try AtomFile(from: MemorySource(bytes))
    let pointer = try #require(file.pointers(to: UInt64(place) + 4).first)
    #expect(pointer.row == 1 && pointer.length == 5 && pointer.target == UInt64(place))
    #expect(file.pointers(to: UInt64(place) + 5).isEmpty)
  }

  /// A `traf` whose header cannot be read does not count: the next one is the first, and counts from the
  /// `moof`.
  @Test func afterAFragmentWithoutAHeader() throws {
    var source = TinyMovie()
    source.isMoovFirst = true
    source.behindTracks = atom(
      "mvex", atom("trex", u32(0), u32(1), u32(1), u32(1), u32(1), u32(0)))
    let start = UInt64(source.bytes.count)
    // The `moof` has 8 + 16 + 8 + 48 bytes, and the header of the `mdat` 8.
    source.behind =
      atom(
        "moof", atom("mfhd", u32(0), u32(1)), atom("traf"),
        atom(
          "traf", atom("tfhd", u32(0x10), u32(1), u32(4)), atom("trun", u32(1), u32(1), u32(88))))
      + atom("mdat", zeros(4))
    let movie = try Movie(from: source.bytes)
    #expect(try movie.tracks[0].sampleTable().last?.offset == start + 88)
    let found = movie.file.pointers(to: start + 88)
    #expect(found.map(\.path) == ["moof/traf[1]/trun"] && found.map(\.target) == [start + 88])
  }

  // MARK: Atoms of a program

  /// A place in the file that only the schema of a program knows.
  private struct LensPlace: HoldsFileOffsets {
    var place: UInt32 = 0

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.fileOffset("place", &place, bytes: 4, from: .file)
    }
  }

  private static let lens = Schema.standard.adding(
    .leaf("LENP", LensPlace.self, .inside(["udta"])))
  /// `LENP` points at byte 10 of the media, which begins at byte 28.
  private static let lensMovie: [UInt8] = {
    var movie = TinyMovie()
    movie.behindTracks = atom("udta", atom("LENP", u32(38)))
    return movie.bytes
  }()

  @Test func pointersOfAProgram() throws {
    func pointers(_ schema: Schema) throws -> [FilePointer] {
      try AtomFile(from: Self.lensMovie, schema: schema).pointers(to: 38)
        .filter { $0.path == "moov/udta/LENP" }
    }
    let found = try pointers(Self.lens)
    #expect(found.map(\.target) == [38] && found.map(\.field) == ["place"])
    #expect(try pointers(.standard).isEmpty)
  }

  /// What a program declares is moved and, when the copy is read back, verified.
  @Test(arguments: [false, true]) func copiesOfAProgram(fastStart: Bool) throws {
    let source = MemorySource(Self.lensMovie)
    let movie = try Movie(from: source, schema: Self.lens)
    var editor = MovieEditor(movie)
    _ = try editor.add(StampRequest.of25(for: movie))
    let plan = try editor.writePlan(fastStart: fastStart)
    var result = try plan.render(from: source)
    try editor.check(MemorySource(result), against: source, plan: plan)
    let content = try #require(Self.find("LENP", in: result)) + 4
    let place = result[content..<content + 4].reduce(0) { $0 << 8 | Int($1) }
    #expect(result[place..<place + 8] == Self.lensMovie[38..<46])
    result[content + 3] ^= 1
    #expect(throws: ReadingError.self) {
      try editor.check(MemorySource(result), against: source, plan: plan)
    }
  }

  /// In place, too.
  @Test func changesInPlaceOfAProgram() throws {
    var source = TinyMovie()
    source.ahead = atom("free", zeros(4000))
    source.behindTracks = atom("udta", atom("LENP", u32(4046)))
    let movie = try Movie(from: source.bytes, schema: Self.lens)
    var editor = MovieEditor(movie)
    _ = try editor.add(StampRequest.of25(for: movie))
    let target = MemoryTarget(source.bytes)
    try editor.patchPlan().apply(to: target)
    var result = target.bytes
    let expected = try InPlaceExpectation(editor)
    try expected.check(MemorySource(result))
    let content = try #require(Self.find("LENP", in: result)) + 4
    result[content + 3] ^= 1
    #expect(throws: ReadingError.self) { try expected.check(MemorySource(result)) }
  }
}

extension StampRequest {
  /// A stamp at 25 frames a second.
  fileprivate static func of25(for movie: Movie) throws -> TimecodeStamp {
    var request = StampRequest(start: "01:00:00:00")
    request.frameDuration = MediaTime(value: 1, timescale: 25)
    return try request.stamp(for: movie).0
  }
}
