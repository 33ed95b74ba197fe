/// The header of a WAVE file, and the conversion of the samples of a movie to its samples.
///
/// WAVE has the least significant byte first. Samples of 8 bits are unsigned, all others are signed
/// (Multimedia Programming Interface and Data Specifications 1.0). More than two channels, other
/// loudspeakers than the usual ones, and more than 16 bits need the extensible form. If the number of
/// bytes does not fit in 32 bits, the file is RF64 (EBU Tech 3306).
package struct WaveHeader: Sendable {
  /// The format of the samples in the movie.
  package let format: LinearPCMFormat
  /// The number of bytes of audio.
  package let dataSize: UInt64

  /// - Parameters:
  ///   - format: The format of the samples in the movie, for which there must be no `obstacle`.
  ///   - dataSize: The number of bytes of all samples.
  package init(_ format: LinearPCMFormat, dataSize: UInt64) {
    self.format = format
    self.dataSize = dataSize
  }

  /// Why a WAVE file cannot have samples of a format, for messages; nil if it can. Its header has 16 bits for the
  /// size of a frame, and 32 for the number of bytes of a second.
  package static func obstacle(in format: LinearPCMFormat) -> String? {
    let size = UInt64(format.bytesPerFrame)
    if size > UInt64(UInt16.max) {
      return "its frames have \(size) bytes, and those of a WAV file at most \(UInt16.max)"
    }
    let rate = size * UInt64(format.sampleRate)
    guard rate > UInt64(UInt32.max) else { return nil }
    return "a second of it has \(rate) bytes, and one of a WAV file at most \(UInt32.max)"
  }

  /// The bytes before the audio.
  package var header: [UInt8] {
    let fmt = formatFields
    // The chunks are `ds64`, `fmt `, `fact` if the format is not plain PCM, and the header of
    // `data`.
    let fact = isPlain ? [] : Self.chunk("fact", number(frameCount, 4))
    let rest = 4 + 8 + fmt.count + fact.count + 8
    let total = dataSize.addingReportingOverflow(UInt64(rest) + dataSize % 2)
    guard total.overflow || total.partialValue > UInt64(UInt32.max) else {
      return Self.chunk("RIFF", size: total.partialValue) + Array("WAVE".utf8)
        + Self.chunk("fmt ", fmt) + fact + Self.chunk("data", size: dataSize)
    }
    let whole = total.partialValue &+ 36
    let ds64 = number(whole, 8) + number(dataSize, 8) + number(frameCount, 8) + number(0, 4)
    return Self.chunk("RF64", size: UInt64(UInt32.max)) + Array("WAVE".utf8)
      + Self.chunk("ds64", ds64) + Self.chunk("fmt ", fmt) + fact
      + Self.chunk("data", size: UInt64(UInt32.max))
  }

  /// The bytes after the audio: one zero if the file would have an odd number of bytes.
  package var trailer: [UInt8] { dataSize % 2 == 1 ? [0] : [] }

  /// Converts samples of the movie to samples of the file, in place. An incomplete value at the end
  /// is not changed.
  package func convert(_ bytes: inout [UInt8]) {
    let width = format.bytesPerChannel
    if format.isBigEndian, width > 1 { Self.reverse(&bytes, by: width) }
    guard format.encoding != .float, (format.encoding == .unsigned) != (width == 1) else { return }
    // The sign is the highest bit, which is now in the last byte.
    var last = width - 1
    while last < bytes.count {
      bytes[last] ^= 0x80
      last += width
    }
  }

  private static func reverse(_ bytes: inout [UInt8], by width: Int) {
    var start = 0
    let end = bytes.count - bytes.count % width
    while start < end {
      for near in 0..<width / 2 { bytes.swapAt(start + near, start + width - 1 - near) }
      start += width
    }
  }

  private var frameCount: UInt64 { dataSize / UInt64(max(1, format.bytesPerFrame)) }

  private var isPlain: Bool { format.encoding != .float }

  /// How many bits of a value count, from the highest. ffmpeg and the programs that use it take that many, in whole
  /// bytes, for the size of a value. Where a value has more bytes, as with 24 bits in words of 32, all of its bits
  /// therefore count: the lower ones are zero.
  private var validBits: Int {
    let width = format.bytesPerChannel * 8
    return width - format.bitsPerChannel < 8 ? format.bitsPerChannel : width
  }

  private var formatFields: [UInt8] {
    let tag: UInt64 = isPlain ? 1 : 3
    let isExtensible =
      format.channelCount > 2 || validBits > 16 && isPlain || format.hasOwnSpeakers
    let (rate, _) = UInt64(format.bytesPerFrame)
      .multipliedReportingOverflow(by: UInt64(format.sampleRate))
    let fields =
      number(isExtensible ? 0xFFFE : tag, 2) + number(UInt64(format.channelCount), 2)
      + number(UInt64(format.sampleRate), 4) + number(rate, 4)
      + number(UInt64(format.bytesPerFrame), 2) + number(UInt64(format.bytesPerChannel) * 8, 2)
    guard isExtensible else { return fields + (isPlain ? [] : number(0, 2)) }
    return fields + number(22, 2) + number(UInt64(validBits), 2)
      + number(UInt64(format.channelMask), 4) + number(tag, 2) + Self.subFormat
  }

  /// The identifier of the subformat without its first two bytes, which are the plain tag.
  private static let subFormat: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]

  private static func chunk(_ name: String, size: UInt64) -> [UInt8] {
    Array(name.utf8) + littleEndian(size, 4)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    chunk(name, size: UInt64(content.count)) + content
  }

  private func number(_ value: UInt64, _ bytes: Int) -> [UInt8] {
    Self.littleEndian(value, bytes)
  }

  /// Returns the lower bytes of a number, the least significant first.
  private static func littleEndian(_ value: UInt64, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
