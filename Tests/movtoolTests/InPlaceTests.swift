import Foundation
import MovKit
import TestSupport
import Testing

/// Changes of a movie in place, made by the built tool.
@Suite struct InPlaceTests {
  static let movies = [
    "camera/moov-last.mov", "camera/moov-first.mov", "camera/moov-last.mp4",
    "camera/moov-first.mp4", "camera/camera.mov", "camera/two-video-tracks.mov",
    "camera/gst-mp4mux.mp4", "edits/cut-by-copy.mov",
  ]

  /// Runs `body` with a copy of a test movie in a folder of its own.
  private func with(_ movie: String, _ body: (URL, [UInt8]) throws -> Void) throws {
    let bytes = try testMovie(movie)
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("movie")
      try Data(bytes).write(to: file)
      try body(file, bytes)
    }
  }

  private func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  private func succeed(_ arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 0, "\(arguments): \(result.stderr)")
    #expect(!result.stderr.contains("error"))
  }

  /// The first part that an index describes follows the index, in this file or in one that is put after it, so
  /// nothing is added there.
  @Test func nothingFollowsAnIndex() throws {
    let work = try Stamping()
    let whole = try Data(
      contentsOf: Stamping.media.appending(path: "fragments/global-sidx.mp4"))
    let fragment = try #require(whole.range(of: Data("moof".utf8)))
    let file = work["init.mp4"]
    let start = Data(whole[..<(fragment.lowerBound - 4)])
    try start.write(to: file)
    let inPlace = try Tool.run(["edit", "metadata", file.path, "title=Z", "--in-place"])
    #expect(inPlace.status == 1 && inPlace.stderr.contains("(sidx)"), "\(inPlace.stderr)")
    #expect(try Data(contentsOf: file) == start)
    let copy = work["copy.mp4"]
    let result = try Tool.run(["edit", "metadata", file.path, "title=Z", "-o", copy.path])
    #expect(result.status == 0, "\(result.stderr)")
    let index = try #require(start.range(of: Data("sidx".utf8)))
    #expect(
      try Data(contentsOf: copy).suffix(start.count - index.lowerBound)
        == start[index.lowerBound...])
  }

  @Test(arguments: movies)
  func stampAndRestore(movie: String) throws {
    try with(movie) { file, old in
      let stamp = ["insert", "timecode", file.path, "--start", "01:00:00:00", "--in-place"]
      let planned = try Tool.run(stamp + ["--dry-run"])
      #expect(planned.status == 0)
      #expect(planned.text.contains("header of the new moov"))
      #expect(try bytes(file) == old)

      let backup = file.path + ".backup"
      try succeed(stamp + ["--backup", backup])
      let new = try bytes(file)
      #expect(try ChangedMovie.frameNumber(of: new) != nil)
      #expect(try ChangedMovie.media(of: new) == ChangedMovie.media(of: old))
      // Only the new header and the sample are added after the old end.
      #expect(new.count - old.count < (try ChangedMovie.header(of: new).count) + 64)
      let size = try Data(contentsOf: URL(fileURLWithPath: backup)).count
      #expect(size < old.count && size < 5000)

      try succeed(["restore", file.path, backup])
      #expect(try bytes(file) == old)
      // There is nothing left to restore.
      try succeed(["restore", file.path, backup])
      #expect(try bytes(file) == old)
    }
  }

  /// No byte of media is written: only the bytes that the plan lists differ.
  @Test(arguments: movies)
  func onlyThePlanIsWritten(movie: String) throws {
    try with(movie) { file, old in
      let stamp = ["insert", "timecode", file.path, "--start", "01:00:00:00", "--in-place"]
      let plan = try Tool.run(stamp + ["--dry-run"]).text
      let ranges = plan.split(separator: "\n").compactMap { line -> Range<Int>? in
        let words = line.split(separator: " ")
        guard words.count > 2, let offset = Int(words[0]), let count = Int(words[1]) else {
          return nil
        }
        return offset..<offset + count
      }
      #expect(ranges.count >= 3)
      try succeed(stamp)
      let new = try bytes(file)
      let differing = new.indices.filter { index in
        (index >= old.count || old[index] != new[index])
          && !ranges.contains { $0.contains(index) }
      }
      #expect(differing.isEmpty, "\(differing.prefix(5))")
    }
  }

  @Test(arguments: movies)
  func remove(movie: String) throws {
    try with(movie) { file, old in
      let none = try Tool.run(["remove", "timecode", file.path, "--in-place"])
      #expect(none.status == 1)
      #expect(none.stderr.hasSuffix(": the movie has no timecode track to remove\n"))
      #expect(try bytes(file) == old)

      try succeed(["insert", "timecode", file.path, "--start", "01:00:00:00", "--in-place"])
      let stamped = try bytes(file)
      let copy = file.path + ".copy"
      try succeed(["remove", "timecode", file.path, "-o", copy])
      #expect(try bytes(file) == stamped)
      let plain = try bytes(URL(fileURLWithPath: copy))
      #expect(try ChangedMovie.frameNumber(of: plain) == nil)

      let backup = file.path + ".backup"
      try succeed(["remove", "timecode", file.path, "--in-place", "--backup", backup])
      let removed = try bytes(file)
      #expect(try ChangedMovie.frameNumber(of: removed) == nil)
      #expect(try ChangedMovie.media(of: removed) == ChangedMovie.media(of: old))
      #expect(removed.count == stamped.count)
      try succeed(["restore", file.path, backup])
      #expect(try bytes(file) == stamped)
    }
  }

  /// The space that one stamp frees is used by a later one.
  @Test(arguments: ["camera/moov-last.mov", "camera/moov-first.mp4"])
  func manyStampsDoNotGrow(movie: String) throws {
    try with(movie) { file, _ in
      var sizes: [Int] = []
      for number in 0..<10 {
        try succeed([
          "insert", "timecode", file.path, "--start", "0\(number):00:00:00", "--in-place",
          "--replace",
        ])
        sizes.append(try bytes(file).count)
      }
      #expect(sizes.max() == sizes[1], "\(sizes)")
      #expect(try ChangedMovie.frameNumber(of: try bytes(file)) != nil)
    }
  }

  @Test func contradictions() throws {
    try with("camera/moov-last.mov") { file, old in
      let stamp = ["insert", "timecode", file.path, "--start", "01:00:00:00"]
      let both = try Tool.run(stamp + ["--in-place", "-o", file.path + ".copy"])
      #expect(both.status == 2)
      #expect(both.stderr.contains("options '-o' and '--in-place' cannot be used together"))
      #expect(try Tool.run(stamp).status == 2)
      #expect(try Tool.run(stamp + ["-o", file.path + ".c", "--backup", "b"]).status == 2)
      #expect(try bytes(file) == old)
      #expect(!FileManager.default.fileExists(atPath: file.path + ".copy"))
    }
  }

  /// A backup never overwrites an older backup or the movie itself.
  @Test func backupsAreKept() throws {
    try with("camera/moov-last.mov") { file, old in
      let stamp = ["insert", "timecode", file.path, "--start", "01:00:00:00", "--in-place"]
      let other = file.path + ".backup"
      try Data("precious".utf8).write(to: URL(fileURLWithPath: other))
      for target in [file.path, other] {
        let result = try Tool.run(stamp + ["--backup", target])
        #expect(result.status == 1)
        #expect(
          result.stderr == "movtool: \(target): "
            + (target == other
              ? "the file already exists; choose another name for '--backup'\n"
              : "the output (--backup) is the same file as the input (FILE); choose another name for it\n")
        )
      }
      #expect(try bytes(file) == old)
      #expect(try bytes(URL(fileURLWithPath: other)) == Array("precious".utf8))
      for wrong in [file.path, other] {
        let result = try Tool.run(["restore", file.path, wrong])
        #expect(result.status == 1)
        let reason =
          wrong == other
          ? "this is not a movtool backup"
          : "the input (FILE) is the same file as the input (BACKUP)"
        #expect(result.stderr == "movtool: \(wrong): \(reason)\n")
      }
      #expect(try bytes(file) == old)
    }
  }

  @Test func verifyEverything() throws {
    try with("camera/moov-last.mov") { file, _ in
      let stamp = ["insert", "timecode", file.path, "--start", "01:00:00:00", "--verify=full"]
      try succeed(stamp + ["-o", file.path + ".copy"])
      try succeed(stamp + ["--in-place"])
      #expect(try ChangedMovie.frameNumber(of: try bytes(file)) != nil)
    }
  }

  /// The number of bytes written, as counted by the kernel.
  @Test func bytesWritten() throws {
    if NotRun.underSanitizer() { return }
    #if os(Linux)
      try Tool.withFolder { folder in
        let file = folder.appendingPathComponent("large.mov")
        try writeLargeMovie(file, mediaSize: 1 << 30)
        let header = try ChangedMovie.header(of: try testMovie("camera/moov-last.mov")).count
        let plan = try Tool.run(
          ["insert", "timecode", "large.mov", "--start", "01:00:00:00", "--in-place", "--dry-run"],
          cwd: folder)
        // The shell's own counters include those of the programs that it has waited for.
        let script = """
          count() { while read -r key value; do eval "${key%:}=$value"; done < /proc/$$/io; }
          count; w=$wchar b=$write_bytes
          "$TOOL" insert timecode large.mov --start 01:00:00:00 --in-place || exit
          count; echo $((wchar - w)) $((write_bytes - b))
          """
        var least = [Int.max, Int.max]
        // The kernel also counts metadata blocks that the file system happens to write at that
        // time. They only add to the number, so the least of several runs is what this program
        // writes.
        for _ in 0..<5 {
          try writeLargeMovie(file, mediaSize: 1 << 30)
          let result = try Tool.shell(script, cwd: folder)
          try #require(result.status == 0, "\(result.stderr)")
          let counts = result.text.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
          try #require(counts.count == 2, "\(result.text)")
          least = [min(least[0], counts[0]), min(least[1], counts[1])]
          #expect(counts[0] > header)
          #expect(counts[0] <= header + 4096)
        }
        print("in place, 1 GiB: \(least[0]) bytes written, \(least[1]) in pages; moov \(header)")
        // The kernel counts whole pages, and each write is flushed before the next.
        let pages = plan.text.split(separator: "\n").reduce(0) { sum, line in
          let numbers = line.split(separator: " ").prefix(2).compactMap { Int($0) }
          guard numbers.count == 2 else { return sum }
          return sum + (numbers[0] + numbers[1] - 1) / 4096 - numbers[0] / 4096 + 1
        }
        #expect(pages > 3 && least[1] <= pages * 4096)
      }
    #endif
  }

  /// A backup does not change a movie that is not its own, whether shorter or longer.
  @Test func backupsOfOtherMovies() throws {
    try Tool.withFolder { folder in
      let media = Stamping.media
      let file = folder.appending(path: "clip.mov")
      let backup = folder.appending(path: "clip.backup")
      try FileManager.default.copyItem(
        at: media.appending(path: "camera/moov-last.mov"), to: file)
      let stamped = try Tool.run([
        "insert", "timecode", file.path, "--start", "10:00:00:00", "--in-place", "--backup",
        backup.path,
      ])
      #expect(stamped.status == 0)
      var sizes: [Int] = []
      for kind in ["rates", "camera", "fragments", "edits"] {
        for other in try FileManager.default.contentsOfDirectory(
          at: media.appending(path: kind), includingPropertiesForKeys: nil)
        where other.lastPathComponent != "moov-last.mov" {
          let copy = folder.appending(path: "other-\(other.lastPathComponent)")
          let bytes = try Data(contentsOf: other)
          try bytes.write(to: copy)
          let result = try Tool.run(["restore", copy.path, backup.path])
          #expect(
            result.status == 1 && result.stderr.contains("belongs to another file"),
            "\(other.lastPathComponent): \(result.stderr)")
          #expect(try Data(contentsOf: copy) == bytes)
          sizes.append(bytes.count)
        }
      }
      #expect(sizes.contains { $0 < 10_000 } && sizes.contains { $0 > 20_000 })
    }
  }

}
