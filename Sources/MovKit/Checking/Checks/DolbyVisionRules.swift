/// Rules about what the configuration of Dolby Vision says beside the sample description that it is in.
struct DolbyVisionRules {
  private let entry: Atom
  private let type: FourCC
  private let record: DolbyVisionConfiguration

  private static let codecsOfFormats: [FourCC: String] = [
    "hvc1": "HEVC", "hev1": "HEVC", "dvh1": "HEVC", "dvhe": "HEVC", "avc1": "AVC", "avc3": "AVC",
    "dva1": "AVC", "dvav": "AVC", "av01": "AV1", "dav1": "AV1",
  ]
  private static let codecsOfProfiles: [UInt8: String] = [
    4: "HEVC", 5: "HEVC", 7: "HEVC", 8: "HEVC", 9: "AVC", 10: "AV1",
  ]
  /// What other players show, by compatibility ID.
  private static let compatibleNames: [UInt8: String] = [
    1: "HDR10", 2: "SDR", 4: "HLG", 6: "Ultra HD Blu-ray",
  ]

  /// Nil if the entry has no such configuration.
  init?(_ entry: Atom) {
    guard let (type, record) = entry.dolbyVision else { return nil }
    (self.entry, self.type, self.record) = (entry, type, record)
  }

  func run(_ place: () -> CheckPlace, _ found: inout CheckFindings) {
    let problems = [profileOfType, profileOfCodec, coloursOfOthers, missingMetadata]
      .compactMap { $0 }
    guard !problems.isEmpty else { return }
    found.report("dolby-vision-contradiction", problems.joined(separator: "; "), at: place())
  }

  /// The type of the atom goes by the profile, so that programs that know only the earlier ones pass over it.
  private var profileOfType: String? {
    let right: FourCC = record.profile > 10 ? "dvwC" : record.profile > 7 ? "dvvC" : "dvcC"
    return type == right ? nil : "profile \(record.profile) is in \(type), but belongs in \(right)"
  }

  /// The codec of a profile. What no other program shows rightly has a sample entry of its own, so that none tries.
  private var profileOfCodec: String? {
    let format = CodecFacts(entry, handler: nil).format
    guard let codec = Self.codecsOfProfiles[record.profile], let own = Self.codecsOfFormats[format]
    else { return nil }
    if codec != own {
      return "profile \(record.profile) is of \(codec), and the samples are \(own)"
    }
    return record.profile == 5 && (format == "hvc1" || format == "hev1")
      ? "only Dolby Vision decoders show profile 5 correctly, but \(format) lets other players show it; use "
        + (format == "hvc1" ? "dvh1" : "dvhe") : nil
  }

  /// What is wrong with the transfer characteristics (ISO/IEC 23091-2: 16 PQ, 18 HLG) that programs without Dolby
  /// Vision expect; nil if nothing is. HLG may be named in the stream alone, while the sample description has the
  /// transfer of BT.709 or BT.2020.
  private var coloursOfOthers: String? {
    let colour = ColourFacts(entry, stream: nil) ?? entry.coloursOfStream
    guard let name = Self.compatibleNames[record.compatibilityID],
      let transfer = colour?.transferCharacteristics
    else { return nil }
    let contradicts =
      switch record.compatibilityID {
      case 1, 6: [1, 6, 14, 15, 18].contains(transfer)
      case 2: transfer == 16 || transfer == 18
      default: transfer == 16
      }
    guard contradicts else { return nil }
    let text = ColourNames.transfers[UInt64(transfer)] ?? "\(transfer)"
    return
      "\(type) says that other players show it as \(name) (compatibility ID \(record.compatibilityID)), but the transfer is \(text)"
  }

  private var missingMetadata: String? {
    record.rpuPresent == 1 ? nil : "\(type) says that there is no RPU (rpu_present_flag 0)"
  }
}
