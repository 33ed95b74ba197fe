import Foundation
import TestSupport
import Testing

@testable import movtool

/// `movtool list`, on clips that ffmpeg and `movtool insert timecode` make. What is expected is
/// counted by hand from how the clips are made.
@Suite struct ListTests {
  /// Makes a folder of clips:
  ///
  ///     A001C001.mov  25 fps, 50 frames, 64x48, audio, reel A001, 01:00:00:00 to 01:00:01:24
  ///     A001C002.mov  the same, 01:00:02:00 to 01:00:03:24
  ///     A001C004.mov  the same, from the last frame of A001C002 on
  ///     B.mov         30000/1001 fps, 60 frames, 96x64, drop frame, reel B, 10:00:59;29 on
  ///     broken.mov    no movie
  ///     sub/notc.mp4  25 fps, 50 frames, 64x48, no timecode
  ///
  /// and files that are not listed. Returns nil if there is no ffmpeg.
  private func withCard(
    _ body: (URL) throws -> Void, by function: String = #function
  ) throws {
    guard MediaTools.has("ffmpeg", by: function) else { return }
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        """
        set -e
        ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=25 \
          -f lavfi -i anullsrc=r=48000:cl=stereo -t 2 -c:v mpeg4 -c:a pcm_s16le \
          -metadata creation_time=2024-05-06T07:08:09Z \
          -metadata com.apple.quicktime.make=Canon \
          -metadata 'com.apple.quicktime.model=EOS R5' -movflags use_metadata_tags plain.mov
        ffmpeg -nostdin -v error -f lavfi -i testsrc=size=96x64:rate=30000/1001 \
          -frames:v 60 -c:v mjpeg -pix_fmt yuvj420p other.mov
        mkdir -p card/sub card/.Trashes
        ffmpeg -nostdin -v error -i plain.mov -c:v copy -an -map_metadata -1 card/sub/notc.mp4
        i() { "$TOOL" insert timecode "$1" -o "card/$2" --start "$3" --reel "$4"; }
        i plain.mov A001C001.mov 01:00:00:00 A001
        i plain.mov A001C002.mov 01:00:02:00 A001
        i plain.mov A001C004.mov 01:00:03:24 A001
        i other.mov B.mov '10:00:59;29' B
        echo 'this is not a movie' > card/broken.mov
        cp plain.mov card/._A001C001.mov
        cp plain.mov card/.Trashes/old.mov
        cp plain.mov card/notes.txt
        mkfifo card/pipe.mov
        ln -s .. card/sub/up
        """, cwd: folder)
      try #require(made.status == 0, "\(made.text)\(made.stderr)")
      try body(folder)
    }
  }

  private func rows(_ arguments: [String], cwd: URL, separator: Character = "\t") throws
    -> [[String]]
  {
    let result = try Tool.run(["list"] + arguments, cwd: cwd)
    return result.text.split(separator: "\n").map {
      $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// A copy that was not finished is listed, with a flag.
  @Test func truncated() throws {
    try Tool.withFolder { folder in
      let whole = try Data(contentsOf: Media.root.appending(path: "camera/camera.mov"))
      let remuxed = folder.appending(path: "whole.mov")
      try whole.write(to: folder.appending(path: "a.mov"))
      let remux = try Tool.run(
        ["remux", "a.mov", "--fast-start", "-o", "whole.mov"], cwd: folder)
      #expect(remux.status == 0, "\(remux.stderr)")
      try Data(contentsOf: remuxed).dropLast(1000).write(to: folder.appending(path: "cut.mov"))
      let result = try Tool.run(
        ["list", "--csv", "--columns", "name,flags", "whole.mov", "cut.mov"], cwd: folder)
      #expect(
        result.text == "name,flags\r\nwhole.mov,no-timecode\r\ncut.mov,truncated no-timecode\r\n",
        "\(result.text)")
    }
  }

  /// The name of an output that promises another format gets a warning.
  @Test(
    arguments: [
      (["list"], "a.xlsx", "a table as text"), (["list"], "a.otio", "a table as text"),
      (["extract", "timecode"], "a.fcpxml", "JSON"), (["list"], "a.txt", nil),
      (["list", "--json"], "a.xml", nil), (["extract", "timecode"], "a.dat", nil),
    ] as [([String], String, String?)])
  func namesOfOtherFormats(_ words: [String], _ name: String, _ format: String?) throws {
    try Tool.withFolder { folder in
      let movie = Media.root.appending(path: "timecode/25.mov").path
      let result = try Tool.run(words + [movie, "-o", name], cwd: folder)
      #expect(result.status == 0)
      let warning = format.map {
        "movtool: \(name): warning: the name ends in .\(name.dropFirst(2)), but the file is \($0) [file-name]\n"
      }
      #expect(result.stderr.contains("file-name") == (warning != nil), "\(result.stderr)")
      if let warning { #expect(result.stderr.contains(warning), "\(result.stderr)") }
    }
  }

  // MARK: Columns

  @Test func everyColumn() throws {
    try withCard { folder in
      let rows = try rows(["--tsv", "card"], cwd: folder)
      let header = try #require(rows.first)
      #expect(header == ListColumn.allCases.map(\.rawValue))
      var clips: [String: [String: String]] = [:]
      for row in rows.dropFirst() {
        clips[row[0]] = Dictionary(uniqueKeysWithValues: zip(header, row))
      }
      #expect(
        rows.dropFirst().map { $0[0] } == [
          "A001C001.mov", "A001C002.mov", "A001C004.mov", "B.mov", "broken.mov", "sub/notc.mp4",
        ])
      let first = [
        "name": "A001C001.mov", "file": "card/A001C001.mov", "first": "01:00:00:00",
        "last": "01:00:01:24", "frames": "50", "rate": "25", "df": "NDF", "reel": "A001",
        "video": "MPEG-4 Visual", "size": "64x48", "audio": "PCM (16-bit little-endian) 2ch",
        "duration": "00:00:02.000", "date": "2024-05-06T07:08:09Z", "camera": "Canon EOS R5",
        "flags": "", "error": "",
      ]
      #expect(clips["A001C001.mov"] == first)
      // 01:00:03:24 is the last frame of the clip before it, and number 3 is missing.
      #expect(clips["A001C002.mov"]?["flags"] == "overlap")
      #expect(clips["A001C004.mov"]?["flags"] == "overlap gap")
      #expect(clips["A001C004.mov"]?["last"] == "01:00:05:23")
      let other = try #require(clips["B.mov"])
      // Frame 1799 of the minute is 59;29, and labels 00 and 01 of the next minute are skipped.
      #expect(other["first"] == "10:00:59;29" && other["last"] == "10:01:02;00")
      #expect(other["rate"] == "29.97" && other["df"] == "DF" && other["frames"] == "60")
      #expect(other["flags"] == "rate drop-frame size" && other["audio"] == "")
      let none = try #require(clips["sub/notc.mp4"])
      #expect(none["first"] == "" && none["df"] == "" && none["flags"] == "no-timecode")
      #expect(none["frames"] == "50" && none["rate"] == "25" && none["file"] == "card/sub/notc.mp4")
      let broken = try #require(clips["broken.mov"])
      #expect(broken["flags"] == "unreadable" && broken["error"] != "" && broken["frames"] == "")
    }
  }

  @Test func chosenColumnsAndOrder() throws {
    try withCard { folder in
      let rows = try rows(
        ["--tsv", "--columns", "first,name", "--sort", "tc", "card"], cwd: folder)
      #expect(
        rows == [
          ["first", "name"], ["01:00:00:00", "A001C001.mov"], ["01:00:02:00", "A001C002.mov"],
          ["01:00:03:24", "A001C004.mov"], ["10:00:59;29", "B.mov"], ["", "broken.mov"],
          ["", "sub/notc.mp4"],
        ])
      let sizes = try self.rows(
        ["--tsv", "--columns", "size", "--sort", "size", "card"], cwd: folder)
      #expect(sizes.map { $0[0] } == ["size", "64x48", "64x48", "64x48", "64x48", "96x64"])
    }
  }

  /// Dates with a zone are sorted by the moment, and so is the header's, which is in UTC.
  @Test func orderOfDates() throws {
    try Tool.withFolder { folder in
      for (name, date) in [
        ("a.mov", "2024-05-31T10:00:00+0200"), ("b.mov", "2024-05-31T09:00:00Z"),
        ("c.mov", "2024-05-31T03:30:00-05:00"), ("d.mov", "2024-05-30T23:59:59"),
      ] {
        let made = try Tool.run([
          "edit", "metadata", DocumentsTests.package.appending(path: "TestMedia/rates/25.mov").path,
          "com.apple.quicktime.creationdate=\(date)", "-o", folder.appending(path: name).path,
        ])
        try #require(made.status == 0, "\(made.stderr)")
      }
      let rows = try rows(["--tsv", "--columns", "name", "--sort", "date", "."], cwd: folder)
      #expect(rows.map { $0[0] } == ["name", "d.mov", "a.mov", "c.mov", "b.mov"])
    }
  }

  /// The number of frames is that which `extract timecode --frames` lists one by one.
  @Test func framesAreThoseThatEditsShow() throws {
    let files = try Media.all().filter { !GoldenTests.large.contains($0) }
    let result = try Tool.run(["list", "--compact"] + files, cwd: Media.root)
    let lines = result.text.split(separator: "\n")
    try #require(lines.count == files.count)
    var compared = 0
    for (file, line) in zip(files, lines) {
      let clip = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let frames = clip["frames"] as? Int, clip["width"] as? Int != nil,
        clip["first"] as? String != nil
      else { continue }
      let listed = try Tool.run(["extract", "timecode", "--frames", file], cwd: Media.root)
      var counts: [Int: Int] = [:]
      for line in listed.text.split(separator: "\n") {
        let frame = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        counts[frame?["trackID"] as? Int ?? 0, default: 0] += 1
      }
      guard counts.count == 1, let count = counts.values.first else { continue }
      #expect(frames == count, "\(file)")
      compared += 1
    }
    #expect(compared > 20)
  }

  @Test func namesAreOrderedByTheirNumbers() throws {
    try Tool.withFolder { folder in
      for name in ["clip10.mov", "Clip2.mov", "clip1.mov"] {
        try Data().write(to: folder.appending(path: name))
      }
      let rows = try rows(["--tsv", "--columns", "name", "."], cwd: folder)
      #expect(rows.map { $0[0] } == ["name", "clip1.mov", "Clip2.mov", "clip10.mov"])
    }
  }

  @Test func wrongColumns() throws {
    for (arguments, message) in [
      (["--columns", "name,frame"], "there is no column 'frame' (did you mean 'frames'?)"),
      (["--columns", "name,name"], "'name' occurs twice"),
      (["--columns", ""], "there is no column ''"), (["--sort", "x"], "there is no column 'x'"),
      (["--jobs", "0"], "from 1 to 256"), (["--null"], "'--null' requires '--files-from'"),
      (["--json", "--csv"], "cannot be used together"),
    ] {
      let result = try Tool.run(["list", "."] + arguments)
      #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
    }
    let none = try Tool.run(["list"])
    #expect(none.status == 2 && none.stderr.contains("missing FILE|DIR or '--files-from'"))
  }

  // MARK: Forms

  @Test func csvIsReadByPython() throws {
    guard MediaTools.has("python3") else { return }
    try withCard { folder in
      let name = "a, \"b\" and c.mov"
      try FileManager.default.copyItem(
        at: folder.appending(path: "card/B.mov"), to: folder.appending(path: name))
      let result = try Tool.run(["list", "--csv", name, "card/A001C001.mov"], cwd: folder)
      #expect(result.status == 0)
      let lines = result.text.components(separatedBy: "\r\n")
      #expect(lines.count == 4 && lines.last == "")
      let script =
        "import csv,json,sys,io;"
        + "print(json.dumps(list(csv.DictReader(io.TextIOWrapper(sys.stdin.buffer,"
        + "encoding='utf-8',newline=''),strict=True))))"
      let answer = try MediaTools.run("python3", ["-c", script], stdin: result.stdout)
      let rows = try #require(
        try JSONSerialization.jsonObject(with: answer.stdout) as? [[String: String]])
      #expect(rows.map { $0["name"] } == [name, "card/A001C001.mov"])
      #expect(rows.map { $0["reel"] } == ["B", "A001"])
      #expect(rows[0]["first"] == "10:00:59;29" && rows[1]["audio"]?.hasSuffix(" 2ch") == true)
    }
  }

  @Test func jsonIsReadByJQ() throws {
    guard MediaTools.has("jq") else { return }
    try withCard { folder in
      let result = try Tool.run(["list", "--compact", "card"], cwd: folder)
      #expect(result.status == 1 && result.text.split(separator: "\n").count == 6)
      let filter =
        "[.name, .first, .frames, .frameRate.numerator, .dropFrame, .width, .channels, "
        + ".make, .model, .creationTime.date, .duration.value / .duration.timescale?, "
        + "(.flags | join(\"+\")), (.error == null)]"
      let answer = try MediaTools.run("jq", ["-c", filter], stdin: result.stdout)
      let lines = answer.text.split(separator: "\n").map(String.init)
      #expect(
        lines.first
          == #"["A001C001.mov","01:00:00:00",50,25,false,64,2,"Canon","EOS R5","#
          + #""2024-05-06T07:08:09Z",2,"",true]"#, "\(answer.stderr)")
      let flags = try MediaTools.run("jq", ["-c", ".flags"], stdin: result.stdout)
      #expect(
        flags.text.split(separator: "\n").map(String.init) == [
          "[]", #"["overlap"]"#, #"["overlap","gap"]"#, #"["rate","drop-frame","size"]"#,
          #"["unreadable"]"#, #"["no-timecode"]"#,
        ])
    }
  }

  /// Labels of an Avid log are below 24 hours and not negative, whatever the timecode counts.
  @Test(arguments: [
    (["--start", "23:59:59:00", "--no-wrap"], "23:59:59:00", "00:00:03:00"),
    (["--start", "-00:00:02:00", "--allow-negative", "--no-wrap"], "23:59:58:00", "00:00:02:00"),
  ])
  func aleWithinADay(options: [String], start: String, end: String) throws {
    try withCard { folder in
      let made = try Tool.run(
        [
          "insert", "timecode", Stamping.media.appending(path: "rates/25.mov").path, "-o",
          "day.mov",
        ] + options, cwd: folder)
      try #require(made.status == 0, "\(made.stderr)")
      for arguments in [["list", "--ale"], ["extract", "timecode", "--format", "ale"]] {
        let text = try Tool.run(arguments + ["day.mov"], cwd: folder).text
        let row = text.split(separator: "\n").last?.split(separator: "\t").map(String.init) ?? []
        #expect(row.count > 4 && row[2] == start && row[3] == end, "\(text)")
      }
    }
  }

  @Test func ale() throws {
    try withCard { folder in
      let result = try Tool.run(["list", "--ale", "card"], cwd: folder)
      let columns =
        "Name\tTracks\tStart\tEnd\tDuration\tFPS\tTape\tSource File\tImage Size\tShoot Date\tCamera"
      func row(_ name: String, _ start: String, _ end: String) -> String {
        "\(name)\tVA1A2\t\(start)\t\(end)\t00:00:02:00\t25\tA001\t\t64x48\t2024-05-06T07:08:09Z\t"
          + "Canon EOS R5"
      }
      #expect(
        result.text.components(separatedBy: "\n") == [
          "Heading", "FIELD_DELIM\tTABS", "VIDEO_FORMAT\tCUSTOM", "AUDIO_FORMAT\t48khz", "FPS\t25",
          "", "Column", columns, "", "Data", row("A001C001.mov", "01:00:00:00", "01:00:02:00"),
          row("A001C002.mov", "01:00:02:00", "01:00:04:00"),
          row("A001C004.mov", "01:00:03:24", "01:00:05:24"), "",
        ])
      #expect(result.stderr.contains("B.mov: warning: left out of the ALE: its timecode has 29.97"))
      #expect(result.stderr.contains("list the clips of one rate [clip-left-out]\n"))
      #expect(
        result.stderr.contains(
          "notc.mp4: warning: left out of the ALE: it has no timecode [clip-left-out]"))
      let counter = try Tool.run([
        "list", "--ale", Stamping.media.appending(path: "timecode-handmade/counter.mov").path,
      ])
      #expect(
        counter.stderr.contains("left out of the ALE: its timecode is a counter [clip-left-out]"))
      // 10:00:59;29 and 60 frames more: two labels are skipped.
      let other = try Tool.run(["list", "--ale", "card/B.mov"], cwd: folder)
      #expect(
        other.text.hasSuffix(
          "\nB.mov\tV\t10:00:59;29\t10:01:02;01\t00:00:02;00\t29.97\tB\t\t96x64\t\t\n"),
        "\(other.text)")
    }
  }

  /// Without video, the frames are those of all stretches of the timecode.
  @Test func framesOfTimecode() throws {
    try withCard { folder in
      let made = try Tool.shell(
        """
        set -e
        ffmpeg -nostdin -v error -i plain.mov -map 0:a -c copy sound.mov
        printf 'time,timecode\\n0,01:00:00:00\\n1,02:00:00:00\\n' > list.csv
        "$TOOL" insert timecode plain.mov --segments list.csv -q -o jump.mov
        "$TOOL" extract timecode jump.mov > list.json
        "$TOOL" insert timecode sound.mov --segments list.json -q -o jumping.mov
        "$TOOL" insert timecode sound.mov --start 01:00:00:00 -q -o even.mov 2> /dev/null || true
        """, cwd: folder)
      try #require(made.status == 0, "\(made.stderr)")
      let rows = try rows(["--tsv", "--columns", "name,frames", "jumping.mov"], cwd: folder)
      #expect(rows.last == ["jumping.mov", "50"], "\(rows)")
    }
  }

  /// A file that is listed twice does not overlap with itself, and both overlap with another.
  @Test func listedTwice() throws {
    try withCard { folder in
      let list = ["--tsv", "--columns", "name,flags"]
      let (one, two) = ("card/A001C001.mov", "card/A001C002.mov")
      let same = try rows(list + [one, one, "./card/../\(one)"], cwd: folder)
      #expect(same.dropFirst().allSatisfy { !$0[1].contains("overlap") }, "\(same)")
      let others = try rows(list + [two, "card/A001C004.mov", two], cwd: folder)
      #expect(others.count == 4)
      #expect(others.dropFirst().allSatisfy { $0[1].contains("overlap") }, "\(others)")
    }
  }

  /// A log without rows has a heading.
  @Test func aleWithoutRows() throws {
    let result = try Tool.run([
      "list", "--ale", Stamping.media.appending(path: "rates/25.mov").path,
    ])
    #expect(result.status == 0)
    let lines = result.text.components(separatedBy: "\n")
    #expect(lines.first == "Heading" && lines.suffix(2) == ["Data", ""], "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Name\tTracks\tStart") })
    #expect(result.stderr.contains("[clip-left-out]"))
  }

  @Test(arguments: [40, 60, 80, 120, 200])
  func tableFitsTheTerminal(width: Int) throws {
    try withCard { folder in
      try FileManager.default.copyItem(
        at: folder.appending(path: "card/B.mov"),
        to: folder.appending(path: "card/a name that is much too long for a terminal.mov"))
      let environment = ["COLUMNS": "\(width)"]
      let result = try Tool.run(["list", "card"], cwd: folder, environment: environment)
      let lines = result.text.split(separator: "\n").map(String.init)
      #expect(lines.count == 8 && lines.allSatisfy { $0.count <= width }, "\(result.text)")
      #expect(lines[0].hasPrefix("name ") && lines[0].contains("first"))
      #expect(lines.contains { $0.contains("01:00:03:24") })
      #expect(lines[0].contains("camera") == (width == 200))
      #expect(
        result.stderr.hasSuffix("movtool: 7 clips, 1 without timecode, 1 unreadable\n"),
        "\(result.stderr)")
      let chosen = try Tool.run(
        ["list", "card", "--columns", "file,error,camera,audio,video,date,first,last"], cwd: folder,
        environment: environment)
      #expect(chosen.text.split(separator: "\n").allSatisfy { $0.count <= width })
      #expect(chosen.stderr.contains("no room for") == (width < 100), "\(chosen.text)")
    }
  }

  /// What goes to another program or a file is whole.
  @Test func tablesInAPipe() throws {
    try withCard { folder in
      let name = "a name that is much too long for a terminal of eighty columns and then some.mov"
      try FileManager.default.copyItem(
        at: folder.appending(path: "card/B.mov"), to: folder.appending(path: "card/\(name)"))
      let piped = try Tool.run(["list", "card"], cwd: folder).text
      #expect(piped.contains(name) && piped.contains("camera") && !piped.contains("…"))
      let options = ["list", "card", "-o", "list.txt"]
      // One of the clips is unreadable.
      #expect(try Tool.run(options, cwd: folder, environment: ["COLUMNS": "40"]).status == 1)
      let file = try String(contentsOf: folder.appending(path: "list.txt"), encoding: .utf8)
      #expect(file == piped)
    }
  }

  @Test func outputIsNotReplaced() throws {
    try withCard { folder in
      let movie = folder.appending(path: "card/B.mov")
      let before = try Data(contentsOf: movie)
      let arguments = ["list", "card", "--csv", "-o", "card/B.mov", "--overwrite"]
      #expect(try Tool.run(arguments, cwd: folder).status == 1)
      #expect(try Data(contentsOf: movie) == before)
      for expected in [0, 1, 0] as [Int32] {
        let options = expected == 0 ? ["--overwrite"] : []
        let result = try Tool.run(
          ["list", "card/B.mov", "--csv", "-o", "out.csv"] + options, cwd: folder)
        #expect(result.status == expected && result.text.isEmpty)
      }
      let written = try String(contentsOf: folder.appending(path: "out.csv"), encoding: .utf8)
      #expect(written.contains("10:00:59;29"))
    }
  }

  // MARK: Inputs

  @Test func manyJobsGiveTheSame() throws {
    try withCard { folder in
      var all: Set<String> = []
      for jobs in ["1", "2", "7", "256"] {
        let result = try Tool.run(["list", "--json", "--jobs", jobs, "card", "card"], cwd: folder)
        #expect(result.status == 1)
        all.insert(result.text + result.stderr)
      }
      #expect(all.count == 1)
    }
  }

  @Test func failuresStopNothing() throws {
    try withCard { folder in
      let made = try Tool.shell(
        "mkfifo pipe; mkdir empty locked; chmod 0 locked; ln -s nowhere.mov card/dangling.mov",
        cwd: folder)
      #expect(made.status == 0)
      let result = try Tool.run(
        ["list", "--tsv", "--columns", "file", "pipe", "missing.mov", "empty", "locked", "card"],
        cwd: folder, timeout: 20)
      _ = try Tool.shell("chmod 755 locked", cwd: folder)
      #expect(result.status == 1)
      #expect(
        result.text.split(separator: "\n").map(String.init) == [
          "file", "pipe", "missing.mov", "card/A001C001.mov", "card/A001C002.mov",
          "card/A001C004.mov", "card/B.mov", "card/broken.mov", "card/dangling.mov",
          "card/sub/notc.mp4",
        ])
      let errors = result.stderr.split(separator: "\n").map(String.init)
      #expect(errors.contains { $0.hasPrefix("movtool: pipe: it is a pipe") }, "\(errors)")
      #expect(errors.contains("movtool: missing.mov: no such file or directory"))
      #expect(errors.contains { $0.hasPrefix("movtool: card/broken.mov: ") })
      let isRoot = geteuid() == 0
      #expect(errors.contains { $0.hasPrefix("movtool: locked: cannot read the folder") } != isRoot)
      // There is nothing in a folder that root can read, either.
      for name in isRoot ? ["empty", "locked"] : ["empty"] {
        #expect(
          errors.contains(
            "movtool: \(name): warning: there is no movie in the folder [folder-empty]"))
      }
      #expect(errors.count == 6)
      let empty = try Tool.run(["list", "empty"], cwd: folder)
      #expect(empty.status == 0 && empty.text.isEmpty && empty.stderr == "movtool: 0 clips\n")
      #expect(try Tool.run(["list", "empty", "-q"], cwd: folder).stderr.isEmpty)
    }
  }

  @Test func lists() throws {
    try withCard { folder in
      let script = #"""
        rm card/sub/up; cp card/B.mov 'with space.mov'
        cp card/B.mov "$(printf 'line\nbreak.mov')"
        cp card/B.mov "$(printf 'byte\377.mov')" || { echo no such names; exit; }
        find . -maxdepth 1 -name '*e*.mov' ! -name other.mov -print0 | sort -z \
          | "$TOOL" list --tsv --columns name --files-from - -0
        printf 'with space.mov\n\ncard/sub\nother.mov' > names
        "$TOOL" list --tsv --columns name B.mov --files-from names
        "$TOOL" list --files-from none
        """#
      let result = try Tool.shell(script, cwd: folder)
      // Some file systems have only names in UTF-8.
      guard result.text != "no such names\n" else {
        return NotRun.add(.permission("to name files with any bytes (by the file system)"))
      }
      #expect(
        result.text.split(separator: "\n").map(String.init) == [
          "name", #"./byte\xff.mov"#, #"./line\x0abreak.mov"#, "./with space.mov", "name", "B.mov",
          "with space.mov", "notc.mp4", "other.mov",
        ])
      #expect(result.stderr.contains("movtool: B.mov: no such file or directory\n"))
      #expect(result.stderr.hasSuffix("movtool: none: no such file or directory\n"))
    }
  }

  /// Cut anywhere and with bytes changed, a clip is listed or reported, and the tool does not trap.
  @Test func damage() throws {
    try withCard { folder in
      let clip = try Data(contentsOf: folder.appending(path: "card/B.mov"))
      let place = folder.appending(path: "damaged")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      var random = Seed.generator(#function)
      for number in 0..<200 {
        var bytes = clip
        if number < 60 {
          bytes = clip.prefix(clip.count * number / 60)
        } else {
          // What is read is at the end of this file.
          let from = max(0, bytes.count - 2500)
          for _ in 0..<4 {
            bytes[Int.random(in: from..<bytes.count, using: &random)] = UInt8.random(
              in: 0...255, using: &random)
          }
        }
        try bytes.write(to: place.appending(path: "\(number).mov"))
      }
      let result = try Tool.run(["list", "--compact", "damaged"], cwd: folder, timeout: 120)
      #expect(result.status == 1)
      #expect(result.text.split(separator: "\n").count == 200)
    }
  }
}
