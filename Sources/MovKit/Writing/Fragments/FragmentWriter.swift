/// Collects samples into fragments, and writes each fragment when it is complete.
///
/// A fragment ends where the leading track (the first video track, or else the first track) has a
/// sync sample that is far enough from its beginning, once all other tracks have reached that time.
final class FragmentWriter {
  private struct Lane {
    let input: MovieWriter.Input
    /// A slice, because a fragment takes the first ones, and there may be very many more.
    var samples: ArraySlice<InputSamples> = []
    /// The decode time of its next sample, as far as known.
    var end: MediaTime
    var isFinished = false
    /// The tick of the input that is tick 0 of the media, and the number of ticks that is added to every
    /// composition offset. They are known once the header is written, before the first fragment.
    var mediaStart: Int64 = 0
    /// The time from the first decode time to the first presentation time, in ticks.
    var delay: Int64 = 0
    var bias: Int64 = 0
    var accessPoints = AccessPoints()

    /// Whether the samples are frames of uncompressed audio, which can be joined. Packets of
    /// compressed audio are not.
    let isUncompressedSound: Bool

    init(_ input: MovieWriter.Input, start: MediaTime) {
      self.input = input
      end = start
      let description = input.sampleDescriptions.first
      isUncompressedSound =
        input.settings.mediaType == .audio
        && description?.audioFrameSize(input.settings.timescale) != nil
    }

    /// Whether its samples are made by this writer.
    var isTimecode: Bool { input.timecode != nil }
  }

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
  /// The entries of an index before the fragments; nil if there is no index, and readers can read
  /// each fragment as soon as it is written.
  private var subsegments: Subsegments?
  /// The offset of the first fragment in the file.
  private var firstOffset: UInt64 = 0
  private var lanes: [Lane] = []
  /// The lane of each track.
  private var laneOfTrack: [UInt32: Int] = [:]
  /// The lane of the first video, or else of the first track that is not timecode: fragments end
  /// before its sync samples.
  private var lead: Int { firstVideo ?? firstMedia ?? 0 }
  private var firstVideo: Int?
  private var firstMedia: Int?
  /// The timeline of that lane; nil before the header is written.
  private var leadTimeline: TrackTimeline?
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
    let lane = Lane(input, start: start)
    if firstVideo == nil, input.settings.mediaType == .video { firstVideo = lanes.count }
    if firstMedia == nil, !lane.isTimecode { firstMedia = lanes.count }
    lanes.append(lane)
  }

  /// Whether the input is not too far ahead of the others.
  func isReady(_ lane: Int) -> Bool {
    let lead = lead
    if let cut { return lane != lead && lanes[lane].end < cut }
    if lane == lead || lanes[lead].isFinished { return true }
    return lanes[lane].end < lanes[lead].end + interval
  }

  func append(_ samples: InputSamples, to lane: Int) throws(WritingError) {
    // The sample before, which may be many frames of audio, lasts until these samples begin.
    if let last = lanes[lane].samples.indices.last {
      // Both values have at most 62 bits.
      guard let length = UInt32(exactly: samples.decode - lanes[lane].samples[last].decode) else {
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
    lanes[lane].end = samples.end
    bytes += samples.data.size
    if samples.data.isOwn { held += samples.data.size }
    if lane == lead { lookForCut(after: first) }
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
    while rest.count > 0 {
      lanes[lane].samples.append(rest.takeFirst(rest.whole(joined)).joined)
      count += 1
    }
  }

  func finishLane(_ lane: Int) { lanes[lane].isFinished = true }

  /// Looks for the sample of the leading track that begins the next fragment, after a number of samples that
  /// do not.
  private func lookForCut(after number: Int) {
    // Of the samples, only what is asked for is copied.
    let lead = lead
    guard cut == nil, !lanes[lead].samples.isEmpty else { return }
    func isEnd(_ index: Int, from start: MediaTime) -> Bool {
      let attachments = lanes[lead].samples[index].attachments
      guard attachments.isSync || attachments.isPartialSync else { return false }
      let time = lanes[lead].samples[index].start
      return time > start && time - start >= interval
    }
    // After a fragment that ended early, the next may begin where that fragment was supposed to
    // end.
    let first = lanes[lead].samples.startIndex
    let start =
      start.flatMap { isEnd(first, from: $0) ? nil : $0 } ?? lanes[lead].samples[first].start
    self.start = start
    let end = (first + number..<lanes[lead].samples.endIndex).first { isEnd($0, from: start) }
    cut = end.map { lanes[lead].samples[$0].start }
  }

  // MARK: Writing

  func writeReady(in writer: MovieWriter, to output: OutputFile) throws(WritingError) {
    guard !isWriting else { return }
    while let cut, isComplete(to: cut) {
      try write(until: cut, in: writer, to: output)
    }
    if held > Self.mostHeld || bytes > Self.mostBytes || count > Self.mostSamples(writer.options) {
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
      guard
        index == lead || lanes[index].isFinished || lanes[index].isTimecode
          || lanes[index].end >= cut
      else { return false }
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
      try write(until: nil, in: writer, to: output)
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
    let end = lane.input.times.presentationEnd - timeline.mediaStart + timeline.bias
    return try subsegments.atom(
      trackID: lane.input.trackID, timescale: lane.input.settings.timescale,
      shift: try timeline.movieShift(), end: end)
  }

  private func writeHeader(in writer: MovieWriter, to output: OutputFile) throws(WritingError) {
    guard !hasHeader else { return }
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
      if index == lead { leadTimeline = timeline }
    }
    // An error is better thrown now than when everything is written.
    if subsegments != nil {
      _ = try atoms { () throws(FormatError) in try leadTimeline?.movieShift() }
    }
    firstOffset = output.size
    hasHeader = true
  }

  /// Writes a fragment of all samples that are decoded before `end`, or of all samples if it is
  /// nil.
  private func write(
    until end: MediaTime?, in writer: MovieWriter, to output: OutputFile
  ) throws(WritingError) {
    isWriting = true
    defer { isWriting = false }
    try writeHeader(in: writer, to: output)
    try addTimecode(until: end, writer.options)
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
      for track in tracks { try output.append(media: track.samples.lazy.map(\.data)) }
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
    _ samples: ArraySlice<InputSamples>, of lane: Lane, into tracks: inout [FragmentAtoms.Track]
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
        throw .timeOutOfRange(track: input.trackID)
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

  /// Gives each timecode track its sample: the timecode of the fragment's first frame. `end` is nil in the last
  /// fragment.
  private func addTimecode(until end: MediaTime?, _ options: MovieWriter.Options)
    throws(WritingError)
  {
    let leading = lanes[lead]
    guard let from = leading.samples.first?.start else { return }
    // Presentation times differ from decode times by `delay`.
    let delay = MediaTime(value: leading.delay, timescale: leading.input.timescale)
    for index in lanes.indices {
      guard let timecode = lanes[index].input.timecode else { continue }
      let start = options.startTime + timecode.start
      let shown = max(from + delay, start)
      var until = (end ?? leading.end) + delay
      // Composition offsets can show the last frame after the end of the media.
      if end == nil, let last = timecode.end(options) { until = max(until, last) }
      // The video of this fragment can come before the timecode begins.
      guard shown < until else { continue }
      guard
        let frame = timecode.format.frameNumber(timecode.startFrame, advancedBy: shown - start)
      else { throw .timeOutOfRange(track: lanes[index].input.trackID) }
      try lanes[index].input.appendTimecode(atFrame: frame, from: shown, lasting: until - shown)
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
