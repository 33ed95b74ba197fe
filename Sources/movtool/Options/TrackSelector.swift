import MovKit

/// The tracks of a movie that the user selects: `2`, `video`, `audio:2`, `sbtl`.
struct TrackSelector: Equatable, Sendable, CustomStringConvertible {
  enum Choice: Equatable, Sendable {
    /// The tracks with this ID. In real files the ID can be 0, and several tracks can have the same
    /// ID.
    case id(UInt32)
    case group(Group)
    /// The track at this place among the tracks of a group, counted from 1.
    case place(Group, Int)
  }

  /// What several tracks can have in common.
  enum Group: Equatable, Sendable, CustomStringConvertible {
    case kind(TrackKind)
    case mediaType(MediaType)

    /// Reads a word for a kind, or a media type.
    init?(_ word: String) {
      if let kind = TrackKind(word) {
        self = .kind(kind)
      } else if let type = Self.mediaTypes.first(where: { $0.description == word.lowercased() }) {
        self = .mediaType(type)
      } else {
        return nil
      }
    }

    /// The media types that are not a kind of their own. Others are left out, so that a kind that is misspelt is
    /// no media type.
    private static let mediaTypes: [MediaType] = [
      .text, .subtitle, .isoSubtitle, .closedCaption, .auxiliaryVideo, .picture, .hint,
    ]

    func contains(_ track: Track) -> Bool {
      switch self {
      case .kind(let kind): TrackKind(track) == kind
      case .mediaType(let type): track.mediaType == type
      }
    }

    var description: String {
      switch self {
      case .kind(let kind): kind.rawValue
      case .mediaType(let type): type.description
      }
    }
  }

  let choice: Choice
  /// The text that the user typed.
  let description: String

  init?(_ text: String) {
    description = text
    if let number = wholeNumber(text) {
      guard let id = UInt32(exactly: number) else { return nil }
      choice = .id(id)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let group = Group(parts[0]) else { return nil }
    if parts.count == 1 {
      choice = .group(group)
    } else {
      guard let place = wholeNumber(parts[1]), place > 0 else { return nil }
      choice = .place(group, place)
    }
  }

  /// Whether a track can be the selected one. For `place`, which depends on the other tracks, this
  /// is whether the track is in the group.
  func mayMean(_ track: Track) -> Bool {
    switch choice {
    case .id(let id): track.id == id
    case .group(let group), .place(let group, _): group.contains(track)
    }
  }
}

/// The kinds of tracks, by the words that people use for their media types.
enum TrackKind: String, CaseIterable, Sendable {
  case video, audio, timecode, subtitle, metadata

  /// Reads a word. The media types of which a kind consists mean the kind; those of subtitles, of which there
  /// are several, do not.
  init?(_ word: String) {
    switch word.lowercased() {
    case "video", "vide": self = .video
    case "audio", "sound", "soun": self = .audio
    case "timecode", "tmcd": self = .timecode
    case "subtitle", "subtitles": self = .subtitle
    case "metadata", "meta": self = .metadata
    default: return nil
    }
  }

  /// The kind of a track; nil if there is no word for it.
  init?(_ track: Track) {
    if track.isTimecode {
      self = .timecode
      return
    }
    switch track.mediaType {
    case .video: self = .video
    case .audio: self = .audio
    case .text, .subtitle, .isoSubtitle, .closedCaption: self = .subtitle
    case .metadata: self = .metadata
    default: return nil
    }
  }
}

extension Option where Value == TrackSelector {
  /// The option `--track`, which has the same form in every command. `help` says what the track is
  /// used for.
  static func track(help: String) -> Option {
    Option(
      "--track", placeholder: "TRACK",
      expected: "a track ID, or a kind such as video, audio:2 or timecode",
      help: help
        + ". TRACK is an ID, a kind (video, audio, timecode, subtitle, metadata) or a media type "
        + "(sbtl); audio:2 is the second audio track",
      completion: .words(TrackKind.allCases.map(\.rawValue))
    ) { (text) throws(BadValue) in
      guard let selector = TrackSelector(text) else { throw BadValue() }
      return selector
    }
  }
}

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
      guard !fitting.isEmpty else { throw missing("there is no track \(id)", all, path) }
      return fitting
    case .group(let group):
      guard !fitting.isEmpty else { throw missing("there is no \(group) track", all, path) }
      return fitting
    case .place(let group, let place):
      guard place <= fitting.count else {
        let most =
          fitting.isEmpty
          ? "there is no \(group) track"
          : "there is no \(group):\(place), only \(counted(fitting.count, "\(group) track"))"
        throw missing(most, all, path)
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
  /// The tracks as a list for messages: `1 (video, avc1), 2 (audio, mp4a)`.
  var listed: String {
    let names = prefix(16).map { track in
      let kind = TrackKind(track)?.rawValue ?? track.mediaType?.description
      let names = [kind, track.sampleDescriptions.first?.type.description].compactMap { $0 }
      return "\(track.id)" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }
    return names.joined(separator: ", ") + (count > 16 ? ", …" : "")
  }
}
