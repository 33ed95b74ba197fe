/// The header of a NAL unit (H.264, 7.3.1; H.265, 7.3.1.2).
public struct NALUnitHeader: Hashable, Sendable {
  /// The codec of the stream, which decides the layout of the header.
  public let codec: VideoCodec
  /// `nal_unit_type`: 0 to 31 in H.264, 0 to 63 in HEVC.
  public let type: UInt8
  /// `nal_ref_idc` of H.264, 0 to 3: 0 if no other picture refers to this one. 0 in HEVC.
  public let referenceIdc: UInt8
  /// `nuh_layer_id` of HEVC, 0 to 63; 0 in H.264.
  public let layerID: UInt8
  /// `TemporalId` of HEVC, 0 to 6; 0 in H.264.
  public let temporalID: UInt8

  /// Reads the header of a unit; nil if the unit is shorter than its header.
  ///
  /// Ignores `forbidden_zero_bit`: a network sets it to report damage, and the type is still the
  /// best guess.
  @inline(__always)
  public init?(_ unit: Bytes, codec: VideoCodec) {
    guard unit.count >= codec.headerSize else { return nil }
    let first = unit[unit.startIndex]
    self.init(first, codec == .h264 ? 0 : unit[unit.startIndex + 1], codec: codec)
  }

  @inline(__always)
  init(_ first: UInt8, _ second: UInt8, codec: VideoCodec) {
    self.codec = codec
    switch codec {
    case .h264:
      type = first & 31
      referenceIdc = first >> 5 & 3
      layerID = 0
      temporalID = 0
    case .hevc:
      type = first >> 1 & 63
      referenceIdc = 0
      layerID = (first & 1) << 5 | second >> 3
      // `nuh_temporal_id_plus1` must not be 0; it is read as 1.
      temporalID = max(second & 7, 1) - 1
    }
  }
}

extension NALUnitHeader {
  /// The types of HEVC by which `hvcC` sorts its units (H.265, Table 7-1).
  package enum HEVCType {
    package static let videoParameterSet: UInt8 = 32
    package static let sequenceParameterSet: UInt8 = 33
    package static let pictureParameterSet: UInt8 = 34
    package static let accessUnitDelimiter: UInt8 = 35
    /// Supplemental enhancement information that precedes its picture.
    package static let prefixSEI: UInt8 = 39
  }

  /// Whether the unit is a slice or a part of one (H.264, Table 7-1; H.265, Table 7-1).
  public var isVCL: Bool {
    switch codec {
    case .h264: (1...5).contains(type) || (19...21).contains(type)
    case .hevc: type < 32
    }
  }

  /// The kind of parameter set that the unit is; nil if it is none.
  public var parameterSet: ParameterSetKind? {
    switch (codec, type) {
    case (.h264, 7), (.hevc, HEVCType.sequenceParameterSet): .sequence
    case (.h264, 8), (.hevc, HEVCType.pictureParameterSet): .picture
    case (.h264, 13): .sequenceExtension
    case (.hevc, HEVCType.videoParameterSet): .video
    default: nil
    }
  }

  /// Whether the unit is an access unit delimiter, the first unit of a picture.
  public var isAccessUnitDelimiter: Bool {
    type == (codec == .h264 ? 9 : HEVCType.accessUnitDelimiter)
  }

  /// Whether the unit is supplemental enhancement information (SEI) that precedes its picture.
  /// Suffix SEI of HEVC does not count.
  public var isSEI: Bool { type == (codec == .h264 ? 6 : HEVCType.prefixSEI) }

  /// Whether the unit is filler data: bytes that only fill up a bit rate.
  public var isFiller: Bool { type == (codec == .h264 ? 12 : 38) }

  /// Whether the unit marks the end of a sequence or of the stream.
  public var isEnd: Bool {
    codec == .h264 ? type == 10 || type == 11 : type == 36 || type == 37
  }

  /// Whether the unit is a slice of an instantaneous decoding refresh (IDR) picture, after which
  /// nothing before it is needed.
  public var isIDR: Bool { codec == .h264 ? type == 5 : type == 19 || type == 20 }

  /// Whether the unit is a slice of a picture at which decoding can begin: IDR, and in HEVC every
  /// intra random access point (IRAP) picture, types 16 to 23.
  public var isRandomAccess: Bool { codec == .h264 ? type == 5 : (16...23).contains(type) }

  /// Whether the unit is a slice of a clean random access (CRA) picture of HEVC. Pictures that are
  /// shown before a CRA picture may need pictures that precede it in decoding order.
  public var isCRA: Bool { codec == .hevc && type == 21 }

  /// Whether the unit is a slice of a broken link access (BLA) picture of HEVC.
  public var isBLA: Bool { codec == .hevc && (16...18).contains(type) }

  /// Whether the unit is a slice of a leading picture of HEVC (RADL or RASL): one that is shown
  /// before the random access picture that it follows in decoding order.
  public var isLeading: Bool { codec == .hevc && (6...9).contains(type) }

  /// Whether the unit is a slice of a RASL picture of HEVC: a leading picture that cannot be
  /// decoded if decoding begins at its random access picture.
  public var isSkippedLeading: Bool { codec == .hevc && (type == 8 || type == 9) }

  /// Whether no picture of the same temporal layer refers to this one: `nal_ref_idc` 0 in H.264, a
  /// sub-layer non-reference picture in HEVC.
  public var isNonReference: Bool {
    codec == .h264 ? referenceIdc == 0 : type < 16 && type % 2 == 0
  }

  /// The type's name in Table 7-1 of its standard; nil for reserved and unspecified types.
  public var typeName: String? {
    let names = codec == .h264 ? Self.h264Names : Self.hevcNames
    return names.first { $0.0 == type }.map(\.1)
  }

  private static let h264Names: [(UInt8, String)] = [
    (1, "slice"), (2, "slice data partition A"), (3, "slice data partition B"),
    (4, "slice data partition C"), (5, "IDR slice"), (6, "SEI"), (7, "sequence parameter set"),
    (8, "picture parameter set"), (9, "access unit delimiter"), (10, "end of sequence"),
    (11, "end of stream"), (12, "filler data"), (13, "sequence parameter set extension"),
    (14, "prefix"), (15, "subset sequence parameter set"), (16, "depth parameter set"),
    (19, "auxiliary slice"), (20, "slice extension"), (21, "depth slice extension"),
  ]

  private static let hevcNames: [(UInt8, String)] = [
    (0, "TRAIL_N"), (1, "TRAIL_R"), (2, "TSA_N"), (3, "TSA_R"), (4, "STSA_N"), (5, "STSA_R"),
    (6, "RADL_N"), (7, "RADL_R"), (8, "RASL_N"), (9, "RASL_R"), (16, "BLA_W_LP"),
    (17, "BLA_W_RADL"), (18, "BLA_N_LP"), (19, "IDR_W_RADL"), (20, "IDR_N_LP"), (21, "CRA_NUT"),
    (32, "VPS_NUT"), (33, "SPS_NUT"), (34, "PPS_NUT"), (35, "AUD_NUT"), (36, "EOS_NUT"),
    (37, "EOB_NUT"), (38, "FD_NUT"), (39, "PREFIX_SEI_NUT"), (40, "SUFFIX_SEI_NUT"),
  ]
}
