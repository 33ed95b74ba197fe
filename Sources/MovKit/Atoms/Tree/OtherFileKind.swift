/// What a file is that is not made of atoms, by how it begins, so that an error can say more than what the file is
/// not.
enum OtherFileKind {
  private static let beginnings: [(start: [UInt8], name: String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM"),
    ([0x06, 0x0E, 0x2B, 0x34], "MXF"),
    ([0x30, 0x26, 0xB2, 0x75], "Windows Media (ASF)"),
    ([0x00, 0x00, 0x01, 0xBA], "an MPEG program stream"),
    (Array("RF64".utf8), "WAV"), (Array("BW64".utf8), "WAV"), (Array("OggS".utf8), "Ogg"),
    (Array("fLaC".utf8), "FLAC"), (Array("FLV\u{1}".utf8), "Flash Video (FLV)"),
    (Array("DKIF".utf8), "IVF"), (Array("nut/multimedia container".utf8), "NUT"),
    (Array("ID3".utf8), "MP3"), (Array("%PDF".utf8), "PDF"), (Array("GIF8".utf8), "GIF"),
    ([0x89, 0x50, 0x4E, 0x47], "PNG"), ([0xFF, 0xD8, 0xFF], "JPEG"),
    ([0x49, 0x49, 0x2A, 0x00], "TIFF"), ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"),
    ([0x50, 0x4B, 0x03, 0x04], "ZIP"),
    ([0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11], "Wave64"),
  ]

  /// The kinds of files of chunks, by the type that follows the first size.
  private static let chunked: [(start: String, type: String, name: String)] = [
    ("RIFF", "WAVE", "WAV"), ("RIFF", "AVI ", "AVI"), ("RIFF", "WEBP", "WebP"),
    ("FORM", "AIFF", "AIFF"), ("FORM", "AIFC", "AIFF"),
  ]

  /// Where the first three packets of a transport stream begin: they have 188 bytes, and in a file of a camera or a
  /// Blu-ray disc (`.mts`, `.m2ts`) a time of four bytes before each.
  private static let packets = [[0, 188, 376], [4, 196, 388]]

  /// The number of bytes that must be read to find the kind.
  static let byteCount = 389

  /// Returns what a file is that begins with some bytes; nil if that is not known.
  static func name(ofBeginning bytes: [UInt8]) -> String? {
    if let found = beginnings.first(where: { bytes.starts(with: $0.start) }) { return found.name }
    let type = bytes.dropFirst(8).prefix(4)
    if let found = chunked.first(where: {
      bytes.starts(with: $0.start.utf8) && type.elementsEqual($0.type.utf8)
    }) {
      return found.name
    }
    let isStream = packets.contains { packets in
      packets.allSatisfy { $0 < bytes.count && bytes[$0] == 0x47 }
    }
    return isStream ? "an MPEG transport stream" : nil
  }
}
