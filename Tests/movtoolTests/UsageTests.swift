import Foundation
import Testing

@Suite struct UsageTests {
  /// The options that every command has may come before its name.
  @Test func commonOptionsComeAnywhere() throws {
    let file = Stamping.media.appending(path: "timecode-handmade/no-tref.mov").path
    for line in [["-q", "inspect", file], ["inspect", "-q", file], ["inspect", file, "-q"]] {
      let result = try Tool.run(line)
      #expect(result.status == 0 && result.stderr.isEmpty && !result.stdout.isEmpty, "\(line)")
    }
    #expect(try Tool.run(["extract", "-v", "timecode", file]).stderr.contains("reading 1 of 2"))
  }

  /// Options with a value may come before the command, too.
  @Test func limitsComeAnywhere() throws {
    let movie = Stamping.media.appending(path: "rates/25.mov").path
    for words in [
      ["--max-memory", "1G", "hash", movie], ["--max-memory=1G", "-q", "hash", movie],
      ["extract", "--max-depth", "64", "timecode", movie],
      ["--max-output=1G", "--max-depth", "30", "hash", movie],
    ] {
      let run = try Tool.run(words)
      #expect(run.status == 0, "\(words): \(run.stderr)")
    }
    for words in [
      ["--max-memory"], ["--max-memory", "x", "hash", movie], ["--max-memory", "1G"],
      ["--quiet=1", "hash", movie], ["--max-size", "1G", "hash", movie],
    ] {
      let run = try Tool.run(words)
      #expect(run.status == 2 && run.text.isEmpty, "\(words): \(run.stderr)")
    }
    #expect(try Tool.run(["--max-memory", "1G", "--help"]).text.contains("movtool"))
  }

  /// Options that only a part of a command has are refused elsewhere.
  @Test(arguments: [["--null"], ["--jobs", "3"]])
  func optionsOfTimecode(options: [String]) throws {
    let run = try Tool.run(["diff", "a.mov", "b.mov"] + options)
    #expect(run.status == 2 && run.stderr.contains("requires '--timecode'"), "\(run.stderr)")
  }

  /// What is wrong whatever the file is, is found before the file is opened.
  @Test(arguments: [
    ["insert", "timecode", "--start", "10:00:00:25", "--rate", "25", "-o", "x.mov"],
    ["insert", "timecode", "--start", "00:01:00;00", "--rate", "29.97", "-o", "x.mov"],
    ["insert", "timecode", "--start", "00:01:00;02", "--rate", "25", "-o", "x.mov"],
    ["insert", "timecode", "--start", "24:00:00:00", "-o", "x.mov"],
    ["insert", "timecode", "--start", "-01:00:00:00", "-o", "x.mov"],
    ["insert", "timecode", "--start", "01:00:00:00", "--reel", "", "-o", "x.mov"],
    ["insert", "timecode", "--start", "01:00:00:00", "--rate", "1/2", "-o", "x.mov"],
    ["insert", "timecode", "--start", "10:00:00:25", "--rate", "25", "--replace", "-o", "x.mov"],
    ["edit", "timecode", "--reel", "", "-o", "x.mov"],
    ["edit", "timecode", "--rate", "1/2", "--keep", "labels", "-o", "x.mov"],
    [
      "build", "x.mov", "--timecode", "10:00:00:25", "--rate", "25", "--video", "/nowhere.h264",
      "--audio",
    ],
    ["extract", "track", "--index", "-"],
  ])
  func wrongWhateverTheFileIs(line: [String]) throws {
    let run = try Tool.run(line + ["/nowhere.mov"])
    #expect(run.status == 2, "\(run.stderr)")
  }

  /// A quiet plan of one of several files begins with the name of the file; that of a single file does not.
  @Test(arguments: [
    ["insert", "timecode", "--start", "01:00:00:00"], ["cut", "--from", "1"],
  ])
  func quietPlansNameTheirFiles(verb: [String]) throws {
    let files = ["25", "24"].map { Stamping.media.appending(path: "rates/\($0).mov").path }
    let several = try Tool.run(verb + ["--dry-run", "-q"] + files)
    #expect(several.status == 0, "\(several.stderr)")
    for file in files { #expect(several.text.contains("\(file):\n"), "\(several.text)") }
    let single = try Tool.run(verb + ["--dry-run", "-q", files[0]])
    #expect(single.status == 0 && !single.text.contains(files[0]), "\(single.text)")
  }

  /// Where two files can be given and no more, the usage line says so.
  @Test func twoFilesAtMost() throws {
    let help = try Tool.run(["view", "--help"])
    #expect(help.text.contains("usage: movtool view FILE [OTHER]"), "\(help.text)")
  }

  /// What depends on the file is no fault of the command line.
  @Test(arguments: [
    ["--start", "10:00:00:25"], ["--start", "24:00:00:00", "--replace"],
    ["--start", "24:00:00:00", "--no-wrap"], ["--start", "-00:00:01:00", "--allow-negative"],
    ["--start", "10:00:00:25", "--rate", "30"], ["--start", "00:01:00;02", "--rate", "29.97"],
  ])
  func rightForSomeFile(options: [String]) throws {
    let run = try Tool.run(["insert", "timecode", "/nowhere.mov", "-o", "x.mov"] + options)
    #expect(run.status == 1 && run.stderr.contains("no such file"), "\(run.stderr)")
  }

  /// A dot before the frames does not say whether they are drop frame.
  @Test func dotsInTimes() throws {
    let movie = Stamping.media.appending(path: "timecode/25.mov").path
    #expect(try Tool.run(["samples", movie, "--at", "tc:01:30:16.00"]).status == 2)
    #expect(try Tool.run(["samples", movie, "--at", "tc:01:30:16:00"]).status == 0)
  }

  /// A movie is not written from front to back, so it cannot go to standard output.
  @Test func aMovieIsNoStream() throws {
    let file = Stamping.media.appending(path: "rates/25.mov").path
    for line in [
      ["insert", "timecode", file, "--start", "1:0:0:0", "-o", "-"], ["remux", file, "-o", "-"],
      ["remove", "timecode", file, "-o", "-"],
      ["insert", "track", file, "--from", file, "-o", "-"],
    ] {
      let result = try Tool.run(line)
      #expect(result.status == 2 && result.stdout.isEmpty, "\(line)")
      #expect(result.stderr.contains("-o cannot be standard output (-)"), "\(result.stderr)")
    }
  }

  /// A backup is no stream either, for another reason.
  @Test func aBackupIsNoStream() throws {
    let result = try Tool.run([
      "edit", "metadata", "a.mov", "title=x", "--in-place", "--backup", "-",
    ])
    #expect(result.status == 2)
    #expect(
      result.stderr.contains("--backup cannot be standard output (-): a backup is a file"),
      "\(result.stderr)")
  }

  @Test(
    arguments: [
      ([], "no command after 'movtool'"),
      (["extract"], "no command after 'movtool extract'"),
      (["inspekt", "a"], "unknown command 'inspekt' (did you mean 'inspect'?)"),
      (["--verison"], "unknown option '--verison' (did you mean '--version'?)"),
      (["extract", "tiemcode"], "unknown command 'extract tiemcode' (did you mean 'timecode'?)"),
      (["frobnicate"], "unknown command 'frobnicate'; "),
      (["inspect"], "missing FILE"),
      (["inspect", ""], "FILE is an empty string"),
      (["inspect", "a", "--jsno"], "unknown option '--jsno' (did you mean '--json'?)"),
      (["inspect", "a", "--colour=never"], "unknown option '--colour' (did you mean '--color'?)"),
      (["inspect", "a", "--xyzzy"], "unknown option '--xyzzy'; "),
      (["inspect", "a", "-x"], "unknown option '-x'"),
      (["inspect", "a", "--json=yes"], "option '--json' takes no value"),
      (["inspect", "a", "--rows"], "option '--rows' needs a value: a whole number or 'all'"),
      (["inspect", "a", "--rows", "--json"], "option '--rows' needs a value"),
      (
        ["inspect", "a", "--rows", "few"],
        "invalid value 'few' for '--rows': expected a whole number"
      ),
      (["inspect", "a", "--rows", "+5"], "'+5' for '--rows'"),
      (["inspect", "a", "--rows", "99999999999999999999"], "for '--rows'"),
      (["inspect", "a", "--depth", "0"], "'0' for '--depth'"),
      (["inspect", "a", "--color", "pink"], "expected auto, always or never"),
      (
        ["inspect", "a", "--depth", "1", "--depth", "2"], "option '--depth' is given more than once"
      ),
      (["inspect", "a", "--\u{1b}[31m"], "unknown option '--\\x1b[31m'"),
      (["extract", "atom", "a"], "missing PATH"),
      (["extract", "atom", "a", "moov", "b"], "unexpected argument 'b'"),
      (["extract", "timecode", "a", "-o"], "option '-o' needs a value: a file name"),
      (["extract", "timecode", "a", "--quanta", "256"], "a whole number from 1 to 255"),
      (
        ["extract", "track", "a", "--track", "-1"],
        "invalid value '-1' for '--track': expected a track ID, or a kind such as video, audio:2"
      ),
      (
        ["extract", "track", "a", "--from", "1:30"],
        "invalid value '1:30' for '--from': minutes and seconds, or hours and minutes? Write all three"
      ),
      (
        ["extract", "track", "a", "--from", "soon"],
        "invalid value 'soon' for '--from': expected a time such as 5, 0.5, 00:00:05.250 or the "
          + "timecode 01:30:17:00"
      ),
      (
        ["extract", "track", "a", "--from", "2", "--to", "1.5"],
        "invalid value '1.5' for '--to': it must be after '--from'"
      ),
      (["extract", "track", "a", "--to", "0"], "'0' for '--to'"),
      (
        ["insert", "timecode", "a", "-start", "0:0:0:0", "-o", "b"],
        "unknown option '-start' (did you mean '--start'?)"
      ),
      (["inspect", "-foo.mov"], "for a file whose name begins with a dash, write './-foo.mov'"),
      (
        ["extract", "track", "a", "b"],
        "this command takes one FILE; the output is given with -o OUT"
      ),
      (
        ["remove", "timecode", "a", "--track", "2", "-o", "b"],
        "'movtool remove timecode' removes every timecode track, and 'movtool remove track' one"
      ),
      (["remove", "sound", "a"], "unknown command 'remove sound'"),
      (["inspect", "a", "--summary", "--depth", "2"], "cannot be used together"),
      (
        ["inspect", "a", "--atom", "moov/mvhd/timescale"],
        "each step is the type of an atom, of four characters, as in moov/trak[1]/mdia"
      ),
      (
        ["build", "a.mov", "--video", "b", "-o", "c"],
        "unknown option '-o': OUT is the first argument: movtool build OUT"
      ),
      (["build", "a.mov", "--video", "b", "--reel", "A"], "'--reel' requires '--timecode'"),
      (["build", "a.mov", "--video", "b", "--drop-frame"], "'--drop-frame' requires '--timecode'"),
      (
        ["build", "a.mov", "--video", "b", "--timecode", "bwf"],
        "'--timecode bwf' requires '--audio'"
      ),
      (
        ["build", "a.mov", "--video", "b", "--audio", "-"],
        "'--audio' cannot be standard input (-): save it to a file first"
      ),
      (
        ["build", "a.mov", "--video", "b", "--timecode", "0:0:0:0", "--reel", ""],
        "the name is empty"
      ),
      (["insert", "timecode", "a", "-o", "b"], "choose a timecode: --start TC"),
      (["insert", "timecode", "a", "--start", "0:0:0:0"], "choose an output: -o OUT, --in-place"),
      (
        ["insert", "timecode", "a", "--start", "0:0:0:0", "-o", "b", "--rate", "29,97"],
        "invalid value '29,97' for '--rate': expected a rate above 0, such as 25, 29.97 or 30000/1001"
      ),
      (
        ["insert", "timecode", "a", "--start", "10:00:00.05", "-o", "b"],
        "a dot before the frames is ambiguous: write 10:00:00:05, or 10:00:00,05 for drop frame"
      ),
      (
        ["build", "a.mov", "--video", "b", "--timecode", "10:00:00.05"],
        "a dot before the frames is ambiguous: write 10:00:00:05, or 10:00:00,05 for drop frame"
      ),
      (
        ["insert", "timecode", "a", "--start", "10:00:00", "-o", "b"],
        "the frames are missing: write 10:00:00:00; for drop frame put the timecode in quotes"
      ),
      (
        ["insert", "timecode", "a", "--start", "0:0:0:0", "-o", "b", "--rate", "30/0"],
        "'30/0' for '--rate'"
      ),
      (
        [
          "insert", "timecode", "a", "--start", "0:0:0:0", "-o", "b", "--drop-frame",
          "--non-drop-frame",
        ],
        "options '--drop-frame' and '--non-drop-frame' cannot be used together"
      ),
    ] as [([String], String)])
  func refused(arguments: [String], message: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix("movtool: "))
    #expect((result.stderr).contains(message), "\(result.stderr)")
    #expect(result.stderr.contains("--help'\n"))
    #expect(result.stderr.filter { $0 == "\n" }.count == 1)
  }

  /// Bytes that are not UTF-8 reach the tool and are printed readably.
  @Test func bytesThatAreNoText() throws {
    let result = try Tool.shell(#""$TOOL" extract atom a moov "$(printf 'b\377\033')""#)
    #expect(result.status == 2)
    #expect(result.stderr.contains("unexpected argument 'b\\xff\\x1b'"))
  }
}
