import MovKit
import Testing

@testable import movtool

@Suite struct OptionValueTests {
  // MARK: Rates

  @Test(arguments: [
    ("25", 25, 1), ("25.0", 25, 1), ("30000/1001", 30000, 1001), ("60000/2002", 60000, 2002),
    ("12.5", 25, 2), ("0.5", 1, 2), ("14.985", 2997, 200), ("29.9", 299, 10), ("29.98", 1499, 50),
    ("30.00", 30, 1), ("23.976", 24000, 1001), ("23.98", 24000, 1001), ("23.97", 24000, 1001),
    ("23.976024", 24000, 1001), ("29.97", 30000, 1001), ("29.970", 30000, 1001),
    ("29.97003", 30000, 1001), ("47.952", 48000, 1001), ("47.95", 48000, 1001),
    ("59.94", 60000, 1001), ("59.9401", 60000, 1001), ("119.88", 120000, 1001),
    ("239.76", 240000, 1001), ("95.904", 96000, 1001), ("24.000001", 24_000_001, 1_000_000),
    ("23.976023976", 24000, 1001), ("29.97002997", 30000, 1001), ("29.970029970", 30000, 1001),
    ("25.000000000", 25, 1), (".5", 1, 2), ("0.0000001", 1, 10_000_000),
    ("71.93", 72000, 1001), ("89.91", 90000, 1001),
  ])
  func rate(text: String, numerator: Int32, denominator: Int32) {
    #expect(CountingRate(text) == CountingRate(numerator: numerator, denominator: denominator))
  }

  @Test(arguments: [
    "", "0", "0/1", "25/0", "-25", "+25", "25fps", "29,97", "1e3", ".", "5.", "25/1/1", "29.97/1",
    "2147483648", "99999999999999999999", "0.0000000001", "0.0", "2147.4836471", "٢٥",
  ])
  func noRate(text: String) { #expect(CountingRate(text) == nil) }

  // MARK: Times

  @Test(arguments: [
    ("5", 5_000), ("5s", 5_000), ("0.5", 500), ("0", 0), ("250ms", 250), ("1.5s", 1_500),
    (".5", 500), (".25s", 250), ("00:00:.5", 500),
    ("00:00:05", 5_000), ("00:00:05.250", 5_250), ("1:00:00", 3_600_000), ("0:1:2.5", 62_500),
    ("100:00:00", 360_000_000), ("007", 7_000), ("12.000", 12_000),
  ])
  func time(text: String, milliseconds: Int64) throws {
    let expected = MediaTime(value: milliseconds, timescale: 1000)
    guard case .time(let time) = try GivenMoment(text) else {
      Issue.record("\(text) is a timecode")
      return
    }
    #expect(time == expected)
    #expect(try GivenMoment.duration(text) == expected)
  }

  @Test func exactDecimals() throws {
    #expect(
      try GivenMoment("0.000000001")
        == .time(MediaTime(value: 1, timescale: 1_000_000_000)))
    #expect(
      try GivenMoment("0.066733ms") == .time(MediaTime(value: 66_733, timescale: 1_000_000_000)))
  }

  @Test(arguments: [
    ("01:30:17:00", 1, 30, 17, 0, false), ("01:30:17;02", 1, 30, 17, 2, true),
    ("01:30:17,02", 1, 30, 17, 2, true), ("tc:01:30:17:12", 1, 30, 17, 12, false),
    ("tc:1;30;17;02", 1, 30, 17, 2, true),
  ])
  func timecode(
    text: String, hours: Int, minutes: Int, seconds: Int, frames: Int, drop: Bool
  ) throws {
    guard case .timecode(let found) = try GivenMoment(text) else {
      Issue.record("\(text) is not a timecode")
      return
    }
    #expect(
      found.timecode
        == Timecode(hours: hours, minutes: minutes, seconds: seconds, frames: frames))
    #expect(found.separatorSaysDropFrame == drop)
    #expect(throws: BadValue.self) { try GivenMoment.duration(text) }
  }

  @Test(arguments: [
    ("01:30", "minutes and seconds, or hours and minutes? Write all three, such as 00:01:30"),
    ("1:5", "such as 00:01:05"), ("00:60:00", "minute 60 does not exist: minutes are 0 to 59"),
    ("00:00:60", "second 60 does not exist: seconds are 0 to 59"), ("00:00:59.9999", nil),
    ("9223372036855", "the time is too long"), ("2562047788015215:59:00", "the time is too long"),
    ("tc:5", "expected tc:HH:MM:SS:FF"), ("tc:00:00:05", "expected tc:HH:MM:SS:FF"),
  ])
  func ambiguous(text: String, reason: String?) throws {
    do throws(BadValue) {
      _ = try GivenMoment(text)
      #expect(reason == nil)
    } catch {
      #expect(error.reason?.contains(try #require(reason)) == true, "\(error)")
    }
  }

  @Test(arguments: [
    "", "-5", "+5", "five", "5 s", "5m", "1e3", ".", ".s", "5.", ".0000000001", "0.0000000001",
    "5h", "s", "ms", ":", "::", ":::", "1:2:3:4:5", "99999999999999999999", "9223372036855",
    "9999999999999999:00:00",
    "2562047788015215:59:00", "2562047788015215:30:08",
    "00:00:00.", "00::00", "01:30:17.05:00", "10:00:00:00.5",
  ])
  func noTime(text: String) {
    #expect(throws: BadValue.self) { try GivenMoment(text) }
  }

  // MARK: Tracks

  @Test(
    arguments: [
      ("0", .id(0)), ("2", .id(2)), ("4294967295", .id(.max)), ("video", .group(.kind(.video))),
      ("Audio", .group(.kind(.audio))), ("soun", .group(.kind(.audio))),
      ("timecode", .group(.kind(.timecode))), ("audio:2", .place(.kind(.audio), 2)),
      ("video:1", .place(.kind(.video), 1)), ("subtitle", .group(.kind(.subtitle))),
      ("metadata", .group(.kind(.metadata))),
      ("clcp", .group(.mediaType(.closedCaption))), ("SBTL:2", .place(.mediaType(.subtitle), 2)),
      ("hint", .group(.mediaType(.hint))),
    ] as [(String, TrackSelector.Choice)])
  func track(text: String, choice: TrackSelector.Choice) {
    #expect(TrackSelector(text)?.choice == choice)
  }

  @Test(arguments: [
    "", "-1", "4294967296", "vido", "video:0", "video:", ":1", "video:1:2", "1:2", "video:x", "*",
  ])
  func noTrack(text: String) { #expect(TrackSelector(text) == nil) }
}
