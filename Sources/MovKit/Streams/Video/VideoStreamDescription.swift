extension VideoStreamFormat {
  /// Makes a sample description, an entry of `stsd`: a `VideoDescription` of type `avc1`, `avc3`,
  /// `hvc1` or `hev1` with `avcC` or `hvcC`. It has `colr` if the stream describes its colours, and
  /// `pasp` if its pixels are not square.
  /// - Parameters:
  ///   - placement: where the track stores the parameter sets.
  ///   - lengthSize: the number of bytes of the length before each NAL unit of a sample: 1, 2 or 4.
  ///   - isQuickTime: whether `colr` has the type `nclc` of QuickTime files, not `nclx`.
  /// - Throws: `FormatError` if a number does not fit its field, or `lengthSize` is anything else.
  public func sampleDescription(
    _ placement: ParameterSetPlacement = .description, lengthSize: Int = 4,
    isQuickTime: Bool = false
  ) throws(FormatError) -> Atom {
    guard let shownWidth = UInt16(exactly: width), let shownHeight = UInt16(exactly: height) else {
      throw FormatError(.doesNotFit(bits: 16), path: "width and height")
    }
    var description = VideoDescription()
    description.width = shownWidth
    description.height = shownHeight
    var children: [Atom] = []
    switch codec {
    case .h264: children.append(try Atom("avcC", avcConfiguration(lengthSize: lengthSize)))
    case .hevc:
      children.append(try Atom("hvcC", hevcConfiguration(placement, lengthSize: lengthSize)))
    }
    if let colour = usability?.colour {
      var record = ColorInformation()
      record.colourType = ColorInformation.type(isQuickTime: isQuickTime)
      record.colourPrimaries = UInt16(colour.primaries)
      record.transferCharacteristics = UInt16(colour.transferCharacteristics)
      record.matrixCoefficients = UInt16(colour.matrixCoefficients)
      record.fullRangeFlag = colour.isFullRange ? 1 : 0
      children.append(try Atom("colr", record))
    }
    if let ratio = usability?.pixelAspectRatio, ratio.numerator != ratio.denominator,
      let horizontal = UInt32(exactly: ratio.numerator),
      let vertical = UInt32(exactly: ratio.denominator)
    {
      var record = PixelAspectRatio()
      record.horizontalSpacing = horizontal
      record.verticalSpacing = vertical
      children.append(try Atom("pasp", record))
    }
    return try Atom(placement.format(of: codec), description, children: children)
  }

  private static func lengthField(_ lengthSize: Int) throws(FormatError) -> UInt8 {
    guard lengthSize == 1 || lengthSize == 2 || lengthSize == 4 else {
      throw .invalidLengthSize(lengthSize)
    }
    return UInt8(lengthSize - 1)
  }

  /// Makes the record of `avcC` (ISO/IEC 14496-15, 5.3.3.1).
  ///
  /// If there are several sequence parameter sets, it has the compatibility flags that all of them
  /// have, and the highest level.
  /// - Parameter lengthSize: the number of bytes of the length before each NAL unit of a sample.
  /// - Throws: `FormatError` if there are more sets than the record can count, `lengthSize` is not
  ///   1, 2 or 4, or the format is not H.264.
  public func avcConfiguration(lengthSize: Int = 4) throws(FormatError) -> AVCConfiguration {
    guard codec == .h264 else {
      throw FormatError(.wrongKind("the stream is \(codec)"), path: "avcC")
    }
    var record = AVCConfiguration()
    record.lengthSizeMinusOne = try Self.lengthField(lengthSize)
    record.profileIndication = profile
    record.levelIndication = level
    record.profileCompatibility = .max
    for unit in parameterSets.units(.sequence) {
      let set = try AVCSequenceParameterSet(unit)
      record.profileCompatibility &= set.constraintFlags
      record.levelIndication = max(record.levelIndication, set.levelIdc)
      record.sequenceParameterSets.append(ParameterSet(unit))
    }
    guard record.sequenceParameterSets.count <= 31 else {
      throw FormatError(.doesNotFit(bits: 5), path: "num_of_sequence_parameter_sets")
    }
    record.pictureParameterSets = parameterSets.units(.picture).map { ParameterSet($0) }
    // The profiles whose sequence parameter sets have chroma fields; 5.3.3.1.2 names four of them.
    record.hasHighProfileFields = ![66, 77, 88].contains(profile)
    record.highProfile.chromaFormat = UInt8(chromaFormat)
    record.highProfile.bitDepthLumaMinus8 = UInt8(bitDepthLuma - 8)
    record.highProfile.bitDepthChromaMinus8 = UInt8(bitDepthChroma - 8)
    record.highProfile.sequenceParameterSetExtensions =
      parameterSets.units(.sequenceExtension).map { ParameterSet($0) }
    return record
  }

  /// Makes the record of `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
  ///
  /// If there are several sequence parameter sets, it has the compatibility and constraint flags
  /// that all of them have, and the highest level. It does not give the frame rate and
  /// `min_spatial_segmentation_idc`.
  /// - Parameters:
  ///   - placement: where the track stores the parameter sets.
  ///   - lengthSize: the number of bytes of the length before each NAL unit of a sample.
  /// - Throws: `FormatError` if `lengthSize` is not 1, 2 or 4, or the format is not HEVC.
  public func hevcConfiguration(
    _ placement: ParameterSetPlacement = .description, lengthSize: Int = 4
  ) throws(FormatError) -> HEVCConfiguration {
    guard codec == .hevc else {
      throw FormatError(.wrongKind("the stream is \(codec)"), path: "hvcC")
    }
    var record = HEVCConfiguration()
    record.lengthSizeMinusOne = try Self.lengthField(lengthSize)
    record.generalProfileIdc = profile
    record.generalProfileCompatibilityFlags = .max
    record.generalConstraintIndicatorFlags = 0xFFFF_FFFF_FFFF
    record.temporalIdNested = 1
    for unit in parameterSets.units(.sequence) {
      let set = try HEVCSequenceParameterSet(unit)
      record.generalProfileSpace = set.profile.profileSpace
      if set.profile.isHighTier { record.generalTierFlag = 1 }
      record.generalProfileCompatibilityFlags &= set.profile.compatibilityFlags
      record.generalConstraintIndicatorFlags &= set.profile.constraintFlags
      record.generalLevelIdc = max(record.generalLevelIdc, set.profile.levelIdc)
      record.numTemporalLayers = max(record.numTemporalLayers, UInt8(set.maxTemporalID + 1))
      if !set.temporalIDNesting { record.temporalIdNested = 0 }
    }
    record.chromaFormat = UInt8(chromaFormat)
    record.bitDepthLumaMinus8 = UInt8(bitDepthLuma - 8)
    record.bitDepthChromaMinus8 = UInt8(bitDepthChroma - 8)
    let isComplete: UInt8 = placement == .description ? 1 : 0
    typealias HEVCType = NALUnitHeader.HEVCType
    let kinds: [(UInt8, [Bytes])] = [
      (HEVCType.videoParameterSet, parameterSets.units(.video)),
      (HEVCType.sequenceParameterSet, parameterSets.units(.sequence)),
      (HEVCType.pictureParameterSet, parameterSets.units(.picture)),
      (HEVCType.prefixSEI, parameterSets.supplemental),
    ]
    for (type, units) in kinds where !units.isEmpty {
      var array = HEVCConfiguration.NALUnitArray()
      array.nalUnitType = type
      array.arrayCompleteness = type == HEVCType.prefixSEI ? 0 : isComplete
      array.nalUnits = RecordList(units.map { ParameterSet($0) })
      record.arrays.append(array)
    }
    return record
  }
}
