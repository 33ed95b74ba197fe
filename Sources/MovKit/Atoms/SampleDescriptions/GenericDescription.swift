/// A sample description of a format that is not declared: only the common head is known
/// (ISO/IEC 14496-12, 8.5.2, SampleEntry).
public struct GenericDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// Whether child atoms follow at once, and not fields of the format's own.
  public var hasChildren = true
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.optional(&hasChildren, bytes: 0, if: looksLikeAtoms)
    if hasChildren {
      try f.children()
    } else {
      try f.bytes("data", &data, count: nil)
    }
  }
}
