import TestSupport
import Testing

@testable import MovKit

/// A file on a medium that writes sectors whole, in any order between two flushes, and may fail.
final class FaultyDisk: PatchTarget {
  /// What is on the medium for certain.
  private(set) var durable: [UInt8]
  /// What a reader sees as long as the power is on.
  private(set) var cached: [UInt8]
  /// Pieces of sectors that were written since the last flush.
  private(set) var pending: [(offset: Int, bytes: [UInt8])] = []
  /// Which operations fail, counted from 0.
  var failing: Set<Int> = []
  private(set) var operations = 0
  /// Called ahead of each flush: here the power may go.
  var atFlush: (FaultyDisk) -> Void = { _ in }

  init(_ bytes: [UInt8]) {
    durable = bytes
    cached = bytes
  }

  private func fails() -> Bool {
    defer { operations += 1 }
    return failing.contains(operations)
  }

  func write(_ content: Pieces, at offset: UInt64) throws(IOError) {
    let bytes = content.bytes
    var pieces: [(offset: Int, bytes: [UInt8])] = []
    var start = 0
    while start < bytes.count {
      let place = Int(offset) + start
      let end = min(bytes.count, start + 512 - place % 512)
      pieces.append((place, Array(bytes[start..<end])))
      start = end
    }
    let isFailing = fails()
    // A write that fails may have got half way.
    for piece in isFailing ? pieces.prefix(pieces.count / 2) : pieces[...] {
      pending.append(piece)
      cached.overwrite(with: piece.bytes, at: piece.offset)
    }
    if isFailing { throw IOError(.write, nil, .system(5)) }
  }

  func flush() throws(IOError) {
    atFlush(self)
    if fails() { throw IOError(.sync, nil, .system(5)) }
    durable = cached
    pending = []
  }

  func cut(_ sizes: ClosedRange<UInt64>) throws(IOError) {
    if fails() { throw IOError(.write, nil, .system(28)) }
    if sizes.contains(UInt64(cached.count)) { cached.resize(to: Int(sizes.lowerBound)) }
  }

  /// The file after the power went, where only some pieces and one of the sizes came through.
  func afterPowerLoss(keeping kept: (Int) -> Bool, size: Int) -> [UInt8] {
    var bytes = durable
    for (index, piece) in pending.enumerated() where kept(index) {
      bytes.overwrite(with: piece.bytes, at: piece.offset)
    }
    bytes.resize(to: size)
    return bytes
  }

  /// Every state that the power may leave; where those are too many, some at random.
  func eachLoss(_ random: inout SplitMix64, _ body: ([UInt8]) -> Void) {
    var sizes: Set = [durable.count, cached.count]
    sizes.insert((durable.count + cached.count) / 2)
    // The size reaches the medium by sectors or clusters, too.
    sizes.insert(min(max(durable.count, cached.count), (durable.count + 511) / 512 * 512))
    for size in sizes.sorted() {
      if pending.count <= 12 {
        for mask in 0..<(1 << pending.count) {
          body(afterPowerLoss(keeping: { mask >> $0 & 1 == 1 }, size: size))
        }
      } else {
        for round in 0..<500 {
          // From nearly nothing kept to nearly all.
          let share = UInt64(1 + round % 7)
          let mask = pending.map { _ in random.next() % 8 < share }
          body(afterPowerLoss(keeping: { mask[$0] }, size: size))
        }
      }
    }
  }
}

/// Which of two movies a file is, down to the bytes of the header and of all samples.
struct Judge {
  enum Verdict { case old, new, neither }

  private struct Side {
    var moov: [UInt8]
    var media: [(Range<Int>, [UInt8])]

    init(_ bytes: [UInt8]) throws {
      let movie = try Movie(from: MemorySource(bytes))
      moov = Judge.content(movie.atom, bytes)
      media = try movie.tracks.flatMap { track in
        try track.sampleTable().sampleChunks.compactMap { chunk in
          let range = Int(chunk.offset)..<Int(chunk.offset + chunk.size)
          return range.upperBound <= bytes.count ? (range, Array(bytes[range])) : nil
        }
      }
    }

    func holds(_ bytes: [UInt8], _ moov: [UInt8]) -> Bool {
      moov.count == self.moov.count && moov.holds(self.moov, at: 0)
        && media.allSatisfy { range, data in
          range.upperBound <= bytes.count && bytes.holds(data, at: range.lowerBound)
        }
    }
  }

  private let old: Side
  private let new: Side

  init(old: [UInt8], new: [UInt8]) throws {
    self.old = try Side(old)
    self.new = try Side(new)
  }

  private static func content(_ moov: Atom, _ bytes: [UInt8]) -> [UInt8] {
    let start = Int(moov.contentOffset ?? 0)
    return Array(bytes[start..<Int(moov.offset ?? 0) + Int(moov.size)])
  }

  func verdict(_ bytes: [UInt8]) -> Verdict {
    guard let file = try? AtomFile(from: MemorySource(bytes)), let moov = file.first("moov")
    else { return .neither }
    let content = Self.content(moov, bytes)
    if old.holds(bytes, content) { return .old }
    return new.holds(bytes, content) ? .new : .neither
  }
}

@Suite struct PowerLossTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var movie: [UInt8]
    var kind: Change
    var testDescription: String { name }

    init(_ name: String, _ movie: [UInt8], _ change: Change) {
      self.name = name
      self.movie = movie
      kind = change
    }

    func change(_ movie: [UInt8]) throws -> PatchPlan {
      try kind.editor(for: movie).patchPlan()
    }
  }

  static func large(_ pieces: PiecedMovie.Piece...) -> [UInt8] {
    var movie = PiecedMovie()
    movie.pieces = pieces
    movie.frames = 3000
    return movie.bytes
  }

  static func cases() throws -> [Case] {
    let stamp = Change.stamp("01:00:00:00", reel: "A001")
    let last = PiecedMovie(.fileType, .wide, .media, .moov).bytes
    let first = PiecedMovie(.fileType, .moov, .free(8), .media).bytes
    let stamped = try stamp.applied(to: last)
    let twice = try Change.replace("02:00:00:00").applied(to: stamped)
    return [
      Case("at the end, moov last", last, stamp),
      Case("at the end, moov first", first, stamp),
      Case(
        "at the end, moov between", PiecedMovie(.fileType, .media, .moov, .free(40)).bytes, stamp),
      Case("ahead", PiecedMovie(.fileType, .free(4000), .media, .moov).bytes, stamp),
      Case("behind", PiecedMovie(.fileType, .moov, .free(4000), .media).bytes, stamp),
      Case("directly ahead", PiecedMovie(.fileType, .free(3000), .moov, .media).bytes, stamp),
      Case(
        "ahead, split",
        PiecedMovie(.fileType, .free(700), .skip(800), .free(900), .media, .moov).bytes, stamp),
      Case(
        "behind, split",
        PiecedMovie(.fileType, .moov, .media, .free(700), .skip(800), .free(900)).bytes, stamp),
      Case("ahead, filled", filled(), stamp),
      Case(
        "type across sectors", PiecedMovie(.fileType, .media, .freeUntil(506), .moov).bytes, stamp),
      Case(
        "type across sectors, ahead",
        PiecedMovie(.fileType, .free(3000), .media, .freeUntil(507), .moov).bytes, stamp),
      Case("end across sectors", endAcross(), stamp),
      Case("size 0, mdat", PiecedMovie(.fileType, .moov, .mediaToEnd).bytes, stamp),
      Case("size 0, moov", PiecedMovie(.fileType, .media, .moovToEnd).bytes, stamp),
      Case("64-bit heads", PiecedMovie(.fileType, .media64, .moov64).bytes, stamp),
      Case("fragments", PiecedMovie(.fileType, .moov, .free(3000), .fragment, .index).bytes, stamp),
      Case("zeros at the end", last + zeros(1000), stamp),
      Case("replace", stamped, .replace("03:00:00:00", reel: "A much longer name of a reel")),
      Case("replace in freed space", twice, .replace("04:00:00:00")),
      Case("remove", stamped, .remove),
      Case("remove after a replacement", twice, .remove),
      Case("shift", stamped, .shift),
      Case("shift in freed space", twice, .shift),
      Case("reel", stamped, .reel),
      Case("trim", stamped, .trim),
      Case("start", stamped, .edit { $0.start = "05:00:00:00" }),
      Case("no reel", stamped, .edit { $0.dropsReel = true }),
      Case(
        "another rate", stamped,
        .edit {
          ($0.frameDuration, $0.quanta) = (MediaTime(value: 1, timescale: 50), 50)
          $0.keeps = .labels
        }),
      Case(
        "drop frame and flags, in 64 bits", twice,
        .edit {
          ($0.frameDuration, $0.dropFrame) = (MediaTime(value: 1001, timescale: 30000), true)
          ($0.wraps24Hours, $0.allowsNegative) = (false, true)
          $0.mediaSubType = .timecode64
        }),
      Case("segments", last, .write(.runs(PackedRuns(runs)))),
      Case("segments beside timecode", stamped, .write(.runs(PackedRuns(runs)))),
      Case("segments instead of timecode", twice, .write(.runs(PackedRuns(runs)), replaces: true)),
      Case("samples of another track", first, .write(.media(media))),
      Case("large, at the end", large(.fileType, .media, .moov), stamp),
      Case("large, ahead", large(.fileType, .free(14000), .free(6000), .media, .moov), stamp),
      Case("large, behind", large(.fileType, .moov, .free(20000), .media), stamp),
    ]
  }

  /// Half a second of one reel, a gap, and another reel, in a movie of a second.
  private static let runs = [
    TimecodeRun(
      at: .zero, duration: MediaTime(value: 8, timescale: 25), format: format(of: "A001"),
      frameNumber: 90_000),
    TimecodeRun(
      at: MediaTime(value: 13, timescale: 25), format: format(of: "B002"), frameNumber: 180_000),
  ]

  private static let media = TimecodeMedia(
    timescale: 25, formats: runs.map(\.format),
    samples: [
      .init(formatIndex: 0, duration: 10, value: .frameNumber(5)),
      .init(formatIndex: 1, duration: 15, value: .frameNumber(7)),
    ], edits: [])

  private static func format(of reel: String) -> TimecodeFormat {
    TimecodeFormat(
      frameDuration: MediaTime(value: 1, timescale: 25), frameQuanta: 25,
      sourceName: .init(text: reel, language: LanguageCode(rawValue: 0)))
  }

  /// Free space for the new header and its sample, but for 3 bytes.
  static func filled() -> [UInt8] {
    let stamp = Change.stamp("01:00:00:00", reel: "A001")
    let plain = PiecedMovie(.fileType, .media, .moov).bytes
    let grown = (try? stamp.applied(to: plain).count - plain.count) ?? 0
    return PiecedMovie(.fileType, .free(grown + 3), .media, .moov).bytes
  }

  /// A file that ends 4 bytes ahead of a sector's end.
  static func endAcross() -> [UInt8] {
    var movie = PiecedMovie(.fileType, .media, .moov, .free(8))
    let size = movie.bytes.count
    movie.pieces[3] = .free(8 + (508 - size % 512 + 512) % 512)
    return movie.bytes
  }

  /// Whatever can be changed has a plan among the cases: a new property of `TimecodeChange`, or a new
  /// content of a stamp, needs one.
  @Test func everyKindOfChangeIsAmongThem() throws {
    var changed: Set<String> = []
    var contents: Set<String> = []
    for item in try Self.cases() {
      switch item.kind {
      case .stamp, .replace: contents.insert("wholeVideo")
      case .remove: break
      case .write(let content, _):
        contents.formUnion(Mirror(reflecting: content).children.compactMap(\.label))
      case .edit(let change):
        for (old, new) in zip(
          Mirror(reflecting: TimecodeChange()).children, Mirror(reflecting: change).children)
        where "\(old.value)" != "\(new.value)" {
          if let name = new.label { changed.insert(name) }
        }
      }
    }
    let all = Set(Mirror(reflecting: TimecodeChange()).children.compactMap(\.label))
    // Which tracks are changed makes no other plan.
    #expect(changed == all.subtracting(["trackIDs"]))
    // This switch does not compile with another case.
    func name(_ content: TimecodeStamp.Content) -> String {
      switch content {
      case .wholeVideo: "wholeVideo"
      case .runs: "runs"
      case .media: "media"
      }
    }
    #expect(contents == ["wholeVideo", "runs", "media"])
    #expect(name(.media(Self.media)) == "media")
  }

  private struct Counts {
    var plans = 0
    var failures = 0
    var losses = 0
    var verdicts: [Judge.Verdict: Int] = [:]
  }

  @Test func oldOrNewWhateverFails() throws {
    var counts = Counts()
    var restored = Counts()
    for (index, item) in try Self.cases().enumerated() {
      var random = Seed.generator("power", index)
      let plan = try item.change(item.movie)
      let target = MemoryTarget(item.movie)
      try plan.apply(to: target)
      let judge = try Judge(old: item.movie, new: target.bytes)
      try #require(judge.verdict(item.movie) == .old, "\(item.name)")
      try #require(judge.verdict(target.bytes) == .new, "\(item.name)")
      try check(plan, item.movie, judge, item.name, &random, &counts)

      let backup = try PatchBackup(of: plan, from: MemorySource(item.movie))
      let undo = try backup.restoringPlan(for: MemorySource(target.bytes))
      let back = try Judge(old: target.bytes, new: item.movie)
      try check(undo, target.bytes, back, "restore: \(item.name)", &random, &restored)
      let undone = MemoryTarget(target.bytes)
      try undo.apply(to: undone)
      #expect(undone.bytes == item.movie, "\(item.name)")
    }
    for (name, counts) in [("changes", counts), ("restorations", restored)] {
      print(
        "\(name): \(counts.plans) plans, \(counts.failures) failed operations, "
          + "\(counts.losses) states after a loss of power, \(counts.verdicts[.old] ?? 0) old and "
          + "\(counts.verdicts[.new] ?? 0) new")
    }
    #expect(counts.plans >= 36)
    #expect(counts.losses > 10_000)
  }

  /// A program that is killed leaves the first part of a write. The next change in place succeeds all the same.
  @Test func canBeChangedAgainWhereverItWasKilled() throws {
    for item in try Self.cases() {
      let target = MemoryTarget(item.movie)
      for write in try item.change(item.movie).phases.flatMap(\.writes) {
        let bytes = write.content.bytes
        // A page or a sector is written whole.
        let ends = bytes.indices.filter { (Int(write.offset) + $0) % 512 == 0 && $0 >= 8 }
        for count in [0] + ends {
          let left = MemoryTarget(target.bytes)
          try left.write(Pieces(Array(bytes[..<count])), at: write.offset)
          let place = "\(item.name): \(write.label), \(count) of \(bytes.count) bytes"
          #expect(throws: Never.self, "\(place)") {
            let again = Change.replace("06:00:00:00")
            let changed = try again.applied(to: left.bytes)
            let judge = try Judge(old: left.bytes, new: changed)
            #expect(judge.verdict(changed) == .new)
          }
        }
        try target.write(Pieces(bytes), at: write.offset)
      }
    }
  }

  /// What takes the new movie back where it does not read as planned: only the heads.
  @Test func whatWasDecidedIsUndone() throws {
    for item in try Self.cases() {
      let (preparing, deciding) = try item.change(item.movie).divided
      let target = MemoryTarget(item.movie)
      try preparing.apply(to: target)
      let prepared = target.bytes
      let backup = try PatchBackup(of: deciding, from: MemorySource(prepared))
      try deciding.apply(to: target)
      let judge = try Judge(old: item.movie, new: target.bytes)
      #expect(judge.verdict(prepared) == .old, "\(item.name)")
      try backup.restoringPlan(for: MemorySource(target.bytes)).apply(to: target)
      #expect(judge.verdict(target.bytes) == .old, "\(item.name)")
      let old = Array(prepared[..<item.movie.count])
      #expect(target.bytes == old, "\(item.name)")

      // Somebody has cut the file meanwhile: what is left of the old movie comes back.
      let decided = MemoryTarget(prepared)
      try deciding.apply(to: decided)
      let heads = deciding.phases.flatMap(\.writes).map { Int($0.offset)..<Int($0.end ?? 0) }
      let sizes = stride(from: 0, to: decided.bytes.count, by: 97) + heads.map(\.upperBound)
      // A head that is cut through is not known again.
      for size in sizes where !heads.contains(where: { $0.dropFirst().contains(size) }) {
        let cut = MemoryTarget(Array(decided.bytes[..<size]))
        try backup.restoringPlan(for: cut.source, mustBeWhole: false).apply(to: cut)
        #expect(cut.bytes == Array(old.prefix(size)), "\(item.name), cut at \(size)")
      }
    }
  }

  private func check(
    _ plan: PatchPlan, _ start: [UInt8], _ judge: Judge, _ name: String,
    _ generator: inout SplitMix64, _ total: inout Counts
  ) throws {
    // The medium keeps what it calls at each flush, and with that these.
    var random = generator
    var counts = total
    defer {
      generator = random
      total = counts
    }
    counts.plans += 1
    let commit = plan.phases[plan.commit].writes
    #expect(commit.count == 1 && !commit[0].crossesSectors, "\(name)")

    // The power goes ahead of each flush.
    let disk = FaultyDisk(start)
    var flushes = 0
    var problems = 0
    disk.atFlush = { disk in
      // The file is cut behind the decisive phase, with a flush of its own.
      let isCut = plan.cutSize != nil && flushes > plan.commit
      let phase = isCut ? flushes - 1 : flushes
      let allowed: Set<Judge.Verdict> =
        flushes < plan.commit ? [.old] : flushes == plan.commit ? [.old, .new] : [.new]
      disk.eachLoss(&random) { bytes in
        let verdict = judge.verdict(bytes)
        counts.losses += 1
        counts.verdicts[verdict, default: 0] += 1
        if !allowed.contains(verdict) {
          if problems == 0 { Issue.record("\(name): \(verdict) in phase \(phase)\n\(plan)") }
          problems += 1
        }
      }
      flushes += 1
    }
    try plan.apply(to: disk)
    disk.atFlush = { _ in }
    #expect(judge.verdict(disk.durable) == .new, "\(name)")

    // Each operation fails, alone or with the one that follows, which may be the clearing up.
    for operation in 0..<disk.operations {
      for failing in [[operation], [operation, operation + 1]] as [Set<Int>] {
        let disk = FaultyDisk(start)
        disk.failing = failing
        let error = #expect(throws: PatchError.self, "\(name)") { try plan.apply(to: disk) }
        counts.failures += 1
        let allowed: Set<Judge.Verdict> =
          switch error?.state {
          case .unchanged: [.old]
          case .undecided: [.old, .new]
          case .changed: [.new]
          case nil: []
          }
        var seen: [Judge.Verdict: Int] = [judge.verdict(disk.cached): 1]
        disk.eachLoss(&random) { bytes in
          seen[judge.verdict(bytes), default: 0] += 1
          counts.losses += 1
        }
        counts.verdicts.merge(seen, uniquingKeysWith: +)
        #expect(
          allowed.isSuperset(of: seen.keys), "\(name): \(seen) where operation \(operation) fails")
      }
    }
  }
}
