/// `dref`: the files that hold the media's samples, one child atom each (ISO/IEC 14496-12, 8.7.2;
/// QuickTime File Format, "Data Reference Atoms").
public struct DataReferences: CountsChildren {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of data references, as stored.
  public var entryCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("entry_count", &entryCount)
    try f.children()
  }
}

/// A reference to one file that holds samples: a child of `dref`.
public protocol DataReference: Record {
  /// Bit 0x1: the samples are in the file that contains the reference.
  var flags: UInt32 { get }
  /// The file, as the reference names it: a URL or a path; nil if it names none.
  var target: String? { get }
}

extension DataReference {
  static var flagNames: FlagNames { [selfContained: "selfContained"] }
  private static var selfContained: UInt32 { 1 }

  /// The flags of a reference that gets fields which name a file: without other flags being given, it is that file,
  /// and no longer the one that contains the reference.
  fileprivate func flags(_ f: some FieldCoder, whenGiven names: String...) -> UInt32 {
    let isNamed = names.contains { f.isGivenAny(of: $0) }
    return isNamed && target == nil && !f.isGivenAny(of: "flags")
      ? flags & ~Self.selfContained : flags
  }

  /// Whether the samples are in the file that contains the reference.
  public var isSelfContained: Bool { flags & Self.selfContained != 0 }

  public var target: String? { nil }
}

/// `url `: a file given by its URL (ISO/IEC 14496-12, 8.7.2).
public struct URLDataReference: DataReference {
  public var version: UInt8 = 0
  /// Bit 0x1: the samples are in the file that contains the reference.
  public var flags: UInt32 = 1
  /// Whether the location is stored. A reference to the file itself has none.
  public var hasLocation = false
  /// The URL of the file.
  public var location = CString()

  /// A reference to the file itself.
  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    flags = flags(f, whenGiven: "location")
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f.optional(&hasLocation, bytes: 1)
    if hasLocation { try f.terminated("location", &location) }
  }

  public var target: String? { hasLocation ? location.string : nil }
}

/// `urn `: a file given by its name, a URN (ISO/IEC 14496-12, 8.7.2).
public struct URNDataReference: DataReference {
  public var version: UInt8 = 0
  /// Bit 0x1: the samples are in the file that contains the reference.
  public var flags: UInt32 = 0
  /// Whether the name is stored.
  public var hasName = true
  /// The URN of the file.
  public var name = CString()
  /// Whether a location follows the name.
  public var hasLocation = false
  /// A URL at which the file can be found.
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

  public var target: String? {
    if hasLocation { return location.string }
    return hasName ? name.string : nil
  }
}

/// `alis` and `rsrc`: a file given by a Macintosh alias. In `rsrc` the type and the ID of a
/// resource follow the alias (QuickTime File Format, "Data Reference Atoms").
public struct AliasDataReference: DataReference {
  public var version: UInt8 = 0
  /// Bit 0x1: the samples are in the file that contains the reference.
  public var flags: UInt32 = 1
  /// Whether the alias is a record of version 2, which `record` has.
  public var hasRecord = false
  /// The alias, if `hasRecord`.
  public var record = AliasRecord()
  /// Whether a resource follows the record.
  public var hasResource = false
  /// The type of the resource that has the movie.
  public var resourceType = FourCC(rawValue: 0)
  /// The number of the resource that has the movie.
  public var resourceID: Int16 = 0
  /// Whether anything else follows the record.
  public var hasMore = false
  /// An alias of another form, or what else follows the record; empty in a reference to the file itself.
  public var alias = RawBytes()

  /// A reference to the file itself.
  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    flags = flags(f, whenGiven: "record", "alias")
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f.optional(&hasRecord, bytes: AliasRecord.fixedSize) { AliasRecord.begins($0) }
    if hasRecord {
      try f("record", &record)
      try f.optional(&hasResource, bytes: 6) { $0.count == 6 }
      if hasResource {
        try f("resource_type", &resourceType)
        try f("resource_ID", &resourceID)
        return
      }
      try f.optional(&hasMore, bytes: 1)
      guard hasMore else { return }
    }
    try f.bytes("alias", &alias, count: nil)
    if hasRecord, [0, 6].contains(alias.bytes.count) {
      throw f.invalid(
        "alias",
        counted(
          alias.bytes.count, "byte", "after an alias is no byte of its own",
          "after an alias are no bytes of their own"))
    }
  }

  public var target: String? { hasRecord ? record.target : nil }
}
