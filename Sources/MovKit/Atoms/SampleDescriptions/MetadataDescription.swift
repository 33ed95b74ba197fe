/// `mebx` in `stsd`: timed metadata, whose `keys` names what the samples hold
/// (QuickTime File Format, "Timed Metadata Media").
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

/// `keyd` in an item of `keys` in `mebx`: the name behind the number that samples use.
public struct MetadataKeyDeclaration: Record {
  public var namespace: FourCC = "mdta"
  public var value = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("key_namespace", &namespace)
    try f.bytes("key_value", &value, count: nil)
  }
}

/// `dtyp` in an item of `keys` in `mebx`: the type of the values.
public struct MetadataTypeDeclaration: Record {
  /// 0: a well-known type; 1: a name in reverse-domain style.
  public var namespace: UInt32 = 0
  /// Where `namespace` is 0.
  public var wellKnownType: UInt32 = 1
  /// Where `namespace` is not 0.
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
