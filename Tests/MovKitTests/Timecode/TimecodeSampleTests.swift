import Testing

@testable import MovKit

@Suite struct TimecodeSampleTests {
  private func format(
    _ type: TimecodeMediaSubType, _ flags: TimecodeFormat.Flags = []
  ) -> TimecodeFormat {
    TimecodeFormat(
      mediaSubType: type, frameDuration: MediaTime(value: 1, timescale: 25), frameQuanta: 25,
      flags: flags)
  }

  @Test func types() {
    let wanted: [(FourCC, Int, Bool)] = [
      ("tmcd", 4, false), ("tc64", 8, false), ("cn32", 4, true), ("cn64", 8, true),
    ]
    for (code, size, isCounter) in wanted {
      let type = TimecodeMediaSubType(code)
      #expect(type?.fourCC == code && type?.sampleSize == size && type?.isCounter == isCounter)
    }
    #expect(TimecodeMediaSubType("text") == nil)
    #expect(format(.timecode32, .counter).isCounter && !format(.timecode32).isCounter)
  }

  @Test func reading() {
    let ones: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 254]
    #expect(format(.timecode32).sample([0, 2, 0x79, 0xF7]) == .frameNumber(162_295))
    #expect(format(.timecode32).sample(ones) == .frameNumber(-1))
    #expect(format(.timecode32).sample([0x80, 0, 0, 0]) == .frameNumber(-2_147_483_648))
    #expect(format(.timecode64).sample(ones) == .frameNumber(-2))
    #expect(format(.timecode32, .counter).sample(ones) == .counter(4_294_967_295))
    #expect(format(.counter32).sample(ones) == .counter(4_294_967_295))
    #expect(format(.counter64).sample(ones) == .counter(18_446_744_073_709_551_614))
    // Wherever the bytes lie.
    #expect(format(.timecode32).sample([9, 9, 0, 0, 1, 0][2...]) == .frameNumber(256))
    for type in TimecodeMediaSubType.allCases {
      for count in 0..<type.sampleSize {
        #expect(format(type).sample(Array(repeating: 1, count: count)) == nil)
      }
    }
  }

  @Test func writingReadsBack() throws {
    let cases: [(TimecodeFormat, [TimecodeSample])] = [
      (format(.timecode32), [.frameNumber(-2_147_483_648), .frameNumber(-1), .frameNumber(5)]),
      (format(.timecode64), [.frameNumber(.min), .frameNumber(.max), .frameNumber(-1)]),
      (format(.counter32), [.counter(0), .counter(4_294_967_295)]),
      (format(.timecode64, .counter), [.counter(0), .counter(.max)]),
    ]
    for (format, samples) in cases {
      for sample in samples {
        let bytes = try format.bytes(of: sample)
        #expect(bytes.count == format.mediaSubType.sampleSize)
        #expect(format.sample(bytes) == sample)
      }
    }
    #expect(try format(.timecode32).sampleBytes(frameNumber: 162_295) == [0, 2, 0x79, 0xF7])
    #expect(
      try format(.timecode64).sampleBytes(frameNumber: -2)
        == [255, 255, 255, 255, 255, 255, 255, 254])
  }

  @Test func refusals() {
    for number in [Int64(Int32.max) + 1, Int64(Int32.min) - 1, .max, .min] {
      let error = TimecodeError.sampleOutOfRange(String(number), mediaSubType: "tmcd")
      #expect(throws: error) { try format(.timecode32).sampleBytes(frameNumber: number) }
      #expect(error.description.contains("tc64"))
    }
    let wide = TimecodeError.sampleOutOfRange("4294967296", mediaSubType: "cn32")
    #expect(throws: wide) { try format(.counter32).bytes(of: .counter(4_294_967_296)) }
    #expect(
      wide.description == "4294967296 does not fit a 'cn32' sample (32 bits); "
        + "'cn64' holds 64 bits")
    #expect(throws: TimecodeError.counterFormat) {
      try format(.counter64).sampleBytes(frameNumber: 1)
    }
    #expect(throws: TimecodeError.notACounter) { try format(.timecode64).bytes(of: .counter(1)) }
  }

  @Test func counters() {
    let counter = format(.timecode32, .counter)
    #expect(counter.text(.counter(123_456)) == "123456")
    #expect(counter.counterTicks(123_456) == 4938)
    #expect(counter.timecode(forFrameNumber: 5) == nil)
    #expect(throws: TimecodeError.counterFormat) { try counter.frameNumber(parsing: "0:0:0:0") }
    #expect(counter.oddities(ofFrameNumber: -5) == [])
    var empty = counter
    empty.frameQuanta = 0
    #expect(empty.counterTicks(5) == nil && empty.oddities == [])
    #expect(format(.counter64).text(.counter(.max)) == "18446744073709551615")
  }

  @Test func labels() {
    #expect(format(.timecode64).text(.frameNumber(135_382)) == "01:30:15:07")
  }

  // MARK: The record of 1996

  @Test func packedRecord() throws {
    // The specification's own example.
    let label = Timecode(hours: 1, minutes: 15, seconds: 32, frames: 4)
    #expect(Timecode(packed: 0x010F_2004) == label)
    #expect(try label.packed() == 0x010F_2004)
    var negative = label
    negative.isNegative = true
    #expect(Timecode(packed: 0x018F_2004) == negative)
    #expect(try negative.packed() == 0x018F_2004)
  }

  @Test func anyFourBytesAreARecord() throws {
    var generator = SeededGenerator(state: 6)
    for _ in 0..<1000 {
      let raw = UInt32(truncatingIfNeeded: generator.next())
      #expect(try Timecode(packed: raw).packed() == raw)
    }
    #expect(try Timecode(packed: .max).packed() == .max)
    for label in [
      Timecode(hours: 256, minutes: 0, seconds: 0, frames: 0),
      Timecode(hours: 0, minutes: 128, seconds: 0, frames: 0),
      Timecode(hours: 0, minutes: 0, seconds: -1, frames: 0),
      Timecode(hours: 0, minutes: 0, seconds: 0, frames: 256),
    ] {
      #expect(throws: TimecodeError.self) { try label.packed() }
    }
  }
}
