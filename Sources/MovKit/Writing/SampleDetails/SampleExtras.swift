/// What is stored for each sample besides its attachments and groups.
struct SampleExtras: Sendable {
  /// One for each kind that the track has, encryption first.
  var auxiliary: [SampleAuxiliary] = []
  /// One element for each kind that the track has; nil if the sample has no parts of that kind.
  var parts: [Table<SubSampleInformation.Row>?] = []

  /// The form in which the sample's information says what is encrypted.
  var form: EncryptionForm { auxiliary.first?.form ?? .none }
}

/// The kinds of extras that a track's samples have.
struct SampleExtraKinds: Sendable {
  /// One element for each kind that the track has, encryption first.
  var auxiliary: [AuxiliaryKind] = []
  var parts: [SubSampleKind] = []
}

/// Reads the groups, auxiliary information and parts of a track's samples, one sample after
/// another.
struct SampleExtrasWalk: Sendable {
  private var groups: SampleGroupWalk?
  private var auxiliary: [AuxiliaryWalk]
  private var parts: [SubSampleWalk]
  /// The index of the kind of group that says how samples are encrypted (`seig`); nil if there is
  /// none.
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

  /// Whether samples have no groups and no extras.
  var isEmpty: Bool { groups == nil && auxiliary.isEmpty && parts.isEmpty }

  /// Whether samples have nothing but groups.
  var hasGroupsOnly: Bool { auxiliary.isEmpty && parts.isEmpty }

  /// The number of kinds of groups.
  var groupCount: Int { groups?.current.count ?? 0 }

  /// Returns the groups of a sample, which must not be before the one that was asked for last.
  mutating func groups(of sample: SampleTable.Sample) -> [UInt32] {
    groups?.move(to: sample.index)
    return groups?.current ?? []
  }

  /// Returns the groups and extras of the next sample.
  mutating func next(
    _ sample: SampleTable.Sample
  ) throws(WritingError) -> (groups: [UInt32], extras: SampleExtras?) {
    let groups = groups(of: sample)
    guard !hasGroupsOnly else { return (groups, nil) }
    var extras = SampleExtras()
    for index in auxiliary.indices {
      extras.auxiliary.append(
        try auxiliary[index].next(
          description: sample.descriptionIndex, group: keys.map { groups[$0] } ?? 0))
    }
    for index in parts.indices {
      do throws(FormatError) { extras.parts.append(try parts[index].next()) } catch {
        throw .format(error)
      }
    }
    return (groups, extras)
  }
}
