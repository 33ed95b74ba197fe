import MovKit

/// The kinds of tracks, by the words that people use for their media types.
enum KindOfTrack: String, CaseIterable, Sendable {
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
