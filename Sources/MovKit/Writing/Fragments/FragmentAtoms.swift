/// Builds the atoms of movie fragments.
enum FragmentAtoms {
  /// The samples of a track in a fragment that have the same sample description.
  struct Track {
    var trackID: UInt32
    /// The decode time of the first sample, in ticks of the media.
    var decodeTime: UInt64
    /// The number of ticks that is added to every composition offset.
    var bias: Int64
    /// Not empty; each element is one sample.
    var samples: ArraySlice<InputSamples>
    /// The groups that samples are in besides those that follow from their attachments.
    var groups: SampleGroupKinds?
    var combinations = GroupCombinations()
    /// The kinds of other data that the samples have. All samples are encrypted in the same form,
    /// or none is.
    var extras = SampleExtraKinds()
    var isQuickTime = true

    /// The form in which the samples are encrypted.
    var encryption: EncryptionForm { samples.first?.encryption ?? .none }

    var size: UInt64 { samples.reduce(0) { $0 + $1.data.size } }

    /// The auxiliary information that is stored after the media, one kind after another.
    var information: [UInt8] {
      var bytes: [UInt8] = []
      for kind in extras.auxiliary.indices where !extras.auxiliary[kind].isEncryption {
        for sample in samples { bytes += sample.extras?.auxiliary[kind].bytes ?? [] }
      }
      return bytes
    }

    /// The size of `information` in bytes.
    fileprivate var informationSize: UInt64 {
      var size: UInt64 = 0
      for kind in extras.auxiliary.indices where !extras.auxiliary[kind].isEncryption {
        for sample in samples { size += UInt64(sample.extras?.auxiliary[kind].bytes.count ?? 0) }
      }
      return size
    }

    fileprivate func sizes(ofKind kind: Int) -> [UInt8] {
      samples.map { UInt8(clamping: $0.extras?.auxiliary[kind].bytes.count ?? 0) }
    }

    /// Returns the index row of the first sample where decoding can begin. `number` is the number
    /// of the `traf`, from 1.
    func firstSync(at offset: UInt64, number: UInt32) -> TrackFragmentRandomAccess.Row? {
      var time = Int64(clamping: decodeTime)
      var sample: UInt32 = 1
      for item in samples {
        if item.attachments.isSync {
          var row = TrackFragmentRandomAccess.Row()
          row.time = UInt64(clamping: time + Int64(item.compositionOffset) + bias)
          row.moofOffset = offset
          row.trafNumber = number
          row.sampleNumber = sample
          return row
        }
        time += Int64(item.duration)
        sample += 1
      }
      return nil
    }
  }

  /// Returns the `moof` and the header of the `mdat` after it. The `mdat` contains the media of the
  /// tracks one after another, and then the auxiliary information of each track.
  static func fragment(
    _ tracks: [Track], sequenceNumber: UInt32
  ) throws(FormatError) -> [UInt8] {
    // A movie can have a track in every hundred bytes, so the atoms are made twice and not kept.
    var size: UInt64 = 0
    try forEachAtom(of: tracks, sequenceNumber, headSize: 0) { size += $0.size }
    let fragment = Atom("moof", .extent(0..<size))
    var bytes = try fragment.serializedHeader()
    // The header of the `mdat` has at most 16 bytes.
    bytes.reserveCapacity(Int(clamping: fragment.size &+ 16))
    try forEachAtom(of: tracks, sequenceNumber, headSize: fragment.size + 8) {
      (atom) throws(FormatError) in bytes += try atom.serialized()
    }
    let media = tracks.reduce(0) { $0 + $1.size + $1.informationSize }
    bytes += try Atom("mdat", .extent(0..<media)).serializedHeader()
    return bytes
  }

  /// Passes on the atoms in a `moof`. `headSize` is the distance of the media from the start of the `moof`
  /// in bytes.
  private static func forEachAtom(
    of tracks: [Track], _ sequenceNumber: UInt32, headSize: UInt64,
    _ pass: (Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    var header = MovieFragmentHeader()
    header.sequenceNumber = sequenceNumber
    let first = try Atom("mfhd", header)
    try pass(first)
    var offset = headSize
    var information = headSize + tracks.reduce(0) { $0 + $1.size }
    // The header of the `moof` itself has eight bytes.
    var place = 8 + first.size
    for track in tracks {
      guard let dataOffset = Int32(exactly: offset) else {
        throw FormatError(.doesNotFit(bits: 32), path: "moof/traf/trun/data_offset")
      }
      let fragment = try trackFragment(
        track, dataOffset: dataOffset, at: place, information: &information)
      try pass(fragment)
      place += fragment.size
      offset += track.size
    }
  }

  /// `place` is the distance of the `traf` from the start of the `moof`, in bytes. `information` is
  /// that of the track's auxiliary information, and afterwards that of the next track's.
  private static func trackFragment(
    _ track: Track, dataOffset: Int32, at place: UInt64, information: inout UInt64
  ) throws(FormatError) -> Atom {
    let samples = track.samples
    let first = samples[samples.startIndex]
    var header = TrackFragmentHeader()
    header.flags |= TrackFragmentHeader.hasSampleDescriptionIndex
    header.trackID = track.trackID
    header.sampleDescriptionIndex = UInt32(clamping: first.descriptionIndex + 1)
    var run = TrackFragmentRun()
    run.flags = TrackFragmentRun.hasDataOffset
    run.dataOffset = dataOffset
    // What is the same for all samples is stored once.
    if samples.allSatisfy({ $0.duration == first.duration }) {
      header.flags |= TrackFragmentHeader.hasDefaultSampleDuration
      header.defaultSampleDuration = first.duration
    } else {
      run.flags |= TrackFragmentRun.hasSampleDuration
    }
    if samples.allSatisfy({ $0.size == first.size }) {
      header.flags |= TrackFragmentHeader.hasDefaultSampleSize
      header.defaultSampleSize = first.size
    } else {
      run.flags |= TrackFragmentRun.hasSampleSize
    }
    let flags = SampleFlags(first.attachments)
    if samples.allSatisfy({ $0.attachments == first.attachments }) {
      header.flags |= TrackFragmentHeader.hasDefaultSampleFlags
      header.defaultSampleFlags = flags
    } else {
      run.flags |= TrackFragmentRun.hasSampleFlags
    }
    if samples.contains(where: { Int64($0.compositionOffset) + track.bias != 0 }) {
      run.flags |= TrackFragmentRun.hasSampleCompositionTimeOffset
      let isNegative = samples.contains { Int64($0.compositionOffset) + track.bias < 0 }
      run.version = isNegative ? 1 : 0
    }
    run.samples = try rows(track, layout: run.rowLayout)
    var time = TrackFragmentDecodeTime()
    time.version = 1
    time.baseMediaDecodeTime = track.decodeTime
    var children = [try Atom("tfhd", header), try Atom("tfdt", time), try Atom("trun", run)]
    children += try groups(
      samples.map(\.attachments), writtenElsewhere: Set(track.groups?.kinds.map(\.type) ?? []))
    children += try memberships(track)
    children += try parts(track)
    if track.isQuickTime, samples.contains(where: { $0.attachments.needsTableOfQuickTime }) {
      var dependencies = SampleDependencies()
      dependencies.entries = try Table(
        samples.map { SampleDependencies.Row($0.attachments, ofQuickTime: true) })
      children.append(try Atom("sdtp", dependencies))
    }
    children += try auxiliary(track, at: &information)
    let size = children.reduce(UInt64(0)) { $0 + $1.size }
    children += try encryption(track, at: place + 8 + size)
    return Atom("traf", children: children)
  }

  /// Returns an `sbgp` for each kind in which a sample is not in the default group. The groups
  /// themselves are described in the `moov`.
  private static func memberships(_ track: Track) throws(FormatError) -> [Atom] {
    guard let kinds = track.groups else { return [] }
    var atoms: [Atom] = []
    for kind in kinds.kinds.indices {
      let counted = track.samples.lazy.map { sample in
        (count: UInt64(1), group: track.combinations.group(kind, in: sample.groups))
      }
      guard counted.contains(where: { $0.group != kinds.defaults[kind] }) else { continue }
      atoms.append(try kinds.membership(kind, counted))
    }
    return atoms
  }

  /// Returns a `subs` for each kind of sub-samples that a sample has.
  private static func parts(_ track: Track) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    for (number, kind) in track.extras.parts.enumerated() {
      var log = SubSampleLog()
      for (index, sample) in track.samples.enumerated() {
        if let table = sample.extras?.parts[number] {
          try log.append(table, of: UInt64(index + 1))
        }
      }
      if let atom = try log.atom(kind) { atoms.append(atom) }
    }
    return atoms
  }

  /// Returns `saiz` and `saio` for each kind of auxiliary information except encryption. `place` is
  /// the distance of the first kind's information from the start of the `moof`; the others'
  /// information comes after it.
  private static func auxiliary(
    _ track: Track, at place: inout UInt64
  ) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    for (number, kind) in track.extras.auxiliary.enumerated() where !kind.isEncryption {
      let sizes = track.sizes(ofKind: number)
      let size = sizes.reduce(UInt64(0)) { $0 + UInt64($1) }
      guard size > 0 else { continue }
      atoms += [try Atom("saiz", kind.sizes(sizes)), try kind.offset(place)]
      place += size
    }
    return atoms
  }

  /// Returns `senc`, and the `saiz` and `saio` that refer to it. `place` is the distance of the
  /// `senc` from the start of the `moof` (ISO/IEC 23001-7, 7.1 and 7.2).
  private static func encryption(_ track: Track, at place: UInt64) throws(FormatError) -> [Atom] {
    let form = track.encryption
    guard let kind = track.extras.auxiliary.first, form != .none else { return [] }
    var record = SampleEncryption()
    record.version = form == .keys ? 1 : 0
    record.flags = form == .parts ? 2 : 0
    record.sampleCount = UInt32(clamping: track.samples.count)
    record.data = RawBytes(
      bytes: Array(track.samples.lazy.compactMap(\.extras?.auxiliary.first?.bytes).joined())[...])
    // The header of the `senc`, its version and flags, and its count come before the information.
    return [
      try Atom("senc", record), try Atom("saiz", kind.sizes(track.sizes(ofKind: 0))),
      try kind.offset(place + 16),
    ]
  }

  /// Returns the groups for attachments that sample flags cannot express. `writtenElsewhere` has the
  /// types of groups that are written in another way.
  private static func groups(
    _ samples: [SampleAttachments], writtenElsewhere: Set<FourCC>
  ) throws(FormatError) -> [Atom] {
    var atoms: [Atom] = []
    if !writtenElsewhere.contains("rap "), samples.contains(where: \.isPartialSync) {
      let isOpen = samples.map { $0.isPartialSync ? 1 : 0 as UInt32 }
      atoms += try groups(.openRandomAccess(), isOpen)
    }
    guard !writtenElsewhere.contains("roll") else { return atoms }
    var rolls = RollGroups()
    let rolling = samples.map { rolls.group(of: $0.rollDistance) }
    if !rolls.distances.isEmpty { atoms += try groups(.rolls(rolls.distances), rolling) }
    return atoms
  }

  /// Returns the `sgpd` and `sbgp` of a fragment. `groups` has the number of each sample's group,
  /// from 1, or 0 for no group.
  private static func groups(
    _ descriptions: SampleGroupDescriptions, _ groups: [UInt32]
  ) throws(FormatError) -> [Atom] {
    var rows: [SampleToGroup.Row] = []
    for group in groups {
      let number = group == 0 ? 0 : group + SampleToGroup.ownGroups
      if rows.last?.groupDescriptionIndex == number {
        rows[rows.count - 1].sampleCount += 1
      } else {
        rows.append(SampleToGroup.Row(sampleCount: 1, group: number))
      }
    }
    var membership = SampleToGroup()
    membership.groupingType = descriptions.groupingType
    membership.entries = try Table(rows)
    return [try Atom("sgpd", descriptions), try Atom("sbgp", membership)]
  }

  private static func rows(
    _ track: Track, layout: UInt32
  ) throws(FormatError) -> Table<TrackFragmentRun.Row> {
    if layout == 0 {
      return Table(bytes: [], count: track.samples.count, layout: layout, strideBits: 0)
    }
    var rows: [TrackFragmentRun.Row] = []
    for item in track.samples {
      guard let offset = Int32(exactly: Int64(item.compositionOffset) + track.bias) else {
        throw FormatError(
          .doesNotFit(bits: 32), path: "moof/traf/trun/sample_composition_time_offset")
      }
      var row = TrackFragmentRun.Row()
      row.sampleDuration = item.duration
      row.sampleSize = item.size
      row.sampleFlags = SampleFlags(item.attachments)
      row.sampleCompositionTimeOffset = offset
      rows.append(row)
    }
    return try Table(rows, layout: layout)
  }

  /// Returns the `mfra`, which says where in the file each track can be entered. `shift` is the
  /// number of bytes by which the fragments have moved towards the end since the points were
  /// recorded.
  static func randomAccess(
    _ tracks: [(trackID: UInt32, points: AccessPoints)], shift: UInt64
  ) throws(FormatError) -> (atom: Atom, tables: StreamedAtoms) {
    var tree = StreamedAtoms()
    var children: [Atom] = []
    for (trackID, points) in tracks where points.count > 0 {
      var access = TrackFragmentRandomAccess()
      access.version = 1
      access.trackID = trackID
      // A `traf` has one `trun`, so one byte is enough for its number. The other numbers have four
      // bytes.
      access.lengthSizeOfTrafNum = 3
      access.lengthSizeOfTrunNum = 0
      access.lengthSizeOfSampleNum = 3
      children.append(
        tree.atom(
          try StreamedTable(
            "tfra", access, count: points.count, rows: points.rows(shift: shift),
            layout: access.rowLayout)))
    }
    var offset = MovieFragmentRandomAccessOffset()
    let empty = Atom("mfra", children: children + [try Atom("mfro", offset)])
    guard let size = UInt32(exactly: empty.size) else {
      throw FormatError(.doesNotFit(bits: 32), path: "mfra")
    }
    offset.parentSize = size
    return (Atom("mfra", children: children + [try Atom("mfro", offset)]), tree)
  }
}
