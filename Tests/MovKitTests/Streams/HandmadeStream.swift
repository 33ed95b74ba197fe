@testable import MovKit

/// Slices and parameter sets of H.264 and HEVC written by hand, after the tables of syntax.
enum HandmadeStream {
  /// One slice of H.264 with 4 bits of frame_num and of pic_order_cnt_lsb (7.3.3).
  struct AVCSlice {
    var type: UInt8 = 1
    var referenceIdc: UInt8 = 2
    var firstMacroblock: UInt64 = 0
    /// 5 P, 6 B, 7 I.
    var sliceType: UInt64 = 5
    var picture: UInt64 = 0
    var frameNumber: UInt64 = 0
    /// Nil where the sequence has frames only.
    var isBottomField: Bool?
    var mayBeField = false
    var idrPictureID: UInt64 = 0
    var lsb: UInt64?
    var deltas: [Int64] = []
    var redundantCount: UInt64?
    var operations: [UInt64] = []

    var unit: [UInt8] {
      var slice = BitString()
      slice.ue(firstMacroblock)
      slice.ue(sliceType)
      slice.ue(picture)
      slice.u(4, frameNumber)
      if mayBeField { slice.flag(isBottomField != nil) }
      if let isBottomField { slice.flag(isBottomField) }
      if type == 5 { slice.ue(idrPictureID) }
      if let lsb { slice.u(4, lsb) }
      for delta in deltas { slice.se(delta) }
      if let redundantCount { slice.ue(redundantCount) }
      if sliceType == 6 { slice.flag(true) }
      if sliceType != 7 {
        slice.flag(false)
        slice.flag(false)
      }
      if sliceType == 6 { slice.flag(false) }
      if type == 5 {
        slice.u(2, 0)
      } else if referenceIdc > 0 {
        slice.flag(!operations.isEmpty)
        for operation in operations { slice.ue(operation) }
      }
      slice.u(16, 0xABCD)
      return slice.unit(head: [referenceIdc << 5 | type])
    }
  }

  static func idr(_ change: (inout AVCSlice) -> Void = { _ in }) -> [UInt8] {
    var slice = AVCSlice(type: 5, referenceIdc: 3, sliceType: 7, lsb: 0)
    change(&slice)
    return slice.unit
  }

  static func slice(
    _ frameNumber: UInt64, lsb: UInt64?, reference: UInt8 = 2,
    _ change: (inout AVCSlice) -> Void = { _ in }
  ) -> [UInt8] {
    var slice = AVCSlice(referenceIdc: reference, frameNumber: frameNumber, lsb: lsb)
    if reference == 0 { slice.sliceType = 6 }
    change(&slice)
    return slice.unit
  }

  /// Where the access units of a stream begin and end.
  static func accessUnits(
    _ units: [[UInt8]], codec: VideoCodec = .h264
  ) throws -> [AccessUnit] {
    var assembler = AccessUnitAssembler(codec: codec)
    var found: [AccessUnit] = []
    for unit in units {
      if let whole = try assembler.append(unit[...]) { found.append(whole) }
    }
    if let whole = assembler.finish() { found.append(whole) }
    return found
  }

  // MARK: HEVC

  static let hevcSets: [[UInt8]] = {
    var video = BitString()
    video.u(4, 0)
    video.u(12, 0xC00)
    return [video.unit(head: [0x40, 1]), hevcSequence(), hevcPicture()]
  }()

  /// A sequence parameter set of HEVC (H.265, 7.3.2.2.1) of pictures of `side` by `side` pixels.
  static func hevcSequence(
    video: UInt64 = 0, side: UInt64 = 64, vui: ((inout BitString) -> Void)? = nil
  ) -> [UInt8] {
    var sequence = BitString()
    sequence.u(4, video)
    sequence.u(3, 0)
    sequence.flag(true)
    sequence.u(8, 1)
    sequence.u(32, 0x6000_0000)
    sequence.u(48, 0x9000_0000_0000)
    sequence.u(8, 30)
    for value in [0, 1, side, side] as [UInt64] { sequence.ue(value) }
    sequence.flag(false)
    for value in [0, 0, 0] as [UInt64] { sequence.ue(value) }  // 4 bits of order
    sequence.flag(true)
    for value in [4, 2, 0, 0, 1, 0, 2] as [UInt64] { sequence.ue(value) }
    sequence.ue(0)
    sequence.ue(0)
    sequence.flag(false)
    sequence.u(2, 0)
    sequence.flag(false)
    sequence.ue(0)
    sequence.flag(false)
    sequence.u(2, 0)
    sequence.flag(vui != nil)
    vui?(&sequence)
    if vui == nil { sequence.flag(false) }  // sps_extension_present_flag
    return sequence.unit(head: [0x42, 1])
  }

  /// A video parameter set of HEVC (H.265, 7.3.2.1).
  /// - Parameter timing: `vps_num_units_in_tick` and `vps_time_scale`.
  static func hevcVideo(_ id: UInt64 = 0, timing: (UInt64, UInt64)? = nil) -> [UInt8] {
    var video = BitString()
    video.u(4, id)
    video.u(2, 3)
    video.u(6, 0)
    video.u(3, 0)
    video.flag(true)
    video.u(16, 0xFFFF)
    video.u(8, 1)
    video.u(32, 0x6000_0000)
    video.u(48, 0x9000_0000_0000)
    video.u(8, 30)
    video.flag(true)
    for value in [4, 2, 0] as [UInt64] { video.ue(value) }
    video.u(6, 0)
    video.ue(0)  // vps_num_layer_sets_minus1
    video.flag(timing != nil)
    if let timing {
      video.u(32, timing.0)
      video.u(32, timing.1)
      video.flag(false)
      video.ue(0)  // vps_num_hrd_parameters
    }
    video.flag(false)
    return video.unit(head: [0x40, 1])
  }

  /// A picture parameter set of HEVC (7.3.2.3.1). The first bits of what its pictures need are always the same.
  static func hevcPicture(_ id: UInt64 = 0, _ variant: UInt64 = 0) -> [UInt8] {
    var picture = BitString()
    picture.ue(id)
    picture.ue(0)
    picture.flag(true)  // dependent slice segments
    picture.flag(false)
    picture.u(3, 0)
    picture.u(20, variant)
    return picture.unit(head: [0x44, 1])
  }

  /// A slice segment of HEVC (7.3.6.1) of a picture of 16 coding tree blocks.
  static func segment(
    _ type: UInt8, lsb: UInt64 = 0, sliceType: UInt64 = 1, address: UInt64? = nil,
    isDependent: Bool = false, temporalID: UInt8 = 0, layer: UInt8 = 0
  ) -> [UInt8] {
    var slice = BitString()
    slice.flag(address == nil)
    if (16...23).contains(type) { slice.flag(false) }
    slice.ue(0)
    if let address {
      slice.flag(isDependent)
      slice.u(4, address)
    }
    if !isDependent {
      slice.ue(sliceType)
      if type != 19, type != 20 { slice.u(4, lsb) }
    }
    slice.u(16, 0xABCD)
    return slice.unit(head: [type << 1 | layer >> 5, layer << 3 | temporalID + 1])
  }
}
