/// The items of a file, such as the pictures of a HEIF or AVIF file, in the order of `iinf`
/// (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
///
/// ```swift
/// if let items = try FileItems(AtomFile(path: "picture.heic")), let id = items.primaryID,
///   let picture = items.item(id)
/// {
///   var stream = try ItemStream(of: picture, in: items)
///   while let piece = try stream.next() { … }
/// }
/// ```
public struct FileItems: Sendable {
  /// The ID of the main item, which `pitm` names; nil if none is named.
  public let primaryID: UInt32?
  /// Which items refer to which others, in the order of the file.
  public let references: [FileItemReference]
  let file: AtomFile
  let meta: Atom
  /// The bytes of `idat` in the file; nil if there is none. Each item can be in it, so it is found once.
  let itemData: Range<UInt64>?
  /// The properties in `ipco`.
  let properties: [Atom]
  /// The items of each `ipma`; none of one that cannot be decoded.
  let associations: [RecordList<ItemPropertyAssociations.Item>]
  private let entries: [Atom]
  private let positions: [UInt32: UInt32]
  private let locations: RecordList<ItemLocations.Item>
  private let locationPositions: [UInt32: UInt32]
  private let associationPositions: [UInt32: AssociationPosition]
  /// Whether each data reference means the file itself, in the order of `dref`. Each item can refer to one, so they
  /// are read once.
  private let referencesItself: [Bool]
  /// The items that have the bytes of others, by the ID of the item that has none of its own.
  private let containers: [UInt32: [UInt32]]

  /// Reads what a file says of its items; nil if it has no `meta` with items at its top level. What
  /// cannot be decoded is left out.
  public init?(_ file: AtomFile) { self.init(file.first("meta"), of: file) }

  /// Reads what a movie or a track says of items of its own; nil if it has no `meta` with items. What
  /// cannot be decoded is left out.
  /// - Parameters:
  ///   - holder: the `moov` or the `trak`.
  ///   - file: its file.
  public init?(in holder: Atom, of file: AtomFile) { self.init(holder.first("meta"), of: file) }

  private init?(_ meta: Atom?, of file: AtomFile) {
    guard let meta, meta.first("iloc") != nil || meta.first("iinf") != nil else { return nil }
    self.file = file
    self.meta = meta
    entries = meta.first("iinf")?.all("infe") ?? []
    positions = Self.positions(entries) { Self.entry($0)?.itemID }
    locations = (try? meta.first("iloc")?.decode(ItemLocations.self))?.items ?? []
    locationPositions = Self.positions(locations) { $0.itemID }
    properties = meta.descendant("iprp", "ipco")?.children ?? []
    associations =
      meta.first("iprp")?.all("ipma").map { atom in
        (try? atom.decode(ItemPropertyAssociations.self))?.items ?? []
      } ?? []
    associationPositions = Self.positions(associations)
    itemData = Self.itemData(meta.first("idat"))
    referencesItself = Self.referencesItself(meta.descendant("dinf", "dref"))
    primaryID = (try? meta.first("pitm")?.decode(PrimaryItem.self))?.itemID
    references = Self.references(meta.first("iref"))
    containers = references.filter { $0.type == "iloc" }.reduce(into: [:]) {
      $0[$1.from, default: []] += $1.to
    }
  }

  /// The places of the IDs in an array, in half the bytes of an `Int`: there can be very many. Of several
  /// with one ID, the first counts.
  private static func positions<All: Collection>(
    _ all: All, _ id: (All.Element) -> UInt32?
  ) -> [UInt32: UInt32] {
    var positions: [UInt32: UInt32] = [:]
    for (index, one) in all.enumerated() {
      guard let id = id(one), positions[id] == nil else { continue }
      positions[id] = UInt32(clamping: index)
    }
    return positions
  }

  /// The place of an item in `associations`.
  private struct AssociationPosition {
    /// The index of the `ipma`, and that of the item in it.
    var list: UInt32
    var item: UInt32
  }

  private static func positions(
    _ lists: [RecordList<ItemPropertyAssociations.Item>]
  ) -> [UInt32: AssociationPosition] {
    var positions: [UInt32: AssociationPosition] = [:]
    for (list, items) in lists.enumerated() {
      for (index, item) in items.enumerated() where positions[item.itemID] == nil {
        positions[item.itemID] = AssociationPosition(
          list: UInt32(clamping: list), item: UInt32(clamping: index))
      }
    }
    return positions
  }

  static func entry(_ atom: Atom) -> ItemInformationEntry? {
    try? atom.decode(ItemInformationEntry.self)
  }

  private static func itemData(_ idat: Atom?) -> Range<UInt64>? {
    guard let idat, let start = idat.contentOffset else { return nil }
    let size = idat.size - min(idat.size, UInt64(idat.headerSize))
    return start..<start.addingClamping(size)
  }

  private static func referencesItself(_ dref: Atom?) -> [Bool] {
    // The index of an item has 16 bits, so it reaches no others.
    (dref?.entries ?? []).prefix(Int(UInt16.max)).map {
      (try? $0.decode(URLDataReference.self))?.isSelfContained ?? false
    }
  }

  private static func references(_ iref: Atom?) -> [FileItemReference] {
    guard let iref, let version = try? iref.decode(ItemReferences.self).version else { return [] }
    return iref.entries.compactMap { atom in
      if version == 0 {
        guard let record = try? atom.decode(ItemReference.self) else { return nil }
        return FileItemReference(
          type: atom.type, from: UInt32(record.fromItemID),
          to: record.toItemIDs.map { UInt32($0) })
      }
      guard let record = try? atom.decode(LargeItemReference.self) else { return nil }
      return FileItemReference(
        type: atom.type, from: record.fromItemID, to: Array(record.toItemIDs))
    }
  }

  /// Returns the item with an ID; nil if there is none.
  public func item(_ id: UInt32) -> FileItem? {
    positions[id].flatMap { Self.entry(entries[Int($0)]) }.map { FileItem($0) }
  }

  /// The IDs of all items, in increasing order.
  public var ids: [UInt32] { positions.keys.sorted() }

  /// Where the bytes of an item are; nil if `iloc` does not say it.
  func location(of id: UInt32) -> ItemLocations.Item? {
    locationPositions[id].map { locations[Int($0)] }
  }

  /// Whether a data reference, counted from 1, is to the file itself; false if there is no such reference. Index 0 needs
  /// none: it is the file itself (ISO/IEC 14496-12, 8.11.3.3).
  func isThisFile(dataReference index: UInt16) -> Bool {
    index == 0 || index <= referencesItself.count && referencesItself[Int(index) - 1]
  }

  /// The items in which the extents of an item are if it is made of others' bytes.
  func containers(of id: UInt32) -> [UInt32] { containers[id] ?? [] }

  /// Returns the properties of an item, in the order in which they apply.
  public func properties(of id: UInt32) -> [Atom] {
    guard let position = associationPositions[id] else { return [] }
    let item = associations[Int(position.list)][Int(position.item)]
    return item.associations.compactMap { association in
      let index = Int(association.propertyIndex)
      return index > 0 && index <= properties.count ? properties[index - 1] : nil
    }
  }

  /// Returns the first property of a type that an item has; nil if it has none.
  public func property(_ type: FourCC, of id: UInt32) -> Atom? {
    properties(of: id).first { $0.type == type }
  }

  /// The size of a picture in pixels, before it is turned or cut; nil if the file does not say it.
  public func pictureSize(of id: UInt32) -> (width: UInt32, height: UInt32)? {
    guard let size = try? property("ispe", of: id)?.decode(ImageSpatialExtents.self) else {
      return nil
    }
    return (size.imageWidth, size.imageHeight)
  }

  /// Returns the items that an item refers to in one way.
  public func items(_ type: FourCC, from id: UInt32) -> [UInt32] {
    references.filter { $0.type == type && $0.from == id }.flatMap(\.to)
  }

  /// Returns the items that refer to an item in one way.
  public func items(_ type: FourCC, to id: UInt32) -> [UInt32] {
    references.filter { $0.type == type && $0.to.contains(id) }.map(\.from)
  }

  /// Returns how the picture of an item of type `grid` is made; nil if the item cannot be read, or its
  /// version is not known.
  public func grid(_ id: UInt32) -> ImageGrid? {
    // A grid has at most 12 bytes.
    var finder = ItemExtentFinder(self, mostPieces: 64)
    guard let extents = try? finder.extents(of: id),
      let bytes = try? ItemData(extents, of: file).read(at: 0, upTo: 12)
    else { return nil }
    var reader = Reader(bytes[...])
    var grid = ImageGrid()
    guard (try? grid.fields(&reader)) != nil, grid.version == 0 else { return nil }
    return grid
  }

  // MARK: By what they are

  /// The thumbnail of the main item, or the first of any item; nil if there is none.
  public var thumbnailID: UInt32? {
    if let primaryID, let own = items("thmb", to: primaryID).first { return own }
    return references.first { $0.type == "thmb" }?.from
  }

  /// The Exif of the main item, or the first in the file; nil if there is none. Looks for it each time,
  /// among all items if need be.
  public var exifID: UInt32? { metadata { $0.type == "Exif" } }

  /// The XMP of the main item, or the first in the file; nil if there is none. Looks for it each time,
  /// among all items if need be.
  public var xmpID: UInt32? { metadata(\.isXMP) }

  private func metadata(_ isWanted: (FileItem) -> Bool) -> UInt32? {
    let found = ids.filter { item($0).map(isWanted) ?? false }
    guard let primaryID, found.count > 1 else { return found.first }
    let own = Set(items("cdsc", to: primaryID))
    return found.first(where: own.contains) ?? found.first
  }
}
