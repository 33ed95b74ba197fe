/// `dref`: the files that hold the media's samples, one child atom each
/// (ISO/IEC 14496-12, 8.7.2; QuickTime File Format, "Data Reference Atoms").
public struct DataReferences: CountsChildren {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entryCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("entry_count", &entryCount)
    try f.children()
  }
}

/// One file that holds samples.
public protocol DataReference: Record {
  var flags: UInt32 { get }
}

extension DataReference {
  static var flagNames: FlagNames { [selfContained: "selfContained"] }
  private static var selfContained: UInt32 { 1 }

  /// The samples are in the file that the reference is in.
  public var isSelfContained: Bool { flags & Self.selfContained != 0 }
}

/// `url `: a file by its URL.
public struct URLDataReference: DataReference {
  public var version: UInt8 = 0
  public var flags: UInt32 = 1
  /// A reference to its own file has no location.
  public var hasLocation = false
  public var location = CString()

  /// The file itself.
  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f.optional(&hasLocation, bytes: 1)
    if hasLocation { try f.terminated("location", &location) }
  }
}

/// `urn `: a file by its name.
public struct URNDataReference: DataReference {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var hasName = true
  public var name = CString()
  public var hasLocation = false
  public var location = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f.optional(&hasName, bytes: 1)
    guard hasName else { return }
    try f.terminated("name", &name)
    try f.optional(&hasLocation, bytes: 1)
    if hasLocation { try f.terminated("location", &location) }
  }
}

/// `alis` and `rsrc`: a file by a Macintosh alias, the latter with the type and number of a
/// resource behind it.
public struct AliasDataReference: DataReference {
  public var version: UInt8 = 0
  public var flags: UInt32 = 1
  /// Empty in a reference to its own file.
  public var alias = RawBytes()

  /// The file itself.
  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f.bytes("alias", &alias, count: nil)
  }
}
