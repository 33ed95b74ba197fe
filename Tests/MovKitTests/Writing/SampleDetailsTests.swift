import Foundation
import TestSupport
import Testing

@testable import MovKit

/// What tables say of samples one by one, besides their places and times: into fragments, out of
/// them, and from fragments into others.
@Suite struct SampleDetailsTests {
  /// All that is said of a sample.
  private struct Detail: Equatable {
    var attachments: SampleAttachments
    /// By type and parameter, the description of the group that it is in.
    var groups: [String: [UInt8]] = [:]
    /// By the flags of the table, the fields of each part.
    var parts: [UInt32: [[UInt32]]] = [:]
    /// By type and parameter.
    var information: [String: [UInt8]] = [:]
  }

  /// Every sample of a track, read from the tables as they stand there, without the code that carries
  /// them.
  private func details(of track: Track, in movie: Movie, _ file: File) throws -> [Detail] {
    let table = try track.sampleTable()
    var details = table.map { Detail(attachments: $0.attachments) }
    let stbl = try #require(track.atom.descendant("mdia", "minf", "stbl"))
    try add(stbl, of: stbl, at: 0, count: table.movieCount, base: 0, to: &details, file)
    var first = table.movieCount
    for moof in movie.file.atoms where moof.type == "moof" {
      for traf in moof.all("traf") {
        let head = try #require(try traf.first("tfhd")?.decode(TrackFragmentHeader.self))
        guard head.trackID == track.id else { continue }
        let count = try traf.all("trun").reduce(0) {
          try $0 + $1.decode(TrackFragmentRun.self).samples.count
        }
        try add(
          traf, of: stbl, at: first, count: count, base: moof.offset ?? 0, to: &details, file)
        first += count
      }
    }
    return details
  }

  private func add(
    _ container: Atom, of stbl: Atom, at first: Int, count: Int, base: UInt64,
    to details: inout [Detail], _ file: File
  ) throws {
    for sbgp in container.all("sbgp") {
      let record = try sbgp.decode(SampleToGroup.self)
      let numbers = record.entries.flatMap {
        Array(repeating: $0.groupDescriptionIndex, count: Int($0.sampleCount))
      }
      let kind = "\(record.groupingType) \(record.version == 1 ? record.groupingTypeParameter : 0)"
      try add(numbers, record.groupingType, kind, container, stbl, at: first, to: &details)
    }
    for csgp in container.all("csgp") {
      let record = try csgp.decode(CompactSampleToGroup.self)
      var indexes = record.groupDescriptionIndexes.map(\.groupDescriptionIndex)[...]
      var numbers: [UInt32] = []
      for pattern in record.patterns {
        let own = Array(indexes.prefix(Int(pattern.length)))
        indexes = indexes.dropFirst(Int(pattern.length))
        for place in 0..<Int(pattern.sampleCount) { numbers.append(own[place % own.count]) }
      }
      try add(
        numbers, record.groupingType, "\(record.groupingType) 0", container, stbl, at: first,
        to: &details)
    }
    for subs in container.all("subs") {
      let record = try subs.decode(SubSampleInformation.self)
      var number = 0
      for entry in record.entries {
        number += Int(entry.sampleDelta)
        details[first + number - 1].parts[record.flags] = entry.subSamples.map {
          [
            $0.subsampleSize, UInt32($0.subsamplePriority), UInt32($0.discardable),
            $0.codecSpecificParameters,
          ]
        }
      }
    }
    for saiz in container.all("saiz") {
      let sizes = try saiz.decode(SampleAuxSizes.self)
      let offsets = try container.all("saio").map { try $0.decode(SampleAuxOffsets.self) }
        .first { $0.auxInfoType == sizes.auxInfoType }
      var place = base + (try #require(offsets?.entries.first?.offset))
      for index in 0..<count {
        let size = sizes.sizes.isEmpty ? sizes.defaultSampleInfoSize : sizes.sizes[index]
        let bytes = try file.read(at: place, count: Int(size))
        details[first + index]
          .information["\(sizes.auxInfoType) \(sizes.auxInfoTypeParameter)"] = Array(bytes)
        place += UInt64(size)
      }
    }
  }

  private func add(
    _ numbers: [UInt32], _ type: FourCC, _ kind: String, _ container: Atom, _ stbl: Atom,
    at first: Int, to details: inout [Detail]
  ) throws {
    func descriptions(_ atom: Atom) throws -> [[UInt8]] {
      let record = try atom.all("sgpd").map { try $0.decode(SampleGroupDescriptions.self) }
        .first { $0.groupingType == type }
      guard let record else { return [] }
      let length = Int(record.defaultLength)
      return record.sizedEntries.map { Array($0.description.bytes) }
        + record.entries.indices.map {
          Array(record.entries.bytes.dropFirst($0 * length).prefix(length))
        }
    }
    // QuickTime has a table of its own for these, which the attachments tell of.
    guard type != "rap " else { return }
    let (shared, own) = (try descriptions(stbl), try descriptions(container))
    for (index, number) in numbers.enumerated() where number > 0 {
      details[first + index].groups[kind] =
        number > 0x10000 ? own[Int(number) - 0x10001] : shared[Int(number) - 1]
    }
  }

  /// What the file was made to say, written from its maker and the standard.
  @Test(arguments: ["sample-details.mov", "sample-details.mp4"])
  func readsThem(_ name: String) throws {
    let folder = MediaFiles.testMedia
    let file = try File(FilePath(folder.appending(path: "tables/\(name)").path))
    let movie = try Movie(from: file)
    let found = try details(of: movie.tracks[0], in: movie, file)
    #expect(found.count == 100)
    let samples = found.map(\.attachments)
    #expect(
      samples.prefix(8).map(\.degradationPriority) == [0, 1000, 2000, 3000, 4000, 5000, 6000, 0])
    #expect(samples.prefix(6).map(\.paddingBits) == [0, 7, 1, 6, 2, 5])
    #expect(samples.prefix(4).map(\.dependsOnOthers) == [false, false, true, true])
    #expect(samples.prefix(4).map(\.isDependedOn) == [nil, true, false, true])
    if movie.isQuickTime {
      #expect(samples.prefix(4).map(\.allowsEarlierDisplayTimes) == [true, false, true, false])
      #expect(samples.allSatisfy { $0.isLeading == nil })
    } else {
      #expect(samples.prefix(4).map(\.isLeading) == [true, false, true, nil])
      #expect(!samples.contains { $0.allowsEarlierDisplayTimes })
    }
    let groups = found.map { String(decoding: $0.groups["abcd 0"] ?? [], as: UTF8.self) }
    #expect(groups.prefix(4) == ["one", "three", "fourth", "one"])
    #expect(groups.suffix(12) == ["three", "fourth", "", "one", "", "one", "", "", "", "", "", ""])
    let ofOther: [[UInt8]] = found.map { $0.groups["efgh 5"] ?? [] }
    #expect(ofOther.prefix(60).allSatisfy { $0 == [0x62] })
    #expect(ofOther.suffix(40).allSatisfy { $0.isEmpty })
    #expect(found[0].parts == [0: [[10, 1, 0, 0], [20, 2, 1, 7]]])
    #expect(found[39].parts == [1: [[70000, 1, 0, 0]]])
    #expect(found[99].parts == [0: [[1, 3, 0, 9]]])
    #expect(found[7].information == ["misb 3": [7, 7]])
    #expect(found[10].information == ["misb 3": []])
  }

  private func rewritten(
    _ file: File, _ layout: MovieWriter.Options.Layout, to path: FilePath
  ) throws -> File {
    let remux = try MovieRemux(try Movie(from: file), in: file, layout: layout)
    let lost = remux.losses.map { "\($0.rule) \($0.path)" }
    #expect(lost.allSatisfy { $0.hasSuffix("/stsh") }, "\(lost)")
    try remux.write(to: path)
    return try File(path)
  }

  /// Through fragments of several lengths, with an index and without, and back. The list of shadow
  /// sync samples alone has no place in fragments, and is named.
  @Test(arguments: ["sample-details.mov", "sample-details.mp4", "sync-tables.mov"])
  func carriesThem(_ name: String) throws {
    let folder = MediaFiles.testMedia
    let scratch = try Scratch()
    let source = try File(FilePath(folder.appending(path: "tables/\(name)").path))
    let movie = try Movie(from: source)
    let expected = try details(of: movie.tracks[0], in: movie, source)
    var file = source
    let layouts: [MovieWriter.Options.Layout] = [
      .movieLast, .fragmented(every: MediaTime(value: 1, timescale: 1)), .movieLast,
      .indexedFragments(every: MediaTime(value: 3, timescale: 10)),
      .fragmented(every: MediaTime(value: 100, timescale: 1)), .fastStart(),
    ]
    for (step, layout) in layouts.enumerated() {
      file = try rewritten(file, layout, to: scratch["\(step).mov"])
      let copy = try Movie(from: file)
      #expect(copy.isFragmented == MovieWriter.Options(layout: layout).isFragmented)
      let found = try details(of: copy.tracks[0], in: copy, file)
      let wrong = found.indices.filter {
        !expected.indices.contains($0) || found[$0] != expected[$0]
      }
      #expect(
        found.count == expected.count && wrong.isEmpty, "step \(step), samples \(wrong.prefix(5))")
      guard let first = wrong.first else { continue }
      Issue.record("\(found[first]) instead of \(expected[first])")
    }
  }

  /// A table that cannot be read is named, and all others are carried.
  @Test(arguments: ["csgp", "sbgp", "subs", "stps", "saiz", "saio"] as [FourCC])
  func namesTheDamaged(
    _ type: FourCC
  ) throws {
    let folder = MediaFiles.testMedia
    let name = type == "stps" ? "sync-tables.mov" : "sample-details.mov"
    var bytes = [UInt8](try Data(contentsOf: folder.appending(path: "tables/\(name)")))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: ascii("\(type)")) })
    // A version that does not exist.
    bytes[place + 4] = 9
    let scratch = try Scratch()
    try Data(bytes).write(to: URL(filePath: scratch.path + "/in.mov"))
    let file = try File(scratch["in.mov"])
    let remux = try MovieRemux(
      try Movie(from: file), in: file,
      layout: .fragmented(every: MediaTime(value: 1, timescale: 1)))
    #expect(
      remux.losses.contains {
        $0.rule == "table-left-out"
          && ($0.path.hasSuffix("/\(type)") || $0.message.contains("\(type)"))
      })
    try remux.write(to: scratch["out.mov"])
    #expect(try Movie(from: try File(scratch["out.mov"])).tracks[0].sampleTable().count == 100)
  }

  /// Information beside samples is looked for where the standard says, or not at all (ISO/IEC 14496-12, 8.7.9.3):
  /// without flags, the second `traf` of a fragment counts from the end of the samples of the first.
  @Test(arguments: [(UInt32(0x20000), true), (0, false)])
  func baseOfTheSecondTrackFragment(flags: UInt32, isKnown: Bool) throws {
    var movie = MovieBytes()
    movie.videoDurations = []
    movie.timecodes = []
    movie.timecodeIDs = []
    movie.more = atom("mvex", atom("trex", u32(0), u32(1), u32(1), u32(100), u32(10), u32(0)))
    func traf(_ flags: UInt32, _ more: [UInt8]...) -> [UInt8] {
      atom(
        "traf", atom("tfhd", u32(flags), u32(1)), atom("trun", u32(0), u32(2)), more.flatMap { $0 })
    }
    let second = traf(
      flags, atom("saiz", u32(1), ascii("abcd"), u32(0), [4], u32(2)),
      atom("saio", u32(1), ascii("abcd"), u32(0), u32(1), u32(0)))
    let bytes =
      movie.bytes + atom("moof", atom("mfhd", u32(0), u32(1)), traf(0x20000), second)
      + atom("mdat", zeros(60))
    let scratch = try Scratch()
    try Data(bytes).write(to: URL(filePath: "\(scratch["in.mov"])"))
    let file = try File(scratch["in.mov"])
    let remux = try MovieRemux(try Movie(from: file), in: file, layout: .movieLast)
    #expect(remux.losses.contains { $0.message.contains("saio") } == !isKnown)
    try remux.write(to: scratch["out.mov"])
    let track = try #require(try Movie(from: File(scratch["out.mov"])).tracks.first)
    #expect(try track.sampleTable().count == 4)
    let stbl = try #require(track.atom.descendant("mdia", "minf", "stbl"))
    #expect((stbl.first("saio") != nil) == isKnown)
  }
}
