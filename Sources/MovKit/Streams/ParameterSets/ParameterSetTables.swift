/// A sequence parameter set that has a number.
protocol NumberedSequenceSet: Sendable {
  /// The number under which picture parameter sets name it.
  var id: UInt32 { get }
  /// Reads the NAL unit with its header.
  init(_ unit: Bytes) throws(FormatError)
  static var codec: VideoCodec { get }
}

/// A picture parameter set that names its sequence parameter set.
protocol NumberedPictureSet: Sendable {
  /// The number under which slices name it.
  var id: UInt32 { get }
  var sequenceID: UInt32 { get }
  /// Reads the NAL unit with its header.
  init(_ unit: Bytes) throws(FormatError)
}

extension AVCSequenceParameterSet: NumberedSequenceSet {
  static var codec: VideoCodec { .h264 }
}
extension AVCPictureParameterSet: NumberedPictureSet {}
extension HEVCSequenceParameterSet: NumberedSequenceSet {
  static var codec: VideoCodec { .hevc }
}
extension HEVCPictureParameterSet: NumberedPictureSet {}

typealias AVCParameterSetTable = ParameterSetTable<AVCSequenceParameterSet, AVCPictureParameterSet>
typealias HEVCParameterSetTable =
  ParameterSetTable<HEVCSequenceParameterSet, HEVCPictureParameterSet>

/// The parameter sets that a stream had last under each number.
struct ParameterSetTable<Sequence: NumberedSequenceSet, Picture: NumberedPictureSet>: Sendable {
  private(set) var units = ParameterSets()
  private var sequences: [UInt32: Sequence] = [:]
  private var pictures: [UInt32: Picture] = [:]

  /// Keeps a set in place of the one with its kind and number. Ignores a set that cannot be read.
  mutating func keep(_ unit: Bytes, _ kind: ParameterSetKind) {
    do {
      switch kind {
      case .sequence:
        let set = try Sequence(unit)
        if units.unit(.sequence, set.id) == unit { return }
        sequences[set.id] = set
      case .picture:
        let set = try Picture(unit)
        pictures[set.id] = set
      case .sequenceExtension, .video: break
      }
      // A copy, so that the buffer that contains the unit can be freed.
      try units.insert(Array(unit)[...], codec: Sequence.codec)
    } catch {}
  }

  /// Returns the sequence and picture parameter sets that a slice with this `pic_parameter_set_id`
  /// uses; nil if one is missing.
  func active(_ picture: UInt32) -> (Sequence, Picture)? {
    guard let set = pictures[picture], let sequence = sequences[set.sequenceID] else { return nil }
    return (sequence, set)
  }
}
