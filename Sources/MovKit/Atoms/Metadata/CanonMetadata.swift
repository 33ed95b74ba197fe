// Canon publishes no specification. What the fields mean is known from files and from programs that decode
// them (lclevy/canon_cr3, ExifTool).

/// `CCTP` in Canon's `uuid`: a child atom `CCDT` for each track of pictures.
public struct CanonTrackPointers: CountsChildren {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 1 in all known files.
  public var unknown: UInt32 = 1
  /// The number of child atoms, as stored.
  public var entryCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("unknown", &unknown)
    try f("entry_count", &entryCount)
    try f.children()
  }
}

/// `CCDT` in `CCTP`: a track of pictures.
public struct CanonTrackPointer: Record {
  /// What the pictures are: 16 JPEG, 1 a small raw picture, 0 the raw picture.
  public var kind: UInt64 = 0
  /// Other than 0 if there are two pictures in one, of the two halves of each pixel.
  public var dualPixel: UInt32 = 0
  /// The ID of the track.
  public var trackID: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("kind", &kind)
    try f("dual_pixel", &dualPixel)
    try f("track_ID", &trackID)
  }
}

/// `CTBO` in Canon's `uuid`: where atoms of the top level are.
public struct CanonOffsets: HoldsFileOffsets {
  /// An atom of the top level.
  public struct Entry: Record {
    /// Which atom it is: 1 XMP, 2 the preview, 3 the media data; the others are not used in all files.
    public var index: UInt32 = 0
    /// The place of the atom, in bytes from the start of the file; 0 if there is none.
    public var offset: UInt64 = 0
    /// The size of the atom, in bytes; 0 if there is none.
    public var size: UInt64 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("index", &index)
      try f.fileAtom(offset: "offset", &offset, bytes: 8, size: "size", &size, bytes: 8)
    }
  }

  /// The atoms.
  public var entries: RecordList<Entry> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = entries.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("entries", &entries, count: count)
  }
}

/// `CMT1` to `CMT4` in Canon's `uuid`: what Exif says of a picture, the maker's own notes, and the position.
public struct CanonDirectory<Tags>: Equatable, Sendable {
  /// A TIFF file. Places in it count from its start.
  public var tiff = ExifBytes<Tags>(bytes: [])

  public init() {}
}

// As that of `ExifBytes`, the type itself asks nothing of `Tags`.
extension CanonDirectory: Record where Tags: ExifTags {
  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    guard !tiff.isDirectory else { return try f.bytes("tiff", &tiff, count: nil) }
    var data = RawBytes(bytes: tiff.bytes)
    try f.bytes("data", &data, count: nil)
    tiff.bytes = data.bytes
  }
}

/// `THMB` in Canon's `uuid`: a small picture.
public struct CanonThumbnail: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The width, in pixels.
  public var width: UInt16 = 160
  /// The height, in pixels.
  public var height: UInt16 = 120
  /// 1 in all known files.
  public var unknown: UInt16 = 1
  var reserved: UInt16 = 0
  /// The picture, a JPEG file.
  public var picture = RawBytes()
  /// What fills up the atom.
  public var padding = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("width", &width)
    try f("height", &height)
    var size = picture.bytes.count
    try f.count("picture_size", &size, bytes: 4)
    try f("unknown", &unknown)
    try f("reserved", &reserved)
    try f.bytes("picture", &picture, count: size)
    try f.bytes("padding", &padding, count: nil)
  }
}

/// `PRVW` in Canon's `uuid`: a picture for a quick look.
public struct CanonPreview: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 1 in all known files.
  public var unknown1: UInt16 = 1
  /// The width, in pixels.
  public var width: UInt16 = 1620
  /// The height, in pixels.
  public var height: UInt16 = 1080
  /// 1 in all known files.
  public var unknown2: UInt16 = 1
  /// The picture, a JPEG file.
  public var picture = RawBytes()
  /// What fills up the atom.
  public var padding = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("unknown_1", &unknown1)
    try f("width", &width)
    try f("height", &height)
    try f("unknown_2", &unknown2)
    var size = picture.bytes.count
    try f.count("picture_size", &size, bytes: 4)
    try f.bytes("picture", &picture, count: size)
    try f.bytes("padding", &padding, count: nil)
  }
}

/// `CTMD` in `stsd`: metadata that Canon's cameras record with each picture.
public struct CanonTimedMetadata: Record {
  /// A kind of record in each sample.
  public struct Kind: TableRow {
    /// 0x101 for records in the form of Exif, and 0 for others.
    public var form: UInt16 = 0
    /// What the record is: 1 the time, 4 the focal length, 5 the exposure, 7 to 9 Exif.
    public var type: UInt16 = 1
    /// The size of the record, in bytes.
    public var size: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("form", &form)
      try f("type", &type)
      try f("size", &size)
    }
  }

  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The records of a sample, in their order.
  public var kinds = Table<Kind>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.table("kinds", &kinds)
    try f.children()
  }
}

extension Schema {
  /// What Canon's cameras write outside of descriptions of video.
  static let canonRules: [Rule] = [
    .parent(uuid: UserTypes.canonMetadata),
    .leaf("CNCV", PlainText.self, .inside(["uuid"])),
    .parent("CCTP", CanonTrackPointers.self, .inside(["uuid"])),
    .leaf("CCDT", CanonTrackPointer.self, .inside(["CCTP"])),
    .leaf("CTBO", CanonOffsets.self, .inside(["uuid"])),
    .leaf("CMT1", CanonDirectory<PictureTags>.self, .inside(["uuid"])),
    .leaf("CMT2", CanonDirectory<PictureTags>.self, .inside(["uuid"])),
    .leaf("CMT3", CanonDirectory<MakerTags>.self, .inside(["uuid"])),
    .leaf("CMT4", CanonDirectory<PositionTags>.self, .inside(["uuid"])),
    .leaf("THMB", CanonThumbnail.self, .inside(["uuid"])),
    .parent(uuid: UserTypes.canonPreview, CountedContainer.self),
    .leaf("PRVW", CanonPreview.self, .inside(["uuid"])),
    .parent("CTMD", CanonTimedMetadata.self, .inside(["stsd"])),
  ]
}
