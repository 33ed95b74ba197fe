/// A track that is being read: what all its samples have in common.
final class ReadTrack: Sendable {
  let track: Track
  let samples: SampleTable
  let times: PresentationIndex
  /// The number of ticks per second of the media; nil if it is 0 or does not fit the timescale of a
  /// `MediaTime`.
  let timescale: Int32?
  /// The edits. Without an edit list, one edit that shows all of the media, including what
  /// composition offsets move past its end.
  let edits: EditMappings
  /// Whether each sample is a picture.
  let hasPictures: Bool
  private let shownMedia: ShownMedia
  /// The index of the first edit that shows any media; nil if there is none.
  private let firstShown: Int?
  /// For each sample description, whether its samples are in this file.
  private let isHere: [Bool]
  /// The number of bytes of a frame of uncompressed audio; nil for other media, and if the track has
  /// several sample descriptions.
  let frameSize: UInt64?
  /// Whether each sample is a moment of audio, uncompressed or in a packet of several. Samples of other media can
  /// last a tick as well, and differ.
  let hasMoments: Bool
  /// Whether samples are encrypted.
  let isEncrypted: Bool

  /// Throws if the tables of the track are damaged, or if its samples are too much to copy.
  init(_ track: Track) throws(FormatError) {
    self.track = track
    samples = try track.samplesToCopy()
    times = PresentationIndex(samples)
    hasPictures = track.mediaType?.hasPictures ?? false
    timescale = Int32(exactly: track.timescale).flatMap { $0 > 0 ? $0 : nil }
    edits = track.hasEditList ? track.edits : EditMappings(Self.all(timescale).map { [$0] } ?? [])
    shownMedia = ShownMedia(edits)
    firstShown = edits.firstIndex {
      !$0.isEmpty && $0.source.start.isNumeric && $0.rateIn65536 ?? 0 > 0
    }
    isHere = track.holdsMedia
    isEncrypted = track.protectionScheme != nil
    let descriptions = track.mediaType == .audio ? track.sampleDescriptions : []
    let sizes = descriptions.map { $0.audioFrameSize(track.timescale) }
    frameSize = sizes.count == 1 ? sizes[0] : nil
    hasMoments = samples.packet != nil || !sizes.isEmpty && sizes.allSatisfy { $0 != nil }
  }

  private static func all(_ timescale: Int32?) -> MediaTimeMapping? {
    guard let timescale else { return nil }
    let all = MediaTimeRange(
      start: MediaTime(value: 0, timescale: timescale),
      duration: MediaTime(value: .max >> 1, timescale: timescale))
    return MediaTimeMapping(source: all, target: all)
  }

  /// Whether the samples of a description are in this file. True for a description that does not
  /// exist.
  func holdsMedia(ofDescription index: Int) -> Bool {
    isHere.holdsMedia(ofDescription: index)
  }

  /// Returns ticks of the media as a time; invalid if the media has no timescale.
  func time(_ ticks: some BinaryInteger) -> MediaTime {
    if let timescale, let value = Int64(exactly: ticks) {
      return MediaTime(value: value, timescale: timescale)
    }
    return MediaTime(ticks: ticks, per: track.timescale) ?? .invalid
  }

  /// Returns a media time in whole ticks. Infinite times become the lowest or highest `Int64`. Nil
  /// if the time is not a number.
  func ticks(_ time: MediaTime, rounding: MediaTime.Rounding) -> Int64? {
    guard let timescale else { return nil }
    let converted = time.converted(to: timescale, rounding: rounding)
    if converted.isInfinite { return converted.isPositiveInfinity ? .max : .min }
    return converted.isNumeric ? converted.value : nil
  }

  /// Returns the movie time of a media time through an edit or, without one, through the first edit
  /// that plays anything, continued in both directions.
  func movieTime(_ time: MediaTime, through edit: Int?) -> MediaTime {
    guard track.hasEditList, let number = edit ?? firstShown else { return time }
    let edit = edits[number]
    guard let rate = edit.rateIn65536, rate > 0 else { return edit.target.start }
    let elapsed = time - edit.source.start
    return edit.target.start
      + (rate == 1 << 16 ? elapsed : elapsed.multiplied(by: 1 << 16, over: rate))
  }

  /// Returns how long the movie shows `duration` of the media, at the rate of an edit.
  func movieDuration(_ duration: MediaTime, through edit: Int?) -> MediaTime {
    guard track.hasEditList, let number = edit ?? firstShown,
      let rate = edits[number].rateIn65536, rate > 0, rate != 1 << 16
    else { return duration }
    return duration.multiplied(by: 1 << 16, over: rate)
  }

  /// Returns the range of the movie in which a range of the media is shown: through one edit or, if
  /// `edit` is nil, through the first that shows it.
  func movieRange(of media: MediaTimeRange, through edit: Int?) -> MediaTimeRange? {
    guard let edit else { return shownMedia.targetRange(of: media) }
    return edits[edit].targetRange(of: media)
  }
}
