import Foundation
import Testing

/// Many movies at a time, with the built tool: `--jobs` and `--skip-existing`.
@Suite(.serialized) struct JobsTests {
  private static let manager = FileManager.default

  /// Makes the folder `in` of 20 movies, of which 4 cannot be stamped, and the folders for outputs.
  private func withMovies(
    of kind: String = "rates", _ body: (URL) throws -> Void
  ) throws {
    try Tool.withFolder { folder in
      for name in ["in", "out"] {
        try Self.manager.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      let whole = try testMovie("camera/moov-last.mov")
      for number in 0..<20 {
        let file = folder.appending(path: "in/\(number).mov")
        switch number {
        case 3, 17: try Data(whole.prefix(9000)).write(to: file)
        case 9: try Data().write(to: file)
        case 12: try Data(try testMovie("quicktime/cmov-unknown.mov")).write(to: file)
        default:
          try Data(try testMovie("\(kind)/\(["25", "24", "50"][number % 3]).mov")).write(to: file)
        }
      }
      try body(folder)
    }
  }

  private func contents(_ folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try Self.manager.contentsOfDirectory(atPath: folder.path) {
      contents[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return contents
  }

  private func empty(_ folder: URL) throws {
    for name in try Self.manager.contentsOfDirectory(atPath: folder.path) {
      try Self.manager.removeItem(at: folder.appending(path: name))
    }
  }

  // MARK: In order

  /// Output, messages and copies do not depend on the number of jobs, with failures in between.
  @Test(arguments: [
    "insert timecode in --start 01:00:00:00",
    "insert timecode in --start 01:00:00:00 --json",
    "insert timecode in --start 01:00:00:00 --json --verify=full -v",
    "remove timecode in --dry-run", "remove timecode in --json", "edit timecode in --shift +1f",
    "remux in --fast-start", "remux in --fragment 0.2 --json",
    "cut in --from 0.2", "cut in --to 0.5 --json", "edit metadata in title=A --json",
  ])
  func anyNumberOfJobs(command: String) throws {
    try withMovies(of: command.hasPrefix("insert") ? "rates" : "timecode") { folder in
      let arguments = command.split(separator: " ").map(String.init) + ["-o", "out"]
      let out = folder.appending(path: "out")
      let one = try Tool.run(arguments + ["--jobs", "1"], cwd: folder)
      #expect(one.status == 1)
      #expect(one.stderr.contains("movtool: in/3.mov: "), "\(one.stderr)")
      #expect(!one.text.isEmpty)
      let copies = try contents(out)
      for jobs in [["--jobs", "8"], ["--jobs", "256"], []] {
        try empty(out)
        let many = try Tool.run(arguments + jobs, cwd: folder)
        #expect(many.status == 1)
        #expect(many.text == one.text, "\(jobs)")
        #expect(many.stderr == one.stderr, "\(jobs)")
        #expect(try contents(out) == copies, "\(jobs)")
      }
    }
  }

  /// Every failure is one file's; the summary counts them.
  @Test func oneFailureStopsNoOther() throws {
    try withMovies { folder in
      let result = try Tool.run(
        ["insert", "timecode", "in", "--start", "01:00:00:00", "-o", "out/", "--jobs", "6"],
        cwd: folder)
      #expect(result.status == 1)
      #expect(
        result.text.hasSuffix(
          "\n20 files: 16 changed, 4 failed: in/3.mov, in/9.mov, in/12.mov, in/17.mov\n"),
        "\(result.text)")
      #expect(try contents(folder.appending(path: "out")).count == 16)
    }
  }

  /// A mistake in the command line that shows only with a movie ends everything, as with one job.
  @Test func mistakes() throws {
    try withMovies { folder in
      let arguments = ["insert", "timecode", "in", "--start", "01:00:00:99", "-o", "out"]
      let one = try Tool.run(arguments + ["--jobs", "1"], cwd: folder)
      let many = try Tool.run(arguments + ["--jobs", "8"], cwd: folder)
      #expect(one.status != 0 && one.status == many.status)
      #expect(one.stderr == many.stderr)
      #expect(try contents(folder.appending(path: "out")).isEmpty)
    }
  }

  @Test func whoReadsTheOutputStops() throws {
    try withMovies { folder in
      for number in 20..<600 {
        try Self.manager.createSymbolicLink(
          atPath: folder.appending(path: "in/\(number).mov").path, withDestinationPath: "0.mov")
      }
      let script = """
        { "$TOOL" -q insert timecode in --start 01:00:00:00 --dry-run --jobs $0 2>e; echo $? >s; } \
          | true; cat s e
        """
      // Nobody hears of the failures that were not printed.
      let ends = try [1, 8].map { jobs in
        try Tool.shell(script.replacing("$0", with: "\(jobs)"), cwd: folder)
      }
      #expect(ends[0].text == ends[1].text)
      #expect(ends[0].text.hasPrefix("1\nmovtool: in/3.mov: "), "\(ends[0].text)")
    }
  }

  @Test func inPlaceOneAfterTheOther() throws {
    try withMovies { folder in
      let arguments = ["insert", "timecode", "in", "--start", "01:00:00:00", "--in-place"]
      let refused = try Tool.run(arguments + ["--jobs", "2"], cwd: folder)
      #expect(refused.status == 2)
      #expect(
        refused.stderr.contains("options '--jobs' and '--in-place' cannot be used together"))
      let result = try Tool.run(arguments, cwd: folder)
      #expect(result.text.contains("\n20 files: 16 changed, 4 failed: "))
    }
  }

  // MARK: Interrupted

  /// In the midst of many copies, a signal removes all temporary files.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) throws {
    try Tool.withFolder { folder in
      let sources = (0..<12).map { "\($0).mov" }
      for name in sources {
        try writeLargeMovie(folder.appending(path: name), mediaSize: 1 << 20, isReal: true)
      }
      let arguments =
        ["insert", "timecode", "--start", "01:00:00:00", "-o", "out/", "--jobs", "12"] + sources
      let out = folder.appending(path: "out")
      let clock = ContinuousClock()
      var status: Int32 = -1
      let time = try clock.measure {
        status = try RunningTool(arguments, in: folder).wait().status
      }
      #expect(status == 0)
      let expected = try contents(out)
      #expect(expected.count == 12)
      var usual = RunningTool.microseconds(time)
      var (ended, partly) = (0, 0)
      for _ in 0..<8 {
        try Self.manager.removeItem(at: out)
        let end = try RunningTool.disturb(
          arguments, in: folder, with: signal, within: usual / 4...usual)
        #expect(end.wasSignal ? end.status == signal : end.status == 0, "\(end.stderr)")
        #expect(end.stderr.isEmpty)
        let left = (try? contents(out)) ?? [:]
        for (name, bytes) in left { #expect(bytes == expected[name], "\(name)") }
        // The first run may have taken longer than the others do, beside other tests.
        if end.wasSignal { ended += 1 } else { usual = usual * 2 / 3 }
        if end.wasSignal, (1..<12).contains(left.count) { partly += 1 }
        if left.isEmpty {
          try Self.manager.createDirectory(at: out, withIntermediateDirectories: true)
        }
      }
      print("many copies, signal \(signal): \(partly) of 8 ended with some of them written")
      #expect(ended > 0)
    }
  }

  /// A signal ends a run over many movies, and what was changed by then is named: by its line, or by a message.
  /// Only the movie that is being verified may be changed without that.
  @Test(arguments: [["--json"], []])
  func interruptedInPlace(options: [String]) throws {
    try Tool.withFolder { folder in
      let old = try Data(contentsOf: Media.root.appending(path: "timecode/25.mov"))
      let names = (0..<60).map { "\(100 + $0).mov" }
      let arguments =
        ["edit", "timecode", ".", "--shift", "+01:00:00:00", "--in-place"] + options
      func restore() throws {
        for name in names { try old.write(to: folder.appending(path: name)) }
      }
      try restore()
      var status: Int32 = -1
      let time = try ContinuousClock().measure {
        status = try RunningTool(arguments, in: folder).wait().status
      }
      #expect(status == 0)
      var partly = 0
      for _ in 0..<6 {
        try restore()
        let end = try RunningTool.disturb(
          arguments, in: folder, with: SIGINT, within: 0...RunningTool.microseconds(time))
        let changed = try names.filter {
          try Data(contentsOf: folder.appending(path: $0)) != old
        }
        let unnamed = changed.filter { !end.stdout.contains($0) && !end.stderr.contains($0) }
        #expect(unnamed.count <= 1, "\(unnamed)")
        #expect(unnamed.isEmpty || end.wasSignal)
        let unchanged = names.filter { !changed.contains($0) }
        #expect(unchanged.allSatisfy { !end.stdout.contains($0) })
        if end.wasSignal, (1..<60).contains(changed.count) { partly += 1 }
      }
      print("many movies in place: \(partly) of 6 runs ended with some of them changed")
      #expect(partly > 0)
    }
  }

  // MARK: Again

  /// What was interrupted is continued by the same command.
  @Test func existingCopiesAreSkipped() throws {
    try withMovies { folder in
      let out = folder.appending(path: "out")
      let arguments = ["insert", "timecode", "in", "--start", "01:00:00:00", "-o", "out"]
      let first = try Tool.run(arguments + ["--skip-existing"], cwd: folder)
      #expect(first.text.contains("\n20 files: 16 changed, 4 failed: "))
      let copies = try contents(out)
      for name in ["1.mov", "14.mov"] {
        try Self.manager.removeItem(at: out.appending(path: name))
      }
      // A copy that exists is not read, nor is its source.
      try Data("not a movie".utf8).write(to: out.appending(path: "3.mov"))
      let again = try Tool.run(arguments + ["--skip-existing"], cwd: folder)
      #expect(again.status == 1)
      #expect(
        again.text.contains("in/0.mov: skipped (out/0.mov)\nin/1.mov: no timecode -> 01:00:00:00"),
        "\(again.text)")
      #expect(again.text.contains("in/3.mov: skipped (out/3.mov)\n"))
      #expect(
        again.text.hasSuffix(
          "\n20 files: 2 changed, 15 skipped, 3 failed: in/9.mov, in/12.mov, in/17.mov\n"),
        "\(again.text)")
      try Self.manager.removeItem(at: out.appending(path: "3.mov"))
      #expect(try contents(out) == copies)
      let json = try Tool.run(arguments + ["--skip-existing", "--json"], cwd: folder)
      #expect(json.text.contains(#"{"file":"in/0.mov","status":"skipped","output":"out/0.mov","#))
      #expect(json.text.contains(#""skipped":16,"failed":4"#), "\(json.text)")
      // Without the option, each is a failure.
      let refused = try Tool.run(arguments, cwd: folder)
      #expect(refused.text.contains("20 files: 20 failed: "), "\(refused.text)")
      for other in ["--overwrite", "--in-place"] {
        #expect(try Tool.run(arguments + ["--skip-existing", other], cwd: folder).status == 2)
      }
      // One file, by its own name.
      let one = ["remux", "in/0.mov", "-o", "out/0.mov", "--skip-existing"]
      let named = try Tool.run(one, cwd: folder)
      #expect(named.status == 0 && named.text == "in/0.mov: skipped (out/0.mov)\n", "\(named.text)")
      #expect(try Tool.run(one + ["--quiet"], cwd: folder).text.isEmpty)
      #expect(try contents(out) == copies)
    }
  }

  /// Two processes with the same work write each copy once, and neither fails.
  @Test func twoWithTheSameWork() throws {
    try Tool.withFolder { folder in
      for number in 0..<12 {
        try Data(try testMovie("rates/25.mov")).write(to: folder.appending(path: "\(number).mov"))
      }
      let arguments =
        ["remux", "-o", "out/", "--skip-existing"] + (0..<12).map { "\($0).mov" }
      for _ in 0..<4 {
        let tools = try (0..<3).map { _ in try RunningTool(arguments, in: folder) }
        for end in try tools.map({ try $0.wait() }) {
          #expect(end.status == 0 && end.stderr.isEmpty, "\(end.stderr)")
        }
        let out = folder.appending(path: "out")
        #expect(try contents(out).count == 12)
        try Self.manager.removeItem(at: out)
      }
    }
  }

  /// For one of many machines there may be nothing to do.
  @Test func emptyLists() throws {
    try Tool.withFolder { folder in
      for command in [
        "insert timecode --start 01:00:00:00", "edit timecode --shift +1f", "remove timecode",
        "remux", "cut --to 1",
      ] {
        let arguments = command.split(separator: " ").map(String.init)
        let result = try Tool.run(
          arguments + ["--files-from", "-", "-o", "out/", "--json"], cwd: folder)
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        #expect(
          result.text
            == #"{"summary":{"written":0,"planned":0,"unchanged":0,"skipped":0,"failed":0,"#
            + "\"failedFiles\":[]}}\n", "\(result.text)")
      }
    }
  }

  /// The last line names some of the files that failed, and the JSON document all of them.
  @Test func manyFailures() throws {
    try Tool.withFolder { folder in
      for (count, names) in [
        (
          20,
          "00.mov, 01.mov, 02.mov, 03.mov, 04.mov, 05.mov, 06.mov, 07.mov, 08.mov, 09.mov, 10.mov, "
            + "11.mov, 12.mov, 13.mov, 14.mov, 15.mov, 16.mov, 17.mov, 18.mov, 19.mov"
        ),
        (
          22,
          "00.mov, 01.mov, 02.mov, 03.mov, 04.mov, 05.mov, 06.mov, 07.mov, 08.mov, 09.mov, 10.mov, "
            + "11.mov, 12.mov, 13.mov, 14.mov, 15.mov, 16.mov, 17.mov, 18.mov, 19.mov … and 2 more"
        ),
      ] {
        let list = (0..<count).map { ($0 < 10 ? "0" : "") + "\($0).mov\n" }.joined()
        let arguments = ["remove", "timecode", "--files-from", "-", "--dry-run", "-o", "out/"]
        let text = try Tool.run(arguments, stdin: Data(list.utf8), cwd: folder)
        #expect(text.text.hasSuffix("\(count) files: \(count) failed: \(names)\n"), "\(text.text)")
        let json = try Tool.run(arguments + ["--json"], stdin: Data(list.utf8), cwd: folder)
        #expect(json.text.contains("\"\(count - 1).mov\"]"))
      }
    }
  }

  /// The check that no output replaces an input does not take the square of the number of files.
  @Test func manyFiles() throws {
    try Tool.withFolder { folder in
      let list = (0..<10_000).map { "\($0).mov\n" }.joined()
      try Self.manager.createDirectory(
        at: folder.appending(path: "old"), withIntermediateDirectories: true)
      for output in ["new/", "old"] {
        let start = ContinuousClock.now
        let result = try Tool.run(
          ["-q", "remove", "timecode", "--files-from", "-", "--dry-run", "-o", output, "--json"],
          stdin: Data(list.utf8), cwd: folder)
        #expect(result.status == 1)
        #expect(result.text.contains(#""failed":10000,"#))
        #expect(ContinuousClock.now - start < .seconds(20))
      }
    }
  }
}
