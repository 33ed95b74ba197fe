/// Rules about the headers of the movie and its tracks, and about the times in them.
struct HeaderRules {
  private let movie: Movie
  private let part: GaplessPlayback?

  init(_ movie: Movie) {
    self.movie = movie
    part = movie.gaplessPlayback
  }

  func run(_ found: inout CheckFindings) {
    checkMovie(&found)
    for track in movie.tracks {
      if let header = Self.header(of: track) { check(header, of: track, &found) }
      checkMedia(track, &found)
    }
    checkEnabled(&found)
  }

  private static func header(of track: Track) -> TrackHeader? {
    try? track.atom.first("tkhd")?.decode(TrackHeader.self)
  }

  // MARK: The movie

  private func checkMovie(_ found: inout CheckFindings) {
    guard let mvhd = movie.atom.first("mvhd"), let header = try? mvhd.decode(MovieHeader.self)
    else {
      return
    }
    let place = CheckPlace(path: "moov/mvhd", offset: mvhd.offset)
    let created = header.creationTime.rawValue
    if (820_454_400...2_082_844_799).contains(created) {
      let text = header.creationTime.iso8601 ?? "\(created)"
      found.report("date-epoch", "creation_time is in \(text.prefix(4))", at: place)
    }
    if let largest = movie.tracks.map(\.id).max(), largest != .max, header.nextTrackID != .max,
      header.nextTrackID <= largest
    {
      found.report(
        "next-track-id", "next_track_ID is \(header.nextTrackID), and there is a track \(largest)",
        at: place)
    }
    if let longest = movie.durationOfFragments {
      let mehd = movie.atom.descendant("mvex", "mehd")
      found.report(
        "movie-duration",
        "the movie lasts \(movie.duration.inSeconds), it says, and its longest track with all fragments "
          + longest.inSeconds, at: CheckPlace(path: "moov/mvex/mehd", offset: mehd?.offset))
    }
    guard !movie.isFragmented, !header.isDurationUnknown, header.timescale > 0 else { return }
    var longest: UInt64?
    for track in movie.tracks {
      guard let header = Self.header(of: track), !header.isDurationUnknown else { return }
      longest = max(longest ?? 0, header.duration)
    }
    guard let longest, Self.differs(longest, header.duration, header.timescale) else { return }
    found.report(
      "movie-duration",
      "mvhd says that the movie lasts \(Self.text(header.duration, header.timescale)), but its longest track lasts "
        + Self.text(longest, header.timescale), at: place)
  }

  /// The ticks of a twentieth of a second, by which writers differ when they round.
  static func tolerance(_ timescale: UInt32) -> UInt64 { max(1, UInt64(timescale) / 20) }

  /// A duration for people.
  static func text(_ ticks: UInt64, _ timescale: UInt32) -> String {
    MediaTime(ticks: ticks, per: timescale)?.inSeconds ?? "\(ticks) ticks"
  }

  // MARK: Tracks

  private func check(_ header: TrackHeader, of track: Track, _ found: inout CheckFindings) {
    lazy var place = track.place("tkhd")
    if !movie.isFragmented, movie.timescale > 0, track.timescale > 0, !header.isDurationUnknown,
      let expected = Self.duration(
        of: track.atom, timescale: movie.timescale, near: header.duration,
        playing: part)
    {
      if Self.differs(expected, header.duration, movie.timescale) {
        found.report(
          "track-duration",
          "tkhd says that the track lasts \(Self.text(header.duration, movie.timescale)), but "
            + Self.whatGivesDuration(track, expected, movie.timescale), at: place)
      }
    }
    guard track.mediaType == .video else { return }
    if header.width.rawValue == 0 || header.height.rawValue == 0 {
      found.report(
        "track-size-zero",
        "the video is \(track.size.width) by \(track.size.height) pixels large", at: place)
    }
    let matrix = header.matrix
    // The products have 62 bits.
    let area =
      Int64(matrix.a.rawValue) * Int64(matrix.d.rawValue)
      &- Int64(matrix.b.rawValue) * Int64(matrix.c.rawValue)
    if area == 0 {
      found.report("matrix-flat", "the matrix gives the pictures no area", at: place)
    } else if matrix.u.rawValue != 0 || matrix.v.rawValue != 0 || matrix.w != .one {
      found.report("matrix-perspective", "the last column of the matrix is not 0, 0, 1", at: place)
    }
  }

  /// What gives a track its duration, and how long that lasts: its edits or, without edits, its media, which counts in
  /// ticks of its own.
  private static func whatGivesDuration(
    _ track: Track, _ expected: UInt64, _ timescale: UInt32
  ) -> String {
    guard !track.hasEditList,
      let media = try? track.atom.descendant("mdia", "mdhd")?.decode(MediaHeader.self)
    else { return "its edits last \(text(expected, timescale))" }
    return "its media lasts \(text(media.duration, media.timescale))"
  }

  /// The duration that the edits or the media of a `trak` give it, in ticks of the movie; nil if they do
  /// not say. It is the stated one if that lasts until composition offsets show the last frame, or if it is
  /// that of the part of the audio that is played. Edits that cannot be meant (`edit-timescale`) say nothing, and
  /// neither does the header of media whose `stts` has times for more or fewer samples than there are. A tick of which
  /// the media fills a part counts, so that no media lasts 0.
  static func duration(
    of trak: Atom, timescale: UInt32, near stated: UInt64,
    playing part: GaplessPlayback?
  ) -> UInt64? {
    if let elst = trak.descendant("edts", "elst"), let list = try? elst.decode(EditList.self),
      !list.entries.isEmpty
    {
      guard EditRules.editInMediaTicks(list, of: trak, timescale: timescale) == nil else {
        return nil
      }
      var sum: UInt64 = 0
      for edit in list.entries {
        guard edit.segmentDuration > 0, edit.segmentDuration < UInt64(UInt32.max) else {
          return nil
        }
        sum = sum.addingClamping(edit.segmentDuration)
      }
      return sum
    }
    guard let media = try? trak.descendant("mdia", "mdhd")?.decode(MediaHeader.self),
      !media.isDurationUnknown, media.timescale > 0,
      case let samples = SampleDurations(trak), samples.areOfAllSamples || samples.ticks == 0
    else { return nil }
    func inMovie(_ ticks: UInt64) -> UInt64 {
      let (whole, rest) = (UInt128(ticks) * UInt128(timescale))
        .quotientAndRemainder(dividingBy: UInt128(media.timescale))
      return UInt64(clamping: rest > 0 ? whole + 1 : whole)
    }
    let expected = inMovie(media.duration)
    if differs(expected, stated, timescale), stated < expected,
      trak.handler == MediaType.audio.rawValue, let part, let total = part.total,
      // Some programs count one frame more than the media has.
      max(total, media.duration) - min(total, media.duration) <= 1,
      !differs(inMovie(part.length), stated, timescale)
    {
      return stated
    }
    guard differs(expected, stated, timescale), stated > expected,
      let ctts = trak.descendant("mdia", "minf", "stbl", "ctts"),
      let offsets = try? ctts.decode(CompositionOffsets.self).entries
    else { return expected }
    let latest = offsets.reduce(0) { max($0, $1.sampleOffset) }
    let shown = inMovie(media.duration.addingClamping(UInt64(latest)))
    return stated <= shown || !differs(stated, shown, timescale) ? stated : expected
  }

  /// Whether two durations differ by more than rounding explains.
  static func differs(_ a: UInt64, _ b: UInt64, _ timescale: UInt32) -> Bool {
    max(a, b) - min(a, b) > tolerance(timescale)
  }

  // MARK: Media

  private func checkMedia(_ track: Track, _ found: inout CheckFindings) {
    guard let mdhd = track.atom.descendant("mdia", "mdhd"),
      let media = try? mdhd.decode(MediaHeader.self)
    else { return }
    if media.language.isMacintosh {
      found.report(
        "language-macintosh",
        "the language is \(media.language.rawValue), Macintosh's code for "
          + "\(media.language.iso639 ?? "no language")", at: track.place("mdia", "mdhd"))
    }
    if !movie.isFragmented, let right = Self.duration(of: track.atom, insteadOf: media) {
      found.report(
        "media-duration",
        "mdhd says that the media lasts \(Self.text(media.duration, media.timescale)), but its samples last "
          + Self.text(right, media.timescale), at: track.place("mdia", "mdhd"))
    }
    guard let minf = track.atom.descendant("mdia", "minf") else { return }
    if let wanted = Self.mediaHeaders[track.mediaType?.rawValue ?? FourCC(rawValue: 0)],
      minf.first(wanted) == nil
    {
      found.report(
        "media-header-missing",
        "the media of a \(track.mediaType?.description ?? "") track has no "
          + "\(wanted)", at: track.place("mdia", "minf"))
    }
    if minf.descendant("dinf", "dref")?.entries.isEmpty ?? true {
      found.report(
        "data-references-missing", "the media does not say where its data is (dref)",
        at: track.place("mdia", "minf"))
    }
  }

  /// The duration that the samples of a `trak` give its media, in ticks of the media, if the header states another.
  /// Nil if they do not say, which they do not if `stts` has times for more or fewer samples than there are.
  static func duration(of trak: Atom, insteadOf header: MediaHeader) -> UInt64? {
    guard !header.isDurationUnknown, header.timescale > 0 else { return nil }
    let samples = SampleDurations(trak)
    guard samples.areOfAllSamples, samples.ticks > 0,
      differs(samples.ticks, header.duration, header.timescale)
    else { return nil }
    return samples.ticks
  }

  private static let mediaHeaders: [FourCC: FourCC] = ["vide": "vmhd", "soun": "smhd"]

  // MARK: Several tracks

  private func checkEnabled(_ found: inout CheckFindings) {
    let shown = movie.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    if !shown.isEmpty, !shown.contains(where: \.isEnabled) {
      found.report(
        "tracks-disabled", "no video or audio track is enabled",
        at: CheckPlace(path: "moov", offset: movie.atom.offset))
    }
    struct Group: Hashable {
      var number: Int16
      var kind: MediaType?
    }
    var groups: [Group: Track] = [:]
    for track in shown where track.isEnabled {
      guard let header = try? track.atom.first("tkhd")?.decode(TrackHeader.self),
        header.alternateGroup != 0
      else { continue }
      let group = Group(number: header.alternateGroup, kind: track.mediaType)
      if let other = groups[group] {
        found.report(
          "alternates-enabled", "track \(other.id) of the same alternate group is enabled too",
          at: track.place("tkhd"))
      } else {
        groups[group] = track
      }
    }
  }
}
