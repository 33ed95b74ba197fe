import Testing

@testable import MovKit

/// The 80 bits of a frame (SMPTE ST 12-1), by bytes written by hand: the first bit in the audio is the
/// lowest of the first byte.
@Suite struct LinearTimecodeFrameTests {
  private func read(_ hex: String) throws -> LinearTimecodeFrame {
    let bytes = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    try #require(bytes.count == 10)
    #expect(UInt16(bytes[8]) | UInt16(bytes[9]) << 8 == LinearTimecodeFrame.syncWord)
    return LinearTimecodeFrame(
      bits: bytes[..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  @Test func labelByHand() throws {
    let frame = try read("04 00 03 00 02 00 01 00 FC BF")
    #expect(frame.label == Timecode(hours: 1, minutes: 2, seconds: 3, frames: 4))
    #expect(!frame.isDropFrame && !frame.isColorFrame)
    #expect(frame.userBits == 0)
    #expect(frame.binaryGroupFlags(quanta: 30) == 0)
    // 5 ones in the label and 13 in the sync word.
    #expect(frame.isEven)
    #expect(LinearTimecodeFrame(try #require(frame.label)) == frame)
  }

  @Test func allDigitsAndFlags() throws {
    // 23:59:59;29 with drop frame and colour frame, and the user bits 1 to 8.
    let frame = try read("19 2E 39 45 59 65 73 82 FC BF")
    #expect(frame.label == Timecode(hours: 23, minutes: 59, seconds: 59, frames: 29))
    #expect(frame.isDropFrame && frame.isColorFrame)
    #expect(frame.userBits == 0x8765_4321)
    #expect(
      LinearTimecodeUserBits(value: frame.userBits, flags: 0).digits == "87654321")
  }

  /// Bits 27, 43, 58 and 59 alone. Their meaning with 25 frames is another
  /// (https://github.com/x42/libltc ltc.h; ST 12-1, table of binary group flags).
  @Test(arguments: [
    ("00 00 00 08 00 00 00 00 FC BF", 0, true, 1, false),
    ("00 00 00 00 00 08 00 00 FC BF", 1, false, 4, false),
    ("00 00 00 00 00 00 00 04 FC BF", 2, false, 2, false),
    ("00 00 00 00 00 00 00 08 FC BF", 4, false, 0, true),
  ])
  func rateFlags(
    hex: String, at30: Int, polarityAt30: Bool, at25: Int, polarityAt25: Bool
  ) throws {
    let frame = try read(hex)
    #expect(frame.label == Timecode(hours: 0, minutes: 0, seconds: 0, frames: 0))
    for quanta in [24, 30] as [UInt32] {
      #expect(frame.binaryGroupFlags(quanta: quanta) == UInt8(at30))
      #expect(frame.polarityCorrection(quanta: quanta) == polarityAt30)
    }
    #expect(frame.binaryGroupFlags(quanta: 25) == UInt8(at25))
    #expect(frame.polarityCorrection(quanta: 25) == polarityAt25)
    #expect(frame.isEven)
  }

  @Test(arguments: [
    "0A 00 00 00 00 00 00 00 FC BF",  // a digit above 9
    "00 03 00 00 00 00 00 00 FC BF",  // frame 30
    "00 00 00 06 00 00 00 00 FC BF",  // second 60
    "00 00 00 00 00 06 00 00 FC BF",  // minute 60
    "00 00 00 00 00 00 04 02 FC BF",  // hour 24
  ])
  func noSuchTime(hex: String) throws {
    #expect(try read(hex).label == nil)
  }

  @Test func labelsThatDoNotFit() {
    #expect(LinearTimecodeFrame(Timecode(hours: 24, minutes: 0, seconds: 0, frames: 0)) == nil)
    #expect(LinearTimecodeFrame(Timecode(hours: 0, minutes: 0, seconds: 0, frames: 30)) == nil)
    #expect(LinearTimecodeFrame(Timecode(hours: -1, minutes: 0, seconds: 0, frames: 0)) == nil)
    #expect(LinearTimecodeFrame(Timecode(hours: 0, minutes: 0, seconds: 400, frames: 0)) == nil)
  }

  @Test func text() {
    // "Take": two groups a character, the lower half first.
    let bits = LinearTimecodeUserBits(value: 0x656B_6154, flags: 1)
    #expect(bits.text == Array("Take".utf8))
    #expect(bits.date == nil)
    #expect(LinearTimecodeUserBits(value: 0x656B_6154, flags: 0).text == nil)
    #expect(LinearTimecodeUserBits(value: 0, flags: 2).isClockTime)
    #expect(LinearTimecodeUserBits(value: 0, flags: 3).holdsText)
  }

  /// Dates of ST 309: day, month and year from the first group on, then the zone.
  private static let dates: [(Int, Int, Int, Int, Int?)] = [
    (0x0022_1113, 13, 11, 22, 0), (0x2522_1113, 13, 11, 22, 60),
    (0x0524_0229, 29, 2, 24, -300), (0x0D24_0229, 29, 2, 24, -210),
    (0x3A24_0229, 29, 2, 24, 330), (0x1399_1231, 31, 12, 99, 780),
    (0x3299_1231, 31, 12, 99, 765), (0x2699_1231, 31, 12, 99, nil),
  ]

  @Test(arguments: dates)
  func dateOfZone(value: Int, day: Int, month: Int, year: Int, minutes: Int?) {
    let date = LinearTimecodeUserBits(value: UInt32(value), flags: 4).date
    #expect(
      date
        == LinearTimecodeUserBits.Date(
          year: year, month: month, day: day, minutesFromUTC: minutes))
  }

  @Test(arguments: [0x0000_0000, 0x0022_1313, 0x0022_1132, 0x0022_11A1, 0x8022_1113])
  func noDate(value: Int) {
    #expect(LinearTimecodeUserBits(value: UInt32(value), flags: 4).date == nil)
    #expect(LinearTimecodeUserBits(value: UInt32(value), flags: 0).date == nil)
  }
}
