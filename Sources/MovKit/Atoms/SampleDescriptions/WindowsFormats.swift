// Structures of Windows, whose integers have the least significant byte first.

/// `wfex` in a sound description (PIFF), and `ms` with a number in `wave` (QuickTime File Format, "Sound
/// Sample Description Extensions"): the format of the sound as Windows states it (WAVEFORMATEX).
public struct WaveFormat: Record {
  /// The number of the format: 1 PCM, 2 ADPCM, 17 IMA ADPCM, 85 MP3, 353 to 355 Windows Media Audio, ….
  public var format = LittleEndian<UInt16>(1)
  /// The number of channels.
  public var channels = LittleEndian<UInt16>(2)
  /// The samples a second.
  public var sampleRate = LittleEndian<UInt32>(48000)
  /// The bytes a second, on average.
  public var bytesPerSecond = LittleEndian<UInt32>(0)
  /// The smallest number of bytes that can be decoded by themselves.
  public var blockAlign = LittleEndian<UInt16>(0)
  /// The bits of a sample; 0 if that means nothing in the format.
  public var bitsPerSample = LittleEndian<UInt16>(0)
  /// The number of bytes that the decoder needs, as the file states it.
  public var extraSize = LittleEndian<UInt16>(0)
  /// What the decoder needs, and whatever follows.
  public var extra = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("format_tag", &format)
    try f("channels", &channels)
    try f("samples_per_second", &sampleRate)
    try f("average_bytes_per_second", &bytesPerSecond)
    try f("block_align", &blockAlign)
    try f("bits_per_sample", &bitsPerSample)
    try f("extra_size", &extraSize)
    try f.bytes("extra", &extra, count: nil)
  }
}

/// `strf` in a video description: the format of the video as Windows states it (BITMAPINFOHEADER).
public struct BitmapFormat: Record {
  /// The size of the structure in bytes, which is 40, and of what follows it in some files.
  public var size = LittleEndian<UInt32>(40)
  /// The width in pixels.
  public var width = LittleEndian<Int32>(0)
  /// The height in pixels; below 0 if the first row is the top one.
  public var height = LittleEndian<Int32>(0)
  /// The number of planes, which is 1.
  public var planes = LittleEndian<UInt16>(1)
  /// The bits of a pixel.
  public var bitCount = LittleEndian<UInt16>(24)
  /// The code of the compression.
  public var compression = FourCC(rawValue: 0)
  /// The size of a picture in bytes.
  public var imageSize = LittleEndian<UInt32>(0)
  /// The pixels of a metre from left to right.
  public var horizontalResolution = LittleEndian<Int32>(0)
  /// The pixels of a metre from top to bottom.
  public var verticalResolution = LittleEndian<Int32>(0)
  /// The number of colours in the table that are used; 0 for all.
  public var coloursUsed = LittleEndian<UInt32>(0)
  /// The number of colours that matter; 0 for all.
  public var coloursImportant = LittleEndian<UInt32>(0)
  /// What the decoder needs.
  public var extra = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("size", &size)
    try f("width", &width)
    try f("height", &height)
    try f("planes", &planes)
    try f("bit_count", &bitCount)
    try f("compression", &compression)
    try f("size_image", &imageSize)
    try f("x_pixels_per_metre", &horizontalResolution)
    try f("y_pixels_per_metre", &verticalResolution)
    try f("colours_used", &coloursUsed)
    try f("colours_important", &coloursImportant)
    try f.bytes("extra", &extra, count: nil)
  }
}

extension Schema {
  /// Formats of Windows, whose types in `wave` are "ms" and the number of the format.
  private static let waveFormats: [FourCC] = [0x02, 0x11, 0x55].map {
    FourCC(rawValue: 0x6D73_0000 | $0)
  }

  static let windowsFormatRules: [Rule] =
    [.leaf("wfex", WaveFormat.self), .leaf("strf", BitmapFormat.self)]
    + waveFormats.map { .leaf($0, WaveFormat.self, .inside(["wave"])) }
}
