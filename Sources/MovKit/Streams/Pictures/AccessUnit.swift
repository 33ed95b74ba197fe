/// The NAL units of one picture and what belongs to it: what a sample of a movie holds
/// (ISO/IEC 14496-15, 5.3.2 and 8.3.2).
///
/// In H.264 the two fields of a frame that are coded as pictures of their own are one access unit
/// here, as they are one sample.
public struct AccessUnit: Sendable {
  public let codec: VideoCodec
  /// In the order of the stream, without start codes.
  public var units: [Bytes] { content.map(\.head) }
  var content: [StreamUnit] = []
  /// The place of the picture in output order; of two fields the earlier.
  package internal(set) var order: PictureOrder
  /// An instantaneous decoding refresh picture.
  public internal(set) var isIDR = false
  /// Whether decoding can begin here and everything behind can be decoded: IDR, BLA, and CRA
  /// without leading pictures (ISO/IEC 14496-15, 5.4.3 and 8.4.3).
  public internal(set) var isSync = false
  /// Whether decoding can begin here and everything shown from here on can be decoded, but not what
  /// is decoded later and shown earlier: an open group of pictures. A CRA picture with leading
  /// pictures, and one whose SEI tells that recovery is exact at once.
  public internal(set) var isPartialSync = false
  /// Whether all slices are intra coded.
  public internal(set) var isIntra = true
  /// Whether other pictures may refer to this one.
  public internal(set) var isReference = true
  /// The random access picture that it follows is shown later, and HEVC says so.
  public internal(set) var isLeading = false
  /// Whether it has coded pictures besides the primary one, or the same again.
  public internal(set) var hasRedundancy = false
  /// `recovery_frame_cnt` or `recovery_poc_cnt` of a recovery point SEI message.
  public internal(set) var recoveryCount: Int32?
  /// H.264: pictures that are fields; 0 where the picture is a frame, else 1 or 2.
  public internal(set) var fields = 0
  /// H.264: times of a field for which the picture is shown, as its SEI tells: 2, or up to 6 where
  /// fields or the whole frame are to be repeated (`pic_struct`, Table E-6).
  public internal(set) var shownFields = 2
  /// The parameter sets that its slices refer to.
  public internal(set) var parameterSets: ParameterSets

  init(codec: VideoCodec, order: PictureOrder, parameterSets: ParameterSets) {
    self.codec = codec
    self.order = order
    self.parameterSets = parameterSets
  }
}
