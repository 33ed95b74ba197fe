import MovKit

/// The rows of a table that says where each is in a record, such as an edited sequence whose timecode begins at
/// 01:00:00:00, and not in the movie. As in an EDL, they count from the first of them.
struct CSVRecord {
  /// Where a row begins in the record: a frame on its clock, or a time, which does not begin again after a day.
  private enum Start {
    case frame(RecordClock.Start)
    case time(MediaTime)
  }

  private struct Part {
    var start: Start
    /// The number of the timecode that begins; nil if what comes before does not count on here.
    var run: UInt32?
    var line: Int
  }

  private var parts: [Part] = []
  /// The timecode of all parts, whose times do not matter. There can be a row in every few bytes.
  private var runs = PackedRuns()
  /// The rate at which the record counts, which is that of its first row; nil before that.
  private(set) var rate: CountingRate?

  /// Adds a row.
  /// - Parameters:
  ///   - text: Where it begins: a label of the record, or a time.
  ///   - rate: The rate of the record, if this is its first row.
  ///   - isDropFrame: What the row says of labels whose separator does not; nil if nothing.
  mutating func add(
    _ run: TimecodeRun?, at text: String, rate: CountingRate, isDropFrame: Bool?,
    _ context: SegmentList.Context, line: Int
  ) throws(SegmentListError) {
    let rate = self.rate ?? rate
    self.rate = rate
    let start: Start
    switch try CSVSegments.moment(text, line: line) {
    case .time(let time): start = .time(time)
    case .timecode(let label):
      let format = try TimecodeFormat.ofList(
        rate, isDropFrame: try label.isDropFrame(at: rate, stated: isDropFrame, line: line),
        reel: nil, context, line: line)
      start = .frame(
        RecordClock.Start(
          frame: try format.frameNumber(of: label, line: line),
          framesPerDay: context.wraps ? format.framesPerDay : .max))
    }
    // A number for each run in memory has far fewer than 32 bits.
    parts.append(Part(start: start, run: run.map { _ in UInt32(clamping: runs.count) }, line: line))
    if let run { runs.append(run) }
  }

  /// Adds the runs of the rows in the order of the record, which begins at the start of the movie.
  func collect(into collector: inout RunCollector) throws(SegmentListError) {
    let places = try places()
    // Lists that are sorted by source are read by record.
    for index in parts.indices.sorted(by: { places[$0] < places[$1] }) {
      guard let number = parts[index].run else {
        collector.end(at: places[index])
        continue
      }
      var run = runs[Int(number)]
      run.time = places[index]
      try collector.add(run, line: parts[index].line)
    }
  }

  /// How long after the beginning of the record each row begins.
  private func places() throws(SegmentListError) -> [MediaTime] {
    let starts: [RecordClock.Start] = parts.compactMap {
      if case .frame(let start) = $0.start { start } else { nil }
    }
    var places: [MediaTime] = []
    places.reserveCapacity(parts.count)
    if starts.count == parts.count {
      let clock = RecordClock(starts)
      for (part, start) in zip(parts, starts) {
        places.append(try time(ofFrames: clock.place(of: start), line: part.line))
      }
      return places
    }
    for part in parts {
      switch part.start {
      case .time(let time): places.append(time)
      case .frame(let start): places.append(try time(ofFrames: start.frame, line: part.line))
      }
    }
    let beginning = places.min() ?? .zero
    return places.map { $0 - beginning }
  }

  private func time(ofFrames count: Int64, line: Int) throws(SegmentListError) -> MediaTime {
    guard let rate else { return .zero }
    do throws(MediaTimeError) { return try rate.frameDuration.multiplied(exactlyBy: count) } catch {
      throw SegmentListError("\(count) frames are too long", line: line)
    }
  }
}
