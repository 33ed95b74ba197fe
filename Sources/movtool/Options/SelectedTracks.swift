import MovKit

extension Movie {
  /// Returns the selected tracks, at least one, in the order of the file.
  /// - Throws: `Failure.problem` with a list of the existing tracks if none match.
  func tracks(
    _ selector: TrackSelector, among candidates: [Track]? = nil, of path: FilePath
  ) throws(Failure) -> [Track] {
    let all = candidates ?? tracks
    let fitting = all.filter(selector.mayMean)
    switch selector.choice {
    case .id(let id):
      if let unreadable = unreadableTrack(id), fitting.isEmpty {
        throw .problem(unreadable.problem, file: path)
      }
      guard !fitting.isEmpty else {
        throw noTrack("there is no track \(id)", among: all, of: path)
      }
      return fitting
    case .group(let group):
      guard !fitting.isEmpty else {
        throw noTrack("there is no \(group) track", among: all, of: path)
      }
      return fitting
    case .place(let group, let place):
      guard place <= fitting.count else {
        let most =
          fitting.isEmpty
          ? "there is no \(group) track"
          : "there is no \(group):\(place), only \(counted(fitting.count, "\(group) track"))"
        throw noTrack(most, among: all, of: path)
      }
      return [fitting[place - 1]]
    }
  }

  /// Returns the one selected track.
  /// - Throws: `Failure.problem` if none or several tracks match.
  func track(
    _ selector: TrackSelector, among candidates: [Track]? = nil, of path: FilePath
  ) throws(Failure) -> Track {
    let found = try tracks(selector, among: candidates, of: path)
    // If several tracks have one ID, players use the first.
    if case .id = selector.choice { return found[0] }
    guard found.count == 1 else {
      throw .problem(
        "several tracks match; choose one with --track \(selector):N or an ID: \(found.listed)",
        file: path)
    }
    return found[0]
  }

  /// Returns the problem that none of the tracks is the one that is wanted, with a list of them.
  /// - Parameter what: What there is not, as the beginning of a sentence.
  func noTrack(_ what: String, among all: [Track], of path: FilePath) -> Failure {
    let unreadable = unreadableProblem.map { "; \($0)" }
    guard !all.isEmpty else {
      return .problem(what + (unreadable ?? ": the movie has no tracks"), file: path)
    }
    return .problem(
      "\(what); the \(all.count == 1 ? "only track is" : "tracks are") \(all.listed)"
        + (unreadable ?? ""),
      file: path)
  }
}

extension [Track] {
  /// The tracks as a list for messages: `1 (video, avc1), 2 (audio, mp4a)`.
  var listed: String {
    let names = prefix(16).map { track in
      let kind = KindOfTrack(track)?.rawValue ?? track.mediaType?.description
      let names = [kind, track.sampleDescriptions.first?.type.description].compactMap { $0 }
      return "\(track.id)" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }
    return names.joined(separator: ", ") + (count > 16 ? ", …" : "")
  }
}
