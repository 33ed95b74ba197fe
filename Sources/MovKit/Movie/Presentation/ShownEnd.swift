extension Track {
  /// When the movie stops showing the track: the end of its edits or, without an edit list, of the media that its
  /// header declares and by how much composition offsets move the last frame past it.
  package var shownEnd: MediaTime {
    guard !hasEditList, let samples = try? sampleTable(),
      let decoded = MediaTime(ticks: samples.duration, per: timescale),
      case let late = shownEnd(samples) - decoded, late.isNumeric, late > .zero
    else { return editedDuration }
    return editedDuration + late
  }

  /// When the movie stops showing the track: the end of the last edit or, without an edit list, of
  /// the last frame, which composition offsets may move past the end of the media.
  func shownEnd(_ samples: SampleTable) -> MediaTime {
    guard !hasEditList else { return editedDuration }
    var end = Int64(clamping: samples.duration)
    if samples.compositionOffsets.upperBound > 0 {
      // No codec reorders over so many frames.
      for index in samples.indices.suffix(256) {
        let times = samples.times(of: index)
        let shown = times.decode.addingReportingOverflow(Int64(times.offset)).partialValue
        end = max(
          end, shown.addingReportingOverflow(Int64(clamping: times.duration)).partialValue)
      }
    }
    return MediaTime(ticks: end, per: timescale) ?? mediaDuration
  }
}
