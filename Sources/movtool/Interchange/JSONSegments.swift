import MovKit

/// Reads segments from the documents that `extract timecode` prints, or from its lines of frames.
enum JSONSegments {
  static func read(
    _ bytes: [UInt8], _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    var reader = JSONReader(bytes)
    var documents: [StoredTimecode] = []
    var lines = FrameLines(context)
    do throws(JSONReader.Problem) {
      while let value = try reader.next() {
        do throws(StoredTimecode.Problem) {
          if value["schema"] == nil, value["movieTime"] != nil {
            try lines.add(value)
          } else {
            documents.append(try StoredTimecode(value))
          }
        } catch {
          throw JSONReader.Problem(reason: error.reason, offset: error.offset)
        }
      }
    } catch {
      throw SegmentListError(error.reason, line: error.line(in: bytes))
    }
    try lines.listed.check()
    if documents.isEmpty { return try lines.list(in: bytes) }
    guard lines.collector.runs.isEmpty else {
      throw SegmentListError("the list has documents and lines of frames; give one kind")
    }
    return try list(documents, context)
  }

  private static func list(
    _ documents: [StoredTimecode], _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    var list = SegmentList()
    var listed = ListedName(context)
    var stored: StoredTimecode?
    for document in documents where listed.offer(document.file) == .better { stored = document }
    try listed.check()
    if stored == nil {
      var names = RowNames()
      for document in documents { names.add(document.file) }
      try names.checkOne(context, &list)
      stored = documents.first
    }
    guard let stored, let track = stored.tracks.first else {
      throw SegmentListError("the document has no timecode track")
    }
    list.stored = stored
    var collector = RunCollector()
    for segment in track.segments {
      // A counter has no runs of timecode, but the document says all of it.
      guard case .frameNumber(let number) = segment.value else { continue }
      try collector.add(
        TimecodeRun(
          at: segment.movieTime, duration: segment.duration, format: track.formats[segment.format],
          frameNumber: number), line: nil)
    }
    list.runs = collector.runs
    return list
  }

  /// Lines of `extract timecode --frames`.
  private struct FrameLines {
    private(set) var collector = RunCollector()
    private(set) var listed: ListedName
    /// The files of lines that do not name the movie.
    private var others = RowNames()
    /// What is wrong with them.
    private var problemOfOther: StoredTimecode.Problem?
    private let context: SegmentList.Context
    private var track: String?
    /// Whether there are lines of another track.
    private var hasOthers = false
    /// The number of lines with a timecode.
    private var count = 0

    init(_ context: SegmentList.Context) {
      self.context = context
      listed = ListedName(context)
    }

    private static func time(_ json: JSONValue?) -> MediaTime? {
      guard let value = json?["value"]?.integer(Int64.self),
        let scale = json?["timescale"]?.integer(Int32.self), scale > 0
      else { return nil }
      return MediaTime(value: value, timescale: scale)
    }

    /// The runs, with a note if the timecode jumps so often that it is probably counted at another rate.
    func list(in bytes: [UInt8]) throws(SegmentListError) -> SegmentList {
      var list = SegmentList(runs: collector.runs)
      if listed.name == nil { try others.checkOne(context, &list) }
      if let problem = problemOfOther {
        let place = JSONReader.Problem(reason: problem.reason, offset: problem.offset)
        throw SegmentListError(problem.reason, line: place.line(in: bytes))
      }
      if hasOthers, let track {
        list.notes.append("the list has several tracks; using the frames of track \(track)")
      }
      if count >= 8, collector.runs.count > count / 4, context.rate == nil,
        let rate = context.videoRate
      {
        list.notes.append(
          "the timecode jumps \(collector.runs.count - 1) times in \(count) frames: the lines do not say its "
            + "rate, and that of the video, \(rate.shortText), was taken; give --rate")
      }
      return list
    }

    mutating func add(_ json: JSONValue) throws(StoredTimecode.Problem) {
      if let file = json["file"]?.text {
        switch listed.offer(file) {
        case .other: return addOther(json, file)
        case .same: break
        case .better:
          (collector, track, count, hasOthers) = (RunCollector(), nil, 0, false)
          problemOfOther = nil
        }
      }
      try addLine(json)
    }

    /// Adds a line that does not name the movie. If none does, and all are of one file, they are taken for it.
    private mutating func addOther(_ json: JSONValue, _ file: String) {
      others.add(file)
      guard listed.name == nil, others.count == 1, problemOfOther == nil else { return }
      do throws(StoredTimecode.Problem) { try addLine(json) } catch { problemOfOther = error }
    }

    private mutating func addLine(_ json: JSONValue) throws(StoredTimecode.Problem) {
      if case .number(let id) = json["trackID"]?.content {
        track = track ?? id
        guard id == track else {
          hasOthers = true
          return
        }
      }
      guard let timecode = json["timecode"], !timecode.isNull else {
        // What comes before does not count on here.
        if let time = Self.time(json["movieTime"]) { collector.end(at: time) }
        return
      }
      guard let label = timecode.text.flatMap({ try? TimecodeText($0) }) else {
        throw StoredTimecode.Problem("expected a timecode", timecode)
      }
      guard let time = Self.time(json["movieTime"]) else {
        throw StoredTimecode.Problem("expected a time", json["movieTime"] ?? json)
      }
      count += 1
      do throws(SegmentListError) {
        let rate = try context.rate(stated: nil, line: nil)
        let format = try TimecodeFormat.ofList(
          rate, isDropFrame: try label.isDropFrame(at: rate, stated: nil, line: nil), reel: nil,
          context, line: nil)
        let run = TimecodeRun(
          at: time, format: format,
          frameNumber: try format.frameNumber(of: label, line: nil))
        try collector.add(run, line: nil)
      } catch {
        throw StoredTimecode.Problem(error.reason, json)
      }
    }
  }
}
