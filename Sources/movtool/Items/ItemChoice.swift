import MovKit

/// Which item a command line means.
enum ItemChoice: Equatable {
  case id(UInt32)
  case primary, thumbnail, exif, xmp

  /// Reads what a user wrote; nil if it is no item.
  init?(_ text: String) {
    switch text {
    case "primary": self = .primary
    case "thumbnail": self = .thumbnail
    case "exif": self = .exif
    case "xmp": self = .xmp
    default:
      guard let id = UInt32(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      self = .id(id)
    }
  }

  /// Returns the item of a file.
  func item(in items: FileItems, _ file: FilePath) throws(Failure) -> FileItem {
    let (id, missing): (UInt32?, String) =
      switch self {
      case .id(let id): (id, "there is no item \(id)")
      case .primary: (items.primaryID, "no primary item is named (pitm)")
      case .thumbnail: (items.thumbnailID, "there is no thumbnail")
      case .exif: (items.exifID, "there is no Exif")
      case .xmp: (items.xmpID, "there is no XMP")
      }
    if let id, let item = items.item(id) { return item }
    let known = items.ids
    let reason = id.map { "there is no item \($0)" } ?? missing
    throw .problem(
      known.isEmpty
        ? "\(reason): the file has no items"
        : "\(reason); the file has these items: \(known.listed)", file: file)
  }
}
