/// `mdhd`: the timescale, duration and language of a media (ISO/IEC 14496-12, 8.4.2; QuickTime File
/// Format, "Media Header Atoms").
public struct MediaHeader: Record {
  /// 1 makes the dates and the duration 64 bits wide instead of 32.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// When the media was created.
  public var creationTime = MacDate(rawValue: 0)
  /// When the media was last changed.
  public var modificationTime = MacDate(rawValue: 0)
  /// The number of ticks per second of media time.
  public var timescale: UInt32 = 600
  /// The length of the media, in ticks of `timescale`. All bits of the field set: not known.
  public var duration: UInt64 = 0
  /// The language of the media.
  public var language = LanguageCode.undetermined
  /// QuickTime's playback quality; 0 in ISO files.
  public var quality: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    let wide = version == 1 ? 8 : 4
    try f("creation_time", &creationTime, bytes: wide)
    try f("modification_time", &modificationTime, bytes: wide)
    try f("timescale", &timescale)
    try f.time(
      "duration", &duration, bytes: wide, of: .ticks(perSecond: timescale), orAllBitsSet: "unknown")
    try f("language", &language)
    try f("quality", &quality)
  }
}

/// `elng`: the language as an RFC 4646 tag such as `fr-CA`. It takes precedence over the language
/// of `mdhd` (ISO/IEC 14496-12, 8.4.6).
public struct ExtendedLanguage: Record {
  /// Whether the atom begins with `version` and `flags`. Some writers begin with the text; text
  /// never begins with the zero byte of a version.
  public var hasVersion = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language tag.
  public var extendedLanguage = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&hasVersion, bytes: 4) { $0.count >= 4 && $0.first == 0 }
    if hasVersion { try f.version(&version, upTo: 0, flags: &flags) }
    try f.terminated("extended_language", &extendedLanguage)
  }
}
