import MovKit

/// What the bytes of parameter sets and of decoder configurations say, as fields that are shown after
/// those of the atom that holds them. Units that cannot be read are left out; they are shown as bytes
/// by the atom's own fields.
enum StreamFields {
  /// The names of all of them.
  static let names: Set<String> = [
    "video_parameters", "sequence_parameters", "picture_parameters", "audio_specific_config",
    "visual_config", "sequence_header",
  ]

  /// Returns the fields; none if the atom holds nothing of that kind.
  static func fields(of atom: Atom) -> [Field] {
    switch atom.type {
    case "avcC": (try? atom.decode(AVCConfiguration.self)).map(fields) ?? []
    case "hvcC": (try? atom.decode(HEVCConfiguration.self)).map(fields) ?? []
    case "av1C": (try? atom.decode(AV1Configuration.self)).map(fields) ?? []
    case "esds": (try? atom.decode(ElementaryStreamDescriptor.self)).map(fields) ?? []
    default: []
    }
  }

  private static func rows(_ name: String, _ rows: [[Field]]) -> [Field] {
    guard !rows.isEmpty else { return [] }
    return [
      Field(name, .rows(FieldValue.Rows(rows.map { .fields($0) })))
    ]
  }

  private static func number(_ name: String, _ value: some BinaryInteger) -> Field {
    Field(name, .unsigned(UInt64(clamping: value)))
  }

  // MARK: H.264

  private static func fields(_ configuration: AVCConfiguration) -> [Field] {
    let sequences = configuration.sequenceParameterSets.compactMap {
      try? AVCSequenceParameterSet($0.nalUnit.bytes)
    }
    let pictures = configuration.pictureParameterSets.compactMap {
      try? AVCPictureParameterSet($0.nalUnit.bytes)
    }
    return rows("sequence_parameters", sequences.map(fields))
      + rows(
        "picture_parameters",
        pictures.map {
          [
            number("pic_parameter_set_id", $0.id), number("seq_parameter_set_id", $0.sequenceID),
          ]
        })
  }

  private static let constraintNames: FlagNames = [
    0x80: "constraintSet0", 0x40: "constraintSet1", 0x20: "constraintSet2", 0x10: "constraintSet3",
    0x08: "constraintSet4", 0x04: "constraintSet5",
  ]

  private static func fields(_ set: AVCSequenceParameterSet) -> [Field] {
    [
      number("seq_parameter_set_id", set.id), number("profile_idc", set.profileIdc),
      Field("constraint_set_flags", .flags(UInt64(set.constraintFlags), constraintNames)),
      number("level_idc", set.levelIdc),
      number("chroma_format_idc", set.chromaFormatIdc),
      number("bit_depth_luma", set.bitDepthLuma), number("bit_depth_chroma", set.bitDepthChroma),
      number("max_num_ref_frames", set.maxReferenceFrames),
      number("coded_width", set.codedWidth), number("coded_height", set.codedHeight),
      number("width", set.width), number("height", set.height),
      Field("frame_mbs_only", .bool(set.framesOnly)),
    ] + fields(set.usability)
  }

  // MARK: H.265

  private typealias HEVCType = NALUnitHeader.HEVCType

  private static func fields(_ configuration: HEVCConfiguration) -> [Field] {
    units("video_parameters", HEVCType.videoParameterSet, of: configuration) { bytes in
      (try? HEVCVideoParameterSet(bytes)).map(fields)
    }
      + units("sequence_parameters", HEVCType.sequenceParameterSet, of: configuration) { bytes in
        (try? HEVCSequenceParameterSet(bytes)).map(fields)
      }
      + units("picture_parameters", HEVCType.pictureParameterSet, of: configuration) { bytes in
        (try? HEVCPictureParameterSet(bytes)).map { set in
          [
            number("pps_pic_parameter_set_id", set.id),
            number("pps_seq_parameter_set_id", set.sequenceID),
          ]
        }
      }
  }

  /// Returns a field with a row for each NAL unit of a type that can be read. A row is made when it is
  /// asked for: there can be one in every few bytes.
  private static func units(
    _ name: String, _ type: UInt8, of configuration: HEVCConfiguration,
    _ read: @escaping @Sendable (Bytes) -> [Field]?
  ) -> [Field] {
    let lists = configuration.arrays.filter { $0.nalUnitType == type }.map(\.nalUnits)
    // There are at most 255 lists of 65,535 units.
    var places: [(list: UInt8, unit: UInt16)] = []
    for (list, units) in lists.enumerated() {
      var unit = 0
      for set in units {
        if !set.nalUnit.bytes.isEmpty, read(set.nalUnit.bytes) != nil {
          places.append((UInt8(clamping: list), UInt16(clamping: unit)))
        }
        unit += 1
      }
    }
    guard !places.isEmpty else { return [] }
    return [
      Field(
        name,
        .rows(
          FieldValue.Rows(count: places.count) { [places] index in
            let place = places[index]
            return .fields(read(lists[Int(place.list)][Int(place.unit)].nalUnit.bytes) ?? [])
          }))
    ]
  }

  private static func fields(_ set: HEVCVideoParameterSet) -> [Field] {
    [
      number("vps_video_parameter_set_id", set.id),
      number("vps_max_layers_minus1", set.layersMinusOne),
      number("vps_max_sub_layers_minus1", set.maxTemporalID),
      Field("vps_temporal_id_nesting", .bool(set.temporalIDNesting)),
      number("general_profile_idc", set.profile.profileIdc),
      Field("general_high_tier", .bool(set.profile.isHighTier)),
      number("general_level_idc", set.profile.levelIdc),
      number("max_dec_pic_buffering_minus1", set.decodedPictures),
      number("max_num_reorder_pics", set.reorderPictures),
    ] + frameDuration(set.frameDuration)
  }

  private static func fields(_ set: HEVCSequenceParameterSet) -> [Field] {
    [
      number("sps_seq_parameter_set_id", set.id),
      number("sps_video_parameter_set_id", set.videoID),
      number("sps_max_sub_layers_minus1", set.maxTemporalID),
      number("general_profile_idc", set.profile.profileIdc),
      Field("general_high_tier", .bool(set.profile.isHighTier)),
      number("general_level_idc", set.profile.levelIdc),
      number("chroma_format_idc", set.chromaFormatIdc),
      number("bit_depth_luma", set.bitDepthLuma), number("bit_depth_chroma", set.bitDepthChroma),
      number("coded_width", set.codedWidth), number("coded_height", set.codedHeight),
      number("width", set.width), number("height", set.height),
      number("max_dec_pic_buffering_minus1", set.decodedPictures),
      number("max_num_reorder_pics", set.reorderPictures),
    ] + fields(set.usability)
  }

  /// The parts of the VUI that are there.
  private static func fields(_ usability: VideoUsability?) -> [Field] {
    guard let usability else { return [] }
    var fields: [Field] = []
    if let ratio = usability.pixelAspectRatio {
      fields += [number("sar_width", ratio.numerator), number("sar_height", ratio.denominator)]
    }
    if let colour = usability.colour {
      fields += [
        number("colour_primaries", colour.primaries),
        number("transfer_characteristics", colour.transferCharacteristics),
        number("matrix_coefficients", colour.matrixCoefficients),
        Field("video_full_range", .bool(colour.isFullRange)),
      ]
    }
    return fields + frameDuration(usability.frameDuration)
  }

  private static func frameDuration(_ duration: VideoUsability.Ratio?) -> [Field] {
    guard let duration else { return [] }
    return [
      number("frame_duration_numerator", duration.numerator),
      number("frame_duration_denominator", duration.denominator),
    ]
  }

  // MARK: AV1

  private static func fields(_ configuration: AV1Configuration) -> [Field] {
    guard let header = try? AV1SequenceHeader(obus: configuration.configOBUs.bytes) else {
      return []
    }
    return [
      Field(
        "sequence_header",
        .fields([
          number("seq_profile", header.profile),
          Field("still_picture", .bool(header.isStillPicture)),
          number("seq_level_idx", header.level), number("seq_tier", header.tier),
          number("max_frame_width", header.maxFrameWidth),
          number("max_frame_height", header.maxFrameHeight),
        ]))
    ]
  }

  // MARK: MPEG

  private static func fields(_ descriptor: ElementaryStreamDescriptor) -> [Field] {
    guard let decoder = descriptor.decoderConfig, let info = decoder.decoderSpecificInfo else {
      return []
    }
    switch decoder.kind {
    case .mpeg4Visual: return (try? MPEG4VisualConfig(info)).map(fields) ?? []
    case .mpeg4Audio, .mpeg2AAC: return decoder.audioSpecificConfig.map(fields) ?? []
    case .mpegVideo: return (try? MPEG2SequenceHeader(info)).map(fields) ?? []
    case .mpegAudio, .picture, .ac3, .dts, nil: return []
    }
  }

  private static func fields(_ config: MPEG4VisualConfig) -> [Field] {
    var fields: [Field] = []
    if let level = config.profileAndLevel {
      fields.append(number("profile_and_level_indication", level))
    }
    fields += [
      number("video_object_type_indication", config.objectType),
      number("aspect_ratio_info", config.aspectRatioInfo),
    ]
    if config.aspectRatioInfo == 15 {
      fields += [number("par_width", config.pixelWidth), number("par_height", config.pixelHeight)]
    }
    fields.append(number("vop_time_increment_resolution", config.timeIncrementResolution))
    if let increment = config.fixedTimeIncrement {
      fields.append(number("fixed_vop_time_increment", increment))
    }
    fields += [number("width", config.width), number("height", config.height)]
    if let isInterlaced = config.isInterlaced {
      fields.append(Field("interlaced", .bool(isInterlaced)))
    }
    return [Field("visual_config", .fields(fields))]
  }

  private static func fields(_ header: MPEG2SequenceHeader) -> [Field] {
    var fields = [
      number("width", header.width), number("height", header.height),
      number("aspect_ratio_information", header.aspectRatioInformation),
      number("frame_rate_code", header.frameRateCode),
    ]
    if let level = header.profileAndLevel {
      fields.append(number("profile_and_level_indication", level))
    }
    if let isProgressive = header.isProgressive {
      fields.append(Field("progressive_sequence", .bool(isProgressive)))
    }
    if let format = header.chromaFormat { fields.append(number("chroma_format", format)) }
    return [Field("sequence_header", .fields(fields))]
  }

  private static func fields(_ config: AudioSpecificConfig) -> [Field] {
    var fields = [
      number("audio_object_type", config.objectType),
      number("core_object_type", config.coreObjectType),
      number("core_sample_rate", config.coreSampleRate),
      number("sample_rate", config.sampleRate),
      number("channel_configuration", config.channelConfiguration),
    ]
    if let channels = config.channels { fields.append(number("channels", channels)) }
    if let hasSBR = config.hasBandReplication { fields.append(Field("sbr", .bool(hasSBR))) }
    if let hasPS = config.hasParametricStereo { fields.append(Field("ps", .bool(hasPS))) }
    return [Field("audio_specific_config", .fields(fields))]
  }
}
