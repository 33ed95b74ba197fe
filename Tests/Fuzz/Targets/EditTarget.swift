@testable import MovKit

/// Every plan that is made reads back, as a copy and in place, and a change in place can be undone.
enum EditTarget {
  /// - Returns: How many plans there were: a movie can be so damaged that each change is refused.
  @discardableResult
  static func run(_ bytes: [UInt8]) throws -> Int {
    let source = MemorySource(bytes)
    guard let movie = try? Movie(from: source) else { return 0 }
    var plans = 0
    for (what, change) in changes {
      var editor = MovieEditor(movie)
      guard (try? change(&editor)) != nil else { continue }
      plans += try copy(editor, of: source, what)
      if try patch(editor, of: source, bytes, what) { plans += 1 }
    }
    return plans
  }

  private static let changes: [(String, @Sendable (inout MovieEditor) throws -> Void)] = [
    (
      "stamp",
      { editor in
        var request = StampRequest(start: "01:00:00:00", reel: "A", replaces: true)
        request.frameDuration = MediaTime(value: 1, timescale: 25)
        _ = try editor.stamp(request)
      }
    ),
    (
      "segments",
      { editor in
        let format = TimecodeFormat(
          frameDuration: MediaTime(value: 1, timescale: 25), frameQuanta: 25)
        let runs = [(0, 90_000), (1, 5), (3, -25)].map {
          TimecodeRun(
            at: MediaTime(value: $0.0, timescale: 2), format: format, frameNumber: $0.1)
        }
        let videos = editor.movie.tracks(.video).map(\.id)
        _ = try editor.add(TimecodeStamp(.runs(PackedRuns(runs)), trackIDs: videos, replaces: true))
      }
    ),
    (
      "shift",
      { editor in
        var change = TimecodeChange()
        change.shift = .frames(100)
        change.reel = "B"
        _ = try editor.changeTimecode(change)
      }
    ),
    (
      "trim",
      { editor in
        var change = TimecodeChange()
        change.trimsToVideo = true
        _ = try editor.changeTimecode(change)
      }
    ),
    ("remove", { editor in try editor.removeTimecodeTracks() }),
    (
      "metadata",
      { editor in
        for (key, value) in [
          ("title", "T"), ("location", "48.1,-11.5,5"), ("genre", "G"), ("trkn", "3/12"),
          ("com.apple.quicktime.make", "M"), ("©cmt", "ü"), ("----:com.apple.iTunes:A", "B"),
        ] { _ = try? editor.setMetadata(MetadataKey(key), to: value) }
        if let track = editor.movie.tracks.first {
          try editor.setMetadata(.name(.title), to: "T", of: track)
        }
      }
    ),
    (
      "track",
      { editor in
        guard let track = editor.movie.tracks.first else { return }
        var change = MovieEditor.TrackChange()
        (change.name, change.language, change.isEnabled) = ("N", "de-CH", true)
        try editor.change(track, to: change)
      }
    ),
    (
      "atoms",
      { editor in
        for path in [
          "moov", "moov/trak", "moov/trak/mdia/minf/stbl", "moov/udta", "moov/trak/udta",
        ] {
          try? editor.insert(Atom("abcd", .bytes([1, 2, 3])), intoAtomAt: AtomPath(path))
        }
      }
    ),
    ("no metadata", { editor in try editor.removeMetadata { _ in true } }),
    ("no location", { editor in try editor.removeMetadata(.name(.location)) }),
  ]

  private static func copy(_ editor: MovieEditor, of source: MemorySource, _ what: String) throws
    -> Int
  {
    var plans = 0
    for fastStart in [false, true] {
      guard let plan = try? editor.copy(from: source, fastStart: fastStart).plan else { continue }
      guard let result = try? plan.render(from: source) else {
        throw BrokenLaw("\(what): the plan cannot be carried out")
      }
      try law(UInt64(result.count) == plan.size, "\(what): another size than planned")
      do { _ = try editor.check(MemorySource(result), against: source, plan: plan) } catch {
        throw BrokenLaw("\(what), fast start \(fastStart): \(error)")
      }
      plans += 1
    }
    return plans
  }

  private static func patch(
    _ editor: MovieEditor, of source: MemorySource, _ bytes: [UInt8], _ what: String
  ) throws -> Bool {
    guard let plan = try? editor.patchPlan(), let expected = try? InPlaceExpectation(editor),
      let backup = try? PatchBackup(of: plan, from: source)
    else { return false }
    guard let after = try? PatchedSource(source, after: plan) else {
      throw BrokenLaw("\(what): the patch cannot be applied")
    }
    do { _ = try expected.check(after) } catch {
      throw BrokenLaw("\(what), in place: \(error)")
    }
    guard let undo = try? backup.restoringPlan(for: after),
      let restored = try? PatchedSource(after, after: undo)
    else { throw BrokenLaw("\(what): it cannot be undone") }
    try law(
      restored.size >= source.size
        && (try? restored.read(at: 0, count: bytes.count)) == bytes,
      "\(what): undone to other bytes")
    if let size = undo.cutSize { try law(size == source.size, "\(what): undone to another size") }
    return true
  }
}
