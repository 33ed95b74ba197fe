/// `seib`, `vsib` and `3sib`: the SEI message that says what layers or views a scalable, multiview or
/// depth stream of H.264 has (ISO/IEC 14496-15, `ScalabilityInformationSEIBox`,
/// `ViewScalabilityInformationSEIBox`, `MVDScalabilityInformationSEIBox`).
public struct ScalabilityInformation: Record {
  /// The NAL unit with the message, without a length or a start code.
  public var message = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("scalability_information_sei", &message, count: nil)
  }
}

/// `svcP` and `mvcP`: how the priorities of NAL units were assigned (ISO/IEC 14496-15,
/// `SVCPriorityAssignmentBox`, `MVCViewPriorityAssignmentBox`).
public struct PriorityAssignment: Record {
  /// A method of assigning priorities.
  public struct Method: Record {
    /// The URI that names the method.
    public var uri = CString()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.terminated("priority_assignment_URI", &uri)
    }
  }

  /// The methods, at most 255.
  public var methods: [Method] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = methods.count
    try f.count("method_count", &count, bytes: 1)
    try f.list("methods", &methods, count: count)
  }
}

/// `seii`: the SEI messages of the samples that a reader must understand, and those that it may ignore
/// (ISO/IEC 14496-15, `SeiInformationBox`).
public struct SEIInformation: Record {
  /// The payload types of the messages that are required, at most 65535.
  public var required = Table<UInt16>()
  /// The payload types of the messages that are not required, at most 65535.
  public var notRequired = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var requiredCount = required.count
    try f.count("num_required_SEIs", &requiredCount, bytes: 2)
    try f.rows("required_SEI_IDs", &required, count: requiredCount, layout: FixedLayout())
    var otherCount = notRequired.count
    try f.count("num_not_required_SEIs", &otherCount, bytes: 2)
    try f.rows("not_required_SEI_IDs", &notRequired, count: otherCount, layout: FixedLayout())
  }
}
