/// `meta`: metadata of the file, movie or track that contains it (ISO/IEC 14496-12, 8.11.1;
/// QuickTime File Format, "Metadata Atoms").
public struct MetadataContainer: Record {
  /// Whether the atom has a version and flags. ISO files have a full atom and QuickTime files a
  /// plain one, but many files do the opposite.
  public var isFull = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    if f.isNewInQuickTime() == true { isFull = false }
    try f.optional(&isFull, bytes: 4) {
      // The handler comes first, so its type is at byte 4 or at byte 8.
      if $0.dropFirst(4).starts(with: Self.handlerType) { return false }
      if $0.dropFirst(8).starts(with: Self.handlerType) { return true }
      return $0.count >= 4 && !beginsWithAtom($0)
    }
    if isFull { try f.version(&version, upTo: 0, flags: &flags) }
    try f.children()
  }

  private static let handlerType = FourCC("hdlr").bytes
}

extension Schema {
  /// `meta` and the atoms in it.
  static let metadataRules: [Rule] = [
    .parent("meta", MetadataContainer.self),
    .leaf("keys", KeyList.self, .inside(["meta"])),
    .leaf("mhdr", MetadataHeader.self, .inside(["meta"])),
    .leaf("ctry", CountryLists.self, .inside(["meta"])),
    .leaf("lang", LanguageLists.self, .inside(["meta"])),
    .parent("ilst", Container.self),
    .anyParent(Container.self, .inside(["ilst"])),
    .leaf("data", NumberOfTotal.self, .inside(["trkn", "disk"])),
    .leaf("data", MetadataValue.self, .insideChild(of: "ilst")),
    .leaf("mean", FreeFormName.self, .insideChild(of: "ilst")),
    .leaf("name", FreeFormName.self, .insideChild(of: "ilst")),
    .leaf("itif", MetadataItemInformation.self, .insideChild(of: "ilst")),
    .leaf("ID32", ID3Metadata.self),
    .leaf("xml ", XMLMetadata.self),
    .leaf("bxml", BinaryXMLMetadata.self),
  ]
}
