/// What the media of a track is, as its first sample description and its tables say: what one
/// usually wants to know first about a clip.
public struct TrackFacts: Sendable {
  /// The codec; nil if the track has no sample description.
  public let codec: CodecFacts?
  /// The pictures of video, auxiliary video and picture tracks; nil for other tracks.
  public let video: VideoFacts?
  /// The audio of audio tracks; nil for other tracks.
  public let audio: AudioFacts?
  /// The frame rate of video, auxiliary video and picture tracks; nil if there are no samples, or
  /// their durations are 0.
  public let frameRate: FrameRate?
  /// The rotation and mirroring of the track's matrix; nil if it turns by angles other than right
  /// angles.
  public let orientation: Orientation?
  /// The language, as BCP 47 or ISO 639-2/T writes it; nil if the track gives none.
  public let language: String?
}

extension Track {
  /// What the media of the track is. Reading this of a video track reads its table of durations.
  public var facts: TrackFacts {
    let entry = sampleDescriptions.first
    let codec = entry.map { CodecFacts($0, handler: mediaType?.rawValue) }
    var video: VideoFacts?
    var audio: AudioFacts?
    var rate: FrameRate?
    switch mediaType {
    case let type? where type.hasPictures:
      video = entry.flatMap { VideoFacts($0, in: atom) }
      rate = frameRate
    case .audio:
      audio = entry.flatMap {
        AudioFacts($0, format: codec?.format ?? $0.type, timescale: timescale)
      }
    default: break
    }
    return TrackFacts(
      codec: codec, video: video, audio: audio, frameRate: rate,
      orientation: matrix.orientation,
      language: language)
  }
}
