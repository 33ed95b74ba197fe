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
      if let header = track.atom.trackHeader { check(header, of: track, &found) }
      checkMedia(track, &found)
    }
    checkEnabled(&found)
  }

  // MARK: The movie

  private func checkMovie(_ found: inout CheckFindings) {
    guard let mvhd = movie.atom.first("mvhd"), let header = try? mvhd.decode(MovieHeader.self)
    else {
      return
    }
    let place = CheckPlace(path: "moov/mvhd", offset: mvhd.offset)
    checkDates(header, at: place, &found)
    if header.matrix.area == 0, movie.tracks.contains(where: { $0.mediaType == .video }) {
      found.report(
        "movie-matrix-flat", "the matrix of the movie gives its pictures no area", at: place)
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
        "\(mehd == nil ? "mvhd" : "mehd") says that the movie lasts \(movie.duration.inSeconds), but its longest track, "
          + "with all fragments, lasts \(longest.inSeconds)",
        at: mehd.map { CheckPlace(path: "moov/mvex/mehd", offset: $0.offset) } ?? place)
    }
    guard !movie.isFragmented, !header.isDurationUnknown, header.timescale > 0 else { return }
    var longest: UInt64?
    for track in movie.tracks {
      guard let header = track.atom.trackHeader, !header.isDurationUnknown else { return }
      longest = max(longest ?? 0, header.duration)
    }
    guard let longest, RightDurations.differs(longest, header.duration, header.timescale) else {
      return
    }
    found.report(
      "movie-duration",
      "mvhd says that the movie lasts \(RightDurations.text(header.duration, header.timescale)), but its longest track lasts "
        + RightDurations.text(longest, header.timescale), at: place)
  }

  /// Reports dates of all headers together: a program that counts from 1970 does so for each.
  private func checkDates(
    _ header: MovieHeader, at place: CheckPlace, _ found: inout CheckFindings
  ) {
    var count = 0
    var first: (text: String, place: CheckPlace)?
    func look(
      _ created: MacDate, _ modified: MacDate, at place: @autoclosure () -> CheckPlace
    ) {
      for (name, date) in [("creation_time", created), ("modification_time", modified)]
      where Self.datesCountedFrom1970.contains(date.rawValue) {
        count += 1
        guard first == nil else { continue }
        let text = date.iso8601 ?? "\(date.rawValue)"
        first = ("\(name) is in \(text.prefix(4))", place())
      }
    }
    look(header.creationTime, header.modificationTime, at: place)
    for track in movie.tracks {
      if let header = track.atom.trackHeader {
        look(header.creationTime, header.modificationTime, at: track.place("tkhd"))
      }
      if let header = track.atom.mediaHeader {
        look(header.creationTime, header.modificationTime, at: track.place("mdia", "mdhd"))
      }
    }
    guard let first else { return }
    found.report(
      "date-epoch",
      count == 1
        ? "\(first.text); it probably counts from 1970 instead of 1904"
        : "\(first.text), and \(counted(count - 1, "other date", "is", "are")) before 1970; they probably count from 1970 "
          + "instead of 1904", at: first.place)
  }

  /// What a date from 1996 on is that counts from 1970, up to 1970 as a date counts that counts from 1904: seconds. No
  /// program that made such dates is older, and dates before 1930 have other mistakes.
  private static let datesCountedFrom1970: Range<UInt64> = {
    let start = UInt64(86_400 * CivilDate.daysSince1970(year: 1996, month: 1, day: 1))
    return start..<UInt64(86_400 * CivilDate.daysFrom1904To1970)
  }()

  // MARK: Tracks

  private func check(_ header: TrackHeader, of track: Track, _ found: inout CheckFindings) {
    lazy var place = track.place("tkhd")
    if !movie.isFragmented, movie.timescale > 0, track.timescale > 0, !header.isDurationUnknown,
      let expected = RightDurations.duration(
        of: track.atom, timescale: movie.timescale, near: header.duration,
        playing: part)
    {
      if RightDurations.differs(expected, header.duration, movie.timescale) {
        found.report(
          "track-duration",
          "tkhd says that the track lasts \(RightDurations.text(header.duration, movie.timescale)), but "
            + Self.whatGivesDuration(track, expected, movie.timescale), at: place)
      }
    }
    guard track.mediaType == .video else { return }
    if header.width.rawValue >> 16 == 0 || header.height.rawValue >> 16 == 0 {
      found.report(
        "track-size-zero",
        "the video is \(track.size.width) by \(track.size.height) pixels large", at: place)
    }
    let matrix = header.matrix
    if matrix.area == 0 {
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
      let media = track.atom.mediaHeader
    else { return "its edits last \(RightDurations.text(expected, timescale))" }
    return "its media lasts \(RightDurations.text(media.duration, media.timescale))"
  }

  // MARK: Media

  private func checkMedia(_ track: Track, _ found: inout CheckFindings) {
    guard let mdhd = track.atom.descendant("mdia", "mdhd"),
      let media = try? mdhd.decode(MediaHeader.self)
    else { return }
    if let language = media.language.iso639 {
      if media.language.isMacintosh {
        found.report(
          "language-macintosh",
          "the language is \(media.language.rawValue), Macintosh's code for \(language)",
          at: track.place("mdia", "mdhd"))
      }
    } else if media.language != .unspecified {
      found.report(
        "language-unknown",
        "the language is \(media.language.rawValue), which is neither three letters nor a code of the Macintosh",
        at: track.place("mdia", "mdhd"))
    }
    if !movie.isFragmented, let right = RightDurations.duration(of: track.atom, insteadOf: media) {
      found.report(
        "media-duration",
        "mdhd says that the media lasts \(RightDurations.text(media.duration, media.timescale)), but its samples last "
          + RightDurations.text(right, media.timescale), at: track.place("mdia", "mdhd"))
    }
    guard let minf = track.atom.descendant("mdia", "minf") else { return }
    if let kind = track.mediaType, let wanted = Self.mediaHeaders[kind], minf.first(wanted) == nil {
      found.report(
        "media-header-missing",
        "the media of a \(kind.description) track has no \(wanted)",
        at: track.place("mdia", "minf"))
    }
    if minf.descendant("dinf", "dref")?.entries.isEmpty ?? true {
      found.report(
        "data-references-missing", "the media does not say where its data is (dref)",
        at: track.place("mdia", "minf"))
    }
  }

  private static let mediaHeaders: [MediaType: FourCC] = [.video: "vmhd", .audio: "smhd"]

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
      guard let header = track.atom.trackHeader, header.alternateGroup != 0 else { continue }
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

extension Matrix {
  /// How much it enlarges an area, in a unit of its own; 0 if it leaves nothing of it.
  fileprivate var area: Int64 {
    // The products have 62 bits.
    Int64(a.rawValue) * Int64(d.rawValue) &- Int64(b.rawValue) * Int64(c.rawValue)
  }
}
