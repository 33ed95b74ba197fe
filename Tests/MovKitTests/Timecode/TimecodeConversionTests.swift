import Testing

@testable import MovKit

@Suite struct TimecodeConversionTests {
  /// Every frame of 24 hours, there and back, at every standard rate, against the odometer.
  ///
  /// That is a hundred million frames. A debug build takes every frame of six minutes of the day
  /// and the first and last twelve of all the others (counting the length of a minute with the
  /// odometer once for each kind); a release build takes them all.
  @Test(arguments: StandardRate.all)
  func everyLabelOfADay(rate: StandardRate) throws {
    let format = rate.format(.wraps24Hours)
    var model = Odometer(quanta: rate.quanta, dropped: rate.dropped)
    var lengths: [Bool: Int] = [:]
    var frame: Int64 = 0
    for minute in 0..<1440 {
      #if DEBUG
        let isWhole = [0, 1, 10, 599, 1430, 1439].contains(minute)
      #else
        let isWhole = true
      #endif
      let kind = model.frames == 0
      let length = lengths[kind] ?? lengthOfMinute(from: model)
      lengths[kind] = length
      var index = 0
      while index < length {
        if !isWhole, index == 12 {
          // Over to the last twelve, which all lie in the last second.
          index = length - 12
          model.seconds = 59
          model.frames = rate.quanta - 12
        }
        let number = frame + Int64(index)
        let label = model.timecode
        guard format.timecode(forFrameNumber: number) == label,
          try format.frameNumber(for: label) == number
        else {
          Issue.record("\(rate): frame \(number) is \(label)")
          return
        }
        model.step()
        index += 1
      }
      frame += Int64(length)
    }
    #expect(model.hours == 24 && format.framesPerDay == frame)
    #expect(format.timecode(forFrameNumber: frame) == Odometer(quanta: 1, dropped: 0).timecode)
  }

  private func lengthOfMinute(from start: Odometer) -> Int {
    var (model, length) = (start, 0)
    while model.minutes == start.minutes {
      model.step()
      length += 1
    }
    return length
  }

  /// Every quanta that a file can declare, over the edges of ten minutes and of the first hour.
  @Test func everyQuantaOfAByte() throws {
    for quanta in 1...255 {
      let format = TimecodeFormat(
        frameDuration: MediaTime(value: 1, timescale: Int32(quanta)), frameQuanta: UInt32(quanta),
        flags: .dropFrame)
      let dropped = [30: 2, 60: 4, 90: 6, 120: 8, 150: 10, 180: 12, 210: 14, 240: 16][quanta] ?? 0
      var model = Odometer(quanta: quanta, dropped: dropped)
      var number: Int64 = 0
      for minute in 1...61 where quanta % 30 == 0 || minute < 12 {
        let length = lengthOfMinute(from: model)
        number += Int64(length)
        var last = model
        (last.seconds, last.frames) = (59, quanta - 1)
        model.startMinute(model.minutes + 1)
        #expect(format.timecode(forFrameNumber: number - 1) == last.timecode)
        #expect(format.timecode(forFrameNumber: number) == model.timecode, "\(quanta) \(minute)")
        #expect(try format.frameNumber(for: last.timecode) == number - 1)
        #expect(try format.frameNumber(for: model.timecode) == number)
      }
    }
  }

  @Test(arguments: [
    (30, 2, "01:00:00;00", 107_892), (60, 4, "01:00:00;00", 215_784),
    (120, 8, "01:00:00;000", 431_568), (30, 2, "00:01:00;02", 1800), (30, 2, "00:00:59;28", 1798),
    (30, 2, "00:10:00;00", 17982), (60, 4, "00:01:00;04", 3600), (120, 8, "00:01:00;008", 7200),
    (120, 8, "00:00:59;119", 7199), (30, 2, "00:59:59;28", 107_890),
    (30, 2, "01:30:15;07", 162_295),
  ])
  func dropFrameIdentities(quanta: Int, dropped: Int, text: String, number: Int64) throws {
    let rate = StandardRate(
      quanta: quanta, duration: 1001, timescale: Int32(quanta) * 1000, dropped: dropped)
    let format = rate.format()
    #expect(format.framesDroppedPerMinute == dropped)
    #expect(format.timecode(forFrameNumber: number).map(format.text) == text)
    #expect(try format.frameNumber(parsing: text) == number)
  }

  @Test func framesOfADay() {
    let rates = StandardRate.all
    func day(_ quanta: Int, _ dropped: Int) -> Int64? {
      rates.first { $0.quanta == quanta && $0.dropped == dropped }?.format().framesPerDay
    }
    #expect(day(30, 2) == 2_589_408 && day(60, 4) == 5_178_816 && day(120, 8) == 10_357_632)
    #expect(day(25, 0) == 2_160_000)
  }

  // MARK: Signs and days

  @Test func wrappingBackOverMidnight() {
    let plain = StandardRate(quanta: 30, duration: 1, timescale: 30).format(.wraps24Hours)
    let drop = StandardRate(quanta: 30, duration: 1001, timescale: 30000, dropped: 2)
      .format(.wraps24Hours)
    func text(_ format: TimecodeFormat, _ number: Int64) -> String? {
      format.timecode(forFrameNumber: number).map(format.text)
    }
    #expect(text(plain, -1) == "23:59:59:29")
    #expect(text(plain, -30 * 86400) == "00:00:00:00")
    #expect(text(plain, -30 * 86400 - 1) == "23:59:59:29")
    #expect(text(plain, 30 * 86400 + 31) == "00:00:01:01")
    #expect(text(drop, -1) == "23:59:59;29")
    #expect(text(drop, -2_589_408) == "00:00:00;00")
    #expect(text(drop, 2_589_408 + 1800) == "00:01:00;02")
  }

  @Test func negativeTimes() throws {
    let allowed = StandardRate(quanta: 25, duration: 1, timescale: 25).format(.negativeTimesOK)
    let label = Timecode(isNegative: true, hours: 0, minutes: 0, seconds: 4, frames: 0)
    #expect(allowed.timecode(forFrameNumber: -100) == label)
    #expect(try allowed.frameNumber(for: label) == -100)
    #expect(allowed.text(label) == "-00:00:04:00")
    #expect(try allowed.frameNumber(parsing: "-00:00:00:00") == 0)
    // The sign stands before the label, so drop-frame works on the magnitude.
    let drop = StandardRate(quanta: 30, duration: 1001, timescale: 30000, dropped: 2)
      .format([.negativeTimesOK, .wraps24Hours])
    #expect(drop.timecode(forFrameNumber: -1800).map(drop.text) == "-00:01:00;02")
    #expect(drop.timecode(forFrameNumber: -2_589_408).map(drop.text) == "00:00:00;00")
    #expect(try drop.frameNumber(parsing: "-00:01:00;02") == -1800)
    // Read where the flags do not allow it, refused where somebody asks for it.
    let plain = StandardRate(quanta: 25, duration: 1, timescale: 25).format()
    #expect(plain.timecode(forFrameNumber: -100) == label)
    #expect(plain.oddities(ofFrameNumber: -100) == [.negative(-100)])
    #expect(throws: TimecodeError.negativeNotAllowed("-00:00:04:00")) {
      try plain.frameNumber(for: label)
    }
  }

  @Test func moreThanADay() throws {
    let open = StandardRate(quanta: 25, duration: 1, timescale: 25).format()
    #expect(open.timecode(forFrameNumber: 25 * 86400).map(open.text) == "24:00:00:00")
    #expect(try open.frameNumber(parsing: "100:00:00:00") == 9_000_000)
    let wrapping = StandardRate(quanta: 25, duration: 1, timescale: 25).format(.wraps24Hours)
    #expect(wrapping.timecode(forFrameNumber: 25 * 90000).map(wrapping.text) == "01:00:00:00")
    #expect(wrapping.oddities(ofFrameNumber: 25 * 86400) == [.over24Hours(2_160_000)])
    #expect(wrapping.oddities(ofFrameNumber: 25 * 86400 - 1) == [])
    #expect(throws: TimecodeError.hoursOutOfRange(24)) {
      try wrapping.frameNumber(parsing: "24:00:00:00")
    }
  }

  /// The largest and smallest numbers a sample can hold, at quanta of every size.
  @Test func extremes() throws {
    let numbers: [Int64] = [.min, .min + 1, Int64(Int32.min), -1, 0, Int64(Int32.max), .max]
    for quanta: UInt32 in [0, 1, 29, 30, 255, 120_000, .max - 15, .max] {
      for raw: UInt32 in 0..<16 {
        let format = TimecodeFormat(
          frameDuration: .invalid, frameQuanta: quanta,
          flags: TimecodeFormat.Flags(rawValue: raw))
        for number in numbers {
          let label = format.timecode(forFrameNumber: number)
          #expect((label == nil) == (quanta == 0 || format.isCounter))
          guard let label, raw & 0x6 == 0x4 else { continue }
          if number == .min, label.hours == 0 { continue }
          #expect(try format.frameNumber(for: label) == number)
        }
      }
    }
    let huge = Timecode(hours: .max, minutes: 0, seconds: 0, frames: 0)
    #expect(throws: TimecodeError.self) {
      try StandardRate.all[0].format().frameNumber(for: huge)
    }
    for part in [Int.min, .max, -1] {
      for label in [
        Timecode(hours: part, minutes: 0, seconds: 0, frames: 0),
        Timecode(hours: 0, minutes: part, seconds: 0, frames: 0),
        Timecode(hours: 0, minutes: 0, seconds: part, frames: 0),
        Timecode(hours: 0, minutes: 0, seconds: 0, frames: part),
      ] {
        #expect(throws: TimecodeError.self) {
          try StandardRate.all[4].format().frameNumber(for: label)
        }
        _ = label.text(dropFrame: true, quanta: .max)
      }
    }
  }
}
