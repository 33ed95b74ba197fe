import Foundation
import TestSupport
import Testing

@testable import MovKit

/// What happens to a movie when something goes wrong, with the built tool.
@Suite(.serialized) struct TrustTests {
  private static let manager = FileManager.default

  private func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  private func names(_ folder: URL) throws -> [String] {
    try Self.manager.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Runs `body` in a folder that contains the movie `a.mov`.
  private func withMovie(
    _ movie: String = "camera/moov-last.mov", _ body: (URL, URL, [UInt8]) throws -> Void
  ) throws {
    let old = try testMovie(movie)
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.mov")
      try Data(old).write(to: file)
      try body(folder, file, old)
    }
  }

  private static let insert = ["insert", "timecode", "a.mov", "--start", "10:00:00:00"]

  /// Returns how long an undisturbed run takes, in microseconds.
  private func usualTime(_ arguments: [String], in folder: URL) throws -> UInt32 {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<3 {
      times.append(try clock.measure { _ = try RunningTool(arguments, in: folder).wait() })
    }
    return RunningTool.microseconds(times.sorted()[1])
  }

  // MARK: Ended from outside

  /// SIGKILL cannot be blocked, so the file must be a valid movie at every moment.
  @Test func killedInPlace() throws {
    var counts: [String: Int] = [:]
    let last = try testMovie("camera/moov-last.mov")
    let first = try testMovie("camera/moov-first.mp4")
    // The third movie has free space before its header, which the stamp uses.
    let movies = [
      try ChangedMovie(last), try ChangedMovie(first),
      try ChangedMovie(
        try ChangedMovie(try ChangedMovie(last).new, options: ["--replace"]).new,
        options: ["--replace", "--reel", "B"]),
    ]
    let options = [[], [], ["--replace", "--reel", "B"]]
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.mov")
      try Data(last).write(to: file)
      var time = try usualTime(ChangedMovie.arguments("a.mov", ["--dry-run"]), in: folder)
      for round in 0..<360 {
        let movie = movies[round % 3]
        try Data(movie.old).write(to: file)
        let end = try RunningTool.disturb(
          ChangedMovie.arguments("a.mov", options[round % 3]), in: folder, with: SIGKILL,
          within: time / 2...time)
        let now = try bytes(file)
        let state = try #require(try movie.state(of: now), "round \(round) left neither movie")
        if !end.wasSignal { #expect(end.status == 0 && state == .new, "\(end.stderr)") }
        let part = now == movie.old || now == movie.new ? "" : ", on the way"
        counts["\(end.wasSignal ? "killed" : "too late"): \(state)\(part)", default: 0] += 1
        // Most signals should arrive in the middle of the writing, whenever that currently is.
        time = now == movie.old ? time * 21 / 20 : time * 19 / 20
        // The movie that is left can be stamped again, or already is.
        if round % 20 == 0 {
          let again = try RunningTool(
            ChangedMovie.arguments("a.mov", ["--replace"]), in: folder
          ).wait()
          #expect(again.status == 0, "\(again.stderr)")
          #expect(try ChangedMovie.media(of: bytes(file)) == ChangedMovie.media(of: movie.old))
        }
      }
      #expect(try names(folder) == ["a.mov"])
    }
    print("in place, SIGKILL: \(counts.sorted { $0.key < $1.key })")
    #expect(counts.filter { $0.key.hasPrefix("killed") }.values.reduce(0, +) > 50)
  }

  /// A signal that is ignored, as under `nohup`, waits while the movie is changed, but is no interruption.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func ignoredInPlace(signal: Int32) throws {
    let movie = try ChangedMovie(try testMovie("camera/moov-last.mov"))
    try withMovie { folder, file, old in
      let time = try usualTime(ChangedMovie.arguments("a.mov", ["--dry-run"]), in: folder)
      for round in 0..<40 {
        try Data(old).write(to: file)
        let end = try RunningTool.disturb(
          ChangedMovie.arguments("a.mov"), in: folder, with: signal, within: 0...time * 3 / 2,
          ignored: true)
        #expect(end.status == 0 && !end.wasSignal, "round \(round): \(end.stderr)")
        #expect(try bytes(file) == movie.new)
      }
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU])
  func endedInPlace(signal: Int32) throws {
    let movie = try ChangedMovie(try testMovie("camera/moov-last.mov"))
    try withMovie { folder, file, old in
      let time = try usualTime(ChangedMovie.arguments("a.mov", ["--dry-run"]), in: folder)
      for round in 0..<40 {
        try Data(old).write(to: file)
        let end = try RunningTool.disturb(
          ChangedMovie.arguments("a.mov", ["--backup", "b"]), in: folder, with: signal,
          within: 0...time * 3 / 2)
        #expect(end.wasSignal ? end.status == signal : end.status == 0)
        // Such a signal is held back until everything is written, so it leaves no partial change.
        let now = try bytes(file)
        #expect(now == old || now == movie.new, "round \(round)")
        if end.stderr.contains("interrupted") { #expect(now == movie.new) }
        if now == movie.new { #expect(try names(folder) == ["a.mov", "b"]) }
        #expect(try !names(folder).contains { $0.hasPrefix(".") })
        try? Self.manager.removeItem(at: folder.appendingPathComponent("b"))
      }
    }
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU])
  func endedWhileCopying(signal: Int32) throws {
    try Tool.withFolder { folder in
      let source = folder.appendingPathComponent("a.mov")
      try writeLargeMovie(source, mediaSize: 8 << 20, isReal: true)
      let old = try bytes(source)
      let arguments = Self.insert + ["-o", "out.mov"]
      let time = try usualTime(arguments + ["--overwrite"], in: folder)
      let out = folder.appendingPathComponent("out.mov")
      let whole = try bytes(out)
      var survived = 0
      for _ in 0..<25 {
        try? Self.manager.removeItem(at: out)
        let end = try RunningTool.disturb(arguments, in: folder, with: signal, within: 0...time)
        if end.wasSignal { survived += 1 }
        #expect(end.wasSignal ? end.status == signal : end.status == 0)
        if Self.manager.fileExists(atPath: out.path) {
          #expect(try bytes(out) == whole)
        } else {
          #expect(end.wasSignal)
        }
        let left = try names(folder).filter { !["a.mov", "out.mov"].contains($0) }
        // Only SIGKILL leaves a temporary file, and its name shows what it is.
        #expect(left.allSatisfy { signal == SIGKILL && $0.hasPrefix(".out.mov.movtool-") })
        for name in left { try Self.manager.removeItem(at: folder.appendingPathComponent(name)) }
      }
      #expect(try bytes(source) == old)
      print("copying, signal \(signal): \(survived) of 25 runs ended by it")
    }
  }

  /// A signal that comes while a copy is written ends the tool at once, and nothing is left.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func endedInTheMidstOfACopy(signal: Int32) throws {
    try Tool.withFolder { folder in
      let source = folder.appendingPathComponent("a.mov")
      try writeLargeMovie(source, mediaSize: 32 << 20, isReal: true)
      let out = folder.appendingPathComponent("out.mov")
      var ended = 0
      for _ in 0..<10 {
        let tool = try RunningTool(Self.insert + ["-o", "out.mov"], in: folder)
        let deadline = ContinuousClock.now + .seconds(60)
        // The temporary file has the name of the output in its own.
        while try !names(folder).contains(where: { $0.contains("out.mov") }) {
          try #require(ContinuousClock.now < deadline)
          usleep(200)
        }
        tool.send(signal)
        let end = try tool.wait()
        let left = try names(folder)
        if end.wasSignal {
          #expect(end.status == signal)
          #expect(left == ["a.mov"] || left == ["a.mov", "out.mov"])
          if left == ["a.mov"] { ended += 1 }
        } else {
          #expect(end.status == 0 && left == ["a.mov", "out.mov"], "\(end.stderr)")
        }
        try? Self.manager.removeItem(at: out)
      }
      #expect(ended > 0)
    }
  }

  // MARK: No room

  @Test func fullDisk() throws {
    #if os(Linux)
      try withMovie { folder, _, _ in
        let script = """
          mkdir m && mount -t tmpfs -o size=64k none m 2>/dev/null || exit 77
          cp a.mov m/a.mov; cat /dev/zero > m/fill 2>/dev/null
          "$TOOL" insert timecode m/a.mov --start 10:00:00:00 --in-place; echo $?
          "$TOOL" insert timecode m/a.mov --start 10:00:00:00 --in-place --backup b; echo $?
          "$TOOL" insert timecode m/a.mov --start 10:00:00:00 -o m/b.mov; echo $?
          cmp m/a.mov a.mov && ls -A m && ls -A
          """
        let result = try Tool.shell("exec unshare -m sh -c '\(script)'", cwd: folder)
        // Only root may mount.
        guard result.status != 77, !result.stderr.contains("unshare") else {
          return NotRun.add(.permission("to mount file systems (as root)"))
        }
        #expect(result.text == "1\n1\n1\na.mov\nfill\na.mov\nm\n")
        let full = "no space left on the device"
        let line =
          "movtool: m/a.mov: \(full); the movie is unchanged; free some space and try again\n"
        #expect(result.stderr == line + line + "movtool: m/b.mov: \(full)\n")
      }
    #endif
  }

  /// A disk that is just large enough for the output, and one that is not.
  @Test func nearlyFullDisk() throws {
    #if os(Linux)
      guard MediaTools.has("ffmpeg") else { return }
      let script = """
        mkdir m && mount -t tmpfs -o size=$0 none m 2>/dev/null || exit 77
        head -c 3000000 /dev/urandom > s.pcm
        ffmpeg -nostdin -v error -f s16le -ar 48000 -ac 2 -i s.pcm -c copy s.mov || exit 3
        "$TOOL" extract track s.mov --format raw -o m/s.pcm; echo $?
        ls -A m; cmp s.pcm m/s.pcm && echo same
        """
      for (size, text, stderr) in [
        ("3200k", "0\ns.pcm\nsame\n", ""),
        ("2m", "1\n", "movtool: m/s.pcm: cannot write: no space left on the device\n"),
      ] {
        try Tool.withFolder { folder in
          let result = try Tool.shell("exec unshare -m sh -c '\(script)' \(size)", cwd: folder)
          // Only root may mount.
          guard result.status != 77, !result.stderr.contains("unshare") else {
            return NotRun.add(.permission("to mount file systems (as root)"))
          }
          #expect(result.text == text)
          #expect(result.stderr.hasPrefix(stderr))
        }
      }
    #endif
  }

  /// After an incomplete write, the next write continues with the rest. Here the system claims to
  /// have written part of a write but writes nothing. This leaves zeros, and everything else must
  /// be in its place.
  @Test(arguments: [7, 65_472, 65_473, 900_000])
  func writeCutShort(count: Int) throws {
    guard MediaTools.has("ffmpeg"), MediaTools.canTrace() else { return }
    // With frames of six bytes, writes end inside the buffers that they come from.
    let script = """
      head -c 3000000 /dev/urandom | tr '\\000' '\\001' > s.pcm
      ffmpeg -nostdin -v error -f s16le -ar 48000 -ac 3 -i s.pcm -c copy s.mov || exit 3
      strace -o trace -e trace=pwritev -e inject=pwritev:retval=$COUNT:when=2 \
        "$TOOL" extract track s.mov --format raw -o o.pcm; echo $?
      grep -c pwritev trace; wc -c < o.pcm
      cmp -l s.pcm o.pcm | awk '{ print $1, $3 }' | sed -n '1p;$p'
      """
    try Tool.withFolder { folder in
      let result = try Tool.shell(script, cwd: folder, environment: ["COUNT": "\(count)"])
      // Three writes of at most a MiB, the first of up to 15 blocks of 64 KiB; one for the end; and
      // one for the rest of the incomplete write. Places count from 1.
      #expect(
        result.text == "0\n5\n3000000\n983041 0\n\(983_040 + count) 0\n", "\(result.stderr)")
    }
  }

  @Test func sizeLimit() throws {
    if NotRun.underSanitizer() { return }
    try withMovie { folder, file, old in
      let script = """
        ulimit -f 27
        "$TOOL" insert timecode a.mov --start 10:00:00:00 --in-place; echo $?
        "$TOOL" insert timecode a.mov --start 10:00:00:00 -o b.mov; echo $?
        """
      let result = try Tool.shell(script, cwd: folder)
      #expect(result.text == "1\n1\n")
      let reason = "the file would exceed the size limit (ulimit -f, or that of the file system)"
      #expect(
        result.stderr == "movtool: a.mov: \(reason); the movie is unchanged; free some space and "
          + "try again\nmovtool: b.mov: \(reason)\n")
      #expect(try bytes(file) == old)
      #expect(try names(folder) == ["a.mov"])
    }
  }

  // MARK: Not allowed

  /// Runs the shell as another user if the tests run as root, who may do everything.
  private static let asOther =
    "[ $(id -u) = 0 ] && as='setpriv --reuid=65534 --regid=65534 --clear-groups'; "

  @Test func noPermission() throws {
    try withMovie { folder, file, old in
      let script =
        Self.asOther + """
          chmod 755 .; mkdir d; cp a.mov d/b.mov; cp a.mov c.mov
          chmod 444 a.mov; chmod 666 d/b.mov; chmod 000 c.mov; chmod 555 d
          set -- --start 10:00:00:00
          $as "$TOOL" insert timecode a.mov "$@" --in-place; echo $?
          $as "$TOOL" insert timecode c.mov "$@" --in-place; echo $?
          $as "$TOOL" insert timecode a.mov "$@" -o d/out.mov; echo $?
          $as "$TOOL" insert timecode d/b.mov "$@" -o a.mov --overwrite; echo $?
          $as "$TOOL" insert timecode d/b.mov "$@" --in-place; echo $?
          ls -A d; chmod 755 d; chmod 644 c.mov
          """
      let result = try Tool.shell(script, cwd: folder)
      guard !result.stderr.contains("setpriv") else {
        return NotRun.add(.permission("to become another user (setpriv)"))
      }
      // A writable movie can be changed even if its folder is not writable.
      #expect(result.text == "1\n1\n1\n1\n0\nb.mov\n")
      let refused = "cannot modify: permission denied; nothing was written"
      #expect(
        result.stderr == "movtool: a.mov: \(refused)\nmovtool: c.mov: \(refused)\n"
          + "movtool: d/out.mov: permission denied\nmovtool: a.mov: permission denied\n")
      #expect(try bytes(file) == old)
      #expect(try bytes(folder.appendingPathComponent("c.mov")) == old)
      let changed = try bytes(folder.appendingPathComponent("d/b.mov"))
      #expect(try ChangedMovie.frameNumber(of: changed) != nil)
    }
  }

  @Test func noRegularFile() throws {
    try withMovie { folder, file, old in
      let script = """
        mkfifo pipe; mkdir d; set -- --start 10:00:00:00
        for x in pipe d /dev/null none; do
          "$TOOL" insert timecode $x "$@" --in-place; echo $?
          "$TOOL" insert timecode $x "$@" -o out.mov; echo $?
        done
        for x in pipe /dev/null; do
          "$TOOL" insert timecode a.mov "$@" -o $x; echo $?
        done
        ls -A
        """
      let result = try Tool.shell(script, cwd: folder)
      #expect(result.text == String(repeating: "1\n", count: 10) + "a.mov\nd\npipe\n")
      let lines = [
        "pipe: it is a pipe, not a regular file", "d: there is no movie in it",
        "/dev/null: it is a device, not a regular file", "none: no such file or directory",
      ].map { "movtool: \($0)\n" }
      let expected = lines.flatMap { [$0, $0] } + [lines[0], lines[2]]
      #expect(result.stderr == expected.joined())
      #expect(try bytes(file) == old)
    }
  }

  // MARK: Several at once

  @Test func locked() throws {
    try withMovie { folder, file, old in
      do {
        let held = try EditableFile(FilePath(file.path))
        for command in [
          Self.insert + ["--in-place"], ["remove", "timecode", "a.mov", "--in-place"],
        ] {
          let result = try Tool.run(command, cwd: folder)
          #expect(result.status == 1)
          #expect(
            result.stderr
              == "movtool: a.mov: another program is changing it; try again when it has finished\n")
        }
        // A dry run and a copy do not change the movie.
        #expect(try Tool.run(Self.insert + ["--in-place", "--dry-run"], cwd: folder).status == 0)
        #expect(held.size == UInt64(old.count))
      }
      #expect(try bytes(file) == old)
      #expect(try Tool.run(Self.insert + ["--in-place"], cwd: folder).status == 0)
    }
  }

  @Test func twoAtOnce() throws {
    let movie = try ChangedMovie(try testMovie("camera/moov-last.mov"))
    try withMovie { folder, file, old in
      for _ in 0..<20 {
        try Data(old).write(to: file)
        let tools = try (0..<2).map { _ in
          try RunningTool(ChangedMovie.arguments("a.mov"), in: folder)
        }
        let ends = try tools.map { try $0.wait() }
        #expect(ends.map(\.status).sorted() == [0, 1])
        let refusal = try #require(ends.first { $0.status == 1 }?.stderr)
        #expect(
          refusal.contains("another program is changing it")
            || refusal.contains("already has timecode"), "\(refusal)")
        #expect(try bytes(file) == movie.new)
      }
    }
  }

  /// Another program, which ignores the lock, writes to the file after it was read.
  @Test func changedBeforeTheWrite() throws {
    for grows in [true, false] {
      try withMovie { _, file, old in
        let editable = try EditableFile(FilePath(file.path))
        let handle = try FileHandle(forWritingTo: file)
        let other = grows ? old + [1, 2, 3] : Array(old.dropLast(100))
        if grows {
          try handle.seekToEnd()
          try handle.write(contentsOf: Data([1, 2, 3]))
        } else {
          try handle.truncate(atOffset: UInt64(other.count))
        }
        try handle.close()
        let write = PatchPlan.Write(at: UInt64(old.count), [9, 9, 9, 9], label: "")
        let plan = PatchPlan(
          phases: [PatchPlan.Phase([write], effect: "")], commit: 0,
          originalSize: UInt64(old.count))
        let expected = PatchError(
          error: IOError(.read, FilePath(file.path), .changed), state: .unchanged)
        #expect(throws: expected) { try editable.carryOut(plan) }
        #expect(try bytes(file) == other)
      }
    }
  }

  /// Another program, which ignores the lock, truncates or extends the file after one of the three
  /// flushes of an in-place change: before both headers are written, between them, or after them.
  @Test(arguments: [1, 2, 3])
  func sizeChangedInPlace(flush: Int) throws {
    guard MediaTools.canTrace() else { return }
    let movie = try ChangedMovie(try testMovie("camera/moov-last.mov"))
    let (old, new) = (movie.old, movie.new)
    let script = """
      strace -o trace -e trace=fdatasync -e inject=fdatasync:signal=SIGSTOP:when=$WHEN \
        "$TOOL" insert timecode a.mov --start 10:00:00:00 --in-place & strace=$!
      until grep -q 'stopped by SIGSTOP' trace 2>/dev/null; do
        kill -0 $strace 2>/dev/null || exit 78
        sleep 0.01
      done
      cp a.mov stopped.mov; truncate -s $SIZE a.mov; kill -CONT $(pgrep -P $strace); wait $strace
      """
    for size in [old.count - 5000, old.count - 1, old.count + 9, old.count + 1000, new.count + 50] {
      try withMovie { folder, file, _ in
        let result = try Tool.shell(
          script, cwd: folder, environment: ["WHEN": "\(flush)", "SIZE": "\(size)"])
        try #require(result.status != 78, "flush \(flush) was not made: \(result.stderr)")
        let now = try bytes(file)
        let stopped = try bytes(folder.appendingPathComponent("stopped.mov"))
        try #require(stopped.count == new.count, "\(result.stderr)")
        let isGrown = size > new.count
        // Once the new movie is valid, bytes after it do not matter.
        let isDone = isGrown && flush > 1
        #expect(result.status == (isDone ? 0 : 1), "\(result.stderr)")
        if isDone {
          #expect(now.starts(with: new) && now.count == size)
        } else {
          #expect(now.starts(with: old.prefix(size)), "\(flush), \(size)")
          #expect(now.count == (isGrown ? size : min(size, old.count)), "\(flush), \(size)")
        }
        let messages = [
          "it changed while it was being read", isGrown ? "added to the file" : "cut the file",
        ]
        #expect(messages.contains { result.stderr.contains($0) }, "\(result.stderr)")
      }
    }
  }

  /// If the source shrinks or grows while it is copied, no copy is made.
  @Test func changedWhileCopying() throws {
    try Tool.withFolder { folder in
      let source = folder.appendingPathComponent("a.mov")
      let arguments = Self.insert + ["-o", "out.mov", "--verify=full"]
      let out = folder.appendingPathComponent("out.mov")
      try writeLargeMovie(source, mediaSize: 8 << 20, isReal: true)
      let time = try usualTime(arguments + ["--overwrite"], in: folder)
      let (old, whole) = (try bytes(source), try bytes(out))
      for round in 0..<16 {
        try Data(old).write(to: source)
        try? Self.manager.removeItem(at: out)
        let tool = try RunningTool(arguments, in: folder)
        usleep(UInt32.random(in: 0...time))
        let handle = try FileHandle(forWritingTo: source)
        try handle.truncate(atOffset: UInt64(round % 2 == 0 ? old.count - 6000 : old.count + 6000))
        try handle.close()
        let end = try tool.wait()
        #expect(!end.wasSignal)
        let isThere = Self.manager.fileExists(atPath: out.path)
        // Zeros that were after the movie from the start are part of it.
        if isThere, try bytes(out).count == whole.count { #expect(try bytes(out) == whole) }
        #expect((end.status == 0) == isThere, "\(end.stderr)")
        #expect(try names(folder).filter { $0.hasPrefix(".") }.isEmpty)
      }
    }
  }

  // MARK: Taking the name

  /// On file systems that cannot rename without replacing and have no hard links, the output still
  /// takes a free name, and never replaces an existing file. If it cannot get the name, nothing is
  /// left.
  @Test(arguments: [
    "renameat2:error=ENOSYS", "renameat2:error=EINVAL", "renameat2:error=EPERM",
    "renameat2,linkat:error=EOPNOTSUPP", "renameat2,linkat:error=EPERM",
  ])
  func withoutExclusiveRenaming(fault: String) throws {
    guard MediaTools.canTrace() else { return }
    let script = """
      trace() { strace -o trace -e trace=${FAULT%%:*} -e inject=$FAULT "$@"; }
      trace "$TOOL" extract track a.mov -o out; echo $?
      grep -c INJECTED trace; rm trace; ls -A
      "$TOOL" extract track a.mov | cmp - out && echo same
      """
    try withMovie("rates/25.mov") { folder, _, _ in
      let result = try Tool.shell(script, cwd: folder, environment: ["FAULT": fault])
      let count = fault.contains("linkat") ? 2 : 1
      #expect(result.text == "0\n\(count)\na.mov\nout\nsame\n", "\(result.stderr)")
    }
  }

  /// If the output cannot get its name, neither it nor a temporary file is left.
  @Test(arguments: ["renameat2:error=ENOSPC", "renameat2:error=EIO", "renameat2:error=EROFS"])
  func renamingFails(fault: String) throws {
    guard MediaTools.canTrace() else { return }
    let script = """
      strace -o trace -e trace=renameat2 -e inject=$FAULT \
        "$TOOL" insert timecode a.mov --start 10:00:00:00 -o out.mov; echo $?
      strace -o trace -e trace=renameat2 -e inject=$FAULT \
        "$TOOL" insert timecode a.mov --start 10:00:00:00 --in-place --backup b; echo $?
      rm trace; ls -A
      """
    try withMovie { folder, file, old in
      let result = try Tool.shell(script, cwd: folder, environment: ["FAULT": fault])
      #expect(result.text == "1\n1\na.mov\n", "\(result.stderr)")
      #expect(try bytes(file) == old)
    }
  }

  // MARK: Names and metadata

  @Test func links() throws {
    try withMovie { folder, file, old in
      let script = """
        mkdir d; mv a.mov d/real.mov; ln -s d/real.mov a.mov; ln d/real.mov twin.mov
        set -- --start 10:00:00:00
        "$TOOL" insert timecode a.mov "$@" -o twin.mov; echo $?
        "$TOOL" insert timecode d/real.mov "$@" -o a.mov; echo $?
        cmp d/real.mov twin.mov && "$TOOL" insert timecode a.mov "$@" --in-place; echo $?
        readlink a.mov; cmp d/real.mov twin.mov; ls -A d; ls -A
        """
      let result = try Tool.shell(script, cwd: folder)
      #expect(result.text == "1\n1\n0\nd/real.mov\nreal.mov\na.mov\nd\ntwin.mov\n")
      let same = "the output (-o) is the same file as the input (FILE); choose another name for it"
      #expect(result.stderr == "movtool: twin.mov: \(same)\nmovtool: a.mov: \(same)\n")
      let now = try bytes(folder.appendingPathComponent("d/real.mov"))
      #expect(try ChangedMovie(old).new == now)
    }
  }

  @Test func strangeNames() throws {
    try withMovie { folder, _, _ in
      let script = #"""
        name=$(printf 'a\nb \033[2J\\ \377.mov'); cp a.mov "./$name"; cp a.mov ./-x.mov
        for x in "$name" ./-x.mov; do
          "$TOOL" insert timecode "$x" --start 10:00:00:00 --in-place --backup "$x.b" &&
          "$TOOL" insert timecode "$x" --start 10:00:00:00 --in-place
          "$TOOL" restore "$x" "$x.b" && cmp "$x" a.mov && rm "$x.b"
          "$TOOL" insert timecode "$x" --start 10:00:00:00 -o "$x.out" && rm "$x.out"
        done
        ls -A | wc -l
        """#
      let result = try Tool.shell(script, cwd: folder)
      // One file name contains a newline.
      #expect(result.text.trimmingCharacters(in: .whitespaces) == "4\n")
      let lines = result.stderr.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(
        lines.first?.hasPrefix(#"movtool: a\x0ab \x1b[2J\x5c \xff.mov: the movie already has "#)
          == true)
    }
  }

  private struct Metadata: Equatable {
    var permissions: UInt32
    var owner: UInt32
    var group: UInt32
    var attribute: [UInt8]?
  }

  private func metadata(_ file: URL) throws -> Metadata {
    let path = FilePath(file.path)
    let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY)
    let status = try FileStatus(of: descriptor)
    var result = Metadata(
      permissions: status.permissions, owner: status.owner, group: status.group)
    #if os(Linux)
      result.attribute = try descriptor.attribute(Self.attributeName)
    #endif
    return result
  }

  private static let attributeName = FilePath.terminated(Array("user.reel".utf8))

  @Test func metadataIsKept() throws {
    try withMovie { folder, file, _ in
      let isRoot = geteuid() == 0
      try Self.manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      if isRoot {
        try Self.manager.setAttributes(
          [.ownerAccountID: 12345, .groupOwnerAccountID: 23456], ofItemAtPath: file.path)
      }
      #if os(Linux)
        // Not every file system supports extended attributes.
        let open = try FileDescriptor(opening: FilePath(file.path), flags: O_RDONLY)
        try? open.setAttribute(Self.attributeName, [1, 2, 3])
      #endif
      let before = try metadata(file)
      if isRoot { #expect(before.owner == 12345 && before.permissions == 0o640) }
      let identity = try File(FilePath(file.path)).identity
      let copy = try Tool.run(Self.insert + ["-o", "out.mov"], cwd: folder)
      #expect(copy.status == 0 && copy.stderr.isEmpty, "\(copy.stderr)")
      #expect(try metadata(folder.appendingPathComponent("out.mov")) == before)
      #expect(try Tool.run(Self.insert + ["--in-place"], cwd: folder).status == 0)
      #expect(try metadata(file) == before)
      #expect(try File(FilePath(file.path)).identity == identity)
    }
  }

  @Test func timesAreKept() throws {
    try withMovie { folder, file, _ in
      func times(_ name: String) throws -> FileTimes {
        let path = FilePath(folder.appendingPathComponent(name).path)
        return try FileStatus(of: path, followingLinks: true).times
      }
      let touch = "touch -a -t 201002030405.06 a.mov; touch -m -t 201102030405.06 a.mov"
      try #require(Tool.shell(touch, cwd: folder).status == 0)
      let before = try times("a.mov")
      #expect(before.accessed != before.modified)
      for verify in ["--verify=quick", "--verify=full"] {
        let before = try times("a.mov")
        let options = ["--preserve-times", "--overwrite", verify]
        #expect(try Tool.run(Self.insert + options + ["-o", "o"], cwd: folder).status == 0)
        #expect(try times("o") == before)
      }
      // Reading the source for the copy has changed its access time.
      let modified = try times("a.mov").modified
      #expect(modified == before.modified)
      let read = try times("a.mov")
      let options = ["--preserve-times", "--in-place"]
      #expect(try Tool.run(Self.insert + options, cwd: folder).status == 0)
      #expect(try times("a.mov") == read)
      #expect(try ChangedMovie.frameNumber(of: bytes(file)) != nil)
      #expect(try Tool.run(Self.insert + ["--in-place", "--replace"], cwd: folder).status == 0)
      #expect(try times("a.mov").modified != before.modified)
    }
  }

  /// The other commands that copy one movie keep its times if asked to, also where the samples get other places.
  @Test(arguments: [
    "remux FILE", "remux FILE --fast-start", "remux FILE --fragment 0.5", "cut FILE --to 1",
    "insert track FILE --from \"$MEDIA/camera/camera.mov\" --track audio",
  ])
  func timesOfCopies(line: String) throws {
    try Tool.withFolder { folder in
      let command = line.replacingOccurrences(of: "FILE", with: "a.mov")
      let made = try Tool.shell(
        """
        cp "$MEDIA/rates/25.mov" a.mov; touch -m -t 201102030405.06 a.mov
        "$TOOL" \(command) -o plain.mov && "$TOOL" \(command) --preserve-times -o kept.mov
        """, cwd: folder, environment: ["MEDIA": Media.root.path])
      try #require(made.status == 0, "\(made.stderr)")
      func modified(_ name: String) throws -> FileTimes.Time {
        let path = FilePath(folder.appending(path: name).path)
        return try FileStatus(of: path, followingLinks: true).times.modified
      }
      #expect(try modified("kept.mov") == modified("a.mov"))
      #expect(try modified("plain.mov") != modified("a.mov"))
      let bytes = try ["kept.mov", "plain.mov"].map {
        try Data(contentsOf: folder.appending(path: $0))
      }
      #expect(bytes[0].count == bytes[1].count)
    }
  }
}
