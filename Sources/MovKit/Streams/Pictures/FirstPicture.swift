/// What the first bits of a sample of video say of its first picture: whether decoding can begin with it. Tables that
/// say so (`stss`) may be missing or wrong.
package enum FirstPicture {
  /// How many bytes of a sample are looked at. The picture's header comes after parameter sets and messages, and the
  /// sample may go on after them.
  package static let mostBytes = 1 << 20

  /// Returns whether the picture is predicted from others, and nothing says that decoding can begin with it all the
  /// same; nil if that is not known, as of a codec that is not read here.
  /// - Parameters:
  ///   - sample: The bytes of the sample, or the first `mostBytes` of them.
  ///   - description: Its sample description.
  package static func needsOthers(_ sample: Bytes, _ description: Atom) -> Bool? {
    // The bytes of protected samples are others.
    guard description.first("sinf") == nil else { return nil }
    if let configuration = (try? CodecConfiguration(description: description)).flatMap({ $0 }) {
      return needsOthers(sample, configuration)
    }
    if description.mayBeMPEG2 { return needsOthersInMPEG2(sample) }
    if description.type == "mp4v", description.decoderConfig?.kind == .mpeg4Visual {
      return needsOthersInMPEG4(sample)
    }
    return h263.contains(description.type) ? needsOthersInH263(sample) : nil
  }

  private static let h263: Set<FourCC> = ["s263", "h263", "H263"]

  // MARK: H.264 and HEVC

  private static func needsOthers(_ sample: Bytes, _ configuration: CodecConfiguration) -> Bool? {
    let (codec, lengthSize) = (configuration.codec, configuration.lengthSize)
    var sets = HEVCParameterSetTable()
    for set in configuration.parameterSets.entries where codec == .hevc {
      sets.keep(set.unit, set.kind)
    }
    let isCutOff = sample.count >= mostBytes
    var rest = sample
    while rest.count > lengthSize {
      let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
      // The bytes of a damaged sample mean nothing, nor do those of a byte stream, which has no lengths.
      guard isCutOff || length <= rest.count - lengthSize else { return nil }
      let unit = rest.dropFirst(lengthSize).prefix(length)
      rest = rest.dropFirst(lengthSize + length)
      guard let header = NALUnitHeader(unit, codec: codec), header.layerID == 0 else { continue }
      // It says that pictures are right from there on, or after some more (H.264, D.2.8; H.265, D.3.8).
      if header.isSEI, RecoveryPoint.count(in: unit, codec: codec) != nil { return false }
      if codec == .hevc, let kind = header.parameterSet { sets.keep(unit, kind) }
      guard header.isVCL else { continue }
      if header.isRandomAccess { return false }
      switch codec {
      case .h264: return needsOthersInSlice(unit, header)
      case .hevc: return (try? HEVCSliceHeader(unit, header, sets)).map { !$0.isIntra }
      }
    }
    return nil
  }

  /// For a slice of H.264 that is not of an IDR picture.
  private static func needsOthersInSlice(_ unit: Bytes, _ header: NALUnitHeader) -> Bool? {
    // A slice, or the first partition of one.
    guard header.type == 1 || header.type == 2 else { return nil }
    var reader = RBSPReader(unit, skipping: 1)
    guard (try? reader.unsigned("first_mb_in_slice")) != nil,
      let type = try? reader.unsigned("slice_type", upTo: 9)
    else { return nil }
    // 0 P, 1 B, 3 SP; 2 I and 4 SI are predicted from nothing (table 7-6).
    return [0, 1, 3].contains(type % 5)
  }

  // MARK: Other codecs

  /// ISO/IEC 14496-2, 6.2.5: `vop_coding_type` is 0 I, 1 P, 2 B, 3 S.
  private static func needsOthersInMPEG4(_ sample: Bytes) -> Bool? {
    for (code, content) in VideoStartCodes(sample) where code == 0xB6 {
      return content.first.map { $0 >> 6 != 0 }
    }
    return nil
  }

  /// ISO/IEC 13818-2, 6.2.3: `picture_coding_type` is 1 I, 2 P, 3 B, and 4 D in MPEG-1.
  private static func needsOthersInMPEG2(_ sample: Bytes) -> Bool? {
    for (code, content) in VideoStartCodes(sample) where code == 0 {
      var reader = BitReader(content)
      guard (try? reader.skip("temporal_reference", 10)) != nil,
        let type = try? reader.bits("picture_coding_type", 3)
      else { return nil }
      return (1...4).contains(type) ? type == 2 || type == 3 : nil
    }
    return nil
  }

  /// H.263, 5.1: the picture's start code of 22 bits, its time of 8, and its type.
  private static func needsOthersInH263(_ sample: Bytes) -> Bool? {
    var reader = BitReader(sample)
    do throws(FormatError) {
      guard try reader.bits("picture_start_code", 22) == 0x20 else { return nil }
      try reader.skip("temporal_reference", 8)
      guard try reader.bits("ptype", 2) == 2 else { return nil }
      try reader.skip("split_screen to full_picture_freeze_release", 3)
      guard try reader.bits("source_format", 3) == 7 else {
        return try reader.flag("picture_coding_type")
      }
      // The extended type (5.1.4): what seldom changes is there if UFEP is 1.
      if try reader.bits("ufep", 3) == 1 { try reader.skip("opptype", 18) }
      // 0 I, 1 P, and what is made of several or of another layer.
      return try reader.bits("picture_type_code", 3) != 0
    } catch { return nil }
  }
}
