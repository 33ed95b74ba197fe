extension Track {
  /// Reports edits that no specification allows (ISO/IEC 14496-12, 8.6.6; QuickTime File Format,
  /// "Edit List Atoms"), each with what is shown instead.
  func checkEdits(_ found: inout DiagnosticList) {
    guard let elst = atom.descendant("edts", "elst"), let list = try? elst.decode(EditList.self)
    else { return }
    for (index, edit) in list.entries.enumerated() {
      func note(_ rule: String, _ message: @autoclosure () -> String) {
        found.add(
          rule, .warning, "edit \(index) \(message())", path: "\(path)/edts/elst", at: elst.offset)
      }
      guard !edit.isEmpty else { continue }
      if edit.mediaTime < 0 {
        note(
          "edit-media-time",
          "begins at media time \(edit.mediaTime), before the media does; until then it shows "
            + "nothing")
      }
      if edit.mediaRate.rawValue < 0 {
        note("edit-rate", "has a negative rate, so it shows nothing")
      }
      if edit.segmentDuration == 0, index + 1 < list.entries.count {
        note(
          "edit-length-zero",
          "has no duration, which only the last edit may have, so it shows nothing")
      }
    }
  }
}
