/// What is known of a sample besides its bytes and times: the counterpart of the attachments of a
/// `CMSampleBuffer`. Where a value is nil, the file does not say.
public struct SampleAttachments: Hashable, Sendable {
  /// Whether decoding can begin here (`stss`; ISO/IEC 14496-12, 8.6.2).
  public var isSync: Bool
  /// Whether decoding can begin here although samples shown before it cannot be decoded then: an
  /// open group of pictures (`stps`, group `rap `).
  public var isPartialSync: Bool
  /// Whether other samples are needed to decode this one (`sdtp`; ISO/IEC 14496-12, 8.6.4).
  public var dependsOnOthers: Bool?
  /// Whether other samples need this one; one that none needs can be dropped.
  public var isDependedOn: Bool?
  /// Whether the sample is coded more than once.
  public var hasRedundancy: Bool?
  /// Whether the sample is shown before the sync sample that it follows in decode order.
  public var isLeading: Bool?

  public init(
    isSync: Bool = true, isPartialSync: Bool = false, dependsOnOthers: Bool? = nil,
    isDependedOn: Bool? = nil, hasRedundancy: Bool? = nil, isLeading: Bool? = nil
  ) {
    self.isSync = isSync
    self.isPartialSync = isPartialSync
    self.dependsOnOthers = dependsOnOthers
    self.isDependedOn = isDependedOn
    self.hasRedundancy = hasRedundancy
    self.isLeading = isLeading
  }
}
