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
    let old = ColorInformation.type(isQuickTime: type == .mp4)
    guard children.contains(where: { $0.type == "colr" }) else { return }
    let streamRange = rangeBesideColours
    for index in children.indices where children[index].type == "colr" {
      guard var colour = try? children[index].decode(ColorInformation.self),
        colour.colourType == old
      else { continue }
      if type == .mp4 {
        (colour.hasFullRangeFlag, colour.fullRangeFlag) = (true, streamRange == true ? 1 : 0)
      } else if colour.hasFullRangeFlag {
        // QuickTime's form has no flag, so what only the flag says would be lost.
        guard (colour.fullRangeFlag == 1) == (streamRange ?? false) else { continue }
      }
      colour.colourType = ColorInformation.type(isQuickTime: type == .quickTime)
      children[index] = try Atom("colr", colour)
    }
  }

  /// Whether samples use the full range, as the codec's own configuration says; nil if it does not.
  private var rangeBesideColours: Bool? {
    var entry = self
    entry.removeChildren("colr")
    return VideoFacts(entry)?.colour?.isFullRange
  }
}
