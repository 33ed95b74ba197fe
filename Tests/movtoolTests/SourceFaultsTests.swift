import Foundation
import TestSupport
import Testing

@testable import movtool

/// Sources that cannot be read, or that change while they are read: the tool says so, and writes
/// nothing that is made of them.
@Suite(.serialized) struct SourceFaultsTests {
  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Makes a folder with `a.mov` and `b.mov`, which have timecode, the folders `card` and `proxies`
  /// with a copy of each, and the folder `o` for outputs.
  private func withMovies(_ body: (URL) throws -> Void) throws {
    let script = """
      mkdir o card card/DCIM proxies
      cp "$MOVIE" a.mov; "$TOOL" insert timecode a.mov --start 10:00:00:00 --in-place
      cp a.mov b.mov; cp a.mov card/DCIM; cp b.mov card; cp a.mov proxies/a_Proxy.mov
      cp b.mov proxies/b_Proxy.mov
      """
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "camera/moov-last.mov").path
      let result = try Tool.shell(script, cwd: folder, environment: ["MOVIE": movie])
      try #require(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      try body(folder)
    }
  }

  // MARK: Reads that fail

  static let readers = [
    "inspect a.mov", "inspect --summary a.mov", "inspect a.mov --json --all",
    "list a.mov", "list a.mov b.mov --csv --overwrite -o o/out", "list a.mov --json --jobs 2",
    "diff --timecode a.mov b.mov", "diff --timecode b.mov a.mov --json",
    "extract timecode a.mov", "extract timecode b.mov a.mov --format csv",
    "extract timecode a.mov --all-sources", "extract timecode a.mov -o o/",
    "extract track a.mov --track video -o o/out", "extract atom a.mov moov -o o/out",
    "edit timecode a.mov --shift +1f -o o/out.mov", "remux a.mov -o o/out.mov",
    "remux a.mov --fragment 0.2 -o o/out.mov", "remove timecode a.mov -o o/out.mov",
    "insert timecode a.mov --replace --start 01:00:00:00 -o o/out.mov",
    "insert timecode b.mov --replace --from a.mov -o o/out.mov --json",
    "insert track b.mov --from a.mov --track video -o o/out.mov", "build o/out.mov --video a.mov",
    "join b.mov a.mov -o o/out.mov", "cut a.mov --to 0.2 -o o/out.mov",
    "edit timecode a.mov --shift +1f --in-place",
  ]

  /// Each of the first reads of a movie fails once. No such failure passes for damage.
  @Test(arguments: readers) func oneReadFails(line: String) throws {
    guard MediaTools.canTrace() else { return }
    let script = """
      strace -f -o trace -P "$PWD/a.mov" -e trace=pread64 -e inject=pread64:error=EIO:when=$WHEN \
        "$TOOL" \(line) >text
      """
    try withMovies { folder in
      let movie = folder.appending(path: "a.mov")
      let old = try Data(contentsOf: movie)
      let whole = try Tool.shell("\"$TOOL\" \(line) >whole", cwd: folder)
      #expect(whole.status == 0, "\(whole.stderr)")
      #expect(try Tool.shell("rm -rf o; mkdir o", cwd: folder).status == 0)
      try old.write(to: movie)
      var failures = 0
      for when in 1...40 {
        let result = try Tool.shell(script, cwd: folder, environment: ["WHEN": "\(when)"])
        let trace = try String(contentsOf: folder.appending(path: "trace"), encoding: .utf8)
        guard trace.contains("INJECTED") else { break }
        failures += 1
        #expect(result.status == 1, "read \(when)")
        #expect(result.stderr.contains("input/output error"), "read \(when): \(result.stderr)")
        // A list has the clips that can be read, and says which cannot.
        if !line.hasPrefix("list") { #expect(try names(folder.appending(path: "o")) == []) }
        #expect(try Data(contentsOf: movie) == old, "read \(when)")
      }
      #expect(failures > 1)
    }
  }

  // MARK: Sources that change

  static let makers = [
    "build o/out.mov --video a.mov", "build o/out.mp4 --video a.mov --fast-start",
    "remux a.mov -o o/out.mov", "remux a.mov --fragment 0.2 -o o/out.mov",
    "cut a.mov --to 0.2 -o o/out.mov", "join a.mov b.mov -o o/out.mov",
    "join b.mov a.mov -o o/out.mov", "list a.mov b.mov --csv -o o/out.csv",
    "list b.mov a.mov --json --jobs 2 -o o/out.json",
    "extract track a.mov --track video -o o/out --index o/index",
    "extract track a.mov --track 1 --list -o o/out", "extract atom a.mov moov -o o/out",
    "extract metadata a.mov -o o/out", "edit metadata a.mov title=A -o o/out.mov",
    "extract timecode a.mov -o o/out.json", "extract timecode a.mov b.mov --format edl -o o/out",
    "extract timecode a.mov --all-sources -o o/out", "extract timecode a.mov --source ltc -o o/out",
    "extract timecode a.mov -o o/", "insert track a.mov --from b.mov --track video -o o/out.mov",
    "insert track b.mov --from a.mov --track video -o o/out.mov",
    "insert timecode a.mov --replace --start 01:00:00:00 -o o/out.mov",
    "insert timecode b.mov --replace --from a.mov -o o/out.mov",
    "edit timecode a.mov --shift +1f -o o/out.mov", "remove timecode a.mov -o o/out.mov",
    "edit timecode a.mov --shift +1f --in-place",
  ]

  /// Another program writes to a source, or cuts it, after its first read.
  @Test(arguments: makers, ["touch a.mov", "truncate -s 12000 a.mov"])
  func changedWhileItIsRead(line: String, change: String) throws {
    guard MediaTools.canTrace() else { return }
    let script = """
      touch -d 2001-01-01 a.mov
      strace -f -o trace -P "$PWD/a.mov" -e trace=pread64 \
        -e inject=pread64:signal=SIGSTOP:when=1 "$TOOL" \(line) & strace=$!
      until grep -q 'stopped by SIGSTOP' trace 2>/dev/null; do
        kill -0 $strace 2>/dev/null || exit 78
        sleep 0.01
      done
      \(change); kill -CONT $(pgrep -P $strace); wait $strace
      """
    try withMovies { folder in
      let movie = folder.appending(path: "a.mov")
      let old = try Data(contentsOf: movie)
      let result = try Tool.shell(script, cwd: folder)
      #expect(result.status == 1, "\(result.stderr)")
      let errors = result.stderr.split(separator: "\n").filter { !$0.contains(": warning: ") }
      // A command that goes on with other files says it again at its end.
      #expect(Set(errors).count == 1, "\(result.stderr)")
      #expect(errors.first?.hasPrefix("movtool: a.mov: ") ?? false, "\(result.stderr)")
      // What is opened again is what there is now.
      let isSeen = change.hasPrefix("touch") || !line.hasPrefix("insert track b.mov")
      let words = isSeen ? "changed while it was being read" : "the file has no movie"
      #expect(result.stderr.contains(words), "\(result.stderr)")
      #expect(try names(folder.appending(path: "o")) == [])
      #expect(old.starts(with: try Data(contentsOf: movie)))
    }
  }

  // MARK: Other files

  /// The XML that a Sony camera writes beside a movie is optional, but not if it is there.
  @Test func sidecarThatCannotBeOpened() throws {
    guard MediaTools.canTrace() else { return }
    let script = """
      cp a.mov C0001.MP4; echo '<x/>' >C0001M01.XML; cp a.mov C0002.MP4; mkdir C0002M01.XML
      strace -f -o trace -P C0001M01.XML -e trace=openat -e inject=openat:error=EIO \
        "$TOOL" extract timecode --all-sources C0001.MP4
      echo $?
      "$TOOL" extract timecode --all-sources C0002.MP4 a.mov >text; echo $?
      """
    try withMovies { folder in
      let result = try Tool.shell(script, cwd: folder)
      #expect(result.text == "1\n0\n")
      #expect(result.stderr.contains("movtool: C0001M01.XML: input/output error"))
    }
  }

  /// A movie beside its original is found, unless the two cannot be distinguished.
  @Test func originalThatCannotBeExamined() throws {
    guard MediaTools.canTrace() else { return }
    let script = """
      for when in 1 2 3 4 5 6 7 8; do
        strace -f -o trace -P proxies/a.mov -e trace=newfstatat,statx,stat \
          -e inject=newfstatat,statx,stat:error=EIO:when=$when \
          "$TOOL" insert timecode a.mov --replace --from proxies -o o/out.mov 2>errors
        status=$?
        grep -q INJECTED trace || break
        if test $status = 0; then
          cmp -s o/out.mov o/whole.mov && echo right || echo "$when: wrong with status 0"
        else
          grep -q 'movtool: proxies/a.mov: input/output error' errors && echo reported || cat errors
        fi
        rm -f o/out.mov
      done
      """
    try withMovies { folder in
      let whole = try Tool.shell(
        """
        rm proxies/*; cp b.mov proxies/a.mov
        "$TOOL" insert timecode a.mov --replace --from proxies -o o/whole.mov
        """, cwd: folder)
      #expect(whole.status == 0, "\(whole.stderr)")
      let result = try Tool.shell(script, cwd: folder)
      let lines = result.text.split(separator: "\n")
      #expect(lines.allSatisfy { $0 == "right" || $0 == "reported" }, "\(result.text)")
      #expect(lines.contains("reported"), "\(result.text)")
    }
  }

  // MARK: Folders

  /// The status of a file or a folder cannot be read once. It is not passed over.
  @Test(arguments: ["list card", "list card --json", "diff --timecode card proxies"])
  func oneStatusIsUnknown(line: String) throws {
    guard MediaTools.canTrace() else { return }
    let calls = "?stat,?lstat,?newfstatat,?statx"
    let script = """
      for path in card card/DCIM card/DCIM/a.mov card/b.mov; do
        for when in 1 2 3 4 5 6; do
          strace -f -o trace -P $path -e trace=\(calls) \
            -e inject=\(calls):error=EIO:when=$when "$TOOL" \(line) >text 2>errors
          status=$?
          grep -q INJECTED trace || break
          if test $status = 0; then
            cmp -s text whole && echo right || echo "$path $when: wrong with status 0"
          else
            grep -q 'movtool: card' errors && echo reported || echo "$path $when: no message"
          fi
        done
      done
      """
    try withMovies { folder in
      let whole = try Tool.shell("\"$TOOL\" \(line) >whole", cwd: folder)
      #expect(whole.status == 0, "\(whole.stderr)")
      let result = try Tool.shell(script, cwd: folder)
      let lines = result.text.split(separator: "\n")
      #expect(lines.allSatisfy { $0 == "right" || $0 == "reported" }, "\(result.text)")
      #expect(lines.contains("reported"), "\(result.text)")
    }
  }

  /// A link to nothing may be in any folder.
  @Test func linksToNothing() throws {
    try withMovies { folder in
      let result = try Tool.shell(
        "ln -s nothing card/link; ln -s loop card/loop; \"$TOOL\" list card --csv --columns name",
        cwd: folder)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      #expect(result.text.split(whereSeparator: \.isNewline).count == 3)
    }
  }
}
