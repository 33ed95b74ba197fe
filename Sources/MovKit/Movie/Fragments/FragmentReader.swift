extension Atom {
  /// Whether this is a fragment that was finished. If its header is cut off, it was not; those before
  /// it are whole.
  var isWholeFragment: Bool {
    claimedSize == nil && (type == "moof" || type == "!mof" && fragment != nil)
  }
}

/// Reads the fragments of a file once and assigns their samples to the tracks. A damaged fragment
/// makes only the track that it belongs to unreadable.
struct FragmentReader {
  private let moov: Atom
  private let defaults: [UInt32: FragmentDefaults]
  private var samples: [UInt32: FragmentSamples] = [:]
  private var failures: [UInt32: FormatError] = [:]
  private var sharedGroups: [UInt32: SampleGroupRoles.Shared] = [:]
  private var roles: [UInt32: TrackFragmentRoles.Maker] = [:]
  private let fileSize: UInt64
  private let isQuickTime: Bool
  private let tracksWithDefaults: Set<UInt32>
  /// The number of fragments read so far.
  private var fragmentCount = 0
  private var lastSequenceNumber: UInt32?
  /// When the last fragment of a track ends by what Smooth Streaming says of it (`tfxd`), in ticks.
  private var statedEnds: [UInt32: UInt64] = [:]
  /// What kinds of media tracks have. They are read when the first is needed.
  private lazy var mediaTypes = Dictionary(
    moov.all("trak").compactMap { trak in
      trak.trackID.flatMap { id in trak.handler.map { (id, MediaType(rawValue: $0)) } }
    }, uniquingKeysWith: { first, _ in first })
  /// How many bytes compression saved in the header and in the fragments read so far, modulo 2^64.
  private var saved: UInt64
  /// What is odd about fragments whose samples are used nevertheless.
  private(set) var diagnostics = DiagnosticList()
  /// Whether no track has a sample yet.
  private(set) var isEmpty = true

  /// `isQuickTime` affects what is known of samples besides their places and times; `stored` is the
  /// atom that holds `moov` if that is in compressed form.
  init(moov: Atom, in stored: Atom? = nil, fileSize: UInt64, isQuickTime: Bool = false) {
    saved = stored.flatMap { CompressedPlaces($0)?.saved } ?? 0
    self.fileSize = fileSize
    self.isQuickTime = isQuickTime
    self.moov = moov
    defaults = FragmentDefaults.byTrack(in: moov)
    // A dictionary that grows by itself would take up to three times as much.
    samples.reserveCapacity(moov.count(of: ["trak"]))
    tracksWithDefaults = Set(defaults.keys)
    for trak in moov.children where trak.type == "trak" {
      guard let id = trak.trackID, samples[id] == nil else { continue }
      samples[id] = FragmentSamples(start: SampleDurations(trak).ticks)
      sharedGroups[id] = trak.descendant("mdia", "minf", "stbl").flatMap {
        SampleGroupRoles.Shared(in: $0)
      }
    }
  }

  /// Reads a further `moof`, or one in compressed form.
  mutating func add(_ stored: Atom) {
    guard let moof = stored.fragment else { return }
    let start = stored.offset ?? 0
    var places = CompressedPlaces(stored)
    check(moof)
    fragmentCount += 1
    let fragments = moof.trackFragments
    places?.note(fragments.lazy.filter { $0.base == .fragment }.map(\.traf), at: start)
    // Where the data of a `traf` without a base begins: after the data of the previous `traf`.
    var dataEnd = start
    for (index, traf, head, base) in fragments {
      do throws(FormatError) {
        let (base, isConverted) =
          switch base {
          case .given(let place): (places?.areAsInFile == true ? place : place &- saved, true)
          case .fragment: (start, true)
          // Without data before, this is still the start of the `moof`, which is not converted yet.
          case .endOfPrevious: (dataEnd, dataEnd == start)
          }
        try add(
          traf, at: index, in: moof, head, base: base, isConverted ? places : nil, dataEnd: &dataEnd
        )
      } catch {
        if failures[head.trackID] == nil {
          failures[head.trackID] = error.inside("\(fragmentPath)/traf")
        }
      }
    }
    if let places, !places.areAsInFile { saved &+= places.saved }
  }

  /// Returns the end of the last sample of a track so far, in ticks from the start of the media.
  func endTime(of trackID: UInt32) -> UInt64 { samples[trackID]?.endTime ?? 0 }

  /// Returns the extent of the samples of some runs of a track; nil if there are none.
  func extent(of trackID: UInt32, runs: Range<Int>) -> FragmentExtent? {
    samples[trackID]?.extent(ofRuns: runs)
  }

  /// Returns the number of runs that a track has so far.
  func runCount(of trackID: UInt32) -> Int { samples[trackID]?.runCount ?? 0 }

  /// Returns the samples of a track. Throws `FormatError` if its fragments are damaged.
  func samples(of trackID: UInt32) throws(FormatError) -> FragmentSamples {
    if let failure = failures[trackID] { throw failure }
    return samples[trackID] ?? FragmentSamples()
  }

  /// Adds a `traf`, which is the child of a `moof` with an index.
  private mutating func add(
    _ traf: Atom, at index: Int, in moof: Atom, _ head: TrackFragmentHeader, base: UInt64,
    _ places: CompressedPlaces?, dataEnd: inout UInt64
  ) throws(FormatError) {
    let id = head.trackID
    check(head, at: traf.offset)
    let defaults = (defaults[id] ?? FragmentDefaults()).replaced(by: head)
    let tfdt = traf.first("tfdt")
    let time = try tfdt?.decode(TrackFragmentDecodeTime.self).baseMediaDecodeTime
    if tfdt == nil { checkStatedTime(of: traf, id, at: index, in: moof) }
    let roles = roles(of: traf, id)
    var result = FragmentSamples.Addition()
    defer {
      if result.hasSamples { isEmpty = false }
      if let end = result.endAfterStart, let time {
        let path = "\(fragmentPath)/traf/tfdt"
        diagnostics.add(
          "fragment-time", .warning,
          "the fragment of track \(id) begins at tick \(time), before the previous one ends, at \(end)",
          path: path, at: tfdt?.offset)
      }
    }
    // Changed where they are: to take them out and put them back takes longer than to add to them.
    try samples[id, default: FragmentSamples()].add(
      traf, defaults, roles, at: time, base: base, places, fileSize: fileSize, dataEnd: &dataEnd,
      &result)
  }

  /// Returns what a fragment of a track says of its samples; nil if that is nothing.
  private mutating func roles(of traf: Atom, _ id: UInt32) -> TrackFragmentRoles? {
    let details = TrackFragmentRoles.details(of: traf)
    let shared = sharedGroups[id]
    // Most say nothing, and there can be very many tracks.
    guard !details.isEmpty || shared != nil else { return nil }
    return roles[id, default: .init()].roles(
      of: details, shared: shared, isQuickTime: isQuickTime)
  }

  /// The path of the fragment that is being read, with a number because there may be others.
  private var fragmentPath: String { "moof[\(fragmentCount - 1)]" }

  /// Checks that sequence numbers rise (ISO/IEC 14496-12, 8.8.5).
  private mutating func check(_ moof: Atom) {
    guard let mfhd = moof.first("mfhd"),
      let number = try? mfhd.decode(MovieFragmentHeader.self).sequenceNumber
    else { return }
    if let last = lastSequenceNumber, number <= last {
      let index = fragmentCount
      diagnostics.add(
        "fragment-sequence", .warning,
        "the sequence number is \(number), not above that of the previous fragment, \(last)",
        path: "moof[\(index)]/mfhd", at: mfhd.offset)
    }
    lastSequenceNumber = number
  }

  /// Checks that a fragment of Smooth Streaming, which has no other time, follows the one before it without a gap:
  /// clients take the time from the manifest, and do not believe this one ([MS-SSTR], 2.2.4.4), so neither is it used
  /// here. Text and metadata are often there only where there is something to say.
  private mutating func checkStatedTime(
    of traf: Atom, _ id: UInt32, at index: Int, in moof: Atom
  ) {
    let atoms = traf.children
    guard
      let place = atoms.firstIndex(where: {
        $0.type == "uuid" && Array($0.userType) == UserTypes.fragmentTime
      }), let stated = try? atoms[place].decode(FragmentTime.self)
    else { return }
    let last = statedEnds[id]
    statedEnds[id] = stated.duration > 0 ? stated.time.addingClamping(stated.duration) : nil
    // Times are rounded; what is missing is mostly a fragment, which is about as long as this one.
    guard let last, stated.time > last, stated.time - last > stated.duration / 10,
      case let media = mediaTypes[id], media == .video || media == .audio
    else { return }
    let fragment = fragmentPath
    diagnostics.add(
      "fragment-gap", .warning,
      "the fragment of track \(id) is from tick \(stated.time) on (tfxd), and the one before it ends at \(last); a "
        + "fragment may be missing, and as there is no tfdt, the samples are taken to follow one another",
      path:
        "\(fragment)/\(moof.children.pathComponent(at: index))/\(atoms.pathComponent(at: place))",
      at: atoms[place].offset)
  }

  /// Checks that a fragment belongs to a track of the movie that has defaults (8.8.3).
  private mutating func check(_ head: TrackFragmentHeader, at offset: UInt64?) {
    let id = head.trackID
    guard samples[id] == nil || !tracksWithDefaults.contains(id) else { return }
    let path = "\(fragmentPath)/traf"
    if samples[id] == nil {
      diagnostics.add(
        "fragment-track", .warning, "the fragment belongs to track \(id), which does not exist",
        path: path, at: offset)
    } else {
      diagnostics.add(
        "fragment-defaults", .warning, "track \(id) has no defaults for fragments (trex)",
        path: path, at: offset)
    }
  }
}

extension FragmentSamples {
  /// What was found when a `traf` was added.
  fileprivate struct Addition {
    /// The end of the samples before, if the `traf` begins earlier.
    var endAfterStart: UInt64?
    /// Whether there are samples now.
    var hasSamples = false
  }

  /// Adds the runs of a `traf`.
  /// - Parameters:
  ///   - start: When they begin, in ticks; nil for the end of those before.
  ///   - base: The place from which they count.
  ///   - dataEnd: Becomes the end of the data of the last run.
  ///   - result: Becomes what was found, even if this throws.
  fileprivate mutating func add(
    _ traf: Atom, _ defaults: FragmentDefaults, _ roles: TrackFragmentRoles?, at start: UInt64?,
    base: UInt64, _ places: CompressedPlaces?, fileSize: UInt64, dataEnd: inout UInt64,
    _ result: inout Addition
  ) throws(FormatError) {
    if let start, start < endTime, count > 0 { result.endAfterStart = endTime }
    defer { result.hasSamples = count > 0 }
    var (time, position) = (start ?? endTime, base)
    begin(defaults, roles: roles)
    for trun in traf.all("trun") {
      let record = try trun.decode(TrackFragmentRun.self)
      if record.flags & TrackFragmentRun.hasDataOffset != 0 {
        position = base &+ UInt64(bitPattern: Int64(record.dataOffset))
        position = places?.inFile(position) ?? position
      }
      // A sample without a row takes no bytes of the file, so the count is not believed if it
      // exceeds the size of the file.
      guard !record.samples.bytes.isEmpty || UInt64(record.samples.count) <= fileSize else {
        throw FormatError(
          .limit("\(record.samples.count) samples, more than the file has bytes"), path: "trun")
      }
      let (end, byteCount) = try append(record, at: time, offset: position)
      position &+= byteCount
      dataEnd = position
      time = end
    }
  }
}

extension CompressedPlaces {
  /// Takes the places where the runs of a fragment begin that count from its start.
  fileprivate mutating func note(_ trafs: some Sequence<Atom>, at start: UInt64) {
    for traf in trafs {
      for trun in traf.all("trun") {
        guard let run = try? trun.decode(TrackFragmentRun.self),
          run.flags & TrackFragmentRun.hasDataOffset != 0
        else { continue }
        note(start &+ UInt64(bitPattern: Int64(run.dataOffset)))
      }
    }
  }
}
