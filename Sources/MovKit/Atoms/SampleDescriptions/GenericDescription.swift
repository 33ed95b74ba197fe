/// A sample description of a format without a record of its own: only the fields that every
/// description has are decoded (ISO/IEC 14496-12, 8.5.2, SampleEntry).
public struct GenericDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// Whether child atoms follow directly. If not, the format has fields of its own, and `data`
  /// holds all that follows.
  public var hasChildren = true
  /// The bytes after the common fields, if `hasChildren` is false.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    // Zeros end a list of atoms only if nothing comes after them.
    try f.optional(&hasChildren, bytes: 0) { beginsWithAtom($0) || $0.allSatisfy { $0 == 0 } }
    if hasChildren {
      try f.children()
    } else {
      try f.bytes("data", &data, count: nil)
    }
  }
}
