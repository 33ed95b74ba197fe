/// How the labels of a timecode fall on the frames of a video that all last the same.
struct LabelSpacing {
  /// Seconds, above 0.
  private let label: MediaTime
  private let frame: MediaTime

  /// `label` is how long the timecode says that a frame lasts, `frame` how long one of the video
  /// lasts. Nil where one of them is not a positive number.
  init?(label: MediaTime, frame: MediaTime) {
    for time in [label, frame] {
      guard time.isNumeric, time.value > 0, time.timescale > 0 else { return nil }
    }
    self.label = label
    self.frame = frame
  }

  /// Whether labels and frames go on together, or one is a whole number of the other: as 30000/1001
  /// labels a second for 60000/1001 frames. 2997/100 is 30000/1001; 30 is not.
  var isWhole: Bool {
    let (long, short) = lengths.label >= lengths.frame ? lengths : (lengths.frame, lengths.label)
    return Self.isNear(long, (long + short / 2) / short * short)
  }

  /// What a viewer sees where they do not go one by one, in words; nil where they do.
  var remark: String? {
    let (label, frame) = lengths
    if Self.isNear(label, frame) { return nil }
    if label > frame {
      let period = label / (label - frame)
      if isWhole { return "each label holds for \((label + frame / 2) / frame) frames" }
      return period < 2
        ? "each label holds for \(Self.decimal(label, frame)) frames"
        : "about one frame in \(Self.rounded(label, label - frame)) repeats a label"
    }
    if isWhole {
      return "only one label in \((frame + label / 2) / label) is used"
    }
    return frame / (frame - label) < 2
      ? "only one label in \(Self.decimal(frame, label)) is used"
      : "about one label in \(Self.rounded(frame, frame - label)) is left out"
  }

  /// Both in one unit.
  private var lengths: (label: UInt128, frame: UInt128) {
    (
      UInt128(label.value) * UInt128(frame.timescale),
      UInt128(frame.value) * UInt128(label.timescale)
    )
  }

  /// Half of what 30 and 30000/1001 frames a second differ by: two rates in use are never taken for
  /// one, and one that was written in rounded numbers is.
  private static func isNear(_ a: UInt128, _ b: UInt128) -> Bool {
    max(a, b) - min(a, b) <= max(a, b) / 2000
  }

  private static func rounded(_ a: UInt128, _ b: UInt128) -> UInt128 { (a + b / 2) / b }

  /// With two decimal places.
  private static func decimal(_ a: UInt128, _ b: UInt128) -> String {
    let hundredths = rounded(a * 100, b)
    return "\(hundredths / 100).\(padded(hundredths % 100, 2))"
  }
}
