import MovKit

/// Reads segments from an edit decision list (CMX 3600): the source of each event from its place in
/// the record on, which counts from the first event.
///
/// Only events with video count, and of an EDL of several clips of which one is the movie those of that clip.
/// A dissolve or a wipe is read as a cut at its beginning. Keys, which
/// show two sources at once, and other speeds than that of the movie are refused.
enum EDLSegments {
  private struct Event {
    let line: Int
    let reel: String
    let channels: String
    /// `C`, `D`, `W001`, `K`, …
    let kind: String
    /// Source in and out, record in and out, as written.
    let times: [String]
    /// Whether frames are dropped where the separators do not say it (`FCM`); nil if no line before says it.
    let isDropFrame: Bool?
    /// The whole name of the reel, from a comment.
    var wholeReel: String?
    /// The name of the clip, from a comment.
    var clip: String?
    /// The reel in capitals, and how its whole name begins: the same without the number at its end, by which
    /// reels differ that begin alike. Both are made once, because an event can have very many comments.
    let capitals: String
    let stem: String

    var hasVideo: Bool {
      let names = channels.uppercased()
      return names == "B" || names.contains("V")
    }

    /// Whether the record has any of it: the first line of a transition has none.
    var hasLength: Bool { times[2] != times[3] }

    var isBlack: Bool { ["BL", "BLACK"].contains(reel.uppercased()) }
  }

  static func read(
    _ text: ListText, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    let rate = try context.rate(stated: nil, line: nil)
    var list = SegmentList()
    var events: [Event] = []
    var isDropFrame: Bool?
    var skipsAudio = false
    var lastIsSkipped = false
    var listed = ListedName(context)
    var others = RowNames()
    for (number, line) in text.lines {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first else { continue }
      if wholeNumber(first) != nil {
        let event = try event(words, isDropFrame: isDropFrame, line: number)
        lastIsSkipped = !event.hasVideo
        guard event.hasVideo else {
          skipsAudio = true
          continue
        }
        guard !event.kind.uppercased().hasPrefix("K") else {
          throw SegmentListError(
            "a key (\(event.kind)) shows two sources at once, which timecode cannot say",
            line: number)
        }
        events.append(event)
      } else if first.uppercased().hasPrefix("FCM") {
        isDropFrame = try isDrop(line, line: number)
      } else if first.uppercased() == "M2", !lastIsSkipped, !events.isEmpty {
        try checkSpeed(words, rate, line: number)
      } else if !lastIsSkipped, !events.isEmpty {
        if let reel = comment("SOURCE FILE:", line), isName(reel, of: events[events.count - 1]) {
          events[events.count - 1].wholeReel = reel
        } else if let clip = comment("FROM CLIP NAME:", line) {
          events[events.count - 1].clip = clip
          if listed.offer(clip) == .other { others.add(clip) }
        } else if let clip = comment("TO CLIP NAME:", line) {
          // Of a transition, the first line is the clip that it comes from.
          if events.count > 1, let from = events[events.count - 1].clip {
            events[events.count - 2].clip = from
          }
          events[events.count - 1].clip = clip
          if listed.offer(clip) == .other { others.add(clip) }
        }
      }
    }
    try listed.check()
    if let name = listed.name, events.contains(where: { $0.clip?.isExactly(name) == false }) {
      let all = events.count(where: \.hasLength)
      events.removeAll { $0.clip?.isExactly(name) != true }
      let count = events.count(where: \.hasLength)
      guard count > 0 else {
        throw SegmentListError("the EDL names '\(name)', but has no event of it that lasts")
      }
      list.notes.append(
        "\(count) of \(all) events \(count == 1 ? "is" : "are") of '\(name)'; the others are not used, and "
          + "the first of these is taken for its beginning")
    } else if listed.name == nil, !others.isEmpty, others.count == 1 || context.isOneOfSeveral {
      try others.checkOne(context, &list)
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
    list.runs = try runs(events, rate)
    return list
  }

  // MARK: Lines

  /// Reads the words of a line: number, reel, channels, kind, for a transition its length, and four
  /// times. Reels that contain spaces occur.
  private static func event(
    _ words: [String], isDropFrame: Bool?, line: Int
  ) throws(SegmentListError) -> Event {
    guard words.count >= 8 else {
      throw SegmentListError(
        "an event has a number, a reel, a channel, a kind and four timecodes, and this line has "
          + "\(words.count) words", line: line)
    }
    var head = words.dropFirst().dropLast(4)
    let times = Array(words.suffix(4))
    // The length of a transition.
    if let last = head.last, wholeNumber(last) != nil, head.count > 3 { head = head.dropLast() }
    // A key says which of its sources it is: K B, K, K O.
    if head.count > 3, let role = head.last, let key = head.dropLast().last,
      key.uppercased() == "K"
    {
      head = head.dropLast(2) + ["\(key) \(role)"]
    }
    guard let kind = head.popLast(), let channels = head.popLast(), !head.isEmpty else {
      throw SegmentListError("the reel, the channel or the kind is missing", line: line)
    }
    let letter = kind.uppercased().first
    guard letter == "C" || letter == "D" || letter == "W" || letter == "K" else {
      throw SegmentListError(
        "'\(kind)' is not a kind of event: expected C, D, or W and a number", line: line)
    }
    let reel = head.joined(separator: " ")
    let capitals = reel.uppercased()
    let number = capitals.reversed().prefix { $0.isNumber }
    // A semicolon says drop frame, and then a colon says the opposite: the record can count in another way
    // than a source.
    let saysCounting = times.contains { $0.contains(";") }
    return Event(
      line: line, reel: reel, channels: channels, kind: kind, times: times,
      isDropFrame: saysCounting ? nil : isDropFrame,
      capitals: capitals, stem: String(capitals.dropLast(number.count)))
  }

  private static func isDrop(_ text: String, line: Int) throws(SegmentListError) -> Bool {
    guard let flag = String(text.drop { $0.isWhitespace }.dropFirst(3)).saysDropFrame else {
      throw SegmentListError(
        "expected 'FCM: DROP FRAME' or 'FCM: NON-DROP FRAME'", line: line)
    }
    return flag
  }

  /// Throws if an `M2` line says another speed than that of the movie. The speed is in frames per
  /// second with one decimal, so it is compared to a tenth.
  private static func checkSpeed(
    _ words: [String], _ rate: FrameRate, line: Int
  ) throws(SegmentListError) {
    let speed = words.dropFirst(2).dropLast().last ?? ""
    let isNegative = speed.hasPrefix("-")
    let digits = isNegative || speed.hasPrefix("+") ? String(speed.dropFirst()) : speed
    guard let number = DecimalNumber(digits, mostDecimals: 6) else {
      throw SegmentListError("expected 'M2 REEL SPEED TIMECODE'", line: line)
    }
    let difference =
      Int128(number.units) * Int128(rate.denominator) - Int128(rate.numerator)
      * Int128(number.scale)
    let tenth = Int128(number.scale) * Int128(rate.denominator)
    guard !isNegative, difference.magnitude * 10 <= tenth.magnitude else {
      throw SegmentListError(
        "the event is played at \(speed) frames per second, and the movie has \(rate.shortText); "
          + "timecode that runs at another speed cannot be written from an EDL", line: line)
    }
  }

  /// The content of a comment; nil if the line is none that begins with `key`, which is in capitals.
  private static func comment(_ key: String, _ line: String) -> String? {
    let text = line.drop { $0 == "*" || $0.isWhitespace }
    guard text.prefix(key.count).uppercased() == key else { return nil }
    let name = text.dropFirst(key.count).drop { $0.isWhitespace }
    let end = name.lastIndex { !$0.isWhitespace }
    return end.map { String(name[...$0]) }
  }

  /// Whether a whole name is that of a short one: it begins alike, or the short one says nothing.
  private static func isName(_ whole: String, of event: Event) -> Bool {
    let safe = ReelNames.safe(whole).uppercased()
    guard event.stem.isEmpty else { return safe.hasPrefix(event.stem) }
    return safe == event.capitals || ReelNames.isNumbered(event.capitals, of: safe)
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

  private static func runs(
    _ events: [Event], _ rate: FrameRate
  ) throws(SegmentListError) -> [TimecodeRun] {
    // A list can have an event in every few dozen bytes, so they are not kept twice.
    var spans: [(event: Int, source: Span, record: Span)] = []
    spans.reserveCapacity(events.count)
    for (index, event) in events.enumerated() {
      let source = try span(event.times[0], event.times[1], event, rate)
      let record = try span(event.times[2], event.times[3], event, rate)
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
    var parts: [(start: Int64, end: Int64, run: TimecodeRun, line: Int, isBlack: Bool)] = []
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
        (
          place, end,
          TimecodeRun(
            at: try format.duration(ofFrames: place, line: event.line),
            duration: try format.duration(ofFrames: record.frames, line: event.line),
            format: format, frameNumber: source.start),
          event.line, event.isBlack
        ))
    }
    // Lists that are sorted by source are read by record.
    parts.sort { $0.start < $1.start }
    for (before, part) in zip(parts, parts.dropFirst()) where part.start < before.end {
      throw SegmentListError(
        "the event overlaps that of line \(before.line) in the record", line: part.line)
    }
    return parts.filter { !$0.isBlack }.map(\.run)
  }

  private static func reel(of event: Event) -> String? {
    if let whole = event.wholeReel { return whole }
    return event.reel.uppercased() == "AX" ? nil : event.reel
  }

  /// Reads the beginning and the end of the source or the record.
  private static func span(
    _ first: String, _ last: String, _ event: Event, _ rate: FrameRate
  ) throws(SegmentListError) -> Span {
    let start = try number(first, event, rate)
    let end = try number(last, event, rate)
    guard let frames = start.format.frames(from: start.number, to: end.number) else {
      throw SegmentListError("\(last) is before \(first)", line: event.line)
    }
    return Span(start: start.number, frames: frames, format: start.format)
  }

  /// Reads a label, or a bare number of frames.
  private static func number(
    _ text: String, _ event: Event, _ rate: FrameRate
  ) throws(SegmentListError) -> (number: Int64, format: TimecodeFormat) {
    if let frames = wholeNumber(text) {
      return (
        Int64(frames),
        try .ofList(rate, isDropFrame: event.isDropFrame ?? false, reel: nil, line: event.line)
      )
    }
    guard let label = try? TimecodeText(text) else {
      throw SegmentListError("'\(text)' is not a timecode", line: event.line)
    }
    let format = try TimecodeFormat.ofList(
      rate,
      isDropFrame: try label.isDropFrame(at: rate, stated: event.isDropFrame, line: event.line),
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
