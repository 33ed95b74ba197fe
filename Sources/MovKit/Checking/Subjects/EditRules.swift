/// Rules about the edit list of a track.
struct EditRules {
  private let track: Track
  private let movie: Movie

  init(_ track: Track, of movie: Movie) {
    self.track = track
    self.movie = movie
  }

  func run(_ found: inout CheckFindings) {
    guard let elst = track.atom.descendant("edts", "elst") else { return checkStart(&found) }
    guard let list = try? elst.decode(EditList.self) else { return }
    lazy var place = track.place("edts", "elst")
    guard let last = list.entries.last else {
      found.report("edit-list-empty", "the edit list has no edits", at: place)
      return
    }
    let samples = SampleDurations(track.atom).ticks
    let end = mediaEnd(samples)
    for (index, edit) in list.entries.enumerated() where !edit.isEmpty {
      let rate = edit.mediaRate.rawValue
      if rate > 0, rate != Fixed16x16.one.rawValue {
        found.report(
          "edit-rate-unusual", "edit \(index) plays at \(edit.mediaRate.value) times the speed",
          at: place)
      }
      if let end, reaches(edit, beyond: end) {
        found.report(
          "edit-beyond-media", "edit \(index) goes on after the media has ended", at: place)
      }
    }
    if !movie.isFragmented,
      let edit = Self.editInMediaTicks(list, of: track.atom, timescale: movie.timescale)
    {
      found.report(
        "edit-timescale",
        "the edit lasts \(edit.segmentDuration) ticks, which are "
          + "\(HeaderRules.text(edit.segmentDuration, movie.timescale)) at the movie's \(movie.timescale) per "
          + "second; the media lasts as many of its own, "
          + "\(HeaderRules.text(edit.segmentDuration, track.timescale)) at \(track.timescale) per second",
        at: place)
    }
    let shown = list.shownCount
    if shown == 0, samples > 0 {
      found.report("edit-shows-nothing", "no edit shows any of the media", at: place)
    } else if last.isEmpty, shown > 0 {
      found.report("edit-last-empty", "the last edit is empty", at: place)
    }
    if shown > 1 {
      found.report(
        "edits-several", "the track shows \(shown) pieces of its media", at: place)
    }
  }

  /// Returns the only edit of a `trak` that is not empty, if it has the media's whole length in ticks of the media, and
  /// that is twice as long or more in ticks of the movie, so that it cannot be meant. One that is shorter can.
  /// - Parameter timescale: that of the movie.
  static func editInMediaTicks(
    _ list: EditList, of trak: Atom, timescale: UInt32
  ) -> EditList.Row? {
    var only: EditList.Row?
    for edit in list.entries where !edit.isEmpty {
      guard only == nil else { return nil }
      only = edit
    }
    guard let edit = only, edit.segmentDuration > 0, timescale > 0,
      let media = try? trak.descendant("mdia", "mdhd")?.decode(MediaHeader.self),
      UInt64(media.timescale) >= 2 * UInt64(timescale),
      edit.segmentDuration == SampleDurations(trak).ticks
    else { return nil }
    return edit
  }

  /// The end of the media as it is shown, in ticks; nil if it is not known. Frames may be shown later
  /// than they are decoded.
  private func mediaEnd(_ samples: UInt64) -> UInt128? {
    guard !movie.isFragmented, samples > 0, let table = try? track.sampleTable() else { return nil }
    return UInt128(samples) + UInt128(max(0, table.compositionOffsets.upperBound))
  }

  /// Whether an edit ends more than a tenth of a second after the media.
  private func reaches(_ edit: EditList.Row, beyond mediaEnd: UInt128) -> Bool {
    guard movie.timescale > 0, track.timescale > 0, edit.mediaTime >= 0, edit.mediaRate == .one,
      edit.segmentDuration < UInt64(UInt32.max)
    else { return false }
    let length =
      UInt128(edit.segmentDuration) * UInt128(track.timescale) / UInt128(movie.timescale)
    return UInt128(edit.mediaTime) + length > mediaEnd + UInt128(track.timescale / 10)
  }

  /// Without an edit list, the first frame of reordered video begins as late as its composition offset.
  private func checkStart(_ found: inout CheckFindings) {
    guard track.mediaType == .video, !movie.isFragmented,
      let ctts = track.atom.descendant("mdia", "minf", "stbl", "ctts"),
      let offsets = try? ctts.decode(CompositionOffsets.self),
      let first = offsets.entries.first, first.sampleOffset > 0
    else { return }
    found.report(
      "edit-missing-reorder",
      "the first frame is shown \(HeaderRules.text(UInt64(first.sampleOffset), track.timescale)) after "
        + "the start", at: track.place("mdia", "minf", "stbl", "ctts"))
  }
}
