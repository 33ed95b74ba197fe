/// The content of a `sidx` (ISO/IEC 14496-12, 8.16.3): the fragments of a movie, grouped so that
/// decoding can begin at each group, and the presentation time of each group.
struct Subsegments {
  private struct Part {
    var bytes: UInt64
    /// The earliest presentation time, in ticks of the media.
    var start: Int64
    var access: FragmentAtoms.StreamAccess
    /// The number of fragments in it that could each begin a part.
    var entries: UInt64 = 1
  }

  /// The limit of a size, which has 31 bits.
  private static let mostBytes: UInt64 = 1 << 31
  private let most: Int
  private var parts: [Part] = []
  /// The number of such fragments that are joined to a part, so that there are not too many parts.
  private var entriesOfPart: UInt64 = 1
  /// The number of bytes of fragments before the first one that has samples of the stream. They
  /// count towards that fragment's part.
  private var ahead: UInt64 = 0

  /// `most` is the maximum number of parts: the count in the index has 16 bits.
  init(most: Int = Int(UInt16.max)) { self.most = most }

  /// Adds the next fragment.
  /// - Parameters:
  ///   - bytes: The size of `moof` and `mdat` together.
  ///   - access: How the stream begins in it; nil if it has no samples of the stream.
  mutating func append(bytes: UInt64, _ access: FragmentAtoms.StreamAccess?) {
    guard let last = parts.last else {
      guard let access else {
        ahead += bytes
        return
      }
      parts.append(Part(bytes: ahead + bytes, start: access.earliest, access: access))
      return
    }
    // A reader that begins anywhere but at an entry point cannot show anything.
    let isLarge = last.bytes + bytes >= Self.mostBytes
    guard let access, access.type != 0 || isLarge, access.earliest > last.start else {
      parts[parts.count - 1].bytes += bytes
      return
    }
    add(Part(bytes: bytes, start: access.earliest, access: access))
  }

  /// Adds a part after the others, or joins it to the last one if that has room.
  private mutating func add(_ part: Part) {
    if let last = parts.last, last.entries + part.entries <= entriesOfPart,
      last.bytes + part.bytes < Self.mostBytes
    {
      parts[parts.count - 1].bytes += part.bytes
      parts[parts.count - 1].entries += part.entries
      return
    }
    if parts.count == most {
      // Twice as many fragments are joined to a part, also in the existing parts.
      let all = parts
      parts = []
      entriesOfPart *= 2
      for part in all { add(part) }
      if parts.count < most { return add(part) }
    }
    parts.append(part)
  }

  private static func failure(_ reason: String) -> FormatError {
    FormatError(.notIndexable("\(reason) for an index (sidx)"))
  }

  /// Returns the index, which is placed directly before the first fragment; nil if there are no
  /// parts.
  /// - Parameters:
  ///   - shift: The number of ticks from media time to movie time, as the edits show the media.
  ///   - end: The time at which the last sample that is shown ends, in ticks of the media.
  ///
  /// Throws if a size or a duration does not fit.
  func atom(
    trackID: UInt32, timescale: UInt32, shift: Int64, end: Int64
  ) throws(FormatError) -> Atom? {
    guard let first = parts.first else { return nil }
    // What comes before the movie's start is not shown. The index has no times below zero.
    func time(_ media: Int64) -> UInt64 { UInt64(max(0, media.addingClamping(shift))) }
    var index = SegmentIndex()
    index.referenceID = trackID
    index.timescale = timescale
    index.earliestPresentationTime = time(first.start)
    index.version = index.earliestPresentationTime > UInt64(UInt32.max) ? 1 : 0
    let ends = parts.dropFirst().map(\.start) + [max(end, parts[parts.count - 1].start)]
    let rows = try zip(parts, ends).map { part, end throws(FormatError) in
      var row = SegmentIndex.Row()
      guard part.bytes < Self.mostBytes else {
        throw Self.failure("a fragment has too many bytes")
      }
      row.referencedSize = UInt32(part.bytes)
      guard let duration = UInt32(exactly: time(end) - time(part.start)) else {
        throw Self.failure("a fragment lasts too long")
      }
      row.subsegmentDuration = duration
      row.startsWithSAP = part.access.type == 0 ? 0 : 1
      row.sapType = part.access.type
      let delta = time(part.access.complete) - time(part.start)
      guard delta < 1 << 28 else {
        throw Self.failure("a fragment can be entered only too far after its start")
      }
      row.sapDeltaTime = UInt32(delta)
      return row
    }
    index.references = try Table(rows, layout: FixedLayout())
    return try Atom("sidx", index)
  }
}

extension FragmentAtoms {
  /// How a stream can be entered at the start of a fragment (ISO/IEC 14496-12, annex I).
  struct StreamAccess: Equatable {
    /// The earliest presentation time in the fragment, in ticks of the media.
    var earliest: Int64
    /// The time from which everything is shown correctly, in ticks of the media.
    var complete: Int64
    /// The type of stream access point.
    /// - 1: all samples that follow are shown later.
    /// - 2: some are shown earlier, and correctly.
    /// - 3: some are shown earlier that depend on samples decoded before.
    /// - 0: decoding cannot begin here.
    var type: UInt8
  }

  /// Returns how a track begins in a fragment; nil if it has no samples there.
  static func access(to trackID: UInt32, in tracks: [Track]) -> StreamAccess? {
    var found: StreamAccess?
    var hasLeading = false
    for track in tracks where track.trackID == trackID {
      var decode = Int64(clamping: track.decodeTime)
      for sample in track.samples {
        let shown = decode + Int64(sample.compositionOffset) + track.bias
        decode += Int64(sample.duration)
        guard var access = found else {
          let attachments = sample.attachments
          found = StreamAccess(
            earliest: shown, complete: shown,
            type: attachments.isPartialSync ? 3 : attachments.isSync ? 1 : 0)
          continue
        }
        if sample.attachments.isLeading == true, shown < access.complete { hasLeading = true }
        access.earliest = min(access.earliest, shown)
        found = access
      }
    }
    guard var access = found else { return nil }
    if access.type != 0 {
      // What is shown before an open entry point is not correct, whether it is marked as leading or
      // not.
      let isOpen = access.type == 3 || hasLeading
      access.type = access.earliest == access.complete ? 1 : isOpen ? 3 : 2
    }
    if access.type != 3 { access.complete = access.earliest }
    return access
  }
}
