import MovKit

/// A movie of a page, with what is known of it before the page is written.
struct PageMovie {
  /// The path as it was given.
  let path: FilePath
  /// The file as it is shown: without the folders, which are the user's own matter.
  let file: InspectedFile
  let check: CheckedFile
  /// What is known of the first tracks.
  let summary: MovieSummary?
  private let timecode: TimecodeMovie?
  private let items: FileItems?

  init(_ path: FilePath) throws(Failure) {
    self.path = path
    let name = FilePath(bytes: path.lastComponent)
    let (source, outline) = try InspectedFile.open(path)
    let examined = outline.examined()
    var check = try CheckedFile(path, source, outline.file, examined)
    var file = InspectedFile(path, source, outline.file, examined)
    if let movie = file.movie, !movie.timecodeTracks.isEmpty {
      var read = try TimecodeMovie(path, file.source, movie)
      read.path = name
      timecode = read
    } else {
      timecode = nil
    }
    items = FileItems(file.atoms)
    file.path = name
    check.name = name
    self.file = file
    self.check = check
    summary = MovieSummary(file, tracks: PageLimits.tracks)
  }

  /// Writes what a page has of the movie. `sentences` say what else the page leaves out.
  func write(
    to json: inout JSONWriter, leavingOut sentences: [String]
  ) throws(Failure) {
    var leftOut = sentences
    let all = file.movie?.tracks ?? []
    // There can be very many tracks, of which only these are shown.
    let tables = all.prefix(PageLimits.tracks).map { try? $0.sampleTable() }
    let tracks = zip(all, tables).map { PageTrack($0, $1) }
    let size = tracks.reduce(0) { $0 + $1.textSize }
    let atoms = PageAtoms(
      file,
      roomForTables: min(PageLimits.allTables, max(0, PageLimits.tablesAndSamples - size)))
    if file.movie?.isFragmented ?? false {
      for (index, track) in all.enumerated() {
        let table = index < tables.count ? tables[index] : try? track.sampleTable()
        if let table { atoms.prepare(track, table) }
      }
    }

    try json.beginObject()
    try json.key("inspect")
    var options = InspectOptions()
    options.rows = .atMost(PageLimits.rows)
    options.bytes = .atMost(PageLimits.bytes)
    for type in ["iloc", "ipma"] as [FourCC] {
      options.rowsByType[type] = .atMost(PageLimits.rowsOfItems)
    }
    var tree = AtomJSON(
      to: .memory(), layout: .compact, options: options, limits: PageLimits.tree,
      summary: summary, visit: { atoms.take($0, $1) }, visitBytes: { atoms.takeBytes(of: $0) })
    _ = try tree.write(file, to: &json)
    atoms.finish()
    leftOut += atoms.sentences
    try writeDocuments(to: &json, &leftOut)
    try json.key("clauses")
    try json.beginObject()
    for (path, clause) in atoms.clauses.sorted(by: { $0.key < $1.key }) {
      try json.member(path, clause)
    }
    try json.endObject()
    try json.members(atoms)
    try write(tracks, tables, of: all.count, to: &json, &leftOut)
    try json.member("fragments", fragments: atoms.fragments)
    let relink = file.movie.map { PageRelink($0, in: path) }
    try json.member("relink", relink: relink)
    if let count = relink?.leftOut, count > 0 {
      leftOut.append("\(counted(count, "more data reference")).")
    }
    try json.key("leftOut")
    try json.beginArray()
    for sentence in leftOut { try json.value(sentence) }
    try json.endArray()
    try json.endObject()
  }

  /// Writes the documents of other commands.
  private func writeDocuments(
    to json: inout JSONWriter, _ leftOut: inout [String]
  ) throws(Failure) {
    var check = check
    if check.findings.count > PageLimits.findings {
      leftOut.append("\(counted(check.findings.count - PageLimits.findings, "finding")).")
      check.findings.removeLast(check.findings.count - PageLimits.findings)
    }
    try json.key("check")
    try json.write(check)
    try json.key("timecode")
    if let timecode {
      try TimecodeDocument(
        movie: timecode, listsSamples: false, mostSegments: PageLimits.segments
      ).write(to: &json)
    } else {
      try json.null()
    }
    try json.member("counting", counting: PageCounting(tracks: timecode?.tracks ?? []))
    for track in timecode?.tracks ?? [] {
      let count = TimecodeTimeline(track).segments.count
      guard count > PageLimits.segments else { continue }
      leftOut.append(
        "\(counted(count - PageLimits.segments, "segment")) of the timecode of track \(track.track.id)."
      )
    }
    try json.key("items")
    if let items {
      let listing = ItemListing(items)
      try listing.write(of: file.path, atMost: PageLimits.items, to: &json)
      if listing.ids.count > PageLimits.items {
        leftOut.append("\(counted(listing.ids.count - PageLimits.items, "item")).")
      }
    } else {
      try json.null()
    }
  }

  private func write(
    _ tracks: [PageTrack], _ tables: [SampleTable?], of count: Int, to json: inout JSONWriter,
    _ leftOut: inout [String]
  ) throws(Failure) {
    try json.key("tracks")
    try json.beginArray()
    var tracksWithUnits = 0
    let finder = file.movie.map(SubSampleFinder.init)
    for (one, table) in zip(tracks, tables) {
      var units: PageUnits?
      if tracksWithUnits < PageLimits.tracksWithUnits {
        units = try PageUnits(of: one.track, path)
        if units != nil { tracksWithUnits += 1 }
      }
      try json.beginObject()
      try json.member("trackID", one.track.id)
      try json.member("path", one.track.path)
      try json.member("kind", KindOfTrack(one.track)?.rawValue)
      try json.member("kindText", MovieHeading.kind(one.track))
      try json.member("timescale", one.track.timescale)
      try json.member("movieTimescale", file.movie?.timescale)
      try json.members(one)
      let unlisted = try writeReferences(of: one.track, to: &json)
      let parts = finder.flatMap { finder in
        table.flatMap { PageSubSamples(of: one.track, $0, finder) }
      }
      try json.member("subsamples", subSamples: parts)
      try json.member("units", units: units)
      try json.endObject()
      let name = "track \(one.track.id)"
      if unlisted > 0 { leftOut.append("\(counted(unlisted, "reference")) of \(name).") }
      if one.isShort { leftOut.append("The last samples of \(name).") }
      if one.hasCutValues { leftOut.append("Values of \(name) above 2⁵³.") }
      if parts?.isCut == true {
        leftOut.append("Sub-samples of \(name) after the first \(PageLimits.subSamples).")
      }
      if units?.isCut == true {
        let last = (units?.samples.count ?? 0) - 1
        leftOut.append(
          last < 0 ? "The NAL units of \(name)." : "The NAL units of \(name) after sample \(last).")
      }
    }
    try json.endArray()
    if count > tracks.count {
      leftOut.append("The samples of \(counted(count - tracks.count, "track")).")
    }
  }

  /// Writes the tracks that a track refers to, by the type of the reference. Returns how many references
  /// are left out.
  private func writeReferences(
    of track: Track, to json: inout JSONWriter
  ) throws(Failure) -> Int {
    var room = PageLimits.references
    var unlisted = 0
    var last: FourCC?
    try json.key("references")
    try json.beginArray()
    try track.forEachReferenceAtom { (type, ids) throws(Failure) in
      guard room > 0 else {
        unlisted += ids.count
        return
      }
      if type != last {
        if last != nil { try json.endReference() }
        last = type
        try json.beginReference(type)
      }
      for id in ids.prefix(room) { try json.value(id) }
      unlisted += max(0, ids.count - room)
      // A type without tracks takes room too.
      room -= max(1, ids.count)
    }
    if last != nil { try json.endReference() }
    try json.endArray()
    return unlisted
  }
}

extension PageAtoms {
  /// What is left out, a sentence each.
  fileprivate var sentences: [String] {
    var sentences: [String] = []
    if leftOut.atoms > 0 {
      sentences.append(
        "\(counted(leftOut.atoms, "atom")), \(leftOut.atoms == 1 ? "in a long row" : "most of them in long rows") "
          + "of one type.")
    }
    if leftOut.bytes > 0 { sentences.append("The bytes of \(counted(leftOut.bytes, "atom")).") }
    if leftOut.spans > 0 {
      sentences.append("The offsets of the fields of \(counted(leftOut.spans, "atom")).")
    }
    if leftOut.tables > 0 {
      sentences.append(
        "The rows after row \(PageLimits.rows - 1) of \(counted(leftOut.tables, "table")).")
    }
    if hasUnreadBytes { sentences.append("Bytes of atoms that cannot be read.") }
    if hasCutValues { sentences.append("Values of tables above 2⁵³.") }
    return sentences
  }
}

extension JSONWriter {
  fileprivate mutating func beginReference(_ type: FourCC) throws(Failure) {
    try beginObject(inline: true)
    try member("type", type.description)
    try key("trackIDs")
    try beginArray(inline: true)
  }

  fileprivate mutating func endReference() throws(Failure) {
    try endArray()
    try endObject()
  }
}
