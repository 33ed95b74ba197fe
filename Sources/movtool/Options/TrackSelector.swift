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
    case kind(KindOfTrack)
    case mediaType(MediaType)

    /// Reads a word for a kind, or a media type.
    init?(_ word: String) {
      if let kind = KindOfTrack(word) {
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
      case .kind(let kind): KindOfTrack(track) == kind
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
      completion: .words(KindOfTrack.allCases.map(\.rawValue))
    ) { (text) throws(BadValue) in
      guard let selector = TrackSelector(text) else { throw BadValue() }
      return selector
    }
  }
}
