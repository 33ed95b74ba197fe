/// Collects samples into fragments, and writes each fragment when it is complete.
///
/// A fragment ends where the leading track (the first video track that is no slide show, else the first audio track,
/// or else the first track) has a sync sample that is far enough from its beginning, once all other tracks have
/// reached that time.
/// How long the last sample of a track lasts is only known when the next one comes, so a track has reached it when
/// a sample at that time or after it is there. If the samples of a track have always followed one another as they
/// said, the last one's word is taken.
final class FragmentWriter {
  /// A fragment ends early if it has more than `mostHeld` bytes that are in no other file, or more
  /// than `mostBytes` bytes in all.
  private static let mostHeld: UInt64 = 12 << 20
  private static let mostBytes: UInt64 = 1 << 30
  /// It also ends early if it has more than this many samples, each of which takes some 200 bytes.
  private static let mostNewSamples = 1 << 17
  /// If a movie is rewritten, it may have this many samples, and one more for each 64 bytes of the
  /// old file: tables of a few bytes can claim any number of samples that share theirs.
  static let mostSamples = 1 << 14

  private let interval: MediaTime
  /// The time that is shown at the start of the movie.
  private var movieStart = MediaTime.zero
  /// The entries of an index before the fragments; nil if there is no index, and readers can read
  /// each fragment as soon as it is written.
  private var subsegments: Subsegments?
  /// The offset of the first fragment in the file.
  private var firstOffset: UInt64 = 0
  private var lanes: [FragmentLane] = []
  /// The lane of each track.
  private var laneOfTrack: [UInt32: Int] = [:]
  /// The lane of the first video, else of the first audio, or else of the first track that is not timecode: fragments
  /// end before its sync samples.
  private var lead: Int { firstVideo ?? firstSound ?? firstMedia ?? 0 }
  private var firstVideo: Int?
  private var firstSound: Int?
  private var firstMedia: Int?
  /// The timeline of that lane; nil before the header is written.
  private var leadTimeline: TrackTimeline?
  /// The number of ticks by which an edit shows it earlier than its media says; not above 0.
  private var leadAdvance: Int64 = 0
  private var sequenceNumber: UInt32 = 0
  private var held: UInt64 = 0
  /// How many samples are held.
  private var count = 0
  private var bytes: UInt64 = 0
  /// The time at which the fragment being collected begins. If the fragment before it ended early,
  /// that fragment's start instead. Nil before the first sample.
  private var start: MediaTime?
  /// The time at which it ends, as soon as that is known.
  private var cut: MediaTime?
  /// The last time at which a fragment will end, as far as the leading track is known. It is past the cut if that track
  /// did not wait there.
  private var horizon: MediaTime?
  /// How many lanes, from the first on, are known to have reached a cut.
  private var complete: (cut: MediaTime?, lanes: Int) = (nil, 0)
  /// True while a fragment is made, because timecode samples are appended meanwhile.
  private var isWriting = false
  /// Whether the movie's `moov` is written.
  private(set) var hasHeader = false
  /// The place in the `moov` for the duration of the movie.
  private var duration: FragmentedDuration?

  init(interval: MediaTime, isIndexed: Bool) {
    self.interval = interval
    subsegments = isIndexed ? Subsegments() : nil
  }

  func addLane(_ input: MovieWriter.Input, start: MediaTime) {
    if laneOfTrack[input.trackID] == nil { laneOfTrack[input.trackID] = lanes.count }
    movieStart = start
    let lane = FragmentLane(input, start: start)
    if firstVideo == nil, input.settings.mediaType == .video, !input.settings.isSlideShow {
      firstVideo = lanes.count
    }
    if firstSound == nil, input.settings.mediaType == .audio { firstSound = lanes.count }
    if firstMedia == nil, !lane.isTimecode { firstMedia = lanes.count }
    lanes.append(lane)
  }

  /// Whether the input is not too far ahead of the others.
  func isReady(_ lane: Int) -> Bool {
    let lead = lead
    if let cut { return lane == lead ? mayLeadOn(past: cut) : !lanes[lane].isComplete(to: cut) }
    guard lane != lead, !lanes[lead].isFinished, let end = lanes[lane].end else { return true }
    return end < (lanes[lead].end ?? movieStart) + interval
  }

  /// Whether the leading track need not wait for the others at a cut: the one that all wait for says that its next
  /// sample comes later. That one may be made from what the leading track has until then.
  private func mayLeadOn(past cut: MediaTime) -> Bool {
    guard complete.cut == cut, complete.lanes < lanes.count, let horizon else { return false }
    return (lanes[complete.lanes].end ?? movieStart) >= horizon
  }

  func append(_ samples: InputSamples, to lane: Int) throws(WritingError) {
    // The sample before, which may be many frames of audio, lasts until these samples begin.
    let written = lanes[lane].written
    if let last = lanes[lane].samples.indices.last {
      let begin = max(samples.decode, written ?? samples.decode)
      // Both values have at most 62 bits.
      guard let length = UInt32(exactly: begin - lanes[lane].samples[last].decode) else {
        throw .timeOutOfRange(track: lanes[lane].input.trackID)
      }
      lanes[lane].samples[last].duration = length
    }
    let first = lanes[lane].samples.count
    if samples.count == 1, samples.perPacket == 1 {
      lanes[lane].samples.append(samples)
      count += 1
    } else {
      appendDivided(samples, to: lane)
    }
    if let written, samples.decode < written { try delay(lane, after: first, to: written) }
    lanes[lane].noteTimes(of: samples)
    bytes += samples.data.size
    if samples.data.isOwn { held += samples.data.size }
    if lane == lead {
      lookForCut(after: first)
      lookAhead(after: first)
    }
  }

  /// Appends several samples, or packets of them.
  private func appendDivided(_ samples: InputSamples, to lane: Int) {
    var rest = samples
    // In fragments, about a thousand frames of audio are joined to a sample, as readers expect.
    // Packets stay whole.
    let isMoment = rest.perPacket > 1 || rest.duration == 1 && lanes[lane].isUncompressedSound
    let joined =
      isMoment
      ? max(1, 1024 / UInt64(rest.perPacket) * UInt64(rest.perPacket)) : 1
    guard joined > 1 || rest.perPacket > 1 else {
      count += Int(rest.count)
      return lanes[lane].append(oneByOne: rest)
    }
    while rest.count > 0 {
      lanes[lane].samples.append(rest.takeFirst(rest.whole(joined)).joined)
      count += 1
    }
  }

  /// Makes samples, after a number of others, be decoded only when the fragment before has ended. It was written before
  /// these samples were there, and its last one was said to last longer. They are shown at their time.
  private func delay(_ lane: Int, after number: Int, to written: Int64) throws(WritingError) {
    for index in lanes[lane].samples.indices.dropFirst(number) {
      // Both values have at most 62 bits.
      let late = written - lanes[lane].samples[index].decode
      guard late > 0 else { return }
      let offset = Int64(lanes[lane].samples[index].compositionOffset) - late
      guard let offset = Int32(exactly: offset) else {
        throw .timeOutOfRange(track: lanes[lane].input.trackID)
      }
      let duration = Int64(lanes[lane].samples[index].duration) - late
      lanes[lane].samples[index].decode = written
      lanes[lane].samples[index].compositionOffset = offset
      lanes[lane].samples[index].duration = UInt32(clamping: duration)
    }
  }

  func finishLane(_ lane: Int) { lanes[lane].isFinished = true }

  /// Looks for the sample of the leading track that begins the next fragment, after a number of samples that
  /// do not.
  private func lookForCut(after number: Int) {
    // Of the samples, only what is asked for is copied.
    let lead = lead
    guard cut == nil, !lanes[lead].samples.isEmpty else { return }
    // After a fragment that ended early, the next may begin where that fragment was supposed to
    // end.
    let first = lanes[lead].samples.startIndex
    let start =
      start.flatMap { isEnd(first, from: $0) ? nil : $0 } ?? lanes[lead].samples[first].start
    self.start = start
    let end = (first + number..<lanes[lead].samples.endIndex).first { isEnd($0, from: start) }
    cut = end.map { lanes[lead].samples[$0].start }
    if let cut { horizon = max(cut, horizon ?? cut) }
  }

  /// Looks for the last sample of the leading track that begins a fragment, after a number of samples that do not.
  private func lookAhead(after number: Int) {
    guard cut != nil, let known = horizon else { return }
    var last = known
    let lead = lead
    for index in lanes[lead].samples.indices.dropFirst(number) where isEnd(index, from: last) {
      last = lanes[lead].samples[index].start
    }
    horizon = last
  }

  /// Whether a sample of the leading track ends a fragment that begins at `start`.
  private func isEnd(_ index: Int, from start: MediaTime) -> Bool {
    let lead = lead
    let attachments = lanes[lead].samples[index].attachments
    guard attachments.isSync || attachments.isPartialSync else { return false }
    let time = lanes[lead].samples[index].start
    return time > start && time - start >= interval
  }

  // MARK: Writing

  func writeReady(in writer: MovieWriter, to output: OutputFile) throws(WritingError) {
    guard !isWriting else { return }
    try writeComplete(in: writer, to: output)
    if held > Self.mostHeld || bytes > Self.mostBytes || count > Self.mostSamples(writer.options) {
      try write(until: cut, in: writer, to: output)
      // Else all would wait for one another, if the next fragment is complete too.
      try writeComplete(in: writer, to: output)
    }
  }

  private func writeComplete(
    in writer: MovieWriter, to output: OutputFile
  ) throws(WritingError) {
    while let cut, isComplete(to: cut) {
      try write(until: cut, in: writer, to: output)
    }
  }

  private static func mostSamples(_ options: MovieWriter.Options) -> Int {
    options.kept.map { mostSamples + Int(clamping: $0.file.size / 64) } ?? mostNewSamples
  }

  /// Whether all lanes have reached a cut. It is asked after each sample, so those that have are not asked again.
  private func isComplete(to cut: MediaTime) -> Bool {
    if complete.cut != cut { complete = (cut, 0) }
    let lead = lead
    while complete.lanes < lanes.count {
      let index = complete.lanes
      guard index == lead || lanes[index].isComplete(to: cut) else { return false }
      complete.lanes += 1
    }
    return true
  }

  /// Writes the remaining samples, the index of all fragments, and the duration of the movie.
  func finish(in writer: MovieWriter, to output: OutputFile) throws(WritingError) {
    try writeRest(in: writer, to: output)
    try writer.appendKeptTail(to: output)
    try writeAccess(shift: 0, to: output)
    try writeDuration(in: writer, to: output)
  }

  /// Writes the remaining samples. Then copies everything into the final file, with an index before
  /// the fragments.
  func finish(
    in writer: MovieWriter, from output: OutputFile, to indexed: OutputFile
  ) throws(WritingError) {
    try writeRest(in: writer, to: output)
    try writeDuration(in: writer, to: output)
    let index = try atoms { () throws(FormatError) in
      try segmentIndex()?.serialized() ?? []
    }
    try io { () throws(IOError) in
      let source = try output.contents()
      try indexed.append(0..<firstOffset, of: source)
      try indexed.append(index)
      try indexed.append(firstOffset..<output.size, of: source)
    }
    try writer.appendKeptTail(to: indexed)
    try writeAccess(shift: UInt64(index.count), to: indexed)
  }

  private func writeRest(in writer: MovieWriter, to output: OutputFile) throws(WritingError) {
    while let cut { try write(until: cut, in: writer, to: output) }
    if lanes.contains(where: { !$0.samples.isEmpty }) {
      try write(until: nil, isLast: true, in: writer, to: output)
    }
    try writeHeader(in: writer, to: output)
  }

  /// `shift` is the number of bytes by which the fragments move towards the end of the file.
  private func writeAccess(shift: UInt64, to output: OutputFile) throws(WritingError) {
    let (access, tables) = try atoms { () throws(FormatError) in
      try FragmentAtoms.randomAccess(
        lanes.map { (trackID: $0.input.trackID, points: $0.accessPoints) }, shift: shift)
    }
    try tables.write(access) { bytes throws(WritingError) in
      try io { () throws(IOError) in try output.append(bytes) }
    }
  }

  private func writeDuration(in writer: MovieWriter, to output: OutputFile) throws(WritingError) {
    let ticks = try atoms { () throws(FormatError) in
      try NewMovieAtoms(inputs: writer.inputs, options: writer.options).shownDuration()
    }
    try duration?.write(ticks, to: output)
  }

  /// Returns the `sidx` of the leading track.
  private func segmentIndex() throws(FormatError) -> Atom? {
    guard let subsegments, let timeline = leadTimeline else { return nil }
    let lane = lanes[lead]
    guard lane.input.times.first != nil else { return nil }
    let end = lane.input.times.presentationEnd - timeline.mediaStart + timeline.bias
    return try subsegments.atom(
      trackID: lane.input.trackID, timescale: lane.input.settings.timescale,
      shift: try timeline.movieShift(), end: end)
  }

  private func writeHeader(in writer: MovieWriter, to output: OutputFile) throws(WritingError) {
    guard !hasHeader else { return }
    expectLateStarts()
    let (atom, tables) = try atoms { () throws(FormatError) in
      try NewMovieAtoms(inputs: writer.inputs, options: writer.options).movie(shift: 0)
    }
    duration = FragmentedDuration(in: atom, at: output.size)
    try tables.write(atom) { bytes throws(WritingError) in
      try io { () throws(IOError) in try output.append(bytes) }
    }
    for index in lanes.indices {
      let timeline = try atoms { () throws(FormatError) in
        try TrackTimeline(lanes[index].input, writer.options)
      }
      lanes[index].mediaStart = timeline.mediaStart
      let times = lanes[index].input.times
      if let first = times.first { lanes[index].delay = times.presentationStart - first }
      lanes[index].bias = timeline.bias
      guard index == lead else { continue }
      leadTimeline = timeline
      // It is 0 too if edits do more than that.
      leadAdvance = min(0, (try? timeline.editShift()) ?? 0)
    }
    // An error is better thrown now than when everything is written.
    if subsegments != nil {
      _ = try atoms { () throws(FormatError) in try leadTimeline?.movieShift() }
    }
    firstOffset = output.size
    hasHeader = true
  }

  /// The header says where the media of a track begins. If a fragment ends early, and others have samples from before
  /// the start of the movie, those of a track without samples will begin about there too.
  private func expectLateStarts() {
    let starts = lanes.compactMap { lane in
      lane.input.times.first.map { _ in
        MediaTime(value: lane.input.times.presentationStart, timescale: lane.input.timescale)
      }
    }
    guard let first = starts.min(), first < movieStart else { return }
    // A packet of audio seldom begins with a picture.
    let early = first - MediaTime(value: 1, timescale: 1)
    for lane in lanes where lane.isYetToBegin { lane.input.expectStart(at: early) }
  }

  /// Writes a fragment of all samples that are decoded before `end`, or of all samples if it is
  /// nil.
  private func write(
    until end: MediaTime?, isLast: Bool = false, in writer: MovieWriter, to output: OutputFile
  ) throws(WritingError) {
    isWriting = true
    defer { isWriting = false }
    try writeHeader(in: writer, to: output)
    try addTimecode(until: end, isLast: isLast, writer.options)
    var tracks: [FragmentAtoms.Track] = []
    for index in lanes.indices {
      let samples = takeSamples(of: index, until: end)
      guard !samples.isEmpty else { continue }
      try split(samples, of: lanes[index], into: &tracks)
    }
    // A fragment that ended early to save memory does not delay the next entry point.
    if end != nil { start = nil }
    cut = nil
    if !lanes[lead].samples.isEmpty { lookForCut(after: 0) }
    for parts in Self.fragments(of: tracks) { try write(parts, to: output, writer.options) }
  }

  /// Distributes the parts of tracks among fragments so that in each fragment all samples of a
  /// track are encrypted in the same form: readers expect one encryption table for each track of a
  /// fragment.
  private static func fragments(of tracks: [FragmentAtoms.Track]) -> [[FragmentAtoms.Track]] {
    // Without a copy, for which there may be too many.
    guard tracks.contains(where: { $0.encryption != .none }) else {
      return tracks.isEmpty ? [] : [tracks]
    }
    var fragments: [[FragmentAtoms.Track]] = []
    /// The fragment that a track's last part was put in, and the form of its encryption.
    var last: [UInt32: (fragment: Int, form: EncryptionForm)] = [:]
    for track in tracks {
      let form = track.encryption
      var number = 0
      if let (fragment, before) = last[track.trackID] {
        number = form == .none && before == .none ? fragment : fragment + 1
      }
      last[track.trackID] = (number, form)
      if number == fragments.count { fragments.append([]) }
      fragments[number].append(track)
    }
    return fragments
  }

  private func write(
    _ tracks: [FragmentAtoms.Track], to output: OutputFile, _ options: MovieWriter.Options
  ) throws(WritingError) {
    guard sequenceNumber < .max else { throw .tooLarge(track: 0) }
    sequenceNumber += 1
    let offset = output.size
    let head = try atoms { () throws(FormatError) in
      try FragmentAtoms.fragment(tracks, sequenceNumber: sequenceNumber)
    }
    try io { () throws(IOError) in
      try output.append(head)
      // Of the samples, only what is asked for is copied.
      for track in tracks {
        try output.append(media: track.samples.indices.lazy.map { track.samples[$0].data })
      }
      for track in tracks { try output.append(track.information) }
      guard subsegments == nil, !options.appearsWhole else { return }
      if sequenceNumber == 1 { try output.publish() } else { try output.sync() }
    }
    remember(tracks, at: offset)
    subsegments?.append(
      bytes: output.size - offset,
      FragmentAtoms.access(to: lanes[lead].input.trackID, in: tracks))
  }

  private func takeSamples(of lane: Int, until end: MediaTime?) -> ArraySlice<InputSamples> {
    var taken: ArraySlice<InputSamples> = []
    swap(&taken, &lanes[lane].samples)
    if let place = end.flatMap({ end in taken.firstIndex { $0.start >= end } }) {
      let rest = taken[place...]
      // A slice keeps everything in its buffer, so what is taken would stay in memory. It costs no more to copy
      // the rest than to take what was before it.
      lanes[lane].samples = rest.count > place ? rest : Array(rest)[...]
      taken = taken[..<place]
    }
    if let last = taken.last { lanes[lane].noteWritten(last) }
    count -= taken.count
    for samples in taken {
      bytes -= samples.data.size
      if samples.data.isOwn { held -= samples.data.size }
    }
    return taken
  }

  /// Appends one part for each run of samples that have the same description and form of
  /// encryption.
  private func split(
    _ samples: ArraySlice<InputSamples>, of lane: FragmentLane,
    into tracks: inout [FragmentAtoms.Track]
  ) throws(WritingError) {
    let input = lane.input
    let kept = input.settings.kept
    var start = samples.startIndex
    while start < samples.endIndex {
      let first = samples[start]
      let end =
        samples[start...].firstIndex {
          $0.descriptionIndex != first.descriptionIndex || $0.encryption != first.encryption
        } ?? samples.endIndex
      guard let time = UInt64(exactly: first.decode - lane.mediaStart) else {
        throw .format(
          FormatError(
            .invalidTime(
              "the first sample of track \(input.trackID) begins at \(first.start), earlier than the header says, "
                + "which is already written; append the first sample of each track before any track has a whole "
                + "fragment")))
      }
      tracks.append(
        FragmentAtoms.Track(
          trackID: input.trackID, decodeTime: time, bias: lane.bias,
          samples: samples[start..<end],
          groups: kept?.groups, combinations: input.combinations,
          extras: kept?.extras ?? SampleExtraKinds(), isQuickTime: input.isInQuickTime))
      start = end
    }
  }

  /// Gives each timecode track its sample: the timecode of the fragment's frames. `end` is nil if the fragment has all
  /// samples.
  private func addTimecode(
    until end: MediaTime?, isLast: Bool, _ options: MovieWriter.Options
  ) throws(WritingError) {
    let leading = lanes[lead]
    guard let from = leading.samples.first?.start, let leadEnd = end ?? leading.end else { return }
    // Presentation times differ from decode times by `delay`.
    let delay = MediaTime(
      value: leading.delay + leadAdvance, timescale: leading.input.timescale)
    for index in lanes.indices {
      // The sample comes back to this writer, so nothing of the lane may be in use.
      let input = lanes[index].input
      guard var samples = lanes[index].timecode, let timecode = input.timecode else { continue }
      var until = leadEnd + delay
      // Composition offsets can show the last frame after the end of the media.
      if end == nil, let last = timecode.end(options) { until = max(until, last) }
      // Edits in ticks of the movie may end a little early, so only what is longer by a frame is cut off.
      if let last = timecode.endOfEdits(options), until - last >= timecode.format.frameDuration {
        until = last
      }
      try samples.append(from: from + delay, until: until, isLast: isLast, to: input)
      lanes[index].timecode = samples
    }
  }

  private func remember(_ tracks: [FragmentAtoms.Track], at offset: UInt64) {
    var seen: Set<UInt32> = []
    for (number, track) in tracks.enumerated() where !seen.contains(track.trackID) {
      guard let point = track.firstSync(at: offset, number: UInt32(clamping: number + 1)),
        let lane = laneOfTrack[track.trackID]
      else { continue }
      seen.insert(track.trackID)
      lanes[lane].accessPoints.append(point)
    }
  }
}
