import Foundation
import MovKit
import Testing

@testable import movtool

/// Clips of several cards that have one name, and their proxies: lists of them go back into the right ones, or say
/// what to do.
@Suite struct ClipsOfOneNameTests {
  private static let forms = [
    ["extract", "timecode", "--format", "json"], ["extract", "timecode", "--format", "csv"],
    ["extract", "timecode", "--format", "ale"], ["extract", "timecode", "--format", "edl"],
    ["list", "--ale"],
  ]

  /// Originals C0001.mov of 4 s in folders of `o`, and movies without timecode under the same names in `q`.
  private static func cards(_ cards: [(folder: String, start: String, reel: String?)]) throws
    -> Stamping
  {
    let work = try Stamping()
    for card in cards {
      for folder in ["o", "q"] {
        try FileManager.default.createDirectory(
          at: work["\(folder)/\(card.folder)"], withIntermediateDirectories: true)
      }
      let plain = try work.copy("rates/25.mov", as: "q/\(card.folder)/C0001.mov")
      let made = try Tool.run(
        [
          "insert", "timecode", plain.path, "--start", card.start, "-o",
          work["o/\(card.folder)/C0001.mov"].path,
        ] + (card.reel.map { ["--reel", $0] } ?? []))
      try #require(made.status == 0, "\(made.stderr)")
    }
    return work
  }

  /// The first label and the reel; nil without timecode.
  private static func timecode(_ file: URL) throws -> [String]? {
    guard let track = try Stamping.tracks(of: file).first else { return nil }
    let reel = Stamping.format(of: track)["sourceName"] as? String
    return [track["start"] as? String ?? "", reel ?? ""]
  }

  private static func insert(_ list: String, into movies: String..., work: Stamping) throws
    -> Tool.Result
  {
    try Tool.run(
      ["insert", "timecode"] + movies + ["--segments", list, "--in-place"], cwd: work.folder)
  }

  /// The folders are called like the reels, or only in the list, or nothing tells the clips apart.
  @Test(arguments: forms, ["A B", "1 2", "reels"])
  func twoCards(form: [String], folders: String) throws {
    let names = folders == "reels" ? ["1", "2"] : folders.split(separator: " ").map(String.init)
    let reels: [String?] = folders == "reels" ? [nil, nil] : ["A", "B"]
    let work = try Self.cards([
      (names[0], "01:00:00:00", reels[0]), (names[1], "02:00:00:00", reels[1]),
    ])
    let said = try Tool.run(form + ["o"], cwd: work.folder)
    #expect(said.status == 0)
    let isEDL = form.contains("edl")
    #expect(said.stderr.contains("several are called 'C0001.mov'") == isEDL, "\(said.stderr)")
    try said.stdout.write(to: work["list"])
    let run = try Self.insert("list", into: "q", work: work)
    if isEDL, folders != "A B" {
      // An edit can have one clip twice, so a record is used as it is.
      #expect(run.status == 0, "\(run.stderr)")
      let what = reels[0] == nil ? "rows" : "reels"
      for name in names {
        #expect(
          run.stderr.contains(
            "the 2 rows of 'C0001.mov' may be those of several clips of this name: together they are longer than the "
              + "video, and one of the \(what) alone lasts as long as it does (4 s); the first is used for the "
              + "beginning of 'q/\(name)/C0001.mov'"), "\(run.stderr)")
        #expect(
          try Self.timecode(work["q/\(name)/C0001.mov"]) == ["01:00:00:00", reels[0] ?? ""])
      }
      return
    }
    #expect(run.status == 0, "\(run.stderr)")
    #expect(!run.stderr.contains("without gaps"), "\(run.stderr)")
    for (name, start, reel) in [
      (names[0], "01:00:00:00", reels[0]), (names[1], "02:00:00:00", reels[1]),
    ] {
      #expect(try Self.timecode(work["q/\(name)/C0001.mov"]) == [start, reel ?? ""])
    }
  }

  private static let heading = "Heading\nFPS\t25\n\nColumn\nName\tStart\tEnd\tTape\n\nData\n"

  /// A log of another program has no paths. What a movie says of its reel counts before the names of its folders.
  @Test(arguments: [
    (heading
      + "C0001.mov\t01:00:00:00\t01:00:04:00\tA\nC0001.mov\t02:00:00:00\t02:00:04:00\tB\n"),
    ("File Name,Start TC,End TC,Reel\nC0001.mov,01:00:00:00,01:00:04:00,A\n"
      + "C0001.mov,02:00:00:00,02:00:04:00,B\n"),
  ])
  func listsWithoutFolders(list: String) throws {
    let work = try Stamping()
    try FileManager.default.createDirectory(at: work["A"], withIntermediateDirectories: true)
    try Data(list.utf8).write(to: work["list"])
    for (path, reel, expected) in [
      ("C0001.mov", "B", ["02:00:00:00", "B"]), ("A/C0001.mov", nil, ["01:00:00:00", "A"]),
      ("A/c0001_Proxy.mov", "B", ["02:00:00:00", "B"]),
    ] as [(String, String?, [String])] {
      let movie = try work.copy("rates/25.mov", as: path)
      if let reel {
        let named = try Tool.run(["edit", "metadata", movie.path, "reel=\(reel)", "--in-place"])
        try #require(named.status == 0, "\(named.stderr)")
      }
      let run = try Self.insert("list", into: path, work: work)
      #expect(run.status == 0, "\(run.stderr)")
      #expect(run.stderr.contains("1 of 2 rows is of reel '\(expected[1])'"), "\(run.stderr)")
      #expect(try Self.timecode(movie) == expected)
    }
    // One movie for one list can also be the beginning of a clip with two stretches.
    let other = try work.copy("rates/25.mov", as: "C0001_Proxy.mov")
    let run = try Self.insert("list", into: "C0001_Proxy.mov", work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(run.stderr.contains("may be those of several clips of this name"), "\(run.stderr)")
    #expect(run.stderr.contains("leave only its own in the list"), "\(run.stderr)")
    #expect(try Self.timecode(other) == ["01:00:00:00", "A"])
    for folder in ["1", "2"] {
      try FileManager.default.createDirectory(
        at: work["q/\(folder)"], withIntermediateDirectories: true)
      _ = try work.copy("rates/25.mov", as: "q/\(folder)/C0001.mov")
    }
    let both = try Self.insert("list", into: "q", work: work)
    #expect(both.status == 1)
    for folder in ["1", "2"] {
      #expect(
        both.stderr.contains("nothing says which of them 'q/\(folder)/C0001.mov' is"),
        "\(both.stderr)")
      #expect(try Self.timecode(work["q/\(folder)/C0001.mov"]) == nil)
    }
  }

  /// Two clips of one name and their own proxies of different lengths: the first row is longer than the video of the
  /// second. With reels, that of the movie decides; without, a warning says what may be wrong.
  @Test(arguments: [false, true])
  func clipsOfOtherLengths(hasReels: Bool) throws {
    let work = try Stamping()
    let (first, second) = hasReels ? ("A", "B") : ("", "")
    let rows =
      "C0001.mov\t01:00:00:00\t01:00:10:00\t\(first)\nC0001.mov\t02:00:00:00\t02:00:04:00\t\(second)\n"
    try Data((Self.heading + rows).utf8).write(to: work["list"])
    try FileManager.default.createDirectory(at: work["B"], withIntermediateDirectories: true)
    let movie = try work.copy("rates/25.mov", as: "B/C0001.mov")
    let run = try Self.insert("list", into: "B/C0001.mov", work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(run.stderr.contains("may be those of several clips") == !hasReels, "\(run.stderr)")
    #expect(
      try Self.timecode(movie) == (hasReels ? ["02:00:00:00", "B"] : ["01:00:00:00", ""]))
  }

  /// Rows of one movie stay where they are in its proxy, which is shorter or longer than they are, whatever reel the
  /// proxy had: rows of 4 s each, and the label of the frame at each 4 s.
  @Test(
    arguments: ["A B", "A B A", "A A B", "A A", "- A", "- -"],
    [
      ("2", nil), ("3.96", nil), ("6", nil), ("6", "A"), ("7.88", nil), ("7.88", "A"), ("9", "A"),
      ("12", "A"),
    ]
      as [(String, String?)])
  func stretchesInProxiesOfOtherLengths(reels: String, proxy: (length: String, reel: String?))
    throws
  {
    let work = try Stamping()
    let rows = reels.split(separator: " ").enumerated().map { index, reel in
      "C0001.mov\t0\(index + 1):00:00:00\t0\(index + 1):00:04:00\t\(reel == "-" ? "" : reel)\n"
    }
    try Data((Self.heading + rows.joined()).utf8).write(to: work["list"])
    let plain = try work.copy("rates/25.mov", as: "plain.mov")
    let (long, movie) = (work["long.mov"], work["C0001_Proxy.mov"])
    let joined = try Tool.run(["join", plain.path, plain.path, plain.path, "-o", long.path])
    try #require(joined.status == 0, "\(joined.stderr)")
    let cut = try Tool.run(["cut", long.path, "--to", proxy.length, "-o", movie.path])
    try #require(cut.status == 0, "\(cut.stderr)")
    if let reel = proxy.reel {
      let named = try Tool.run(["edit", "metadata", movie.path, "reel=\(reel)", "--in-place"])
      try #require(named.status == 0, "\(named.stderr)")
    }
    let run = try Self.insert("list", into: movie.path, work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(run.stderr.contains("they follow each other without gaps"), "\(run.stderr)")
    let labels = try ShownFrames.labels(movie)
    for index in rows.indices where index * 100 < labels.count {
      #expect(labels[index * 100] == "0\(index + 1):00:00:00")
    }
  }

  /// An edit that has two clips of one name, one of them twice, says where each is in the record, and is no list of
  /// clips.
  @Test func editOfOneClip() throws {
    let work = try Stamping()
    try Data(
      """
      001  AX V C 10:00:00:00 10:00:04:00 00:00:00:00 00:00:04:00
      * FROM CLIP NAME: C0001.mov
      002  AX V C 20:00:00:00 20:00:04:00 00:00:04:00 00:00:08:00
      * FROM CLIP NAME: other.mov
      003  AX V C 11:00:01:00 11:00:03:00 00:00:08:00 00:00:10:00
      * FROM CLIP NAME: C0001.mov

      """.utf8
    ).write(to: work["list"])
    let movie = try work.copy("rates/25.mov", as: "C0001.mov")
    let run = try Self.insert("list", into: "C0001.mov", work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(run.stderr.contains("2 of 3 events are of 'C0001.mov'"), "\(run.stderr)")
    #expect(run.stderr.contains("1 of 2 segments begins after the end"), "\(run.stderr)")
    #expect(!run.stderr.contains("several clips"), "\(run.stderr)")
    #expect(try ShownFrames.labels(movie).first == "10:00:00:00")
  }

  /// A log in which only some of the names of the rows are the same is of several files, and none of them is the movie.
  @Test(arguments: ["T1\tx.mov T2\ty.mov", "\tx.mov \ty.mov", "T1\t T2\t"])
  func logOfTwoOtherFiles(names: String) throws {
    let work = try Stamping()
    let own = names.split(separator: " ")
    let text =
      "Heading\nFPS\t25\n\nColumn\nName\tStart\tEnd\tTape\tSource File\n\nData\n"
      + "Scene 1\t01:00:00:00\t01:00:02:00\t\(own[0])\nScene 1\t05:00:00:00\t05:00:02:00\t\(own[1])\n"
    try Data(text.utf8).write(to: work["list"])
    let movie = try work.copy("rates/25.mov", as: "a.mov")
    let run = try Self.insert("list", into: "a.mov", work: work)
    #expect(run.status == 1)
    #expect(
      run.stderr.contains("the log has several rows, and none names 'a.mov'"), "\(run.stderr)")
    #expect(try Self.timecode(movie) == nil)
  }

  /// A list has the paths of the originals, and the folders of the proxies are called otherwise: the reel decides.
  @Test(arguments: forms.filter { !$0.contains("edl") })
  func foldersOfOtherNames(form: [String]) throws {
    let work = try Self.cards([("1", "01:00:00:00", "A"), ("2", "02:00:00:00", "B")])
    try Tool.run(form + ["o"], cwd: work.folder).stdout.write(to: work["list"])
    for (folder, expected) in [("A", ["01:00:00:00", "A"]), ("B", ["02:00:00:00", "B"])] {
      try FileManager.default.createDirectory(
        at: work["p/\(folder)"], withIntermediateDirectories: true)
      let movie = try work.copy("rates/25.mov", as: "p/\(folder)/C0001.mov")
      let run = try Self.insert("list", into: "p/\(folder)/C0001.mov", work: work)
      #expect(run.status == 0, "\(run.stderr)")
      #expect(run.stderr.contains("is of reel '\(folder)', as"), "\(run.stderr)")
      #expect(try Self.timecode(movie) == expected)
    }
    let other = try work.copy("rates/25.mov", as: "p/C0001.mov")
    let run = try Self.insert("list", into: "p/C0001.mov", work: work)
    #expect(run.status == 1 && run.stderr.contains("name it with its folder"), "\(run.stderr)")
    #expect(try Self.timecode(other) == nil)
  }
  /// What is not several clips: the same row twice, and a clip beside its part.
  @Test(arguments: [
    "C0001.mov\t01:00:00:00\t01:00:04:00\tA\nC0001.mov\t01:00:00:00\t01:00:04:00\tA\n",
    "C0001.mov\t01:00:01:00\t01:00:02:00\tA\nC0001.mov\t01:00:00:00\t01:00:04:00\tA\n",
  ])
  func rowsOfOneClip(rows: String) throws {
    let work = try Stamping()
    try Data((Self.heading + rows).utf8).write(to: work["list"])
    let movie = try work.copy("rates/25.mov", as: "C0001.mov")
    let run = try Self.insert("list", into: "C0001.mov", work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(
      run.stderr.contains("of the 2 rows for the movie, one has all that the others have"),
      "\(run.stderr)")
    #expect(try ShownFrames.labels(movie).first == "01:00:00:00")
    #expect(try ShownFrames.labels(movie).last == "01:00:03:24")
  }

  /// The stretches of one clip, of one reel or several, follow each other as before.
  @Test(arguments: Self.forms.dropLast(), ["A A B", "A B A"])
  func stretchesOfOneClip(form: [String], reels: String) throws {
    let work = try Stamping()
    let names = reels.split(separator: " ")
    let table = names.enumerated().map { "\($0),0\($0 + 1):00:00:00,\($1)\n" }.joined()
    try Data("Time,Timecode,Reel\n\(table)".utf8).write(to: work["table.csv"])
    let plain = try work.copy("rates/25.mov", as: "plain.mov")
    let (original, output) = (work["C0001.mov"], work["C0001_Proxy.mov"])
    let made = try Tool.run([
      "insert", "timecode", plain.path, "--segments", work["table.csv"].path, "-o", original.path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    try Tool.run(form + [original.path]).stdout.write(to: work["list"])
    try FileManager.default.copyItem(at: plain, to: output)
    let run = try Self.insert("list", into: output.path, work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try ShownFrames.labels(output) == ShownFrames.labels(original))
    let segments = try #require(try Stamping.tracks(of: output).first?["segments"] as? [Any])
    #expect(segments.count == 3)
  }

  /// A log of one reel that goes on after the end of the video is cut there, with a warning.
  @Test func stretchesBehindTheVideo() throws {
    let work = try Stamping()
    let rows =
      "C0001.mov\t01:00:00:00\t01:00:03:00\tA\nC0001.mov\t02:00:00:00\t02:00:03:00\tA\n"
      + "C0001.mov\t03:00:00:00\t03:00:03:00\tA\n"
    try Data((Self.heading + rows).utf8).write(to: work["list"])
    let movie = try work.copy("rates/25.mov", as: "C0001.mov")
    let run = try Self.insert("list", into: "C0001.mov", work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(run.stderr.contains("1 of 3 segments begins after the end"), "\(run.stderr)")
    #expect(run.stderr.contains("3 rows for the movie; they follow each other without gaps"))
    #expect(try ShownFrames.labels(movie)[75] == "02:00:00:00")
  }

  /// Documents that were printed in the folders of the cards, one after another.
  @Test func documentsOfOneName() throws {
    let work = try Self.cards([("A", "01:00:00:00", "A"), ("B", "02:00:00:00", "B")])
    func document(_ card: String) throws -> Data {
      try Tool.run(["extract", "timecode", "C0001.mov"], cwd: work["o/\(card)"]).stdout
    }
    try (document("A") + document("B")).write(to: work["list"])
    let run = try Self.insert("list", into: "q", work: work)
    #expect(run.status == 1)
    #expect(run.stderr.contains("several documents of 'C0001.mov'"), "\(run.stderr)")
    try (document("B") + document("B")).write(to: work["list"])
    let same = try Self.insert("list", into: "q/B", work: work)
    #expect(same.status == 0, "\(same.stderr)")
    #expect(try Self.timecode(work["q/B/C0001.mov"]) == ["02:00:00:00", "B"])
  }

  /// A log has its own columns as long as no two files have one name, and then the paths after them.
  @Test func columnOfPaths() throws {
    let work = try Self.cards([("A", "01:00:00:00", "A"), ("B", "02:00:00:00", nil)])
    for form in [["list", "--ale"], ["extract", "timecode", "--format", "ale"]] {
      let one = try Tool.run(form + ["o/A"], cwd: work.folder).text
      #expect(!one.contains("Source Path"))
      let both = try Tool.run(form + ["o"], cwd: work.folder).text.split(separator: "\n")
      #expect(both.contains { $0.hasSuffix("\tSource Path") })
      let paths = both.suffix(2).map { $0.split(separator: "\t").last.map(String.init) }
      #expect(paths == ["o/A/C0001.mov", "o/B/C0001.mov"])
    }
  }

  // MARK: Names

  /// Programs write a capital letter with an accent as one character or as two (Unicode, 2.12), and others the small one.
  @Test(arguments: [
    ("\u{C9}lise.mov", "E\u{301}lise.mov"), ("\u{DC}BER-2.mov", "U\u{308}ber-2.mp4"),
    ("E\u{301}LISE.mov", "\u{E9}lise_Proxy.mp4"), ("\u{C9}lise.mov", "E\u{301}LISE_PRX.mov"),
    ("C0001.MP4", "c0001S03.MP4"), ("\u{C9}t\u{E9}-C0001.mov", "E\u{301}te\u{301}-C0001S01.mp4"),
  ])
  func namesOfProxies(original: String, proxy: String) throws {
    let (name, other) = (ClipName(of: FilePath(original)), ClipName(of: FilePath(proxy)))
    #expect(other.originals.contains(name.stem))
    let context = SegmentList.Context(
      movieName: "p/\(proxy)", videoRate: CountingRate("25"), rate: nil, isOneOfSeveral: true)
    for text in [
      "File Name,Start TC\nother.mov,03:00:00:00\no/\(original),01:00:00:00\n",
      "\(Self.heading)other.mov\t03:00:00:00\t03:00:01:00\t\n\(original)\t01:00:00:00\t01:00:01:00\t\n",
      """
      001  AX V C 03:00:00:00 03:00:01:00 00:00:00:00 00:00:01:00
      * FROM CLIP NAME: other.mov
      002  AX V C 01:00:00:00 01:00:01:00 00:00:01:00 00:00:02:00
      * FROM CLIP NAME: \(original)
      """,
      #"{"file": "\#(original)", "trackID": 2, "movieTime": {"value": 0, "timescale": 25}, "#
        + #""timecode": "01:00:00:00"}"#,
    ] {
      #expect(try SegmentList.read(Array(text.utf8), context).runs.map(\.start) == ["01:00:00:00"])
    }
  }

  /// Names that end like those of Sony's proxies by chance are not those of proxies: Sony's have a letter and four digits
  /// before a capital S.
  @Test(arguments: [
    "interviews02.mov", "INTERVIEWS02.MOV", "C0001s03.MP4", "C001S03.MP4", "00001S03.MP4",
    "C0001S3.MP4", "S03.MP4",
  ])
  func namesOfNoProxies(name: String) {
    let clip = ClipName(of: FilePath(name))
    #expect(clip.ofCamera == nil && Set(clip.originals) == [clip.stem])
  }

  /// A clip that is itself called like the proxy of another is found by its own name.
  @Test func nameLikeThatOfAProxy() throws {
    let context = SegmentList.Context(
      movieName: "C0001S03.MP4", videoRate: CountingRate("25"), rate: nil)
    let text = "File,Timecode\nC0001.MP4,01:00:00:00\nC0001S03.MXF,02:00:00:00\n"
    #expect(try SegmentList.read(Array(text.utf8), context).runs.map(\.start) == ["02:00:00:00"])
  }

  /// A list of one other file is used for the movie, in each form, with all its rows.
  @Test(arguments: ["json", "csv", "ale", "edl"])
  func listOfAnotherFile(format: String) throws {
    let work = try Stamping()
    let source = Stamping.media.appending(path: "timecode-handmade/multi-sample.mov")
    try Tool.run(["extract", "timecode", "--format", format, source.path]).stdout
      .write(to: work["list"])
    let movie = try work.copy("rates/25.mov", as: "other.mov")
    let run = try Self.insert("list", into: "other.mov", work: work)
    #expect(run.status == 0, "\(run.stderr)")
    #expect(
      run.stderr.contains("multi-sample.mov'; using it for 'other.mov'"), "\(run.stderr)")
    #expect(try ShownFrames.labels(movie) == ShownFrames.labels(source))
  }
}
