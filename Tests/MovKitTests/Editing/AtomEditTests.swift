import Foundation
import Testing

@testable import MovKit

/// `MovieEditor` changes atoms and tracks.
@Suite struct AtomEditTests {
  private func movie() throws -> Movie {
    try Movie(path: MediaFiles.testMedia.appending(path: "camera/moov-last.mov").path)
  }

  /// Returns the changed movie.
  private func changed(_ editor: MovieEditor) throws -> Movie {
    let plan = try editor.copy(from: editor.movie.source).plan
    let bytes = try plan.render(from: editor.movie.source)
    try editor.check(MemorySource(bytes), against: editor.movie.source, plan: plan)
    return try Movie(from: bytes)
  }

  private func path(_ text: String) throws -> AtomPath { try #require(AtomPath(text)) }

  @Test func fields() throws {
    var editor = try MovieEditor(movie())
    try editor.setFields(
      [Field("layer", .signed(-4)), Field("volume", .decimal("0.25"))],
      ofAtomAt: path("moov/trak[1]/tkhd"))
    let header = try #require(try changed(editor).tracks[1].atom.first("tkhd"))
      .decode(TrackHeader.self)
    #expect(header.layer == -4 && header.volume.value == 0.25 && header.trackID == 2)
  }

  /// The edit list of the first track after the changes.
  private func editList(of editor: MovieEditor) throws -> EditList {
    let atom = try changed(editor).tracks[0].atom.descendant("edts", "elst")
    return try #require(atom).decode(EditList.self)
  }

  /// A value in a table is found and set by its path, and the rest of the table stays.
  @Test func fieldsByPaths() throws {
    var editor = try MovieEditor(movie())
    let edits: AtomPath = "moov/trak/edts/elst"
    let description = try #require(editor.movie.file.description(ofAtomAt: edits))
    #expect(description.name == "Edit List" && description.extent == nil)
    let shown = description.fields
    guard case .time(let start)? = shown.value(at: "entries[0].media_time") else {
      Issue.record("no time")
      return
    }
    #expect(start.value == 2002)
    #expect(shown.value(at: "entries[1].media_time") == nil && shown.value(at: "entries.x") == nil)
    var fields: [Field] = []
    try fields.set("entries[0].media_time", to: .signed(1001), in: shown)
    try editor.setFields(fields, ofAtomAt: edits)
    let list = try editList(of: editor)
    #expect(
      list.entries.map(\.mediaTime) == [1001] && list.entries.map(\.segmentDuration) == [2002])

    // Paths that only a program can make.
    for steps: [FieldPath.Step] in [[], [.index(0)], [.name("entries"), .index(-1)]] {
      #expect(shown.value(at: FieldPath(steps)) == nil)
      #expect(throws: FormatError.self) {
        try fields.set(FieldPath(steps), to: .signed(0), in: shown)
      }
    }
    let file = editor.movie.file
    #expect(file.description(ofAtomAt: AtomPath([])) == nil)
    #expect(file.description(ofAtomAt: "moov/trak[2]") == nil)
    #expect(file.description(ofAtomAt: AtomPath([.init("moov", index: -1)])) == nil)
    #expect(file.description(ofAtomAt: "mdat")?.extent != nil)
  }

  /// The second of two changes of one table does not undo the first: an editor shows the atoms as changed so far.
  @Test func severalValuesOfOneTable() throws {
    let movie = try movie()
    var editor = MovieEditor(movie)
    let edits: AtomPath = "moov/trak/edts/elst"
    let values: [(FieldPath, FieldValue)] = [
      ("entries[0].media_time", .signed(1001)), ("entries[0].segment_duration", .unsigned(1968)),
    ]
    for (path, value) in values {
      let shown = try #require(editor.description(ofAtomAt: edits)).fields
      var fields: [Field] = []
      try fields.set(path, to: value, in: shown)
      try editor.setFields(fields, ofAtomAt: edits)
    }
    let list = try editList(of: editor)
    #expect(
      list.entries.map(\.mediaTime) == [1001] && list.entries.map(\.segmentDuration) == [1968])
    let held = try #require(editor.atom(at: edits)).decode(EditList.self)
    #expect(held.entries.map(\.mediaTime) == [1001])
    let old = try #require(movie.file.atom(at: edits)).decode(EditList.self)
    #expect(
      old.entries.map(\.mediaTime) == [2002] && old.entries.map(\.segmentDuration) == [2002])
  }

  /// Paths mean the atoms as changed so far.
  @Test func pathsAfterChanges() throws {
    var editor = try MovieEditor(movie())
    #expect(editor.atom(at: "moov/free") == nil && editor.description(ofAtomAt: "skip") == nil)
    try editor.insert(Atom("free", .bytes([1, 2, 3])), intoAtomAt: "moov", at: 0)
    try editor.insert(Atom("skip", .bytes([4])), intoAtomAt: nil, at: 1)
    try editor.removeAtom(at: "moov/trak/edts")
    #expect(editor.atom(at: "moov/free")?.size == 11)
    #expect(editor.description(ofAtomAt: "skip")?.fields.map(\.name) == ["data"])
    #expect(editor.atom(at: "moov/trak/edts") == nil)
    #expect(editor.description(ofAtomAt: "moov/trak/edts/elst") == nil)
    #expect(editor.atom(at: "moov/trak[1]/edts/elst") != nil)
    #expect(editor.atom(at: "mdat")?.size == 10144)
    for path in [AtomPath([]), AtomPath([.init("moov", index: -1)]), "moov/trak[2]", "moov[1]"] {
      #expect(editor.atom(at: path) == nil && editor.movie.file.atom(at: path) == nil)
    }
  }

  /// A table is filled with rows that are made for it, also if it had none.
  @Test func rowsOfATable() throws {
    var editor = try MovieEditor(movie())
    let edits: AtomPath = "moov/trak/edts/elst"
    try editor.setFields([Field("entries", .rows(.init([])))], ofAtomAt: edits)
    #expect(try editList(of: editor).entries.isEmpty)
    let rows: [FieldValue] = [(500, -1), (1502, 2002)].map { length, start in
      .fields([
        Field("segment_duration", .unsigned(length)), Field("media_time", .signed(start)),
        Field("media_rate", .decimal("1")),
      ])
    }
    try editor.setFields([Field("entries", .rows(.init(rows)))], ofAtomAt: edits)
    let list = try editList(of: editor)
    #expect(list.entries.map(\.mediaTime) == [-1, 2002])
    #expect(list.entries.map(\.segmentDuration) == [500, 1502])
  }

  /// Several changes one after another, in and beside the header.
  @Test func severalChanges() throws {
    var editor = try MovieEditor(movie())
    try editor.insert(Atom("free", .bytes([1, 2, 3])), intoAtomAt: path("moov"), at: 0)
    try editor.insert(Atom("skip", .bytes([4])), intoAtomAt: nil, at: 1)
    try editor.setFields([Field("minor_version", .unsigned(7))], ofAtomAt: path("ftyp"))
    try editor.removeAtom(at: path("moov/trak[0]/edts"))
    let new = try changed(editor)
    #expect(new.file.atoms.map(\.type) == ["ftyp", "skip", "wide", "mdat", "moov"])
    #expect(try new.file.first("ftyp")?.decode(FileType.self).minorVersion == 7)
    #expect(new.atom.children.first?.type == "free")
    #expect(new.tracks[0].atom.first("edts") == nil && new.tracks[1].atom.first("edts") != nil)
    #expect(try new.tracks[0].sampleTable().count == 60)
  }

  /// A path without steps, as that of the parent of an atom of the top level, is the top level. It is no atom that could
  /// be changed or removed.
  @Test func pathWithoutSteps() throws {
    let movie = try movie()
    var editor = MovieEditor(movie)
    var parent = try path("ftyp")
    parent.steps.removeLast()
    try editor.insert(Atom("skip", .bytes([4])), intoAtomAt: parent, at: 1)
    #expect(
      try changed(editor).file.atoms.map(\.type)
        == movie.file.atoms.map(\.type).prefix(1) + ["skip"]
        + movie.file.atoms.map(\.type).dropFirst())
    let missing = FormatError(.missing("there is no such atom"))
    #expect(throws: missing) { try editor.setFields([], ofAtomAt: parent) }
    #expect(throws: missing) { try editor.removeAtom(at: parent) }
    var other = try AtomFileEditor(AtomFile(from: atom("ftyp", ascii("mif1"), u32(0))))
    #expect(throws: missing) { try other.removeAtom(at: parent) }
  }

  /// Atoms with file offsets are inserted as a reader of the file sees them: an unknown atom that was made
  /// of atoms is bytes, and the bytes of a known one are atoms.
  @Test(arguments: [nil, "moov", "moov/udta"])
  func insertedOffsets(parent: String?) throws {
    var record = ChunkOffsets()
    record.offsets = try Table([52, 1 << 30])
    let offsets = try Atom("stco", record)
    let known = Atom("stbl", children: [offsets])
    let new = [
      Atom("?oov", children: [offsets]), known,
      Atom("stbl", .bytes(try known.serialized().dropFirst(8))), Atom("meta", children: [offsets]),
    ]
    for atom in new {
      var editor = try MovieEditor(movie())
      let parent = try parent.map { try path($0) }
      if parent?.steps.last?.type == "udta" {
        try editor.insert(Atom("udta", children: []), intoAtomAt: path("moov"))
      }
      try editor.insert(atom, intoAtomAt: parent, at: parent == nil ? 2 : nil)
      let written = try changed(editor)
      let places =
        written.file.atoms + written.atom.children + (written.atom.first("udta")?.children ?? [])
      #expect(
        places.contains { $0.type == atom.type && $0.size == atom.size },
        "\(atom.type) in \(String(describing: parent))")
    }
  }

  private func children(of parent: String, in movie: Movie) throws -> [Atom] {
    try #require(AtomWalk(movie.file).first { $0.path == parent }).atom.children
  }

  /// Several atoms at once are where they would be if they were inserted one after another. An atom that claims more
  /// bytes than it has, or has no size of its own, takes in none of those after it.
  @Test func severalAtOnce() throws {
    var claiming = Atom("?a  ", .bytes([1]))
    claiming.claimedSize = 1000
    var open = Atom("free", .bytes([2]))
    open.form = .toEnd
    let new = [claiming, open, Atom("skip", .bytes([3, 4]))]
    for (parent, place) in [("moov", 1), ("moov", nil), ("moov/trak[1]/mdia", 0)] {
      var editor = try MovieEditor(movie())
      let old = try children(of: parent, in: editor.movie).map(\.type)
      try editor.insert(new, intoAtomAt: path(parent), at: place)
      let start = place ?? old.count
      let children = try children(of: parent, in: changed(editor))
      #expect(
        children.map(\.type) == old[..<start] + ["?a  ", "free", "skip"] + old[start...],
        "\(parent)")
      #expect(children[start..<start + 2].map(\.size) == [9, 9], "\(parent)")
      if start < old.count { #expect(children[start + 2].size == 10) }
    }
  }

  /// At the top level, nothing follows an atom that has no end of its own.
  @Test func severalAtTheTopLevel() throws {
    var open = Atom("free", .bytes([1]))
    open.form = .toEnd
    let closed = Atom("skip", .bytes([2]))
    var editor = try MovieEditor(movie())
    let error = #expect(throws: FormatError.self) {
      try editor.insert([open, closed], intoAtomAt: nil)
    }
    #expect(error?.description == "free: it has no size of its own, so nothing can follow it")
    #expect(editor.isUnchanged)
    try editor.insert([closed, open], intoAtomAt: nil)
    let types = try changed(editor).file.atoms.map(\.type)
    #expect(types == ["ftyp", "wide", "mdat", "moov", "skip", "free"])
  }

  @Test func whatIsRefused() throws {
    var editor = try MovieEditor(movie())
    #expect(throws: FormatError.self) { try editor.removeAtom(at: path("moov")) }
    #expect(throws: FormatError.self) { try editor.removeAtom(at: path("moov/trak")) }
    #expect(throws: FormatError.self) { try editor.removeAtom(at: path("moov/nope")) }
    #expect(throws: FormatError.self) {
      try editor.insert(Atom("free", .bytes([])), intoAtomAt: path("moov/mvhd"))
    }
    #expect(throws: FormatError.self) {
      try editor.setFields([Field("track_ID", .unsigned(5))], ofAtomAt: path("moov/trak/tkhd"))
    }
    #expect(editor.isUnchanged)
    try editor.removeAtom(at: path("mdat"))
    #expect(throws: FormatError.self) { try editor.writePlan() }
  }

  @Test func tracks() throws {
    let old = try movie()
    var editor = MovieEditor(old)
    var change = MovieEditor.TrackChange()
    change.name = "Boom"
    change.language = "de-CH"
    change.isEnabled = false
    try editor.change(old.tracks[1], to: change)
    let track = try changed(editor).tracks[1]
    #expect(track.language == "de-CH" && !track.isEnabled)
    let name = try track.atom.descendant("udta", "name")?.serialized()
    #expect(name == atom("name", ascii("Boom")))
    var other = MovieEditor(old)
    try other.remove(old.tracks[0])
    let rest = try changed(other)
    #expect(rest.tracks.map(\.id) == [2])
    #expect(throws: FormatError.self) {
      var last = MovieEditor(rest)
      try last.remove(rest.tracks[0])
    }
  }

  private static let foldersOfChanges = ["fragments", "edits", "quicktime", "timecode"]

  /// Each atom of a movie is removed, or put beside itself, and each number in it made one more. What is not refused
  /// is written as planned, and the tracks with other samples are named.
  @Test(arguments: foldersOfChanges) func anyChange(folder: String) throws {
    var count = (made: 0, refused: 0)
    for url in MediaFiles.files(in: MediaFiles.testMedia.appending(path: folder)) {
      guard let movie = try? Movie(path: url.path), movie.file.source.size < 200_000 else {
        continue
      }
      var describer = AtomDescriber()
      for node in AtomWalk(movie.file) {
        guard let path = AtomPath(node.path), node.depth < 5 || path.steps[0].type == "moof" else {
          continue
        }
        var editors: [MovieEditor] = []
        var removal = MovieEditor(movie)
        if (try? removal.removeAtom(at: path)) != nil { editors.append(removal) }
        var doubling = MovieEditor(movie)
        let parent = AtomPath(node.path.split(separator: "/").dropLast().joined(separator: "/"))
        if let bytes = try? node.atom.serialized(),
          (try? doubling.insert(Atom(node.atom.type, .bytes(bytes[8...])), intoAtomAt: parent))
            != nil
        {
          editors.append(doubling)
        }
        for field in describer.describe(node).fields {
          guard case .unsigned(let number) = field.value else { continue }
          var change = MovieEditor(movie)
          let changed = Field(field.name, .unsigned(number &+ 1))
          if (try? change.setFields([changed], ofAtomAt: path)) != nil { editors.append(change) }
        }
        for editor in editors {
          let isMade = try Self.isMade(editor, "\(url.lastPathComponent): \(path)")
          count = isMade ? (count.made + 1, count.refused) : (count.made, count.refused + 1)
        }
      }
    }
    #expect(count.made > 100 && count.refused > 0, "\(folder): \(count)")
  }

  /// What is found of a change, for which only the atoms that change are looked at, is what checks of both whole
  /// files find.
  private static func expectFindings(
    _ findings: [Diagnostic], of result: any ByteSource, before source: any ByteSource,
    _ about: Comment
  ) throws {
    let after = try MovieCheck(of: result).serious
    let new = try MovieCheck.newFindings(among: after) { () throws(ReadingError) in
      try MovieCheck(of: source)
    }
    #expect(findings.filter { $0.rule != "samples-changed" } == new, about)
  }

  /// Whether a change is made. Then it is what was planned.
  private static func isMade(_ editor: MovieEditor, _ about: String) throws -> Bool {
    let source = editor.movie.source
    guard let (plan, _, findings) = try? editor.copyWithFindings(from: source) else {
      return false
    }
    let bytes = try plan.render(from: source)
    try expectFindings(findings, of: MemorySource(bytes), before: source, "\(about)")
    if let (patch, inPlace) = try? editor.checkedPatch(findsFaults: true) {
      let result = try PatchedSource(source, after: patch)
      try expectFindings(inPlace, of: result, before: source, "\(about), in place")
    }
    #expect(throws: Never.self, "\(about)") {
      try editor.check(MemorySource(bytes), against: source, plan: plan)
    }
    let new = try Movie(from: bytes)
    let others = editor.movie.tracks.filter { track in
      (try? track.sampleTable().count) != (try? new.track(track.id)?.sampleTable().count)
    }
    for track in others {
      #expect(
        findings.contains { $0.rule == "samples-changed" && $0.path == track.path }, "\(about)")
    }
    return true
  }

  /// Every atom of every test movie, with one of its fields set to what it is, is as it was.
  @Test func whatIsSetToItselfChangesNothing() throws {
    for url in MediaFiles.files(in: MediaFiles.testMedia.appending(path: "camera")) {
      guard let movie = try? Movie(path: url.path) else { continue }
      var describer = AtomDescriber()
      for node in AtomWalk(movie.file) where node.atom.type != "mdat" {
        let fields = describer.describe(node).fields.filter {
          !Schema.besideFields.contains($0.name)
        }
        guard !fields.isEmpty, let path = AtomPath(node.path) else { continue }
        var editor = MovieEditor(movie)
        try editor.setFields(fields, ofAtomAt: path)
        let plan = try editor.writePlan()
        #expect(try plan.render(from: movie.source) == Array(Data(contentsOf: url)), "\(node.path)")
      }
    }
  }
}
