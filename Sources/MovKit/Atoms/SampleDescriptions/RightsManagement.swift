/// `imif` in `sinf`: by which tools of IPMP, the rights management of MPEG, a stream is protected
/// (ISO/IEC 14496-12, `IPMPInfoBox`; the descriptors are those of ISO/IEC 14496-1, 7.2.6.14).
public struct RightsInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The descriptors of the tools, with tag 0x0B.
  public var descriptors: RecordList<ElementaryStreamDescriptor.OpaqueDescriptor> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.list("ipmp_descriptors", &descriptors, count: nil)
  }
}

/// `ipmc` in `moov` and `meta`: the tools of IPMP, the rights management of MPEG, that the streams of a file need
/// (ISO/IEC 14496-12, `IPMPControlBox`; the descriptors are those of ISO/IEC 14496-1, 7.2.6.14).
public struct RightsControl: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The list of the tools, with tag 0x60.
  public var toolList: ElementaryStreamDescriptor.OpaqueDescriptor = {
    var descriptor = ElementaryStreamDescriptor.OpaqueDescriptor()
    descriptor.tag = 0x60
    return descriptor
  }()
  /// The descriptors of the tools, with tag 0x0B, at most 255.
  public var descriptors: RecordList<ElementaryStreamDescriptor.OpaqueDescriptor> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("tool_list", &toolList)
    var count = descriptors.count
    try f.count("no_of_ipmp_descriptors", &count, bytes: 1)
    try f.list("ipmp_descriptors", &descriptors, count: count)
  }
}
