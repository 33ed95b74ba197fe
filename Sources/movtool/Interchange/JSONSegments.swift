import MovKit

/// Reads segments from the documents that `extract timecode` prints, or from its lines of frames.
enum JSONSegments {
  /// Documents and lines of frames that were read, for any movie.
  struct Documents {
    fileprivate let bytes: [UInt8]
    fileprivate private(set) var all: [StoredTimecode] = []
    /// The first files of documents and of lines.
    fileprivate private(set) var files = RowNames()
    fileprivate private(set) var filesOfLines = RowNames()
    /// Why what comes after these cannot be read; nil if all could.
    fileprivate private(set) var problem: SegmentListError?
    private var index = NameIndex()
    /// Where the lines are.
    private var lines: [UInt32] = []
    private var indexOfLines = NameIndex()
    /// Whether a line has no file, so that it is about any movie.
    private var hasLineWithoutFile = false

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var scanner = JSONScanner(bytes)
      do throws(JSONReader.Problem) {
        while let place = try scanner.next() { try add(place) }
      } catch {
        problem = SegmentListError(error.reason, line: error.line(in: bytes))
      }
      index.sort()
      indexOfLines.sort()
    }

    private mutating func add(_ place: JSONPlace) throws(JSONReader.Problem) {
      if place.member("schema") == nil, place.member("movieTime") != nil {
        if case .string(let file)? = place.member("file")?.kind {
          filesOfLines.add(file)
          indexOfLines.add(file, row: lines.count)
        } else {
          hasLineWithoutFile = true
        }
        lines.append(UInt32(clamping: place.offset))
        return
      }
      do throws(StoredTimecode.Problem) {
        let document = try StoredTimecode(JSONValue(place), in: bytes)
        files.add(document.file)
        index.add(document.file, row: all.count)
        all.append(document)
      } catch {
        throw JSONReader.Problem(reason: error.reason, offset: error.offset)
      }
    }

    var namesFiles: Bool { !files.isEmpty || !filesOfLines.isEmpty }

    /// The documents that can be about a movie.
    fileprivate func documents(for name: ListedName) -> [StoredTimecode] {
      index.rows(like: name).map { all[$0] }
    }

    /// The offsets of the lines that count for a movie. One of several takes no lines of other files.
    fileprivate func lines(for context: SegmentList.Context) -> [UInt32] {
      guard context.isOneOfSeveral, all.isEmpty, !hasLineWithoutFile else { return lines }
      return indexOfLines.rows(like: ListedName(context)).map { lines[$0] }
    }
  }

  static func read(
    _ documents: Documents, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    let bytes = documents.bytes
    var lines = FrameLines(context)
    do throws(JSONReader.Problem) {
      for offset in documents.lines(for: context) {
        var scanner = JSONScanner(bytes, at: Int(offset))
        guard let line = try scanner.next().map(JSONValue.init) else { continue }
        do throws(StoredTimecode.Problem) { try lines.add(line) } catch {
          throw JSONReader.Problem(reason: error.reason, offset: error.offset)
        }
      }
    } catch {
      throw SegmentListError(error.reason, line: error.line(in: bytes))
    }
    if let problem = documents.problem { throw problem }
    try lines.listed.check()
    if documents.all.isEmpty { return try lines.list(documents.filesOfLines, in: bytes) }
    guard lines.collector.runs.isEmpty else {
      throw SegmentListError("the list has documents and lines of frames; give one kind")
    }
    return try list(documents, context)
  }

  private static func list(
    _ documents: Documents, _ context: SegmentList.Context
  ) throws(SegmentListError) -> SegmentList {
    var list = SegmentList()
    var listed = ListedName(context)
    var stored: StoredTimecode?
    var isContradicted = false
    let alike = documents.documents(for: listed)
    for document in alike {
      switch listed.offer(document.file) {
      case .other: break
      case .same: isContradicted = isContradicted || document != stored
      case .better: (stored, isContradicted) = (document, false)
      }
    }
    if listed.hasRival {
      listed.decide(
        amongRows: alike.map { ([$0.file], $0.tracks.first?.formats.first?.reel) })
      if listed.note != nil {
        (stored, isContradicted) = (nil, false)
        for document in alike where listed.offer(document.file) == .same {
          isContradicted = isContradicted || stored != nil && document != stored
          stored = stored ?? document
        }
      }
    }
    try listed.check()
    if let note = listed.note { list.notes.append(note) }
    guard !isContradicted else {
      throw SegmentListError(
        "the list has several documents of '\(stored?.file ?? "")', which say different timecode, and nothing says "
          + "which of them '\(context.movieName)' is; name it with its folder in each when 'movtool extract timecode' "
          + "prints them")
    }
    if stored == nil {
      try documents.files.checkOne(context, &list)
      stored = documents.all.first
    }
    guard let stored, let track = stored.tracks.first else {
      throw SegmentListError("the document has no timecode track")
    }
    try checkFormats(of: stored)
    try stored.checkSegments()
    list.stored = stored
    var collector = RunCollector()
    for segment in track.segments {
      // A counter has no runs of timecode, but the document says all of it.
      guard case .frameNumber(let number) = segment.value else { continue }
      do throws(SegmentListError) {
        try collector.add(
          TimecodeRun(
            at: segment.movieTime, duration: segment.duration,
            format: track.formats[segment.format], frameNumber: number), line: nil)
      } catch { throw stored.problem(error.reason, at: segment.place) }
    }
    list.runs = collector.runs
    return list
  }

  /// Throws if a sample description cannot have the frame duration of a format.
  private static func checkFormats(of stored: StoredTimecode) throws(SegmentListError) {
    for track in stored.tracks {
      for (format, place) in zip(track.formats, track.formatPlaces) {
        guard format.frameDuration.isNumeric else {
          throw stored.problem(
            "the frame duration is not a number, as where the timescale is 0", at: place)
        }
        guard UInt32(exactly: format.frameDuration.value) != nil else {
          throw stored.problem("the frame duration does not fit in 32 bits", at: place)
        }
      }
    }
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
    /// - Parameter files: Those of all lines.
    func list(_ files: RowNames, in bytes: [UInt8]) throws(SegmentListError) -> SegmentList {
      var list = SegmentList(runs: collector.runs)
      if listed.name == nil { try files.checkOne(context, &list) }
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
          "the timecode jumps \(counted(collector.runs.count - 1, "time")) in \(counted(count, "frame")): the lines do not say its "
            + "rate, and that of the video, \(rate.shownRate), was taken; give --rate")
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
