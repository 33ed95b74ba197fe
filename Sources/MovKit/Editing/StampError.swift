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
  /// The rate, in frames a second rounded, is none that a timecode can count.
  case quantaOutOfRange(Int64)
  case dropFrameRate(UInt32)
  /// The label is not one of the format's.
  case timecode(TimecodeError)
  /// The reel's name is longer than a description holds.
  case reelTooLong
  case format(FormatError)
}

extension StampError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noVideo: "the movie has no video track to give timecode to"
    case .noTrack(let id): "there is no track \(id)"
    case .notVideo(let id): "track \(id) is no video track"
    case .unreadable(let track): "\(track)"
    case .hasTimecode(let ids):
      "the movie has timecode already (track "
        + ids.map { "\($0)" }.joined(separator: ", ") + "); give --replace to put this in its place"
    case .noSamples(let id):
      "video track \(id) has no samples: its media is in other files, or was never written"
    case .noRate: "the video's samples do not tell a frame rate; give --rate"
    case .quantaOutOfRange(let quanta):
      "timecode counts 1 to 255 frames a second, not \(quanta); give --rate or --quanta"
    case .dropFrameRate(let quanta):
      "drop frame is for 30, 60, 90 … frames a second, not for \(quanta)"
    case .timecode(let error): "\(error)"
    case .reelTooLong: "the reel's name is longer than 65535 bytes"
    case .format(let error): "\(error)"
    }
  }
}
