import MovKit
import Testing

/// TN2310, listings 2, 7 and 8: a format description, and frame numbers as timecode and back.
@Suite struct TimecodeFormatDescriptionTests {
  private let format = TimecodeFormat(
    mediaSubType: .timecode32, frameDuration: MediaTime(value: 100, timescale: 2997),
    frameQuanta: 30, flags: [.dropFrame, .wraps24Hours])

  /// Listing 2: every byte of the description, by the QuickTime File Format.
  @Test func createAFormatDescription() throws {
    let description = try format.sampleDescription()
    let bytes: [UInt8] = [
      0, 0, 0, 34, 0x74, 0x6D, 0x63, 0x64,  // 34 bytes, tmcd
      0, 0, 0, 0, 0, 0, 0, 1,  // reserved, media in this file
      0, 0, 0, 0, 0, 0, 0, 3,  // reserved, drop frame and 24 hours
      0, 0, 0x0B, 0xB5, 0, 0, 0, 100,  // 2997, 100
      30, 0,  // frames a second, reserved
    ]
    #expect(try description.serialized() == bytes)
    let read = try TimecodeFormat(sampleDescription: description)
    #expect(read == format && read.frameQuanta == 30 && read.isDropFrame)
  }

  /// The name of the tape goes with it, in its language.
  @Test func createAFormatDescriptionWithASourceName() throws {
    var named = format
    named.sourceName = .init(reel: "A001")
    let read = try TimecodeFormat(sampleDescription: named.sampleDescription())
    #expect(read.sourceName?.text == "A001")
    #expect(read.sourceName?.language == LanguageCode(rawValue: 0))
  }

  /// Listing 7, for the timecode of listing 3. 5415 seconds of 30 frames and 7 more, less two for
  /// each of 90 minutes but the nine that ten divides.
  @Test func timecodeToFrameNumber() throws {
    let timecode = Timecode(hours: 1, minutes: 30, seconds: 15, frames: 7)
    let frameNumber = try format.frameNumber(for: timecode)
    #expect(frameNumber == 5415 * 30 + 7 - 2 * 81)
    #expect(try format.sampleBytes(frameNumber: frameNumber) == [0x00, 0x02, 0x79, 0xF7])
    // 00:00:12:15 at 30 frames a second without drop frame, which the note computes by hand.
    let nonDrop = TimecodeFormat(
      frameDuration: MediaTime(value: 1, timescale: 30), frameQuanta: 30)
    #expect(try nonDrop.frameNumber(parsing: "00:00:12:15") == 375)
  }

  /// Listing 8.
  @Test func frameNumberToTimecode() throws {
    let frameNumber = format.sample([0x00, 0x02, 0x79, 0xF7])
    #expect(frameNumber == .frameNumber(162_295))
    let timecode = try #require(format.timecode(forFrameNumber: 162_295))
    #expect(timecode == Timecode(hours: 1, minutes: 30, seconds: 15, frames: 7))
    #expect(format.text(timecode) == "01:30:15;07")
    // The two labels that drop frame skips.
    #expect(format.timecode(forFrameNumber: 1799).map { format.text($0) } == "00:00:59;29")
    #expect(format.timecode(forFrameNumber: 1800).map { format.text($0) } == "00:01:00;02")
  }

  /// The format that the note recommends for new files.
  @Test func sixtyFourBits() throws {
    let wide = TimecodeFormat(
      mediaSubType: .timecode64, frameDuration: MediaTime(value: 1, timescale: 25), frameQuanta: 25)
    let bytes = try wide.sampleBytes(frameNumber: 1 << 40)
    #expect(bytes == [0, 0, 1, 0, 0, 0, 0, 0] && wide.sample(bytes) == .frameNumber(1 << 40))
  }
}
