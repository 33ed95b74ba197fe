/// The rate of an audio recorder's timecode.
struct RecorderRate: Equatable, Sendable {
  /// How long a frame lasts.
  var frameDuration: MediaTime
  /// Whether labels are dropped.
  var isDropFrame: Bool

  /// Reads `24000/1001`, `25/1`, or a decimal number such as `29.97`, with the flag `DF` or `NDF` of
  /// iXML. Nil if it is not a positive rate of at most 255 frames per second.
  init?(ixml rate: String, flag: String?) {
    let parts = rate.split(separator: "/", omittingEmptySubsequences: false)
    let duration: MediaTime
    if parts.count == 2, let top = Int32(parts[0]), let bottom = Int32(parts[1]) {
      guard top > 0, bottom > 0, Int64(top) <= 255 * Int64(bottom) else { return nil }
      duration = MediaTime(value: Int64(bottom), timescale: top)
    } else {
      guard let found = Self.duration(decimal: rate) else { return nil }
      duration = found
    }
    // 29970/1000 occurs, and means 30000/1001.
    frameDuration = TimecodeFormat.rateInUse(near: duration) ?? duration
    isDropFrame = flag == "DF"
  }

  /// Reads `029.970-DF` or `025.000-ND`.
  init?(speed: String) {
    let parts = speed.split(separator: "-")
    guard let first = parts.first, let duration = Self.duration(decimal: String(first)) else {
      return nil
    }
    frameDuration = TimecodeFormat.rateInUse(near: duration) ?? duration
    isDropFrame = parts.dropFirst().first?.hasPrefix("D") ?? false
  }

  private static func duration(decimal text: String) -> MediaTime? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Int32(parts[0]), (0...255).contains(whole)
    else { return nil }
    var thousandths: Int32 = 0
    if parts.count == 2 {
      let digits = (parts[1] + "000").prefix(3)
      guard let number = Int32(digits), number >= 0 else { return nil }
      thousandths = number
    }
    let rate = whole * 1000 + thousandths
    return rate > 0 ? MediaTime(value: 1000, timescale: rate) : nil
  }
}
