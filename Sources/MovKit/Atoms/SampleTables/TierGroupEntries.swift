// What the descriptions of sample groups hold that are about tiers of scalable and multiview H.264
// (ISO/IEC 14496-15).

/// A box in a description of a group.
struct GroupedBox: Record {
  var type: FourCC = "free"
  var data = RawBytes()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    // The size includes itself and the type.
    var size = data.bytes.count + 8
    try f.count("size", &size, bytes: 4)
    try f("type", &type)
    try f.bytes("data", &data, count: size - 8)
  }
}

/// A description in a group `scif`: a tier of scalable H.264 (ISO/IEC 14496-15, `ScalableGroupEntry`).
struct ScalableTierEntry: Record {
  var groupID: UInt8 = 0
  var primaryGroupID: UInt8 = 0
  var isIDR: UInt8 = 0
  var hasNoInterLayerPrediction: UInt8 = 0
  var usesBasePicture: UInt8 = 0
  var storesBasePicture: UInt8 = 0
  var isSwitchingPoint: UInt8 = 0
  var reserved: UInt8 = 0
  var switchingDistance: UInt8 = 0
  /// The boxes that describe the tier. Only the entry that is its first definition has any.
  var boxes: RecordList<GroupedBox> = []

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("group_ID", &groupID)
    try f("primary_group_ID", &primaryGroupID)
    try f.bits("is_tier_IDR", &isIDR, 1)
    try f.bits("no_inter_layer_pred_flag", &hasNoInterLayerPrediction, 1)
    try f.bits("use_ref_base_pic_flag", &usesBasePicture, 1)
    try f.bits("store_base_rep_flag", &storesBasePicture, 1)
    try f.bits("is_tl_switching_point", &isSwitchingPoint, 1)
    try f.reservedBits(&reserved, 3)
    try f("tl_switching_distance", &switchingDistance)
    try f.list("boxes", &boxes, count: nil)
  }
}

/// A description in a group `mvif`: a tier of multiview H.264 (ISO/IEC 14496-15, `MultiviewGroupEntry`).
struct MultiviewTierEntry: Record {
  var groupID: UInt8 = 0
  var primaryGroupID: UInt8 = 0
  var reserved: UInt8 = 0
  var isSwitchingPoint: UInt8 = 0
  var reservedAfterPoint: UInt8 = 0
  var switchingDistance: UInt8 = 0
  /// The boxes that describe the tier. Only the entry that is its first definition has any.
  var boxes: RecordList<GroupedBox> = []

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("group_ID", &groupID)
    try f("primary_group_ID", &primaryGroupID)
    try f.reservedBits(&reserved, 4)
    try f.bits("is_tl_switching_point", &isSwitchingPoint, 1)
    try f.reservedBits(&reservedAfterPoint, 3)
    try f("tl_switching_distance", &switchingDistance)
    try f.list("boxes", &boxes, count: nil)
  }
}

/// A description in a group `vipr`: the priorities of views, in a box of its own (ISO/IEC 14496-15,
/// `ViewPriorityEntry`).
struct ViewPriorityEntry: Record {
  var boxes: RecordList<GroupedBox> = []

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.list("boxes", &boxes, count: nil)
  }
}
