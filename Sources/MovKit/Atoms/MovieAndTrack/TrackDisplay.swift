/// `clef`, `prof` and `enof`: how large the track is shown for clean aperture, production aperture
/// and encoded pixels (QuickTime File Format, "Track Aperture Mode Dimensions Atom").
public struct TrackApertureDimensions: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var width = UFixed16x16(rawValue: 0)
  public var height = UFixed16x16(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("width", &width)
    try f("height", &height)
  }
}

/// `kmat`: a picture that blends the track with what is behind it
/// (QuickTime File Format, "Compressed Matte Atoms").
public struct CompressedMatte: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// An image description without the four bytes of its size.
  public var matteImageDescription = RawBytes()
  public var matteData = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    // The size counts itself.
    var size = 4 + matteImageDescription.bytes.count
    try f.count("matte_image_description_size", &size, bytes: 4)
    guard size >= 4 else {
      throw f.invalid(
        "matte_image_description_size", "invalid image description size: \(size) bytes")
    }
    try f.bytes("matte_image_description", &matteImageDescription, count: size - 4)
    try f.bytes("matte_data", &matteData, count: nil)
  }
}

/// `txas`: keeps the track from being chosen by itself. Its presence is all it says
/// (QuickTime File Format, "Track Exclude from Autoselection Atoms").
public struct TrackExcludeFromAutoselection: Record {
  public init() {}
  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {}
}

/// `load`: what of the track to load ahead of playing
/// (QuickTime File Format, "Track Load Settings Atoms").
public struct TrackLoadSettings: Record {
  /// In units of the movie's time scale.
  public var preloadStartTime: UInt32 = 0
  /// In units of the movie's time scale; all bits set: to the end.
  public var preloadDuration: UInt32 = 0
  public var preloadFlags: UInt32 = 0
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
