import MovKit

/// Which tracks of a movie somebody means: `2`, `video`, `audio:2`.
struct TrackSelector: Equatable, Sendable, CustomStringConvertible {
  enum Choice: Equatable, Sendable {
    /// The tracks with this ID. Files have 0 too, and several tracks of one ID.
    case id(UInt32)
    case kind(TrackKind)
    /// The track of a kind at this place among them, counted from 1.
    case place(TrackKind, Int)
  }

  let choice: Choice
  /// As it was written.
  let description: String

  init?(_ text: String) {
    description = text
    if let number = wholeNumber(text) {
      guard let id = UInt32(exactly: number) else { return nil }
      choice = .id(id)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let kind = TrackKind(parts[0]) else { return nil }
    if parts.count == 1 {
      choice = .kind(kind)
    } else {
      guard let place = wholeNumber(parts[1]), place > 0 else { return nil }
      choice = .place(kind, place)
    }
  }

  /// Whether a track can be meant; for a place, which the other tracks decide, whether it is of the
  /// kind.
  func mayMean(_ track: Track) -> Bool {
    switch choice {
    case .id(let id): track.id == id
    case .kind(let kind), .place(let kind, _): TrackKind(track) == kind
    }
  }
}

/// What people call the tracks of a media type.
enum TrackKind: String, CaseIterable, Sendable {
  case video, audio, timecode, subtitle, metadata

  init?(_ word: String) {
    switch word.lowercased() {
    case "video", "vide": self = .video
    case "audio", "sound", "soun": self = .audio
    case "timecode", "tmcd": self = .timecode
    case "subtitle", "subtitles", "text", "sbtl", "subt", "clcp": self = .subtitle
    case "metadata", "meta": self = .metadata
    default: return nil
    }
  }

  /// Nil where people have no word for it.
  init?(_ track: Track) {
    if track.isTimecode {
      self = .timecode
      return
    }
    switch track.mediaType {
    case "vide": self = .video
    case "soun": self = .audio
    case "text", "sbtl", "subt", "clcp": self = .subtitle
    case "meta": self = .metadata
    default: return nil
    }
  }

}

extension Option where Value == TrackSelector {
  /// The same form in every command; `help` says what the track is for.
  static func track(help: String) -> Option {
    Option(
      "--track", placeholder: "TRACK",
      expected: "a track ID, or a kind such as video, audio:2 or timecode",
      help: help
        + ". TRACK is an ID or a kind (video, audio, timecode, subtitle, metadata); audio:2 is "
        + "the second audio track",
      completion: .words(TrackKind.allCases.map(\.rawValue))
    ) { (text) throws(BadValue) in
      guard let selector = TrackSelector(text) else { throw BadValue() }
      return selector
    }
  }
}

extension Movie {
  /// The tracks that are meant, at least one, in the order of the file.
  /// - Throws: where there are none, with a list of what there is.
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
      guard !fitting.isEmpty else { throw missing("there is no track \(id)", all, path) }
      return fitting
    case .kind(let kind):
      guard !fitting.isEmpty else { throw missing("there is no \(kind) track", all, path) }
      return fitting
    case .place(let kind, let place):
      guard place <= fitting.count else {
        let most =
          fitting.isEmpty
          ? "there is no \(kind) track"
          : "there is no \(kind):\(place), only \(fitting.count) \(kind) "
            + "track\(fitting.count == 1 ? "" : "s")"
        throw missing(most, all, path)
      }
      return [fitting[place - 1]]
    }
  }

  /// The one track that is meant.
  /// - Throws: also where several are meant.
  func track(
    _ selector: TrackSelector, among candidates: [Track]? = nil, of path: FilePath
  ) throws(Failure) -> Track {
    let found = try tracks(selector, among: candidates, of: path)
    // Of several tracks with one ID, players take the first.
    if case .id = selector.choice { return found[0] }
    guard found.count == 1 else {
      throw .problem(
        "several tracks match; choose one with --track \(selector):N or an ID: \(found.listed)",
        file: path)
    }
    return found[0]
  }

  private func missing(_ what: String, _ all: [Track], _ path: FilePath) -> Failure {
    guard !all.isEmpty else {
      let reason = unreadableProblem.map { "; \($0)" } ?? ": the movie has no tracks"
      return .problem(what + reason, file: path)
    }
    let unreadable = unreadableProblem.map { "; \($0)" } ?? ""
    return .problem(
      "\(what); the \(all.count == 1 ? "only track is" : "tracks are") \(all.listed)\(unreadable)",
      file: path)
  }
}

extension [Track] {
  /// For messages: `1 (video, avc1), 2 (audio, mp4a)`.
  var listed: String {
    let names = prefix(16).map { track in
      let kind = TrackKind(track)?.rawValue ?? track.mediaType?.description
      let names = [kind, track.sampleDescriptions.first?.type.description].compactMap { $0 }
      return "\(track.id)" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }
    return names.joined(separator: ", ") + (count > 16 ? ", …" : "")
  }
}
