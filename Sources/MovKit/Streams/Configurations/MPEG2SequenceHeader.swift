/// The sequence header of MPEG-1 and MPEG-2 video, and what its extension adds (ISO/IEC 13818-2, 6.2.2.1
/// and 6.2.2.3).
package struct MPEG2SequenceHeader: Hashable, Sendable {
  /// The width in pixels.
  package private(set) var width = 0
  /// The height in pixels.
  package private(set) var height = 0
  /// The shape of pixels and picture (table 6-3): 1 square pixels, 2 a picture of 4:3, 3 of 16:9.
  package private(set) var aspectRatioInformation = 0
  /// The frame rate (table 6-4).
  package private(set) var frameRateCode = 0
  /// Profile and level; nil in MPEG-1.
  package private(set) var profileAndLevel: Int?
  /// Whether no frame has two fields; nil in MPEG-1.
  package private(set) var isProgressive: Bool?
  /// 1 4:2:0, 2 4:2:2, 3 4:4:4; nil in MPEG-1.
  package private(set) var chromaFormat: Int?

  /// How long a frame lasts; nil if the code is reserved.
  package var frameDuration: MediaTime? {
    let rates: [(Int64, Int32)] = [
      (1001, 24000), (1, 24), (1, 25), (1001, 30000), (1, 30), (1, 50), (1001, 60000), (1, 60),
    ]
    guard frameRateCode > 0, frameRateCode <= rates.count else { return nil }
    return MediaTime(value: rates[frameRateCode - 1].0, timescale: rates[frameRateCode - 1].1)
  }

  /// Reads the first header in a stream, or in the decoder specific information of `esds`; nil if there
  /// is none.
  /// - Throws: `FormatError` if it is cut short.
  package init?(_ bytes: Bytes) throws(FormatError) {
    var hasHeader = false
    for (code, content) in VideoStartCodes(bytes) {
      var reader = BitReader(content)
      switch code {
      case Self.code where !hasHeader:
        try read(&reader)
        hasHeader = true
      case 0xB5 where hasHeader && content.first.map({ $0 >> 4 }) == 1:
        try readExtension(&reader)
        return
      default: break
      }
      // Groups and pictures.
      if code == 0xB8 || code == 0 { break }
    }
    if !hasHeader { return nil }
  }

  /// The start code of a header.
  static let code: UInt8 = 0xB3

  /// Reads what follows the start code.
  init(afterCode content: Bytes) throws(FormatError) {
    var reader = BitReader(content)
    try read(&reader)
  }

  private mutating func read(_ reader: inout BitReader) throws(FormatError) {
    width = Int(try reader.bits("horizontal_size_value", 12))
    height = Int(try reader.bits("vertical_size_value", 12))
    aspectRatioInformation = Int(try reader.bits("aspect_ratio_information", 4))
    frameRateCode = Int(try reader.bits("frame_rate_code", 4))
  }

  private mutating func readExtension(_ reader: inout BitReader) throws(FormatError) {
    try reader.skip("extension_start_code_identifier", 4)
    profileAndLevel = Int(try reader.bits("profile_and_level_indication", 8))
    isProgressive = try reader.flag("progressive_sequence")
    chromaFormat = Int(try reader.bits("chroma_format", 2))
    width |= Int(try reader.bits("horizontal_size_extension", 2)) << 12
    height |= Int(try reader.bits("vertical_size_extension", 2)) << 12
  }
}
