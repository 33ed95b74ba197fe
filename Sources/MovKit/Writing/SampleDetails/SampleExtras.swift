/// What tables say of a sample one by one, besides its attachments and groups.
struct SampleExtras: Sendable {
  /// One for each kind that the track has, encryption first.
  var auxiliary: [SampleAuxiliary] = []
  /// One for each kind that the track has.
  var parts: [Table<SubSampleInformation.Row>?] = []

  /// How it is told what of the sample is encrypted.
  var form: EncryptionForm { auxiliary.first?.form ?? .none }
}

/// The kinds of extras that a track's samples have.
struct SampleExtraKinds: Sendable {
  /// Encryption first.
  var auxiliary: [AuxiliaryKind] = []
  var parts: [SubSampleKind] = []
}

/// Reads everything that a track's samples bring along, one sample after the other.
struct SampleExtrasWalk {
  private var groups: SampleGroupWalk?
  private var auxiliary: [AuxiliaryWalk]
  private var parts: [SubSampleWalk]
  /// Which of the kinds of groups says how samples are encrypted.
  private let keys: Int?

  init(_ groups: SampleGroupWalk?, _ auxiliary: [AuxiliaryWalk], _ parts: [SubSampleWalk]) {
    self.groups = groups
    self.auxiliary = auxiliary
    self.parts = parts
    keys = groups?.kinds.kinds.firstIndex { $0.type == "seig" }
  }

  var kinds: SampleExtraKinds {
    SampleExtraKinds(auxiliary: auxiliary.map(\.kind), parts: parts.map(\.kind))
  }

  /// Whether samples bring nothing along.
  var isEmpty: Bool { groups == nil && auxiliary.isEmpty && parts.isEmpty }

  /// What the next sample brings along.
  mutating func next(
    _ sample: SampleTable.Sample
  ) throws -> (groups: [UInt32], extras: SampleExtras?) {
    groups?.move(to: sample.index)
    let groups = groups?.current ?? []
    guard !auxiliary.isEmpty || !parts.isEmpty else { return (groups, nil) }
    var extras = SampleExtras()
    for index in auxiliary.indices {
      extras.auxiliary.append(
        try auxiliary[index].next(
          description: sample.descriptionIndex, group: keys.map { groups[$0] } ?? 0))
    }
    for index in parts.indices { extras.parts.append(try parts[index].next()) }
    return (groups, extras)
  }
}
