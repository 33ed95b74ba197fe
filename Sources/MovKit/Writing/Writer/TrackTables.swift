/// Collects, sample by sample, what the tables of a track are made from. Memory grows with the
/// number of runs of equal samples, by less than eight bytes for a sample that is like no other.
struct TrackTables {
  private var durations = RunLog()
  private var sizes = RunLog()
  /// Everything else of samples; nil as long as all of them are sync samples about which there is
  /// nothing else to say.
  private var details: Apart<SampleDetailLogs>?
  /// For each kind of auxiliary information, its sizes and its file offset.
  private var auxiliarySizes: [RunLog] = []
  var auxiliaryOffsets: [Int: UInt64] = [:]
  /// One log for each kind of sub-samples.
  private var parts: [SubSampleLog] = []
  /// The number of samples and the sample description index of each chunk.
  private var chunks = RunLog()
  /// The differences between the offsets of consecutive chunks.
  private var steps = RunLog()
  private var lastOffset: UInt64 = 0

  var sampleCount: UInt64 { sizes.count }
  /// The least and the greatest composition offset in ticks; nil if all are 0.
  var offsetRange: ClosedRange<Int32>? { details?.value.offsetRange }

  mutating func append(
    count: UInt64, size: UInt32, compositionOffset: Int32, _ attachments: SampleAttachments,
    groups: Int = 0
  ) {
    if details == nil, compositionOffset != 0 || groups != 0 || !attachments.isPlain {
      details = Apart(SampleDetailLogs(after: sampleCount))
    }
    details?.value.append(
      count: count, compositionOffset: compositionOffset, attachments, groups: groups)
    sizes.append(Int64(size), count: count)
  }

  /// Adds the extras of the next sample. Every sample has the same kinds of extras.
  mutating func append(_ extras: SampleExtras) throws(FormatError) {
    for (kind, information) in extras.auxiliary.enumerated() {
      if kind == auxiliarySizes.count { auxiliarySizes.append(RunLog()) }
      auxiliarySizes[kind].append(Int64(information.bytes.count))
    }
    for (kind, table) in extras.parts.enumerated() {
      if kind == parts.count { parts.append(SubSampleLog()) }
      if let table { try parts[kind].append(table, of: sampleCount + 1) }
    }
  }

  /// Adds durations. They are known later than the samples: a sample's duration is the time until
  /// the next one.
  mutating func appendDuration(_ ticks: UInt32, count: UInt64 = 1) {
    durations.append(Int64(ticks), count: count)
  }

  /// Adds a chunk of the next samples. Chunks must be added in the order of the file.
  mutating func appendChunk(at offset: UInt64, samples: UInt32, descriptionIndex: UInt16) {
    chunks.append(Int64(samples) << 16 | Int64(descriptionIndex))
    steps.append(Int64(clamping: offset - lastOffset))
    lastOffset = offset
  }
}

// MARK: The atoms

extension TrackTables {
  /// Returns the children of `stbl` that come after the sample descriptions.
  /// - Parameters:
  ///   - shift: The number of bytes by which all media moves towards the end of the file.
  ///   - bias: The number of ticks to add to all composition offsets.
  ///   - isQuickTime: Whether to write QuickTime's tables when the two formats differ.
  ///   - groupsWrittenElsewhere: The types of groups that are written in another way.
  ///
  /// Throws if a table has too many rows.
  func atoms(
    shift: UInt64, bias: Int64, isQuickTime: Bool, groupsWrittenElsewhere: Set<FourCC> = [],
    into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    var atoms = [
      tree.atom(
        try StreamedTable(
          "stts", TimeToSample(), count: UInt64(durations.runCount),
          rows: durations.lazy.map {
            TimeToSample.Row(
              sampleCount: UInt32(clamping: $0.count), sampleDelta: UInt32(clamping: $0.value))
          }))
    ]
    atoms += try compositionAtoms(bias: bias, isQuickTime: isQuickTime, into: &tree)
    atoms += try startAtoms(
      isQuickTime: isQuickTime, hasGroups: !groupsWrittenElsewhere.contains("rap "),
      into: &tree)
    if !groupsWrittenElsewhere.contains("roll") { atoms += try rollAtoms(into: &tree) }
    atoms += try detailAtoms(isQuickTime: isQuickTime, into: &tree)
    atoms.append(tree.atom(try chunkAtom()))
    atoms.append(try sizeAtom(into: &tree))
    atoms.append(tree.atom(try offsetAtom(shift: shift)))
    return atoms
  }

  /// Returns only those tables that say where samples are in the file.
  func placeAtoms(
    shift: UInt64, into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    [tree.atom(try chunkAtom()), tree.atom(try offsetAtom(shift: shift))]
  }

  /// Returns an `sbgp` for each kind in which a sample is not in the default group.
  func memberships(
    _ kinds: SampleGroupKinds, _ combinations: GroupCombinations, into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    let groups = details?.value.groups ?? RunLog(repeating: 0, count: sampleCount)
    for kind in kinds.kinds.indices {
      let counted = groups.lazy.map { run in
        (count: run.count, group: combinations.group(kind, in: Int(run.value)))
      }
      guard counted.contains(where: { $0.group != kinds.defaults[kind] }) else { continue }
      atoms.append(tree.atom(try kinds.streamedMembership(kind, counted)))
    }
    return atoms
  }

  /// Returns `saiz` and `saio` for each kind of auxiliary information that a sample has.
  func auxiliaryAtoms(
    _ kinds: [AuxiliaryKind], shift: UInt64, into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    for (number, (kind, runs)) in zip(kinds, auxiliarySizes).enumerated() where runs.saysAnything {
      var sizes = kind.head(SampleAuxSizes())
      if runs.runCount == 1, let all = runs.first(where: { _ in true }) {
        sizes.defaultSampleInfoSize = UInt8(clamping: all.value)
        sizes.sampleCount = UInt32(clamping: all.count)
        atoms.append(try Atom("saiz", sizes))
      } else {
        atoms.append(
          tree.atom(
            try StreamedTable(
              "saiz", sizes, count: runs.count,
              rows: runs.values.lazy.map { UInt8(clamping: $0) })))
      }
      atoms.append(try kind.offset((auxiliaryOffsets[number] ?? 0) &+ shift))
    }
    return atoms
  }

  /// Returns a `subs` for each kind of sub-samples that a sample has.
  func partAtoms(_ kinds: [SubSampleKind]) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    for (kind, log) in zip(kinds, parts) {
      if let atom = try log.atom(kind) { atoms.append(atom) }
    }
    return atoms
  }

  private func compositionAtoms(
    bias: Int64, isQuickTime: Bool, into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    let least = Int64(offsetRange?.lowerBound ?? 0) + bias
    let greatest = Int64(offsetRange?.upperBound ?? 0) + bias
    guard least != 0 || greatest != 0 else { return [] }
    let offsets = details?.value.offsets ?? RunLog(repeating: 0, count: sampleCount)
    guard Int32(exactly: least) != nil, Int32(exactly: greatest) != nil else {
      throw FormatError(.doesNotFit(bits: 32), path: "ctts/sample_offset")
    }
    var record = CompositionOffsets()
    // In QuickTime, offsets are signed even in version 0.
    record.version = least < 0 && !isQuickTime ? 1 : 0
    let table = try StreamedTable(
      "ctts", record, count: UInt64(offsets.runCount),
      rows: offsets.lazy.map {
        CompositionOffsets.Row(
          sampleCount: UInt32(clamping: $0.count), sampleOffset: Int32(clamping: $0.value + bias))
      })
    return [tree.atom(table)]
  }

  private func startAtoms(
    isQuickTime: Bool, hasGroups: Bool, into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    guard let details = details?.value, details.syncCount < sampleCount else { return [] }
    var atoms = [
      tree.atom(
        try StreamedTable(
          "stss", SyncSamples(), count: details.syncCount, rows: details.numbers(of: .sync)))
    ]
    guard details.partialSyncCount > 0 else { return atoms }
    if isQuickTime {
      atoms.append(
        tree.atom(
          try StreamedTable(
            "stps", PartialSyncSamples(), count: details.partialSyncCount,
            rows: details.numbers(of: .partialSync))))
      return atoms
    }
    guard hasGroups else { return atoms }
    return try atoms
      + groupAtoms(.openRandomAccess(), details.starts, into: &tree) {
        $0 == SampleDetailLogs.Start.partialSync.rawValue ? 1 : 0
      }
  }

  /// Returns `sdtp`, `stdp` and `padb`, each only if it contains anything but zeros.
  private func detailAtoms(
    isQuickTime: Bool, into tree: inout StreamedAtoms
  ) throws(FormatError) -> [Atom] {
    guard let details = details?.value else { return [] }
    var atoms: [Atom] = []
    let (dependencies, priorities) = (details.dependencies, details.priorities)
    let padding = details.padding
    if dependencies.saysAnything {
      let rows = dependencies.values.lazy.map {
        SampleDependencies.Row(SampleAttachments(dependencyNumber: $0), ofQuickTime: isQuickTime)
      }
      atoms.append(
        tree.atom(
          try StreamedTable("sdtp", SampleDependencies(), count: dependencies.count, rows: rows)))
    }
    if priorities.saysAnything {
      let rows = priorities.values.lazy.map { UInt16(clamping: $0) }
      atoms.append(
        tree.atom(
          try StreamedTable("stdp", DegradationPriorities(), count: priorities.count, rows: rows)))
    }
    if padding.saysAnything {
      let rows = padding.values.lazy.map { PaddingBits.Row(pad: UInt8(clamping: $0)) }
      atoms.append(
        tree.atom(try StreamedTable("padb", PaddingBits(), count: padding.count, rows: rows)))
    }
    return atoms
  }

  private func rollAtoms(into tree: inout StreamedAtoms) throws(FormatError) -> [Atom] {
    guard let details = details?.value, !details.rollDistances.isEmpty else { return [] }
    return try groupAtoms(.rolls(details.rollDistances), details.rolls, into: &tree) {
      UInt32(clamping: $0)
    }
  }

  /// Returns an `sgpd` and `sbgp`.
  /// - Parameters:
  ///   - runs: A value of every sample.
  ///   - group: Converts the value to the number of the group, from 1, or 0 for none.
  private func groupAtoms(
    _ descriptions: SampleGroupDescriptions, _ runs: RunLog, into tree: inout StreamedAtoms,
    group: @escaping (Int64) -> UInt32
  ) throws(FormatError) -> [Atom] {
    var groups = SampleToGroup()
    groups.groupingType = descriptions.groupingType
    let rows = runs.lazy.map {
      SampleToGroup.Row(sampleCount: UInt32(clamping: $0.count), group: group($0.value))
    }
    return [
      try Atom("sgpd", descriptions),
      tree.atom(try StreamedTable("sbgp", groups, count: UInt64(runs.runCount), rows: rows)),
    ]
  }

  private func chunkAtom() throws(FormatError) -> StreamedTable {
    var runs = chunks.makeIterator()
    var first: UInt64 = 1
    let rows = AnyIterator { () -> SampleToChunk.Row? in
      guard let run = runs.next() else { return nil }
      defer { first &+= run.count }
      return SampleToChunk.Row(
        firstChunk: UInt32(clamping: first), samplesPerChunk: UInt32(clamping: run.value >> 16),
        sampleDescriptionIndex: UInt32(run.value & 0xFFFF) + 1)
    }
    return try StreamedTable(
      "stsc", SampleToChunk(), count: UInt64(chunks.runCount), rows: rows)
  }

  private func sizeAtom(into tree: inout StreamedAtoms) throws(FormatError) -> Atom {
    var runs = sizes.makeIterator()
    let size = runs.next()?.value ?? 0
    if sizes.runCount == 1, size > 0, let size = UInt32(exactly: size),
      let count = UInt32(exactly: sizes.count)
    {
      return try Atom("stsz", SampleSizes(sampleCount: count, ofSize: size))
    }
    return tree.atom(
      try StreamedTable(
        "stsz", SampleSizes(), count: sizes.count,
        rows: sizes.values.lazy.map { UInt32(clamping: $0) }))
  }

  private func offsetAtom(shift: UInt64) throws(FormatError) -> StreamedTable {
    var steps = self.steps.values.makeIterator()
    var offset = shift
    let offsets = AnyIterator { () -> UInt64? in
      guard let step = steps.next() else { return nil }
      offset &+= UInt64(clamping: step)
      return offset
    }
    let (last, overflow) = lastOffset.addingReportingOverflow(shift)
    guard !overflow, last <= UInt64(UInt32.max) else {
      return try StreamedTable("co64", ChunkOffsets64(), count: self.steps.count, rows: offsets)
    }
    return try StreamedTable(
      "stco", ChunkOffsets(), count: self.steps.count,
      rows: offsets.lazy.map { UInt32(clamping: $0) })
  }
}

extension RunLog {
  /// Whether any number is not 0.
  fileprivate var saysAnything: Bool { contains { $0.value != 0 } }
}
