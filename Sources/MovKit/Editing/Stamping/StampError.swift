/// Why a movie cannot be given the timecode that was asked for.
public enum StampError: Error, Equatable, Sendable {
  case noVideo
  case noTrack(UInt32)
  case notVideo(UInt32)
  /// The video that was asked for, or the only one there is, cannot be read.
  case unreadable(UnreadableTrack)
  /// The video has no samples, as in a segment that only initialises a stream.
  case noSamples(UInt32)
  /// The movie has timecode tracks with these IDs, and they were not to be replaced.
  case hasTimecode([UInt32])
  /// The samples of the video tell no rate.
  case noRate
  /// Each picture of this video lasts longer than a second.
  case slideShow(UInt32, MediaTime)
  /// The rate, in frames a second rounded, is none that a timecode can count.
  case quantaOutOfRange(Int64)
  /// The labels a second of which none is dropped, and how long a frame lasts.
  case dropFrameRate(UInt32, MediaTime)
  /// The label is not one of the format's.
  case timecode(TimecodeError)
  /// The reel's name is longer than a description holds.
  case reelTooLong
  case format(FormatError)
  /// A timecode track was added to the movie already.
  case alreadyStamped
}

extension StampError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noVideo: "the movie has no video track to stamp"
    case .noTrack(let id): "there is no track \(id)"
    case .notVideo(let id): "track \(id) is not a video track"
    case .unreadable(let track): "\(track)"
    case .hasTimecode(let ids):
      "the movie already has timecode (track\(ids.count == 1 ? "" : "s") "
        + ids.map { "\($0)" }.joined(separator: ", ") + "); use --replace to replace it"
    case .noSamples(let id):
      "video track \(id) has no samples: its media is in another file or was never written"
    case .slideShow(let id, let duration):
      "video track \(id) has a picture every \(duration.inSeconds), as cover art and slide shows have; use "
        + "--rate to give it timecode all the same"
    case .noRate: "cannot determine the frame rate from the video; use --rate"
    case .quantaOutOfRange(let quanta):
      "timecode counts 1 to 255 frames per second, not \(quanta); use --rate or --quanta"
    case .dropFrameRate(let quanta, let duration):
      "drop frame exists only at 29.97, 59.94 and 119.88 frames per second, not at "
        + (Self.rate(of: duration, countedBy: quanta) ?? "a quanta of \(quanta)")
        + "; write ':' before the frames, without --drop-frame"
    case .timecode(let error): "\(error)"
    case .reelTooLong: "the reel name is longer than 65535 bytes"
    case .format(let error): "\(error)"
    case .alreadyStamped: "the editor has already added a timecode track"
    }
  }

  /// Such as 23.976; nil where another number of labels is counted.
  private static func rate(of duration: MediaTime, countedBy quanta: UInt32) -> String? {
    guard duration.isNumeric, duration.value > 0, duration.timescale > 0,
      TimecodeFormat(frameDuration: duration, frameQuanta: 0).nominalQuanta == quanta
    else { return nil }
    return decimal(
      UInt128(duration.timescale.magnitude), over: UInt128(duration.value.magnitude), places: 3)
  }
}
