/// A track that is being read: what is the same for all its samples.
final class ReadTrack: Sendable {
  let track: Track
  let samples: SampleTable
  let times: PresentationIndex
  /// Ticks a second of the media, where a `MediaTime` can hold that as it is.
  let timescale: Int32?
  /// The edits; without an edit list one that shows all of the media, also what composition offsets
  /// move behind its end.
  let edits: [MediaTimeMapping]
  private let shownMedia: ShownMedia
  /// The first edit that shows any media.
  private let firstShown: Int?
  /// For each sample description, whether its samples stand in this very file.
  private let isHere: [Bool]

  /// Throws where the track's tables are damaged.
  init(_ track: Track) throws(FormatError) {
    self.track = track
    samples = try track.sampleTable()
    times = PresentationIndex(samples)
    timescale = Int32(exactly: track.timescale).flatMap { $0 > 0 ? $0 : nil }
    edits = track.hasEditList ? track.edits : Self.all(timescale).map { [$0] } ?? []
    shownMedia = ShownMedia(edits)
    firstShown = edits.firstIndex { !$0.isEmpty && $0.source.start.isNumeric }
    let minf = track.atom.descendant("mdia", "minf")
    isHere = track.sampleDescriptions.map { minf?.holdsMedia(of: $0) ?? true }
  }

  private static func all(_ timescale: Int32?) -> MediaTimeMapping? {
    guard let timescale else { return nil }
    let all = MediaTimeRange(
      start: MediaTime(value: 0, timescale: timescale),
      duration: MediaTime(value: .max >> 1, timescale: timescale))
    return MediaTimeMapping(source: all, target: all)
  }

  /// Whether the samples of a description stand in this very file. One that is not there is taken
  /// for that.
  func holdsMedia(ofDescription index: Int) -> Bool {
    index < isHere.count ? isHere[index] : true
  }

  /// Ticks of the media as a time; invalid where the media has no timescale.
  func time(_ ticks: some BinaryInteger) -> MediaTime {
    if let timescale, let value = Int64(exactly: ticks) {
      return MediaTime(value: value, timescale: timescale)
    }
    return MediaTime(ticks: ticks, per: track.timescale) ?? .invalid
  }

  /// A time of the media in whole ticks, held within 63 bits; nil for what is no number.
  func ticks(_ time: MediaTime, rounding: MediaTime.Rounding) -> Int64? {
    guard let timescale else { return nil }
    let converted = time.converted(to: timescale, rounding: rounding)
    if converted.isInfinite { return converted.isPositiveInfinity ? .max : .min }
    return converted.isNumeric ? converted.value : nil
  }

  /// Returns the movie time of a media time through an edit or, without one, through the first edit
  /// that shows anything, continued in both directions.
  func movieTime(_ time: MediaTime, through edit: Int?) -> MediaTime {
    guard track.hasEditList, let number = edit ?? firstShown else { return time }
    let edit = edits[number]
    guard let rate = edit.rateIn65536, rate > 0 else { return edit.target.start }
    let elapsed = time - edit.source.start
    return edit.target.start
      + (rate == 1 << 16 ? elapsed : elapsed.multiplied(by: 1 << 16, over: rate))
  }

  /// Returns how long the movie shows what lasts `duration` in the media.
  func movieDuration(_ duration: MediaTime, through edit: Int?) -> MediaTime {
    guard track.hasEditList, let number = edit ?? firstShown,
      let rate = edits[number].rateIn65536, rate > 0, rate != 1 << 16
    else { return duration }
    return duration.multiplied(by: 1 << 16, over: rate)
  }

  /// Where in the movie a stretch of the media is shown: through one edit, or through the first
  /// that shows it.
  func movieRange(of media: MediaTimeRange, through edit: Int?) -> MediaTimeRange? {
    guard let edit else { return shownMedia.targetRange(of: media) }
    return edits[edit].targetRange(of: media)
  }
}
