// Apple publishes no specification. What the fields mean is known from files and from exiftool.

/// `user` or `key ` in `schi` of music from the iTunes Store: the number of the account or of the key.
public struct FairPlayNumber: Record {
  /// The number.
  public var number: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("number", &number)
  }
}

/// `righ` in `schi` of music from the iTunes Store: what was sold, as pairs of a name and a number.
public struct FairPlayRights: Record {
  /// A name and its number.
  public struct Row: TableRow {
    /// The name, such as `song` for the number of the song in the store, or zeros.
    public var name = FourCC(rawValue: 0)
    /// The number.
    public var number: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("name", &name)
      try f("number", &number)
    }
  }

  /// The pairs.
  public var rights = Table<Row>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.remainingRows("rights", &rights, layout: FixedLayout())
  }
}
