/// A sample made from a stream: one access unit as a track of a movie holds it.
public struct StreamSample: Sendable {
  /// NAL units behind their lengths.
  public var data: [UInt8]
  /// The same where a reader with a spool made it and they are many; `data` is empty then.
  var spooled: SpooledBytes?
  /// Which of the reader's formats describes it.
  public var formatIndex: Int
  /// Ticks of the reader's timescale, from 0: when it is decoded.
  public var decodeTime: Int64
  /// Ticks: how long it lasts in decoding order.
  public var duration: Int64
  /// Ticks from the decode time to the time at which it is shown, which counts from 0 too. It is
  /// negative where decoding is not ahead enough: version 1 of `ctts` holds it as it is, version 0
  /// when the reader's `presentationDelay` is added to all.
  public var compositionOffset: Int64
  /// Whether decoding can begin here (`stss`).
  public var isSync: Bool
  /// Whether decoding can begin here though not what is shown earlier (`stps`, group `rap `).
  public var isPartialSync: Bool
  /// Whether other samples are needed to decode it.
  public var dependsOnOthers: Bool
  /// Whether other samples may need it.
  public var isDependedOn: Bool
  /// Whether it has pictures that are coded more than once.
  public var hasRedundancy: Bool
  /// Whether it is shown before the sync sample or partial sync sample that it follows.
  public var isLeading: Bool
}
