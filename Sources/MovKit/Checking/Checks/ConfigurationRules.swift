/// Rules about what the configuration of a codec says beside the stream's own headers in it, and a sample description
/// beside its configuration.
struct ConfigurationRules {
  private let entry: Atom

  init(_ entry: Atom) { self.entry = entry }

  // MARK: Video

  /// Checks `avcC` and `hvcC` against the sequence parameter sets in them.
  func checkVideo(_ place: () -> CheckPlace, _ found: inout CheckFindings) {
    var differences: [String] = []
    let type: FourCC
    if let avcC = try? entry.first("avcC")?.decode(AVCConfiguration.self) {
      type = "avcC"
      differences = Self.differences(avcC)
    } else if let hvcC = try? entry.first("hvcC")?.decode(HEVCConfiguration.self) {
      type = "hvcC"
      differences = Self.differences(hvcC)
    } else {
      return
    }
    guard !differences.isEmpty else { return }
    found.report(
      "configuration-contradiction",
      "\(type) and the sequence parameter set in it do not agree: "
        + differences.joined(separator: "; "), at: place())
  }

  private static func differences(_ record: AVCConfiguration) -> [String] {
    guard let units = try? ParameterSets(record).units(.sequence) else { return [] }
    let sets = units.compactMap { try? AVCSequenceParameterSet($0) }
    guard let first = sets.first, sets.count == units.count else { return [] }
    var comparison = Comparison(of: "avcC")
    // If the sets have several profiles, only the stream says which one holds for all (ISO/IEC 14496-15, 5.3.3.1.2).
    if sets.allSatisfy({ $0.profileIdc == first.profileIdc }),
      !sets.allSatisfy({ $0.conforms(to: record.profileIndication) })
    {
      comparison.add("profile", record.profileIndication, first.profileIdc)
    }
    let level = sets.map(\.orderedLevel).max() ?? 0
    if AVCSequenceParameterSet.orderedLevel(
      record.levelIndication, record.profileIndication, record.profileCompatibility) < level
    {
      comparison.add("level", record.levelIndication, sets.map(\.levelIdc).max() ?? 0)
    }
    if record.hasHighProfileFields {
      let high = record.highProfile
      comparison.compareForm(
        chroma: high.chromaFormat,
        depthsMinus8: (high.bitDepthLumaMinus8, high.bitDepthChromaMinus8), sets)
    }
    return comparison.differences
  }

  private static func differences(_ record: HEVCConfiguration) -> [String] {
    guard let all = try? ParameterSets(record).units(.sequence) else { return [] }
    // Those of further layers are of another form.
    let units = all.filter { NALUnitHeader($0, codec: .hevc)?.layerID == 0 }
    let sets = units.compactMap { try? HEVCSequenceParameterSet($0) }
    guard let first = sets.first, sets.count == units.count else { return [] }
    var comparison = Comparison(of: "hvcC")
    // A stream of one profile can conform to others too (ISO/IEC 14496-15, 8.3.3.1.2).
    if record.generalProfileSpace == 0,
      sets.allSatisfy({ $0.profile.profileIdc == first.profile.profileIdc }),
      !sets.allSatisfy({ $0.profile.conforms(to: record.generalProfileIdc) })
    {
      comparison.add("profile", record.generalProfileIdc, first.profile.profileIdc)
    }
    let level = sets.map(\.profile.levelIdc).max() ?? 0
    if record.generalLevelIdc < level { comparison.add("level", record.generalLevelIdc, level) }
    comparison.compareForm(
      chroma: record.chromaFormat,
      depthsMinus8: (record.bitDepthLumaMinus8, record.bitDepthChromaMinus8), sets)
    return comparison.differences
  }

  /// What is not the same, in words.
  private struct Comparison {
    private(set) var differences: [String] = []
    private let type: FourCC

    init(of type: FourCC) { self.type = type }

    mutating func add(_ what: String, _ stated: some BinaryInteger, _ actual: some BinaryInteger) {
      differences.append("\(type) says \(what) \(stated), the set \(actual)")
    }

    /// Compares the form of pictures with that of all sets.
    /// - Parameter depthsMinus8: The bits of luma and of chroma, less 8.
    mutating func compareForm(
      chroma: UInt8,
      depthsMinus8: (luma: UInt8, chroma: UInt8),
      _ sets: [some StatesPictureForm]
    ) {
      compare("chroma format", Int(chroma), sets.map(\.chromaFormatIdc))
      compare("luma depth", Int(depthsMinus8.luma) + 8, sets.map(\.bitDepthLuma))
      compare("chroma depth", Int(depthsMinus8.chroma) + 8, sets.map(\.bitDepthChroma))
    }

    /// Compares with what all sets say; if they say different things, none is believed.
    private mutating func compare(_ what: String, _ stated: Int, _ actual: [Int]) {
      guard let first = actual.first, stated != first, actual.allSatisfy({ $0 == first }) else {
        return
      }
      add(what, stated, first)
    }
  }

  // MARK: Audio

  /// Checks the rate and the channels of AAC against its configuration.
  ///
  /// Many right files have other values than the decoder's output: ISO/IEC 14496-14 had a template for the entry, two
  /// channels and 16 bits, the rate of the media or 44,100; and what spectral band replication and parametric stereo
  /// add may be found in the samples only.
  func checkSound(
    _ sound: SoundDescription, timescale: UInt32, _ place: () -> CheckPlace,
    _ found: inout CheckFindings
  ) {
    guard entry.type == "mp4a", sound.version < 2,
      let config = entry.decoderConfig?.audioSpecificConfig,
      (1...4).contains(config.coreObjectType)
    else { return }
    var differences: [String] = []
    let count = Int(clamping: sound.channels)
    if count > 0, count != 2, let channels = config.channels, count != channels,
      count != config.coreChannels
    {
      differences.append(
        "the description says \(counted(count, "channel")), the configuration \(channels)"
      )
    }
    let (rate, core) = (sound.sampleRate.rawValue >> 16, config.coreSampleRate)
    // A rate of 65,536 or more does not fit its field.
    if rate > 0, core > 0, config.sampleRate <= 0xFFFF,
      ![core, core &* 2, config.sampleRate, timescale, 44100].contains(rate)
    {
      differences.append(
        "the description says \(rate) Hz, the configuration \(config.sampleRate) Hz")
    }
    guard !differences.isEmpty else { return }
    found.report(
      "sound-configuration",
      "the sample description and the configuration of AAC in it do not agree: "
        + differences.joined(separator: "; "), at: place())
  }
}

/// A sequence parameter set, as far as H.264 and HEVC have the same in it.
private protocol StatesPictureForm {
  var chromaFormatIdc: Int { get }
  var bitDepthLuma: Int { get }
  var bitDepthChroma: Int { get }
}

extension AVCSequenceParameterSet: StatesPictureForm {}
extension HEVCSequenceParameterSet: StatesPictureForm {}

extension AVCSequenceParameterSet {
  /// Whether its stream conforms to a profile: its own, or Baseline, Main or Extended if its flags say so (H.264,
  /// A.2).
  fileprivate func conforms(to profile: UInt8) -> Bool {
    if profile == profileIdc { return true }
    return switch profile {
    case 66: constraintFlags & 0x80 != 0
    case 77: constraintFlags & 0x40 != 0
    case 88: constraintFlags & 0x20 != 0
    default: false
    }
  }

  /// The level in an order in which 1b is between 1 and 1.1.
  fileprivate var orderedLevel: Int {
    Self.orderedLevel(levelIdc, profileIdc, constraintFlags)
  }

  /// Level 1b is 9 or, in the profiles that were there first, 11 with a flag (H.264, A.3.1).
  fileprivate static func orderedLevel(_ level: UInt8, _ profile: UInt8, _ flags: UInt8) -> Int {
    let is1b = level == 9 || level == 11 && [66, 77, 88].contains(profile) && flags & 0x10 != 0
    return is1b ? 21 : 2 * Int(level)
  }
}

extension ProfileTierLevel {
  /// Whether its stream conforms to a profile: its own, or one that its flags name (H.265, 7.4.4).
  fileprivate func conforms(to profile: UInt8) -> Bool {
    profile == profileIdc
      || profile < 32 && compatibilityFlags & (0x8000_0000 >> UInt32(profile)) != 0
  }
}
