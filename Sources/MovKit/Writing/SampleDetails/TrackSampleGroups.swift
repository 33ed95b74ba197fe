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

  private let containers: [SampleContainer]
  /// The index of the sample after the last one of each container.
  private let ends: [Int]
  /// The groups by default that `stbl` gives.
  private let shared: [(type: FourCC, index: UInt32)]
  /// The container that was asked for last.
  private var place = -1
  private var part = ContainerSampleGroups()
  /// Whether no sample is in a group.
  public let isEmpty: Bool

  /// Finds the tables of groups of a track.
  /// - Throws: `FormatError` if the track has no sample table, a table is damaged, or a fragment cannot
  ///   be read.
  public init(of track: Track, in movie: Movie) throws(FormatError) {
    let fragments = movie.isFragmented ? try FragmentContainers(movie) : FragmentContainers()
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
    container.all("sgpd").compactMap(\.defaultGroup)
  }

  /// Returns the groups of a sample, in the order of their tables; none if it is in no group, or if no
  /// sample has this index, which counts from 0 in decode order.
  public mutating func groups(of sample: Int) -> [Group] {
    guard !isEmpty, sample >= 0, move(to: sample) else { return [] }
    return part.groups(of: sample - (place > 0 ? ends[place - 1] : 0))
  }

  /// Makes the part with a sample the current one. Returns false if there is none.
  private mutating func move(to sample: Int) -> Bool {
    if place >= 0, sample < ends[place], place == 0 || sample >= ends[place - 1] { return true }
    let found = ends.partitioningIndex { $0 > sample }
    guard found < containers.count else { return false }
    place = found
    let own = Self.defaults(in: containers[found].atom)
    let types = Set(own.map(\.type))
    part = ContainerSampleGroups(
      in: containers[found].atom, defaults: own + shared.filter { !types.contains($0.type) })
    return true
  }
}

extension TrackSampleGroups.Group {
  /// A group with the number that a table gives it.
  init(_ type: FourCC, _ parameter: UInt32?, number: UInt32) {
    let isOfFragment = number > SampleToGroup.ownGroups
    self.init(
      type: type, parameter: parameter,
      index: isOfFragment ? number - SampleToGroup.ownGroups : number, isOfFragment: isOfFragment)
  }
}
