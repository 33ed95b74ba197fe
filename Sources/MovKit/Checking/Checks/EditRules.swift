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
      if let end, reaches(edit, of: list, beyond: end) {
        found.report(
          "edit-beyond-media", "edit \(index) goes on after the media has ended", at: place)
      }
    }
    if !movie.isFragmented,
      let edit = RightDurations.editInMediaTicks(list, of: track.atom, timescale: movie.timescale)
    {
      found.report(
        "edit-timescale",
        "the edit lasts \(edit.segmentDuration) ticks, which are "
          + "\(RightDurations.text(edit.segmentDuration, movie.timescale)) at the movie's \(movie.timescale) per "
          + "second; the media lasts as many of its own, "
          + "\(RightDurations.text(edit.segmentDuration, track.timescale)) at \(track.timescale) per second",
        at: place)
    }
    if !movie.isFragmented, samples > 0, list.goesOnToEnd {
      found.report(
        "edit-length-open",
        "edit \(list.entries.count - 1) has no duration, and the movie has no fragments", at: place)
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

  /// The end of the media as it is shown, in ticks; nil if it is not known. Frames may be shown later
  /// than they are decoded.
  private func mediaEnd(_ samples: UInt64) -> UInt128? {
    guard !movie.isFragmented, samples > 0, let table = try? track.sampleTable() else { return nil }
    return UInt128(samples) + UInt128(max(0, table.compositionOffsets.upperBound))
  }

  /// Whether an edit shows media more than a tenth of a second after its end. At a rate of 2, it shows twice as much as
  /// it lasts.
  private func reaches(_ edit: EditList.Row, of list: EditList, beyond mediaEnd: UInt128) -> Bool {
    guard movie.timescale > 0, track.timescale > 0, edit.mediaTime >= 0,
      edit.mediaRate.rawValue > 0, !list.isDurationUnknown(edit)
    else { return false }
    // Of at most 64, 32 and 31 bits.
    let length =
      UInt128(edit.segmentDuration) * UInt128(track.timescale)
      * UInt128(edit.mediaRate.rawValue.magnitude) / (UInt128(movie.timescale) << 16)
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
      "the first frame is shown \(RightDurations.text(UInt64(first.sampleOffset), track.timescale)) after "
        + "the start", at: track.place("mdia", "minf", "stbl", "ctts"))
  }
}
