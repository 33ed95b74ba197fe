@testable import MovKit

/// A stream of H.264 with pictures of about a megabyte and more, out of order, in few slices and in many.
enum LargePictures {
  /// Bytes that can stand in a unit behind its header: no start code, but zeros that have another
  /// byte behind them.
  private static let filling: [UInt8] = {
    var bytes = noise(3_000_000)
    for index in bytes.indices where bytes[index] == 0 { bytes[index] = 0x80 }
    for index in stride(from: 1000, to: bytes.count - 1, by: 4099) {
      bytes[index - 2] = 0
      bytes[index - 1] = 0
      bytes[index] = 3
    }
    return bytes
  }()

  /// Three groups of an IDR picture, one that is shown as the fifth, and the three between.
  static let stream: [UInt8] = {
    typealias Made = HandmadeStream
    var stream: [UInt8] = []
    var place = 0
    func add(_ unit: [UInt8], _ count: Int = 0) {
      stream += [0, 0, 0, 1] + unit
      guard count > 0 else { return }
      // Each has its own bytes, and a last one that is not zero.
      place = (place + 4321) % 400_000
      stream += filling[place..<place + count - 1]
      stream.append(0x80)
    }
    add(ParameterSetReadingTests.avcSequence())
    add(ParameterSetReadingTests.avcPicture())
    for group in 0..<3 as Range<UInt64> {
      // Long units of all kinds: SEI, a slice, a filler.
      add([6, 5, 0xFF, 0xFF], 300_000)
      add(Made.idr { $0.idrPictureID = group % 2 }, 2_500_000)
      add([12], 700_000)
      for part in 0..<4 as Range<UInt64> {
        add(Made.slice(1, lsb: 8) { $0.firstMacroblock = part }, 300_000)
      }
      for lsb in [2, 4, 6] as [UInt64] {
        for part in 0..<15 as Range<UInt64> {
          add(Made.slice(2, lsb: lsb, reference: 0) { $0.firstMacroblock = part }, 60_000)
        }
      }
    }
    return stream
  }()

  static var options: VideoStreamReader.Options {
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 1, timescale: 24)
    return options
  }
}
