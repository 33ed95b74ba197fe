import MovKit

/// Which track to read: the selected one, or else one that the format can hold.
struct TrackChoice {
  var selector: TrackSelector?
  var format: ExtractionFormat?

  func includes(_ track: Track) -> Bool {
    selector?.mayMean(track) ?? track.fits(format)
  }

  /// Returns the tracks among which the selector chooses: of a kind, those that the format can hold, if there are any.
  func candidates(in tracks: [Track]) -> [Track] {
    guard format != nil, case .group(let group) = selector?.choice else { return tracks }
    let fitting = tracks.filter { group.contains($0) && $0.fits(format) }
    return fitting.isEmpty ? tracks : fitting
  }
}
