/// A sample made from a stream: one access unit in the form that a track of a movie stores.
public struct StreamSample: Sendable {
  /// The NAL units, each preceded by its length.
  public var data: [UInt8]
  /// The NAL units if a reader with a spool made the sample and they are large, so that `data` is empty; nil if they
  /// are in `data`.
  var spooled: SpooledBytes?
  /// The index in the reader's `formats` of the format that describes the sample.
  public var formatIndex: Int
  /// When the sample is decoded, in ticks of the reader's `timescale`, from 0.
  public var decodeTime: Int64
  /// How long the sample lasts in decoding order, in ticks.
  public var duration: Int64
  /// The number of ticks from the decode time to the presentation time, both of which count from 0.
  /// It is negative if the sample is not decoded early enough. Version 1 of `ctts` stores it as it
  /// is; version 0 stores it after the reader's `presentationDelay` is added to all.
  public var compositionOffset: Int64
  /// Whether decoding can begin here (`stss`).
  public var isSync: Bool
  /// Whether decoding can begin here, though pictures that follow and are shown earlier cannot be
  /// decoded then (`stps`, sample group `rap `).
  public var isPartialSync: Bool
  /// Whether other samples are needed to decode it.
  public var dependsOnOthers: Bool
  /// Whether other samples may need it to be decoded.
  public var isDependedOn: Bool
  /// Whether it contains redundant coded pictures.
  public var hasRedundancy: Bool
  /// Whether it is shown before the sync sample or partial sync sample that it follows in decoding
  /// order.
  public var isLeading: Bool
}
