extension Atom {
  /// For an entry of `stsd`: an atom of its codec, such as `esds`, in the entry or, in QuickTime files, in its
  /// `wave` (QuickTime File Format, "Sound Sample Description Extensions").
  func codecAtom(_ type: FourCC) -> Atom? { first(type) ?? descendant("wave", type) }

  /// For an entry of `stsd`: the object type of its codec (ISO/IEC 14496-1, table 5); nil if there is none.
  var objectType: UInt8? {
    let descriptor = try? codecAtom("esds")?.decode(ElementaryStreamDescriptor.self)
    return descriptor?.decoderConfig?.objectTypeIndication
  }

  /// In a sample description: whether it can be MPEG-1 or MPEG-2 video. The types with which XDCAM
  /// and HDV are stored in QuickTime differ in size and rate.
  var mayBeMPEG2: Bool {
    if type == "mp4v" {
      return objectType.map { (0x60...0x65).contains($0) || $0 == 0x6A } ?? false
    }
    let name = "\(type)"
    return ["m1v", "m2v", "mp1v", "mp2v", "mpg", "hdv", "xdv", "xd5", "xd4", "mx3", "mx4", "mx5"]
      .contains { name.hasPrefix($0) }
  }
}
