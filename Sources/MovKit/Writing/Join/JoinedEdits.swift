/// The edits of a track that is joined from several, in the order of the new movie.
struct JoinedEdits {
  private(set) var edits = PackedMappings()

  private var end: MediaTime { edits.last?.target.end ?? .zero }

  /// Adds the edits of the next track.
  ///
  /// What it shows begins where the track before ends, if that is at most `slack` away from the
  /// beginning of the movie: many players cannot show nothing for a few milliseconds. As that moves
  /// the track by at most `slack` in all, the tracks of the movie stay together. If the track before
  /// ends later, the rest of it is not shown.
  ///
  /// Its edits can show times at which it has no media. There the new media has that of the tracks before and
  /// after it, so nothing is shown instead; only what is at most `slack` after its media stays.
  ///
  /// Throws if an edit begins before the media and changes the rate.
  /// - Parameters:
  ///   - added: Its edits, from its media to its own movie.
  ///   - range: When its movie is shown in the new one.
  ///   - media: When it has media that no other track has, in media time; nil if it has none.
  ///   - moved: The time that is added to times of its media.
  mutating func add(
    _ added: EditMappings, during range: MediaTimeRange, of media: MediaTimeRange?,
    moved: MediaTime, slack: MediaTime
  ) throws(FormatError) {
    var shift = range.start
    let distance = end - range.start
    if !edits.isEmpty, distance.absoluteValue <= slack {
      shift = end
    } else if distance > .zero {
      cut(at: range.start)
    }
    // What ends a little after its movie is shown to its end: see above.
    let over = (added.last?.target.end ?? .zero) - range.duration
    let shown =
      over.isNumeric && over > .zero && over <= slack ? range.duration + over : range.duration
    let own = MediaTimeRange(start: .zero, duration: shown)
    for edit in added {
      var target = edit.target.intersection(own)
      guard target.isValid, !target.isEmpty else { continue }
      target.start = target.start + shift
      guard let media, let source = edit.sourceRange(of: own) else {
        append(MediaTimeMapping(emptyOver: target))
        continue
      }
      let shown = MediaTimeMapping(source: source, target: target)
      for late in try shown.beginning(notBefore: media.start) {
        for var part in late.ending(notAfter: media.end, slack: slack) {
          part.source.start = part.source.start + moved
          append(part)
        }
      }
    }
  }

  private mutating func append(_ edit: MediaTimeMapping) {
    guard edit.target.duration > .zero else { return }
    if edit.target.start > end {
      edits.append(
        MediaTimeMapping(emptyOver: MediaTimeRange(start: end, end: edit.target.start)))
    }
    guard let last = edits.last, !last.isEmpty, !edit.isEmpty,
      last.source.end == edit.source.start, last.source.duration == last.target.duration,
      edit.source.duration == edit.target.duration
    else { return edits.append(edit) }
    edits[edits.count - 1] = MediaTimeMapping(
      source: MediaTimeRange(start: last.source.start, end: edit.source.end),
      target: MediaTimeRange(start: last.target.start, end: edit.target.end))
  }

  /// Ends what is shown at a time.
  private mutating func cut(at time: MediaTime) {
    while let last = edits.last, last.target.start >= time { edits.removeLast() }
    guard let last = edits.last, last.target.end > time else { return }
    let target = MediaTimeRange(start: last.target.start, end: time)
    guard !last.isEmpty else {
      edits[edits.count - 1] = MediaTimeMapping(emptyOver: target)
      return
    }
    let source = last.sourceRange(of: target) ?? last.source
    edits[edits.count - 1] = MediaTimeMapping(source: source, target: target)
  }
}

extension MediaTimeMapping {
  /// Returns the same edit for media that ends at `end`: what the edit would show after that is empty, unless
  /// that is at most `slack`.
  fileprivate func ending(notAfter end: MediaTime, slack: MediaTime) -> [MediaTimeMapping] {
    guard !isEmpty, end.isNumeric, source.end - end > slack else { return [self] }
    guard source.start < end,
      let shown = targetRange(of: MediaTimeRange(start: source.start, end: end))
    else { return [MediaTimeMapping(emptyOver: target)] }
    return [
      MediaTimeMapping(source: MediaTimeRange(start: source.start, end: end), target: shown),
      MediaTimeMapping(emptyOver: MediaTimeRange(start: shown.end, end: target.end)),
    ]
  }
}
