extension Atom {
  /// For an entry of `stsd`: an atom of its codec, such as `esds`, in the entry or, in QuickTime files, in its
  /// `wave` (QuickTime File Format, "Sound Sample Description Extensions").
  func codecAtom(_ type: FourCC) -> Atom? { first(type) ?? descendant("wave", type) }

  /// For an entry of `stsd`: what `esds` says to the decoder of its codec; nil if it has none that can be read.
  var decoderConfig: ElementaryStreamDescriptor.DecoderConfig? {
    (try? codecAtom("esds")?.decode(ElementaryStreamDescriptor.self))?.decoderConfig
  }

  /// In a sample description: whether it can be MPEG-1 or MPEG-2 video. The types with which XDCAM
  /// and HDV are stored in QuickTime differ in size and rate.
  package var mayBeMPEG2: Bool {
    if type == "mp4v" { return decoderConfig?.kind == .mpegVideo }
    let name = "\(type)"
    return ["m1v", "m2v", "mp1v", "mp2v", "mpg", "hdv", "xdv", "xd5", "xd4", "mx3", "mx4", "mx5"]
      .contains { name.hasPrefix($0) }
  }

  /// The types with which DV, DVCPRO 50 and DVCPRO HD are stored. Others that begin alike are Dolby Vision.
  package static let typesOfDV: Set<FourCC> = [
    "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvhp", "dvhq", "dvh2", "dvh3", "dvh5", "dvh6",
  ]

  /// In a sample description of video: whether the samples, one after another, are a stream that players read: each
  /// picture of Motion JPEG and DV is complete, and MPEG-1 and MPEG-2 have all headers in the stream.
  package var isBareStream: Bool {
    mayBeMPEG2 || isMotionJPEG || Self.typesOfDV.contains(type)
  }

  /// In a sample description of video: whether each sample is a JPEG picture, as `jpeg` or, in MP4, as `mp4v` with that
  /// object type.
  private var isMotionJPEG: Bool {
    type == "jpeg" || type == "mp4v" && decoderConfig?.objectTypeIndication == 0x6C
  }
}
