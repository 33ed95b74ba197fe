/// The parameter sets that a decoder needs before the pictures of a stream, as NAL units without
/// start codes.
public struct ParameterSets: Hashable, Sendable {
  /// A parameter set and the number by which others refer to it.
  public struct Entry: Hashable, Sendable {
    /// The kind of the set.
    public let kind: ParameterSetKind
    /// The number of the set, unique among the sets of its kind.
    public let id: UInt32
    /// The NAL unit with its header, without a start code or length.
    public let unit: Bytes
  }

  /// The sets in the order that a decoder wants: video, sequence, sequence extension, picture.
  public private(set) var entries: [Entry] = []
  /// NAL units of supplemental enhancement information (SEI) that apply to the whole stream, which
  /// `hvcC` may contain.
  public var supplemental: [Bytes] = []

  public init() {}

  /// Collects the parameter sets of an H.264 sample description. Leaves out units of other types, such as the sets
  /// of further views or layers.
  /// - Throws: `FormatError` if the number of a parameter set cannot be read.
  public init(_ configuration: AVCConfiguration) throws(FormatError) {
    for set in configuration.sequenceParameterSets + configuration.pictureParameterSets
      + configuration.highProfile.sequenceParameterSetExtensions
    {
      let unit = set.nalUnit.bytes
      guard NALUnitHeader(unit, codec: .h264)?.parameterSet != nil else { continue }
      try insert(unit, codec: .h264)
    }
  }

  /// Collects the parameter sets and SEI of an HEVC sample description. Leaves out units of other
  /// types.
  /// - Throws: `FormatError` if the number of a parameter set cannot be read.
  public init(_ configuration: HEVCConfiguration) throws(FormatError) {
    for array in configuration.arrays {
      for set in array.nalUnits {
        let unit = set.nalUnit.bytes
        guard let header = NALUnitHeader(unit, codec: .hevc) else { continue }
        if header.parameterSet != nil {
          try insert(unit, codec: .hevc)
        } else if header.isSEI {
          supplemental.append(unit)
        }
      }
    }
  }

  /// Whether there are neither parameter sets nor SEI.
  public var isEmpty: Bool { entries.isEmpty && supplemental.isEmpty }

  /// Returns the set of a kind with this number; nil if there is none.
  public func unit(_ kind: ParameterSetKind, _ id: UInt32) -> Bytes? {
    entries.first { $0.kind == kind && $0.id == id }?.unit
  }

  /// Returns the sets of a kind.
  public func units(_ kind: ParameterSetKind) -> [Bytes] {
    entries.filter { $0.kind == kind }.map(\.unit)
  }

  /// Adds a set in place of the one with its kind and number. Ignores an empty unit.
  /// - Throws: `FormatError` if the unit is not a parameter set, or its number cannot be read.
  public mutating func insert(_ unit: Bytes, codec: VideoCodec) throws(FormatError) {
    guard !unit.isEmpty else { return }
    guard let kind = NALUnitHeader(unit, codec: codec)?.parameterSet else {
      throw FormatError(.wrongKind("the NAL unit is not a parameter set"), path: "parameter_set")
    }
    let id = try Self.identifier(of: unit, kind, codec: codec)
    insert(Entry(kind: kind, id: id, unit: unit))
  }

  /// Adds all sets of another stream or description in place of those with their kinds and numbers.
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

  /// Returns the sets that a picture needs: those with these numbers.
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

  /// These sets without the picture parameter sets.
  var sequences: ParameterSets {
    var sequences = self
    sequences.entries.removeAll { $0.kind == .picture }
    return sequences
  }

  /// Removes as many sets of a kind as it takes until there are at most `most`, the last ones first. Those that are
  /// in `needed` stay.
  mutating func limit(_ kind: ParameterSetKind, to most: Int, keeping needed: ParameterSets) {
    var excess = entries.count { $0.kind == kind } - most
    guard excess > 0 else { return }
    for index in entries.indices.reversed() where excess > 0 && entries[index].kind == kind {
      guard !needed.entries.contains(entries[index]) else { continue }
      entries.remove(at: index)
      excess -= 1
    }
  }

  /// The number of bytes that the sets take in a sample description, with the lengths before them, or in memory if
  /// that is more.
  var weight: Int { entries.reduce(0) { $0 + max($1.unit.count + 2, 64) } }

  /// Returns whether all sets of `other` are among these, byte for byte.
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

  /// Returns the number of a parameter set among those of its kind (H.264, 7.3.2.1.1, 7.3.2.1.2,
  /// 7.3.2.2; H.265, 7.3.2.1, 7.3.2.2.1, 7.3.2.3.1).
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
