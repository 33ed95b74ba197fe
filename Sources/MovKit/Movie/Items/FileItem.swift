/// What an item of a file is: a picture, a piece of metadata, or anything else that has no time
/// (ISO/IEC 14496-12, 8.11.6).
public struct FileItem: Hashable, Sendable {
  /// The ID, which is unique in the file.
  public let id: UInt32
  /// The type, such as `hvc1`, `grid`, `Exif` or `mime`. Items of `infe` versions 0 and 1 are `mime`.
  public let type: FourCC
  /// A name for people to read; empty if there is none.
  public let name: String
  /// The MIME type of an item of type `mime`; empty for others.
  public let contentType: String
  /// How the content of an item of type `mime` is encoded, such as `deflate`; empty if it is not.
  public let contentEncoding: String
  /// Whether the item is not meant to be shown by itself.
  public let isHidden: Bool
  /// Whether the bytes are encrypted.
  public let isProtected: Bool

  init(_ entry: ItemInformationEntry) {
    id = entry.itemID
    type = entry.version >= 2 ? entry.itemType : "mime"
    name = entry.itemName.string
    contentType = entry.contentType.string
    contentEncoding = entry.hasContentEncoding ? entry.contentEncoding.string : ""
    isHidden = entry.version >= 2 && entry.flags & 1 != 0
    isProtected = entry.itemProtectionIndex != 0
  }

  /// Whether the item is made of other items, so that it has no stream of its own
  /// (ISO/IEC 23008-12, 6.6.2).
  public var isDerived: Bool { Self.derived.contains(type) }

  private static let derived: Set<FourCC> = ["grid", "iovl", "iden", "tmap"]

  /// Whether the item is XMP (ISO/IEC 16684-1; ISO/IEC 23008-12, A.3).
  public var isXMP: Bool { type == "mime" && contentType == "application/rdf+xml" }
}

/// Which items an item refers to (ISO/IEC 14496-12, 8.11.12).
public struct FileItemReference: Hashable, Sendable {
  /// How, such as `thmb` from a thumbnail to its picture, or `dimg` to what a grid is made of.
  public let type: FourCC
  /// The ID of the item that refers to others.
  public let from: UInt32
  /// The IDs of the items that it refers to, in their order.
  public let to: [UInt32]
}
