/// Rules about the groups of samples in a `stbl` or in a `traf` (ISO/IEC 14496-12, 8.9).
struct SampleGroupRules {
  private let own: DescribedGroups
  private let shared: DescribedGroups?

  /// - Parameters:
  ///   - container: The `stbl` or the `traf`.
  ///   - shared: For a `traf`, the groups that the `stbl` of its track describes.
  init(_ container: Atom, shared: DescribedGroups? = nil) {
    own = DescribedGroups(container)
    self.shared = shared
  }

  /// Checks the tables of groups among some atoms beside each other. `path` is that of their parent.
  func run(
    _ atoms: [Atom], samples count: UInt64, in path: @autoclosure () -> String,
    _ found: inout CheckFindings
  ) {
    for (atom, component) in zip(atoms, atoms.pathComponents()) {
      guard let groups = NamedGroups(atom) else { continue }
      let type = groups.type
      lazy var here = CheckPlace(path: "\(path())/\(component)", offset: atom.offset)
      if groups.sampleCount > count {
        found.report(
          "sample-group-count",
          "\(atom.type) of \(type) describes \(counted(groups.sampleCount, "sample")) of \(count)",
          at: here)
      }
      if let missing = groups.firstMissing(own, shared: shared) {
        found.report(
          "sample-group-description",
          "\(atom.type) of \(type) names description \(missing.number) of \(missing.known)"
            + (missing.isOwn ? " of its fragment" : ""), at: here)
      }
    }
  }
}

/// The numbers of groups that a `stbl` or a `traf` describes.
struct DescribedGroups {
  private var counts: [FourCC: Int] = [:]
  // Those of which it is not known how many there are; nil stands for a type that is not known either.
  private var unread: Set<FourCC?> = []

  /// Those of a header that is not there.
  static let unknown = DescribedGroups(unread: [nil])

  private init(unread: Set<FourCC?>) { self.unread = unread }

  init(_ container: Atom) {
    for atom in container.all("sgpd") {
      guard let group = try? atom.decode(SampleGroupDescriptions.self) else {
        unread.insert(atom.groupingType)
        continue
      }
      counts[group.groupingType] = group.descriptionCount
    }
  }

  /// How many groups of a type are described; nil if that is not known.
  func count(of type: FourCC) -> Int? {
    counts[type] ?? (unread.contains(type) || unread.contains(nil) ? nil : 0)
  }
}

/// The groups that a `sbgp` or a `csgp` names (ISO/IEC 14496-12, 8.9.2 and 8.9.5).
enum NamedGroups {
  case runs(SampleToGroup)
  case patterns(CompactSampleToGroup)

  /// Nil if the atom is none of both, or cannot be read.
  init?(_ atom: Atom) {
    switch atom.type {
    case "sbgp":
      guard let table = try? atom.decode(SampleToGroup.self) else { return nil }
      self = .runs(table)
    case "csgp":
      guard let table = try? atom.decode(CompactSampleToGroup.self) else { return nil }
      self = .patterns(table)
    default: return nil
    }
  }

  var type: FourCC {
    switch self {
    case .runs(let table): table.groupingType
    case .patterns(let table): table.groupingType
    }
  }

  /// The number of samples that the table says something of.
  var sampleCount: UInt64 {
    var sum: UInt64 = 0
    switch self {
    case .runs(let table):
      for row in table.entries { sum = sum.addingClamping(UInt64(row.sampleCount)) }
    case .patterns(let table):
      for pattern in table.patterns { sum = sum.addingClamping(UInt64(pattern.sampleCount)) }
    }
    return sum
  }

  /// A description that does not exist.
  struct Missing {
    /// Its number, from 1.
    let number: UInt32
    /// How many descriptions there are.
    let known: Int
    /// Whether it would be one of the fragment itself.
    let isOwn: Bool
  }

  /// Returns the first description that the table names and that does not exist; nil if there is none.
  ///
  /// In a `traf`, numbers above 0x10000 are those of its own descriptions, and others those of the `stbl` (8.9.4). Where
  /// that has none, old programs number the fragment's own from 1.
  /// - Parameters:
  ///   - own: What the container of the table describes.
  ///   - shared: For a `traf`, what the `stbl` of its track describes.
  func firstMissing(_ own: DescribedGroups, shared: DescribedGroups?) -> Missing? {
    let known = own.count(of: type)
    guard let shared else { return firstMissing(among: known) }
    let sharedCount = shared.count(of: type)
    guard
      let number = first(where: { group in
        if group > SampleToGroup.ownGroups {
          return known.map { UInt64(group - SampleToGroup.ownGroups) > UInt64($0) } ?? false
        }
        guard let sharedCount else { return false }
        return (sharedCount > 0 ? sharedCount : known).map { UInt64(group) > UInt64($0) } ?? false
      })
    else { return nil }
    if number > SampleToGroup.ownGroups {
      return Missing(number: number - SampleToGroup.ownGroups, known: known ?? 0, isOwn: true)
    }
    let isOwn = sharedCount == 0
    return Missing(number: number, known: (isOwn ? known : sharedCount) ?? 0, isOwn: isOwn)
  }

  private func firstMissing(among known: Int?) -> Missing? {
    guard let known, let number = first(where: { UInt64($0) > UInt64(known) }) else { return nil }
    return Missing(number: number, known: known, isOwn: false)
  }

  /// Returns the first number of a group for which a condition holds.
  private func first(where holds: (UInt32) -> Bool) -> UInt32? {
    switch self {
    case .runs(let table):
      table.entries.first { holds($0.groupDescriptionIndex) }?.groupDescriptionIndex
    case .patterns(let table):
      table.groupDescriptionIndexes.indices.lazy.map(table.group).first(where: holds)
    }
  }
}
