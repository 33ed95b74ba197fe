/// `lsel` in `ipco`: the layer of a layered picture that is shown (ISO/IEC 23008-12, 6.5.11).
public struct LayerSelector: Record {
  /// The ID of the layer; 0xFFFF means all of them.
  public var layerID: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("layer_id", &layerID)
  }
}

/// `tols` in `ipco`: the set of layers that a decoder is to put out (ISO/IEC 23008-12, 6.5.14).
public struct TargetOutputLayerSet: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of the output layer set in the parameter sets.
  public var targetOLSIndex: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("target_ols_idx", &targetOLSIndex)
  }
}

/// `a1op` in `ipco`: the operating point at which a layered AV1 picture is decoded (AV1 Image File
/// Format, 2.3.2.1).
public struct AV1OperatingPoint: Record {
  /// The number of the operating point in the sequence header, 0 to 31.
  public var opIndex: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("op_index", &opIndex)
  }
}

/// `a1lx` in `ipco`: the sizes of the layers of an AV1 picture (AV1 Image File Format, 2.3.2.3).
public struct AV1LayeredImageIndexing: Record {
  var reserved: UInt8 = 0
  /// 1: the sizes have 32 bits. 0: they have 16.
  public var largeSize: UInt8 = 0
  /// The sizes of the first three layers in bytes. The last layer is the rest of the item, and
  /// those that do not exist have 0.
  public var layerSizes = Table<Row>(layout: 2)

  /// The size of one layer.
  public struct Row: TableRow {
    /// The number of bytes.
    public var layerSize: UInt32 = 0

    public init() {}

    /// The `layout` is the width of the size in bytes.
    public mutating func fields(_ f: inout some FieldCoder, layout: Int) throws(FormatError) {
      try f("layer_size", &layerSize, bytes: layout)
    }
  }

  public init() {
    // Three sizes of no bytes always fit their fields.
    if let sizes = try? Table([Row(), Row(), Row()], layout: 2) { layerSizes = sizes }
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 7)
    try f.bits("large_size", &largeSize, 1)
    try f.rows("layer_sizes", &layerSizes, count: 3, layout: largeSize == 1 ? 4 : 2)
  }
}
