import Testing

@testable import MovKit

/// Formats that contradict themselves, as real files do.
@Suite struct TimecodeFormatTests {
  private func format(
    _ timescale: Int32, _ duration: Int64, quanta: UInt32, _ flags: TimecodeFormat.Flags = []
  ) -> TimecodeFormat {
    TimecodeFormat(
      frameDuration: MediaTime(value: duration, timescale: timescale), frameQuanta: quanta,
      flags: flags)
  }

  private func text(_ format: TimecodeFormat, _ number: Int64) -> String? {
    format.timecode(forFrameNumber: number).map(format.text)
  }

  @Test func quantaCutFromTheRate() {
    // GoPro: 3003/90000 with 29. The camera's own clock says 15:44.
    let camera = format(90000, 3003, quanta: 29, .wraps24Hours)
    #expect(camera.labelQuanta == 30 && camera.frameQuanta == 29)
    #expect(text(camera, 1_700_260) == "15:44:35:10")
    #expect(text(camera.labelled(by: camera.frameQuanta), 1_700_260) == "16:17:09:19")
    #expect(camera.oddities == [.quantaFloor(declared: 29, used: 30)])
    #expect(format(24000, 1001, quanta: 23).labelQuanta == 24)
    #expect(format(60000, 1001, quanta: 59).labelQuanta == 60)
    // Cut from a rate that does not round up: that is simply the rate.
    #expect(format(2520, 100, quanta: 25).labelQuanta == 25)
    #expect(format(2520, 100, quanta: 25).oddities == [])
    // One less than a rate that is whole is no cut.
    #expect(format(30, 1, quanta: 29).labelQuanta == 29)
    let frame = MediaTime(value: 1, timescale: 30)
    #expect(
      format(30, 1, quanta: 29).oddities == [.quantaRate(declared: 29, frameDuration: frame)])
  }

  @Test func dropFrameAt24() throws {
    // Final Cut Camera writes these. Nothing is dropped; the semicolon stays.
    let phone = format(24000, 1001, quanta: 24, .dropFrame)
    let number: Int64 = (90 * 60 + 15) * 24 + 7
    #expect(phone.framesDroppedPerMinute == 0)
    #expect(text(phone, number) == "01:30:15;07")
    #expect(try phone.frameNumber(parsing: "00:01:00;00") == 1440)
    #expect(phone.oddities == [.dropFrameRate(quanta: 24)])
  }

  @Test func dropFrameOnAWholeRate() {
    let phone = format(30, 1, quanta: 30, .dropFrame)
    #expect(text(phone, 1800) == "00:01:00;02")
    #expect(phone.oddities == [.dropFrameWholeRate(quanta: 30)])
    #expect(format(30000, 1001, quanta: 30, .dropFrame).oddities == [])
    #expect(format(2997, 100, quanta: 30, .dropFrame).oddities == [])
  }

  @Test func halfTheRate() {
    // 30 at 59.94: the samples say thirty, and so do the labels.
    let half = format(60000, 1001, quanta: 30, .dropFrame)
    #expect(half.labelQuanta == 30 && half.framesDroppedPerMinute == 2)
    #expect(text(half, 107_890) == "00:59:59;28")
    #expect(
      half.oddities == [
        .quantaRate(declared: 30, frameDuration: MediaTime(value: 1001, timescale: 60000))
      ])
    // Hap encoders write 5.
    let hap = MediaTime(value: 1, timescale: 25)
    #expect(format(25, 1, quanta: 5).oddities == [.quantaRate(declared: 5, frameDuration: hap)])
  }

  /// What the message says of a rate that is no whole number: frames and speed are those of the exact rate.
  @Test(
    arguments: [
      // 25 / 12.5; 59.94006 and 59.94006 / 30; 29.97003 and 29.97003 / 25; 23.97602 and 23.97602 / 12; 25 / 256 is
      // 0.09766, and 1 / 1001 is 0.000999.
      (25, 2, 25, "12.5 frames", "2 times as slow"),
      (60000, 1001, 30, "59.94 frames", "2 times as fast"),
      (30000, 1001, 25, "29.97 frames", "1.2 times as fast"),
      (24000, 1001, 12, "23.976 frames", "2 times as fast"),
      (1, 1, 25, "1 frames", "25 times as slow"), (25, 1, 5, "25 frames", "5 times as fast"),
      (25, 256, 25, "0.0977 frames", "256 times as slow"),
      (1, 1001, 1, "0.000999 frames", "1001 times as slow"),
    ] as [(Int32, Int64, UInt32, String, String)])
  func speed(timescale: Int32, duration: Int64, quanta: UInt32, frames: String, times: String) {
    #expect(
      format(timescale, duration, quanta: quanta).oddities.map(\.message) == [
        "the frame quanta is \(quanta), but the frame duration gives \(frames) per second, so timecode runs "
          + "\(times) as real time"
      ])
  }

  @Test func noQuanta() {
    let byRate = format(25, 1, quanta: 0)
    #expect(byRate.labelQuanta == 25 && text(byRate, 50) == "00:00:02:00")
    #expect(byRate.oddities == [.quantaZero(used: 25)])
    let nothing = format(0, 0, quanta: 0, .wraps24Hours)
    #expect(nothing.labelQuanta == 0 && nothing.framesPerDay == 0)
    #expect(nothing.timecode(forFrameNumber: 5) == nil)
    #expect(nothing.text(.frameNumber(5)) == "5")
    #expect(nothing.oddities == [.frameDuration, .quantaZero(used: 0)])
    #expect(nothing.oddities(ofFrameNumber: .min) == [.negative(.min)])
    #expect(throws: TimecodeError.noQuanta) { try nothing.frameNumber(parsing: "00:00:00:00") }
  }

  @Test func nominalQuanta() {
    let wanted: [(Int32, Int64, UInt32?)] = [
      (30000, 1001, 30), (24000, 1001, 24), (25, 1, 25), (5, 2, 3), (7, 3, 2), (1, 2, 1),
      (1, 3, nil), (.max, 1, 2_147_483_647), (1, .max, nil), (0, 1, nil), (30, 0, nil),
      (30, -1, nil),
    ]
    for (timescale, duration, quanta) in wanted {
      #expect(format(timescale, duration, quanta: 0).nominalQuanta == quanta)
    }
  }

  @Test func override() throws {
    let camera = format(30000, 1001, quanta: 30).labelled(by: 25)
    #expect(camera.labelQuanta == 25 && camera.frameQuanta == 30)
    #expect(text(camera, 25) == "00:00:01:00")
    #expect(try camera.frameNumber(parsing: "00:00:02:00") == 50)
    #expect(camera.labelled(by: 0).timecode(forFrameNumber: 1) == nil)
  }

  @Test func unknownFlagsAreKept() {
    let odd = format(25, 1, quanta: 25, TimecodeFormat.Flags(rawValue: 0x8000_0012))
    #expect(odd.flags.rawValue == 0x8000_0012)
    #expect(odd.oddities == [.unknownFlags(0x8000_0010)])
    let message = odd.oddities.first?.message
    #expect(message == "unknown flag bits: 0x80000010")
  }

  @Test func rulesHaveNamesAndSentences() {
    let all: [TimecodeOddity] = [
      .frameDuration, .quantaZero(used: 0), .quantaFloor(declared: 29, used: 30),
      .quantaRate(declared: 5, frameDuration: MediaTime(value: 1, timescale: 25)),
      .dropFrameRate(quanta: 24), .dropFrameWholeRate(quanta: 30), .unknownFlags(16), .negative(-1),
      .over24Hours(1),
    ]
    #expect(Set(all.map(\.ruleID)).count == all.count)
    for oddity in all {
      #expect(oddity.ruleID.hasPrefix("timecode-"))
      #expect(!oddity.message.isEmpty && oddity.message.last != ".")
    }
    #expect(TimecodeOddity.quantaZero(used: 25).message.contains("25 frames per second"))
  }

  // MARK: Time

  @Test func framesInADuration() {
    let ntsc = format(30000, 1001, quanta: 30)
    for count: Int64 in [0, 1, 2, 29, 107_892, 2_589_408, 1 << 30] {
      let start = MediaTime(value: count * 1001, timescale: 30000)
      let tick = MediaTime(value: 1, timescale: .max)
      #expect(ntsc.frames(in: start) == count)
      #expect(ntsc.frames(in: start + tick) == count)
      #expect(ntsc.frames(in: start - tick) == count - 1)
    }
    #expect(ntsc.frames(in: MediaTime(value: 600, timescale: 600)) == 29)
    #expect(ntsc.frames(in: MediaTime(value: 1, timescale: 1)) == 29)
    #expect(ntsc.frames(in: .positiveInfinity) == nil && ntsc.frames(in: .invalid) == nil)
    #expect(ntsc.frames(in: MediaTime(value: .max, timescale: 1)) == nil)
    #expect(ntsc.frames(in: MediaTime(value: .min, timescale: 1)) == nil)
    #expect(ntsc.frames(in: MediaTime(value: .max, timescale: .max)) == 128_720_298_641)
    #expect(format(0, 0, quanta: 30).frames(in: .zero) == nil)
    #expect(format(30, 0, quanta: 30).frames(in: .zero) == nil)
    #expect(format(30, -1, quanta: 30).frames(in: .zero) == nil)
  }

  @Test func advancing() {
    let pal = format(25, 1, quanta: 25)
    let offset = MediaTime(value: 601, timescale: 600)
    #expect(pal.frameNumber(100, advancedBy: offset) == 125)
    #expect(pal.frameNumber(.max, advancedBy: offset) == nil)
    #expect(pal.frameNumber(.max, advancedBy: .zero) == .max)
    #expect(pal.frameNumber(0, advancedBy: .indefinite) == nil)
  }

  @Test func shownAsText() {
    var film = format(24, 1, quanta: 24)
    #expect("\(film)" == "tmcd, 24 frames of 1/24, []")
    film.flags = [.counter, .init(rawValue: 0x50), .negativeTimesOK]
    #expect("\(film.flags)" == "[negativeTimesOK, counter, 0x50]")
    var reel = format(30000, 1001, quanta: 30, [.wraps24Hours, .dropFrame])
    reel.mediaSubType = .timecode64
    reel.sourceName = .init(reel: "A001")
    #expect("\(reel)" == "tc64, 30 frames of 1001/30000, [dropFrame, wraps24Hours], A001")
    #expect("\(reel.labelled(by: 60))".hasPrefix("tc64, 60 frames of 1001/30000"))
  }
}
