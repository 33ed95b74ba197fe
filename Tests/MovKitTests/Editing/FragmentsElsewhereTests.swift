import Testing

@testable import MovKit

/// Fragments whose samples are in another file: what their offsets point at there does not move, even
/// if they count from a `moof` that does (ISO/IEC 14496-12, 8.8.7).
@Suite struct FragmentsElsewhereTests {
  /// What the offsets of the fragment count from.
  enum Base: CaseIterable, Sendable {
    case moof, given, firstOfMoof, endOfPrevious
  }

  /// How the fragment comes to be of a description whose media is in another file.
  enum Home: CaseIterable, Sendable {
    case onlyDescription, alias, defaultDescription, ownDescription
  }

  /// A place in the other file: this file has media after the first one, and does not reach the second.
  static let places: [Int] = [5, 1_000_000]
  private static let marker = ascii("a sample in this file")
  private static let isBaseMoof: UInt32 = 0x2_0000

  private static func movie(_ base: Base, _ home: Home, place: Int) -> [UInt8] {
    var here = TinyTrack()
    here.samplesPerChunk = 100
    func elsewhere(_ id: UInt32) -> TinyTrack {
      var track = TinyTrack(id: id)
      (track.times, track.chunks) = ([], { _ in atom("stco", u32(0), u32(0)) })
      track.dataReference =
        home == .alias ? atom("alis", u32(0), zeros(150)) : atom("url ", u32(0), ascii("a"), u8(0))
      if home == .defaultDescription || home == .ownDescription {
        track.dataReference = atom("url ", u32(1)) + track.dataReference
        track.dataReferenceCount = 2
        track.description += atom("raw ", zeros(6), u16(2), zeros(70))
        track.descriptionCount = 2
      }
      return track
    }
    var movie = TinyMovie(nextTrackID: 4, tracks: [here, elsewhere(2), elsewhere(3)])
    movie.isMoovFirst = true
    let number: UInt32 = home == .defaultDescription ? 2 : 1
    movie.behindTracks = atom(
      "mvex",
      [2, 3].flatMap { atom("trex", u32(0), u32($0), u32(number), u32(1), u32(10), u32(0)) },
      atom("trex", u32(0), u32(1), u32(1), u32(1), u32(UInt32(marker.count)), u32(0)))
    let start = movie.bytes.count
    func other(_ id: UInt32, _ base: Base, at place: Int) -> [UInt8] {
      var flags: UInt32 = base == .moof ? isBaseMoof : base == .given ? 1 : 0
      var fields: [UInt8] = []
      var origin = base == .moof || base == .firstOfMoof ? start : 0
      if base == .given {
        origin = max(0, place - 3)
        fields += u64(UInt64(origin))
      }
      // The data of the fragment before it ends 20 bytes before its own.
      if base == .endOfPrevious { origin = place - 20 }
      if home == .ownDescription {
        flags |= 2
        fields += u32(2)
      }
      let distance = u32(UInt32(bitPattern: Int32(place - origin)))
      var tables = atom("trun", u32(1), u32(1), distance)
      if place >= origin {
        tables += atom("saiz", u32(0), u8(4), u32(1)) + atom("saio", u32(0), u32(1), distance)
      }
      return atom("traf", atom("tfhd", u32(flags), u32(id), fields), tables)
    }
    func moof(_ distance: Int) -> [UInt8] {
      let own = atom(
        "traf", atom("tfhd", u32(isBaseMoof), u32(1)),
        atom("trun", u32(1), u32(1), u32(UInt32(distance))))
      let others =
        base == .endOfPrevious
        ? other(3, .moof, at: place - 30) + other(2, base, at: place) : other(2, base, at: place)
      return atom(
        "moof", atom("mfhd", u32(0), u32(1)), base == .moof ? own : [], others,
        base == .moof ? [] : own)
    }
    return movie.bytes + moof(moof(0).count + 8) + atom("mdat", marker)
  }

  /// Where the samples of track 2 and what belongs to them is, counted by hand from the bytes of its fragment.
  private static func targets(in bytes: [UInt8]) throws -> [Int] {
    let moof = try #require(bytes.firstRange(of: ascii("moof"))).lowerBound - 4
    func number(_ at: Int, _ count: Int) -> Int {
      bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var origin = moof
    var found: [Int] = []
    var at = moof + 8
    while at < moof + number(moof, 4) {
      guard bytes[at + 4..<at + 8].elementsEqual(ascii("traf")) else {
        at += number(at, 4)
        continue
      }
      let (id, flags) = (number(at + 20, 4), number(at + 16, 4))
      if flags & 1 != 0 { origin = number(at + 24, 8) }
      if flags & Int(isBaseMoof) != 0 { origin = moof }
      let runs = try #require(bytes[at...].firstRange(of: ascii("trun"))).lowerBound
      let place = origin + Int(Int32(truncatingIfNeeded: number(runs + 12, 4)))
      if id == 2 {
        found.append(place)
        let end = at + number(at, 4)
        if let offsets = bytes[at..<end].firstRange(of: ascii("saio"))?.lowerBound {
          let width = bytes[offsets + 4] == 1 ? 8 : 4
          found.append(origin + number(offsets + 12, width))
        }
      }
      origin = place + 10
      at += number(at, 4)
    }
    return found
  }

  @Test(arguments: Base.allCases, Home.allCases)
  func offsetsLeadToTheSamePlaces(base: Base, home: Home) throws {
    for place in Self.places where base != .endOfPrevious || place > 100 {
      let bytes = Self.movie(base, home, place: place)
      let before = try Self.targets(in: bytes)
      #expect(before.allSatisfy { $0 == place } && !before.isEmpty)
      #expect(try Self.sample(of: 2, in: bytes) == UInt64(place))
      for edit in FilePointerTests.Edit.allCases {
        let note = Comment(rawValue: "\(place), \(edit)")
        let after: [UInt8]
        do { after = try #require(try FilePointerTests.edit(bytes, edit), note) } catch let error
          as FormatError
          where edit == .inPlace || edit == .inPlaceRemove
        {
          try #require("\(error)".contains("in place"), note)
          continue
        }
        #expect(try Self.targets(in: after) == before, note)
        #expect(try Self.sample(of: 2, in: after) == UInt64(place), note)
        let own = Int(try Self.sample(of: 1, in: after))
        #expect(after[own...].starts(with: Self.marker), note)
      }
    }
  }

  /// The standard forbids samples that are counted from the end of others in another file. Where they
  /// are is known as long as the fragment stays where it is.
  @Test func fragmentThatContinuesAnotherFileMustStay() throws {
    var bytes = Self.movie(.firstOfMoof, .onlyDescription, place: 1_000_000)
    let header = try #require(bytes.ranges(of: ascii("tfhd")).last).lowerBound
    let run = try #require(bytes.ranges(of: ascii("trun")).last).lowerBound
    let own = try Self.sample(of: 1, in: bytes)
    bytes.replaceSubrange(header + 4..<header + 8, with: u32(0))
    let distance = Int32(own) - 1_000_010
    bytes.replaceSubrange(run + 12..<run + 16, with: u32(UInt32(bitPattern: distance)))
    #expect(try Self.sample(of: 1, in: bytes) == own)
    let error = try #require(
      #expect(throws: FormatError.self) { _ = try FilePointerTests.edit(bytes, .stamp) })
    #expect(error.path == "moof/traf[1]/tfhd")
    #expect("\(error)".contains("not in the same file"))
    var editor = try MovieEditor(checking: Movie(from: MemorySource(bytes)))
    try editor.setFields([Field("next_track_ID", .unsigned(77))], ofAtomAt: "moov/mvhd")
    let after = try editor.copy(from: MemorySource(bytes)).plan.render(from: MemorySource(bytes))
    #expect(try Self.sample(of: 1, in: after) == own)
  }

  /// A run that does not say where it begins, begins at the base of its fragment. If that is the place of
  /// the fragment, no field can say where the samples are after that has moved.
  @Test(arguments: [Base.moof, .firstOfMoof, .given])
  func runThatBeginsWithItsFragmentMustStay(base: Base) throws {
    var bytes = Self.movie(base, .alias, place: 1_000_000)
    // The offset of the run becomes the flags of its first sample.
    let header = try #require(
      bytes.ranges(of: ascii("tfhd")).first { number in
        bytes[number.upperBound + 4..<number.upperBound + 8].elementsEqual(u32(2))
      })
    let run = try #require(bytes[header.upperBound...].firstRange(of: ascii("trun"))).lowerBound - 4
    bytes.replaceSubrange(run..<run + 20, with: atom("trun", u32(4), u32(1), u32(0)))
    let place = try Self.sample(of: 2, in: bytes)
    if base == .given {
      let after = try #require(try FilePointerTests.edit(bytes, .stamp))
      #expect(try Self.sample(of: 2, in: after) == place)
    } else {
      #expect(place == UInt64(try #require(bytes.firstRange(of: ascii("moof"))).lowerBound - 4))
      let error = try #require(
        #expect(throws: FormatError.self) { _ = try FilePointerTests.edit(bytes, .stamp) })
      #expect("\(error)".contains("only its own place says"))
    }
  }

  /// A byte of this file at the place is not what such a fragment points at.
  @Test(arguments: Base.allCases, Home.allCases)
  func nothingHereIsPointedAt(base: Base, home: Home) throws {
    let bytes = Self.movie(base, home, place: 200)
    let file = try AtomFile(from: MemorySource(bytes))
    let paths = file.pointers(to: 200).map(\.path)
    #expect(!paths.contains { $0.hasPrefix("moof") }, "\(paths)")
    let own = try Self.sample(of: 1, in: bytes)
    #expect(file.pointers(to: own).contains { $0.path.hasPrefix("moof") })
  }

  /// The place of the last sample of a track.
  private static func sample(of track: UInt32, in bytes: [UInt8]) throws -> UInt64 {
    let movie = try Movie(from: MemorySource(bytes))
    let chunks = try #require(try movie.track(track)?.sampleTable()).sampleChunks
    return try #require(chunks.map(\.offset).last)
  }
}
