/// `vttC` in `wvtt`: the header of a WebVTT file (ISO/IEC 14496-30, 7.5).
public struct WebVTTConfiguration: Record {
  /// Everything before the first cue, such as `WEBVTT`.
  public var config = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("config", &config, count: nil)
  }
}

/// `vlab` in `wvtt`: a name of the source of the cues (ISO/IEC 14496-30, 7.5).
public struct WebVTTSourceLabel: Record {
  /// The URI of the source.
  public var sourceLabel = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("source_label", &sourceLabel, count: nil)
  }
}

/// `txtC`: text that comes before that of every sample (ISO/IEC 14496-12, 12.3.3).
public struct TextConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The text.
  public var config = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("text_config", &config)
  }
}

/// `uri ` in `urim`: the URI that names the form of the samples (ISO/IEC 14496-12, 12.3.3).
public struct MetadataURI: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The URI.
  public var uri = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("the_URI", &uri)
  }
}

/// `uriI` in `urim`: what a reader of the samples needs first, in a form that the URI defines
/// (ISO/IEC 14496-12, 12.3.3).
public struct MetadataURIInitialization: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The bytes.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bytes("uri_initialization_data", &data, count: nil)
  }
}

/// `mhaP`: the profiles and levels that can decode the audio (ISO/IEC 23008-3, 20.5.2).
public struct MPEGHProfiles: Record {
  /// The codes of the profiles and levels, at most 255.
  public var compatibleSets = Table<UInt8>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = compatibleSets.count
    try f.count("num_compatible_sets", &count, bytes: 1)
    try f.rows(
      "compatible_set_indications", &compatibleSets, count: count, layout: FixedLayout())
  }
}

extension Schema {
  /// The atoms in sample descriptions of text and metadata.
  static let textConfigurationRules: [Rule] = [
    .leaf("vttC", WebVTTConfiguration.self, .inside(["wvtt"])),
    .leaf("vlab", WebVTTSourceLabel.self, .inside(["wvtt"])),
    .leaf("txtC", TextConfiguration.self, .inside(["mett", "sbtt", "stxt"])),
    .leaf("uri ", MetadataURI.self, .inside(["urim"])),
    .leaf("uriI", MetadataURIInitialization.self, .inside(["urim"])),
    .leaf("mhaP", MPEGHProfiles.self),
    .leaf("setu", OpaqueData.self, .insideChild(of: "keys")),
    .parent("ctps", Container.self, .insideChild(of: "keys")),
    .leaf("dtyp", MetadataTypeDeclaration.self, .inside(["ctps"])),
    .parent("sdpd", Container.self, .insideChild(of: "keys")),
  ]
}
