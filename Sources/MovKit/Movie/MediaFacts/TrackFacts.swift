/// What the media of a track is, as its first sample description and its tables say: what a person
/// asks first of a clip.
public struct TrackFacts: Sendable {
  /// Nil where the track has no sample description.
  public let codec: CodecFacts?
  /// Of video, auxiliary video and pictures.
  public let video: VideoFacts?
  /// Of audio.
  public let audio: AudioFacts?
  /// Of video, auxiliary video and pictures; nil where there are no samples, or they last no time.
  public let frameRate: FrameRate?
  /// Nil where the matrix turns by other angles than right ones.
  public let orientation: Orientation?
  /// As BCP 47 or ISO 639-2/T writes it; nil where nobody says.
  public let language: String?
}

extension Track {
  /// Reading them costs a pass over the table of durations of a video track.
  public var facts: TrackFacts {
    let entry = sampleDescriptions.first
    let codec = entry.map { CodecFacts($0, handler: mediaType) }
    var video: VideoFacts?
    var audio: AudioFacts?
    var rate: FrameRate?
    switch mediaType {
    case "vide", "auxv", "pict":
      video = entry.flatMap { VideoFacts($0) }
      rate = frameRate
    case "soun":
      audio = entry.flatMap {
        AudioFacts($0, format: codec?.format ?? $0.type, timescale: timescale)
      }
    default: break
    }
    let code = extendedLanguage ?? language.iso639
    return TrackFacts(
      codec: codec, video: video, audio: audio, frameRate: rate,
      orientation: matrix.orientation,
      // `und` says that nobody said.
      language: code.flatMap { $0.isEmpty || $0 == "und" ? nil : $0 })
  }
}
