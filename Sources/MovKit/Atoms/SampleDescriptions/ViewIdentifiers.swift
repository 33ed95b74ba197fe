/// `vwid`: the views of multiview H.264 in a track, and those that they depend on (ISO/IEC 14496-15,
/// `ViewIdentifierBox`).
public struct ViewIdentifiers: Record {
  /// A view that another one is predicted from.
  public struct Reference: TableRow {
    var reserved: UInt8 = 0
    /// Which components of that view are needed: texture, depth, or both. A code of 2 bits.
    public var dependentComponent: UInt8 = 0
    /// The ID of that view. 10 bits.
    public var viewID: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f.reservedBits(&reserved, 4)
      try f.bits("dependent_component_idc", &dependentComponent, 2)
      try f.bits("ref_view_id", &viewID, 10)
    }
  }

  /// A view.
  public struct View: Record {
    var reserved: UInt8 = 0
    /// The ID of the view. 10 bits.
    public var viewID: UInt16 = 0
    var reservedBeforeOrder: UInt8 = 0
    /// The place of the view in decoding order. 10 bits.
    public var viewOrderIndex: UInt16 = 0
    /// 1: the stream has the texture of the view.
    public var textureInStream: UInt8 = 1
    /// 1: the track has the texture of the view.
    public var textureInTrack: UInt8 = 1
    /// 1: the stream has the depth of the view.
    public var depthInStream: UInt8 = 0
    /// 1: the track has the depth of the view.
    public var depthInTrack: UInt8 = 0
    /// Whether the view is a base view. A code of 2 bits.
    public var baseViewType: UInt8 = 0
    /// The views that it is predicted from, at most 1023.
    public var references = Table<Reference>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.reservedBits(&reserved, 6)
      try f.bits("view_id", &viewID, 10)
      try f.reservedBits(&reservedBeforeOrder, 6)
      try f.bits("view_order_index", &viewOrderIndex, 10)
      try f.bits("texture_in_stream", &textureInStream, 1)
      try f.bits("texture_in_track", &textureInTrack, 1)
      try f.bits("depth_in_stream", &depthInStream, 1)
      try f.bits("depth_in_track", &depthInTrack, 1)
      try f.bits("base_view_type", &baseViewType, 2)
      var count = UInt16(clamping: references.count)
      try f.bits("num_ref_views", &count, 10)
      try f.rows("ref_views", &references, count: Int(count), layout: FixedLayout())
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved: UInt8 = 0
  /// The lowest temporal ID in the track. 3 bits.
  public var minTemporalID: UInt8 = 0
  /// The highest temporal ID in the track. 3 bits.
  public var maxTemporalID: UInt8 = 0
  /// The views, at most 65535.
  public var views: [View] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reservedBits(&reserved, 2)
    try f.bits("min_temporal_id", &minTemporalID, 3)
    try f.bits("max_temporal_id", &maxTemporalID, 3)
    var count = views.count
    try f.count("num_views", &count, bytes: 2)
    try f.list("views", &views, count: count)
  }
}
