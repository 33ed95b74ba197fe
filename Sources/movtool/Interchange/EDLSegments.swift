import MovKit

/// Reads segments from an edit decision list (CMX 3600): the source of each event from its place in
/// the record on, which counts from the first event.
///
/// Only events with video count, and of an EDL of several clips of which one is the movie those of that clip.
/// A dissolve or a wipe is read as a cut at its beginning. If they count, keys, which
/// show two sources at once, and other speeds than that of the movie are refused.
enum EDLSegments {
  static func read(
    _ text: ListText, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    let rate = try context.rate(stated: nil, line: nil)
    var list = SegmentList()
    var events: [EDLEvent] = []
    var recordIsDropFrame: Bool?
    var isDropFrame: Bool?
    var skipsAudio = false
    var lastIsSkipped = false
    var clips = ListedName(context)
    var files = ListedName(context)
    var others = RowNames()
    for (number, line) in text.lines {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first else { continue }
      if wholeNumber(first) != nil {
        let event = try EDLEvent(words, isDropFrame: isDropFrame, line: number)
        lastIsSkipped = !event.hasVideo
        guard event.hasVideo else {
          skipsAudio = true
          continue
        }
        events.append(event)
      } else if first.uppercased().hasPrefix("FCM") {
        isDropFrame = try EDLEvent.isDrop(line, line: number)
        recordIsDropFrame = recordIsDropFrame ?? isDropFrame
      } else if lastIsSkipped || events.isEmpty {
        continue
      } else if first.uppercased() == "M2" {
        EDLEvent.setSpeed(words, of: &events, rate, line: number)
      } else if let file = EDLEvent.comment("SOURCE FILE:", line) {
        events[events.count - 1].setSourceFile(file)
        _ = files.offer(file)
      } else if let file = EDLEvent.comment("FROM FILE:", line) {
        events[events.count - 1].file = file
        _ = files.offer(file)
      } else if let clip = EDLEvent.comment("FROM CLIP NAME:", line) {
        events[events.count - 1].clip = clip
        if clips.offer(clip) == .other { others.add(clip) }
      } else if let clip = EDLEvent.comment("TO CLIP NAME:", line) {
        // Of a transition, the first line is the clip that it comes from.
        if events.count > 1, let from = events[events.count - 1].clip {
          events[events.count - 2].clip = from
        }
        events[events.count - 1].clip = clip
        if clips.offer(clip) == .other { others.add(clip) }
      }
    }
    try clips.check()
    if clips.name == nil { try files.check() }
    if let name = clips.name {
      try keep(&events, of: name, by: \.clip, &list)
    } else if let name = files.name {
      try keep(&events, of: name, by: \.file, &list)
    } else if others.count == 1 || context.isOneOfSeveral {
      try others.checkOne(context, &list)
    } else if !others.isEmpty {
      list.notes.append(
        "no event is of '\(context.movieName)': the EDL names \(others.text), and all of it is used"
      )
    }
    let transitions = events.lazy.filter { $0.kind.uppercased() != "C" }.map {
      "line \($0.line): the transition is read as a cut at its beginning"
    }
    list.notes.insert(contentsOf: transitions, at: 0)
    if skipsAudio, !events.isEmpty { list.notes.append("events without video are left out") }
    guard !events.isEmpty else {
      throw SegmentListError(
        skipsAudio ? "the EDL has no event with video" : "the EDL has no events")
    }
    let parts = try parts(events, rate, recordIsDropFrame: recordIsDropFrame)
    // Black before the first clip is what the movie shows before its first frame.
    list.countsFromFirstFrame = parts.first?.isBlack != true
    list.runs = parts.filter { !$0.isBlack }.map(\.run)
    return list
  }

  /// Keeps the events that have a name, unless none has another.
  private static func keep(
    _ events: inout [EDLEvent], of name: String, by key: KeyPath<EDLEvent, String?>,
    _ list: inout SegmentList
  ) throws(SegmentListError) {
    guard events.contains(where: { $0[keyPath: key]?.isExactly(name) == false }) else { return }
    let all = events.count(where: \.hasLength)
    events.removeAll { $0[keyPath: key]?.isExactly(name) != true }
    let count = events.count(where: \.hasLength)
    guard count > 0 else {
      throw SegmentListError("the EDL names '\(name)', but has no event of it that lasts")
    }
    list.notes.append(
      "\(count) of \(all) events \(count == 1 ? "is" : "are") of '\(name)'; the others are not used, and "
        + "the first of these is taken for its beginning")
  }

  // MARK: Times

  /// The beginning and the length of the source or the record of an event.
  private struct Span {
    var start: Int64
    var frames: Int64
    var format: TimecodeFormat

    var onTheClock: RecordClock.Start {
      RecordClock.Start(frame: start, framesPerDay: format.framesPerDay)
    }
  }

  /// What an event shows, by frames of the record from its beginning.
  private struct Part {
    var start: Int64
    var end: Int64
    var run: TimecodeRun
    var line: Int
    var isBlack: Bool
  }

  /// Returns what the events show, in the order of the record.
  /// - Parameter recordIsDropFrame: How the record counts, where the separators do not say it: it is one tape, which
  ///   counts in one way, and `FCM` between events says how the sources do.
  private static func parts(
    _ events: [EDLEvent], _ rate: FrameRate, recordIsDropFrame: Bool?
  ) throws(SegmentListError) -> [Part] {
    // A list can have an event in every few dozen bytes, so they are not kept twice.
    var spans: [(event: Int, source: Span, record: Span)] = []
    spans.reserveCapacity(events.count)
    for (index, event) in events.enumerated() {
      if let problem = event.problem { throw problem }
      let source = try span(event.times[0], event.times[1], event, event.isDropFrame, rate)
      let record = try span(
        event.times[2], event.times[3], event, event.saysCounting ? nil : recordIsDropFrame, rate)
      // The first line of a transition shows nothing of the source before.
      if record.frames == 0 { continue }
      guard source.frames == record.frames || event.isBlack else {
        throw SegmentListError(
          "the source has \(source.frames) frames and the record \(record.frames): the event is not "
            + "played at the speed of the movie", line: event.line)
      }
      spans.append((index, source, record))
    }
    let clock = RecordClock(spans.map { $0.record.onTheClock })
    var parts: [Part] = []
    parts.reserveCapacity(spans.count)
    for (index, source, record) in spans {
      let event = events[index]
      let place = clock.place(of: record.onTheClock)
      var format = source.format
      format.sourceName = try .ofList(reel(of: event), line: event.line)
      let (end, overflow) = place.addingReportingOverflow(record.frames)
      guard !overflow else {
        throw SegmentListError("the record ends too late", line: event.line)
      }
      parts.append(
        Part(
          start: place, end: end,
          run: TimecodeRun(
            at: try format.duration(ofFrames: place, line: event.line),
            duration: try format.duration(ofFrames: record.frames, line: event.line),
            format: format, frameNumber: source.start),
          line: event.line, isBlack: event.isBlack))
    }
    // Lists that are sorted by source are read by record.
    parts.sort { $0.start < $1.start }
    for (before, part) in zip(parts, parts.dropFirst()) where part.start < before.end {
      throw SegmentListError(
        "the event overlaps that of line \(before.line) in the record", line: part.line)
    }
    return parts
  }

  private static func reel(of event: EDLEvent) -> String? {
    if let whole = event.wholeReel { return whole }
    return event.reel.uppercased() == "AX" ? nil : event.reel
  }

  /// Reads the beginning and the end of the source or the record.
  private static func span(
    _ first: String, _ last: String, _ event: EDLEvent, _ isDropFrame: Bool?, _ rate: FrameRate
  ) throws(SegmentListError) -> Span {
    let start = try number(first, event, isDropFrame, rate)
    let end = try number(last, event, isDropFrame, rate)
    guard let frames = start.format.frames(from: start.number, to: end.number) else {
      throw SegmentListError("\(last) is before \(first)", line: event.line)
    }
    return Span(start: start.number, frames: frames, format: start.format)
  }

  /// Reads a label, or a bare number of frames.
  private static func number(
    _ text: String, _ event: EDLEvent, _ isDropFrame: Bool?, _ rate: FrameRate
  ) throws(SegmentListError) -> (number: Int64, format: TimecodeFormat) {
    if let frames = wholeNumber(text) {
      return (
        Int64(frames),
        try .ofList(rate, isDropFrame: isDropFrame ?? false, reel: nil, line: event.line)
      )
    }
    guard let label = try? TimecodeText(text) else {
      throw SegmentListError("'\(text)' is not a timecode", line: event.line)
    }
    let format = try TimecodeFormat.ofList(
      rate,
      isDropFrame: try label.isDropFrame(at: rate, stated: isDropFrame, line: event.line),
      reel: nil, line: event.line)
    return (try format.numberOfEnd(label, line: event.line), format)
  }
}

extension FrameRate {
  /// The rate as people write it: 25, 29.97.
  var shortText: String {
    TimecodeFormat(
      frameDuration: MediaTime(value: Int64(denominator), timescale: numerator), frameQuanta: 0
    ).shortRate
  }
}
