/// Builds the `moov` of a movie that is being written.
struct NewMovieAtoms {
  let inputs: [MovieWriter.Input]
  let options: MovieWriter.Options
  /// The width of the first track that refers to each timecode track.
  private let timecodeWidths: [UInt32: Double]

  init(inputs: [MovieWriter.Input], options: MovieWriter.Options) {
    (self.inputs, self.options) = (inputs, options)
    var widths: [UInt32: Double] = [:]
    for input in inputs {
      for reference in input.references
      where reference.type == "tmcd" && widths[reference.trackID] == nil {
        widths[reference.trackID] = input.settings.size.width
      }
    }
    timecodeWidths = widths
  }

  /// Returns the `moov`, with tables that are written in pieces. In a fragmented movie it describes
  /// no samples.
  /// - Parameter shift: The number of bytes by which all media moves towards the end of the file.
  func movie(shift: UInt64) throws(FormatError) -> (atom: Atom, tables: StreamedAtoms) {
    var tree = StreamedAtoms()
    var header = MovieHeader()
    header.timescale = try timescale()
    header.creationTime = options.creationTime
    header.modificationTime = options.creationTime
    header.nextTrackID = UInt32(clamping: inputs.count + 1)
    header.matrix = options.matrix
    var tracks: [Atom] = []
    for input in inputs {
      let (track, duration) = try track(
        input, movieTimescale: Int32(clamping: header.timescale), shift: shift, into: &tree)
      header.duration = max(header.duration, duration)
      tracks.append(tree.inBytes(track))
    }
    if let kept = options.kept {
      let movie = try kept.movie(
        tracks, ids: inputs.map(\.trackID), duration: header.duration,
        mayBeShorter: inputs.allSatisfy { input in
          input.settings.kept?.hasKnownDuration(ifStated: kept.lacksTracks) ?? true
        },
        extends: options.isFragmented ? try fragmentDefaults() : nil)
      return (movie, tree)
    }
    header.version = HeaderVersion.lowest(durations: header.duration, dates: header.creationTime)
    var children = [try Atom("mvhd", header)] + tracks
    if options.isFragmented { children.append(try fragmentDefaults()) }
    return (Atom("moov", children: children + options.extensions), tree)
  }

  /// Returns the duration of the longest track after edits, in ticks of the movie.
  func shownDuration() throws(FormatError) -> UInt64 {
    let timescale = Int32(clamping: try timescale())
    var longest: UInt64 = 0
    for input in inputs {
      let timeline = try TrackTimeline(input, options)
      longest = max(longest, timeline.shownDuration(movieTimescale: timescale))
    }
    return longest
  }

  private func timescale() throws(FormatError) -> UInt32 {
    let timescale = options.timescale ?? timescaleOfInputs
    guard timescale > 0, Int32(exactly: timescale) != nil else {
      throw FormatError(.invalidTime("invalid timescale \(timescale)"), path: "moov/mvhd")
    }
    return timescale
  }

  /// That of the video, and if it can be also exact for the other tracks.
  private var timescaleOfInputs: UInt32 {
    guard let main = inputs.first(where: { $0.settings.mediaType == .video }) ?? inputs.first
    else { return 600 }
    let timescale = UInt32(clamping: main.timescale)
    let others = inputs.filter { $0 !== main && !$0.settings.isTimecode }
    return exactTimescale(
      timescale, for: [timescale] + others.map { UInt32(clamping: $0.timescale) })
  }

  /// Returns the `trak`, and its duration in ticks of the movie.
  func track(
    _ input: MovieWriter.Input, movieTimescale: Int32, shift: UInt64, into tree: inout StreamedAtoms
  ) throws(FormatError) -> (Atom, UInt64) {
    let settings = input.settings
    let timeline = try TrackTimeline(input, options)
    if let kept = settings.kept {
      return try track(
        input, keeping: kept, timeline, movieTimescale: movieTimescale, shift: shift, into: &tree)
    }
    let (edits, duration) = try timeline.edits(movieTimescale: movieTimescale)
    var track = MediaTrackAtoms(
      isQuickTime: options.isQuickTime, mediaType: settings.mediaType.rawValue,
      sampleTable: try sampleTable(input, timeline, shift: shift, into: &tree))
    let usual =
      TrackHeader.inMovie
      | (options.isQuickTime ? TrackHeader.inPreview | TrackHeader.inPoster : 0)
    track.header.flags =
      (settings.isEnabled ? TrackHeader.enabled : 0) | (settings.partsOfMovie ?? usual)
    track.header.creationTime = options.creationTime
    track.header.modificationTime = options.creationTime
    track.header.trackID = input.trackID
    track.header.duration = duration
    track.header.layer = settings.layer
    track.header.alternateGroup = settings.alternateGroup
    track.header.volume =
      settings.volume ?? (settings.mediaType == .audio ? .one : Fixed8x8(rawValue: 0))
    track.header.matrix = settings.matrix
    let size = size(of: input)
    track.header.width = UFixed16x16(size.width)
    track.header.height = UFixed16x16(size.height)
    track.mediaHeader.creationTime = options.creationTime
    track.mediaHeader.modificationTime = options.creationTime
    track.mediaHeader.timescale = settings.timescale
    track.mediaHeader.duration = options.isFragmented ? 0 : input.times.duration
    // Macintosh codes are QuickTime's alone.
    track.mediaHeader.language =
      options.isQuickTime ? settings.languageCode : settings.languageCode.inLetters
    track.extendedLanguage = settings.extendedLanguage
    track.name = settings.name
    track.oldInformationHeader = settings.oldInformationHeader?.value
    track.edits = edits
    track.references = try references(of: input)
    var atom = try track.track()
    atom.children += settings.extensions
    return (atom, duration)
  }

  /// Returns the size of a track. Timecode of QuickTime is shown in a line as wide as the video that it
  /// belongs to.
  private func size(of input: MovieWriter.Input) -> PixelSize {
    guard options.isQuickTime, input.settings.isTimecode, input.settings.size == .zero else {
      return input.settings.size
    }
    return PixelSize(
      width: timecodeWidths[input.trackID] ?? 0, height: TimecodeTrackAtoms.height.value)
  }

  /// Returns the track of another movie with new tables.
  private func track(
    _ input: MovieWriter.Input, keeping kept: KeptTrack, _ timeline: TrackTimeline,
    movieTimescale: Int32, shift: UInt64, into tree: inout StreamedAtoms
  ) throws(FormatError) -> (Atom, UInt64) {
    let isAsLong = kept.tables == .places
    let (edits, duration) =
      isAsLong
      ? (nil, kept.statedDuration) : try timeline.keptEdits(movieTimescale: movieTimescale)
    var tables = options.isFragmented ? TrackTables() : input.tables
    var atoms: [Atom]
    switch kept.tables {
    case .places: atoms = try tables.placeAtoms(shift: shift, into: &tree)
    case .all:
      if !options.isFragmented, let last = input.times.pendingDuration {
        tables.appendDuration(last)
      }
      atoms = try tables.atoms(
        shift: shift, bias: 0, isQuickTime: options.isQuickTime,
        groupsWrittenElsewhere: Set(kept.groups?.kinds.map(\.type) ?? []), into: &tree)
      if let groups = kept.groups {
        atoms += try tables.memberships(groups, input.combinations, into: &tree)
      }
      atoms += try tables.partAtoms(kept.extras.parts)
    }
    atoms += try tables.auxiliaryAtoms(kept.extras.auxiliary, shift: shift, into: &tree)
    let track = try kept.track(
      sampleTable: atoms, isFragmented: options.isFragmented,
      edits: try edits.map { (rows) throws(FormatError) in try editAtoms(rows, into: &tree) },
      durations: isAsLong ? nil : (duration, options.isFragmented ? 0 : input.times.duration),
      references: input.sortedReferences)
    return (track, duration)
  }

  /// Returns the `tref` of a new track, nil if it has no references. There can be one of a type of its own
  /// for every twelve bytes, so they are written one by one.
  private func references(of input: MovieWriter.Input) throws(FormatError) -> Atom? {
    let all = input.sortedReferences
    guard !all.isEmpty else { return nil }
    var bytes: [UInt8] = []
    var start = 0
    while start < all.count {
      let type = all[start].type
      let end = all[start...].firstIndex { $0.type != type } ?? all.count
      let reference = try TrackReferenceType(all[start..<end].map(\.trackID))
      bytes += try Atom(type, reference).serialized()
      start = end
    }
    return Atom("tref", .bytes(bytes[...]))
  }

  /// Returns the `edts` with an edit list; nothing if the list is empty.
  private func editAtoms(
    _ rows: EditRows, into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    guard rows.count > 0 else { return [] }
    var list = EditList()
    list.version = rows.version
    let table = try StreamedTable(
      "elst", list, count: UInt64(rows.count), rows: rows, layout: list.version)
    return [Atom("edts", children: [tree.atom(table)])]
  }

  private func sampleTable(
    _ input: MovieWriter.Input, _ timeline: TrackTimeline, shift: UInt64,
    into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    var tables = options.isFragmented ? TrackTables() : input.tables
    if !options.isFragmented, let last = input.times.pendingDuration {
      tables.appendDuration(last)
    }
    var record = SampleDescriptions()
    if !options.isQuickTime, input.settings.mediaType == .audio,
      input.sampleDescriptions.contains(where: \.isISOSoundVersion1)
    {
      record.version = 1
    }
    let descriptions = try Atom("stsd", record, children: input.sampleDescriptions)
    var atoms = try tables.atoms(
      shift: shift, bias: options.isFragmented ? 0 : timeline.bias,
      isQuickTime: options.isQuickTime,
      into: &tree)
    if !options.isFragmented, options.isSigned, atoms.contains(where: { $0.type == "ctts" }) {
      atoms.insert(try compositionShift(tables, timeline), at: 2)
    }
    return [descriptions] + atoms
  }

  /// Returns the `cslg`, which says how far presentation times are from decode times.
  private func compositionShift(
    _ tables: TrackTables, _ timeline: TrackTimeline
  ) throws(FormatError) -> Atom {
    var record = CompositionShift()
    record.leastDecodeToDisplayDelta = Int64(tables.offsetRange?.lowerBound ?? 0) + timeline.bias
    record.greatestDecodeToDisplayDelta = Int64(tables.offsetRange?.upperBound ?? 0) + timeline.bias
    record.compositionToDTSShift = max(0, -record.leastDecodeToDisplayDelta)
    record.compositionStartTime = timeline.presentation.lowerBound
    record.compositionEndTime = timeline.presentation.upperBound
    let values = [
      record.compositionToDTSShift, record.leastDecodeToDisplayDelta,
      record.greatestDecodeToDisplayDelta, record.compositionStartTime, record.compositionEndTime,
    ]
    record.version = values.allSatisfy { Int32(exactly: $0) != nil } ? 0 : 1
    return try Atom("cslg", record)
  }

  private func fragmentDefaults() throws(FormatError) -> Atom {
    var children = [try FragmentedDuration.space()]
    for input in inputs {
      var defaults = TrackExtends()
      defaults.trackID = input.trackID
      children.append(try Atom("trex", defaults))
    }
    return Atom("mvex", children: children)
  }
}

extension MovieWriter.Input {
  /// The references by type, and those of one type in the order in which they were added.
  fileprivate var sortedReferences: [(type: FourCC, trackID: UInt32)] {
    let references = references
    let order = references.indices.sorted {
      (references[$0].type.rawValue, $0) < (references[$1].type.rawValue, $1)
    }
    return order.map { references[$0] }
  }
}
