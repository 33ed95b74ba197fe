import Testing

@testable import MovKit

/// What is found about fragments one by one, and about the order of their samples.
@Suite struct FragmentRulesTests {
  private static let good = BrokenFile.Good.cmafWithoutIndex

  private static func findings(
    _ changes: [BrokenFile], _ profiles: Set<CheckProfile> = []
  ) throws -> [CheckFinding] {
    var bytes = try good.bytes()
    for change in changes { try change.change(&bytes) }
    return try MovieCheck(of: MemorySource(bytes), profiles: profiles).findings
  }

  /// The first or the second fragment, which have 25 samples each, gets further atoms; its media moves by their size.
  private static func adding(_ atoms: [Atom], to index: Int) -> [BrokenFile] {
    let size = atoms.reduce(0) { $0 + Int32($1.size) }
    return [
      .atom("", good, "moof[\(index)]/traf") { $0.children += atoms },
      .record("", good, "moof[\(index)]/traf/trun", TrackFragmentRun.self) {
        $0.dataOffset += size
      },
    ]
  }

  /// Of the 25 offsets in each of the two fragments, 16 and 14 are negative (counted in the bytes of the file). In
  /// version 0 they are numbers of 2^31 and more (ISO/IEC 14496-12, 8.8.8).
  @Test(arguments: [(0, 16), (1, 14)])
  func negativeOffsetsInVersion0(index: Int, count: Int) throws {
    let changes = [
      BrokenFile.record("", Self.good, "moof[\(index)]/traf/trun", TrackFragmentRun.self) {
        $0.version = 0
      }
    ]
    let found = try Self.findings(changes, [.cmaf]).filter { $0.rule == "composition-offset-huge" }
    #expect(
      found.map(\.message) == [
        "\(count) rows of trun have offsets of 2^31 or more, or negative ones, in version 0"
      ])
    #expect(found.map(\.path) == ["moof[\(index)]/traf/trun"])
  }

  /// Two further runs of one sample each, whose offsets of 0xFFFFFF00 version 0 does not have.
  @Test func negativeOffsetsOfSeveralRuns() throws {
    let run = Atom("trun", .bytes((u32(0x800) + u32(1) + u32(0xFFFF_FF00))[...]))
    let found = try Self.findings(Self.adding([run, run], to: 0), [.cmaf])
      .filter { $0.rule == "composition-offset-huge" }
    #expect(found.map(\.path) == ["moof[0]/traf/trun[1]", "moof[0]/traf/trun[2]"])
    #expect(
      found.allSatisfy {
        $0.message
          == "1 row of trun has an offset of 2^31 or more, or a negative one, in version 0"
      })
  }

  /// A segment without its header, whose fragment describes one group: what the header describes is not known.
  @Test(
    arguments: [(1, nil), (7, nil), (0x10001, nil), (0x10002, "2 of 1 of its fragment")]
      as [(UInt32, String?)])
  func groupsOfASegment(number: UInt32, message: String?) throws {
    let description = Atom(
      "sgpd", .bytes((u32(1 << 24) + ascii("roll") + u32(2) + u32(1) + u16(0xFFFF))[...]))
    let rows = Atom("sbgp", .bytes((u32(0) + ascii("roll") + u32(1) + u32(25) + u32(number))[...]))
    var bytes = try Self.good.bytes()
    for change in Self.adding([description, rows], to: 0) { try change.change(&bytes) }
    let start = try #require(AtomFile(from: bytes).atoms.first { $0.type == "moof" }?.offset)
    let found = try MovieCheck(of: MemorySource(Array(bytes[Int(start)...]))).findings
    #expect(found.contains { $0.rule == "segment-without-header" })
    #expect(
      found.filter { $0.rule.hasPrefix("sample-group-") }.map(\.message)
        == (message.map { ["sbgp of roll names description \($0)"] } ?? []))
  }

  /// The number of a group, whether the `stbl` and the fragment describe one of its type, and what is said of it.
  @Test(
    arguments: [
      (0x10001, false, true, nil), (0x10002, false, true, "2 of 1 of its fragment"),
      (0x10005, true, true, "5 of 1 of its fragment"),
      (0x10001, true, false, "1 of 0 of its fragment"),
      (1, true, false, nil), (2, true, true, "2 of 1"), (1, false, false, "1 of 0 of its fragment"),
      // Old programs number the fragment's own from 1.
      (1, false, true, nil), (2, false, true, "2 of 1 of its fragment"), (0, false, false, nil),
    ] as [(UInt32, Bool, Bool, String?)])
  func groupsThatAreNotDescribed(
    number: UInt32, isShared: Bool, isOwn: Bool, message: String?
  ) throws {
    let description = Atom(
      "sgpd", .bytes((u32(1 << 24) + ascii("roll") + u32(2) + u32(1) + u16(0xFFFF))[...]))
    let rows = Atom("sbgp", .bytes((u32(0) + ascii("roll") + u32(1) + u32(25) + u32(number))[...]))
    var changes = Self.adding(isOwn ? [description, rows] : [rows], to: 1)
    if isShared {
      changes.append(
        .atom("", Self.good, "moov/trak/mdia/minf/stbl") { $0.children.append(description) })
    }
    let found = try Self.findings(changes).filter { $0.rule.hasPrefix("sample-group-") }
    #expect(found.map(\.rule) == (message == nil ? [] : ["sample-group-description"]))
    #expect(
      found.map(\.message) == (message.map { ["sbgp of roll names description \($0)"] } ?? []))
    #expect(found.allSatisfy { $0.path == "moof[1]/traf/sbgp" })
  }

  /// Tables for more or fewer samples than the 25 of the fragment.
  @Test(arguments: [(25, 25, []), (26, 5, ["sample-dependency-count", "sample-group-count"])])
  func tablesOfOtherLengths(grouped: UInt32, dependencies: Int, rules: [String]) throws {
    let atoms = [
      Atom("sbgp", .bytes((u32(0) + ascii("roll") + u32(1) + u32(grouped) + u32(0))[...])),
      Atom("sdtp", .bytes((u32(0) + [UInt8](repeating: 0x20, count: dependencies))[...])),
    ]
    let found = try Self.findings(Self.adding(atoms, to: 0))
    let wanted: Set = ["sample-dependency-count", "sample-group-count"]
    #expect(found.map(\.rule).filter(wanted.contains).sorted() == rules)
    if !rules.isEmpty {
      #expect(found.contains { $0.message == "sdtp has 5 rows for 25 samples" })
      #expect(found.contains { $0.message == "sbgp of roll describes 26 samples of 25" })
    }
  }

  /// The first sample of the file, or of the second fragment, which may be a chunk of the first, depends on others.
  @Test(arguments: [(0, true), (1, false)])
  func firstSampleThatDependsOnOthers(index: Int, isFound: Bool) throws {
    let found = try Self.findings([
      .record("", Self.good, "moof[\(index)]/traf/trun", TrackFragmentRun.self) {
        $0.firstSampleFlags = SampleFlags(rawValue: 0x0101_0000)
      }
    ])
    #expect(
      found.filter { $0.rule == "sync-sample-first" }.map(\.message)
        == (isFound
          ? ["decoding cannot begin at the first sample of track 1, which is in a fragment"] : []))
  }

  /// The 25 samples of a fragment last nothing. Of the last fragment of the file, one may.
  @Test(arguments: [(0, 25), (1, 24)])
  func samplesThatLastNothing(index: Int, count: Int) throws {
    let found = try Self.findings([
      .record("", Self.good, "moof[\(index)]/traf/tfhd", TrackFragmentHeader.self) {
        $0.defaultSampleDuration = 0
      }
    ])
    #expect(
      found.filter { $0.rule == "sample-duration-zero" }.map(\.message)
        == ["\(count) frames in fragments have no duration"])
    #expect(!found.contains { $0.rule == "fragment-gap" })
  }

  /// A second without samples between the fragments, of which a fragment says that it is empty (ISO/IEC 14496-12, 8.8.7,
  /// duration-is-empty), or all but a tenth of which it says so: in its `tfhd`, or in `trex`, where that says nothing.
  @Test(
    arguments: [
      (12800, false, false), (11520, false, true), (0, false, true), (12800, true, false),
      (11520, true, true),
    ])
  func statedGap(ticks: UInt32, isInTheHeader: Bool, isFound: Bool) throws {
    let change = BrokenFile("", Self.good) { bytes in
      // All other fragments have durations of their own.
      try BrokenFile.record("", Self.good, "moov/mvex/trex", TrackExtends.self) {
        $0.defaultSampleDuration = isInTheHeader ? ticks : 0
      }.change(&bytes)
      try BrokenFile.record(
        "", Self.good, "moof[1]/traf/tfdt", TrackFragmentDecodeTime.self
      ) { $0.baseMediaDecodeTime += 12800 }.change(&bytes)
      let place = Int(
        try #require(AtomFile(from: bytes).atoms.last { $0.type == "moof" }?.offset))
      let empty = atom(
        "moof", atom("mfhd", u32(0), u32(1)),
        atom(
          "traf",
          isInTheHeader
            ? atom("tfhd", u32(0x3_0000), u32(1))
            : atom("tfhd", u32(0x3_0008), u32(1), u32(ticks)),
          atom("tfdt", u32(0), u32(12800))))
      bytes.insert(contentsOf: empty, at: place)
    }
    let rules = try Self.findings([change], [.cmaf]).map(\.rule)
    #expect(rules.contains("fragment-gap") == isFound, "\(rules)")
    #expect(!rules.contains("cmaf-media-data"))
  }

  /// Fragments of Smooth Streaming, whose time is in a `uuid` atom only ([MS-SSTR], 2.2.4.4): the second follows the
  /// first, begins as long after it as it lasts itself, or a little later because times are rounded.
  @Test(
    arguments: [
      (12800, nil), (12801, nil),
      (
        25600,
        "the fragment of track 1 is from tick 25600 on (tfxd), and the one before it ends at 12800; a fragment may be "
          + "missing, and as there is no tfdt, the samples are taken to follow one another"
      ),
    ] as [(UInt32, String?)])
  func timesOfSmoothStreaming(time: UInt32, message: String?) throws {
    let found = try Self.findings(Self.smoothStreaming(from: time))
      .filter { $0.rule == "fragment-gap" }
    #expect(found.map(\.message) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.path == "moof[1]/traf/uuid" })
  }

  /// Text and metadata are there only where there is something to say.
  @Test(arguments: [("vide", true), ("text", false), ("meta", false)] as [(FourCC, Bool)])
  func kindsOfSmoothStreaming(handler: FourCC, isFound: Bool) throws {
    let found = try Self.findings(
      Self.smoothStreaming(from: 25600) + [
        .record("", Self.good, "moov/trak/mdia/hdlr", HandlerReference.self) {
          $0.componentSubtype = handler
        }
      ])
    #expect(found.contains { $0.rule == "fragment-gap" } == isFound)
  }

  /// The place of a time that comes after another atom with a user type.
  @Test func placeOfATimeOfSmoothStreaming() throws {
    let found = try Self.findings(
      Self.smoothStreaming(from: 25600) + [
        .atom("", Self.good, "moof[1]/traf") { traf in
          let other = try AtomFile(from: MemorySource(atom("uuid", zeros(16))))
          traf.children.insert(try #require(other.atoms.first), at: 1)
        }
      ])
    #expect(
      found.filter { $0.rule == "fragment-gap" }.map(\.path) == ["moof[1]/traf/uuid[1]"])
  }

  /// Gives both fragments times of Smooth Streaming, of a second each, instead of `tfdt`.
  private static func smoothStreaming(from time: UInt32) -> [BrokenFile] {
    var changes: [BrokenFile] = []
    for (index, start) in [(0, 0), (1, time)] {
      let content = hex("6D1D9B0542D544E680E2141DAFF757B2") + u32(0) + u32(start) + u32(12800)
      changes.append(
        .atom("", good, "moof[\(index)]/traf") { traf in
          let place = try #require(traf.children.firstIndex { $0.type == "tfdt" })
          // 36 bytes in place of 20.
          let stated = try AtomFile(from: MemorySource(atom("uuid", content)))
          traf.children[place] = try #require(stated.atoms.first)
        })
      changes.append(
        .record("", good, "moof[\(index)]/traf/trun", TrackFragmentRun.self) {
          $0.dataOffset += 16
        })
    }
    return changes
  }

  /// Encryption data that is said to lie after the end of the file, and other information.
  @Test(arguments: [("cenc", 0x800_0000, true), ("cenc", 0, false), ("misb", 0x800_0000, false)])
  func informationBeyondTheFile(type: String, offset: UInt32, isFound: Bool) throws {
    let offsets = Atom(
      "saio", .bytes((u32(1) + ascii(type) + u32(0) + u32(1) + u32(offset))[...]))
    let found = try Self.findings(Self.adding([offsets], to: 0))
      .filter { $0.rule == "encryption-place" }
    let size = try Self.good.bytes().count + 28
    let moof = try #require(AtomFile(from: Self.good.bytes()).atoms.first { $0.type == "moof" })
    let place = try #require(moof.offset) + UInt64(offset)
    #expect(
      found.map(\.message)
        == (isFound ? ["saio points to byte \(place), and the file has only \(size)"] : []))
  }

  /// The samples of the first fragment are after the second, and those of the second after the first.
  @Test func mediaOfAnotherFragment() throws {
    let file = try AtomFile(from: Self.good.bytes())
    let media = file.atoms.filter { $0.type == "mdat" }
    let fragments = file.atoms.filter { $0.type == "moof" }
    let starts = try media.map { Int(try #require($0.contentOffset)) }
    let found = try Self.findings(
      [0, 1].map { index in
        let offset = Int32(starts[1 - index] - Int(fragments[index].offset ?? 0))
        return .record("", Self.good, "moof[\(index)]/traf/trun", TrackFragmentRun.self) {
          $0.dataOffset = offset
        }
      }, [.cmaf])
    #expect(
      found.filter { $0.rule == "cmaf-media-data" }.map(\.message) == [
        "samples of moof begin at byte \(starts[1]), outside of the mdat that follows it",
        "samples of moof begin at byte \(starts[0]), outside of the mdat that follows it",
      ])
  }

  /// Samples of some sizes are said to lie after the end of the file: in the run, in `tfhd`, or in `trex` alone.
  @Test(
    arguments: [
      (0, 100, 100, false), (1, 0, 0, true), (nil, 0, 100, false), (nil, 1, 0, true),
      (nil, nil, 0, false), (nil, nil, 1, true),
    ] as [(UInt32?, UInt32?, UInt32, Bool)])
  func mediaWithoutBytes(
    run: UInt32?, fragment: UInt32?, header: UInt32, isFound: Bool
  ) throws {
    let found = try Self.findings(
      [
        .record("", Self.good, "moov/mvex/trex", TrackExtends.self) {
          $0.defaultSampleSize = header
        },
        .record("", Self.good, "moof[1]/traf/tfhd", TrackFragmentHeader.self) {
          if let fragment {
            $0.defaultSampleSize = fragment
          } else {
            $0.flags &= ~TrackFragmentHeader.hasDefaultSampleSize
          }
        },
        .record("", Self.good, "moof[1]/traf/trun", TrackFragmentRun.self) {
          var rows = Array($0.samples)
          if let run {
            for index in rows.indices { rows[index].sampleSize = run }
          } else {
            $0.flags &= ~TrackFragmentRun.hasSampleSize
          }
          $0.samples = try Table(rows, layout: $0.rowLayout)
          $0.dataOffset = 100_000
        },
      ], [.cmaf])
    #expect(found.contains { $0.rule == "cmaf-media-data" } == isFound)
  }

  /// The file is cut where the media of its last fragment begins, which is where its samples are said to be.
  @Test func mediaThatIsCutOff() throws {
    let bytes = try Self.good.bytes()
    let media = try #require(AtomFile(from: bytes).atoms.last { $0.type == "mdat" })
    let start = Int(try #require(media.contentOffset))
    let rules = try MovieCheck(of: MemorySource(Array(bytes[..<start])), profiles: [.cmaf])
      .findings.map(\.rule)
    #expect(!rules.contains("cmaf-media-data"), "\(rules)")
    #expect(rules.contains("atom-overrun"), "\(rules)")
  }

  /// A track in two parts of one fragment is one track.
  @Test func trackInTwoParts() throws {
    let found = try Self.findings(
      [
        .atom("", Self.good, "moof[0]") { moof in
          var second = try #require(moof.children.last)
          second.children.removeAll { $0.type == "trun" }
          moof.children.append(second)
        }
      ], [.cmaf])
    #expect(
      found.filter { $0.rule == "cmaf-one-fragment-track" }.map(\.message)
        == ["the fragment has its track in 2 parts (traf)"])
  }

  /// What a QuickTime movie is called is no CMAF.
  @Test(arguments: [("qt  ", true), ("cmfc", false)] as [(FourCC, Bool)])
  func quickTime(brand: FourCC, isFound: Bool) throws {
    let found = try Self.findings(
      [
        .record("", Self.good, "ftyp", FileType.self) {
          $0 = try FileType(majorBrand: brand, minorVersion: 0, compatibleBrands: [brand])
        }
      ], [.cmaf])
    #expect(found.contains { $0.rule == "cmaf-quicktime" && $0.severity == .error } == isFound)
  }
}
