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
  /// How many samples behind this one a decoder that begins here is right again; negative: how many
  /// samples before it decoding must begin (group `roll`; ISO/IEC 14496-12, 10.1).
  public var rollDistance: Int16?

  public init(
    isSync: Bool = true, isPartialSync: Bool = false, dependsOnOthers: Bool? = nil,
    isDependedOn: Bool? = nil, hasRedundancy: Bool? = nil, isLeading: Bool? = nil,
    rollDistance: Int16? = nil
  ) {
    self.isSync = isSync
    self.isPartialSync = isPartialSync
    self.dependsOnOthers = dependsOnOthers
    self.isDependedOn = isDependedOn
    self.hasRedundancy = hasRedundancy
    self.isLeading = isLeading
    self.rollDistance = rollDistance
  }
}

extension SampleAttachments {
  /// Whether decoding can begin here, fully or for what is shown from here on.
  public var isEntryPoint: Bool { isSync || isPartialSync }

  /// What the flags of a fragment say (ISO/IEC 14496-12, 8.8.3.1).
  init(_ flags: SampleFlags) {
    self.init(isSync: !flags.isNonSync)
    isLeading = Self.leading(flags.isLeading)
    depend(
      dependsOn: flags.dependsOn, isDependedOn: flags.isDependedOn,
      hasRedundancy: flags.hasRedundancy)
  }

  /// Takes what a row of `sdtp` says. QuickTime has another meaning for the bits that tell of
  /// leading samples: that samples behind this one may be shown before it.
  mutating func take(_ row: SampleDependencies.Row, ofQuickTime isQuickTime: Bool) {
    if !isQuickTime { isLeading = Self.leading(UInt32(row.isLeading)) }
    depend(
      dependsOn: UInt32(row.sampleDependsOn), isDependedOn: UInt32(row.sampleIsDependedOn),
      hasRedundancy: UInt32(row.sampleHasRedundancy))
  }

  private mutating func depend(dependsOn: UInt32, isDependedOn: UInt32, hasRedundancy: UInt32) {
    dependsOnOthers = Self.answer(dependsOn)
    self.isDependedOn = Self.answer(isDependedOn)
    self.hasRedundancy = Self.answer(hasRedundancy)
  }

  /// 1 is yes, 2 is no; 0 is unknown and 3 reserved.
  private static func answer(_ bits: UInt32) -> Bool? {
    bits == 1 ? true : bits == 2 ? false : nil
  }

  /// The two bits that say `value`; 0 where it is not known.
  fileprivate static func bits(_ value: Bool?) -> UInt32 { value.map { $0 ? 1 : 2 } ?? 0 }

  /// 1 leads and needs what comes before the sync sample, 3 leads and needs nothing of that.
  private static func leading(_ bits: UInt32) -> Bool? {
    bits == 0 ? nil : bits != 2
  }
}

extension SampleDependencies.Row {
  /// What `sdtp` says of a sample (ISO/IEC 14496-12, 8.6.4).
  init(_ attachments: SampleAttachments) {
    isLeading = UInt8(SampleAttachments.bits(attachments.isLeading))
    sampleDependsOn = UInt8(SampleAttachments.bits(attachments.dependsOnOthers))
    sampleIsDependedOn = UInt8(SampleAttachments.bits(attachments.isDependedOn))
    sampleHasRedundancy = UInt8(SampleAttachments.bits(attachments.hasRedundancy))
  }
}

extension SampleFlags {
  /// What a fragment says of a sample (ISO/IEC 14496-12, 8.8.3.1).
  init(_ attachments: SampleAttachments) {
    self.init(rawValue: 0)
    isLeading = SampleAttachments.bits(attachments.isLeading)
    dependsOn = SampleAttachments.bits(attachments.dependsOnOthers)
    isDependedOn = SampleAttachments.bits(attachments.isDependedOn)
    hasRedundancy = SampleAttachments.bits(attachments.hasRedundancy)
    isNonSync = !attachments.isSync
  }
}
