/// A feed of the samples of a track of another movie, with their times.
package struct TrackCopy: SampleFeed, Sendable {
  let track: Track
  /// Where the copy is; nil before it begins and after it ends. It is far larger than the rest, and a
  /// movie can have very many tracks of which most wait for their turn.
  private var samples: Apart<CopyWalk>?
  private var hasEnded = false
  let file: File
  /// The number of ticks per second of the new media.
  var timescale: Int32
  /// The number of samples and of bytes in a packet of old compressed audio; nil for all other
  /// media.
  private let packet: (samples: UInt32, bytes: UInt32)?
  /// The maximum number of samples appended at once if they are alike. A packet is never divided.
  private let mostAtOnce: Int
  /// The same of samples that are divided.
  private static let mostDivided = 16
  /// How times change if all samples are copied.
  private static let unmoved = CopiedStretch(samples: 0..<0)
  /// What samples have besides their bytes and times, if the whole movie is rewritten.
  var extras: SampleExtrasWalk?
  /// Used when audio samples of fragments are to be divided: the size of a frame of uncompressed
  /// audio, or the number of frames and bytes in a packet of old compressed audio.
  var moment: SoundMoment?
  /// The samples that are copied, and how their times change; nil for all samples with the times
  /// that they have.
  var stretches: [CopiedStretch]?
  private var stretch = 0
  /// The index of each sample description in the new track; nil if that is the old one.
  var descriptions: [Int]?

  /// Prepares to copy the samples of a track.
  /// - Parameters:
  ///   - track: A track whose samples are in `file`.
  ///   - file: A file that must not change until the new movie is written.
  ///   - needed: The samples that are copied, if these are not all.
  ///
  /// Throws if the track's tables are damaged, its samples are in other files, or the file ends before one of
  /// those that are copied.
  package init(
    _ track: Track, in file: File, needing needed: [Range<Int>]? = nil
  ) throws(FormatError) {
    func refuse(_ reason: String) -> FormatError {
      FormatError(.unsupported(reason), path: track.path, at: track.atom.offset)
    }
    guard track.isInMovieFile else { throw refuse("the samples of the track are in another file") }
    guard let timescale = Int32(exactly: track.timescale), timescale > 0 else {
      throw refuse("invalid timescale \(track.timescale)")
    }
    let table = try track.samplesToCopy()
    if let missing = table.diagnostics.first(where: {
      SampleTable.rulesOfPlaces.contains($0.rule)
    }), let first = table.first(of: needed ?? [0..<table.count], beyond: track.fileSize) {
      let time = MediaTime(ticks: first.decodeTime, per: track.timescale)
      let from = first.index > 0 ? time.map { " from \($0.inSeconds) of its media on" } ?? "" : ""
      throw refuse("\(missing.message), so its samples\(from) cannot be copied")
    }
    let descriptions = track.sampleDescriptions.count
    let wrong = table.chunks.first { $0.descriptionIndex >= descriptions }
    if let wrong, !wrong.samples.isEmpty {
      throw refuse(
        "its samples refer to sample description \(wrong.descriptionIndex + 1), but stsd has "
          + "\(descriptions)")
    }
    if table.isEmpty, let wrong = table.diagnostics.first(where: { $0.rule == "stsz-count" }) {
      throw refuse("\(wrong.message), so its samples cannot be found")
    }
    if let packet = table.packet {
      guard let samples = UInt32(exactly: packet.samples),
        let bytes = UInt32(exactly: packet.bytes)
      else { throw refuse("invalid packet size: \(counted(packet.bytes, "byte"))") }
      self.packet = (samples, bytes)
      mostAtOnce = max(1 << 14, Int(clamping: samples))
      guard table.movieCount == table.count else {
        throw refuse("its audio is stored in packets in the header, but not in the fragments")
      }
      guard Self.isWhole(table, packet.bytes, mostAtOnce) else {
        throw refuse("its audio packets do not all have the same duration")
      }
    } else {
      packet = nil
      mostAtOnce = 1 << 14
    }
    count = table.count
    self.timescale = timescale
    self.track = track
    self.file = file
  }

  /// Whether whole packets can be copied: nothing says where the samples of one are.
  private static func isWhole(_ table: SampleTable, _ bytes: UInt64, _ mostAtOnce: Int) -> Bool {
    var walk = table.makeIterator()
    while let (first, _, _) = walk.next(atMost: mostAtOnce) {
      // Only the first sample of a packet has bytes.
      if first.size != bytes { return false }
    }
    return true
  }

  /// The settings for writing the same track into a new movie: description, size, name, volume,
  /// language and edits are the old ones. What the two formats describe in different ways is described
  /// as `type` requires.
  ///
  /// Throws if a description cannot be read, or `type` does not support such audio.
  package func settings(
    for type: MovieWriter.Options.FileType
  ) throws(FormatError) -> MovieWriter.TrackSettings {
    guard type == .quickTime || packet == nil else {
      throw FormatError(
        .unsupported("MP4 does not support this kind of packed audio; write a .mov file"),
        path: track.path, at: track.atom.offset)
    }
    var settings = try track.settings(for: type)
    settings.edits = track.hasEditList ? track.edits : nil
    return settings
  }

  /// The number of samples in all.
  package let count: Int

  package mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
    if samples == nil, !hasEnded {
      let table = try atoms { () throws(FormatError) in try track.sampleTable() }
      samples = Apart(CopyWalk(table, of: file, groupCount: extras?.groupCount ?? 0))
    }
    if try appendAhead(to: input) { return true }
    guard let (sample, number, size) = try nextAlike() else {
      hasEnded = true
      samples = nil
      return false
    }
    let moves = stretches?[stretch] ?? Self.unmoved
    // A method that is called here would get a copy of everything that a copy of a track has.
    let scale = timescale
    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: scale) }
    let description = sample.description(among: descriptions)
    let timing = SampleTiming(
      duration: time(moves.duration(of: sample)),
      presentationTime: time(moves.presentationTime(of: sample)),
      decodeTime: time(moves.decodeTime(of: sample)))
    let range = sample.offset..<sample.offset.addingClamping(size)
    if let (groups, extras) = try extras?.next(sample) {
      try input.append(
        .range(range, file), count: 1, timing: timing, attachments: sample.attachments,
        description: description, groups: groups, extras: extras)
    } else if let moment, number == 1 || moment.packet == nil,
      let each = moment.count(size: sample.size, duration: sample.duration),
      case (let count, false) = each.multipliedReportingOverflow(by: number),
      UInt32(exactly: count) != nil
    {
      try input.append(
        .range(range, file), count: count,
        packet: moment.packet,
        timing: SampleTiming(
          duration: time(moves.factor), presentationTime: timing.presentationTime,
          decodeTime: timing.decodeTime),
        attachments: sample.attachments, description: description)
    } else if let packet {
      try input.append(
        packets: range, of: file, count: number, packet: packet, timing: timing,
        attachments: sample.attachments, description: description)
    } else if number > 1, let sampleSize = Int(exactly: sample.size), sampleSize > 0,
      UInt64(sampleSize) * UInt64(number) == size
    {
      try input.append(
        samples: range, of: file, ofSize: sampleSize, timing: timing,
        attachments: sample.attachments, description: description)
    } else {
      try input.append(
        range, of: file, timing: timing, attachments: sample.attachments,
        description: description)
    }
    return true
  }

  /// Makes each frame of uncompressed audio, and each sample of packets that were joined, a sample of its
  /// own again, as in movies without fragments. Tracks without fragments stay as they are.
  /// - Parameter table: The sample table of the track, if it is known.
  package mutating func divideFragmentedSound(
    _ table: SampleTable? = nil
  ) throws(FormatError) {
    guard track.hasFragments else { return }
    if let table {
      moment = SoundMoment(track, table)
    } else {
      moment = SoundMoment(track, try track.sampleTable())
    }
  }

  /// Returns edits that show all of a track without an edit list, when it is shown without them: from the
  /// first frame to the end of the last, wherever composition offsets and fragments put these.
  package func editsShowingAll() throws(FormatError) -> EditMappings {
    guard let shown = try track.sampleTable().presentedTicks else { return EditMappings([]) }
    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
    let start = max(0, shown.lowerBound)
    let whole = MediaTimeRange(start: time(start), end: time(max(start, shown.upperBound)))
    let gap = MediaTimeMapping(emptyOver: MediaTimeRange(start: time(0), end: time(start)))
    let all = MediaTimeMapping(source: whole, target: whole)
    return EditMappings(start > 0 ? [gap, all] : [all])
  }

  /// The samples that are copied.
  var copiedStretches: [CopiedStretch] { stretches ?? [CopiedStretch(samples: 0..<count)] }

  /// Returns the index of the sample description of a sample in the new track.
  func description(of sample: SampleTable.Sample) -> Int {
    sample.description(among: descriptions)
  }

  /// Appends samples that differ from each other: those that were read ahead, up to where a chunk is complete.
  /// Returns false if what comes next has to be appended by itself.
  private mutating func appendAhead(
    to input: MovieWriter.Input
  ) throws(WritingError) -> Bool {
    guard hasNoExtras, moment == nil, packet == nil, samples != nil, !input.isInFragments,
      input.timescale == timescale
    else { return false }
    if samples?.value.isUsedUp == true, let most = try nextCount() {
      let moves = stretches?[stretch] ?? Self.unmoved
      samples?.value.readAhead(atMost: most, moves, descriptions, &extras)
    }
    return try samples?.value.append(to: input) ?? false
  }

  /// Whether samples have nothing besides their bytes and times, but for groups.
  private var hasNoExtras: Bool { extras?.hasGroupsOnly ?? true }

  /// Returns samples that are copied and are alike, with their number and their bytes together; nil if there are
  /// no more.
  private mutating func nextAlike() throws(WritingError) -> CopyWalk.Alike? {
    if let following = samples?.value.takeFollowing() { return following }
    guard let most = try nextCount() else { return nil }
    return samples?.value.next(atMost: extras == nil ? most : 1)
  }

  /// Goes to the next sample that is copied. Returns how many samples may be read at once; nil if
  /// there are no more.
  private mutating func nextCount() throws(WritingError) -> Int? {
    guard var index = samples?.value.index else { return nil }
    // Each sample that is divided has very many moments.
    let most = !hasNoExtras ? 1 : moment == nil ? mostAtOnce : Self.mostDivided
    guard let stretches else { return most }
    while stretch < stretches.count, index >= stretches[stretch].samples.upperBound {
      stretch += 1
    }
    guard stretch < stretches.count else { return nil }
    let wanted = stretches[stretch].samples
    if hasNoExtras {
      index = max(index, wanted.lowerBound)
      samples?.value.index = index
    }
    // What samples have besides their bytes is stored one after another.
    while index < wanted.lowerBound, let skipped = samples?.value.next() {
      _ = try extras?.next(skipped)
      index += 1
    }
    // Samples that are shortened differ in more than their place.
    if stretches[stretch].limits != nil { return 1 }
    return min(most, wanted.upperBound - index)
  }
}

extension SampleTable {
  /// Returns the first of some samples whose bytes the file does not have; nil if it has them all.
  fileprivate func first(
    of ranges: [Range<Int>], beyond fileSize: UInt64
  ) -> (index: Int, decodeTime: Int64)? {
    for range in ranges {
      var walk = Iterator(self, at: range.lowerBound)
      while walk.index < range.upperBound,
        let (sample, count, size) = walk.next(atMost: range.upperBound - walk.index)
      {
        guard size > 0, sample.offset.addingClamping(size) > fileSize else { continue }
        // All of several have the same size, or belong to packets of one size.
        let there = fileSize > sample.offset ? fileSize - sample.offset : 0
        let whole = UInt128(there) * UInt128(count) / UInt128(size)
        let index = sample.index + Swift.min(Int(clamping: whole), count - 1)
        return (index, times(of: index).decode)
      }
    }
    return nil
  }
}
