/// What every Avid Log Exchange has: sections in order, with tabs between values.
enum AvidLog {
  /// The column after the others, with the path of the file, of a log in which several clips have one name.
  static let pathColumn = "Source Path"

  /// Returns the lines before the rows.
  /// - Parameters:
  ///   - width: The width of the video in pixels; 0 if it is not known.
  ///   - height: Its height; 0 if it is not known.
  ///   - rate: The frames per second, with at most two decimals; nil if there are no rows to have any.
  static func heading(width: Int, height: Int, rate: String?, columns: [String]) -> String {
    var lines = [
      "Heading", "FIELD_DELIM\tTABS", "VIDEO_FORMAT\t\(videoFormat(width, height))",
      "AUDIO_FORMAT\t48khz",
    ]
    if let rate { lines.append("FPS\t\(rate)") }
    lines += ["", "Column", columns.joined(separator: "\t"), "", "Data"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The project format of a size in pixels, which Avid requires.
  static func videoFormat(_ width: Int, _ height: Int) -> String {
    switch height {
    case 1080 where width <= 1920: "1080"
    case 720 where width <= 1920: "720"
    case 576: "PAL"
    case 486: "NTSC"
    default: "CUSTOM"
    }
  }

  /// The tracks of a clip, such as `VA1A2`: the video, and each channel of the audio, up to 64.
  static func tracks(hasVideo: Bool, channels: Int) -> String {
    (hasVideo ? "V" : "") + (0..<min(max(channels, 0), 64)).map { "A\($0 + 1)" }.joined()
  }
}
