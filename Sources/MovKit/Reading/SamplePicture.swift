/// What a sample of video is as a still picture.
public enum SamplePicture: Sendable {
  /// A whole file of this kind: the sample as it is.
  case file(Bytes, StillFormat)
  /// Pixels that are not compressed.
  case pixels(RawPicture)
  /// Compressed video, which must be decoded.
  case compressed

  /// A kind of picture file.
  public enum StillFormat: String, CaseIterable, Sendable {
    /// A JPEG file (ISO/IEC 10918-1).
    case jpeg
    /// A PNG file (ISO/IEC 15948).
    case png

    fileprivate var start: [UInt8] {
      switch self {
      case .jpeg: [0xFF, 0xD8, 0xFF]
      case .png: [0x89, 0x50, 0x4E, 0x47]
      }
    }
  }
}

extension SampleBuffer {
  /// The picture of the first sample of the buffer, as far as that needs no decoder. It is not turned,
  /// and not cropped to its clean aperture.
  ///
  /// - Throws: `ReadingError` if the sample cannot be read, or is shorter than its picture.
  public func picture() throws(ReadingError) -> SamplePicture {
    guard let entry = sampleDescription, entry.type != "encv",
      let description = try? entry.decode(VideoDescription.self)
    else { return .compressed }
    let format = entry.type
    if PixelFormat(format, depth: description.depth) != nil {
      let colour = VideoFacts(entry)?.colour
      let size = (width: Int(description.width), height: Int(description.height))
      let data = try data()
      do {
        return .pixels(
          try RawPicture(
            data, format: format, depth: description.depth, size: size,
            matrix: .init(
              code: colour?.matrixCoefficients, isFullRange: colour?.isFullRange ?? false,
              height: size.height)))
      } catch { throw .format(error) }
    }
    guard ["jpeg", "mjpg", "png ", "mp4v"].contains(format) else { return .compressed }
    let data = try data()
    for kind in SamplePicture.StillFormat.allCases where data.starts(with: kind.start) {
      return .file(data, kind)
    }
    return .compressed
  }
}
