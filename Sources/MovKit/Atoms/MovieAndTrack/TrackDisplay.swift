/// `clef`, `prof` and `enof`: the size of the track's picture in clean aperture, in production
/// aperture and in encoded pixels (QuickTime File Format, "Track Aperture Mode Dimensions Atom").
public struct TrackApertureDimensions: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The width in pixels, as 16.16 fixed point.
  public var width = UFixed16x16(rawValue: 0)
  /// The height in pixels, as 16.16 fixed point.
  public var height = UFixed16x16(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("width", &width)
    try f("height", &height)
  }
}

/// `kmat`: a picture that blends the track with what is behind it (QuickTime File Format,
/// "Compressed Matte Atoms").
public struct CompressedMatte: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The image description of the matte, without the four bytes of its size.
  public var matteImageDescription = RawBytes()
  /// The compressed picture.
  public var matteData = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    // The size includes itself.
    var size = 4 + matteImageDescription.bytes.count
    try f.count("matte_image_description_size", &size, bytes: 4)
    guard size >= 4 else {
      throw f.invalid(
        "matte_image_description_size", "invalid image description size: \(counted(size, "byte"))")
    }
    try f.bytes("matte_image_description", &matteImageDescription, count: size - 4)
    try f.bytes("matte_data", &matteData, count: nil)
  }
}

/// `txas`: the track is not selected automatically. The atom has no content; its presence says so
/// (QuickTime File Format, "Track Exclude from Autoselection Atoms").
public struct TrackExcludeFromAutoselection: Record {
  public init() {}
  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {}
}

/// `load`: which part of the track is loaded before playback (QuickTime File Format, "Track Load
/// Settings Atoms").
public struct TrackLoadSettings: Record {
  /// The movie time at which the preloaded part starts, in ticks of the movie's timescale.
  public var preloadStartTime: UInt32 = 0
  /// The length of the preloaded part, in ticks of the movie's timescale. All bits set: to the end.
  public var preloadDuration: UInt32 = 0
  /// 1: preload the track even if it is not enabled. 2: preload it only if it is enabled.
  public var preloadFlags: UInt32 = 0
  /// How the track is played. 0x20: double buffering; 0x100: high quality.
  public var defaultHints: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.time("preload_start_time", &preloadStartTime, of: .movie)
    try f.time(
      "preload_duration", &preloadDuration, bytes: 4, of: .movie, orAllBitsSet: "to the end")
    try f.flags("preload_flags", &preloadFlags, named: [1: "always", 2: "ifEnabled"])
    try f.flags(
      "default_hints", &defaultHints, named: [0x20: "doubleBuffer", 0x100: "highQuality"])
  }
}
