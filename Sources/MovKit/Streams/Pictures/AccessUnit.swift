/// The NAL units of one picture and what belongs to it: the content of a sample of a movie (ISO/IEC
/// 14496-15, 5.3.2 and 8.3.2).
///
/// In H.264, the two fields of a frame that are coded as separate pictures are one access unit
/// here, as they are one sample.
package struct AccessUnit: Sendable {
  /// The codec of the picture.
  package let codec: VideoCodec
  /// The NAL units in the order of the stream, without start codes.
  package var units: [Bytes] { content.map(\.head) }
  var content = StreamUnits()
  /// The position of the picture in output order; of two fields the earlier one.
  package internal(set) var order: PictureOrder
  /// Whether it is an instantaneous decoding refresh (IDR) picture.
  package internal(set) var isIDR = false
  /// Whether decoding can begin here and everything after it can be decoded: IDR, BLA, and CRA
  /// without leading pictures (ISO/IEC 14496-15, 5.4.3 and 8.4.3).
  package internal(set) var isSync = false
  /// Whether decoding can begin here and everything shown from here on can be decoded, but not what
  /// is decoded later and shown earlier: the start of an open group of pictures. This is a CRA
  /// picture with leading pictures, or a picture that is intra coded, or has two fields, and whose
  /// recovery point SEI message has a count of 0.
  package internal(set) var isPartialSync = false
  /// Whether all slices are intra coded.
  package internal(set) var isIntra = true
  /// Whether other pictures may refer to this one.
  package internal(set) var isReference = true
  /// Whether HEVC marks it as a leading picture: it is shown before the random access picture that
  /// it follows in decoding order.
  package internal(set) var isLeading = false
  /// Whether it contains redundant coded pictures in addition to the primary one.
  package internal(set) var hasRedundancy = false
  /// `recovery_frame_cnt` (H.264) or `recovery_poc_cnt` (HEVC) of its recovery point SEI message;
  /// nil if it has none.
  package internal(set) var recoveryCount: Int32?
  /// H.264: the number of its pictures that are fields, 1 or 2; 0 if it is a frame.
  package internal(set) var fields = 0
  /// H.264: how many field times the picture is shown, as its picture timing SEI says
  /// (`pic_struct`, Table E-6): 2, or up to 6 if fields or the whole frame are repeated.
  package internal(set) var shownFields = 2
  /// The parameter sets that its slices refer to.
  package internal(set) var parameterSets: ParameterSets

  init(codec: VideoCodec, order: PictureOrder, parameterSets: ParameterSets) {
    self.codec = codec
    self.order = order
    self.parameterSets = parameterSets
  }
}
