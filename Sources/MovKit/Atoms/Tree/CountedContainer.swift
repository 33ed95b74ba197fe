/// A `uuid` atom that begins with the number of atoms in it: `PROF` of Sony, and the one of Canon that
/// holds `PRVW`.
public struct CountedContainer: CountsChildren {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of child atoms, as stored.
  public var entryCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("entry_count", &entryCount)
    try f.children()
  }
}
