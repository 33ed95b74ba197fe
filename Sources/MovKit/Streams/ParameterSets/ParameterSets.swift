/// The parameter sets that a decoder must have before a stream's pictures, as NAL units without
/// start codes.
public struct ParameterSets: Hashable, Sendable {
  /// A parameter set and the number under which others refer to it.
  public struct Entry: Hashable, Sendable {
    public let kind: ParameterSetKind
    public let id: UInt32
    public let unit: Bytes
  }

  /// In the order that a decoder wants: video, sequence, their extensions, picture.
  public private(set) var entries: [Entry] = []
  /// Supplemental enhancement information that holds for the whole stream, as `hvcC` may have it.
  public var supplemental: [Bytes] = []

  public init() {}

  /// Those of a sample description.
  /// - Throws: `FormatError` where a unit is not of the type that its place asks for, or has no
  ///   identifier.
  public init(_ configuration: AVCConfiguration) throws(FormatError) {
    for set in configuration.sequenceParameterSets + configuration.pictureParameterSets
      + configuration.highProfile.sequenceParameterSetExtensions
    {
      try insert(set.nalUnit.bytes, codec: .h264)
    }
  }

  /// Those of a sample description. Units of other types than parameter sets and SEI are left out.
  /// - Throws: `FormatError` where a parameter set has no identifier.
  public init(_ configuration: HEVCConfiguration) throws(FormatError) {
    for array in configuration.arrays {
      for unit in array.nalUnits.map(\.nalUnit.bytes) where !unit.isEmpty {
        guard let header = NALUnitHeader(unit, codec: .hevc) else { continue }
        if header.parameterSet != nil {
          try insert(unit, codec: .hevc)
        } else if header.isSEI {
          supplemental.append(unit)
        }
      }
    }
  }

  public var isEmpty: Bool { entries.isEmpty && supplemental.isEmpty }

  /// The set of a kind under a number.
  public func unit(_ kind: ParameterSetKind, _ id: UInt32) -> Bytes? {
    entries.first { $0.kind == kind && $0.id == id }?.unit
  }

  /// The sets of a kind.
  public func units(_ kind: ParameterSetKind) -> [Bytes] {
    entries.filter { $0.kind == kind }.map(\.unit)
  }

  /// Adds a set, in place of the one that had its kind and number. An empty unit is left out.
  /// - Throws: `FormatError` where it is no parameter set, or has no identifier.
  public mutating func insert(_ unit: Bytes, codec: VideoCodec) throws(FormatError) {
    guard !unit.isEmpty else { return }
    guard let kind = NALUnitHeader(unit, codec: codec)?.parameterSet else {
      throw FormatError(.invalid("the NAL unit is not a parameter set"), path: "parameter_set")
    }
    let id = try Self.identifier(of: unit, kind, codec: codec)
    insert(Entry(kind: kind, id: id, unit: unit))
  }

  /// Adds all sets of another stream or description, in place of those of their kinds and numbers.
  mutating func merge(_ other: ParameterSets) {
    for entry in other.entries { insert(entry) }
  }

  private mutating func insert(_ entry: Entry) {
    if let index = entries.firstIndex(where: { $0.kind == entry.kind && $0.id == entry.id }) {
      entries[index] = entry
    } else {
      let rank = Self.rank(entry.kind)
      entries.insert(
        entry, at: entries.firstIndex { Self.rank($0.kind) > rank } ?? entries.count)
    }
  }

  /// The sets that a picture needs: those with these numbers.
  func active(picture: UInt32, sequence: UInt32, video: UInt32? = nil) -> ParameterSets {
    var active = ParameterSets()
    active.entries = entries.filter { entry in
      switch entry.kind {
      case .video: entry.id == video
      case .sequence, .sequenceExtension: entry.id == sequence
      case .picture: entry.id == picture
      }
    }
    return active
  }

  /// These without the picture parameter sets.
  var sequences: ParameterSets {
    var sequences = self
    sequences.entries.removeAll { $0.kind == .picture }
    return sequences
  }

  /// Whether all sets of another are among these, byte for byte.
  func contains(_ other: ParameterSets) -> Bool {
    other.entries.allSatisfy(entries.contains)
  }

  private static func rank(_ kind: ParameterSetKind) -> Int {
    switch kind {
    case .video: 0
    case .sequence: 1
    case .sequenceExtension: 2
    case .picture: 3
    }
  }

  /// The number of a parameter set among those of its kind (H.264, 7.3.2.1.1, 7.3.2.1.2, 7.3.2.2;
  /// H.265, 7.3.2.1, 7.3.2.2.1, 7.3.2.3.1).
  static func identifier(
    of unit: Bytes, _ kind: ParameterSetKind, codec: VideoCodec
  ) throws(FormatError) -> UInt32 {
    var reader = RBSPReader(unit, skipping: codec.headerSize)
    switch kind {
    case .video: return try reader.bits("vps_video_parameter_set_id", 4)
    case .picture: return UInt32(try reader.unsigned("pps_id", upTo: codec == .h264 ? 255 : 63))
    case .sequenceExtension:
      return UInt32(try reader.unsigned("seq_parameter_set_id", upTo: 31))
    case .sequence:
      if codec == .h264 {
        try reader.skip("profile_and_level", 24)
        return UInt32(try reader.unsigned("seq_parameter_set_id", upTo: 31))
      }
      try reader.skip("sps_video_parameter_set_id", 4)
      let subLayers = Int(try reader.bits("sps_max_sub_layers_minus1", 3))
      try reader.skip("sps_temporal_id_nesting_flag", 1)
      _ = try ProfileTierLevel(&reader, subLayers: subLayers)
      return UInt32(try reader.unsigned("sps_seq_parameter_set_id", upTo: 15))
    }
  }
}
