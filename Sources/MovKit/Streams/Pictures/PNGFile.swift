/// A PNG file (ISO/IEC 15948) of pixels without a palette.
enum PNGFile {
  /// Returns the file of a picture.
  static func bytes(of picture: RawPicture) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header = UInt32(picture.width).bigEndianBytes + UInt32(picture.height).bigEndianBytes
    // Truecolour, without or with alpha; deflate; adaptive filters; not interlaced.
    header += [UInt8(picture.bitDepth), picture.hasAlpha ? 6 : 2, 0, 0, 0]
    append("IHDR", header, to: &file)
    append("IDAT", Deflate.zlib(filtered(picture)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += UInt32(truncatingIfNeeded: data.count).bigEndianBytes
    let start = file.count
    file += Array(type.utf8)
    file += data
    file += CRC32(file[start...]).value.bigEndianBytes
  }

  /// Each row with the filter before it: the difference of each byte from that of the pixel to the left
  /// (ISO/IEC 15948, 9.2).
  private static func filtered(_ picture: RawPicture) -> [UInt8] {
    let pixel = picture.bytesPerPixel
    var result: [UInt8] = []
    result.reserveCapacity((pixel * picture.width + 1) * picture.height)
    for index in 0..<picture.height {
      let row = picture.row(index)
      result.append(1)
      result += row.prefix(pixel)
      for place in row.indices.dropFirst(pixel) { result.append(row[place] &- row[place - pixel]) }
    }
    return result
  }
}

/// The checksum of a PNG chunk (ISO/IEC 15948, annex D).
private struct CRC32 {
  let value: UInt32

  init(_ bytes: ArraySlice<UInt8>) {
    var sum = UInt32.max
    for byte in bytes { sum = Self.table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    value = ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }
}

extension UInt32 {
  fileprivate var bigEndianBytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: self >> UInt32(24 - 8 * $0)) }
  }
}
