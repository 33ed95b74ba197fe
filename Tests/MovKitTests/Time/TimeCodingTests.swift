import Foundation
import Testing

@testable import MovKit

/// The dictionary forms, against the keys and values that Core Media's own have.
@Suite struct TimeCodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    (
      MediaTime(value: 1001, timescale: 30000),
      #""epoch":0,"flags":1,"timescale":30000,"value":1001"#
    ),
    (
      MediaTime(value: -5, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 7),
      #""epoch":7,"flags":3,"timescale":600,"value":-5"#
    ),
    (MediaTime.positiveInfinity, #""epoch":0,"flags":5,"timescale":0,"value":0"#),
    (MediaTime.negativeInfinity, #""epoch":0,"flags":9,"timescale":0,"value":0"#),
    (MediaTime.indefinite, #""epoch":0,"flags":17,"timescale":0,"value":0"#),
    (MediaTime.invalid, #""epoch":0,"flags":0,"timescale":0,"value":0"#),
  ])
  func times(time: MediaTime, fields: String) throws {
    #expect(try json(time) == "{\(fields)}")
    let back: MediaTime = try decode("{\(fields)}")
    #expect(back == time && back.flags == time.flags && back.epoch == time.epoch)
    #expect(back.timescale == time.timescale)
  }

  @Test func rangesAndMappings() throws {
    let range = MediaTimeRange(
      start: MediaTime(value: 1, timescale: 2), duration: MediaTime(value: 3, timescale: 4))
    let start = #"{"epoch":0,"flags":1,"timescale":2,"value":1}"#
    let duration = #"{"epoch":0,"flags":1,"timescale":4,"value":3}"#
    let text = #"{"duration":\#(duration),"start":\#(start)}"#
    #expect(try json(range) == text)
    #expect(try decode(text) as MediaTimeRange == range)
    let mapping = MediaTimeMapping(source: range, target: .zero)
    let zero = #"{"epoch":0,"flags":1,"timescale":1,"value":0}"#
    let both = #"{"source":\#(text),"target":{"duration":\#(zero),"start":\#(zero)}}"#
    #expect(try json(mapping) == both)
    #expect(try decode(both) as MediaTimeMapping == mapping)
    let empty = MediaTimeMapping(emptyOver: range)
    #expect(try decode(json(empty)) as MediaTimeMapping == empty)
  }

  @Test func rates() throws {
    let rate = try #require(MediaRate(-30000, over: 1001))
    #expect(try json(rate) == #"{"denominator":1001,"numerator":-30000}"#)
    #expect(try decode(json(rate)) as MediaRate == rate)
    #expect(try decode(#"{"numerator":4,"denominator":-8}"#) as MediaRate == -0.5)
  }

  @Test(arguments: [
    #"{"numerator":1,"denominator":0}"#, #"{"numerator":2147483648,"denominator":1}"#,
    #"{"numerator":1}"#, #""1/2""#, "0.5",
  ])
  func whatIsNoRate(text: String) {
    #expect(throws: DecodingError.self) { try decode(text) as MediaRate }
  }

  @Test func timings() throws {
    var timing = SampleTiming(
      duration: MediaTime(value: 1, timescale: 25),
      presentationTime: MediaTime(value: 3, timescale: 25))
    let duration = #"{"epoch":0,"flags":1,"timescale":25,"value":1}"#
    let shown = #"{"epoch":0,"flags":1,"timescale":25,"value":3}"#
    #expect(try json(timing) == #"{"duration":\#(duration),"presentationTime":\#(shown)}"#)
    #expect(try decode(json(timing)) as SampleTiming == timing)
    timing.decodeTime = MediaTime(value: 1, timescale: 25)
    #expect(
      try json(timing)
        == #"{"decodeTime":\#(duration),"duration":\#(duration),"presentationTime":\#(shown)}"#)
    #expect(try decode(json(timing)) as SampleTiming == timing)
  }

  /// What `movtool` prints leaves flags and epoch out.
  @Test func shortForm() throws {
    let time: MediaTime = try decode(#"{"value":1001,"timescale":24000}"#)
    #expect(time == MediaTime(value: 1001, timescale: 24000) && time.flags == .valid)
  }

  @Test(arguments: [
    "{}", #"{"value":1}"#, #"{"timescale":1}"#, #"{"value":"1","timescale":1}"#, "[]",
    #"{"value":9223372036854775808,"timescale":1}"#, #"{"value":1,"timescale":2147483648}"#,
    #"{"value":1,"timescale":1,"flags":-1}"#, #"{"value":1,"timescale":1,"flags":4294967296}"#,
    #"{"value":1.5,"timescale":1}"#,
  ])
  func whatIsNoTime(text: String) {
    #expect(throws: DecodingError.self) { try decode(text) as MediaTime }
  }

  /// Parts that contradict each other are settled, not trusted.
  @Test func contradictions() throws {
    let negative: MediaTime = try decode(#"{"value":1,"timescale":-5,"flags":1,"epoch":2}"#)
    #expect(!negative.isValid && negative.epoch == 0)
    let odd: MediaTime = try decode(#"{"value":1,"timescale":5,"flags":4294967295}"#)
    #expect(odd == .positiveInfinity && odd.value == 0)
  }
}
