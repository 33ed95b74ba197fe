extension SampleAttachments {
  /// Takes the attachments from what a byte stream says about a sample.
  public init(_ sample: StreamSample) {
    self.init(
      isSync: sample.isSync, isPartialSync: sample.isPartialSync,
      dependsOnOthers: sample.dependsOnOthers, isDependedOn: sample.isDependedOn,
      hasRedundancy: sample.hasRedundancy ? true : nil, isLeading: sample.isLeading ? true : nil)
  }
}
