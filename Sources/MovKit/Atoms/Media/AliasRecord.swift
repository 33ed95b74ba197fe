/// A Macintosh alias: where a file was, as the Alias Manager of Mac OS wrote it in version 2
/// (QuickTime File Format, "Data Reference Atoms"; Inside Macintosh: Files, "Alias Manager"). Apple never
/// documented the record itself; the layout is the one that ffmpeg and the mac_alias package read.
public struct AliasRecord: Record {
  /// The program that made the alias; it may store what it wants here.
  public var userType = FourCC(rawValue: 0)
  /// 0: the alias is of a file. 1: of a folder.
  public var kind: UInt16 = 0
  /// The name of the volume.
  public var volumeName = Self.noVolumeName
  /// When the volume was made, in the local time of the computer.
  public var volumeCreationTime = MacDate(rawValue: 0)
  /// The signature of the file system, such as `H+` for HFS Plus.
  public var fileSystem: UInt16 = 0
  /// What the volume is on.
  public var diskType: UInt16 = 0
  /// The number of the folder that has the file.
  public var parentID: UInt32 = 0
  /// The name of the file, without its folders.
  public var fileName = Self.noFileName
  /// The number of the file; all bits set if it is not known.
  public var fileNumber: UInt32 = 0
  /// When the file was made, in the local time of the computer.
  public var fileCreationTime = MacDate(rawValue: 0)
  /// The type of the file, such as `MooV`.
  public var fileType = FourCC(rawValue: 0)
  /// The program that the file belongs to, such as `TVOD`.
  public var fileCreator = FourCC(rawValue: 0)
  /// How many folders above the file with the alias is the folder that both files are in: 1 if they are
  /// in the same; -1 if that is not known or they are on different volumes.
  public var levelsFrom: Int16 = -1
  /// How many names lead from that folder to the file: 1 if it is in the folder; -1 if not known.
  public var levelsTo: Int16 = -1
  /// The attributes of the volume.
  public var volumeAttributes: UInt32 = 0
  /// The number of the file system, if it is a foreign one.
  public var fileSystemID: UInt16 = 0
  var reserved = Reserved()
  /// What else is known of the file.
  public var items: [Item] = []

  // One of each for all records: every track has a reference that can hold an alias.
  private static let noVolumeName = FixedPascalString("", size: 28)
  private static let noFileName = FixedPascalString("", size: 64)

  /// The bytes before the items.
  static let fixedSize = 150

  /// An alias of a file without a name.
  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("user_type", &userType)
    var size = Self.fixedSize + items.reduce(0) { $0 + $1.size }
    try f.count("record_size", &size, bytes: 2)
    try f.within("alias", count: size - 6) { f throws(FormatError) in
      // Other versions have other fields: the number says which layout this is, as a count says how long.
      var version = 2
      try f.count("alias_version", &version, bytes: 2)
      try f.choice("alias_kind", &kind, named: [0: "file", 1: "folder"])
      try f.bytes("volume_name", &volumeName, count: 28)
      try f("volume_creation_time", &volumeCreationTime, bytes: 4)
      try f.choice("file_system", &fileSystem, named: Self.fileSystems)
      try f.choice("disk_type", &diskType, named: Self.diskTypes)
      try f("parent_ID", &parentID)
      try f.bytes("file_name", &fileName, count: 64)
      try f("file_number", &fileNumber)
      try f("file_creation_time", &fileCreationTime, bytes: 4)
      try f("file_type", &fileType)
      try f("file_creator", &fileCreator)
      try f("levels_from", &levelsFrom)
      try f("levels_to", &levelsTo)
      try f.flags("volume_attributes", &volumeAttributes)
      try f("file_system_ID", &fileSystemID)
      try f.reserved(&reserved, 10)
      try f.remainingList("items", &items)
    }
    guard items.dropLast().allSatisfy({ $0.tag != Item.Tag.end }) else {
      throw f.invalid("items", "an item follows the end")
    }
  }

  private static var fileSystems: ValueNames {
    [0x4244: "hfs", 0x482B: "hfsPlus", 0x4858: "hfsX", 0x5257: "mfs"]
  }

  private static var diskTypes: ValueNames {
    [0: "fixed", 1: "network", 2: "floppy400K", 3: "floppy800K", 4: "floppy1440K", 5: "ejectable"]
  }

  /// Whether bytes begin with a whole record of version 2, and writing it gives the same bytes.
  static func begins(_ bytes: Bytes) -> Bool {
    guard bytes.count >= fixedSize else { return false }
    let head = bytes.prefix(8).map { Int($0) }
    let (size, version) = (head[4] << 8 | head[5], head[6] << 8 | head[7])
    guard version == 2, size >= fixedSize, size <= bytes.count else { return false }
    return explains(bytes.prefix(size))
  }
}

extension AliasRecord {
  /// Something that is known of the file besides the fields that all aliases have.
  public struct Item: Record {
    /// What the item is, one of `Tag`.
    public var tag: UInt16 = Tag.end
    /// The text of an item that is a name or a path.
    public var text = TextBytes("")
    /// The text of an item that is a name in Unicode.
    public var name = UTF16Bytes(bytes: [])
    /// The numbers of the folders that have the file, from the innermost.
    public var folderIDs = Table<UInt32>()
    /// The bytes of any other item, and what follows the last.
    public var data = RawBytes()
    var padding = Reserved()

    /// What an item is.
    public enum Tag {
      /// The name of the folder that has the file, in the encoding of the system.
      public static let folderName: UInt16 = 0
      /// The numbers of the folders.
      public static let folderIDs: UInt16 = 1
      /// The path with the volume's name, with colons between names.
      public static let path: UInt16 = 2
      /// The name of the file in Unicode.
      public static let unicodeName: UInt16 = 14
      /// The name of the volume in Unicode.
      public static let unicodeVolumeName: UInt16 = 15
      /// The path from the volume's folder, with slashes between names, in UTF-8.
      public static let posixPath: UInt16 = 18
      /// The path of the volume's folder, in UTF-8.
      public static let posixVolumePath: UInt16 = 19
      /// There are no more items.
      public static let end: UInt16 = 0xFFFF
    }

    private enum Form { case text, name, numbers, data }

    private static var tags: ValueNames {
      [
        0: "folderName", 1: "folderIDs", 2: "path", 3: "zone", 4: "server", 5: "user", 6: "driver",
        9: "networkMount", 10: "dialUp", 14: "unicodeName", 15: "unicodeVolumeName",
        16: "volumeCreationTime", 17: "fileCreationTime", 18: "posixPath", 19: "posixVolumePath",
        20: "diskImage", 21: "homeFolderNames", 0xFFFF: "end",
      ]
    }

    private var form: Form {
      switch tag {
      case Tag.folderName, Tag.path, 3...6, Tag.posixPath, Tag.posixVolumePath: .text
      case Tag.unicodeName, Tag.unicodeVolumeName: .name
      case Tag.folderIDs: .numbers
      default: .data
      }
    }

    /// The bytes of what the item says.
    private var length: Int {
      switch form {
      case .text: text.bytes.count
      case .name: 2 + name.bytes.count
      case .numbers: 4 * folderIDs.count
      case .data: data.bytes.count
      }
    }

    /// The bytes of the whole item.
    fileprivate var size: Int { 4 + length + (tag == Tag.end ? 0 : length % 2) }

    /// The end of an alias.
    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.choice("tag", &tag, named: Self.tags)
      var length = tag == Tag.end ? 0 : length
      try f.count("length", &length, bytes: 2)
      if tag == Tag.end { return try f.bytes("data", &data, count: nil) }
      try f.within("item", count: length) { f throws(FormatError) in
        switch form {
        case .text: try f.bytes("text", &text, count: length)
        case .name:
          var units = name.bytes.count / 2
          try f.count("name_length", &units, bytes: 2)
          try f.bytes("name", &name, count: 2 * units)
        case .numbers: try f.remainingRows("folder_IDs", &folderIDs, layout: FixedLayout())
        case .data: try f.bytes("data", &data, count: length)
        }
      }
      if self.length % 2 == 1 { try f.reserved(&padding, 1) }
    }
  }

  private func text(_ tag: UInt16) -> String? {
    items.first { $0.tag == tag }?.text.string.nonEmpty
  }

  private func name(_ tag: UInt16) -> String? {
    items.first { $0.tag == tag }?.name.string.nonEmpty
  }

  /// The name of the file, in Unicode if the alias has that; nil if it has none.
  public var name: String? { name(Item.Tag.unicodeName) ?? fileName.string.nonEmpty }

  /// The path of the file from the root of the computer that made the alias, with slashes between
  /// names; nil if the alias has none.
  public var posixPath: String? {
    guard let path = text(Item.Tag.posixPath) else { return nil }
    let volume = text(Item.Tag.posixVolumePath) ?? ""
    return (volume.hasSuffix("/") ? String(volume.dropLast()) : volume)
      + (path.hasPrefix("/") ? path : "/" + path)
  }

  /// The file as a person would name it: its path, or else the path with the names of the volume and
  /// folders and colons between them, or else what is known of these; nil if nothing is.
  public var target: String? {
    if let path = posixPath ?? text(Item.Tag.path) { return path }
    guard let name else { return nil }
    return text(Item.Tag.folderName).map { "\($0)/\(name)" } ?? name
  }

  /// Where the file may be, in the order in which to look: its path; the path from the folder of the file
  /// that has the alias, as the levels give it; and its name in that folder. The last two do not begin
  /// with a slash.
  public var candidates: [String] {
    var found = posixPath.map { [$0] } ?? []
    let names = namesOfPath
    if levelsFrom > 0, levelsTo > 0, names.count >= Int(levelsTo), levelsFrom <= 64 {
      let up = Array(repeating: "..", count: Int(levelsFrom) - 1)
      found.append((up + names.suffix(Int(levelsTo))).joined(separator: "/"))
    }
    if let last = names.last ?? name { found.append(last) }
    return found
  }

  /// The names of the folders and of the file, without the volume.
  private var namesOfPath: [String] {
    if let path = text(Item.Tag.posixPath) { return path.split(separator: "/").map(String.init) }
    if let path = text(Item.Tag.path) {
      // A slash can be in a name of Mac OS, and is a colon in one of POSIX.
      return path.split(separator: ":").dropFirst().map { name in
        String(name.map { $0 == "/" ? ":" : $0 })
      }
    }
    guard let name else { return [] }
    return (text(Item.Tag.folderName).map { [$0] } ?? []) + [name]
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
