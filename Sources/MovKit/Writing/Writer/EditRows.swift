/// The rows of the edit list that says what edits say. There can be a million, so each is made when it
/// is asked for.
struct EditRows {
  private let edits: EditMappings
  private let ticks: Ticks
  /// The time at which the last edit ends, in ticks of the movie.
  private(set) var duration: UInt64 = 0
  /// The version of an edit list that has them.
  private(set) var version: UInt8 = 0

  var count: Int { edits.count }

  /// - Throws: `FormatError` if an edit list cannot have a time of the edits.
  init(
    _ edits: EditMappings, movieTimescale: Int32, mediaTimescale: Int32, shift: Int64,
    mediaEnd: MediaTime? = nil
  ) throws(FormatError) {
    self.edits = edits
    ticks = Ticks(
      movieTimescale: movieTimescale, mediaTimescale: mediaTimescale, shift: shift,
      mediaEnd: mediaEnd)
    var position: Int64 = 0
    for edit in edits {
      let (row, end) = try ticks.row(of: edit, from: position)
      version = Swift.max(version, EditList.version(for: CollectionOfOne(row)))
      position = end
    }
    duration = UInt64(position)
  }
}

/// How times of edits become those of an edit list.
private struct Ticks {
  let movieTimescale: Int32
  let mediaTimescale: Int32
  /// What is added to media times, in ticks.
  let shift: Int64
  /// Where the media ends; nil if that is not known. An edit that shows it to its end must not end before it.
  let mediaEnd: MediaTime?

  /// Returns the row of an edit that begins at `position`, and where it ends, in ticks of the movie.
  func row(
    of edit: MediaTimeMapping, from position: Int64
  ) throws(FormatError) -> (row: EditList.Row, end: Int64) {
    // Ends are rounded, not durations, so that errors do not add up.
    let showsEnd = mediaEnd.map { !edit.isEmpty && edit.source.end >= $0 } ?? false
    let end = edit.target.end.converted(
      to: movieTimescale, rounding: showsEnd ? .awayFromZero : .roundHalfAwayFromZero)
    guard end.isNumeric, end.value >= position else {
      throw FormatError(.invalidTime("invalid edit: it ends at \(edit.target.end)"), path: "elst")
    }
    var row = EditList.Row(segmentDuration: UInt64(end.value - position), mediaTime: -1)
    // Media that would be shown backwards is not shown (QuickTime File Format, "Edit List Atoms"), and must not
    // be in the new list.
    let rate = edit.isEmpty ? nil : edit.rateIn65536
    guard !edit.isEmpty, rate != nil || end.value == position else { return (row, end.value) }
    let source = edit.source.start.converted(to: mediaTimescale)
    guard source.isNumeric, source.value.magnitude < 1 << 61 else {
      throw FormatError(.invalidTime("invalid edit: media time \(edit.source.start)"), path: "elst")
    }
    row.mediaTime = source.value + shift
    if let rate { row.mediaRate = Fixed16x16(rawValue: Int32(clamping: rate)) }
    return (row, end.value)
  }
}

extension EditRows: Sequence {
  struct Iterator: IteratorProtocol {
    private let ticks: Ticks
    private var edits: IndexingIterator<EditMappings>
    private var position: Int64 = 0

    fileprivate init(_ rows: EditRows) {
      ticks = rows.ticks
      edits = rows.edits.makeIterator()
    }

    mutating func next() -> EditList.Row? {
      // None throws: each was made once already.
      guard let edit = edits.next(), let (row, end) = try? ticks.row(of: edit, from: position)
      else { return nil }
      position = end
      return row
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }
}
