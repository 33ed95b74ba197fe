import Foundation
import Testing

@testable import MovKit

/// Every movie at hand, rearranged in every way: nothing is lost, or it is refused for a reason that
/// stands here.
@Suite struct MovieRemuxTests {
  enum Way: String, CaseIterable {
    case plain, fastStart, fragments, noFragments, indexedFragments

    /// Nil where the samples stay as they are.
    func layout(_ movie: Movie) -> MovieWriter.Options.Layout? {
      let second = MediaTime(value: 1, timescale: 1)
      switch self {
      case .plain, .fastStart: return nil
      case .fragments: return .fragmented(every: second)
      case .indexedFragments: return .indexedFragments(every: second)
      case .noFragments: return movie.isFragmented ? .movieLast : nil
      }
    }
  }

  /// Atoms that say where samples are, when, and of what kind (ISO/IEC 14496-12, 8.6.1 to 8.6.4, 8.7,
  /// 8.8 and 8.9; ISO/IEC 23001-7, 7.2; QuickTime File Format, "Sample Atoms").
  private static let samplePlaces: Set<FourCC> = [
    "stts", "ctts", "stss", "stps", "stsh", "sdtp", "stdp", "padb", "stsc", "stsz", "stz2", "stco",
    "co64", "subs", "saiz", "saio", "senc", "sbgp", "sgpd", "csgp", "mvex",
  ]

  /// Movies of TestMedia that cannot go into fragments, or out of them, and why.
  private static let refused = [
    "headers/no-mdat.mov": "the file ends before the media",
    "headers/truncated-mdat.mov": "past the end",
    "tables/co64-beyond.mov": "the file ends before the media",
    "tables/duration-huge.mov": "invalid timescale 4294967295",
    "tables/external-alis.mov": "samples of the track are in another file",
    "tables/external-rsrc.mov": "samples of the track are in another file",
    "tables/external-url.mov": "samples of the track are in another file",
    "tables/mdhd-timescale-0.mov": "invalid timescale 0",
    "tables/mvhd-timescale-0.mov": "invalid timescale 0",
    "tables/stsc-description-9.mov": "sample description 9, but stsd has 1",
    "tables/stsc-zero-samples.mov": "so its samples cannot be found",
    "tables/stsd-empty.mov": "sample description 1, but stsd has 0",
    "tables/stz2-12.mp4": "unsupported field size: 12 bits",
    "tables/track-id-twice.mov": "another track also has ID 1",
    "timecode-handmade/external-reference.mov": "samples of the track are in another file",
    "timecode-handmade/sample-beyond-file.mov": "the file ends before the media",
  ]
  /// Those that only an index cannot tell of.
  private static let refusedWithIndex = ["tables/stts-huge-delta.mov": "sidx"]

  /// The samples of a movie are in the file that it was read from, and in no other.
  @Test func anotherFile() throws {
    let file = try File(TestMovies.path("camera/camera.mov"))
    let other = try File(TestMovies.path("rates/25.mov"))
    let movie = try Movie(from: file)
    let second = MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1))
    #expect(throws: FormatError.self) { try MovieRemux(movie, in: other, layout: .fastStart()) }
    #expect(throws: CutError.self) { try MovieCut(movie, in: other, during: second) }
    #expect(throws: JoinError.self) { try MovieJoin([(movie, file), (movie, other)]) }
    // The same file, opened again, is no other.
    _ = try MovieCut(movie, in: try File(TestMovies.path("camera/camera.mov")), during: second)
  }

  /// A writer never replaces the file of which it keeps the header.
  @Test func theFileItself() throws {
    let scratch = try Scratch()
    let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: "camera/camera.mov"))
    let file = try File(scratch.file("camera.mov", bytes))
    let remux = try MovieRemux(try Movie(from: file), in: file, layout: .movieLast)
    let error = #expect(throws: WritingError.self) {
      _ = try MovieWriter(to: file.path, overwriting: true, options: remux.options)
    }
    #expect(error == .io(IOError(.write, file.path, .sameFile)))
    #expect(throws: WritingError.self) { try remux.write(to: file.path, overwriting: true) }
    #expect(try MediaFiles.bytes(of: URL(fileURLWithPath: file.path.description)) == bytes)
  }

  /// What is prepared to be written can be made in one task and written in another.
  @Test func partsInParallel() async throws {
    let file = try File(TestMovies.path("camera/camera.mov"))
    let movie = try Movie(from: file)
    let scratch = try Scratch()
    let folder = scratch.path
    let second = MediaTime(value: 1, timescale: 1)
    let counts = try await withThrowingTaskGroup(of: MovieCut.self) { group in
      for start in 0..<3 as Range<Int64> {
        group.addTask {
          let cut = try MovieCut(
            movie, in: file, during: MediaTimeRange(start: second * start, duration: second))
          try cut.write(to: "\(folder)/\(start).mov")
          return cut
        }
      }
      var counts: [Int?] = []
      for try await cut in group { counts.append(cut.frameCount) }
      return counts
    }
    #expect(counts.count == 3 && counts.allSatisfy { $0 ?? 0 > 0 })
    for start in 0..<3 {
      #expect(try Movie(path: scratch["\(start).mov"]).tracks.count == movie.tracks.count)
    }
  }

  /// A movie that was opened from a file is copied from that file, and one in memory is not copied.
  @Test func fileThatTheMovieWasOpenedFrom() throws {
    let scratch = try Scratch()
    let path = TestMovies.path("camera/moov-last.mov")
    let movie = try Movie(path: path)
    let second = MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1))
    func written(_ name: String, _ write: (FilePath) throws -> Void) throws -> Data {
      try write(scratch[name])
      return try Data(contentsOf: URL(fileURLWithPath: scratch[name].description))
    }
    let file = try File(path)
    let remux = try written("remux.mov") {
      try MovieRemux(movie, layout: .fastStart()).write(to: $0)
    }
    #expect(
      try written("remux-in.mov") {
        try MovieRemux(movie, in: file, layout: .fastStart()).write(to: $0)
      } == remux)
    let cut = try written("cut.mov") { try MovieCut(movie, during: second).write(to: $0) }
    #expect(
      try written("cut-in.mov") { try MovieCut(movie, in: file, during: second).write(to: $0) }
        == cut)
    let join = try written("join.mov") { try MovieJoin([movie, movie]).write(to: $0) }
    #expect(
      try written("join-in.mov") {
        try MovieJoin([(movie, file), (movie, file)]).write(to: $0)
      } == join)

    let held = try Movie(from: Data(contentsOf: URL(fileURLWithPath: path.description)))
    #expect(throws: FormatError.self) { try MovieRemux(held, layout: .fastStart()) }
    #expect(throws: CutError.self) { try MovieCut(held, during: second) }
    let error = #expect(throws: JoinError.self) { try MovieJoin([movie, held]) }
    #expect(error?.movie == 1)
  }

  @Test(arguments: Way.allCases) func losesNothing(_ way: Way) throws {
    let folder = MediaFiles.testMedia
    let scratch = try Scratch()
    var count = 0
    for file in MediaFiles.files(in: folder) {
      let name = String(file.path.dropFirst(folder.path.count + 1))
      guard let source = try? File(FilePath(file.path)), let movie = try? Movie(from: source),
        (try? MovieEditor(checking: movie)) != nil, !name.hasPrefix("hostile/")
      else { continue }
      let copy: File
      do { copy = try rewritten(movie, source, way, scratch) } catch {
        let reason =
          Self.refused[name] ?? (way == .indexedFragments ? Self.refusedWithIndex[name] : nil)
        let expected = way.layout(movie) == nil ? nil : reason
        #expect(expected.map { "\(error)".contains($0) } ?? false, "\(name): \(error)")
        continue
      }
      count += 1
      #expect(throws: Never.self, "\(name), \(way)") {
        try compare(movie, source, copy, way, name)
      }
    }
    #expect(count > 300, "\(count)")
  }

  /// Reasons for which a movie that nobody chose may be refused.
  private static let reasons = [
    "cannot read", "needed, but only", "no sample table", "invalid timescale",
    "samples of the track are in another file",
    "which does not exist", "so its samples cannot be", "so its samples from", "but stsd has",
    "another track also has ID",
    "and would be lost", "sidx", "decrypt",
    "PIFF", "is decoded before", "decode time", "its items point", "cannot be read", "not one",
    "packets", "not all of it was read", "field size", "cut off", "unknown version", "cannot hold",
    "and the file has only",
  ]

  /// Others' movies: none is damaged, whatever it has.
  @Test(arguments: Way.allCases) func losesNothingOfOthers(_ way: Way) throws {
    guard let folder = MediaFiles.more else { return MediaFiles.noteIfMoreIsAbsent() }
    let scratch = try Scratch()
    var count = 0
    for file in MediaFiles.files(in: folder) {
      let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      guard size < 1 << 18, let source = try? File(FilePath(file.path)),
        let movie = try? Movie(from: source), (try? MovieEditor(checking: movie)) != nil
      else { continue }
      let name = String(file.path.dropFirst(folder.path.count + 1))
      let copy: File
      do { copy = try rewritten(movie, source, way, scratch) } catch {
        #expect(Self.reasons.contains { "\(error)".contains($0) }, "\(name): \(error)")
        continue
      }
      count += 1
      #expect(throws: Never.self, "\(name), \(way)") {
        try compare(movie, source, copy, way, name)
      }
    }
    #expect(count > 350, "\(count)")
  }

  /// Into fragments and out of them again: the tables are what they were.
  @Test(arguments: [
    "camera/camera.mov", "camera/hevc.mp4", "camera/long-gop.mov", "camera/vfr.mov",
    "codecs/x264-open-gop.mp4", "edits/negative-offsets.mp4", "edits/late-sound.mp4",
    "edits/cut-by-copy.mov", "sound/aac.m4a", "sound/opus.mp4", "sound/pcm-24.mov",
    "sound/ima4.mov", "timecode/25.mov", "rates/2997.mp4", "tables/cslg-version-1.mov",
    "tables/two-descriptions.mov", "camera/raw-video.mov", "sound/ac3.mp4",
    "metadata/chapters.mov",
  ]) func comesBack(_ name: String) throws {
    let folder = MediaFiles.testMedia
    let scratch = try Scratch()
    let source = try File(FilePath(folder.appending(path: name).path))
    let movie = try Movie(from: source)
    let middle = try rewritten(movie, source, .fragments, scratch)
    let back = try rewritten(try Movie(from: middle), middle, .noFragments, scratch)
    let result = try Movie(from: back)
    #expect(result.tracks.count == movie.tracks.count)
    for (old, new) in zip(movie.tracks, result.tracks) {
      #expect(try samples(of: old, source) == samples(of: new, back), "\(old.path)")
      #expect(old.edits == new.edits)
      let (stbl, other) = (old.sampleTableAtom, new.sampleTableAtom)
      for type in ["stsd", "sgpd", "cslg", "stts", "ctts", "stss", "sdtp", "sbgp"] as [FourCC] {
        // Runs can be told in more than one way, and a list of all sync samples by none.
        if type == "stts" || type == "stss", stbl?.first(type)?.size != other?.first(type)?.size {
          continue
        }
        #expect(stbl?.all(type).map(\.written) == other?.all(type).map(\.written), "\(type)")
      }
    }
    #expect(movie.duration.converted(to: 600) == result.duration.converted(to: 600))
  }

  // MARK: Rewriting

  private func rewritten(
    _ movie: Movie, _ source: File, _ way: Way, _ scratch: Scratch
  ) throws -> File {
    let target = scratch["\(way).\(movie.isQuickTime ? "mov" : "mp4")"]
    guard let layout = way.layout(movie) else {
      let plan = try MovieEditor(movie).writePlan(fastStart: way == .fastStart)
      try OutputFile.write(plan, from: source, to: OutputPlace(target))
      return try File(target)
    }
    try MovieRemux(movie, in: source, layout: layout).write(to: target, overwriting: true)
    return try File(target)
  }

  // MARK: Comparing

  private func compare(
    _ movie: Movie, _ source: File, _ file: File, _ way: Way, _ name: String
  ) throws {
    let copy = try Movie(from: file)
    let isMoved = way.layout(movie) != nil
    let (before, after) = (contents(of: movie.atom, isMoved), contents(of: copy.atom, isMoved))
    for (path, bytes) in before where after[path] != bytes {
      // An edit of no length ends with the fragments, and media of fragments may begin late.
      if path.contains("/elst"), isMoved, movie.isFragmented, !copy.isFragmented { continue }
      Issue.record("\(name), \(way): \(path) is \(after[path] == nil ? "lost" : "changed")")
    }
    #expect(movie.tracks.map(\.id) == copy.tracks.map(\.id), "\(name)")
    let added = Set(after.keys).subtracting(before.keys)
    #expect(added.allSatisfy { $0.contains("pssh") || $0.contains("edts") }, "\(name): \(added)")
    for (old, new) in zip(movie.tracks, copy.tracks) {
      guard let table = try? old.sampleTable() else { continue }
      // What a file that was cut off does not have cannot be compared.
      guard
        !table.diagnostics.contains(where: {
          ["chunk-beyond-file", "media-missing"].contains($0.rule)
        })
      else { continue }
      var olds = try samples(of: old, source)
      let start = copy.isFragmented ? 0 : olds.first?.decode ?? 0
      for index in olds.indices {
        olds[index].decode -= start
        olds[index].presentation -= start
      }
      #expect(try olds == samples(of: new, file), "\(name), \(way): \(old.path)")
    }
    let others: Set<FourCC> = [
      "ftyp", "moov", "!mov", "mdat", "moof", "mfra", "sidx", "ssix", "styp", "free", "skip",
      "wide",
      "emsg", "prft",
    ]
    let outside = { (movie: Movie) in
      movie.file.atoms.filter { !others.contains($0.type) && $0.claimedSize == nil }
        .map { "\($0.type) \($0.size)" }
    }
    #expect(outside(movie) == outside(copy), "\(name)")
  }

  /// The bytes of every atom by its path, but for those that may change.
  private func contents(of moov: Atom, _ isMoved: Bool) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    func add(_ atom: Atom, _ path: String) {
      if isMoved
        ? Self.samplePlaces.contains(atom.type)
        : ["stco", "co64", "saio", "iloc"]
          .contains(atom.type)
      {
        return
      }
      guard case .children(let children) = atom.content else {
        found[path] = isMoved ? atom.withoutDuration : atom.written
        return
      }
      found[path] = Array(children.preamble + children.tail)
      var counts: [FourCC: Int] = [:]
      for child in children.atoms {
        add(child, "\(path)/\(child.type)\(counts[child.type, default: 0])")
        counts[child.type, default: 0] += 1
      }
    }
    add(moov, "moov")
    return found
  }

  private struct Row: Equatable {
    var decode: Int64
    var presentation: Int64
    var duration: UInt64
    var description: Int
    var attachments: SampleAttachments
    var bytes: [UInt8]
  }

  /// Every sample; of sound with a sample a moment, as few as can be told by their bytes.
  private func samples(of track: Track, _ file: File) throws -> [Row] {
    var walk = try track.sampleTable().makeIterator()
    var rows: [Row] = []
    let isSound = track.mediaType == .audio
    while let (sample, number, size) = walk.next(atMost: 1 << 12) {
      // What is not there, or is in another file, cannot be compared.
      let isHere = track.isInMovieFile
      let bytes = isHere ? (try? file.read(at: sample.offset, count: Int(size))) ?? [] : []
      let isMoment =
        isSound && track.hasMoments
      let each = isMoment || number < 2 ? bytes.count : bytes.count / number
      for index in 0..<(isMoment ? 1 : number) {
        let ticks = sample.duration * UInt64(isMoment ? number : 1)
        let shift = Int64(index) * Int64(clamping: sample.duration)
        let row = Row(
          decode: sample.decodeTime + shift, presentation: sample.presentationTime + shift,
          duration: ticks, description: sample.descriptionIndex, attachments: sample.attachments,
          bytes: Array(bytes.dropFirst(index * each).prefix(each)))
        if isMoment, var last = rows.last, last.description == row.description {
          last.duration += row.duration
          last.bytes += row.bytes
          rows[rows.count - 1] = last
        } else {
          rows.append(row)
        }
      }
    }
    return rows
  }
}

extension Track {
  fileprivate var sampleTableAtom: Atom? { atom.descendant("mdia", "minf", "stbl") }

  /// Whether its samples are moments of sound, or packets that are told as such.
  fileprivate var hasMoments: Bool {
    sampleDescriptions.contains { description in
      LinearPCMFormat(description: description, timescale: timescale) != nil
        || ["ima4", "MAC3", "MAC6", "agsm", "alaw", "ulaw"].contains(description.type)
    }
  }
}

extension Atom {
  fileprivate var written: [UInt8] { (try? serialized()) ?? [] }

  /// As it is written but for a duration, which decides on the version too.
  fileprivate var withoutDuration: [UInt8] {
    func plain<R: Record>(_: R.Type, _ change: (inout R) -> Void) -> [UInt8] {
      var copy = self
      try? copy.update(R.self) { change(&$0) }
      return copy.written
    }
    switch type {
    case "mvhd":
      return plain(MovieHeader.self) { ($0.duration, $0.version) = (0, 1) }
    case "tkhd":
      return plain(TrackHeader.self) { ($0.duration, $0.version) = (0, 1) }
    case "mdhd":
      return plain(MediaHeader.self) { ($0.duration, $0.version) = (0, 1) }
    default: return written
    }
  }
}
