/// A list of colours (QuickTime File Format, "Color Table Atoms"). In `ctab` they are the colours
/// for a display of 256 colours; in a video description they are the colours that the pixels are
/// indices of.
public struct ColorTable: Record {
  /// 0 in a valid file.
  public var seed: UInt32 = 0
  /// 0x8000 in a valid file.
  public var flags: UInt16 = 0x8000
  /// The colours; at most 65535.
  public var colors = Table<Row>()

  /// One colour.
  public struct Row: TableRow {
    /// 0, or the index of the colour.
    public var value: UInt16 = 0
    /// The colour itself.
    public var color = RGBColor()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("value", &value)
      try f("color", &color)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("seed", &seed)
    try f.flags("flags", &flags)
    // The field stores the index of the last colour, so that a table without colours stores -1 in
    // 16 bits.
    guard colors.count <= 0xFFFF else {
      throw FormatError(.doesNotFit(bits: 16), path: "size")
    }
    var last = (colors.count + 0xFFFF) & 0xFFFF
    try f.count("size", &last, bytes: 2)
    try f.rows("colors", &colors, count: (last + 1) & 0xFFFF, layout: FixedLayout())
  }
}
