import MovKit

extension OpenMovie {
  /// Warns of what is unusual about the track and the movie as a whole. If no track is selected,
  /// this includes tracks that cannot be read, because one of them may have been meant. `nothing` is
  /// what is not done if the track has no samples.
  func warn(
    of output: TrackOutput, _ choice: TrackChoice, nothing: String, _ session: Session
  ) {
    let track = output.track
    let rules = ["fragment-index"] + (choice.selector == nil ? ["track-unreadable"] : [])
    let findings = findings(of: output).filter {
      $0.path == track.path || $0.path.hasPrefix("\(track.path)/") || rules.contains($0.rule)
    }
    session.messages.report(notes + findings, file: path)
    if output.samples.isEmpty, !findings.contains(where: { $0.rule == "no-samples" }) {
      session.messages.warning(
        "track \(track.id) has no samples, so nothing is \(nothing)", rule: "nothing-extracted",
        file: path)
    }
  }

  /// Warns if the track declares more samples than the file has bytes for.
  func warnIfCut(_ output: TrackOutput, _ session: Session) {
    guard output.isCut else { return }
    session.messages.warning(
      "the track declares more samples than the file has bytes; skipping the rest",
      rule: "samples-left-out", file: path)
  }
}
