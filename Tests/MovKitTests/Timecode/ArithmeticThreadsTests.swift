import Testing

@testable import MovKit

/// What public threads report of wrong timecode arithmetic elsewhere. The numbers are those of the
/// threads where they are right, else counted by hand: drop frame skips labels 0 and 1 (of 60
/// frames a second, 0 to 3) at the start of each minute but every tenth.
@Suite struct ArithmeticThreadsTests {
  private static let ntsc = format(30, 1001, 30000, .dropFrame)

  private static func format(
    _ quanta: UInt32, _ value: Int64, _ timescale: Int32, _ flags: TimecodeFormat.Flags = []
  ) -> TimecodeFormat {
    TimecodeFormat(
      frameDuration: MediaTime(value: value, timescale: timescale), frameQuanta: quanta,
      flags: flags)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let thread: String
    let format: TimecodeFormat
    let label: String
    let frame: Int64
    var testDescription: String { "\(thread): \(label)" }
  }

  static let rows: [Row] = [
    // A label of second 59 became one of the next minute.
    Row(thread: "timecode.js#3", format: ntsc, label: "00:17:59;29", frame: 32367),
    Row(thread: "timecode.js#3", format: ntsc, label: "00:17:58;24", frame: 32332),
    Row(thread: "timecode.js#4", format: ntsc, label: "00:00:59;29", frame: 1799),
    Row(thread: "timecode.js#5", format: ntsc, label: "00:01:00;02", frame: 1800),
    // Only the flag says whether frame 1800 is ;02 or :00.
    Row(thread: "timecode.js#12", format: ntsc, label: "00:01:00;02", frame: 1800),
    Row(
      thread: "timecode.js#12", format: format(30, 1001, 30000), label: "00:01:00:00", frame: 1800),
    // A drop flag at a quanta of 24 skips nothing: ;07 comes after ;06, not nine seconds before.
    Row(
      thread: "smpte-timecode#36", format: format(24, 1001, 24000, .dropFrame),
      label: "10:00:00;06", frame: 864_006),
    Row(
      thread: "smpte-timecode#36", format: format(24, 1001, 24000, .dropFrame),
      label: "10:00:00;07", frame: 864_007),
    // 59.94 frames a second without drop frame.
    Row(
      thread: "smpte-timecode#42", format: format(60, 1001, 60000), label: "02:08:15:34",
      frame: 461_734),
    Row(
      thread: "smpte-timecode#42", format: format(60, 1001, 60000, .dropFrame),
      label: "02:08:23;18", frame: 461_734),
    // 29.97 non-drop frame, 30 drop frame and 59.94 drop frame all exist.
    Row(
      thread: "eoyilmaz/timecode#13", format: format(30, 1001, 30000), label: "01:03:18:00",
      frame: 113_940),
    Row(
      thread: "eoyilmaz/timecode#13", format: format(30, 1, 30, .dropFrame), label: "01:00:00;00",
      frame: 107_892),
    Row(
      thread: "eoyilmaz/timecode#33", format: format(60, 1001, 60000, .dropFrame),
      label: "00:01:00;04", frame: 3600),
    Row(
      thread: "eoyilmaz/timecode#34", format: format(30, 1001, 30000), label: "00:10:00:00",
      frame: 18000),
    Row(thread: "vtc-rs#14", format: ntsc, label: "01:00:34;01", frame: 108_913),
    Row(
      thread: "vtc-rs#14", format: format(60, 1001, 60000, .dropFrame), label: "01:00:34;01",
      frame: 217_825),
    // Minute 10 skips nothing.
    Row(thread: "guerilla-di/timecode#8", format: ntsc, label: "01:10:00;00", frame: 125_874),
    Row(thread: "davinci-resolve-mcp#248", format: ntsc, label: "01:00:00;00", frame: 107_892),
    // Labels without drop frame are right at 29.97, 59.94 and 23.976.
    Row(
      thread: "camdkit#188", format: format(60, 1001, 60000), label: "01:00:00:00",
      frame: 216_000),
    // More than 30 frames a second.
    Row(thread: "camdkit#129", format: format(120, 1, 120), label: "00:00:01:119", frame: 239),
    Row(
      thread: "UnityPlugin-AVProDeckLink#61", format: format(50, 1, 50), label: "10:00:00:49",
      frame: 1_800_049),
    // 119.88 drops eight frame numbers: two super-frames of four (SMPTE ST 12-3).
    Row(
      thread: "gstreamer MR #5028", format: format(120, 1001, 120_000, .dropFrame),
      label: "00:01:00;008", frame: 7200),
  ]

  @Test(arguments: rows)
  func label(row: Row) throws {
    #expect(try row.format.frameNumber(parsing: row.label) == row.frame)
    #expect(row.format.timecode(forFrameNumber: row.frame).map(row.format.text) == row.label)
  }

  /// timecode.js#4 walks over a minute and back. smpte-timecode#22 wants 00:04:00;01 accepted: it is
  /// not a label.
  @Test func labelsThatDoNotExist() {
    for text in ["00:01:00;00", "00:01:00;01", "00:04:00;01", "01:09:00;01"] {
      #expect(throws: TimecodeError.self) { try Self.ntsc.frameNumber(parsing: text) }
    }
    #expect(Self.ntsc.timecode(forFrameNumber: 1799).map(Self.ntsc.text) == "00:00:59;29")
    #expect(Self.ntsc.timecode(forFrameNumber: 1800).map(Self.ntsc.text) == "00:01:00;02")
  }

  /// gstreamer MR #8649: a clock time that is made of the label's digits jumps by two frames at
  /// each minute. The frames themselves are evenly spaced.
  @Test func noGapAtTheMinute() throws {
    let before = try Self.ntsc.frameNumber(parsing: "12:00:59;29")
    let after = try Self.ntsc.frameNumber(parsing: "12:01:00;02")
    #expect(after - before == 1)
    #expect(
      Self.ntsc.frameNumber(before, advancedBy: MediaTime(value: 1001, timescale: 30000)) == after)
  }

  /// swift-timecode#1 and #24: one frame rate as a decimal number is several kinds of timecode. Rate,
  /// quanta and drop flag are separate here, and each kind has its own number of frames a day.
  @Test(arguments: [
    (UInt32(24), Int64(1001), Int32(24000), false, Int64(2_073_600)),
    (24, 1, 24, false, 2_073_600), (30, 1001, 30000, false, 2_592_000),
    (30, 1001, 30000, true, 2_589_408), (30, 1, 30, true, 2_589_408),
    (60, 1001, 60000, true, 5_178_816), (120, 1001, 120_000, true, 10_357_632),
  ])
  func framesOfADay(
    quanta: UInt32, value: Int64, timescale: Int32, drops: Bool, frames: Int64
  ) {
    let format = Self.format(quanta, value, timescale, drops ? .dropFrame : [])
    #expect(format.framesPerDay == frames)
  }

  /// swift-timecode#78: 01:17:54:18 is frame 116868 and 4674.72 s only at 25 frames a second. At
  /// 23.976 it is frame 112194, which comes exactly 112194 × 1001 / 24000 s after frame 0.
  @Test func exactTimeAt23976() throws {
    let pal = Self.format(25, 1, 25)
    let film = Self.format(24, 1001, 24000)
    #expect(try pal.frameNumber(parsing: "01:17:54:18") == 116_868)
    #expect(pal.frames(in: MediaTime(value: 467_472, timescale: 100)) == 116_868)
    #expect(try film.frameNumber(parsing: "01:17:54:18") == 112_194)
    #expect(film.frames(in: MediaTime(value: 112_194 * 1001, timescale: 24000)) == 112_194)
    #expect(film.frames(in: MediaTime(value: 112_194 * 1001 - 1, timescale: 24000)) == 112_193)
  }
}
