/// Tables of parts of samples that differ in nothing but their samples: a track can have several,
/// which their flags tell apart (ISO/IEC 14496-12, 8.7.7).
struct SubSampleKind: Hashable, Sendable {
  var flags: UInt32
  /// The highest of all tables of the kind.
  var version: UInt8
}

/// Reads one kind of parts of a track's samples, one after the other.
struct SubSampleWalk {
  private(set) var kind: SubSampleKind
  private var containers: [(atom: Atom?, sampleCount: Int)]
  /// The container that the next sample is in, and its place there, from 0.
  private var container = -1
  private var place = 0
  private var entries: ArraySlice<SubSampleInformation.Entry> = []
  /// The number, from 1, of the sample in the container that the first entry left is of.
  private var number: UInt64 = 0

  /// More kinds than any track has; what is read of them grows with the fragments.
  private static let mostKinds = 32

  /// Every kind that there is. A table that is damaged is passed over.
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
        guard walks.count <= mostKinds else {
          throw FormatError(
            .limit("more than \(mostKinds) kinds of parts of samples"), path: "subs",
            at: atom.offset)
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

  /// Of several tables of one kind in a container, which there should not be, the first counts.
  private mutating func add(_ atom: Atom, _ version: UInt8, of container: Int) {
    kind.version = max(kind.version, version)
    if containers[container].atom == nil { containers[container].atom = atom }
  }

  /// The parts of the next sample; nil where the table does not speak of it.
  mutating func next() throws(FormatError) -> Table<SubSampleInformation.Row>? {
    while container < 0
      || container < containers.count && place >= containers[container].sampleCount
    {
      container += 1
      place = 0
      guard container < containers.count else { break }
      // Of one container at a time: of all of them they would take much memory.
      let record = try containers[container].atom?.decode(SubSampleInformation.self)
      entries = record?.entries[...] ?? []
      number = 0
      findEntry()
    }
    place += 1
    guard let entry = entries.first, number == UInt64(place) else { return nil }
    entries.removeFirst()
    findEntry()
    guard entry.subSamples.layout != kind.version else { return entry.subSamples }
    return try Table(Array(entry.subSamples), layout: kind.version)
  }

  /// Goes to the next entry of another sample than the one before.
  private mutating func findEntry() {
    while let next = entries.first, next.sampleDelta == 0 { entries.removeFirst() }
    // There are at most 2^32 of them, of 32 bits each.
    number += UInt64(entries.first?.sampleDelta ?? 0)
  }
}

/// Gathers the parts of samples for `subs`, as the bytes that they take there.
struct SubSampleLog {
  private var bytes: [UInt8] = []
  private var count = 0
  private var last: UInt64 = 0

  /// Notes the parts of a sample, which counts from 1 and is behind the last one.
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

  /// `subs`; nil where no sample has parts.
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
