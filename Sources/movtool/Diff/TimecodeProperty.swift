/// In what the timecode of an original and of its proxy may differ. The raw value is a stable name
/// for programs.
enum TimecodeProperty: String, CaseIterable, Sendable {
  /// Only one of the two has timecode.
  case missing
  /// The rate of the timecode, or its quanta.
  case rate
  /// The drop-frame flag.
  case dropFrame = "drop-frame"
  /// Whether labels begin again after 24 hours.
  case wrap
  /// The first label.
  case start
  /// The number of frames.
  case length
  case reel
  /// The stretches over which it counts on evenly: their number, or how they continue.
  case runs
  /// The frame rate of the video.
  case videoRate = "video-rate"
}
