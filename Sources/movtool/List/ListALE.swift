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
    let format: TimecodeFormat
    let run: (first: Int64, last: Int64)
    let rate: String
  }

  /// Writes the clips that have a place in the file, and warns about the others.
  func write(_ clips: [Clip], to output: Output, _ messages: Messages) throws(Failure) {
    let rows = clips.compactMap { clip -> Row? in
      do throws(BadValue) { return try Self.row(of: clip) } catch {
        if clip.error == nil, let reason = error.reason {
          messages.warning("left out of the ALE: \(reason)", file: clip.file)
        }
        return nil
      }
    }
    guard let common = Self.commonest(rows.map(\.rate)) else { return }
    let size = Self.commonest(
      rows.filter { $0.rate == common }.map { ListColumn.size.text(of: $0.clip) })
    let sized = rows.first { ListColumn.size.text(of: $0.clip) == size }?.clip.size
    let heading = [
      "Heading", "FIELD_DELIM\tTABS", "VIDEO_FORMAT\t\(Self.videoFormat(sized))",
      "AUDIO_FORMAT\t48khz", "FPS\t\(common)", "", "Column",
      Self.columns.joined(separator: "\t"), "", "Data",
    ]
    try output.write(heading.joined(separator: "\n") + "\n")
    for row in rows {
      guard row.rate == common else {
        messages.warning(
          "left out of the ALE: its timecode has \(row.rate) frames per second, and the file "
            + "\(common); list the clips of one rate", file: row.clip.file)
        continue
      }
      try output.write(Self.values(of: row).joined(separator: "\t") + "\n")
    }
  }

  private static func row(of clip: Clip) throws(BadValue) -> Row {
    guard let timecode = clip.timecode, let format = timecode.format, !format.isCounter,
      let rate = clip.timecodeRate, format.framesPerDay > 0
    else { throw BadValue("it has no timecode") }
    guard timecode.segmentCount == 1, let run = timecode.runs.first else {
      throw BadValue("its timecode does not count on evenly")
    }
    return Row(
      clip: clip, format: format, run: run, rate: shortRate(rate.numerator, rate.denominator))
  }

  /// Returns a rate with at most two decimals, as Avid writes it: 24000/1001 is 23.98.
  private static func shortRate(_ numerator: UInt64, _ denominator: UInt64) -> String {
    let below = UInt128(max(denominator, 1))
    let hundredths = (UInt128(numerator) * 100 + below / 2) / below
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// The project format that Avid requires in the heading.
  private static func videoFormat(_ size: (width: Int, height: Int)?) -> String {
    switch size?.height {
    case 1080 where size.map { $0.width <= 1920 } ?? false: "1080"
    case 720 where size.map { $0.width <= 1920 } ?? false: "720"
    case 576: "PAL"
    case 486: "NTSC"
    default: "CUSTOM"
    }
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

  /// The tracks of a clip, such as `VA1A2`.
  private static func tracks(of clip: Clip) -> String {
    let channels = min(max(clip.channels, clip.audio == nil ? 0 : 1), 64)
    return (clip.video == nil ? "" : "V") + (0..<channels).map { "A\($0 + 1)" }.joined()
  }

  /// Returns the value that occurs most often; of several, the first.
  private static func commonest(_ values: [String]) -> String? {
    var counts: [String: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    return values.first { counts[$0] == most }
  }
}
