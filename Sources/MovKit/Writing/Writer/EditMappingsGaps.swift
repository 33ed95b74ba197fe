extension EditMappings {
  /// The same edits, with empty ones where there is none.
  ///
  /// - Throws: `FormatError` if a time is no number, or an edit begins before the end of the one before.
  func withoutGaps() throws(FormatError) -> EditMappings {
    var whole = PackedMappings()
    var end = MediaTime.zero
    for edit in self {
      let (target, source) = (edit.target, edit.source)
      guard target.start.isNumeric, target.duration.isNumeric, target.duration >= .zero,
        edit.isEmpty || source.start.isNumeric && source.duration.isNumeric
      else { throw FormatError(.invalidTime("invalid edit: \(edit)"), path: "elst") }
      guard target.start >= end else {
        throw FormatError(
          .invalidTime("the edit at \(target.start) begins before the end of the one before it"),
          path: "elst")
      }
      if target.start > end {
        whole.append(MediaTimeMapping(emptyOver: MediaTimeRange(start: end, end: target.start)))
      }
      whole.append(edit)
      end = target.end
    }
    return EditMappings(whole)
  }
}
