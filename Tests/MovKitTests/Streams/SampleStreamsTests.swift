import Testing

@testable import MovKit

/// Samples that become byte streams piece by piece.
@Suite struct SampleStreamsTests {
  /// Feeds pieces of some size.
  private func units(_ bytes: [UInt8], lengthSize: Int, by step: Int) throws -> [UInt8] {
    var stream = UnitStream(lengthSize: lengthSize, size: UInt64(bytes.count))
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      result += try stream.convert(Array(bytes[start..<min(bytes.count, start + step)]))
    }
    try stream.finish()
    return result
  }

  private func obus(_ bytes: [UInt8], by step: Int) throws -> [UInt8] {
    var stream = OBUStream(size: UInt64(bytes.count))
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      result += try stream.convert(Array(bytes[start..<min(bytes.count, start + step)]))
    }
    try stream.finish()
    return result
  }

  @Test(arguments: 1...12)
  func lengthsBecomeStartCodes(step: Int) throws {
    #expect(
      try units([0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0, 0, 0, 1, 9], lengthSize: 4, by: step)
        == [0, 0, 0, 1, 7, 8, 0, 0, 0, 1, 9])
    #expect(
      try units([3, 1, 2, 3, 1, 4], lengthSize: 1, by: step) == [
        0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 1, 4,
      ])
    #expect(try units([0, 1, 5], lengthSize: 2, by: step) == [0, 0, 0, 1, 5])
  }

  @Test(arguments: 1...8)
  func lengthsThatAreWrong(step: Int) {
    #expect(throws: FormatError.self) { try units([0, 0, 0, 3, 7, 8], lengthSize: 4, by: step) }
    #expect(throws: FormatError.self) { try units([0, 1, 7, 0], lengthSize: 2, by: step) }
    #expect(throws: FormatError.self) {
      try units([0xFF, 0xFF, 0xFF, 0xFF, 1], lengthSize: 4, by: step)
    }
  }

  @Test(arguments: 1...12)
  func sizesOfOBUs(step: Int) throws {
    // A sequence header, and a frame with an extension and no size, which is the last.
    #expect(
      try obus([0x0A, 2, 1, 2, 0x34, 0x10, 7, 8, 9], by: step)
        == [0x0A, 2, 1, 2, 0x36, 0x10, 3, 7, 8, 9])
    // Delimiters are left out, and sizes of several bytes stay.
    #expect(
      try obus([0x12, 0, 0x32, 0x82, 0, 5, 6, 0x10], by: step) == [0x32, 0x82, 0, 5, 6])
    let long = [UInt8](repeating: 3, count: 200)
    #expect(try obus([0x30] + long, by: step) == [0x32, 0xC8, 1] + long)
  }

  @Test(arguments: 1...12)
  func obusThatAreWrong(step: Int) {
    #expect(throws: FormatError.self) { try obus([0x0A, 3, 1, 2], by: step) }
    #expect(throws: FormatError.self) { try obus([0x0A], by: step) }
    #expect(throws: FormatError.self) { try obus([0x0A, 0x80], by: step) }
    #expect(throws: FormatError.self) {
      try obus([0x0A] + [UInt8](repeating: 0x80, count: 12), by: step)
    }
  }
}
