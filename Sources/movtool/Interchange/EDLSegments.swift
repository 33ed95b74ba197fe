import MovKit

/// Reads segments from an edit decision list (CMX 3600): the source of each event from its place in
/// the record on, which counts from the first event.
///
/// Only events with video count, and of an EDL of several clips of which one is the movie those of that clip.
/// A dissolve or a wipe is read as a cut at its beginning. If they count, keys, which
/// show two sources at once, and other speeds than that of the movie are refused.
enum EDLSegments {
  /// The events of an EDL that was read, for any movie.
  struct Events {
    fileprivate private(set) var all: [EDLEvent] = []
    fileprivate private(set) var recordIsDropFrame: Bool?
    fileprivate private(set) var skipsAudio = false
    /// How many of the events last.
    fileprivate private(set) var lastingCount = 0
    fileprivate private(set) var clips = Names(\.clip)
    fileprivate private(set) var files = Names(\.file)
    /// The first names of clips.
    fileprivate private(set) var others = RowNames()
    /// The names at events without video.
    fileprivate private(set) var withoutVideo = NameList()

    init(_ text: ListText) throws(SegmentListError) {
      var isDropFrame: Bool?
      var lastIsSkipped = false
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
          all.append(event)
        } else if first.uppercased().hasPrefix("FCM") {
          isDropFrame = try EDLEvent.isDrop(line, line: number)
          recordIsDropFrame = recordIsDropFrame ?? isDropFrame
        } else if lastIsSkipped {
          if let name = EDLEvent.name(in: line) { withoutVideo.add(name) }
        } else if all.isEmpty {
          continue
        } else if first.uppercased() == "M2" {
          EDLEvent.setSpeed(words, of: &all, line: number)
        } else if let file = EDLEvent.comment("SOURCE FILE:", line) {
          all[all.count - 1].setSourceFile(file)
          files.add(file)
        } else if let file = EDLEvent.comment("FROM FILE:", line) {
          all[all.count - 1].file = file
          files.add(file)
        } else if let clip = EDLEvent.comment("FROM CLIP NAME:", line) {
          all[all.count - 1].clip = clip
          clips.add(clip)
          others.add(clip)
        } else if let clip = EDLEvent.comment("TO CLIP NAME:", line) {
          // Of a transition, the first line is the clip that it comes from.
          if all.count > 1, let from = all[all.count - 1].clip { all[all.count - 2].clip = from }
          all[all.count - 1].clip = clip
          clips.add(clip)
          others.add(clip)
        }
      }
      lastingCount = all.count(where: \.hasLength)
      clips.find(in: all)
      files.find(in: all)
      withoutVideo.sort()
    }

    var namesFiles: Bool { !clips.isEmpty || !files.isEmpty }
  }

  /// Names in an EDL.
  fileprivate struct NameList {
    /// In the order of the list.
    private var names: [String] = []
    private var index = NameIndex()

    var isEmpty: Bool { names.isEmpty }

    mutating func add(_ name: String) {
      index.add(name, row: names.count)
      names.append(name)
    }

    /// Ends the adding of names.
    mutating func sort() { index.sort() }

    /// The name that is most like that of a movie.
    func listed(for context: SegmentList.Context) -> ListedName {
      var listed = ListedName(context)
      for number in index.rows(like: listed) { _ = listed.offer(names[number]) }
      return listed
    }
  }

  /// The names of clips or files in an EDL, and the events that have them.
  fileprivate struct Names {
    private let key: any KeyPath<EDLEvent, String?> & Sendable
    private var list = NameList()
    /// The events that have each name.
    private var events = NameIndex()
    /// How many events have any.
    private var count = 0

    init(_ key: any KeyPath<EDLEvent, String?> & Sendable) { self.key = key }

    var isEmpty: Bool { list.isEmpty }

    mutating func add(_ name: String) { list.add(name) }

    /// Ends the adding of names. Of several for one event, the last counts.
    mutating func find(in all: [EDLEvent]) {
      list.sort()
      for (number, event) in all.enumerated() {
        guard let name = event[keyPath: key] else { continue }
        count += 1
        events.add(name, row: number)
      }
      events.sort()
    }

    /// The name that is most like that of a movie.
    func listed(for context: SegmentList.Context) -> ListedName { list.listed(for: context) }

    /// Returns the events that have a name; all if none has another.
    func events(
      of name: String, in all: Events, _ list: inout SegmentList
    ) throws(SegmentListError) -> [EDLEvent] {
      let own = events.rows(named: name).map { all.all[$0] }.filter {
        $0[keyPath: key]?.hasSameBytes(as: name) == true
      }
      guard own.count < count else { return all.all }
      let lasting = own.count(where: \.hasLength)
      guard lasting > 0 else {
        throw SegmentListError("the EDL names '\(name)', but has no event of it that lasts")
      }
      list.notes.append(
        "\(counted(lasting, of: all.lastingCount, "event", "is", "are")) of '\(name)'; the others are not "
          + "used, and the first of these is taken for its beginning")
      return own
    }
  }

  /// - Parameter read: The events, or why they cannot be read. Without a rate, that does not matter.
  static func read(
    _ read: Result<Events, SegmentListError>, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    let rate = try context.rate(stated: nil, line: nil)
    let all = try read.get()
    var list = SegmentList()
    var events = all.all
    let (clips, files) = (all.clips.listed(for: context), all.files.listed(for: context))
    try clips.check()
    if clips.name == nil { try files.check() }
    if let name = clips.name {
      events = try all.clips.events(of: name, in: all, &list)
    } else if let name = files.name {
      events = try all.files.events(of: name, in: all, &list)
    } else if all.namesFiles, let name = all.withoutVideo.listed(for: context).name {
      throw SegmentListError(
        "the EDL names '\(name)' only at events without video; timecode is read from events with video (V)"
      )
    } else if all.others.count == 1 || context.isOneOfSeveral {
      try all.others.checkOne(context, &list)
    } else if !all.others.isEmpty {
      list.notes.append(
        "no event is of '\(context.movieName)': the EDL names \(all.others.text), and all of it is used"
      )
    }
    let transitions = events.lazy.filter { $0.kind.uppercased() != "C" }.map {
      "line \($0.line): the transition is read as a cut at its beginning"
    }
    list.notes.insert(contentsOf: transitions, at: 0)
    if events.allSatisfy({ $0.isBlack || $0.clip != nil || $0.file != nil }) {
      list.clipName = clips.name ?? files.name ?? all.others.only
    }
    if all.skipsAudio, !events.isEmpty { list.notes.append("events without video are left out") }
    guard !events.isEmpty else {
      throw SegmentListError(
        all.skipsAudio ? "the EDL has no event with video" : "the EDL has no events")
    }
    let (parts, runs) = try parts(events, rate, recordIsDropFrame: all.recordIsDropFrame, context)
    // Black before the first clip is what the movie shows before its first frame.
    list.countsFromFirstFrame = parts.first?.isBlack != true
    for part in parts where !part.isBlack { list.runs.append(runs[part.run]) }
    return list
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
    /// The number of its run.
    var run: Int
    var line: Int
    var isBlack: Bool
  }

  /// Returns what the events show, in the order of the record, and the runs of that.
  /// - Parameter recordIsDropFrame: How the record counts, where the separators do not say it: it is one tape, which
  ///   counts in one way, and `FCM` between events says how the sources do.
  private static func parts(
    _ events: [EDLEvent], _ rate: CountingRate, recordIsDropFrame: Bool?,
    _ context: SegmentList.Context
  ) throws(SegmentListError) -> ([Part], PackedRuns) {
    // A list can have an event in every few dozen bytes, so they are not kept twice.
    var spans: [(event: Int, source: Span, record: Span)] = []
    spans.reserveCapacity(events.count)
    for (index, event) in events.enumerated() {
      if let problem = event.problem(at: rate) { throw problem }
      let source = try span(
        event.times[0], event.times[1], event, event.isDropFrame, rate, context)
      // The record is a tape with the labels of one day, whatever those of the movie do.
      let record = try span(
        event.times[2], event.times[3], event, event.saysCounting ? nil : recordIsDropFrame, rate,
        nil)
      // The first line of a transition shows nothing of the source before.
      if record.frames == 0 { continue }
      guard source.frames == record.frames || event.isBlack else {
        throw SegmentListError(
          "the source has \(counted(source.frames, "frame")) and the record \(record.frames): the event is not "
            + "played at the speed of the movie"
            + (context.rate == nil
              ? ", or the EDL counts at another rate than \(rate.shownRate); give that with --rate"
              : ""),
          line: event.line)
      }
      spans.append((index, source, record))
    }
    let clock = RecordClock(spans.map { $0.record.onTheClock })
    var parts: [Part] = []
    parts.reserveCapacity(spans.count)
    var runs = PackedRuns()
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
          start: place, end: end, run: runs.count, line: event.line, isBlack: event.isBlack))
      runs.append(
        TimecodeRun(
          at: try format.duration(ofFrames: place, line: event.line),
          duration: try format.duration(ofFrames: record.frames, line: event.line),
          format: format, frameNumber: source.start))
    }
    // Lists that are sorted by source are read by record.
    parts.sort { $0.start < $1.start }
    for (before, part) in zip(parts, parts.dropFirst()) where part.start < before.end {
      throw SegmentListError(
        "the event overlaps that of line \(before.line) in the record", line: part.line)
    }
    return (parts, runs)
  }

  private static func reel(of event: EDLEvent) -> String? {
    if let whole = event.wholeReel { return whole }
    return event.reel.uppercased() == "AX" ? nil : event.reel
  }

  /// Reads the beginning and the end of the source or the record.
  /// - Parameter context: Says whether the labels wrap and may be negative; nil if they are those of one day.
  private static func span(
    _ first: String, _ last: String, _ event: EDLEvent, _ isDropFrame: Bool?, _ rate: CountingRate,
    _ context: SegmentList.Context?
  ) throws(SegmentListError) -> Span {
    let start = try number(first, event, isDropFrame, rate, context)
    let end = try number(last, event, isDropFrame, rate, context)
    guard let frames = start.format.frames(from: start.number, to: end.number) else {
      throw SegmentListError("\(last) is before \(first)", line: event.line)
    }
    return Span(start: start.number, frames: frames, format: start.format)
  }

  /// Reads a label, or a bare number of frames.
  private static func number(
    _ text: String, _ event: EDLEvent, _ isDropFrame: Bool?, _ rate: CountingRate,
    _ context: SegmentList.Context?
  ) throws(SegmentListError) -> (number: Int64, format: TimecodeFormat) {
    if let frames = wholeNumber(text) {
      return (
        Int64(frames),
        try .ofList(rate, isDropFrame: isDropFrame ?? false, reel: nil, context, line: event.line)
      )
    }
    guard let label = try? TimecodeText(text) else {
      throw SegmentListError("'\(text)' is not a timecode", line: event.line)
    }
    let format = try TimecodeFormat.ofList(
      rate,
      isDropFrame: try label.isDropFrame(at: rate, stated: isDropFrame, line: event.line),
      reel: nil, context, line: event.line)
    return (
      try format.numberOfEnd(label, line: event.line, namesOptions: context != nil), format
    )
  }
}
