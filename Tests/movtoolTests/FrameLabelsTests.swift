import Foundation
import Testing

/// Every frame that a player shows has a label of its own, from the first to the last, whatever makes the
/// frames begin and end elsewhere than a simple movie's do.
@Suite struct FrameLabelsTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// The labels 10:00:00:00 and so on, at 25 a second.
  private static func labels(_ count: Int, from first: Int = 0) -> [String] {
    (first..<first + count).map {
      let (second, frame) = $0.quotientAndRemainder(dividingBy: 25)
      return "10:00:0\(second):" + (frame < 10 ? "0" : "") + "\(frame)"
    }
  }

  /// Without an edit list, composition offsets show the first frame after the movie begins, and the last one
  /// after its media ends.
  @Test(arguments: ["mov", "mp4"], [[], ["--fragment", "0.3"]])
  func framesThatAreShownLate(_ kind: String, options: [String]) throws {
    let source = Stamping.media.appending(path: "edits/no-edit-list.mov").path
    let (stamped, built) = (work["stamped.mov"], work["built.\(kind)"])
    for arguments in [
      ["insert", "timecode", source, "--start", "10:00:00:00", "-o", stamped.path],
      ["build", built.path, "--video", source, "--timecode", "10:00:00:00"] + options,
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
    }
    for file in [stamped, built] {
      #expect(try ShownFrames.labels(file) == Self.labels(25), "\(file.lastPathComponent)")
      let check = try Tool.run(["check", file.path])
      #expect(!check.text.contains("timecode-edit"), "\(check.text)")
      let listed = try Tool.run(["extract", "timecode", file.path])
      #expect(!listed.stderr.contains("timecode-edit"), "\(listed.stderr)")
    }
    let part = work["part.mov"]
    let cut = try Tool.run(["cut", stamped.path, "--from", "0.5", "-o", part.path])
    #expect(cut.status == 0 && !cut.stderr.contains("timecode"), "\(cut.stderr)")
  }

  /// The first and the last label are those of the first and the last frame in whatever names them: the list of
  /// frames, of stretches and of movies, and the comparison. The check finds nothing to trim.
  @Test(arguments: [("fragments", 5), ("edits", 5), ("camera", 15), ("rates", 25)])
  func everyViewHasTheSameLastLabel(folder: String, least: Int) throws {
    var count = 0
    for name in try Media.files(in: folder) {
      let stamped = work["stamped." + (name as NSString).pathExtension]
      let made = try Tool.run([
        "insert", "timecode", Stamping.media.appending(path: name).path, "--start", "10:00:00:00",
        "--replace", "--overwrite", "-o", stamped.path,
      ])
      // What has no video, or video of no even rate, is not about this.
      guard made.status == 0, !made.stderr.contains("frame-rate-varies") else { continue }
      let labels = try ShownFrames.labels(stamped).filter { $0 != "none" }
      let document = try Self.json(["extract", "timecode", "--compact", stamped.path])
      let track = (document["tracks"] as? [[String: Any]])?.first
      let segment = (track?["segments"] as? [[String: Any]])?.last
      #expect(segment?["lastTimecode"] as? String == labels.last, "\(name)")
      let listed = try Self.json(["list", "--compact", stamped.path])
      #expect(listed["first"] as? String == labels.first, "\(name)")
      #expect(listed["last"] as? String == labels.last, "\(name)")
      let compared = try Self.json(["diff", "--timecode", "--json", stamped.path, stamped.path])
      let side = compared["originalTimecode"] as? [String: Any]
      #expect(side?["last"] as? String == labels.last, "\(name)")
      let check = try Tool.run(["check", stamped.path])
      #expect(!check.text.contains("timecode-edit"), "\(name): \(check.text)")
      count += 1
    }
    #expect(count >= least)
  }

  /// The first line that a command prints, as JSON.
  private static func json(_ arguments: [String]) throws -> [String: Any] {
    let line = try #require(try Tool.run(arguments).text.split(separator: "\n").first)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(arguments)")
  }

  /// An edit that begins in the middle of a frame, as phones write it that cut a movie, shows the rest of the
  /// frame. A frame lasts 512 ticks.
  @Test(arguments: [1, 100, 256, 257, 300, 400, 500, 511, 512])
  func firstFrameIsCut(mediaTime: Int) throws {
    let (source, stamped) = (work["edited.mov"], work["stamped.mov"])
    for arguments in [
      [
        "edit", "atom", Stamping.media.appending(path: "rates/25.mov").path,
        "moov/trak[0]/edts/elst", "entries[0].media_time=\(mediaTime)", "-o", source.path,
      ],
      ["insert", "timecode", source.path, "--start", "10:00:00:00", "-o", stamped.path],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
    }
    let labels = try ShownFrames.labels(stamped)
    #expect(labels == Self.labels(labels.count), "\(mediaTime)")
    #expect(labels.count >= 24)
  }

  /// Where each label lasts two frames, a part can begin with the second of them, and so can a later stretch. What
  /// takes or changes that timecode keeps the place in the label.
  @Test func labelsOfTwoFrames() throws {
    let (whole, second) = (work["whole.mov"], work["second.mov"])
    let (part, later, joined) = (work["part.mov"], work["later.mov"], work["joined.mov"])
    let source = Stamping.media.appending(path: "rates/50.mov").path
    func run(_ arguments: [String]) throws {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(arguments): \(result.stderr)")
    }
    try run([
      "insert", "timecode", source, "--start", "01:00:00:00", "--rate", "25", "-o", whole.path,
    ])
    try run(["cut", whole.path, "--from", "0.02", "-o", part.path])
    try run(["cut", whole.path, "--to", "1", "-o", second.path])
    try run(["cut", whole.path, "--from", "1.54", "-o", later.path])
    try run(["join", second.path, later.path, "-o", joined.path])
    for movie in [part, joined] {
      let labels = try ShownFrames.labels(movie)
      #expect(labels.count > 50)
      let (bare, taken) = (work["bare.mov"], work["taken.mov"])
      try run(["remove", "timecode", movie.path, "-o", bare.path, "--overwrite"])
      try run([
        "insert", "timecode", bare.path, "--from", movie.path, "-o", taken.path, "--overwrite",
      ])
      #expect(try ShownFrames.labels(taken) == labels)
      let trimmed = work["trimmed.mov"]
      try run([
        "edit", "timecode", movie.path, "--trim-to-video", "-o", trimmed.path, "--overwrite",
      ])
      #expect(try ShownFrames.labels(trimmed) == labels)
      if movie == part {
        // There is nothing to trim.
        let samples = try [movie, trimmed].map {
          (try Stamping.tracks(of: $0).first?["samples"] as? [Any])?.count
        }
        #expect(samples == [1, 1])
      }
    }
  }

  /// Where labels are a little shorter than frames, the video ends just after the beginning of a label that no frame
  /// has. Lists end with the label of the last frame.
  @Test(arguments: [("23976", "24"), ("2997", "30"), ("5994", "60"), ("25", "25")])
  func lastLabel(media: String, rate: String) throws {
    let stamped = work["stamped.mov"]
    let result = try Tool.run([
      "insert", "timecode", Stamping.media.appending(path: "rates/\(media).mov").path, "--start",
      "01:00:00:00", "--rate", rate, "-o", stamped.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let labels = try ShownFrames.labels(stamped)
    let segments = try Stamping.tracks(of: stamped).first?["segments"] as? [[String: Any]]
    #expect(segments?.last?["lastTimecode"] as? String == labels.last)
    let list = try Tool.run(["list", stamped.path, "--columns", "last,frames"]).text
    #expect(
      list.split(separator: "\n").last?.split(separator: " ").map(String.init)
        == [labels.last ?? "", "\(labels.count)"], "\(list)")
  }

  /// A frame that is shown after the end of the media is found by its time.
  @Test func lateFrameByItsTime() throws {
    let source = Stamping.media.appending(path: "edits/no-edit-list.mov").path
    let marked = try Tool.run(["samples", source, "--at", "1.04"])
    #expect(marked.status == 0 && marked.text.contains("> "), "\(marked.text)\(marked.stderr)")
    let after = try Tool.run(["samples", source, "--at", "1.08"])
    #expect(
      after.status == 1 && after.stderr.contains("it ends at 00:00:01.080"), "\(after.stderr)")
  }

  /// The frames of a phone last as long as they like, so a label begins in the middle of one. Each frame has the
  /// label in every part that it had in the whole movie, and a part that begins with a label begins with its
  /// frame.
  @Test(arguments: ["10:00:00:00", "23:59:59:12"]) func framesOfAPhone(start: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let (made, movie) = (work["made.mov"], work["movie.mov"])
    // About 25 frames a second, each up to 16 ms early or late.
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=5", "-vf",
        "settb=1/10000,setpts=N*400+160+(mod(N*7\\,11)-5)*32", "-fps_mode", "passthrough",
        "-c:v", "mjpeg", "-enc_time_base", "1/10000", "-video_track_timescale", "10000", made.path,
      ])
    let stamp = try Tool.run([
      "insert", "timecode", made.path, "--start", start, "--rate", "25", "-o", movie.path,
    ])
    try #require(stamp.status == 0, "\(stamp.stderr)")
    let labels = try ShownFrames.labels(movie)
    try #require(labels.count > 100)
    for index in stride(from: 3, to: 120, by: 9) {
      // What is asked for is the first frame that has the label.
      guard let first = labels.firstIndex(of: labels[index]) else { continue }
      let part = work["part-\(index).mov"]
      let cut = try Tool.run([
        "cut", movie.path, "--from", labels[index], "-o", part.path,
      ])
      #expect(cut.status == 0, "\(cut.stderr)")
      #expect(try ShownFrames.labels(part) == Array(labels[first...]), "\(index): \(labels[index])")
      let before = work["before-\(index).mov"]
      let head = try Tool.run(["cut", movie.path, "--to", labels[index], "-o", before.path])
      #expect(head.status == 0, "\(head.stderr)")
      #expect(try ShownFrames.labels(before) == Array(labels[..<first]), "\(index)")
      let whole = work["whole-\(index).mov"]
      let join = try Tool.run(["join", before.path, part.path, "-o", whole.path])
      #expect(join.status == 0, "\(join.stderr)")
      #expect(try ShownFrames.labels(whole) == labels, "\(index)")
    }
  }
}
