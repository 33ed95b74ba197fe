import Foundation
import Testing

@testable import MovKit

/// Uncompressed pixels, PNG files and the compression in them.
@Suite struct RawPictureTests {
  private func picture(
    _ format: FourCC, _ bytes: [UInt8], width: Int, height: Int = 1, depth: UInt16 = 24,
    matrix: RawPicture.Matrix = .bt601
  ) throws -> RawPicture {
    try RawPicture(
      bytes[...], format: format, depth: depth, size: (width, height), matrix: matrix)
  }

  /// Pixels by hand: white, black, and full red in Y'CbCr of BT.601 (Y 81, Cb 90, Cr 240).
  @Test func formats() throws {
    #expect(try picture("raw ", [1, 2, 3, 4, 5, 6], width: 2).pixels() == [1, 2, 3, 4, 5, 6])
    let argb = try picture("raw ", [9, 1, 2, 3], width: 1, depth: 32)
    #expect(argb.pixels() == [1, 2, 3, 9] && argb.hasAlpha && argb.bitDepth == 8)
    #expect(try picture("raw ", [0x7C, 0x1F], width: 1, depth: 16).pixels() == [255, 0, 255])
    #expect(try picture("BGRA", [3, 2, 1, 9], width: 1).pixels() == [1, 2, 3, 9])
    let deep = try picture("b64a", [9, 8, 1, 2, 3, 4, 5, 6], width: 1)
    #expect(deep.pixels() == [1, 2, 3, 4, 5, 6, 9, 8] && deep.bitDepth == 16)
    let whiteAndBlack: [UInt8] = [255, 255, 255, 0, 0, 0]
    #expect(try picture("2vuy", [128, 235, 128, 16], width: 2).pixels() == whiteAndBlack)
    #expect(try picture("yuvs", [235, 128, 16, 128], width: 2).pixels() == whiteAndBlack)
    #expect(try picture("yuv2", [235, 0, 16, 0], width: 2).pixels() == [255, 255, 255, 0, 0, 0])
    let red = try picture("v308", [240, 81, 90], width: 1).pixels()
    #expect(red[0] >= 253 && red[1] <= 2 && red[2] <= 2, "\(red)")
    let alpha = try picture("v408", [128, 235, 128, 7], width: 1)
    #expect(alpha.pixels() == [255, 255, 255, 7])
    // 10 bits: Cr 512, Y 940, Cb 512.
    let word = UInt32(512) << 22 | 940 << 12 | 512 << 2
    let white = try picture("v410", (0..<4).map { UInt8(word >> (8 * $0) & 255) }, width: 1)
    #expect(white.pixels() == [255, 255, 255, 255, 255, 255] && white.bitDepth == 16)
    let r210 = try picture(
      "r210", [0x3F, 0xF0, 0x00, 0x00] + [UInt8](repeating: 0, count: 252), width: 1)
    #expect(r210.pixels() == [255, 255, 0, 0, 0, 0])
    // A code of full range, and colours of BT.709: black is 0 and white 255.
    let full = RawPicture.Matrix(code: 1, isFullRange: true, height: 1)
    #expect(
      try picture("yuvs", [255, 128, 0, 128], width: 2, matrix: full).pixels() == [
        255, 255, 255, 0, 0, 0,
      ])
  }

  /// Rows may be filled up, and a sample must have them all.
  @Test func rows() throws {
    let filled = try picture("raw ", [1, 2, 3, 0, 4, 5, 6, 0], width: 1, height: 2)
    #expect(filled.pixels() == [1, 2, 3, 4, 5, 6])
    for (width, height) in [(2, 1), (1, 2), (0, 1), (1, 0), (65_535, 65_535)] {
      #expect(throws: FormatError.self) {
        _ = try picture("raw ", [1, 2, 3], width: width, height: height)
      }
    }
    #expect(throws: FormatError.self) { _ = try picture("avc1", [1, 2, 3], width: 1) }
  }

  /// What is compressed is decompressed to the same bytes, whatever repeats in it.
  @Test func deflate() throws {
    var seed = UInt64(1)
    func next() -> UInt8 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: seed >> 56)
    }
    let noise = (0..<70_000).map { _ in next() }
    let words = (0..<20_000).flatMap { _ in [UInt8](repeating: next() & 3, count: Int(next() & 15))
    }
    for data in [
      [], [7], [7, 7], [1, 2, 3], [UInt8](repeating: 0, count: 100_000), noise, words,
      noise + noise,
    ] {
      let compressed = Deflate.zlib(data)
      #expect(try Inflate.zlib(compressed[...], upTo: data.count) == data)
    }
    #expect(Deflate.zlib([UInt8](repeating: 5, count: 100_000)).count < 1000)
  }

  /// The smallest file, chunk by chunk; the checksums are those of Python's zlib.
  @Test func png() throws {
    let file = try picture("raw ", [1, 2, 3], width: 1).png()
    #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(
      file[8..<33] == [
        0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77,
        0x53, 0xDE,
      ])
    // 01 01 02 03: a row without a filter but the one that takes the byte to its left.
    #expect(
      file[33..<57] == hex("0000000C 49444154 780163646462060000120008 1D834EA2")[...])
    #expect(file.count == 69)
    #expect(file.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }
}
