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
            try lines.add(value, in: bytes)
          } else {
            documents.append(try StoredTimecode(value))
          }
        } catch {
          throw JSONReader.Problem(reason: error.reason, offset: error.offset)
        }
      }
    } catch {
      throw SegmentListError(error.reason, line: line(of: error.offset, in: bytes))
    }
    try lines.listed.check()
    if documents.isEmpty { return SegmentList(runs: lines.collector.runs) }
    guard lines.collector.runs.isEmpty else {
      throw SegmentListError("the list has documents and lines of frames; give one kind")
    }
    return try list(documents, context)
  }

  static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes.prefix(offset).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
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
    if stored.tracks.count > 1 {
      list.notes.append(
        "the document has \(stored.tracks.count) timecode tracks; the segments are those of track "
          + "\(track.id)")
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
    private let context: SegmentList.Context
    private var track: String?

    init(_ context: SegmentList.Context) {
      self.context = context
      listed = ListedName(context)
    }

    mutating func add(_ json: JSONValue, in bytes: [UInt8]) throws(StoredTimecode.Problem) {
      if let file = json["file"]?.text {
        switch listed.offer(file) {
        case .other: return
        case .same: break
        case .better: (collector, track) = (RunCollector(), nil)
        }
      }
      if case .number(let id) = json["trackID"]?.content {
        track = track ?? id
        guard id == track else { return }
      }
      guard let timecode = json["timecode"], !timecode.isNull else { return }
      guard let label = timecode.text.flatMap({ try? TimecodeText($0) }) else {
        throw StoredTimecode.Problem("expected a timecode", timecode)
      }
      let time = json["movieTime"]
      guard let value = time?["value"]?.integer(Int64.self),
        let scale = time?["timescale"]?.integer(Int32.self), scale > 0
      else { throw StoredTimecode.Problem("expected a time", time ?? json) }
      do throws(SegmentListError) {
        let format = try TimecodeFormat.ofList(
          try context.rate(stated: nil, line: nil),
          isDropFrame: label.separatorSaysDropFrame == true, reel: nil, line: nil)
        let run = TimecodeRun(
          at: MediaTime(value: value, timescale: scale), format: format,
          frameNumber: try format.frameNumber(of: label, line: nil))
        try collector.add(run, line: nil)
      } catch {
        throw StoredTimecode.Problem(error.reason, json)
      }
    }
  }
}
