import Foundation
import Testing

/// What `insert track` and `build` keep of a track that goes into a new `trak`, and in which form.
@Suite struct CopiedTrackTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func media(_ name: String) -> String { Stamping.media.appending(path: name).path }

  /// Runs the tool, and returns what it warns of. If that fails, the test fails.
  @discardableResult private func run(_ arguments: String...) throws -> String {
    let result = try Tool.run(arguments)
    try #require(result.status == 0, "\(result.stderr)")
    return result.stderr
  }

  private func atom(_ file: URL, _ path: String) throws -> String {
    try Tool.run(["inspect", file.path, "--atom", path]).text
  }

  /// Returns what `inspect` shows as the value of a field of an atom; nil if it has none.
  private func value(_ field: String, _ file: URL, _ path: String) throws -> String? {
    let line = try atom(file, path).split(separator: "\n").first {
      $0.drop { $0 == " " }.hasPrefix("\(field) ")
    }
    return line.map { $0.drop { $0 == " " }.dropFirst(field.count).drop { $0 == " " } }.map {
      String($0)
    }
  }

  /// Writes a movie that has another value of a field.
  private func changed(_ name: String, _ path: String, _ field: String, as copy: String) throws
    -> URL
  {
    let output = work[copy]
    try run("edit", "atom", media(name), path, field, "-o", output.path)
    return output
  }

  /// The handler has the name in MP4, and user data in QuickTime.
  @Test func nameInTheHandler() throws {
    let name = "Director commentary"
    let source = try changed(
      "camera/moov-last.mp4", "moov/trak[1]/mdia/hdlr", "component_name=\(name)", as: "n.mp4")
    let (other, quickTime, built) = (work["i.mp4"], work["i.mov"], work["b.mov"])
    #expect(
      try run(
        "insert", "track", media("camera/moov-first.mp4"), "--from", source.path, "--track",
        "audio", "-o", other.path) == "")
    #expect(try atom(other, "moov/trak[2]/mdia/hdlr").contains("\"\(name)\""))
    #expect(try !atom(other, "moov/trak[2]").contains("udta"))
    try run(
      "insert", "track", media("camera/moov-first.mov"), "--from", source.path, "--track", "audio",
      "-o", quickTime.path)
    try run("build", built.path, "--video", source.path)
    for (file, track) in [(quickTime, 2), (built, 1)] {
      #expect(try atom(file, "moov/trak[\(track)]/mdia/hdlr").contains("\"\(name)\""))
      #expect(try atom(file, "moov/trak[\(track)]/udta/name").contains("\"\(name)\""))
    }
    // The other track's says only what it is.
    #expect(try atom(built, "moov/trak[0]/mdia/hdlr").contains("\"Core Media Video\""))
    #expect(try !atom(built, "moov/trak[0]").contains("udta"))
  }

  /// QuickTime's handler holds 255 bytes.
  @Test func longName() throws {
    let name = String(repeating: "Böhm ", count: 50) + "end"
    let source = try changed(
      "camera/moov-last.mp4", "moov/trak[1]/mdia/hdlr", "component_name=\(name)", as: "n.mp4")
    let built = work["b.mov"]
    try run("build", built.path, "--video", source.path)
    // Long text is shown in several lines.
    let shown = try atom(built, "moov/trak[1]/udta/name").split(whereSeparator: \.isWhitespace)
    #expect(shown.joined(separator: " ").contains("\"\(name)\""))
    #expect(try atom(built, "moov/trak[1]/mdia/hdlr").contains("\"Böhm Böhm "))
  }

  /// A name in user data stays there, and is what an MP4 file has in the handler.
  @Test func nameInUserData() throws {
    let (source, same, other) = (work["n.mov"], work["same.mov"], work["other.mp4"])
    try run(
      "edit", "track", media("camera/moov-last.mov"), "--track", "audio", "--name", "My Name", "-o",
      source.path)
    try run(
      "insert", "track", media("camera/moov-first.mov"), "--from", source.path, "--track", "audio",
      "-o", same.path)
    #expect(try atom(same, "moov/trak[2]/udta/name").contains("\"My Name\""))
    #expect(try atom(same, "moov/trak[2]/mdia/hdlr").contains("\"Core Media Audio\""))
    try run("build", other.path, "--video", source.path)
    #expect(try atom(other, "moov/trak[1]/udta/name").contains("\"My Name\""))
    #expect(try atom(other, "moov/trak[1]/mdia/hdlr").contains("\"My Name\""))
  }

  /// Audio that is quiet, muted or on one side is so in the other movie.
  @Test(arguments: ["0.5", "0"]) func volumeAndBalance(volume: String) throws {
    let source = work["balance.mp4"]
    let quiet = try changed(
      "camera/moov-last.mp4", "moov/trak[1]/tkhd", "volume=\(volume)", as: "v.mp4")
    try run(
      "edit", "atom", quiet.path, "moov/trak[1]/mdia/minf/smhd", "balance=-0.5", "-o", source.path)
    let (same, other) = (work["same.mp4"], work["other.mov"])
    try run(
      "insert", "track", media("camera/moov-first.mp4"), "--from", source.path, "--track", "audio",
      "-o", same.path)
    try run("build", other.path, "--video", source.path)
    for (file, track) in [(same, 2), (other, 1)] {
      #expect(try value("volume", file, "moov/trak[\(track)]/tkhd") == volume)
      #expect(try value("balance", file, "moov/trak[\(track)]/mdia/minf/smhd") == "-0.5")
    }
    #expect(try value("volume", other, "moov/trak[0]/tkhd") == "0")
  }

  /// The flags of `tkhd`: 1 enabled, 2 in the movie, 4 in its preview, and 8 in QuickTime's poster or, in MP4, that the
  /// size is only an aspect ratio. A track of MP4 with neither 2 nor 4 is in both if no other has them.
  @Test(
    arguments: [
      ("mov", 1, 1, 1), ("mov", 7, 7, 7), ("mov", 15, 15, 7), ("mov", 11, 11, 3), ("mov", 4, 4, 4),
      ("mp4", 3, 11, 3), ("mp4", 7, 15, 7), ("mp4", 11, 11, 11), ("mp4", 1, 15, 7),
      ("mp4", 5, 13, 5),
    ] as [(String, Int, Int, Int)])
  func partsOfTheMovie(kind: String, flags: Int, inQuickTime: Int, inMP4: Int) throws {
    let source = try changed(
      "camera/moov-last.\(kind)", "moov/trak[1]/tkhd", "flags=\(flags)", as: "f.\(kind)")
    for (other, wanted) in [("mov", inQuickTime), ("mp4", inMP4)] {
      let (inserted, built) = (work["i.\(other)"], work["b.\(other)"])
      try run(
        "insert", "track", media("camera/moov-first.\(other)"), "--from", source.path, "--track",
        "audio", "-o", inserted.path)
      try run("build", built.path, "--video", source.path)
      for (file, track) in [(inserted, 2), (built, 1)] {
        // A movie of the same kind is built with all of its tracks, so what they say together stays.
        let flags = file == built && kind == other ? flags : wanted
        let shown = try atom(file, "moov/trak[\(track)]/tkhd")
        #expect(shown.contains(", flags 0x\(String(flags, radix: 16)) ("), "\(other): \(shown)")
      }
    }
  }

  /// QuickTime draws pictures with transparent parts, which MP4 has no value for.
  @Test func graphicsMode() throws {
    let source = try changed(
      "camera/moov-last.mov", "moov/trak[0]/mdia/minf/vmhd", "graphicsmode=36", as: "g.mov")
    let (same, other) = (work["same.mov"], work["other.mp4"])
    let quiet = try run(
      "insert", "track", media("camera/moov-first.mov"), "--from", source.path, "--track", "1",
      "-o", same.path)
    #expect(!quiet.contains("graphics mode"))
    #expect(try value("graphicsmode", same, "moov/trak[2]/mdia/minf/vmhd") == "36")
    let warned = try run("build", other.path, "--video", source.path)
    #expect(
      warned.contains("moov/trak[0]/mdia/minf/vmhd at ")
        && warned.contains(": its graphics mode 36 is left out, because video in MP4 can only"),
      "\(warned)")
    #expect(try value("graphicsmode", other, "moov/trak[0]/mdia/minf/vmhd") == "0")
    // To copy the picture, with or without dithering, is what MP4 does.
    for mode in ["0", "64"] {
      let plain = try changed(
        "camera/moov-last.mov", "moov/trak[0]/mdia/minf/vmhd", "graphicsmode=\(mode)",
        as: "g\(mode).mov")
      let quiet = try run("build", other.path, "--video", plain.path, "--overwrite")
      #expect(!quiet.contains("graphics mode"), "\(quiet)")
    }
  }

  /// How timecode looks is in the header of its media.
  @Test func lookOfTimecode() throws {
    let source = try changed(
      "timecode/25.mov", "moov/trak[1]/mdia/minf/gmhd/tmcd/tcmi", "text_size=31", as: "t.mov")
    let output = work["out.mov"]
    try run(
      "insert", "track", media("camera/moov-first.mov"), "--from", source.path, "--track",
      "timecode", "-o", output.path)
    #expect(try value("text_size", output, "moov/trak[2]/mdia/minf/gmhd/tmcd/tcmi") == "31")
  }

  /// MP4 has no place for that, so it is named if somebody chose it.
  @Test(
    arguments: [
      ("gmin", "graphicsmode=36", "its graphics mode 36"),
      ("tmcd/tcmi", "text_size=31", "how its labels are drawn (font, size and colours)"),
      ("tmcd/tcmi", "text_size=12", nil),
    ] as [(String, String, String?)])
  func lookOfTimecodeInMP4(atom: String, field: String, message: String?) throws {
    let path = "moov/trak[1]/mdia/minf/gmhd/\(atom)"
    let source = try changed("timecode/25.mov", path, field, as: "t.mov")
    let (inserted, same) = (work["i.mp4"], work["s.mov"])
    let warned = try run(
      "insert", "track", media("camera/moov-first.mp4"), "--from", source.path, "--track",
      "timecode", "-o", inserted.path)
    #expect(warned.contains("[atom-left-out]") == (message != nil), "\(warned)")
    if let message {
      let whole = ": \(message) is left out, because MP4 has no place for it [atom-left-out]"
      #expect(warned.contains("\(path) at ") && warned.contains(whole), "\(warned)")
    }
    let quiet = try run(
      "insert", "track", media("camera/moov-first.mov"), "--from", source.path, "--track",
      "timecode", "-o", same.path)
    #expect(!quiet.contains("[atom-left-out]"), "\(quiet)")
  }

  /// 1 is QuickTime's French, 0 its English, 32767 says nothing, and 65535 is no language.
  @Test(arguments: [
    ("1", "fra (6721)"), ("0", "eng (5575)"), ("32767", "und (21956)"), ("65535", "und (21956)"),
    ("120", "und (21956)"), ("6721", "fra (6721)"),
  ]) func languageInMP4(code: String, letters: String) throws {
    let source = try changed(
      "camera/moov-last.mov", "moov/trak[1]/mdia/mdhd", "language=\(code)", as: "l.mov")
    let (inserted, built, same) = (work["i.mp4"], work["b.mp4"], work["s.mov"])
    try run(
      "insert", "track", media("camera/moov-first.mp4"), "--from", source.path, "--track", "audio",
      "-o", inserted.path)
    try run("build", built.path, "--video", source.path)
    #expect(try value("language", inserted, "moov/trak[2]/mdia/mdhd") == letters)
    #expect(try value("language", built, "moov/trak[1]/mdia/mdhd") == letters)
    // A QuickTime file has both forms.
    try run(
      "insert", "track", media("camera/moov-first.mov"), "--from", source.path, "--track", "audio",
      "-o", same.path)
    let old = try #require(try value("language", source, "moov/trak[1]/mdia/mdhd"))
    #expect(try value("language", same, "moov/trak[2]/mdia/mdhd") == old)
  }

  /// There and back, with the codes that the file had.
  @Test func coloursOfTheKind() throws {
    let (there, back, inserted) = (work["c.mp4"], work["c.mov"], work["i.mp4"])
    try run("build", there.path, "--video", media("camera/colour.mov"))
    try run(
      "insert", "track", media("camera/moov-first.mp4"), "--from", media("camera/colour.mov"), "-o",
      inserted.path)
    try run("build", back.path, "--video", there.path)
    func colours(_ file: URL, _ track: Int = 0) throws -> [Substring] {
      let stsd = try atom(file, "moov/trak[\(track)]/mdia/minf/stbl/stsd")
      let lines = stsd.split(separator: "\n").drop { !$0.contains(" colr ") }.dropFirst()
      return lines.prefix { $0.hasPrefix("          ") }.map { $0.drop { $0 == " " } }
    }
    let old = try colours(Stamping.media.appending(path: "camera/colour.mov"))
    try #require(old.count == 4 && old[0].contains("\"nclc\""), "\(old)")
    for new in [try colours(there), try colours(inserted, 2)] {
      #expect(new.count == 5 && new[0].contains("\"nclx\""), "\(new)")
      #expect(new.dropFirst().prefix(3) == old.dropFirst())
      #expect(new.last?.contains(/^full_range_flag +0/) == true, "\(new)")
    }
    #expect(try colours(back) == old)
  }

  /// What only QuickTime has in descriptions is 0 in MP4.
  @Test func fieldsOfQuickTime() throws {
    let stsd = "mdia/minf/stbl/stsd"
    let sound = try changed(
      "camera/moov-last.mp4", "moov/trak[1]/\(stsd)/mp4a", "vendor=appl", as: "s.mp4")
    let (built, inserted) = (work["b.mp4"], work["i.mp4"])
    try run("build", built.path, "--video", media("camera/moov-last.mov"))
    try run(
      "insert", "track", media("camera/moov-first.mp4"), "--from", sound.path, "--track", "audio",
      "-o", inserted.path)
    for (file, track) in [(built, 0), (inserted, 2)] {
      let vendor = try value("vendor", file, "moov/trak[\(track)]/\(stsd)")
      #expect(vendor == #""\x00\x00\x00\x00""#)
    }
    for field in ["temporal_quality", "spatial_quality"] {
      #expect(try value(field, built, "moov/trak[0]/\(stsd)") == "0")
    }
  }

  /// Whatever keeps the old header keeps all this.
  @Test func sameKindOfFile() throws {
    let name = try changed(
      "camera/moov-last.mov", "moov/trak[1]/mdia/hdlr", "component_name=Boom", as: "1.mov")
    let quiet = work["2.mov"]
    try run("edit", "atom", name.path, "moov/trak[1]/tkhd", "volume=0.5", "-o", quiet.path)
    let built = work["b.mov"]
    for (number, arguments) in [
      ["build", built.path, "--video", quiet.path],
      ["remux", quiet.path, "--fragment", "1", "-o", work["r.mov"].path],
      ["cut", quiet.path, "--to", "1", "-o", work["c.mov"].path],
      ["join", quiet.path, quiet.path, "-o", work["j.mov"].path],
    ].enumerated() {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(result.stderr)")
      let file = [built, work["r.mov"], work["c.mov"], work["j.mov"]][number]
      for track in 0..<2 {
        let header = "moov/trak[\(track)]/mdia/hdlr"
        #expect(try fields(file, header) == fields(quiet, header), "\(arguments)")
      }
      for (field, path, wanted) in [
        ("volume", "moov/trak[1]/tkhd", "0.5"),
        ("language", "moov/trak[0]/mdia/mdhd", "32767 (not given)"),
        ("vendor", "moov/trak[0]/mdia/minf/stbl/stsd", "\"FFMP\""),
        ("spatial_quality", "moov/trak[0]/mdia/minf/stbl/stsd", "512"),
      ] {
        #expect(try value(field, file, path) == wanted, "\(arguments)")
      }
    }
  }

  /// The lines of an atom's fields, without its place.
  private func fields(_ file: URL, _ path: String) throws -> [Substring] {
    try atom(file, path).split(separator: "\n").filter { $0.hasPrefix(" ") }
  }
}
