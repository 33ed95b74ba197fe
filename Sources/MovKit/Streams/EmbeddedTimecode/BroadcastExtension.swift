/// The broadcast extension chunk of a WAV file (`bext`; EBU Tech 3285): what a timecode needs of it.
package struct BroadcastExtension: Equatable, Sendable {
  /// The offset of the time reference in the chunk.
  package static let timeReferenceOffset = 338
  /// The number of bytes up to the end of the time reference.
  package static let timeReferenceEnd = 346

  /// The time at which the audio begins, in samples since midnight.
  package var timeReference: UInt64
  /// The description (256 bytes), in which recorders put lines such as `sTAPE=`.
  var description = ""

  /// Whether samples since midnight are within a day.
  /// - Parameter sampleRate: Samples per second; above 0.
  package static func isWithinDay(_ timeReference: UInt64, sampleRate: UInt32) -> Bool {
    sampleRate > 0 && timeReference / UInt64(sampleRate) < 86_400
  }

  /// Reads a chunk; nil if it ends before the time reference.
  package init?(_ chunk: Bytes) {
    guard chunk.count >= Self.timeReferenceEnd else { return nil }
    let start = chunk.startIndex
    let number = chunk[start + Self.timeReferenceOffset..<start + Self.timeReferenceEnd]
    timeReference = number.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    description = String(decoding: chunk.prefix(256).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The value of a line `sNAME=value` or `NAME=value` of the description.
  private func line(_ name: String) -> String? {
    for line in description.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].drop { $0 == "s" || $0 == "z" || $0 == " " }
      if key == name { return String(parts[1]) }
    }
    return nil
  }

  /// The tape that the recorder names; nil if it names none.
  var reel: String? { line("TAPE").flatMap { $0.isEmpty ? nil : $0 } }

  /// The rate of the recorder's timecode from a line such as `sSPEED=029.970-DF`; nil if there is
  /// none.
  var rate: RecorderRate? { line("SPEED").flatMap { RecorderRate(speed: $0) } }
}
