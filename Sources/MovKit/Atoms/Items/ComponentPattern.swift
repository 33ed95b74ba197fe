/// `cpat` in `ipco` or in a description of uncompressed video: the colour filters of the sensor, such as those of
/// Bayer, as a pattern that is repeated (ISO/IEC 23001-17, 6.1.3).
public struct ComponentPattern: Record {
  /// The filter of one pixel.
  public struct Pixel: TableRow {
    /// The component that the pixel measures, as its place in `cmpd`.
    public var componentIndex: UInt32 = 0
    /// The factor for the values of the component.
    public var componentGain = Float32Bits(1)

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("component_index", &componentIndex)
      try f("component_gain", &componentGain)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The pixels that the pattern is wide.
  public var patternWidth: UInt16 = 0
  /// The pixels that the pattern is high.
  public var patternHeight: UInt16 = 0
  /// The pixels of the pattern, line by line: as many as the width times the height.
  public var pixels = Table<Pixel>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("pattern_width", &patternWidth)
    try f("pattern_height", &patternHeight)
    let count = Int(patternWidth) * Int(patternHeight)
    try f.rows("pixels", &pixels, count: count, layout: FixedLayout())
  }
}
