extension TimecodeSourceFinder {
  /// Finds the tracks of Sony's metadata, with a label for each frame.
  mutating func findSonyMetadata() throws(IOError) {
    for track in movie.tracks
    where track.sampleDescriptions.contains(where: { $0.type == "rtmd" }) {
      let media: ReadTrack
      do throws(FormatError) { media = try ReadTrack(track) } catch {
        note(error, path: track.path)
        continue
      }
      var labels = SampleLabels(media, most: options.mostSamples)
      guard let first = try labels.label(of: 0) else { continue }
      var source = TimecodeSource(
        .sonyMetadata, path: track.path, trackID: track.id, sampleIndex: 0,
        offset: media.samples[0].offset)
      let duration = track.exactFrame ?? frameDuration
      let drops = try dropFrame(first, of: &labels, duration, &source)
      source.add(
        first, at: labels.time(of: 0), counting: duration, isDropFrame: drops)
      if let run = source.runs.first { try addJumps(from: run, &labels, to: &source) }
      found.append(source)
    }
  }

  /// Whether labels are dropped: what the XML says, or else the label, or else what agrees with the
  /// last label. Cameras leave the flag of the label 0 in drop-frame recordings (MediaInfoLib#2656),
  /// and at 50 frames per second nothing is dropped (MediaInfoLib#2094).
  private func dropFrame(
    _ first: EmbeddedLabel, of labels: inout SampleLabels, _ duration: MediaTime?,
    _ source: inout TimecodeSource
  ) throws(IOError) -> Bool {
    if let sonyDropFrame { return sonyDropFrame }
    if let flag = first.isDropFrame { return flag }
    guard let duration, TimecodeFormat.dropsNumbers(at: duration) else { return false }
    var fitting: [Bool] = []
    if labels.count > 1, options.mostSamples > 1, let last = try labels.label(of: labels.count - 1)
    {
      for drops in [true, false] {
        guard let format = TimecodeFormat.counting(duration, isDropFrame: drops),
          let start = try? format.frameNumber(for: first.timecode),
          let end = try? format.frameNumber(for: last.timecode),
          labels.counts(from: 0, start, to: labels.count - 1, end, format)
        else { continue }
        fitting.append(drops)
      }
    }
    if fitting.count == 1, let drops = fitting.first { return drops }
    source.assume(
      "the flag for drop frame is 0, as in many drop-frame recordings; drop frame is assumed at this "
        + "rate")
    return true
  }

  /// Adds a run for each place at which the labels do not count on.
  private func addJumps(
    from run: TimecodeRun, _ labels: inout SampleLabels, to source: inout TimecodeSource
  ) throws(IOError) {
    let format = run.format
    for (index, number) in try labels.jumps(from: run.frameNumber, format) {
      source.runs.append(
        TimecodeRun(at: labels.time(of: index), format: format, frameNumber: number))
    }
    if labels.isCut {
      source.notes.append(
        "only \(labels.readCount) of \(labels.count) samples were read to find where it jumps")
    }
  }
}

/// The labels of a track that has one in every sample.
private struct SampleLabels {
  private let media: ReadTrack
  private let cursor: SampleCursor
  /// The number of samples that may be read.
  private let most: Int
  /// The number of samples that were read.
  private(set) var readCount = 0
  /// Whether more samples would have had to be read.
  private(set) var isCut = false

  init(_ media: ReadTrack, most: Int) {
    self.media = media
    self.most = max(1, most)
    cursor = SampleCursor(media, SampleSource(media.track.source))
  }

  var count: Int { media.samples.count }

  func time(of index: Int) -> MediaTime {
    cursor.sample(at: index)?.presentationTime ?? .zero
  }

  /// Returns the label of a sample; nil if it has none.
  mutating func label(of index: Int) throws(IOError) -> EmbeddedLabel? {
    guard let sample = cursor.sample(at: index), let count = try? sample.readableCount() else {
      return nil
    }
    readCount += 1
    return SonyRealTimeMetadata.label(
      try media.track.source.read(
        exactly: min(count, SonyRealTimeMetadata.headerSize), at: sample.sample.offset)[...])
  }

  /// Whether the number of a sample follows from that of an earlier one.
  func counts(
    from a: Int, _ first: Int64, to b: Int, _ last: Int64, _ format: TimecodeFormat
  ) -> Bool {
    guard let start = cursor.sample(at: a), let end = cursor.sample(at: b) else { return false }
    let apart = end.mediaTiming.decodeTime - start.mediaTiming.decodeTime
    let half = format.frameDuration.multiplied(by: 1, over: 2)
    let day = format.framesPerDay
    guard let frames = format.frames(in: apart + half), day > 0 else { return false }
    return (first % day + frames % day - last % day) % day == 0
  }

  /// Returns the samples whose labels do not follow from the ones before, and their numbers.
  ///
  /// Where the labels at both ends of a stretch agree with its length, what lies between is taken to
  /// count on. So a recording without a jump costs two reads, and each jump as many as the number of
  /// samples has binary digits.
  mutating func jumps(
    from first: Int64, _ format: TimecodeFormat
  ) throws(IOError) -> [(index: Int, number: Int64)] {
    var found: [(Int, Int64)] = []
    guard count > 1, most > 1, let last = try number(of: count - 1, format) else { return [] }
    var open = [(from: (index: 0, number: first), to: (index: count - 1, number: last))]
    while let (a, b) = open.popLast() {
      if counts(from: a.index, a.number, to: b.index, b.number, format) { continue }
      if b.index - a.index == 1 {
        found.append((b.index, b.number))
        continue
      }
      guard readCount < most else {
        isCut = true
        break
      }
      let middle = a.index + (b.index - a.index) / 2
      guard let number = try number(of: middle, format) else {
        isCut = true
        break
      }
      open.append(((middle, number), b))
      open.append((a, (middle, number)))
    }
    return found
  }

  private mutating func number(
    of index: Int, _ format: TimecodeFormat
  ) throws(IOError) -> Int64? {
    guard let label = try label(of: index) else { return nil }
    return try? format.frameNumber(for: label.timecode)
  }
}
