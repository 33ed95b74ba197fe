/// `mebx` in `stsd`: timed metadata. The child atom `keys` names what the samples hold (QuickTime
/// File Format, "Timed Metadata Media").
public struct MetadataDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.children()
  }
}

/// `keyd` in an item of `keys` in `mebx`: the name of the key for which samples use a number
/// (QuickTime File Format, "Timed Metadata Media").
public struct MetadataKeyDeclaration: Record {
  /// How `value` is written: `mdta` is a name in reverse-domain style.
  public var namespace: FourCC = "mdta"
  /// The name of the key, in the style of `namespace`.
  public var value = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("key_namespace", &namespace)
    try f.bytes("key_value", &value, count: nil)
  }
}

/// `dtyp` in an item of `keys` in `mebx`: the type of the values (QuickTime File Format, "Timed
/// Metadata Media").
public struct MetadataTypeDeclaration: Record {
  /// 0: the type is `wellKnownType`. 1: it is `name`, in reverse-domain style.
  public var namespace: UInt32 = 0
  /// The number of the type, if `namespace` is 0 (QuickTime File Format, "Well-Known Types"). 1 is
  /// UTF-8 text.
  public var wellKnownType: UInt32 = 1
  /// The name of the type, if `namespace` is not 0.
  public var name = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("datatype_namespace", &namespace)
    if namespace == 0 {
      try f("datatype", &wellKnownType)
    } else {
      try f.bytes("datatype_name", &name, count: nil)
    }
  }
}
