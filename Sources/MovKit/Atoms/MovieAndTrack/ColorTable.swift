/// A list of colours (QuickTime File Format, "Color Table Atoms"): in `ctab` those that a display of
/// 256 colours should have, in a video description those that the pixels are indices of.
public struct ColorTable: Record {
  public var seed: UInt32 = 0
  public var flags: UInt16 = 0x8000
  public var colors = Table<Row>()

  public struct Row: TableRow {
    /// Zero, or the index of the colour.
    public var value: UInt16 = 0
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
    // The index of the last colour is stored, so that no colours are -1 in 16 bits.
    guard colors.count <= 0xFFFF else {
      throw FormatError(.doesNotFit(bits: 16), path: "size")
    }
    var last = (colors.count + 0xFFFF) & 0xFFFF
    try f.count("size", &last, bytes: 2)
    try f.rows("colors", &colors, count: (last + 1) & 0xFFFF, layout: FixedLayout())
  }
}
