extension Atom {
  /// For a description in a video track's `stsd`: changes it to describe the same pictures in a file of `type`.
  /// A description that cannot be read stays as it is.
  /// - Parameter isQuickTime: Whether it is from a QuickTime file.
  mutating func adaptVideo(
    to type: MovieWriter.Options.FileType, from isQuickTime: Bool
  ) throws(FormatError) {
    guard (try? decode(VideoDescription.self)) != nil else { return }
    switch type {
    case .mp4:
      try update(VideoDescription.self) { video in
        // ISO/IEC 14496-12, 12.1.3, has no such fields, and requires 0 in their place.
        (video.version, video.revisionLevel, video.vendor) = (0, 0, FourCC(rawValue: 0))
        (video.temporalQuality, video.spatialQuality, video.dataSize) = (0, 0, 0)
      }
    case .quickTime:
      // QuickTime's own files have both forms of `colr`.
      guard !isQuickTime else { return }
    }
    try adaptColours(toQuickTime: type == .quickTime)
  }
}
