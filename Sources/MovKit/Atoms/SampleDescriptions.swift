/// `stsd`: its child atoms describe the samples, each under the four characters of its format
/// (ISO/IEC 14496-12, 8.5.2; QuickTime File Format, "Sample Description Atoms").
///
/// Version 1 says that sound descriptions of version 1 are those of ISO/IEC 14496-12.
public struct SampleDescriptions: Record, CountsChildren {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// As the file tells it; the child atoms are what there is.
  public var entryCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("entry_count", &entryCount)
    try f.children()
  }
}

extension Schema {
  private static let timecodeFormats: [FourCC] = ["tmcd", "tc64", "cn32", "cn64"]

  /// Sample descriptions, the entries of `stsd`, and what stands in them.
  static let sampleDescriptionRules: [Rule] =
    [.parent("stsd", SampleDescriptions.self)]
    + timecodeFormats.map { .parent($0, TimecodeDescription.self, .inside(["stsd"])) }
    + [
      .leaf("name", SourceName.self, .inside(timecodeFormats)),
      .anyParent(VideoDescription.self, .sampleDescription(handler: "vide")),
      .anyParent(VideoDescription.self, .sampleDescription(handler: "pict")),
      .anyParent(VideoDescription.self, .sampleDescription(handler: "auxv")),
      .anyParent(SoundDescription.self, .sampleDescription(handler: "soun")),
      .anyParent(GenericDescription.self, .inside(["stsd"])),
    ]
}
