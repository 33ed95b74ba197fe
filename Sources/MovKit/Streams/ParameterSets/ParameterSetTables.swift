/// The H.264 parameter sets that a stream had last under each number.
struct AVCParameterSetTable: Sendable {
  private(set) var units = ParameterSets()
  private var sequences: [UInt32: AVCSequenceParameterSet] = [:]
  private var pictures: [UInt32: AVCPictureParameterSet] = [:]

  /// Keeps a set in place of the one with its kind and number. Ignores a set that cannot be read.
  mutating func keep(_ unit: Bytes, _ kind: ParameterSetKind) {
    do {
      switch kind {
      case .sequence:
        let set = try AVCSequenceParameterSet(unit)
        if units.unit(.sequence, set.id) == unit { return }
        sequences[set.id] = set
      case .picture:
        let set = try AVCPictureParameterSet(unit)
        pictures[set.id] = set
      case .sequenceExtension, .video: break
      }
      // A copy, so that the buffer that contains the unit can be freed.
      try units.insert(Array(unit)[...], codec: .h264)
    } catch {}
  }

  /// Returns the sequence and picture parameter sets that a slice with this `pic_parameter_set_id`
  /// uses; nil if one is missing.
  func active(_ picture: UInt32) -> (AVCSequenceParameterSet, AVCPictureParameterSet)? {
    guard let set = pictures[picture], let sequence = sequences[set.sequenceID] else { return nil }
    return (sequence, set)
  }
}

/// The HEVC parameter sets that a stream had last under each number.
struct HEVCParameterSetTable: Sendable {
  private(set) var units = ParameterSets()
  private var sequences: [UInt32: HEVCSequenceParameterSet] = [:]
  private var pictures: [UInt32: HEVCPictureParameterSet] = [:]

  /// Keeps a set in place of the one with its kind and number. Ignores a set that cannot be read.
  mutating func keep(_ unit: Bytes, _ kind: ParameterSetKind) {
    do {
      switch kind {
      case .sequence:
        let set = try HEVCSequenceParameterSet(unit)
        if units.unit(.sequence, set.id) == unit { return }
        sequences[set.id] = set
      case .picture:
        let set = try HEVCPictureParameterSet(unit)
        pictures[set.id] = set
      case .sequenceExtension, .video: break
      }
      // A copy, so that the buffer that contains the unit can be freed.
      try units.insert(Array(unit)[...], codec: .hevc)
    } catch {}
  }

  /// Returns the sequence and picture parameter sets that a slice with this `pic_parameter_set_id`
  /// uses; nil if one is missing.
  func active(_ picture: UInt32) -> (HEVCSequenceParameterSet, HEVCPictureParameterSet)? {
    guard let set = pictures[picture], let sequence = sequences[set.sequenceID] else { return nil }
    return (sequence, set)
  }
}
