import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Changes in place: what is written, and what is refused.
@Suite struct InPlaceTests {
  private let stamp = Change.stamp("01:00:00:00", reel: "A001")

  private func plan(_ change: Change, _ bytes: [UInt8]) throws -> PatchPlan {
    try change.editor(for: bytes).patchPlan()
  }

  private func offset(of type: FourCC, in bytes: [UInt8]) throws -> UInt64 {
    try #require(AtomFile(from: MemorySource(bytes)).first(type)?.offset)
  }

  /// Offset and length of each write, and a phase a row.
  private func outline(_ plan: PatchPlan) -> [[String]] {
    plan.phases.map { $0.writes.map { "\($0.offset)+\($0.bytes.count)" } }
  }

  // MARK: Where the new header goes

  @Test func behindTheEnd() throws {
    // 20 of ftyp, 8 of wide, 108 of mdat: moov stands at 136.
    let bytes = PiecedMovie(.fileType, .wide, .media, .moov).bytes
    let end = bytes.count
    let plan = try plan(stamp, bytes)
    let added = plan.phases[0].writes[0].bytes.count
    #expect(outline(plan) == [["\(end)+\(added)"], ["\(end)+8"], ["140+4"]])
    #expect(plan.commit == 2)
    #expect(plan.phases[0].writes[0].bytes[4..<8].elementsEqual(ascii("free")))
    #expect(plan.phases[1].writes[0].bytes[4...].elementsEqual(ascii("moov")))
    #expect(plan.phases[2].writes[0].bytes == ascii("free"))
    let after = try stamp.applied(to: bytes)
    #expect(after.count == end + added)
    // Nothing but four letters of the old file has changed.
    #expect(after[..<140] == bytes[..<140] && after[144..<end] == bytes[144...])
    #expect(try firstTimecode(of: after) == "01:00:00:00")
  }

  @Test func intoFreeSpaceAhead() throws {
    let bytes = PiecedMovie(.fileType, .free(4000), .media, .moov).bytes
    let plan = try plan(stamp, bytes)
    let old = try offset(of: "moov", in: bytes)
    let content = plan.phases[0].writes[0].bytes.count
    #expect(outline(plan) == [["28+\(content)"], ["20+8"], ["\(old + 4)+4"]])
    #expect(plan.commit == 1)
    #expect(try stamp.applied(to: bytes).count == bytes.count)
  }

  @Test func intoFreeSpaceBehind() throws {
    let bytes = PiecedMovie(.fileType, .moov, .free(4000), .media).bytes
    let plan = try plan(stamp, bytes)
    let free = try offset(of: "free", in: bytes)
    let content = plan.phases[0].writes[0].bytes.count
    #expect(outline(plan) == [["\(free + 8)+\(content)"], ["\(free)+8"], ["24+4"]])
    #expect(plan.commit == 2)
  }

  @Test func freeAtomsAreJoinedFirst() throws {
    let bytes = PiecedMovie(.fileType, .free(700), .skip(800), .free(900), .media, .moov).bytes
    let plan = try plan(stamp, bytes)
    #expect(
      plan.phases[0].writes == [
        PatchPlan.Write(at: 20, u32(2400) + ascii("free"), label: "size of the joined free atoms")
      ])
    #expect(plan.commit == 2)
    #expect(try firstTimecode(of: stamp.applied(to: bytes)) == "01:00:00:00")
  }

  @Test func freeSpaceThatIsTooSmallIsLeft() throws {
    let bytes = PiecedMovie(.fileType, .free(100), .media, .moov, .free(50)).bytes
    #expect(try plan(stamp, bytes).phases[0].writes[0].offset == UInt64(bytes.count))
  }

  @Test func nothingStandsAheadOfTheFileType() throws {
    let bytes = PiecedMovie(.free(4000), .fileType, .media, .moov).bytes
    #expect(try plan(stamp, bytes).phases[0].writes[0].offset == UInt64(bytes.count))
  }

  @Test func whatIsLeftOfFreeSpaceIsPaddingOrFree() throws {
    let plain = PiecedMovie(.fileType, .media, .moov).bytes
    let needed = try stamp.applied(to: plain).count - plain.count
    for rest in 0..<20 {
      let bytes = PiecedMovie(.fileType, .free(needed + rest), .media, .moov).bytes
      let after = try stamp.applied(to: bytes)
      #expect(after.count == bytes.count, "\(rest)")
      let replaced = try Change.replace("02:00:00:00").applied(to: after)
      #expect(try firstTimecode(of: replaced) == "02:00:00:00", "\(rest)")
      // The sample is free with its padding.
      let media = try AtomFile(from: MemorySource(replaced)).atoms.filter { $0.type == "mdat" }
      #expect(!media.contains { $0.offset == UInt64(20 + needed - 12) }, "\(rest)")
    }
  }

  @Test func freeSpaceThatHoldsSamplesIsNotFree() throws {
    var bytes = PiecedMovie(.fileType, .moov, .free(3000), .media).bytes
    // The media and the free atom ahead of it become one free atom.
    let media = try offset(of: "mdat", in: bytes)
    bytes.replaceSubrange(Int(media) + 4..<Int(media) + 8, with: ascii("free"))
    let plan = try plan(stamp, bytes)
    for write in plan.phases.flatMap(\.writes) {
      let range = write.offset..<write.offset + UInt64(write.bytes.count)
      #expect(!range.overlaps(media + 8..<media + 108))
    }
    _ = try stamp.applied(to: bytes)
  }

  @Test func mediaOfAnotherFileDoesNotCount() throws {
    var movie = PiecedMovie(.fileType, .moov, .free(4000))
    movie.isExternal = true
    #expect(try plan(stamp, movie.bytes).commit == 2)
  }

  // MARK: Sectors

  @Test(arguments: 500...514) func everyPlaceOfTheOldHeader(place: Int) throws {
    let bytes = PiecedMovie(.fileType, .media, .freeUntil(place), .moov).bytes
    let plan = try plan(stamp, bytes)
    // The type crosses where it begins 1 to 3 bytes ahead of the boundary.
    #expect(plan.phases.count == ((505...507).contains(place) ? 4 : 3))
    #expect(try firstTimecode(of: stamp.applied(to: bytes)) == "01:00:00:00")
  }

  @Test func everyPlaceOfTheEnd() throws {
    for count in 8..<8 + 512 {
      let bytes = PiecedMovie(.fileType, .media, .moov, .free(count)).bytes
      let plan = try plan(stamp, bytes)
      #expect(!plan.phases[plan.commit].writes[0].crossesSectors)
      #expect(plan.phases.dropFirst().allSatisfy { !$0.writes[0].crossesSectors })
    }
  }

  // MARK: Last atoms

  @Test func aSizeOf0IsWrittenOut() throws {
    let bytes = PiecedMovie(.fileType, .moov, .mediaToEnd).bytes
    let plan = try plan(stamp, bytes)
    let media = try offset(of: "mdat", in: bytes)
    #expect(
      plan.phases[0].writes == [
        PatchPlan.Write(at: media, u32(108), label: "size of the last atom, mdat")
      ])
    _ = try stamp.applied(to: bytes)
    // Free space ahead needs none of that.
    let roomy = PiecedMovie(.fileType, .moov, .free(4000), .mediaToEnd).bytes
    #expect(try self.plan(stamp, roomy).phases.count == 3)
    _ = try stamp.applied(to: PiecedMovie(.fileType, .media, .moovToEnd).bytes)
  }

  @Test func aSizeOf0AcrossSectorsIsRefused() throws {
    for (place, isRefused) in [(508, false), (509, true), (511, true), (512, false)] {
      let bytes = PiecedMovie(.fileType, .moov, .freeUntil(place), .mediaToEnd).bytes
      let plan = try? plan(stamp, bytes)
      #expect((plan == nil) == isRefused, "\(place)")
    }
  }

  @Test func aSizeOf0Beyond32BitsNeedsWide() throws {
    let movie = PiecedMovie(.fileType, .moov, .wide, .mediaToEnd).bytes
    let size: UInt64 = 5_000_000_000
    let change = try stamp.editor(for: LongSource(movie, size: size))
    let plan = try change.patchPlan()
    let wide = try offset(of: "wide", in: movie)
    #expect(plan.phases[0].writes.map(\.offset) == [wide])
    #expect(plan.phases[0].writes[0].bytes == u32(1) + ascii("mdat") + u64(size - wide))
    let source = LongSource(movie, size: size)
    try change.checkInPlace(PatchedSource(source, after: plan))

    let without = LongSource(PiecedMovie(.fileType, .moov, .mediaToEnd).bytes, size: size)
    #expect(throws: FormatError.self) { try self.stamp.editor(for: without).patchPlan() }
  }

  @Test func junkAtTheEnd() throws {
    let error = #expect(throws: FormatError.self) {
      try plan(stamp, PiecedMovie(.fileType, .media, .moov, .junk).bytes)
    }
    #expect(error?.id == "not-editable-in-place")
    let roomy = PiecedMovie(.fileType, .free(4000), .media, .moov, .junk).bytes
    #expect(try stamp.applied(to: roomy).count == roomy.count)
  }

  @Test func zerosAtTheEndBecomeFreeSpace() throws {
    let bytes = PiecedMovie(.fileType, .media, .moov).bytes + zeros(600)
    let after = try stamp.applied(to: bytes)
    let types = try AtomFile(from: MemorySource(after)).atoms.map(\.type)
    #expect(types == ["ftyp", "mdat", "free", "free", "moov", "mdat"] as [FourCC])
  }

  @Test func fragmentsNeedFreeSpaceAhead() throws {
    #expect(throws: FormatError.self) {
      try plan(stamp, PiecedMovie(.fileType, .moov, .fragment, .free(4000), .index).bytes)
    }
    let bytes = PiecedMovie(.fileType, .moov, .free(4000), .fragment, .index).bytes
    let after = try stamp.applied(to: bytes)
    #expect(after.suffix(24) == bytes.suffix(24))
    #expect(after.count == bytes.count)
  }

  @Test func anotherMovieIsRefused() throws {
    var other = PiecedMovie(.fileType, .media, .moov)
    other.frames = 50
    let moov = try #require(try AtomFile(from: MemorySource(other.bytes)).first("moov"))
    #expect(throws: FormatError.self) {
      try plan(stamp, PiecedMovie(.fileType, .media, .moov).bytes + moov.serialized())
    }
  }

  /// A chunk past the end of the file, as in a movie that lacks media: where it points, the new
  /// header would be read as media.
  @Test func chunkThatWouldPointIntoTheNewHeader() throws {
    var movie = TinyMovie()
    let size = UInt32(movie.bytes.count)
    movie.tracks[0].chunks = { _ in atom("stco", u32(0), u32(1), u32(size + 100)) }
    let error = try #require(throws: FormatError.self) { _ = try plan(stamp, movie.bytes) }
    #expect("\(error)".contains("media lies in a header or past the end of the file"))
    // Further out nothing is in its way.
    movie.tracks[0].chunks = { _ in atom("stco", u32(0), u32(1), u32(size + 100_000)) }
    _ = try plan(stamp, movie.bytes)
  }

  /// A change that was interrupted between its last two writes leaves the new `moov` after the old.
  @Test func whatAnInterruptedChangeLeftIsFreed() throws {
    let bytes = PiecedMovie(.fileType, .media, .moov).bytes
    let interrupted = try plan(stamp, bytes)
    var left = bytes
    for write in interrupted.phases[..<interrupted.commit].flatMap(\.writes) {
      left += [UInt8](
        repeating: 0, count: max(0, Int(write.offset) + write.bytes.count - left.count))
      left.replaceSubrange(
        Int(write.offset)..<Int(write.offset) + write.bytes.count, with: write.bytes)
    }
    let file = try AtomFile(from: MemorySource(left))
    #expect(file.atoms.count { $0.type == "moov" } == 2)
    #expect(file.first("moov") == (try AtomFile(from: MemorySource(bytes)).first("moov")))
    let after = try AtomFile(from: MemorySource(try stamp.applied(to: left)))
    #expect(after.atoms.count { $0.type == "moov" } == 1)
  }

  // MARK: Again and again

  @Test func aHundredStampsDoNotGrowTheFile() throws {
    for place in [8, 300, 490, 505, 507, 509, 511] {
      for pieces in [[.media, .moov], [.moov, .media]] as [[PiecedMovie.Piece]] {
        var movie = PiecedMovie()
        movie.pieces = [.fileType, .freeUntil(place)] + pieces
        var bytes = try Change.stamp("00:00:00:00", reel: "REEL").applied(to: movie.bytes)
        bytes = try Change.replace("00:00:00:01", reel: "REEL").applied(to: bytes)
        bytes = try Change.replace("00:00:00:02", reel: "REEL").applied(to: bytes)
        let size = bytes.count
        for frame in 3..<25 {
          let label = "00:00:00:" + (frame < 10 ? "0" : "") + "\(frame)"
          bytes = try Change.replace(label, reel: "REEL").applied(to: bytes)
          #expect(try firstTimecode(of: bytes) == label)
        }
        #expect(bytes.count == size, "at \(place)")
      }
    }
    var bytes = try Change.stamp("00:00:00:00").applied(
      to: PiecedMovie(.fileType, .wide, .media, .moov).bytes)
    var sizes = [bytes.count]
    for _ in 0..<99 {
      bytes = try Change.replace("10:00:00:00").applied(to: bytes)
      sizes.append(bytes.count)
    }
    #expect(Set(sizes.dropFirst()).count == 1)
  }

  @Test func reelsOfEveryLength() throws {
    var bytes = try stamp.applied(to: PiecedMovie(.fileType, .media, .moov).bytes)
    var random = Seed.generator("reels")
    for index in 0..<60 {
      let reel = String(repeating: "R", count: Int(random.next() % 300))
      bytes = try Change.replace("01:00:00:00", reel: reel).applied(to: bytes)
      if index % 7 == 3 { bytes = try Change.remove.applied(to: bytes) }
    }
    #expect(bytes.count < 12_000)
  }

  @Test func removing() throws {
    let original = PiecedMovie(.fileType, .media, .moov).bytes
    let bytes = try Change.remove.applied(to: stamp.applied(to: original))
    #expect(try firstTimecode(of: bytes) == nil)
    let movie = try Movie(from: MemorySource(bytes))
    #expect(movie.tracks.map(\.references) == [[:]])
    #expect(movie.file.atoms.count { $0.type == "mdat" } == 1)
  }

  @Test func aSampleBesideAnotherTracksIsNotFreed() throws {
    // The first frame of the video is said to stand behind the timecode's sample, in its padding.
    let plain = PiecedMovie(.fileType, .media, .moov).bytes
    let needed = try stamp.applied(to: plain).count - plain.count
    var bytes = try stamp.applied(
      to: PiecedMovie(.fileType, .free(needed + 4), .media, .moov).bytes)
    let sample = 20 + needed - 4
    let movie = try Movie(from: MemorySource(bytes))
    let stco = try #require(
      movie.track(1)?.atom.descendant("mdia", "minf", "stbl", "stco")?.contentOffset)
    bytes.replaceSubrange(Int(stco) + 8..<Int(stco) + 12, with: u32(UInt32(sample + 4)))
    let plan = try plan(.remove, bytes)
    #expect(!plan.phases.flatMap(\.writes).contains { $0.offset == UInt64(sample - 4) })
  }

  /// A movie with two tracks, of which the first has each frame in an `mdat` of its own.
  private static func frameInEachMedia(_ count: UInt32, isWide: Bool) -> [UInt8] {
    let header = isWide ? u32(1) + ascii("mdat") + u32(0) + u32(24) : u32(24) + ascii("mdat")
    let media = header + noise(24 - header.count)
    var first = TinyTrack()
    first.times = [(count, 1)]
    first.mediaDuration = count
    first.samplesPerChunk = 1
    first.sampleSize = UInt32(24 - header.count)
    // The first `mdat` comes after `ftyp`.
    let places = (0..<count).flatMap { u32(20 + 24 * $0 + UInt32(header.count)) }
    first.chunks = { _ in atom("stco", u32(0), u32(count), places) }
    var second = TinyTrack()
    second.id = 2
    var movie = TinyMovie()
    movie.tracks = [first, second]
    movie.nextTrackID = 3
    movie.ahead = (0..<count).flatMap { _ in media }
    return movie.bytes
  }

  /// The media of a removed track becomes free space whatever the form of its header, as far as a plan may have
  /// writes, and a backup can be made of the plan.
  @Test(arguments: [false, true], [(3, 3, ""), (61, 61, ""), (62, 61, " (61 of 62 parts)")])
  func mediaOfARemovedTrack(
    isWide: Bool, counts: (UInt32, Int, String)
  ) throws {
    let bytes = Self.frameInEachMedia(counts.0, isWide: isWide)
    let movie = try Movie(from: MemorySource(bytes))
    var editor = MovieEditor(movie)
    _ = try editor.remove(movie.tracks[0])
    let plan = try editor.patchPlan()
    let last = try #require(plan.phases.last)
    #expect(last.writes.count == counts.1)
    #expect(last.writes.allSatisfy { $0.label == "type of the old track's mdat: free" })
    #expect(last.effect == "the new movie; the media of the removed track freed" + counts.2)
    _ = try PatchBackup(of: plan, from: MemorySource(bytes))
    let target = MemoryTarget(bytes)
    try plan.apply(to: target)
    let file = try AtomFile(from: MemorySource(target.bytes))
    #expect(file.atoms.count { $0.type == "free" } == counts.1 + 1)
    #expect(try Movie(from: MemorySource(target.bytes)).tracks.map(\.id) == [2])
  }

  // MARK: Backups

  @Test func aBackupPutsEveryByteBack() throws {
    for item in try PowerLossTests.cases() {
      let plan = try item.change(item.movie)
      let saved = try PatchBackup(of: plan, from: MemorySource(item.movie)).serialized()
      let target = MemoryTarget(item.movie)
      try plan.apply(to: target)
      let backup = try read(saved)
      let undo = try backup.restoringPlan(for: MemorySource(target.bytes))
      // Another change in between is noticed, wherever it touches what was written.
      var random = Seed.generator("backup")
      for write in plan.phases.flatMap(\.writes) where !write.bytes.isEmpty {
        var other = target.bytes
        let place = Int(write.offset) + Int(random.next() % UInt64(write.bytes.count))
        other[place] ^= 1
        #expect(throws: ReadingError.self, "\(item.name)") {
          try backup.restoringPlan(for: MemorySource(other))
        }
      }
      try undo.apply(to: target)
      #expect(target.bytes == item.movie, "\(item.name)")
      let nothing = try backup.restoringPlan(for: target.source)
      #expect(nothing.phases.isEmpty && nothing.cutSize == nil, "\(item.name)")
    }
  }

  /// What was written when a restoration was killed, it finds as it left it.
  @Test func interruptedRestorationsGoOn() throws {
    for item in try PowerLossTests.cases() {
      let plan = try item.change(item.movie)
      let backup = try PatchBackup(of: plan, from: MemorySource(item.movie))
      let changed = MemoryTarget(item.movie)
      try plan.apply(to: changed)
      let undo = try backup.restoringPlan(for: changed.source)
      let target = MemoryTarget(changed.bytes)
      for (index, phase) in undo.phases.enumerated() {
        for write in phase.writes { try target.write(write.content, at: write.offset) }
        for isCut in index == undo.commit ? [false, true] : [true] {
          if isCut, index == undo.commit, let size = undo.cutSize {
            try target.cut(size...undo.changedSize)
          }
          let again = MemoryTarget(target.bytes)
          try backup.restoringPlan(for: again.source).apply(to: again)
          #expect(again.bytes == item.movie, "\(item.name), behind phase \(index)")
        }
      }
    }
  }

  /// Somebody who asked for no lock has changed the size.
  @Test func cutAndGrownFilesAreRestored() throws {
    var counts = (whole: 0, cut: 0, refused: 0)
    for (number, item) in try PowerLossTests.cases().enumerated() {
      var random = Seed.generator("cut", number)
      let (old, plan) = (item.movie, try item.change(item.movie))
      let moov = try #require(try AtomFile(from: MemorySource(old)).first("moov"))
      let moovEnd = Int(try #require(moov.offset) + moov.size)
      let target = MemoryTarget(old)
      try plan.apply(to: target)
      let new = target.bytes
      let backup = try PatchBackup(of: plan, from: MemorySource(old))
      let added = [UInt8](repeating: 7, count: 1 + number * 40)
      let grown = MemoryTarget(new + added)
      try backup.restoringPlan(for: grown.source).apply(to: grown)
      #expect(grown.bytes.starts(with: old), "\(item.name)")
      #expect(grown.bytes.count == new.count + added.count, "\(item.name)")
      #expect(grown.bytes.suffix(added.count).elementsEqual(added), "\(item.name)")

      let sizes = (0..<20).map { _ in Int(random.next() % UInt64(new.count)) }
      for size in sizes + Array(old.count - 20..<min(new.count, old.count + 20)) {
        let cut = MemoryTarget(Array(new[..<size]))
        guard let undo = try? backup.restoringPlan(for: cut.source) else {
          #expect(size < moovEnd, "\(item.name), cut at \(size)")
          counts.refused += 1
          continue
        }
        try undo.apply(to: cut)
        if size < old.count {
          #expect(size >= moovEnd, "\(item.name), cut at \(size)")
          let isSame = try AtomFile(from: cut.source).first("moov") == moov
          #expect(isSame, "\(item.name), cut at \(size)")
          counts.cut += 1
        } else {
          #expect(cut.bytes == old, "\(item.name), cut at \(size)")
          counts.whole += 1
        }
      }
    }
    print("restored after somebody cut the file: \(counts)")
    #expect(counts.whole > 200 && counts.cut > 200 && counts.refused > 200)
  }

  private func read(_ bytes: [UInt8]) throws -> PatchBackup {
    try Atom(PatchBackup.mark, .bytes(bytes[...])).decode(PatchBackup.self)
  }

  @Test func damagedBackupsAreRefused() throws {
    let bytes = PiecedMovie(.fileType, .free(4000), .media, .moov).bytes
    let plan = try plan(stamp, bytes)
    let saved = try PatchBackup(of: plan, from: MemorySource(bytes)).serialized()
    let target = MemoryTarget(bytes)
    try plan.apply(to: target)
    let changed = MemorySource(target.bytes)
    func isRefused(_ backup: [UInt8]) -> Bool {
      (try? read(backup).restoringPlan(for: changed)) == nil
    }
    #expect(!isRefused(saved))
    for count in 0..<saved.count { #expect(isRefused(Array(saved[..<count]))) }
    var random = Seed.generator("backups")
    for index in saved.indices {
      var other = saved
      other[index] ^= UInt8(1 << (random.next() % 8))
      #expect(isRefused(other), "byte \(index)")
    }
    for _ in 0..<500 { #expect(isRefused(ascii("mvbk") + [0] + random.bytes(200))) }
  }

  /// Backups whose checksum is right, but whose numbers cannot be.
  @Test func hostileBackupsAreRefused() throws {
    let changed = MemorySource(zeros(100))
    for (offset, size, original, commit) in [
      (UInt64.max, 8, 100, 0), (90, .max, 100, 0), (0, 4, .max, 0), (0, 4, 100, 7), (98, 4, 100, 0),
      (0, 2, 100, 0), (4, 4, 2, 0),
    ] as [(UInt64, UInt64, UInt64, UInt32)] {
      var backup = PatchBackup()
      var write = PatchBackup.Write()
      write.offset = offset
      write.newSize = size
      write.old = RawBytes(bytes: [1, 2, 3, 4])
      backup.writes = [write]
      backup.originalSize = original
      backup.changedSize = 100
      backup.commit = commit
      backup.checksum = try backup.serialized().reduce(0xCBF2_9CE4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      #expect(throws: ReadingError.self) { try backup.restoringPlan(for: changed) }
    }
  }

  // MARK: Real and damaged files

  @Test func everyFileIsChangedOrRefused() throws {
    var counts = (changed: 0, refused: 0, damaged: 0)
    for (number, url) in MediaFiles.files(in: MediaFiles.testMedia).enumerated() {
      let original = try MediaFiles.bytes(of: url)
      guard original.count < 200_000 else { continue }
      var random = Seed.generator("in place", number)
      for round in 0..<4 {
        let bytes = round == 0 ? original : Self.damaged(original, &random)
        for change in [
          Change.replace("01:00:00:00", reel: "A"), .remove, .shift, .reel, .trim,
        ] {
          guard let editor = try? change.editor(for: bytes), let plan = try? editor.patchPlan()
          else {
            counts.refused += 1
            continue
          }
          let after = try PatchedSource(MemorySource(bytes), after: plan)
          do {
            try editor.checkInPlace(after)
            counts.changed += 1
          } catch {
            // Found before anything is written; only damaged files may come here.
            counts.damaged += 1
            if round == 0 { Issue.record("\(url.lastPathComponent): \(error)") }
            continue
          }
          let target = MemoryTarget(bytes)
          try plan.apply(to: target)
          let backup = try PatchBackup(of: plan, from: MemorySource(bytes))
          try backup.restoringPlan(for: MemorySource(target.bytes)).apply(to: target)
          if target.bytes != bytes {
            Issue.record("\(url.lastPathComponent) is not restored: \(Seed.note("", round))")
          }
        }
      }
    }
    #expect(counts.changed > 1000 && counts.refused > 1000, "\(counts)")
  }

  /// A few bytes changed, mostly in heads and tables ahead of the media or behind it.
  private static func damaged(_ original: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = original
    guard bytes.count > 16 else { return bytes }
    for _ in 0..<3 {
      let isNearEnd = random.once(in: 2)
      let span = UInt64(min(bytes.count, 3000))
      let place =
        isNearEnd ? bytes.count - 1 - Int(random.next() % span) : Int(random.next() % span)
      bytes[place] = [0, 1, 7, 0x7F, 0x80, 0xFF][Int(random.next() % 6)]
    }
    if random.once(in: 6) { bytes.removeLast(Int(random.next() % UInt64(bytes.count / 2))) }
    return bytes
  }
}

/// Some bytes, and zeros behind them: a file too large to be held.
private struct LongSource: ByteSource {
  let bytes: [UInt8]
  let size: UInt64

  init(_ bytes: [UInt8], size: UInt64) {
    self.bytes = bytes
    self.size = size
  }

  func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    try check(at: offset, count: UInt64(count))
    let there = bytes.dropFirst(Int(clamping: offset)).prefix(count)
    return there + zeros(count - there.count)
  }
}
