import Foundation
import MovKit
import Testing

@testable import movtool

/// `movtool hash`, against what other programs hash.
@Suite struct HashTests {
  /// The lines of `ffmpeg -f streamhash` of a movie: the hash of each stream, in capital letters.
  private func streamHashes(_ path: String, _ algorithm: String) throws -> [String] {
    let answer = try MediaTools.run(
      "ffmpeg",
      [
        "-v", "error", "-ignore_editlist", "1", "-i", path, "-map", "0", "-c", "copy", "-f",
        "streamhash", "-hash", algorithm, "-",
      ], stdin: Data())
    return answer.text.split(separator: "\n").compactMap {
      $0.split(separator: "=").last.map { $0.lowercased() }
    }
  }

  private func hashes(_ arguments: [String]) throws -> [String] {
    try Tool.run(["hash"] + arguments, cwd: Media.root).text.split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first.map(String.init)
    }
  }

  @Test(arguments: ["sha256", "md5"])
  func likeFFmpeg(algorithm: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    for file in try Media.files(in: "rates") + ["camera/camera.mov", "sound/pcm-s16.mov"] {
      let theirs = try streamHashes(Media.root.appending(path: file).path, algorithm)
      #expect(!theirs.isEmpty)
      #expect(try hashes(["--algorithm", algorithm, file]) == theirs, "\(file)")
    }
  }

  /// The raw samples that `extract track` writes are what is hashed.
  @Test func likeTheSamples() throws {
    try Tool.withFolder { folder in
      for file in try Media.files(in: "rates") {
        let raw = folder.appending(path: "raw").path
        _ = try Tool.run(
          ["extract", "track", file, "--track", "1", "--format", "raw", "-o", raw, "--overwrite"],
          cwd: Media.root)
        let sum = try MediaTools.run("sha256sum", [raw], stdin: Data()).text.prefix(64)
        #expect(try hashes(["--track", "1", file]) == [String(sum)], "\(file)")
      }
    }
  }

  /// Copies whose atoms, edits or order differ have the same hashes.
  @Test(arguments: [
    ["insert", "timecode", "--start", "01:00:00:00"], ["remux", "--fragment", "0.5"],
    ["remux", "--fast-start"],
  ])
  func copies(change: [String]) throws {
    try Tool.withFolder { folder in
      for file in ["rates/25.mov", "camera/camera.mov"] {
        let copy = folder.appending(path: "copy.mov").path
        let made = try Tool.run(change + [file, "-o", copy, "--overwrite"], cwd: Media.root)
        #expect(made.status == 0, "\(made.stderr)")
        let both = [
          try hashes(["--track", "video", file]), try hashes(["--track", "video", copy]),
        ]
        #expect(both[0] == both[1] && both[0].count == 1, "\(file)")
      }
    }
  }

  @Test func failuresStopNothing() throws {
    try Tool.withFolder { folder in
      let bad = folder.appending(path: "bad.mov")
      try Data("no movie".utf8).write(to: bad)
      let result = try Tool.run(
        ["hash", "--jobs", "2", bad.path, "rates/25.mov"], cwd: Media.root)
      #expect(result.status == 1)
      #expect(result.text.split(separator: "\n").count == 1)
      #expect(result.stderr.contains("bad.mov"))
      #expect(try Tool.run(["hash"], cwd: Media.root).status == 2)
    }
  }

  /// A track that cannot be read has no hash, and that is an error.
  @Test(arguments: [
    "count-trun.mp4", "fragment-time.mp4", "count-trun-defaults.mp4", "extremes.mov",
  ])
  func tracksThatCannotBeRead(name: String) throws {
    let result = try Tool.run(["hash", "hostile/\(name)"], cwd: Media.root)
    #expect(result.status == 1)
    #expect(result.stderr.contains("[track-unreadable]"), "\(result.stderr)")
    #expect(result.stderr.hasSuffix(" cannot be read\n"))
  }

  @Test func oneSample() throws {
    let result = try Tool.run(["hash", "--track", "2", "timecode/25.mov"], cwd: Media.root)
    #expect(result.text.hasSuffix(", 1 sample, 4 bytes\n"), "\(result.text)")
  }

  /// A track whose samples lie past the end of the file is an error, and the others are hashed.
  @Test func tracksThatAreCut() throws {
    try Tool.withFolder { folder in
      let whole = try Data(contentsOf: Media.root.appending(path: "camera/camera.mov"))
      let file = folder.appending(path: "fast.mov").path
      _ = try Tool.run(["remux", "--fast-start", "camera/camera.mov", "-o", file], cwd: Media.root)
      let bytes = try Data(contentsOf: URL(filePath: file))
      #expect(bytes.count > whole.count / 2)
      try bytes.prefix(bytes.count - 2000).write(to: URL(filePath: file))
      let result = try Tool.run(["hash", "--compact", file], cwd: Media.root)
      #expect(result.status == 1)
      #expect(result.stderr.contains("cannot be hashed"))
      #expect(!result.text.isEmpty)
    }
  }

  /// A list of two movies, one of them in a folder, and copies elsewhere.
  @Test func lists() throws {
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        """
        mkdir -p a/x b/x; cp "$MEDIA/rates/25.mov" a/1.mov; cp "$MEDIA/camera/camera.mov" a/x/2.mov
        "$TOOL" hash --compact a > list.jsonl; cp a/1.mov b; cp a/x/2.mov b/x
        """, cwd: folder, environment: ["MEDIA": Media.root.path])
      try #require(made.status == 0, "\(made.stderr)")
      func check(_ files: String...) throws -> (lines: Set<String>, status: Int32, last: String) {
        let result = try Tool.run(["hash", "--check", "list.jsonl"] + files, cwd: folder)
        let last = result.stderr.split(separator: "\n").last.map(String.init) ?? ""
        return (Set(result.text.split(separator: "\n").map(String.init)), result.status, last)
      }
      // Without files, those of the list.
      var found = try check()
      #expect(found.lines == ["a/1.mov: same", "a/x/2.mov: same"] && found.status == 0)
      found = try check("b")
      #expect(found.lines == ["b/1.mov: same", "b/x/2.mov: same"] && found.status == 0)
      #expect(
        found.last == "movtool: 2 files: 2 the same, 0 different, 0 not in the list; 0 missing")
      // Other media, another name, and no file.
      let changed = try Tool.shell(
        """
        cp "$MEDIA/rates/24.mov" b/1.mov; mv b/x/2.mov b/x/3.mov
        """, cwd: folder, environment: ["MEDIA": Media.root.path])
      try #require(changed.status == 0, "\(changed.stderr)")
      found = try check("b")
      #expect(
        found.lines == [
          "b/1.mov: track 1 differs (compared with a/1.mov)", "b/x/3.mov: not in the list",
          "a/x/2.mov: missing",
        ])
      #expect(found.status == 1)
      #expect(
        found.last == "movtool: 2 files: 0 the same, 1 different, 1 not in the list; 1 missing")
      // Tracks that have come and gone.
      let tracks = try Tool.shell(
        """
        "$TOOL" remove track a/x/2.mov --track 2 -o b/x/2.mov; cp a/x/2.mov b/1.mov; rm b/x/3.mov
        """, cwd: folder)
      try #require(tracks.status == 0, "\(tracks.stderr)")
      found = try check("b")
      #expect(
        found.lines == [
          "b/1.mov: track 1 differs (compared with a/1.mov)",
          "b/1.mov: track 2 is not in the list (compared with a/1.mov)",
          "b/x/2.mov: track 2 is missing (compared with a/x/2.mov)",
        ], "\(found.lines)")
      #expect(try check("--quiet", "a").lines == [])
      try Data("{}".utf8).write(to: folder.appending(path: "list.jsonl"))
      #expect(try check("a").status == 2)
      try FileManager.default.removeItem(at: folder.appending(path: "list.jsonl"))
      #expect(try check("a").status == 2)
    }
  }

  /// A list of text is taken as one of JSON is, also of names that need escapes or are like the rest of a line, and with
  /// the line ends of Windows.
  @Test(arguments: [[], ["--json"], ["--algorithm", "md5"], ["--algorithm", "md5", "--compact"]])
  func ownLists(options: [String]) throws {
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        #"""
        mkdir a b; cp "$MEDIA/camera/camera.mov" "$(printf 'a/1\n\\x41 \342\200\216.mov')"
        cp "$MEDIA/rates/25.mov" 'a/x: track 7, vide.mov'; cp a/* b
        "$TOOL" hash $OPTIONS a > list; sed 's/$/\r/' list > windows
        for list in list windows; do
          "$TOOL" hash --check $list || echo $?; "$TOOL" hash --check $list b || echo $?
        done
        """#, cwd: folder,
        environment: ["MEDIA": Media.root.path, "OPTIONS": options.joined(separator: " ")])
      #expect(made.status == 0, "\(made.stderr)")
      let names = [#"1\x0a\x5cx41 \u{200e}.mov"#, "x: track 7, vide.mov"]
      let lines = ["a", "b"].flatMap { folder in names.map { "\(folder)/\($0): same" } }
      #expect(made.text.split(separator: "\n").map(String.init) == lines + lines)
      let differs = try Tool.shell(
        """
        cp "$MEDIA/rates/24.mov" 'a/x: track 7, vide.mov'; "$TOOL" hash --check list
        """, cwd: folder, environment: ["MEDIA": Media.root.path])
      #expect(differs.status == 1)
      #expect(differs.text.hasSuffix("\na/x: track 7, vide.mov: track 1 differs\n"))
    }
  }

  /// A file is the movie whose path ends most like its own; of several, the one that is in the fewest folders.
  @Test(
    arguments: [
      (["1.mov", "A/1.mov"], "./1.mov", 0), (["1.mov", "A/1.mov"], "./A//1.mov", 1),
      (["1.mov", "A/1.mov"], "/mnt/1.mov", 0), (["1.mov", "A/1.mov"], "/mnt/A/1.mov", 1),
      (["card/A/1.mov", "card/1.mov"], "backup/1.mov", 1),
      (["card/A/1.mov", "card/1.mov"], "backup/A/1.mov", 0),
      (["card/A/1.mov", "card/B/1.mov"], "backup/1.mov", nil),
      (["card/A/1.mov", "card/B/1.mov"], "backup/B/1.mov", 1),
      (["./A/1.mov", "/A/1.mov"], "/A/1.mov", 1), (["./A/1.mov", "/A/1.mov"], "A/1.mov", 0),
      (["A/1.mov"], "A/1.mov/2.mov", nil), (["A/1.mov"], "", nil),
    ] as [([String], String, Int?)])
  func likeliest(listed: [String], path: String, number: Int?) throws {
    let lines = listed.map { "sha256 \(Self.digits(64))  \($0): track 1, vide, avc1, 9 samples\n" }
    #expect(try HashList(Array(lines.joined().utf8)).number(of: FilePath(path)) == number)
  }

  /// The same, of all lists of three movies in up to three folders, in each order.
  @Test func likeliestOfThree() throws {
    var longest: [[String]] = [[]]
    var folders = longest
    for _ in 1...3 {
      longest = longest.flatMap { [["A"] + $0, ["B"] + $0] }
      folders += longest
    }
    for first in folders {
      for second in folders where second != first {
        for third in folders where third != first && third != second {
          let listed = [first, second, third]
          let lines = listed.map { folders in
            "md5 \(Self.digits(32))  \((folders + ["1.mov"]).joined(separator: "/")): track 1\n"
          }
          let list = try HashList(Array(lines.joined().utf8))
          for folders in folders {
            let alike = listed.map {
              zip($0.reversed(), folders.reversed()).prefix { $0 == $1 }.count
            }
            let likeliest = listed.indices.filter { alike[$0] == alike.max() }
            let fewest = likeliest.map { listed[$0].count }.min()
            let left = likeliest.filter { listed[$0].count == fewest }
            let path = (["z"] + folders + ["1.mov"]).joined(separator: "/")
            let number = left.count == 1 ? left[0] : nil
            #expect(list.number(of: FilePath(path)) == number, "\(listed) \(path)")
          }
        }
      }
    }
  }

  /// What differs from a movie that only has the same name names that movie, which need not be the original.
  @Test func namesTheOther() throws {
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        """
        mkdir -p card/A card/B backup/Z
        cp "$MEDIA/rates/24.mov" card/1.mov; cp "$MEDIA/rates/25.mov" card/A/1.mov
        cp "$MEDIA/rates/30.mov" card/B/1.mov; cp card/A/1.mov backup/Z/1.mov
        "$TOOL" hash card > list; "$TOOL" hash --check list --quiet backup; echo $?
        cd card/A; "$TOOL" hash --check ../../list --quiet 1.mov; cd ../..
        "$TOOL" hash card/1.mov > list; "$TOOL" hash --check list --quiet ./card//1.mov card/A
        cp card/A/1.mov card/1.mov; "$TOOL" hash --check list --quiet ./card//1.mov
        """, cwd: folder, environment: ["MEDIA": Media.root.path])
      #expect(
        made.text.split(separator: "\n") == [
          "backup/Z/1.mov: track 1 differs (compared with card/1.mov)", "card/A/1.mov: missing",
          "card/B/1.mov: missing", "1",
          "1.mov: track 1 differs (compared with card/1.mov)", "card/A/1.mov: missing",
          "card/B/1.mov: missing",
          "card/A/1.mov: track 1 differs (compared with card/1.mov)",
          "./card//1.mov: track 1 differs",
        ], "\(made.text) \(made.stderr)")
    }
  }

  /// The lines of a list may be in any order, as `sort` leaves them, and those of two lists too.
  @Test func sortedLists() throws {
    func line(_ hash: String, _ rest: String) -> String {
      "md5 \(hash)\(Self.digits(30))  \(rest)\n"
    }
    let lines = [
      line("0a", "a.mov: track 1"), line("0c", "a.mov: track 2"), line("0b", "b.mov: track 1"),
      line("0d", "b.mov: track 2"),
    ]
    func entries(_ lines: [String]) throws -> [String: [UInt32: Set<String>]] {
      let read = try HashList(Array(lines.joined().utf8)).entries
      return Dictionary(
        uniqueKeysWithValues: read.map { ($0.path.description, $0.hashes.mapValues { Set($0) }) })
    }
    let digits = Self.digits(30)
    let expected: [String: [UInt32: Set<String>]] = [
      "a.mov": [1: ["0a" + digits], 2: ["0c" + digits]],
      "b.mov": [1: ["0b" + digits], 2: ["0d" + digits]],
    ]
    #expect(try entries(lines) == expected)
    #expect(try entries(lines.sorted()) == expected)
    #expect(try entries((lines + lines).sorted()) == expected)
    #expect(try entries(lines.sorted() + lines) == expected)
    for (place, old) in lines.enumerated() {
      var second = lines
      second[place] = old.replacingOccurrences(of: "md5 0", with: "md5 1")
      #expect(throws: JSONReader.Problem.self) { try entries(lines + second) }
      #expect(throws: JSONReader.Problem.self) { try entries(lines.sorted() + second.sorted()) }
    }
  }

  /// A movie that was listed twice is compared once, in both forms.
  @Test(arguments: [[], ["--compact"]])
  func listedTwice(options: [String]) throws {
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        """
        cp "$MEDIA/camera/camera.mov" 1.mov
        "$TOOL" hash $OPTIONS 1.mov > list; "$TOOL" hash $OPTIONS 1.mov >> list
        "$TOOL" hash --check list; echo $?
        "$TOOL" remove track 1.mov --track 2 --in-place --quiet; "$TOOL" hash --check list; echo $?
        """, cwd: folder,
        environment: ["MEDIA": Media.root.path, "OPTIONS": options.joined(separator: " ")])
      #expect(
        made.text.split(separator: "\n") == [
          "1.mov: same", "0", "1.mov: track 2 is missing", "1",
        ], "\(made.text) \(made.stderr)")
    }
  }

  /// Two lists that say the same are one, also of several movies, whose lines do not follow one another.
  @Test func twoListsOfSeveral() throws {
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        """
        cp "$MEDIA/camera/camera.mov" 1.mov; cp "$MEDIA/rates/25.mov" 2.mov
        "$TOOL" hash 1.mov 2.mov > list; cat list list > twice; "$TOOL" hash --check twice; echo $?
        cp "$MEDIA/rates/24.mov" 2.mov; "$TOOL" hash --check twice; echo $?
        "$TOOL" hash 2.mov >> list; "$TOOL" hash --check list; echo $?
        cp "$MEDIA/rates/25.mov" 2.mov; "$TOOL" hash --check list; echo $?
        """, cwd: folder, environment: ["MEDIA": Media.root.path])
      #expect(
        made.text.split(separator: "\n") == [
          "1.mov: same", "2.mov: same", "0", "1.mov: same", "2.mov: track 1 differs", "1",
          "1.mov: same", "2.mov: track 1 is in the list with several hashes", "1",
          "1.mov: same", "2.mov: track 1 is in the list with several hashes", "1",
        ], "\(made.text) \(made.stderr)")
    }
  }

  /// A file or folder that is named and does not exist is an error, and a movie of the list whose file does not exist is
  /// missing.
  @Test func filesThatDoNotExist() throws {
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        """
        mkdir a; cp "$MEDIA/camera/camera.mov" a/1.mov; cp "$MEDIA/rates/25.mov" a/2.mov
        "$TOOL" hash a > list
        """, cwd: folder, environment: ["MEDIA": Media.root.path])
      try #require(made.status == 0, "\(made.stderr)")
      for name in ["backupp/", "backupp", "a/3.mov"] {
        let result = try Tool.run(["hash", "--check", "list", name], cwd: folder)
        #expect(result.status == 1)
        #expect(result.text == "a/1.mov: missing\na/2.mov: missing\n")
        #expect(
          result.stderr == "movtool: \(name): no such file or directory\n"
            + "movtool: 1 file: 0 the same, 0 different, 0 not in the list; 2 missing, 1 not read\n"
        )
      }
      try FileManager.default.removeItem(at: folder.appending(path: "a/2.mov"))
      let result = try Tool.run(["hash", "--check", "list"], cwd: folder)
      #expect(result.status == 1)
      #expect(result.text == "a/1.mov: same\na/2.mov: missing\n")
      #expect(
        result.stderr
          == "movtool: 2 files: 1 the same, 0 different, 0 not in the list; 1 missing\n")
    }
  }

  /// What is no list, or one that contradicts itself, is refused with its line.
  @Test(
    arguments: [
      ("", 1), ("\n\n", 1), ("# list", 1), ("{\"file\": \"a\"}", 1),
      ("sha256 12  a.mov: track 1", 1), ("md5 \(digits(32)) a.mov: track 1", 1),
      ("md5 \(digits(32))  a.mov", 1), ("md5 \(digits(32))  : track 1", 1),
      ("md5 \(digits(32))  a.mov: track 4294967296", 1), ("sha1 \(digits(40))  a.mov: track 1", 1),
      // The lines of sha256sum name no tracks.
      ("\(digits(64))  a.mov", 1),
      ("md5 \(digits(32))  a: track 1\n\nsha256 \(digits(64))  a: track 2", 3),
      // A second list that says something else: another hash, or a hash of another kind.
      (
        "md5 \(digits(32))  a: track 1\nmd5 \(digits(32))  b: track 1\nmd5 0b\(digits(30))  a: track 1",
        3
      ),
      (
        "md5 \(digits(32))  a: track 1\nmd5 \(digits(32))  b: track 1\nsha256 \(digits(64))  a: track 2",
        3
      ),
      ("{\"file\": \"a\", \"algorithm\": \"md5\", \"tracks\": [{\"trackID\": 1}]}", 1),
    ] as [(String, Int)])
  func wrongLists(list: String, line: Int) throws {
    let error = #expect(throws: JSONReader.Problem.self) { try HashList(Array(list.utf8)) }
    #expect(error?.line(in: Array(list.utf8)) == line)
  }

  static func digits(_ count: Int) -> String { String(repeating: "0f", count: count / 2) }

  /// Whatever byte of a list is damaged, and wherever it is cut off, it is read or refused. What is cut off has no
  /// second movie.
  @Test(arguments: ["text", "json"])
  func damagedLists(form: String) throws {
    let line = "sha256 \(Self.digits(64))  f/a\\x0ab.mov: track 1, vide, avc1, 9 samples\n"
    let document = """
      {"schema": "urn:movtool:hash:1", "file": "f/a\\\\x0ab.mov", "algorithm": "sha256", "tracks": [
        {"trackID": 1, "hash": "\(Self.digits(64))"}
      ], "failed": [], "failedCount": 0, "error": null}

      """
    let whole = Array((form == "text" ? line : document).utf8)
    let path = FilePath(bytes: Array("f/a\nb.mov".utf8))
    #expect(try HashList(whole).number(of: path) == 0)
    for place in whole.indices {
      for value in [0, 0x0A, 0x20, 0x5C, 0x7B, 0xFF, whole[place] ^ 1] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        guard let list = try? HashList(bytes) else { continue }
        // Whatever the path is now: only a trap can fail this.
        for entry in list.entries { #expect(list.number(of: entry.path) != nil) }
      }
      let cut = try? HashList(Array(whole.prefix(place)))
      #expect((cut?.entries.count ?? 0) <= 1)
    }
  }

  /// JSON names what has no hash: a track, and a file that is no movie.
  @Test func failuresInJSON() throws {
    try Tool.withFolder { folder in
      let bad = folder.appending(path: "bad.mov")
      try Data("no movie".utf8).write(to: bad)
      let result = try Tool.run(
        ["hash", "--compact", "hostile/count-trun.mp4", bad.path, "rates/25.mov"], cwd: Media.root)
      #expect(result.status == 1)
      let documents = try result.text.split(separator: "\n").map {
        try #require(
          try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      try #require(documents.count == 3)
      let failed = documents.map { $0["failed"] as? [[String: Any]] ?? [] }
      #expect(failed[0].count == 1 && failed[0].first?["trackID"] as? Int == 1)
      #expect((failed[0].first?["error"] as? String)?.contains("cannot be read") == true)
      #expect(documents.map { $0["failedCount"] as? Int } == [1, 0, 0])
      #expect(documents[0]["error"] is NSNull && documents[2]["error"] is NSNull)
      #expect(documents[1]["error"] is String && failed[1].isEmpty && failed[2].isEmpty)
      #expect((documents[2]["tracks"] as? [Any])?.count == 1)
    }
  }
}
