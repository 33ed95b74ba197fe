/// `svmC` in `svcM`: the statements that a track of metadata about scalable H.264 makes
/// (ISO/IEC 14496-15, `SVCMetadataSampleConfigBox`).
public struct ScalableMetadataConfiguration: Record {
  /// A type of statement that is not defined in the standard.
  public struct Extension: Record {
    /// The code of the statement.
    public var statementType: UInt8 = 0
    /// The URI that says what the statement means.
    public var namespace = CString()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("statement_type", &statementType)
      try f.terminated("statement_namespace", &namespace)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The type of the statement that each sample is.
  public var sampleStatementType: UInt8 = 0
  /// The type of the statements in a sample that have none of their own; 0 if each has one.
  public var defaultStatementType: UInt8 = 0
  /// The length in bytes of the statements in a sample that have none of their own; 0 if each has one.
  public var defaultStatementLength: UInt8 = 0
  /// The types of statements of other namespaces, at most 255.
  public var extensions: [Extension] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("sample_statement_type", &sampleStatementType)
    try f("default_statement_type", &defaultStatementType)
    try f("default_statement_length", &defaultStatementLength)
    var count = extensions.count
    try f.count("entry_count", &count, bytes: 1)
    try f.list("entries", &extensions, count: count)
  }
}

/// `qlif` in `svcM`: what is needed up to each priority layer (ISO/IEC 14496-15,
/// `SVCPriorityLayerInfoBox`).
public struct PriorityLayers: Record {
  /// A priority layer.
  public struct Layer: TableRow {
    /// The number of the layer.
    public var number: UInt8 = 0
    /// The profile, the constraint flags and the level up to this layer, one byte each.
    public var profileLevel: UInt32 = 0
    /// The highest bit rate up to this layer, in bits per second.
    public var maxBitRate: UInt32 = 0
    /// The average bit rate up to this layer, in bits per second.
    public var avgBitRate: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("pr_layer", &number)
      try f("profile_level_idc", &profileLevel, bytes: 3)
      try f("max_bitrate", &maxBitRate)
      try f("avg_bitrate", &avgBitRate)
    }
  }

  /// The layers, at most 255.
  public var layers = Table<Layer>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = layers.count
    try f.count("pr_layer_num", &count, bytes: 1)
    try f.rows("layers", &layers, count: count, layout: FixedLayout())
  }
}
