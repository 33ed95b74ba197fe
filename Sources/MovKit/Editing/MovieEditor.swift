/// Changes a movie as a value, and tells what to write: media data is never touched, only moved by
/// whoever carries out the plan.
public struct MovieEditor: Sendable {
  /// The movie as it was.
  public let movie: Movie
  private var moov: Atom
  private(set) var added: (stamp: TimecodeStamp, trackID: UInt32)?

  /// Throws where the movie cannot be changed without guessing.
  public init(_ movie: Movie) throws(FormatError) {
    self.movie = movie
    moov = movie.atom
    guard movie.atom.claimedSize == nil, movie.atom.offset != nil else {
      throw FormatError(
        .invalid("the movie header is cut off: nothing is written from a damaged one"),
        path: "moov", at: movie.atom.offset)
    }
  }

  // MARK: Changes

  /// Removes every timecode track, and every reference to one.
  public mutating func removeTimecodeTracks() throws(FormatError) {
    var removed: Set<UInt32> = []
    moov.children = moov.children.filter { atom in
      guard atom.type == "trak", let hdlr = atom.descendant("mdia", "hdlr"),
        let handler = try? hdlr.decode(HandlerReference.self), handler.componentSubtype == "tmcd"
      else { return true }
      if let header = try? atom.first("tkhd")?.decode(TrackHeader.self) {
        removed.insert(header.trackID)
      }
      return false
    }
    try change("trak") { trak throws(FormatError) in
      try trak.removeReferences(to: removed)
    }
    try change("mvex") { mvex throws(FormatError) in
      mvex.children = mvex.children.filter {
        guard let defaults = try? $0.decode(TrackExtends.self), $0.type == "trex" else {
          return true
        }
        return !removed.contains(defaults.trackID)
      }
    }
  }

  /// Adds a timecode track behind the last track. Returns its ID.
  ///
  /// Throws where one of its tracks is not there, or no ID is free.
  public mutating func add(_ stamp: TimecodeStamp) throws(FormatError) -> UInt32 {
    let id = try takeTrackID()
    for target in stamp.trackIDs {
      guard movie.track(target) != nil else {
        throw FormatError(.invalid("there is no track \(target)"), path: "moov")
      }
    }
    try change("trak") { trak throws(FormatError) in
      guard let header = try trak.first("tkhd")?.decode(TrackHeader.self),
        stamp.trackIDs.contains(header.trackID)
      else { return }
      try trak.addReference("tmcd", to: id)
    }
    try change("mvex") { mvex throws(FormatError) in
      var defaults = TrackExtends()
      defaults.trackID = id
      let place = mvex.children.lastIndex { $0.type == "trex" }.map { $0 + 1 }
      mvex.children.insert(
        try Atom("trex", defaults), at: place ?? mvex.children.endIndex)
    }
    added = (stamp, id)
    return id
  }

  private mutating func change(
    _ type: FourCC, _ body: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    for index in moov.children.indices where moov.children[index].type == type {
      do { try body(&moov.children[index]) } catch { throw error.inside("moov/\(type)") }
    }
  }

  /// An ID that no track has. Most files tell the next one; 0 and all ones occur.
  private mutating func takeTrackID() throws(FormatError) -> UInt32 {
    let used = Set(
      moov.all("trak").compactMap { try? $0.first("tkhd")?.decode(TrackHeader.self).trackID }
        + movie.tracks.map(\.id))
    var id: UInt32 = 0
    try change("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        let behindAll = used.max().flatMap { $0 < .max ? $0 + 1 : nil }
        let wanted = max(header.nextTrackID, behindAll ?? 1, 1)
        let isUsable = wanted != .max && !used.contains(wanted)
        let free = isUsable ? wanted : (1..<UInt32.max).first { !used.contains($0) }
        guard let free else { throw FormatError(.invalid("every track ID is taken")) }
        id = free
        // All ones tell that IDs must be searched for (ISO/IEC 14496-12, 8.2.2.3).
        if header.nextTrackID != .max { header.nextTrackID = max(header.nextTrackID, free + 1) }
      }
    }
    return id
  }

  // MARK: The plan

  /// What a file with the changed movie is made of.
  ///
  /// The new `moov` stands where the old one stood. New media data stands beside it: ahead of it
  /// where media comes first, so that `moov` stays last; else behind it.
  ///
  /// Throws where an offset that must change cannot be read or cannot hold its new value.
  public func writePlan() throws(FormatError) -> WritePlan {
    let start = movie.atom.offset ?? 0
    let end = start + movie.atom.size
    let isMediaBehind = movie.file.atoms.contains {
      ($0.offset ?? 0) >= end && Self.mediaTypes.contains($0.type)
    }
    let media = try mediaAtom()
    let mediaSize = UInt64(media.count)
    var size = movie.atom.size
    // Offsets depend on the size of moov, and that on whether offsets need 32 bits or 64. A larger
    // moov never needs fewer bits, so that the sizes tried go one way only, and this ends.
    while true {
      let sampleOffset = start + (isMediaBehind ? size : 0) + 8
      let by = Int64(clamping: size + mediaSize) - Int64(clamping: movie.atom.size)
      let shift = OffsetShift(from: end, by: by)
      let moov: Atom
      do {
        moov = try finished(sampleOffset: sampleOffset, shift: shift)
      } catch { throw error.inside("moov") }
      guard moov.size == size else {
        size = moov.size
        continue
      }
      return try plan(
        start: start, end: end, moov: try moov.serialized(), media: media,
        isMediaBehind: isMediaBehind, shift: shift)
    }
  }

  private static let mediaTypes: Set<FourCC> = ["mdat", "moof", "idat"]

  /// An `mdat` with the sample of the new track; nothing where there is none.
  private func mediaAtom() throws(FormatError) -> [UInt8] {
    guard let added else { return [] }
    let sample: [UInt8]
    do { sample = try added.stamp.format.sampleBytes(frameNumber: added.stamp.startFrame) } catch {
      throw FormatError(.invalid("\(error)"))
    }
    return try Atom("mdat", .bytes(sample[...])).serialized()
  }

  private func finished(sampleOffset: UInt64, shift: OffsetShift) throws(FormatError) -> Atom {
    var result = moov
    if result.form == .toEnd { result.form = .compact }
    try shift.apply(to: &result)
    guard let added else { return result }
    let videos = added.stamp.trackIDs.compactMap { movie.track($0) }
    let track = try TimecodeTrackAtoms(
      isQuickTime: movie.isQuickTime, trackID: added.trackID, format: added.stamp.format,
      extent: TimecodeExtent(
        of: videos, in: movie, frameDuration: added.stamp.format.frameDuration),
      width: videos.first?.naturalSize.width ?? UFixed16x16(rawValue: 0),
      creationTime: movie.creationTime, sampleOffset: sampleOffset
    ).track()
    let place = result.children.lastIndex { $0.type == "trak" }.map { $0 + 1 }
    result.children.insert(track, at: place ?? result.children.endIndex)
    return result
  }

  private func plan(
    start: UInt64, end: UInt64, moov: [UInt8], media: [UInt8], isMediaBehind: Bool,
    shift: OffsetShift
  ) throws(FormatError) -> WritePlan {
    var plan = WritePlan()
    var copied: UInt64 = 0
    func copy(to offset: UInt64, _ label: String) {
      if copied < offset { plan.steps.append(.copy(copied..<offset, label: label)) }
      copied = offset
    }
    let sample = WritePlan.Step.bytes(media, label: "mdat with the timecode sample")
    for atom in movie.file.atoms {
      guard let offset = atom.offset else { continue }
      if offset == start {
        copy(to: start, "what stands ahead of moov, unchanged")
        if !media.isEmpty, !isMediaBehind { plan.steps.append(sample) }
        plan.steps.append(.bytes(moov, label: "moov"))
        if !media.isEmpty, isMediaBehind { plan.steps.append(sample) }
        copied = end
        continue
      }
      var changed = atom
      if try shift.apply(toTopLevel: &changed) {
        copy(to: offset, "unchanged")
        plan.steps.append(.bytes(try changed.serialized(), label: "\(atom.type), offsets moved"))
        copied = offset + atom.size
      }
    }
    copy(to: movie.file.size, "what stands behind, unchanged")
    return plan
  }
}
