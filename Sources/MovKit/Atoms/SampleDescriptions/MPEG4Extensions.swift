/// `m4ds`: descriptors that a stream has besides its own in a system of MPEG-4 (ISO/IEC 14496-15,
/// `MPEG4ExtensionDescriptorsBox`; the descriptors are those of ISO/IEC 14496-1, 7.2.6).
public struct MPEG4Extensions: Record {
  /// The descriptors, at most 255.
  public var descriptors: RecordList<ElementaryStreamDescriptor.OpaqueDescriptor> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.list("descriptors", &descriptors, count: nil)
  }
}
