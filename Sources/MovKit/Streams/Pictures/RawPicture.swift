/// A picture of a sample that is not compressed, as red, green and blue.
///
/// Formats: `raw ` with 16, 24 or 32 bits, `RGBA`, `BGRA`, `b48r`, `b64a`, `r210`, `2vuy`, `yuv2`, `yuvs`,
/// `v210`, `v308`, `v408` and `v410` (QuickTime File Format; Apple's "Uncompressed Y'CbCr Video in QuickTime
/// Files").
public struct RawPicture: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The bits of a channel of a pixel: 8 or 16.
  public let bitDepth: Int
  /// Whether a pixel has an opacity after red, green and blue.
  public let hasAlpha: Bool
  private let format: PixelFormat
  private let matrix: Matrix
  private let data: Bytes
  /// The bytes from a row to the next one.
  private let stride: Int

  /// How Y'CbCr is made of red, green and blue.
  public struct Matrix: Sendable {
    /// The weights of red and blue in luma, in ten-thousandths.
    let red: Int64
    let blue: Int64
    /// Whether luma and chroma use all values, and not those from 16 to 235 and 240.
    var isFullRange = false

    /// ITU-R BT.601.
    public static let bt601 = Matrix(red: 2990, blue: 1140)
    /// ITU-R BT.709.
    public static let bt709 = Matrix(red: 2126, blue: 722)
    /// ITU-R BT.2020.
    public static let bt2020 = Matrix(red: 2627, blue: 593)

    /// The matrix of a code of ISO/IEC 23091-2; without a known code, that of pictures of a height.
    public init(code: UInt16?, isFullRange: Bool, height: Int) {
      switch code {
      case 1: self = .bt709
      case 5, 6: self = .bt601
      case 9: self = .bt2020
      default: self = height >= 720 ? .bt709 : .bt601
      }
      self.isFullRange = isFullRange
    }

    private init(red: Int64, blue: Int64) {
      self.red = red
      self.blue = blue
    }
  }

  /// The picture of a sample.
  /// - Parameters:
  ///   - data: The bytes of the sample.
  ///   - format: The type of its description.
  ///   - depth: The bits of a pixel, as the description gives them. Only `raw ` needs them.
  ///   - size: The width and the height of the description in pixels.
  ///   - matrix: How Y'CbCr is made.
  /// - Throws: `FormatError` if the format is none of those above, or the sample is too short.
  public init(
    _ data: Bytes, format: FourCC, depth: UInt16, size: (width: Int, height: Int), matrix: Matrix
  ) throws(FormatError) {
    guard let format = PixelFormat(format, depth: depth) else {
      throw FormatError(.unsupported("pixels of the format \(format)"))
    }
    (width, height) = size
    (self.format, self.matrix, self.data) = (format, matrix, data)
    (bitDepth, hasAlpha) = (format.isDeep ? 16 : 8, format.hasAlpha)
    guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16 else {
      throw FormatError(.invalid("the picture has no size"))
    }
    let least = format.bytesPerRow(width)
    guard data.count / height >= least else {
      throw FormatError(
        .invalid(
          "the sample has \(counted(data.count, "byte")), and \(width)×\(height) pixels need \(least * height)"
        ))
    }
    // Some writers fill up rows.
    stride = data.count % height == 0 ? data.count / height : least
  }

  var bytesPerPixel: Int { (hasAlpha ? 4 : 3) * bitDepth / 8 }

  /// Makes the pixels of the sample, row after row from the top, channel after channel, big-endian.
  public func pixels() -> [UInt8] { (0..<height).flatMap(row) }

  /// Makes a PNG file of the picture.
  public func png() -> [UInt8] { PNGFile.bytes(of: self) }

  /// The channels of a row, big-endian.
  func row(_ index: Int) -> [UInt8] {
    let start = data.startIndex + index * stride
    switch format.pixels(of: Array(data[start..<start + format.bytesPerRow(width)]), width) {
    case .channels(let bytes): return bytes
    case .luma(let samples):
      let conversion = ColourConversion(matrix, bits: format.lumaBits, to: bitDepth)
      var channels: [UInt8] = []
      channels.reserveCapacity(width * bytesPerPixel)
      func append(_ channel: Int64) {
        if bitDepth == 16 { channels.append(UInt8(truncatingIfNeeded: channel >> 8)) }
        channels.append(UInt8(truncatingIfNeeded: channel))
      }
      for sample in samples {
        let (red, green, blue) = conversion.rgb(sample.y, sample.cb, sample.cr)
        append(red)
        append(green)
        append(blue)
        if hasAlpha { append(Int64(sample.alpha)) }
      }
      return channels
    }
  }
}

/// Makes red, green and blue of Y'CbCr (ITU-R BT.709, 3 and 4).
private struct ColourConversion {
  private let red: Int64
  private let blue: Int64
  private let green: Int64
  private let black: Int64
  private let zero: Int64
  private let lumaRange: Int64
  private let chromaRange: Int64
  private let most: Int64

  init(_ matrix: RawPicture.Matrix, bits: Int, to bitDepth: Int) {
    (red, blue) = (matrix.red, matrix.blue)
    green = 10_000 - red - blue
    let scale = Int64(1) << Int64(bits - 8)
    zero = 128 * scale
    black = matrix.isFullRange ? 0 : 16 * scale
    lumaRange = matrix.isFullRange ? 256 * scale - 1 : 219 * scale
    chromaRange = matrix.isFullRange ? 256 * scale - 1 : 224 * scale
    most = (Int64(1) << Int64(bitDepth)) - 1
  }

  func rgb(_ y: Int, _ cb: Int, _ cr: Int) -> (Int64, Int64, Int64) {
    let luma = (Int64(y) - black) * chromaRange * 10_000
    let (b, r) = ((Int64(cb) - zero) * lumaRange, (Int64(cr) - zero) * lumaRange)
    let whole = lumaRange * chromaRange * 10_000
    let less =
      (2 * blue * (10_000 - blue) * b + 2 * red * (10_000 - red) * r) / green
    return (
      scaled(luma + 2 * (10_000 - red) * r, whole), scaled(luma - less, whole),
      scaled(luma + 2 * (10_000 - blue) * b, whole)
    )
  }

  /// The nearest value of a channel, from 0 to the largest.
  private func scaled(_ value: Int64, _ whole: Int64) -> Int64 {
    min(most, max(0, (value * most * 2 + whole) / (2 * whole)))
  }
}
