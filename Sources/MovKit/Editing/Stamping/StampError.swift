/// The reason why a movie cannot be given the requested timecode.
public enum StampError: Error, Equatable, Sendable {
  /// The movie has no video track.
  case noVideo
  /// There is no track with this ID.
  case noTrack(UInt32)
  /// The track with this ID is not a video track.
  case notVideo(UInt32)
  /// The requested video, or the only one of the movie, cannot be read.
  case unreadable(UnreadableTrack)
  /// The video with this ID has no samples, as in an initialization segment of a stream.
  case noSamples(UInt32)
  /// The movie has timecode tracks with these IDs, and `StampRequest.replaces` is false.
  case hasTimecode([UInt32])
  /// The frame rate cannot be determined from the samples of the video.
  case noRate
  /// Each picture of the video with this ID lasts longer than a second. The time is how long.
  case slideShow(UInt32, MediaTime)
  /// Timecode cannot count this number of frames per second. It must be in 1 to 255.
  case quantaOutOfRange(Int64)
  /// Drop frame does not exist at this rate: the number of labels per second, and the duration of a
  /// frame.
  case dropFrameRate(UInt32, MediaTime)
  /// The label of the first frame cannot be read, or does not exist in the format.
  case timecode(TimecodeError)
  /// The name of the reel is longer than 65535 bytes of UTF-8.
  case reelTooLong
  /// The movie has no timecode track to change.
  case noTimecode
  /// The movie has timecode tracks with these IDs, and only one can begin with a label.
  case severalTimecodes([UInt32])
  /// The track with this ID is not a timecode track.
  case notTimecode(UInt32)
  /// The timecode track with this ID is a counter, which has no labels.
  case counter(UInt32)
  /// The movie cannot be read.
  case io(IOError)
  /// The movie is damaged, or cannot be changed.
  case format(FormatError)
  /// The editor has added a timecode track already.
  case alreadyStamped
}

extension StampError: IdentifiedError {
  public var id: String {
    switch self {
    case .noVideo: "no-video"
    case .noTrack: "no-track"
    case .notVideo: "not-video"
    case .unreadable: "track-unreadable"
    case .noSamples: "no-samples"
    case .hasTimecode: "has-timecode"
    case .noRate: "no-frame-rate"
    case .slideShow: "slide-show"
    case .quantaOutOfRange: "quanta-out-of-range"
    case .dropFrameRate: "drop-frame-rate"
    case .timecode(let error): error.id
    case .reelTooLong: "reel-too-long"
    case .noTimecode: "no-timecode"
    case .severalTimecodes: "several-timecodes"
    case .notTimecode: "not-timecode"
    case .counter: "counter"
    case .io(let error): error.id
    case .format(let error): error.id
    case .alreadyStamped: "already-stamped"
    }
  }

  public var description: String {
    switch self {
    case .noVideo: "the movie has no video track, whose frames timecode would count"
    case .noTrack(let id): "there is no track \(id)"
    case .notVideo(let id): "track \(id) is not a video track"
    case .unreadable(let track): "\(track)"
    case .hasTimecode(let ids):
      "the movie already has timecode (track\(ids.count == 1 ? "" : "s") "
        + ids.listed + ")"
    case .noSamples(let id):
      "video track \(id) has no samples: its media is in another file or was never written"
    case .slideShow(let id, let duration):
      "video track \(id) has a picture every \(duration.inSeconds), as cover art and slide shows have"
    case .noRate: "cannot determine the frame rate from the video"
    case .quantaOutOfRange(let quanta):
      "timecode counts 1 to 255 frames per second, not \(quanta)"
    case .dropFrameRate(let quanta, let duration):
      "drop frame is for 29.97, 59.94 and 119.88 frames per second, not for "
        + (Self.rate(of: duration, countedBy: quanta) ?? "a quanta of \(quanta)")
    case .timecode(let error): "\(error)"
    case .noTimecode: "the movie has no timecode track"
    case .severalTimecodes(let ids):
      "the movie has several timecode tracks: \(ids.listed)"
    case .notTimecode(let id): "track \(id) is not a timecode track"
    case .counter(let id): "timecode track \(id) is a counter, which has no labels or rate"
    case .io(let error): "\(error)"
    case .reelTooLong: "the reel name is longer than 65535 bytes"
    case .format(let error): "\(error)"
    case .alreadyStamped: "the editor has already added a timecode track"
    }
  }

  /// Returns the frame rate, such as 23.976; nil if the number of labels per second is not that
  /// rate rounded.
  private static func rate(of duration: MediaTime, countedBy quanta: UInt32) -> String? {
    guard duration.isNumeric, duration.value > 0, duration.timescale > 0,
      TimecodeFormat(frameDuration: duration, frameQuanta: 0).nominalQuanta == quanta
    else { return nil }
    return decimal(
      UInt128(duration.timescale.magnitude), over: UInt128(duration.value.magnitude), places: 3)
  }
}
