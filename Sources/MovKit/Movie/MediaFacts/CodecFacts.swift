/// The codec that a sample description names, under any protection.
public struct CodecFacts: Hashable, Sendable {
  /// The type of the sample entry: `encv` if the samples of video are encrypted.
  public let entryType: FourCC
  /// The format of the samples, under any protection.
  public let format: FourCC
  /// The encryption scheme of the samples, such as `cenc`; nil if they are not encrypted, or the
  /// scheme is not stated.
  public let protectionScheme: FourCC?
  /// A name for display, such as `AVC (H.264)` or `AAC-LC`; nil if there is none.
  public let name: String?
  /// The `codecs` parameter of a MIME type, such as `avc1.64001f` (RFC 6381; ISO/IEC 14496-15,
  /// annex E). It is only the type if nothing more is known.
  public let codecs: String

  /// Whether the entry has protection information (`sinf`), or a type that only protected samples have.
  public let isProtected: Bool

  /// Types of entries of protected samples: of ISO/IEC 14496-12, 8.12, of iTunes and of Audible.
  private static let protectedTypes = Atom.encryptedEntries.union(["drms", "drmi", "p608", "aavd"])

  /// - Parameters:
  ///   - entry: the sample entry.
  ///   - handler: the handler of the media, which distinguishes codecs that share a type.
  package init(_ entry: Atom, handler: FourCC?) {
    entryType = entry.type
    let protection = entry.first("sinf")
    let original = (try? protection?.first("frma")?.decode(OriginalFormat.self)).flatMap { $0 }
    format = original?.dataFormat ?? entry.type
    protectionScheme = entry.encryptionScheme
    isProtected = protection != nil || Self.protectedTypes.contains(entry.type)
    let decoder = entry.decoderConfig
    let registered =
      RegisteredNames.sampleEntry(format, handler: handler)?.name
      ?? RegisteredNames.sampleEntry(format)?.name
    let isMPEG4 = format == "mp4a" || format == "mp4v" || format == "mp4s"
    name =
      (isMPEG4 ? decoder.flatMap(MPEG4Codec.name) : Self.nameOfPCM(entry, format)) ?? registered
    codecs =
      isMPEG4
      ? MPEG4Codec.codecs(format, decoder) : CodecsParameter.text(of: entry, format: format)
  }
}

extension CodecFacts {
  /// Returns the name of uncompressed audio whose type does not say how many bits it has.
  private static func nameOfPCM(_ entry: Atom, _ format: FourCC) -> String? {
    guard ["twos", "sowt", "lpcm"].contains(format),
      let pcm = LinearPCMFormat(description: entry, timescale: 1)
    else { return nil }
    let kind =
      switch pcm.encoding {
      case .signed: pcm.bitsPerChannel <= 8 ? " signed" : ""
      case .unsigned: " unsigned"
      case .float: " floating point"
      }
    // A single byte has no order.
    let order = pcm.bitsPerChannel <= 8 ? "" : pcm.isBigEndian ? " big-endian" : " little-endian"
    return "PCM (\(pcm.bitsPerChannel)-bit\(order)\(kind))"
  }
}

/// What the object types in `esds` mean (the MP4 Registration Authority's list).
enum MPEG4Codec {
  private static let names: ValueNames = [
    0x20: "MPEG-4 Visual", 0x21: "AVC (H.264)", 0x23: "HEVC (H.265)", 0x60: "MPEG-2 Video",
    0x61: "MPEG-2 Video", 0x62: "MPEG-2 Video", 0x63: "MPEG-2 Video", 0x64: "MPEG-2 Video",
    0x65: "MPEG-2 Video", 0x66: "MPEG-2 AAC Main", 0x67: "MPEG-2 AAC-LC", 0x68: "MPEG-2 AAC-SSR",
    0x69: "MP3", 0x6A: "MPEG-1 Video", 0x6B: "MP3", 0x6C: "JPEG", 0x6D: "PNG", 0x6E: "JPEG 2000",
    0xA3: "VC-1", 0xA5: "AC-3", 0xA6: "Enhanced AC-3", 0xA9: "DTS", 0xAA: "DTS-HD",
    0xAB: "DTS-HD Master Audio", 0xAC: "DTS Express", 0xAD: "Opus", 0xB1: "VP9", 0xDD: "Vorbis",
    0xE1: "QCELP",
  ]

  /// Audio object types (ISO/IEC 14496-3, table 1.17).
  private static let audioNames: ValueNames = [
    1: "AAC Main", 2: "AAC-LC", 3: "AAC-SSR", 4: "AAC-LTP", 5: "HE-AAC", 6: "AAC Scalable",
    8: "CELP", 9: "HVXC", 17: "ER AAC-LC", 20: "ER AAC Scalable", 22: "ER BSAC", 23: "AAC-LD",
    29: "HE-AAC v2", 32: "MPEG-1 Layer 1", 33: "MPEG-1 Layer 2", 34: "MP3", 36: "MPEG-4 ALS",
    37: "MPEG-4 SLS", 39: "AAC-ELD", 42: "xHE-AAC",
  ]

  /// Only of MPEG-4's own audio: that of MPEG-2 has object types of its own.
  private static func audio(
    _ decoder: ElementaryStreamDescriptor.DecoderConfig
  ) -> AudioSpecificConfig? {
    decoder.kind == .mpeg4Audio ? decoder.audioSpecificConfig : nil
  }

  static func name(_ decoder: ElementaryStreamDescriptor.DecoderConfig) -> String? {
    guard decoder.kind == .mpeg4Audio else {
      return names[UInt64(decoder.objectTypeIndication)]
    }
    guard let config = audio(decoder) else { return nil }
    if config.hasParametricStereo == true { return audioNames[29] }
    if config.coreObjectType == 2, config.hasBandReplication == true { return audioNames[5] }
    return audioNames[UInt64(config.objectType)]
  }

  /// Returns the `codecs` parameter (RFC 6381, 3.3).
  static func codecs(
    _ format: FourCC, _ decoder: ElementaryStreamDescriptor.DecoderConfig?
  ) -> String {
    guard let decoder else { return "\(format)" }
    let type = String(decoder.objectTypeIndication, radix: 16, uppercase: true)
    let start = "\(format)." + (type.count < 2 ? "0" : "") + type
    if let config = audio(decoder) { return "\(start).\(config.objectType)" }
    // profile_and_level_indication, after the start code of a visual object sequence.
    if decoder.kind == .mpeg4Visual, let info = decoder.decoderSpecificInfo,
      info.count >= 5, info.starts(with: [0, 0, 1, 0xB0])
    {
      return "\(start).\(info[info.startIndex + 4])"
    }
    return start
  }
}
