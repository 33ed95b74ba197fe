import Foundation
import TestSupport
import Testing

@testable import movtool

/// What each command that writes leaves where it is killed, interrupted, or short of room.
@Suite(.serialized) struct WritingVerbsTests {
  private static let manager = FileManager.default

  /// A command that names a file to write is in the table; one that can change files in place is there
  /// in both ways.
  @Test func everyCommandThatWritesIsInTheTable() {
    for (path, command) in Command.leaves {
      let roles = command.options.map(\.role) + command.positionals.map(\.role)
      let rows = WritingVerb.all.filter { $0.path == path }
      let name = path.joined(separator: " ")
      guard roles.contains(where: { $0?.isWritten ?? false }) else {
        #expect(rows.isEmpty, "\(name)")
        continue
      }
      #expect(!rows.isEmpty, "WritingVerb.all has no '\(name)'")
      if command.options.contains(where: { $0.name == "--in-place" }) {
        #expect(rows.contains { $0.change != nil }, "'\(name)' is not run in place")
        #expect(rows.contains { $0.change == nil }, "'\(name)' is only run in place")
      }
    }
  }

  // MARK: Ended from outside

  /// A movie that is changed in place is the old one or the new one, whenever the tool is ended. Only
  /// SIGKILL can leave something that neither of them has.
  @Test func endedInPlace() throws {
    var counts: [String: Int] = [:]
    try WritingVerb.withSources { folder in
      let file = folder.appending(path: "o/m.mov")
      for verb in WritingVerb.changes {
        let source = folder.appending(path: try #require(verb.change).rawValue)
        let old = try bytes(source)
        try Data(old).write(to: file)
        let start = ContinuousClock.now
        let result = try Tool.run(verb.arguments, cwd: folder)
        let usual = RunningTool.microseconds(ContinuousClock.now - start)
        try #require(result.status == 0, "\(verb.testDescription): \(result.stderr)")
        let movie = try ChangedMovie(old, try bytes(file))
        var time = usual
        for round in 0..<16 {
          try Data(old).write(to: file)
          let signal = round % 4 == 3 ? [SIGINT, SIGTERM, SIGHUP][round / 4 % 3] : SIGKILL
          let end = try RunningTool.disturb(
            verb.arguments, in: folder, with: signal, within: time / 3...time)
          let now = try bytes(file)
          let state = try #require(
            try movie.state(of: now), "\(verb.testDescription), round \(round): neither movie")
          if end.wasSignal {
            #expect(end.status == signal)
          } else {
            #expect(end.status == 0 && state == .new, "\(verb.testDescription): \(end.stderr)")
          }
          let isWhole = now == movie.old || now == movie.new
          // The others are held back until everything is written.
          if signal != SIGKILL { #expect(isWhole, "\(verb.testDescription), signal \(signal)") }
          let kind = end.wasSignal ? "\(state)\(isWhole ? "" : ", on the way")" : "too late"
          counts[kind, default: 0] += 1
          // Most signals should arrive in the middle of the writing.
          time = now == movie.old ? time * 21 / 20 : time * 19 / 20
          #expect(try names(folder.appending(path: "o")) == ["m.mov"])
        }
      }
    }
    print("in place, ended: \(counts.sorted { $0.key < $1.key })")
    guard !counts.isEmpty else { return }
    #expect((counts["old"] ?? 0) > 5)
    #expect((counts["new"] ?? 0) + (counts["new, on the way"] ?? 0) > 5)
  }

  /// An output appears when it is complete. The sources stay as they were, and only SIGKILL leaves a
  /// temporary file.
  @Test func endedWhileWriting() throws {
    var (ended, interrupted, whole) = (0, 0, 0)
    try WritingVerb.withSources { folder in
      let sources = try contents(folder)
      let target = folder.appending(path: "o")
      for verb in WritingVerb.copies {
        let start = ContinuousClock.now
        let result = try Tool.run(verb.arguments, cwd: folder)
        let time = RunningTool.microseconds(ContinuousClock.now - start)
        try #require(result.status == 0, "\(verb.testDescription): \(result.stderr)")
        let expected = try contents(target)
        #expect(expected.keys.contains { ["out.mov", "out.png"].contains($0) })
        for round in 0..<6 {
          try empty(target)
          let signal = [SIGKILL, SIGINT, SIGTERM, SIGHUP][round % 4]
          let end = try RunningTool.disturb(
            verb.arguments, in: folder, with: signal, within: 0...time)
          var left = try contents(target)
          for (name, bytes) in expected {
            guard let found = left.removeValue(forKey: name) else { continue }
            #expect(found == bytes, "\(verb.testDescription): half of \(name)")
            whole += 1
          }
          if end.wasSignal { ended += 1 } else { #expect(end.status == 0, "\(end.stderr)") }
          if end.wasSignal, signal != SIGKILL { interrupted += 1 }
          #expect(
            left.keys.allSatisfy { signal == SIGKILL && $0.contains(".movtool-") },
            "\(verb.testDescription), signal \(signal): \(left.keys)")
        }
        try empty(target)
      }
      #expect(try contents(folder) == sources)
    }
    print("writing: \(ended) runs ended, \(interrupted) not by SIGKILL, \(whole) whole outputs")
    guard whole > 0 else { return }
    #expect(interrupted > 0)
  }

  // MARK: No room

  /// No byte is free where the output goes, or where the movie is changed.
  @Test func fullDisk() throws {
    #if os(Linux)
      try WritingVerb.withSources { folder in
        let sources = try contents(folder)
        var script = "mount -t tmpfs -o size=64k none o 2>/dev/null || exit 77\n"
        for verb in WritingVerb.all {
          let command = "\"$TOOL\" " + verb.arguments.joined(separator: " ")
          if let change = verb.change {
            // Without free space in it, every change needs room.
            let movie = change == .stamped ? "tight.mov" : change.rawValue
            script += """
              cp \(movie) o/m.mov; cat /dev/zero > o/fill 2>/dev/null
              \(command) >/dev/null; echo $?; cmp -s o/m.mov \(movie); echo $?; ls -A o; rm o/*

              """
          } else {
            script += """
              cat /dev/zero > o/fill 2>/dev/null; \(command); echo $?; ls -A o; rm o/*

              """
          }
        }
        try Data(script.utf8).write(to: folder.appending(path: "script"))
        let result = try Tool.shell("exec unshare -m sh script", cwd: folder)
        try Self.manager.removeItem(at: folder.appending(path: "script"))
        // Only root may mount.
        guard result.status != 77, !result.stderr.contains("unshare") else {
          return NotRun.add(.permission("to mount file systems (as root)"))
        }
        // To restore a movie takes no room, because the old header is still there.
        let expected = WritingVerb.all.map { verb in
          switch verb.change {
          case nil: "1\nfill\n"
          case .changed: "0\n1\nfill\nm.mov\n"
          default: "1\n0\nfill\nm.mov\n"
          }
        }
        #expect(result.text == expected.joined())
        // A warning ends with its rule.
        for line in result.stderr.split(separator: "\n") where !line.hasSuffix("]") {
          #expect(line.contains("no space left on the device"), "\(line)")
        }
        #expect(try contents(folder) == sources)
      }
    #endif
  }

  /// The output may not grow as long as it has to be, so writing fails in the middle.
  @Test func cutShort() throws {
    if NotRun.underSanitizer() { return }
    try WritingVerb.withSources { folder in
      let sources = try contents(folder)
      let target = folder.appending(path: "o")
      for verb in WritingVerb.copies {
        let command = "\"$TOOL\" " + verb.arguments.joined(separator: " ")
        try #require(try Tool.shell(command, cwd: folder).status == 0)
        let size = try contents(target).values.map(\.count).max() ?? 0
        try empty(target)
        // The shell counts in blocks of 512 bytes, or of 1024.
        for blocks in [size / 1024 / 4, size / 1024 / 2] where blocks > 0 {
          let result = try Tool.shell("ulimit -f \(blocks); \(command)", cwd: folder)
          #expect(result.status == 1, "\(verb.testDescription)")
          #expect(
            result.stderr.contains("exceed the size limit"),
            "\(verb.testDescription): \(result.stderr)")
          #expect(try names(target).isEmpty, "\(verb.testDescription)")
        }
      }
      #expect(try contents(folder) == sources)
    }
  }

  // MARK: Helpers

  private func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  private func names(_ folder: URL) throws -> [String] {
    try Self.manager.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// The files of a folder, without those of the folders inside.
  private func contents(_ folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try names(folder) where name != "o" {
      contents[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return contents
  }

  private func empty(_ folder: URL) throws {
    for name in try names(folder) {
      try Self.manager.removeItem(at: folder.appending(path: name))
    }
  }
}
