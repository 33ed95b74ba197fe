/// `rdrf` in `rmda`: the movie to play instead of this one (QuickTime File Format, "Data Reference
/// Atom" of reference movies).
public struct ReferenceMovie: Record {
  /// Bit 0: the movie is in the file that contains the reference.
  public var flags: UInt32 = 0
  /// The kind of reference: `url ` for a URL, `alis` for a Macintosh alias, `rsrc` for an alias of a
  /// resource.
  public var referenceType: FourCC = "url "
  /// The URL, if `referenceType` is `url `.
  public var url = AssetString("")
  /// The reference, if `referenceType` is anything else. That of a Macintosh alias is shown as its fields.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("flags", &flags, named: [1: "selfContained"])
    try f("data_reference_type", &referenceType)
    let isURL = referenceType == "url "
    var size = isURL ? url.bytes.count : data.bytes.count
    try f.count("data_reference_size", &size, bytes: 4)
    if isURL {
      try f.bytes("url", &url, count: size)
    } else if referenceType == "alis" {
      try f.bytes("data", &data, count: size, as: AliasRecord.self, named: "alias")
    } else {
      try f.bytes("data", &data, count: size)
    }
  }
}

/// `rmdr` in `rmda`: the data rate in bytes per second that the movie needs (QuickTime File Format, "Data Rate
/// Atom").
public struct ReferenceMovieNeed: Record {
  /// Not used.
  public var flags: UInt32 = 0
  /// The rate.
  public var value: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("flags", &flags)
    try f("value", &value)
  }
}

/// `rmcs` in `rmda`: the speed of the computer that the movie needs (QuickTime File Format, "CPU Speed Atom";
/// QuickTime's MoviesFormat.h, `QTAltCPURatingRecord`).
public struct ReferenceMovieSpeed: Record {
  /// Not used.
  public var flags: UInt32 = 0
  /// Whether the speed is `value`, as in the QuickTime File Format, and not `speed`, as QuickTime declares it.
  public var isLong = true
  /// The speed in 32 bits: 100 for the slowest computers to 500 for the fastest.
  public var value: UInt32 = 0
  /// The speed in 16 bits.
  public var speed: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("flags", &flags)
    try f.optional(&isLong, bytes: 4)
    if isLong { try f("value", &value) } else { try f("speed", &speed) }
  }
}

/// `rmla` in `rmda`: the language of the movie (QuickTime's MoviesFormat.h, `QTAltLanguageRecord`).
public struct ReferenceMovieLanguage: Record {
  /// Not used.
  public var flags: UInt32 = 0
  /// The language.
  public var language = LanguageCode(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("flags", &flags)
    try f("language", &language)
  }
}

/// `rmqu` in `rmda`: how good the movie is compared to the others (QuickTime File Format, "Quality
/// Atom").
public struct ReferenceMovieQuality: Record {
  /// The quality; of the movies that can be played, that with the highest is.
  public var quality: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("quality", &quality)
  }
}

/// `rmvc` in `rmda`: the version of a program that the movie needs (QuickTime File Format, "Version
/// Check Atom").
public struct ReferenceMovieVersion: Record {
  /// Not used.
  public var flags: UInt32 = 0
  /// The program, such as `qtim` for QuickTime.
  public var softwarePackage: FourCC = "qtim"
  /// The version that is needed.
  public var version: UInt32 = 0
  /// The bits of the version that are compared, if `checkType` is 1.
  public var mask: UInt32 = 0
  /// 0: the version must be at least this. 1: the masked bits must be the same.
  public var checkType: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("flags", &flags)
    try f("software_package", &softwarePackage)
    try f("version", &version)
    try f("mask", &mask)
    try f("check_type", &checkType)
  }
}

/// `rmcd` in `rmda`: a component that the movie needs (QuickTime File Format, "Component Detect
/// Atom").
public struct ReferenceMovieComponent: Record {
  /// Not used.
  public var flags: UInt32 = 0
  /// The type of the component.
  public var componentType = FourCC(rawValue: 0)
  /// Its subtype.
  public var componentSubtype = FourCC(rawValue: 0)
  /// Its manufacturer.
  public var componentManufacturer = FourCC(rawValue: 0)
  /// Its flags.
  public var componentFlags: UInt32 = 0
  /// The bits of its flags that are compared.
  public var componentFlagsMask: UInt32 = 0
  /// The oldest version that is good enough.
  public var minVersion: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("flags", &flags)
    try f("component_type", &componentType)
    try f("component_subtype", &componentSubtype)
    try f("component_manufacturer", &componentManufacturer)
    try f.flags("component_flags", &componentFlags)
    try f.flags("component_flags_mask", &componentFlagsMask)
    try f("min_version", &minVersion)
  }
}

extension Schema {
  /// `rmra`, which stands for a movie that is elsewhere.
  static let referenceMovieRules: [Rule] = [
    .parent("rmra", Container.self, .inside(["moov"])),
    .parent("rmda", Container.self, .inside(["rmra"])),
    .leaf("rdrf", ReferenceMovie.self, .inside(["rmda"])),
    .leaf("rmdr", ReferenceMovieNeed.self, .inside(["rmda"])),
    .leaf("rmcs", ReferenceMovieSpeed.self, .inside(["rmda"])),
    .leaf("rmla", ReferenceMovieLanguage.self, .inside(["rmda"])),
    .leaf("rmqu", ReferenceMovieQuality.self, .inside(["rmda"])),
    .leaf("rmvc", ReferenceMovieVersion.self, .inside(["rmda"])),
    .leaf("rmcd", ReferenceMovieComponent.self, .inside(["rmda"])),
  ]
}
