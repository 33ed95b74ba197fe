/// A sample of Sony's real time metadata (`rtmd`), of which there is one for each frame.
///
/// Sony publishes no layout. A header, whose size of 0x1C is its first 16 bits, has the label in plain
/// binary numbers, unlike most timecode: hours at byte 13, then minutes, seconds, drop frame, frames.
/// ffmpeg, MediaInfo and exiftool read the same bytes.
enum SonyRealTimeMetadata {
  /// The number of bytes of the header, which are all that is read.
  static let headerSize = 28

  /// Returns the label of a sample; nil if it does not begin with the header, or says no time.
  ///
  /// Cameras leave the drop frame byte 0 in drop-frame recordings (MediaInfoLib#2656), so that only
  /// other values say anything.
  static func label(_ sample: Bytes) -> EmbeddedLabel? {
    let header = Array(sample.prefix(headerSize))
    guard header.count == headerSize, header[0] == 0, Int(header[1]) >= headerSize,
      header[13] < 24, header[14] < 60, header[15] < 60
    else { return nil }
    return EmbeddedLabel(
      header[13], header[14], header[15], header[17], isDropFrame: header[16] == 1 ? true : nil)
  }
}
