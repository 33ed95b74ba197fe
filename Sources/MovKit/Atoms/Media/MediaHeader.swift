/// `mdhd`: the media's clock and language
/// (ISO/IEC 14496-12, 8.4.2; QuickTime File Format, "Media Header Atoms").
public struct MediaHeader: Record {
  /// 1 makes the times and the duration 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var creationTime = MacDate(rawValue: 0)
  public var modificationTime = MacDate(rawValue: 0)
  /// Units a second of all media times.
  public var timescale: UInt32 = 600
  /// In units of `timescale`. All bits of the field set: not known.
  public var duration: UInt64 = 0
  public var language = LanguageCode.undetermined
  /// QuickTime's playback quality; zero in ISO files.
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

/// `elng`: the language as an RFC 4646 tag such as `fr-CA`, which wins over that of `mdhd`
/// (ISO/IEC 14496-12, 8.4.6).
public struct ExtendedLanguage: Record {
  /// Some writers begin with the text; no text begins with the zero of a version.
  public var hasVersion = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var extendedLanguage = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&hasVersion, bytes: 4) { $0.count >= 4 && $0.first == 0 }
    if hasVersion { try f.version(&version, upTo: 0, flags: &flags) }
    try f.terminated("extended_language", &extendedLanguage)
  }
}
