/// A kind of sub-sample tables, whose atoms differ only in the samples that they describe. A track
/// can have several kinds, which their flags distinguish (ISO/IEC 14496-12, 8.7.7).
struct SubSampleKind: Hashable, Sendable {
  var flags: UInt32
  /// The highest version of all tables of the kind.
  var version: UInt8
}

/// Reads one kind of sub-samples of a track's samples, one sample after another.
struct SubSampleWalk: Sendable {
  private(set) var kind: SubSampleKind
  private var containers: [(atom: Atom?, sampleCount: Int)]
  /// The index of the container with the next sample, and the index of that sample in it.
  private var container = -1
  private var place = 0
  private var entries: RecordList<SubSampleInformation.Entry> = []
  /// The index of the next entry, and the entry; nil after the last one.
  private var index = -1
  private var entry: SubSampleInformation.Entry?
  /// The number of the sample, from 1 within the container, that `entry` is for.
  private var number: UInt64 = 0

  /// Returns a walk for every kind that there is. Damaged tables are skipped.
  /// - Throws: `FormatError` if there are more kinds than any real track has.
  static func all(in containers: [SampleContainer]) throws(FormatError) -> [SubSampleWalk] {
    var walks: [SubSampleWalk] = []
    for (number, container) in containers.enumerated() {
      for atom in container.atom.all("subs") {
        guard let record = try? atom.decode(SubSampleInformation.self) else { continue }
        var place = walks.firstIndex { $0.kind.flags == record.flags }
        if place == nil {
          walks.append(SubSampleWalk(record.flags, containers))
          place = walks.count - 1
        }
        guard walks.count <= SampleContainer.mostKinds else {
          throw FormatError(
            .limit("more than \(SampleContainer.mostKinds) kinds of parts of samples"),
            path: "subs", at: atom.offset)
        }
        if let place { walks[place].add(atom, record.version, of: number) }
      }
    }
    return walks
  }

  private init(_ flags: UInt32, _ containers: [SampleContainer]) {
    kind = SubSampleKind(flags: flags, version: 0)
    self.containers = containers.map { (nil, $0.sampleCount) }
  }

  /// There should be one table of a kind in a container. If there are several, only the first is
  /// used.
  private mutating func add(_ atom: Atom, _ version: UInt8, of container: Int) {
    kind.version = max(kind.version, version)
    if containers[container].atom == nil { containers[container].atom = atom }
  }

  /// Returns the sub-samples of the next sample; nil if the table does not mention it.
  mutating func next() throws(FormatError) -> Table<SubSampleInformation.Row>? {
    while container < 0
      || container < containers.count && place >= containers[container].sampleCount
    {
      container += 1
      place = 0
      guard container < containers.count else { break }
      // The table of one container at a time, because all together would take much memory.
      let record = try containers[container].atom?.decode(SubSampleInformation.self)
      entries = record?.entries ?? []
      index = -1
      number = 0
      findEntry()
    }
    place += 1
    guard let entry, number == UInt64(place) else { return nil }
    findEntry()
    guard entry.subSamples.layout != kind.version else { return entry.subSamples }
    return try Table(Array(entry.subSamples), layout: kind.version)
  }

  /// Moves to the next entry that is for another sample than the one before.
  private mutating func findEntry() {
    repeat {
      index += 1
      entry = index < entries.count ? entries[index] : nil
    } while entry?.sampleDelta == 0
    // There are at most 2^32 of them, of 32 bits each.
    number += UInt64(entry?.sampleDelta ?? 0)
  }
}

/// Finds the sub-samples of the tracks of a movie.
package struct SubSampleFinder {
  private let fragments: FragmentContainers?

  package init(_ movie: Movie) { fragments = try? FragmentContainers(movie) }

  /// Calls `body` with the sub-samples of each sample that has some, until it returns false: with the flags
  /// of the kind and the index of the sample. What is damaged is left out.
  package func forEach(
    of track: Track, _ table: SampleTable,
    _ body: (_ flags: UInt32, _ sample: Int, Table<SubSampleInformation.Row>) -> Bool
  ) {
    guard let fragments,
      let containers = try? SampleContainer.all(of: track, in: fragments, table)
    else { return }
    var first = 0
    for container in containers {
      var kinds: Set<UInt32> = []
      for atom in container.atom.all("subs") {
        // As in a walk, only the first table of a kind counts.
        guard let record = try? atom.decode(SubSampleInformation.self),
          kinds.insert(record.flags).inserted
        else { continue }
        var number: UInt64 = 0
        for entry in record.entries where entry.sampleDelta > 0 {
          number += UInt64(entry.sampleDelta)
          guard number <= container.sampleCount else { break }
          let (sample, overflow) = first.addingReportingOverflow(Int(number - 1))
          guard !overflow else { return }
          guard entry.subSamples.isEmpty || body(record.flags, sample, entry.subSamples) else {
            return
          }
        }
      }
      let (next, overflow) = first.addingReportingOverflow(container.sampleCount)
      guard !overflow else { return }
      first = next
    }
  }
}

/// Collects the sub-samples of samples for a `subs`, in serialized form.
struct SubSampleLog {
  private var bytes: [UInt8] = []
  private var count = 0
  private var last: UInt64 = 0

  /// Adds the sub-samples of a sample. Samples are numbered from 1, and each is after the last one.
  mutating func append(
    _ parts: Table<SubSampleInformation.Row>, of sample: UInt64
  ) throws(FormatError) {
    var entry = SubSampleInformation.Entry()
    entry.version = parts.layout
    // There are at most 2^32 samples.
    entry.sampleDelta = UInt32(clamping: sample - last)
    entry.subSamples = parts
    bytes += try entry.serialized()
    count += 1
    last = sample
  }

  /// Returns the `subs`; nil if no sample has sub-samples.
  func atom(_ kind: SubSampleKind) throws(FormatError) -> Atom? {
    guard count > 0 else { return nil }
    var record = SubSampleInformation()
    record.version = kind.version
    record.flags = kind.flags
    var writer = Writer(leavingOut: count)
    try record.fields(&writer)
    return Atom("subs", .bytes((writer.bytes + bytes)[...]))
  }
}
