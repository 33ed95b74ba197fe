extension Atom {
  /// For a `moov` of which only a part is kept: makes the numbers that say which part of the audio is played
  /// (`iTunSMPB`) those of the part. They are left out if they cannot be, since programs would play what is hidden,
  /// or end too early.
  ///
  /// - Parameter part: Returns the numbers of the part; nil if they are not known.
  mutating func keepGaplessPlayback(
    losses: inout RemuxLosses, _ part: (GaplessPlayback) -> GaplessPlayback?
  ) throws(FormatError) {
    try changeGaplessPlayback { item, old in
      guard let new = part(old) else {
        losses.add(
          "atom-left-out",
          "iTunSMPB is left out, because it says which part of the whole audio is played, and not of "
            + "this part of it", item.path, nil)
        return .remove
      }
      return new == old ? .keep : .set(new.text)
    }
  }

  /// For the `moov` of the first of several movies, whose audio continues: leaves these numbers out.
  mutating func removeGaplessPlayback(losses: inout RemuxLosses) throws(FormatError) {
    try changeGaplessPlayback { item, _ in
      losses.add(
        "atom-left-out",
        "iTunSMPB is left out, because it says which part of the audio of the first movie is played",
        item.path, nil)
      return .remove
    }
  }

  /// `decide` gets each item that has such numbers, and the numbers.
  private mutating func changeGaplessPlayback(
    _ decide: (MetadataItem, GaplessPlayback) -> MetadataFate
  ) throws(FormatError) {
    let place = MetadataPlace(path: "moov", trackID: nil)
    let result = try rewritingMetadata(at: place, of: [MetadataItem.gaplessPlaybackKey]) { item in
      guard item.key == MetadataItem.gaplessPlaybackKey, item.form == .iTunes,
        case .text(let text) = item.value, let old = GaplessPlayback(text)
      else { return .keep }
      return decide(item, old)
    }
    if case .changed(let new) = result { self = new }
  }
}

extension TrackCut {
  /// What the part has of the audio of a track, and what of it is shown, in ticks from the start of the media,
  /// which are frames of most audio; nil if it is not one stretch that is shown in one piece.
  func shownSound(of samples: SampleTable, timescale: UInt32) -> SoundPart? {
    guard stretches.count == 1, edits.count == 1, let first = samples.first,
      let last = samples.last, let scale = Int32(exactly: timescale), scale > 0,
      case let stretch = stretches[0], !stretch.samples.isEmpty,
      case let edit = edits[0], !edit.isEmpty, edit.source.duration == edit.target.duration
    else { return nil }
    let begin = first.decodeTime
    func ticks(_ time: Int64?, _ duration: UInt64 = 0) -> UInt64? {
      time?.adding(Int64(clamping: duration))?.subtracting(begin).flatMap { UInt64(exactly: $0) }
    }
    func shown(_ time: MediaTime) -> UInt64? {
      let new = time.converted(to: scale, rounding: .roundHalfAwayFromZero)
      guard new.isNumeric else { return nil }
      return ticks(new.value.subtracting(stretch.shift)?.subtracting(stretch.delay))
    }
    let final = samples.times(of: stretch.samples.upperBound - 1)
    guard let count = ticks(last.decodeTime, last.duration),
      let start = ticks(samples.times(of: stretch.samples.lowerBound).decode),
      let end = ticks(final.decode, final.duration), start <= end,
      let from = shown(edit.source.start), let to = shown(edit.source.end), from <= to
    else { return nil }
    return SoundPart(count: count, kept: start..<end, shown: from..<to)
  }

  /// A part of the audio of a track, in ticks from the start of the media.
  struct SoundPart {
    /// The ticks of the whole media.
    var count: UInt64
    /// What the part has.
    var kept: Range<UInt64>
    /// What of it no edit hides.
    var shown: Range<UInt64>
  }
}
