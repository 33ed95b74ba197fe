/// Reports what a movie loses when it is written in another layout.
struct RemuxLosses {
  private(set) var found: [Diagnostic] = []
  private let movie: Movie

  init(_ movie: Movie) { self.movie = movie }

  mutating func add(_ rule: String, _ message: String, _ path: String, _ at: UInt64?) {
    found.append(Diagnostic(rule, .warning, message, path: path, at: at))
  }

  mutating func add(_ finding: Diagnostic) { found.append(finding) }

  /// A kind of atom that is left out.
  private struct Lost: Hashable, Comparable {
    var path: String
    /// What a `uuid` atom is; nil for other atoms, and where it is not known.
    var name: String?

    static func < (a: Self, b: Self) -> Bool {
      (a.path, a.name ?? "") < (b.path, b.name ?? "")
    }
  }

  private mutating func add(
    _ rule: String, _ atoms: [Lost: (count: Int, at: UInt64?)], because reason: String
  ) {
    for (lost, what) in atoms.sorted(by: { $0.key < $1.key }) {
      let number = what.count > 1 ? "; there are \(what.count)" : ""
      let name = lost.name.map { "\($0) is " } ?? ""
      add(rule, "\(name)left out, because \(reason)\(number)", lost.path, what.at)
    }
  }

  /// The children of a `traf` whose content is kept, besides the `uuid` atom of PIFF that is `senc`: where the data that
  /// decrypts samples cannot be found, nothing is written.
  private static let carried: Set<FourCC> = [
    "tfhd", "tfdt", "trun", "sdtp", "sbgp", "csgp", "sgpd", "subs", "senc", "saiz", "saio",
  ]

  mutating func add(_ track: Track, to layout: MovieWriter.Options.Layout) {
    let isFragmented = MovieWriter.Options(layout: layout).isFragmented
    let stbl = track.atom.descendant("mdia", "minf", "stbl")
    if isFragmented, let table = stbl?.first(KeptTrack.ofHeader) {
      add(
        "table-left-out",
        "shadow sync samples (\(table.type)) of track \(track.id) are left out, because fragments "
          + "cannot have any", "\(track.path)/mdia/minf/stbl/\(table.type)", table.offset)
    }
    if isFragmented, track.sampleDescriptions.count > 1 {
      add(
        "fragment-descriptions",
        "track \(track.id) has \(track.sampleDescriptions.count) sample descriptions; many players "
          + "use the first for all fragments",
        track.path, track.atom.offset)
    }
    if isFragmented || track.hasFragments {
      for table in stbl?.children ?? [] where table.isDamagedTable && table.type != "sgpd" {
        add(
          "table-left-out", "a table of track \(track.id) is left out, because it is damaged",
          "\(track.path)/mdia/minf/stbl/\(table.type)", table.offset)
      }
    }
    addFragments(of: track, isFragmented: isFragmented)
  }

  /// Reports that auxiliary information is left out, and why.
  mutating func addAuxiliary(of track: Track, _ error: FormatError) {
    add(
      "table-left-out",
      "auxiliary information of track \(track.id) is left out, because it is damaged: \(error)",
      track.path, track.atom.offset)
  }

  /// Reports that the edits of a track with fragments, which the header states, show more than all of its fragments
  /// hold: some are missing.
  private mutating func addEdits(of track: Track, _ table: SampleTable) {
    guard track.hasEditList, let edit = track.edits.last(where: { !$0.isEmpty }),
      let end = MediaTime(ticks: table.presentationEnd, per: track.timescale),
      case let rest = edit.source.end - end, rest.isNumeric, rest > Self.mostRounded
    else { return }
    add(
      "edit-beyond-media",
      "the edits of track \(track.id) show its media up to \(edit.source.end.inSeconds), and its fragments end at "
        + "\(end.inSeconds), so the rest is empty or frozen in the new movie too",
      "\(track.path)/edts", track.atom.first("edts")?.offset)
  }

  /// By how much edits may end after their media.
  private static let mostRounded = MediaTime(value: 1, timescale: 10)

  /// Reports what samples in fragments can say and samples in tables cannot.
  private mutating func addFragments(of track: Track, isFragmented: Bool) {
    guard track.hasFragments, let table = try? track.sampleTable() else { return }
    addEdits(of: track, table)
    var walk = table.makeIterator()
    var gaps = FragmentGaps()
    var leading = false
    while let (sample, count, _) = walk.next(atMost: 1 << 14) {
      gaps.add(sample, count: count)
      if sample.attachments.isLeading != nil { leading = true }
    }
    if leading, movie.isQuickTime, !isFragmented {
      add(
        "table-left-out",
        "track \(track.id) says which samples are leading (is_leading); that is left out, because "
          + "QuickTime has no place for it outside fragments", track.path, track.atom.offset)
    }
    // Tables have only the duration of samples, so a sample that ends before a gap lasts until the
    // next one.
    guard gaps.count > 0 else { return }
    add(
      "fragment-gap",
      "track \(track.id) has \(gaps.text) between its fragments; the sample before "
        + "\(gaps.count == 1 ? "it" : "each") lasts until the next fragment", track.path,
      track.atom.offset)
  }

  /// Reports what the file contains besides the movie and its samples.
  mutating func addFile() {
    var lost: [Lost: (count: Int, at: UInt64?)] = [:]
    var damaged: [Lost: (count: Int, at: UInt64?)] = [:]
    var events: [UInt8: (count: Int, at: UInt64?)] = [:]
    func count(_ path: String, _ atom: Atom) {
      let name = atom.type == "uuid" ? UserTypes.name(of: atom.userType) : nil
      lost[Lost(path: path, name: name), default: (0, atom.offset)].count += 1
    }
    if let finding = movie.file.findingOfLeading { add(finding) }
    for (number, atom) in movie.file.atoms.lazy.filter({ $0.type.isMovie }).enumerated()
    where number > 0 {
      add(
        "atom-left-out", "left out, because only the first moov counts", "moov[\(number)]",
        atom.offset)
    }
    for atom in movie.file.atoms {
      switch atom.type {
      case "moof", "!mof":
        guard let moof = ((try? movie.file.whole(atom)) ?? atom).fragment else { continue }
        for child in moof.children
        where !["mfhd", "traf", "pssh"].contains(child.type) && !child.type.isFreeSpace {
          count("moof/\(child.type)", child)
        }
        for traf in moof.children where traf.type == "traf" {
          for child in traf.children
          where !Self.carried.contains(child.type) && !child.isPIFFSampleEncryption
            && !child.type.isFreeSpace
          {
            count("moof/traf/\(child.type)", child)
          }
          for child in traf.children where child.isDamagedTable {
            damaged[Lost(path: "moof/traf/\(child.type)"), default: (0, child.offset)].count += 1
          }
        }
      case "emsg":
        let version = (try? atom.decode(EventMessage.self))?.version ?? 0
        events[version, default: (0, atom.offset)].count += 1
      case let type where RemuxedFile.ofFragments.contains(type): count("\(type)", atom)
      default:
        if atom.claimedSize != nil, !RemuxedFile.media.contains(atom.type) {
          add("atom-left-out", "left out, because it is truncated", "\(atom.type)", atom.offset)
        }
      }
    }
    for child in movie.atom.first("mvex")?.children ?? []
    where !["mehd", "trex"].contains(child.type) && !child.type.isFreeSpace {
      count("moov/mvex/\(child.type)", child)
    }
    add("atom-left-out", lost, because: "it describes the old fragments")
    // Those of version 1 have times of the movie (ISO/IEC 23009-1, 5.10.3.3.3).
    for (version, what) in events.sorted(by: { $0.key < $1.key }) {
      add(
        "atom-left-out", [Lost(path: "emsg"): what],
        because: version == 0
          ? "its time is relative to a segment of the old file"
          : "an event message belongs before a fragment, and the new movie has none or others")
    }
    add("table-left-out", damaged, because: "it is damaged")
    if let finding = movie.file.findingOfTrailing { add(finding) }
  }

  /// Returns whether no index can be written, because it could not say when the leading track is
  /// shown. Reports it then.
  mutating func addIndex(_ tracks: [Track]) -> Bool {
    guard let lead = tracks.first(where: { $0.mediaType == .video }) ?? tracks.first,
      lead.hasEditList
    else { return false }
    if let edit = lead.edits.onlyShown, (edit.rate ?? .one) == .one { return false }
    add(
      "index-left-out",
      "an index (sidx) cannot describe the edits of track \(lead.id), which show its media in parts "
        + "or at another speed, so none is written",
      lead.path, lead.atom.offset)
    return true
  }
}

extension AtomFile {
  /// That the bytes before the first atom are left out; nil if there are none.
  var findingOfLeading: Diagnostic? {
    guard !leading.isEmpty else { return nil }
    return Diagnostic(
      "atom-left-out", .warning,
      counted(
        leading.length, "byte", "at the start that is not an atom is left out",
        "at the start that are not an atom are left out"),
      path: "", at: 0)
  }

  /// That the bytes after the last atom are left out; nil if there are none.
  var findingOfTrailing: Diagnostic? {
    guard !trailing.isEmpty else { return nil }
    let what =
      cameraTrailer == nil
      ? "" : ": the trailer of an Insta360 camera, with its movement and perhaps locations"
    return Diagnostic(
      "atom-left-out", .warning,
      counted(
        trailing.length, "byte", "at the end that is not an atom is left out",
        "at the end that are not an atom are left out") + what,
      path: "", at: trailing.lowerBound)
  }
}

extension Atom {
  /// The tables that are ignored if they cannot be read, so that nothing of them is kept.
  private static let tables: Set<FourCC> = [
    "stps", "sdtp", "stdp", "padb", "sbgp", "csgp", "sgpd", "subs",
  ]

  /// Whether it is such a table, and cannot be read.
  var isDamagedTable: Bool {
    func isDamaged<R: Record>(_ record: R.Type) -> Bool { (try? decode(record)) == nil }
    guard Self.tables.contains(type), let rule = Schema.standard.rules(for: type).first else {
      return false
    }
    return isDamaged(rule.record)
  }
}

extension Track {
  /// That hints name samples of other tracks by number, which are others in a part or in joined movies (ISO/IEC
  /// 14496-12, 9.1.3); nil for other tracks.
  var findingOfHints: Diagnostic? {
    guard mediaType == .hint else { return nil }
    return Diagnostic(
      "hints-not-changed", .warning,
      "the hints name samples of other tracks by number, and are copied as they are, so a server would send other "
        + "samples", path: path, at: atom.offset)
  }

  /// That subtitles in XML state their own times, from the start of the track, which is elsewhere in a part or in
  /// joined movies (ISO/IEC 14496-30, 5); nil for other tracks.
  var findingOfTextTimes: Diagnostic? {
    guard sampleDescriptions.contains(where: { $0.type == "stpp" }) else { return nil }
    return Diagnostic(
      "text-times-not-changed", .warning,
      "the subtitles (stpp) of track \(id) say in their text when they are shown, from the start of the old track, "
        + "and are copied as they are, so programs show them at other times",
      path: path, at: atom.offset)
  }
}
