/// The `codecs` parameter of codecs that state more than their type.
enum CodecsParameter {
  static func text(of entry: Atom, format: FourCC) -> String {
    let type = trimmed(format)
    switch format {
    case "avc1", "avc2", "avc3", "avc4": return type + avc(entry)
    case "hvc1", "hev1", "hvc2", "hev2": return type + hevc(entry)
    case "av01": return type + av1(entry)
    case "vp08", "vp09": return type + vp(entry)
    case "dvh1", "dvhe", "dva1", "dvav", "dav1": return type + dolbyVision(entry)
    case "mha1", "mha2", "mhm1", "mhm2": return type + mpegH(entry)
    default: return type
    }
  }

  private static func trimmed(_ type: FourCC) -> String {
    var text = type.description
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func hex(_ value: some BinaryInteger, digits: Int = 1) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func two(_ value: some BinaryInteger) -> String {
    (value < 10 ? "0" : "") + "\(value)"
  }

  /// Profile, constraints and level (RFC 6381, 3.3).
  private static func avc(_ entry: Atom) -> String {
    guard let avc = (try? entry.first("avcC")?.decode(AVCConfiguration.self)).flatMap({ $0 }) else {
      return ""
    }
    return "." + hex(avc.profileIndication, digits: 2) + hex(avc.profileCompatibility, digits: 2)
      + hex(avc.levelIndication, digits: 2)
  }

  /// ISO/IEC 14496-15, E.3.
  private static func hevc(_ entry: Atom) -> String {
    guard let hevc = (try? entry.first("hvcC")?.decode(HEVCConfiguration.self)).flatMap({ $0 })
    else { return "" }
    let space = ["", "A", "B", "C"][Int(hevc.generalProfileSpace & 3)]
    var flags = hevc.generalProfileCompatibilityFlags
    var reversed: UInt32 = 0
    for _ in 0..<32 {
      reversed = reversed << 1 | flags & 1
      flags >>= 1
    }
    var text = ".\(space)\(hevc.generalProfileIdc)." + hex(reversed).uppercased()
    text += hevc.generalTierFlag == 1 ? ".H" : ".L"
    text += "\(hevc.generalLevelIdc)"
    var constraints = (0..<6).map {
      UInt8(truncatingIfNeeded: hevc.generalConstraintIndicatorFlags >> UInt64(40 - 8 * $0))
    }
    while constraints.last == 0 { constraints.removeLast() }
    return text + constraints.map { "." + hex($0).uppercased() }.joined()
  }

  /// AV1 Codec ISO Media File Format Binding, 5.
  private static func av1(_ entry: Atom) -> String {
    guard let av1 = (try? entry.first("av1C")?.decode(AV1Configuration.self)).flatMap({ $0 }) else {
      return ""
    }
    let start =
      ".\(av1.seqProfile)." + two(av1.seqLevelIdx0) + (av1.seqTier0 == 1 ? "H" : "M") + "."
      + two(av1.bitDepth)
    let (x, y) = (av1.chromaSubsamplingX, av1.chromaSubsamplingY)
    let position = x == 1 && y == 1 ? av1.chromaSamplePosition : 0
    let header = try? AV1SequenceHeader(obus: av1.configOBUs.bytes)
    let colour = ColourFacts(entry, stream: header?.colour)
    guard av1.monochrome == 1 || x == 0 || y == 0 || position > 0 || !isUsual(colour) else {
      return start
    }
    return "\(start).\(av1.monochrome).\(x)\(y)\(position)" + text(colour)
      + ".\(colour?.isFullRange == true ? 1 : 0)"
  }

  /// Whether colours are those that a parameter without them means, BT.709 in limited range, or are not known.
  private static func isUsual(_ colour: ColourFacts?) -> Bool {
    guard let colour else { return true }
    return colour.isFullRange != true
      && [colour.primaries, colour.transferCharacteristics, colour.matrixCoefficients]
        .allSatisfy { $0 == 1 || $0 == 2 }
  }

  /// The codes of colours (ISO/IEC 23091-2), 2 where they are not known.
  private static func text(_ colour: ColourFacts?) -> String {
    [colour?.primaries, colour?.transferCharacteristics, colour?.matrixCoefficients]
      .map { "." + two($0 ?? 2) }.joined()
  }

  /// VP Codec ISO Media File Format Binding, "Codecs Parameter String".
  private static func vp(_ entry: Atom) -> String {
    guard let vp = (try? entry.first("vpcC")?.decode(VPConfiguration.self)).flatMap({ $0 }) else {
      return ""
    }
    let start = "." + two(vp.profile) + "." + two(vp.level) + "." + two(vp.bitDepth)
    let colour = ColourFacts(entry, stream: nil)
    // Both 0 and 1 are 4:2:0. Version 0 of the record has other fields in place of the colours.
    guard vp.version == 1, vp.chromaSubsampling > 1 || !isUsual(colour) else { return start }
    return start + "." + two(vp.chromaSubsampling) + text(colour)
      + (colour?.isFullRange == true ? ".01" : ".00")
  }

  /// Profile and level (Dolby Vision Streams Within the ISO Base Media File Format, "Codecs Parameter").
  private static func dolbyVision(_ entry: Atom) -> String {
    guard let record = entry.dolbyVision?.record else { return "" }
    return "." + two(record.profile) + "." + two(record.level)
  }

  /// The profile and level, in hexadecimal (ISO/IEC 23008-3, 20.8).
  private static func mpegH(_ entry: Atom) -> String {
    guard let record = (try? entry.first("mhaC")?.decode(MPEGHConfiguration.self)).flatMap({ $0 })
    else { return "" }
    return ".0x" + hex(record.profileLevel, digits: 2).uppercased()
  }
}
