/// `lhvC`: what a decoder of layered H.265 needs besides `hvcC` (ISO/IEC 14496-15, 9.4.3).
public struct LayeredHEVCConfiguration: Record {
  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  var reservedBeforeSegmentation: UInt8 = 0xF
  /// How finely each picture is divided for parallel decoding: a higher value means smaller parts,
  /// 0 means that nothing is known. 12 bits.
  public var minSpatialSegmentationIdc: UInt16 = 0
  var reservedBeforeParallelism: UInt8 = 0x3F
  /// What allows parallel decoding: 0 unknown or mixed, 1 slices, 2 tiles, 3 wavefronts.
  public var parallelismType: UInt8 = 0
  var reservedBeforeLayers: UInt8 = 3
  /// The number of temporal layers; 0 if it is not known, 1 if the stream is not scalable in time.
  public var numTemporalLayers: UInt8 = 0
  /// 1: decoding can switch to a higher temporal layer at any picture.
  public var temporalIdNested: UInt8 = 0
  /// The size of the length before each NAL unit in a sample, in bytes, minus one: 0 to 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// The parameter sets and SEI messages, one array for each type of NAL unit. At most 255.
  public var arrays: [HEVCConfiguration.NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    try f.reservedBits(&reservedBeforeSegmentation, 4)
    try f.bits("min_spatial_segmentation_idc", &minSpatialSegmentationIdc, 12)
    try f.reservedBits(&reservedBeforeParallelism, 6)
    try f.bits("parallelism_type", &parallelismType, 2)
    try f.reservedBits(&reservedBeforeLayers, 2)
    try f.bits("num_temporal_layers", &numTemporalLayers, 3)
    try f.bits("temporal_id_nested", &temporalIdNested, 1)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
    var count = arrays.count
    try f.count("num_of_arrays", &count, bytes: 1)
    try f.list("arrays", &arrays, count: count)
  }
}

/// `svcC` and `mvcC`: what a decoder of scalable or multiview H.264 needs besides `avcC`
/// (ISO/IEC 14496-15, 6.5.3.1 and 7.5.3.1).
public struct ScalableAVCConfiguration: Record {
  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The profile (`profile_idc` of ISO/IEC 14496-10).
  public var profileIndication: UInt8 = 0
  /// The constraint flags: the byte between profile and level in a sequence parameter set.
  public var profileCompatibility: UInt8 = 0
  /// The level (`level_idc` of ISO/IEC 14496-10), times ten: 41 is level 4.1.
  public var levelIndication: UInt8 = 0
  /// 1: the samples of all tracks together are the complete scalable stream.
  public var completeRepresentation: UInt8 = 0
  /// `mvcC` only. 1: each sample holds the NAL units of its base view.
  public var explicitAUTrack: UInt8 = 0
  var reserved: UInt8 = 0xF
  /// The size of the length before each NAL unit in a sample, in bytes, minus one: 0 to 3.
  public var lengthSizeMinusOne: UInt8 = 3
  var reservedBeforeCount: UInt8 = 0
  /// The sequence parameter sets and their subsets, at most 127.
  public var sequenceParameterSets: [ParameterSet] = []
  /// The picture parameter sets, at most 255.
  public var pictureParameterSets: [ParameterSet] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    try f.choice("avc_profile_indication", &profileIndication, named: CodecNames.avcProfiles)
    try f("profile_compatibility", &profileCompatibility)
    try f("avc_level_indication", &levelIndication)
    try f.bits("complete_representation", &completeRepresentation, 1)
    try f.bits("explicit_au_track", &explicitAUTrack, 1)
    try f.reservedBits(&reserved, 4)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
    try f.reservedBits(&reservedBeforeCount, 1)
    var sequences = UInt8(clamping: sequenceParameterSets.count)
    try f.bits("num_of_sequence_parameter_sets", &sequences, 7)
    try f.list("sequence_parameter_sets", &sequenceParameterSets, count: Int(sequences))
    var pictures = pictureParameterSets.count
    try f.count("num_of_picture_parameter_sets", &pictures, bytes: 1)
    try f.list("picture_parameter_sets", &pictureParameterSets, count: pictures)
  }
}
