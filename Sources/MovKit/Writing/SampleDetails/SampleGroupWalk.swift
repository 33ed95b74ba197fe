/// Reads which groups a track's samples are in, one sample after another. Groups have the numbers
/// that `SampleGroupKinds` gives them.
struct SampleGroupWalk: Sendable {
  let kinds: SampleGroupKinds

  private struct Part {
    /// The index after its last sample.
    var end: Int
    var memberships: [GroupMembership?]
    /// For each kind, the numbers that the fragment's own descriptions have in the whole track.
    var own: [[UInt32]]
  }

  private var parts: [Part] = []
  /// For each kind, whether the original `stbl` describes groups of that type.
  private var isShared: [Bool]
  private var part = 0
  private var start = 0
  private var walks: [SampleGroupTable.Walk] = []
  /// For each kind, the group of the sample that was moved to last.
  private(set) var current: [UInt32] = []

  /// Nil if the track has no groups. Groups of the types in `excluded` are left out, because they
  /// are written in another way.
  ///
  /// Throws if descriptions in fragments cannot be merged with those in `stbl`.
  init?(
    _ track: Track, in containers: [SampleContainer], excluding excluded: Set<FourCC>
  ) throws(FormatError) {
    guard let stbl = track.atom.descendant("mdia", "minf", "stbl") else { return nil }
    let found = try Self.kinds(of: containers).filter { !excluded.contains($0.type) }
    guard !found.isEmpty else { return nil }
    var lists: [FourCC: GroupDescriptionList] = [:]
    for kind in found where lists[kind.type] == nil {
      lists[kind.type] = try GroupDescriptionList(kind.type, in: stbl)
    }
    isShared = found.map { lists[$0.type]?.isEmpty == false }
    var end = 0
    var known = Recents<(container: SampleContainer, part: Part)>()
    for container in containers {
      end += container.sampleCount
      if var part = known.first(where: { container.isSame(as: $0.container) })?.part {
        part.end = end
        parts.append(part)
        continue
      }
      var part = Part(end: end, memberships: [], own: [])
      let isFragment = container.atom.type == "traf"
      for kind in found {
        part.memberships.append(
          GroupMembership(
            kind.type, parameter: kind.parameter, in: container.atom,
            shared: isFragment ? lists[kind.type]?.shared : nil))
        part.own.append(isFragment ? try lists[kind.type]?.add(container.atom) ?? [] : [])
      }
      parts.append(part)
      known.add((container, part))
    }
    var kinds = SampleGroupKinds(
      kinds: found, defaults: found.map { lists[$0.type]?.defaultGroup ?? 0 })
    for type in lists.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let atom = try lists[type]?.changed() else { continue }
      kinds.descriptions.append((type, atom))
    }
    self.kinds = kinds
    begin()
  }

  private static func kinds(
    of containers: [SampleContainer]
  ) throws(FormatError) -> [SampleGroupKinds.Kind] {
    var kinds: [SampleGroupKinds.Kind] = []
    var known = Recents<SampleContainer>()
    for container in containers {
      if known.first(where: { container.isSame(as: $0) }) != nil { continue }
      known.add(container)
      // Stops at the first that is too many: each is looked for among all before it.
      func add(_ kind: SampleGroupKinds.Kind) throws(FormatError) {
        guard kinds.count < SampleContainer.mostKinds else {
          throw FormatError(
            .limit("more than \(SampleContainer.mostKinds) types of sample groups"),
            path: "\(container.atom.type)", at: container.offset)
        }
        kinds.append(kind)
      }
      for table in SampleGroupTable.all(in: container.atom) {
        let kind = SampleGroupKinds.Kind(type: table.type, parameter: table.parameter)
        if !kinds.contains(kind) { try add(kind) }
      }
      // Samples can also be in a group by default.
      for atom in container.atom.all("sgpd") {
        guard let group = atom.defaultGroup, !kinds.contains(where: { $0.type == group.type })
        else { continue }
        try add(SampleGroupKinds.Kind(type: group.type, parameter: nil))
      }
    }
    return kinds
  }

  private mutating func begin() {
    walks = kinds.kinds.map { _ in SampleGroupTable.Walk() }
    current = kinds.kinds.map { _ in 0 }
  }

  /// Moves to a sample, which must not be before the one that was moved to last.
  mutating func move(to sample: Int) {
    while part < parts.count, sample >= parts[part].end {
      start = parts[part].end
      part += 1
      begin()
    }
    guard part < parts.count else { return }
    for kind in kinds.kinds.indices {
      var group: UInt32 = 0
      if let membership = parts[part].memberships[kind] {
        group = membership.group(of: sample - start, &walks[kind])
        if group > SampleToGroup.ownGroups || group > 0 && !isShared[kind] {
          let own = parts[part].own[kind]
          let number = group > SampleToGroup.ownGroups ? group - SampleToGroup.ownGroups : group
          group = Int(number) <= own.count ? own[Int(number) - 1] : 0
        }
      }
      if current[kind] != group { current[kind] = group }
    }
  }
}

/// The descriptions of groups of one type in `stbl` and in all fragments, without duplicates.
private struct GroupDescriptionList {
  private let type: FourCC
  private let old: SampleGroupDescriptions?
  private var entries: [[UInt8]] = []
  private var numbers: [[UInt8]: UInt32] = [:]
  private var oldCount = 0

  /// Throws if the end of each description cannot be determined.
  init(_ type: FourCC, in stbl: Atom) throws(FormatError) {
    self.type = type
    old = stbl.groupDescriptions(of: type)
    shared = old.map { GroupDescriptions($0) }
    entries = try old?.bytesOfEntries() ?? []
    oldCount = entries.count
    for (index, entry) in entries.enumerated() where numbers[entry] == nil {
      numbers[entry] = UInt32(clamping: index + 1)
    }
  }

  /// Whether `stbl` has none.
  var isEmpty: Bool { oldCount == 0 }

  /// What fragments need of the descriptions in `stbl`; nil if it has none. All fragments share it.
  let shared: GroupDescriptions?

  var defaultGroup: UInt32 { shared?.defaultGroup ?? 0 }

  /// Adds the descriptions in a `traf`. Returns their numbers, from 1.
  mutating func add(_ traf: Atom) throws(FormatError) -> [UInt32] {
    guard let record = traf.groupDescriptions(of: type) else { return [] }
    var found: [UInt32] = []
    for entry in try record.bytesOfEntries() {
      if let known = numbers[entry] {
        found.append(known)
        continue
      }
      guard entries.count < SampleToGroup.ownGroups else {
        throw FormatError(.tooLarge("more than 65536 groups of type \(type)"), path: "sgpd")
      }
      entries.append(entry)
      numbers[entry] = UInt32(entries.count)
      found.append(UInt32(entries.count))
    }
    return found
  }

  /// Returns an `sgpd` with all descriptions; nil if that in `stbl` already has them all.
  func changed() throws(FormatError) -> Atom? {
    guard entries.count > oldCount else { return nil }
    var record = SampleGroupDescriptions()
    record.groupingType = type
    record.flags = old?.flags ?? 0
    record.version = max(1, old?.version ?? 1)
    record.defaultGroupDescriptionIndex = old?.defaultGroupDescriptionIndex ?? 0
    let length = entries.first?.count ?? 0
    if length > 0, entries.allSatisfy({ $0.count == length }) {
      record.defaultLength = UInt32(clamping: length)
      record.entries = Table(
        bytes: Array(entries.joined())[...], count: entries.count,
        layout: .init(groupingType: type, length: length), strideBits: length * 8)
    } else {
      record.defaultLength = 0
      record.sizedEntries = RecordList(
        entries.map { entry in
          var sized = SampleGroupDescriptions.SizedEntry()
          sized.description = RawBytes(bytes: entry[...])
          return sized
        })
    }
    return try Atom("sgpd", record)
  }
}

extension SampleGroupDescriptions {
  /// Returns the bytes of each description.
  fileprivate func bytesOfEntries() throws(FormatError) -> [[UInt8]] {
    if undividedCount > 0 {
      let (length, rest) = undivided.bytes.count.quotientAndRemainder(
        dividingBy: Int(undividedCount))
      guard rest == 0, length > 0 else {
        throw FormatError(
          .unsupported("sample groups of type \(groupingType) have an unknown size"), path: "sgpd")
      }
      return (0..<Int(undividedCount)).map {
        Array(undivided.bytes.dropFirst($0 * length).prefix(length))
      }
    }
    if !sizedEntries.isEmpty { return sizedEntries.map { Array($0.description.bytes) } }
    let length = entries.strideBits / 8
    return (0..<entries.count).map { Array(entries.bytes.dropFirst($0 * length).prefix(length)) }
  }
}
