import Foundation
import Testing

@testable import MovKit

@Suite struct TimecodeTextTests {
  private let ntsc = StandardRate.all[4].format([.wraps24Hours])

  @Test(
    arguments: [
      ("01:30:15:07", false), ("01:30:15;07", true), ("01:30:15,07", true), ("01:30:15.07", nil),
      ("01;30;15;07", true), ("1:30:15:7", false), ("001:30:15:0007", false),
    ] as [(String, Bool?)])
  func shapes(text: String, saysDropFrame: Bool?) throws {
    let read = try TimecodeText(text)
    #expect(read.timecode == Timecode(hours: 1, minutes: 30, seconds: 15, frames: 7))
    #expect(read.separatorSaysDropFrame == saysDropFrame)
  }

  @Test func sign() throws {
    let read = try TimecodeText("-00:00:04:11")
    #expect(
      read.timecode
        == Timecode(isNegative: true, hours: 0, minutes: 0, seconds: 4, frames: 11))
  }

  @Test(arguments: [
    "", "-", "01:30:15", "01:30:15:", ":30:15:07", "01:30:15:07:", "01:30:15:07:01", "01:30:15:07 ",
    " 01:30:15:07", "01:30:15:-7", "--01:30:15:07", "+01:30:15:07", "01.30.15.07", "01,30,15,07",
    "01;30:15:07", "01;30;15:07", "01:30;15;07", "aa:bb:cc:dd", "01:30:15/07", "٠١:٣٠:١٥:٠٧",
    "12345",
    "99999999999999999999:00:00:00", "01:30:15::07", "1:2:3:4\u{301}",
  ])
  func noTimecode(text: String) {
    #expect(throws: TimecodeError.notATimecode(text)) { try TimecodeText(text) }
  }

  @Test(
    arguments: [
      (30, "01:02:03:04"), (100, "01:02:03:04"), (101, "01:02:03:004"), (120, "01:02:03:004"),
      (256, "01:02:03:004"), (1, "01:02:03:04"), (10001, "01:02:03:00004"), (0, "01:02:03:04"),
    ] as [(UInt32, String)])
  func width(quanta: UInt32, text: String) {
    let label = Timecode(hours: 1, minutes: 2, seconds: 3, frames: 4)
    #expect(label.text(dropFrame: false, quanta: quanta) == text)
  }

  @Test(
    arguments: [
      ("01:02:03:04", "01:02:03:04"), ("1:2:3;4", "01:02:03:04"), ("-00:00:00.00", "-00:00:00:00"),
      ("100:00:00:119", "100:00:00:119"), ("23;59;59;29", "23:59:59:29"),
    ])
  func labelsAsText(text: String, shown: String) throws {
    let label = try #require(Timecode(text))
    #expect("\(label)" == shown && Timecode(shown) == label)
    let encoded = try JSONEncoder().encode([label])
    #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(shown)\"]")
    #expect(try JSONDecoder().decode([Timecode].self, from: encoded) == [label])
    #expect(try JSONDecoder().decode([Timecode].self, from: Data("[\"\(text)\"]".utf8)) == [label])
  }

  @Test func labelsWithoutText() {
    for text in ["", "01:00:00", "01:00:00:00:00", "1"] {
      #expect(Timecode(text) == nil)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Timecode].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
    for label in [
      Timecode(hours: -1, minutes: 0, seconds: 0, frames: 0),
      Timecode(isNegative: true, hours: 0, minutes: 0, seconds: 0, frames: -1),
    ] {
      #expect(throws: EncodingError.self) { try JSONEncoder().encode([label]) }
    }
  }

  @Test func longHours() {
    let label = Timecode(isNegative: true, hours: 1234, minutes: 0, seconds: 0, frames: 0)
    #expect(label.text(dropFrame: true, quanta: 30) == "-1234:00:00;00")
  }

  @Test(arguments: [
    (
      "00:01:00;00",
      "00:01:00;00 is not a valid drop-frame label: the previous label is 00:00:59;29, "
        + "the next is 00:01:00;02"
    ),
    (
      "23:59:00;01",
      "23:59:00;01 is not a valid drop-frame label: the previous label is 23:58:59;29, "
        + "the next is 23:59:00;02"
    ),
    ("00:60:00;00", "minute 60 does not exist: minutes are 0 to 59"),
    ("00:00:75;00", "second 75 does not exist: seconds are 0 to 59"),
    ("00:00:00;30", "frame 30 does not exist: this timecode counts frames 0 to 29"),
    (
      "24:00:00;00", "hour 24 does not exist: hours are 0 to 23, because timecode wraps at 24 hours"
    ),
    ("-00:00:00;01", "-00:00:00;01 is negative, which the timecode's flags do not allow"),
    ("noon", "'noon' is not a timecode: expected HH:MM:SS:FF, or HH:MM:SS;FF for drop frame"),
  ])
  func refusals(text: String, message: String) {
    #expect(throws: TimecodeError.self) { try ntsc.frameNumber(parsing: text) }
    do throws(TimecodeError) {
      _ = try ntsc.frameNumber(parsing: text)
    } catch {
      #expect(error.description == message)
    }
  }

  /// At each rate that drops, exactly the labels that the odometer passes over are refused, and
  /// the two that are named stand next to each other.
  @Test(arguments: StandardRate.all.filter { $0.dropped > 0 })
  func skippedLabels(rate: StandardRate) throws {
    let format = rate.format()
    for minute in 1..<60 {
      for frame in 0..<12 {
        let label = Timecode(hours: 3, minutes: minute, seconds: 0, frames: frame)
        let isSkipped = minute % 10 > 0 && frame < rate.dropped
        do throws(TimecodeError) {
          _ = try format.frameNumber(for: label)
          #expect(!isSkipped)
        } catch {
          guard isSkipped, case .skippedByDropFrame(_, let before, let after) = error else {
            Issue.record("\(error)")
            continue
          }
          let numbers = try (
            format.frameNumber(parsing: before), format.frameNumber(parsing: after)
          )
          #expect(numbers.0 + 1 == numbers.1)
        }
      }
    }
  }

  @Test func overflowingLabel() throws {
    var open = StandardRate.all[0].format()
    open.flags = []
    #expect(throws: TimecodeError.tooLarge("9000000000000000000:00:00:00")) {
      try open.frameNumber(parsing: "9000000000000000000:00:00:00")
    }
  }
}
