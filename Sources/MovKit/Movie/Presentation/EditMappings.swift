extension EditList {
  /// Returns what each edit shows: a stretch of the media on a stretch of the movie's timeline
  /// (ISO/IEC 14496-12, 8.6.6; QuickTime File Format, "Edit List Atoms").
  ///
  /// A media time of -1 is an empty edit; a rate of 0 holds one frame. If the last edit has a
  /// length of 0, it shows the media up to `mediaEnd`, the end of the media, as in fragmented
  /// movies. Any other edit with a length of 0 shows nothing.
  func mappings(movieTimescale: UInt32, mediaTimescale: UInt32, mediaEnd: MediaTime)
    -> [MediaTimeMapping]
  {
    var start = MediaTime(ticks: 0, per: movieTimescale) ?? .zero
    // There may be many, which growing by doubling would take twice the memory of.
    var mappings: [MediaTimeMapping] = []
    mappings.reserveCapacity(entries.count)
    for (index, edit) in entries.enumerated() {
      var length = MediaTime(ticks: edit.segmentDuration, per: movieTimescale) ?? .invalid
      let mediaStart = MediaTime(ticks: edit.mediaTime, per: mediaTimescale) ?? .invalid
      if index + 1 == entries.count, goesOn(edit) { length = max(.zero, mediaEnd - mediaStart) }
      let target = MediaTimeRange(start: start, duration: length)
      start = start + length
      guard !edit.isEmpty else {
        mappings.append(MediaTimeMapping(emptyOver: target))
        continue
      }
      let played = length.multiplied(by: Int64(edit.mediaRate.rawValue), over: 1 << 16)
      mappings.append(
        MediaTimeMapping(
          source: MediaTimeRange(start: mediaStart, duration: played), target: target))
    }
    return mappings
  }

  /// Whether the last edit has no length of its own and ends with the media.
  var goesOnToEnd: Bool { entries.last.map(goesOn) ?? false }

  private func goesOn(_ edit: Row) -> Bool {
    edit.segmentDuration == 0 && !edit.isEmpty && edit.mediaRate == .one
  }
}
