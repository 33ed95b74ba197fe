/// A list of segments that was read, for any movie: what is read for each of them is only its own rows.
struct ReadList {
  private enum Content {
    case json(JSONSegments.Documents)
    case ale(Result<ALESegments.Log, SegmentListError>)
    case edl(Result<EDLSegments.Events, SegmentListError>)
    case csv(Result<CSVSegments.Table, SegmentListError>)
    /// It is a movie, or something else that is no text.
    case other
  }

  private let content: Content
  private let isRepaired: Bool
  /// What a list without names says of several movies. It is the same for all that count in the same way.
  private let known = FirstResults<SegmentList.Context, SegmentList, SegmentListError>()

  /// Reads a list in any of the forms: CSV, an EDL (CMX 3600), an Avid log, or JSON of `extract
  /// timecode`. The content decides which it is.
  init(_ bytes: [UInt8]) {
    let text = ListText(bytes)
    isRepaired = text.isRepaired
    guard text.isText else {
      content = .other
      return
    }
    content =
      switch text.kind {
      case .json: .json(JSONSegments.Documents(text.bytes))
      case .ale:
        .ale(Result { () throws(SegmentListError) in try ALESegments.Log(text) })
      case .edl:
        .edl(Result { () throws(SegmentListError) in try EDLSegments.Events(text) })
      case .csv:
        .csv(Result { () throws(SegmentListError) in try CSVSegments.Table(text) })
      }
  }

  /// Returns what the list says of a movie.
  /// - Throws: `SegmentListError` with the line.
  func segments(for context: SegmentList.Context) throws(SegmentListError) -> SegmentList {
    guard context.isOneOfSeveral, !namesFiles else { return try read(for: context) }
    var key = context
    key.movieName = ""
    return try known.value(for: key) { () throws(SegmentListError) in try read(for: context) }
  }

  /// Whether a name in the list, or why it cannot be read, says which movie it is about.
  private var namesFiles: Bool {
    switch content {
    case .json(let documents): documents.namesFiles
    case .ale(.success(let log)): log.namesFiles
    case .edl(.success(let events)): events.namesFiles
    case .csv(.success(let table)): table.namesFiles
    case .ale, .edl, .csv, .other: true
    }
  }

  private func read(for context: SegmentList.Context) throws(SegmentListError) -> SegmentList {
    var list: SegmentList
    switch content {
    case .json(let documents): list = try JSONSegments.read(documents, context)
    case .ale(let log): list = try ALESegments.read(try log.get(), context)
    case .edl(let events): list = try EDLSegments.read(events, context)
    case .csv(let table): list = try CSVSegments.read(try table.get(), context)
    case .other:
      throw SegmentListError(
        "it is not a list (JSON, CSV, EDL or Avid log); to take the timecode of a movie, use --from"
      )
    }
    if isRepaired {
      list.notes.append("the list is not valid UTF-8; characters that cannot be read are replaced")
    }
    guard !list.runs.isEmpty || list.stored != nil else {
      throw SegmentListError("the list has no segments")
    }
    return list
  }
}
