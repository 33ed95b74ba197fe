/// The groups that the samples of a track are in, as the file numbers them: those of `sbgp` and `csgp`,
/// and the groups that samples are in by default (ISO/IEC 14496-12, 8.9).
///
/// ```swift
/// var groups = try TrackSampleGroups(of: track, in: movie)
/// for group in groups.groups(of: 12) { print(group.type, group.index) }
/// ```
///
/// It is fast for samples that are asked for in their order.
public struct TrackSampleGroups: Sendable {
  /// A group that a sample is in.
  public struct Group: Hashable, Sendable {
    /// The grouping type, such as `roll`.
    public var type: FourCC
    /// The grouping type parameter; nil if the table has none.
    public var parameter: UInt32?
    /// The number of the group's description in `sgpd`, from 1.
    public var index: UInt32
    /// Whether the description is in the track fragment of the sample, and not in `stbl`.
    public var isOfFragment: Bool
  }

  /// The tables of a `stbl` or of a `traf`.
  private struct Part {
    var tables: [SampleGroupTable]
    var walks: [RunWalk]
    /// The groups of samples that no table covers, by their types.
    var defaults: [(type: FourCC, index: UInt32)]
  }

  private let containers: [SampleContainer]
  /// The index of the sample after the last one of each container.
  private let ends: [Int]
  /// The groups by default that `stbl` gives.
  private let shared: [(type: FourCC, index: UInt32)]
  /// The container that was asked for last.
  private var place = -1
  private var part = Part(tables: [], walks: [], defaults: [])
  /// Whether no sample is in a group.
  public let isEmpty: Bool

  /// Finds the tables of groups of a track.
  /// - Throws: `FormatError` if the track has no sample table, a table is damaged, or a fragment cannot
  ///   be read.
  public init(of track: Track, in movie: Movie) throws(FormatError) {
    let fragments = movie.isFragmented ? try TrackFragments(movie) : TrackFragments()
    containers = try SampleContainer.all(of: track, in: fragments, try track.sampleTable())
    var ends: [Int] = []
    for container in containers {
      let (end, overflow) = (ends.last ?? 0).addingReportingOverflow(container.sampleCount)
      guard !overflow else {
        throw FormatError(.tooLarge("too many samples to count"), path: track.path)
      }
      ends.append(end)
    }
    self.ends = ends
    shared = containers.first.map { Self.defaults(in: $0.atom) } ?? []
    isEmpty =
      shared.isEmpty
      && containers.allSatisfy { container in
        !container.atom.children.contains { ["sbgp", "csgp"].contains($0.type) }
          && Self.defaults(in: container.atom).isEmpty
      }
  }

  private static func defaults(in container: Atom) -> [(type: FourCC, index: UInt32)] {
    container.all("sgpd").compactMap { atom in
      guard let record = try? atom.decode(SampleGroupDescriptions.self), record.version == 2,
        record.defaultGroupDescriptionIndex > 0
      else { return nil }
      return (record.groupingType, record.defaultGroupDescriptionIndex)
    }
  }

  /// Returns the groups of a sample, in the order of their tables; none if it is in no group, or if no
  /// sample has this index, which counts from 0 in decode order.
  public mutating func groups(of sample: Int) -> [Group] {
    guard !isEmpty, sample >= 0, move(to: sample) else { return [] }
    let first = place > 0 ? ends[place - 1] : 0
    var found: [Group] = []
    for index in part.tables.indices {
      let table = part.tables[index]
      let group =
        table.group(of: sample - first, &part.walks[index])
        ?? part.defaults.first { $0.type == table.type }?.index ?? 0
      if group > 0 { found.append(Self.group(table.type, table.parameter, group)) }
    }
    for (type, index) in part.defaults where !part.tables.contains(where: { $0.type == type }) {
      found.append(Self.group(type, nil, index))
    }
    return found
  }

  private static func group(_ type: FourCC, _ parameter: UInt32?, _ number: UInt32) -> Group {
    let isOwn = number > SampleToGroup.ownGroups
    return Group(
      type: type, parameter: parameter, index: isOwn ? number - SampleToGroup.ownGroups : number,
      isOfFragment: isOwn)
  }

  /// Makes the part with a sample the current one. Returns false if there is none.
  private mutating func move(to sample: Int) -> Bool {
    if place >= 0, sample < ends[place], place == 0 || sample >= ends[place - 1] { return true }
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = low + (high - low) / 2
      if ends[middle] <= sample { low = middle + 1 } else { high = middle }
    }
    guard low < containers.count else { return false }
    place = low
    let tables = Array(SampleGroupTable.all(in: containers[low].atom))
    let own = Self.defaults(in: containers[low].atom)
    part = Part(
      tables: tables, walks: tables.map { _ in RunWalk() },
      defaults: own + shared.filter { shared in !own.contains { $0.type == shared.type } })
    return true
  }
}
