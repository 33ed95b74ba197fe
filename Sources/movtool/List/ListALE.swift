import MovKit

/// Writes clips as an Avid Log Exchange. A row needs timecode, and all rows have one rate, which is
/// that of the file.
struct ListALE {
  static let columns = [
    "Name", "Tracks", "Start", "End", "Duration", "FPS", "Tape", "Source File", "Image Size",
    "Shoot Date", "Camera",
  ]

  private struct Row {
    let clip: Clip
    /// How the list counts, and how the clip does.
    let format: TimecodeFormat
    let stored: TimecodeFormat
    let run: (first: Int64, last: Int64)
    let rate: String
  }

  /// Writes the clips that have a place in the file, and warns about the others.
  func write(_ clips: [Clip], to output: Output, _ messages: Messages) throws(Failure) {
    let rows = clips.compactMap { clip -> Row? in
      do throws(BadValue) { return try Self.row(of: clip) } catch {
        if clip.error == nil, let reason = error.reason {
          messages.warning(
            "left out of the ALE: \(reason)", rule: "clip-left-out", file: clip.file)
        }
        return nil
      }
    }
    // A list without rows has a heading, too.
    let common = Self.commonest(rows.map(\.rate))
    let size = Self.commonest(
      rows.filter { $0.rate == common }.map { ListColumn.size.text(of: $0.clip) })
    let sized = rows.first { ListColumn.size.text(of: $0.clip) == size }?.clip.size
    let namesPaths = !ClipName.shared(by: rows.lazy.map(\.clip.file)).isEmpty
    try output.write(
      AvidLog.heading(
        width: sized?.width ?? 0, height: sized?.height ?? 0, rate: common,
        columns: Self.columns + (namesPaths ? [AvidLog.pathColumn] : [])))
    for row in rows {
      guard row.rate == common else {
        messages.warning(
          "left out of the ALE: its timecode has \(row.rate) frames per second, and the file "
            + "\(common ?? ""); list the clips of one rate", rule: "clip-left-out",
          file: row.clip.file)
        continue
      }
      let (first, last) = row.run
      if let number = row.stored.numberOutsideOfDay(from: first, to: last) {
        let (shown, own) = (row.format, row.stored)
        messages.warning(
          "an Avid log has the labels of one day, so it says \(shown.text(.frameNumber(number))) for "
            + own.text(.frameNumber(number)), rule: "timecode-place", file: row.clip.file)
      }
      let path = namesPaths ? [row.clip.file.description] : []
      try output.write((Self.values(of: row) + path).joined(separator: "\t") + "\n")
    }
  }

  private static func row(of clip: Clip) throws(BadValue) -> Row {
    guard let timecode = clip.timecode, let format = timecode.format else {
      throw BadValue("it has no timecode")
    }
    guard !format.isCounter else { throw BadValue("its timecode is a counter") }
    guard clip.timecodeRate != nil, format.framesPerDay > 0 else {
      throw BadValue("its timecode has no valid rate")
    }
    guard timecode.segmentCount == 1, let run = timecode.runs.first else {
      throw BadValue(reason(ofSeveral: timecode))
    }
    return Row(
      clip: clip, format: format.forLists, stored: format, run: (run.first, run.last),
      rate: format.shortRate)
  }

  /// Says why timecode of several stretches has no row.
  private static func reason(ofSeveral timecode: TimecodeFacts) -> String {
    let advice = "; 'movtool extract timecode --format ale' writes a row for each stretch"
    if timecode.hasSeveralReels { return "its timecode has several reels" + advice }
    if timecode.countsDifferently {
      return "its timecode changes its rate or drop frame" + advice
    }
    return "its timecode does not count on evenly"
  }

  private static func values(of row: Row) -> [String] {
    let (clip, format) = (row.clip, row.format)
    func label(_ number: Int64) -> String { format.text(.frameNumber(number)) }
    let name = FilePath(bytes: clip.file.lastComponent).description
    // The row has a label for its last frame, so neither number is near the limits of 64 bits.
    let (end, length) = (row.run.last &+ 1, row.run.last &- row.run.first &+ 1)
    return [
      name, tracks(of: clip), label(row.run.first), label(end), label(length), row.rate,
      ListColumn.reel.text(of: clip), clip.reel == nil ? name : "", ListColumn.size.text(of: clip),
      ListColumn.date.text(of: clip), ListColumn.camera.text(of: clip),
    ]
  }

  private static func tracks(of clip: Clip) -> String {
    AvidLog.tracks(
      hasVideo: clip.video != nil, channels: max(clip.channels, clip.audio == nil ? 0 : 1))
  }

  /// Returns the value that occurs most often; of several, the first.
  private static func commonest(_ values: [String]) -> String? {
    var counts: [String: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    return values.first { counts[$0] == most }
  }
}
