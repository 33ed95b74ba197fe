/// How a row of pixels that are not compressed is stored.
enum PixelFormat {
  /// Red, green and blue of 5 bits after a bit that is not used.
  case rgb555
  /// Bytes of channels, `order` of which are red, green, blue and opacity.
  case bytes(count: Int, order: [Int])
  /// The same of 16 bits.
  case words(count: Int, order: [Int])
  /// Red, green and blue of 10 bits after two that are not used.
  case r210
  /// Two pixels in four bytes, which are at these places; `flip` is what chroma differs by.
  case yuv422(y: Int, cb: Int, cr: Int, flip: UInt8)
  /// Six pixels in 16 bytes, in rows of whole 128 bytes.
  case v210
  /// A pixel of 8 bits a component, without or with opacity.
  case yuv444(count: Int, y: Int, cb: Int, cr: Int, alpha: Int?)
  /// A pixel of 10 bits a component in a little-endian number.
  case v410

  init?(_ format: FourCC, depth: UInt16) {
    switch (format, depth) {
    case ("raw ", 16): self = .rgb555
    case ("raw ", 24): self = .bytes(count: 3, order: [0, 1, 2])
    case ("raw ", 32): self = .bytes(count: 4, order: [1, 2, 3, 0])
    case ("RGBA", _): self = .bytes(count: 4, order: [0, 1, 2, 3])
    case ("BGRA", _): self = .bytes(count: 4, order: [2, 1, 0, 3])
    case ("b48r", _): self = .words(count: 3, order: [0, 1, 2])
    case ("b64a", _): self = .words(count: 4, order: [1, 2, 3, 0])
    case ("r210", _): self = .r210
    case ("2vuy", _): self = .yuv422(y: 1, cb: 0, cr: 2, flip: 0)
    case ("yuvs", _): self = .yuv422(y: 0, cb: 1, cr: 3, flip: 0)
    // The chroma of yuv2 is signed.
    case ("yuv2", _): self = .yuv422(y: 0, cb: 1, cr: 3, flip: 0x80)
    case ("v210", _): self = .v210
    case ("v308", _): self = .yuv444(count: 3, y: 1, cb: 2, cr: 0, alpha: nil)
    case ("v408", _): self = .yuv444(count: 4, y: 1, cb: 0, cr: 2, alpha: 3)
    case ("v410", _): self = .v410
    default: return nil
    }
  }

  /// Whether a channel has more than 8 bits.
  var isDeep: Bool {
    switch self {
    case .words, .r210, .v210, .v410: true
    case .rgb555, .bytes, .yuv422, .yuv444: false
    }
  }

  var hasAlpha: Bool {
    switch self {
    case .bytes(_, let order), .words(_, let order): order.count == 4
    case .yuv444(_, _, _, _, let alpha): alpha != nil
    case .rgb555, .r210, .yuv422, .v210, .v410: false
    }
  }

  /// The bits of luma and chroma.
  var lumaBits: Int {
    switch self {
    case .v210, .v410: 10
    default: 8
    }
  }

  /// The bytes that a row has at least.
  func bytesPerRow(_ width: Int) -> Int {
    switch self {
    case .rgb555: 2 * width
    case .bytes(let count, _), .yuv444(let count, _, _, _, _): count * width
    case .words(let count, _): 2 * count * width
    case .r210: (width + 63) / 64 * 256
    case .yuv422: (width + 1) / 2 * 4
    case .v210: (width + 47) / 48 * 128
    case .v410: 4 * width
    }
  }

  struct Sample {
    var y: Int
    var cb: Int
    var cr: Int
    var alpha: UInt8 = 0
  }

  enum Row {
    /// The channels, big-endian.
    case channels([UInt8])
    case luma([Sample])
  }

  /// Returns the pixels of a row, which has `bytesPerRow` bytes.
  func pixels(of row: [UInt8], _ width: Int) -> Row {
    switch self {
    case .rgb555: return .channels(Self.packed(row, width, bytes: 2, bits: 5))
    case .r210: return .channels(Self.packed(row, width, bytes: 4, bits: 10))
    case .bytes(let count, let order):
      return .channels(Self.ordered(row, width, count, order, bytes: 1))
    case .words(let count, let order):
      return .channels(Self.ordered(row, width, count, order, bytes: 2))
    case .yuv422(let y, let cb, let cr, let flip):
      let pairs = (width + 1) / 2
      return .luma(
        Self.cosited(
          (0..<width).map { Int(row[$0 / 2 * 4 + y + $0 % 2 * 2]) },
          (0..<pairs).map { Int(row[4 * $0 + cb] ^ flip) },
          (0..<pairs).map { Int(row[4 * $0 + cr] ^ flip) }))
    case .v210: return .luma(Self.v210(row, width))
    case .yuv444(let count, let y, let cb, let cr, let alpha):
      return .luma(
        (0..<width).map { pixel in
          let start = count * pixel
          return Sample(
            y: Int(row[start + y]), cb: Int(row[start + cb]), cr: Int(row[start + cr]),
            alpha: alpha.map { row[start + $0] } ?? 0)
        })
    case .v410:
      return .luma(
        (0..<width).map { pixel in
          let word = Self.littleEndian(row, at: 4 * pixel)
          return Sample(y: word >> 12 & 1023, cb: word >> 2 & 1023, cr: word >> 22 & 1023)
        })
    }
  }

  /// Pixels whose channels are in another order, or among others.
  private static func ordered(
    _ row: [UInt8], _ width: Int, _ count: Int, _ order: [Int], bytes: Int
  ) -> [UInt8] {
    var channels: [UInt8] = []
    channels.reserveCapacity(width * order.count * bytes)
    for pixel in 0..<width {
      for channel in order {
        let start = bytes * (count * pixel + channel)
        channels += row[start..<start + bytes]
      }
    }
    return channels
  }

  /// Pixels that are big-endian numbers with red, green and blue in their lowest bits. Channels of more
  /// than 8 bits become 16.
  private static func packed(
    _ row: [UInt8], _ width: Int, bytes: Int, bits: Int
  ) -> [UInt8] {
    var channels: [UInt8] = []
    let most = (1 << bits) - 1
    for pixel in 0..<width {
      var word = 0
      for byte in row[bytes * pixel..<bytes * (pixel + 1)] { word = word << 8 | Int(byte) }
      for shift in [2 * bits, bits, 0] {
        let value = word >> shift & most
        if bits > 8 {
          let channel = value * 65535 / most
          channels.append(UInt8(channel >> 8))
          channels.append(UInt8(channel & 255))
        } else {
          channels.append(UInt8(value * 255 / most))
        }
      }
    }
    return channels
  }

  private static func littleEndian(_ row: [UInt8], at start: Int) -> Int {
    Int(row[start]) | Int(row[start + 1]) << 8 | Int(row[start + 2]) << 16
      | Int(row[start + 3]) << 24
  }

  /// Each word of v210 has three components: Cb Y Cr Y, over and over.
  private static func v210(_ row: [UInt8], _ width: Int) -> [Sample] {
    var components: [Int] = []
    components.reserveCapacity(row.count / 4 * 3)
    for start in stride(from: 0, to: row.count - 3, by: 4) {
      let word = littleEndian(row, at: start)
      components.append(word & 1023)
      components.append(word >> 10 & 1023)
      components.append(word >> 20 & 1023)
    }
    let pairs = (width + 1) / 2
    return cosited(
      (0..<width).map { components[2 * $0 + 1] }, (0..<pairs).map { components[4 * $0] },
      (0..<pairs).map { components[4 * $0 + 2] })
  }

  /// Pixels of which every other one has chroma. The others get the mean of their neighbours.
  private static func cosited(_ y: [Int], _ cb: [Int], _ cr: [Int]) -> [Sample] {
    y.indices.map { pixel in
      let pair = pixel / 2
      let next = pixel % 2 == 1 && pixel + 1 < y.count ? pair + 1 : pair
      return Sample(
        y: y[pixel], cb: (cb[pair] + cb[next] + 1) / 2, cr: (cr[pair] + cr[next] + 1) / 2)
    }
  }
}
