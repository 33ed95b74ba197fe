/// The parameter sets of H.264 that were met last under each number.
struct AVCParameterSetTable: Sendable {
  private(set) var units = ParameterSets()
  private var sequences: [UInt32: AVCSequenceParameterSet] = [:]
  private var pictures: [UInt32: AVCPictureParameterSet] = [:]

  /// Keeps a set; one that cannot be read is passed over.
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
      // A copy, so that the buffer which it lies in can go.
      try units.insert(Array(unit)[...], codec: .h264)
    } catch {}
  }

  func active(_ picture: UInt32) -> (AVCSequenceParameterSet, AVCPictureParameterSet)? {
    guard let set = pictures[picture], let sequence = sequences[set.sequenceID] else { return nil }
    return (sequence, set)
  }
}

/// The parameter sets of HEVC that were met last under each number.
struct HEVCParameterSetTable: Sendable {
  private(set) var units = ParameterSets()
  private var sequences: [UInt32: HEVCSequenceParameterSet] = [:]
  private var pictures: [UInt32: HEVCPictureParameterSet] = [:]

  /// Keeps a set; one that cannot be read is passed over.
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
      // A copy, so that the buffer which it lies in can go.
      try units.insert(Array(unit)[...], codec: .hevc)
    } catch {}
  }

  func active(_ picture: UInt32) -> (HEVCSequenceParameterSet, HEVCPictureParameterSet)? {
    guard let set = pictures[picture], let sequence = sequences[set.sequenceID] else { return nil }
    return (sequence, set)
  }
}
