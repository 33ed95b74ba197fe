import Foundation
import Testing

@testable import MovKit

/// A good file, one thing in which is changed so that it breaks a rule.
struct BrokenFile: Sendable, CustomTestStringConvertible {
  let rule: String
  let good: Good
  let profiles: Set<CheckProfile>
  /// Rules that cannot but be broken by the same change.
  let also: Set<String>
  let change: @Sendable (inout [UInt8]) throws -> Void

  enum Good: Sendable {
    /// A file of `TestMedia`.
    case media(String)
    /// A picture of one item, made here.
    case picture
    /// A picture of two tiles, made here.
    case grid
    /// The header of a CMAF track, without fragments.
    case header
    /// A CMAF track without the index of its fragments at the end, so that they may move.
    case cmafWithoutIndex

    func bytes() throws -> [UInt8] {
      switch self {
      case .media(let name):
        Array(try Data(contentsOf: MediaFiles.testMedia.appending(path: name)))
      case .picture: try BrokenFile.pictureFile()
      case .grid: try BrokenFile.gridFile()
      case .header: try BrokenFile.headerFile()
      case .cmafWithoutIndex: try BrokenFile.fileWithoutIndex()
      }
    }
  }

  var testDescription: String { rule }

  init(
    _ rule: String, _ good: Good, for profiles: Set<CheckProfile> = [], also: Set<String> = [],
    _ change: @escaping @Sendable (inout [UInt8]) throws -> Void
  ) {
    self.rule = rule
    self.good = good
    self.profiles = profiles
    self.also = also
    self.change = change
  }

  static let plain = Good.media("rates/25.mov")
  static let camera = Good.media("camera/moov-last.mp4")
  static let sound = Good.media("sound/pcm-24.mov")
  static let timecode = Good.media("timecode/25.mov")
  static let cmaf = Good.media("fragments/cmaf.mp4")

  /// Changes the record of an atom.
  static func record<R: Record>(
    _ rule: String, _ good: Good, for profiles: Set<CheckProfile> = [], also: Set<String> = [],
    _ path: String, _: R.Type, _ change: @escaping @Sendable (inout R) throws -> Void
  ) -> BrokenFile {
    atom(rule, good, for: profiles, also: also, path) { atom in
      var decoded = try atom.decoded(R.self)
      try change(&decoded.record)
      let record = decoded.record
      try atom.update(R.self) { $0 = record }
    }
  }

  /// Changes an atom. The media before it stays where it is.
  static func atom(
    _ rule: String, _ good: Good, for profiles: Set<CheckProfile> = [], also: Set<String> = [],
    _ path: String, _ change: @escaping @Sendable (inout Atom) throws -> Void
  ) -> BrokenFile {
    BrokenFile(rule, good, for: profiles, also: also) { bytes in
      let file = try AtomFile(from: bytes)
      let steps = try #require(AtomPath(path)).steps
      var result: [UInt8] = []
      var index = -1
      for atom in file.atoms {
        if atom.type == steps[0].type { index += 1 }
        guard atom.type == steps[0].type, index == steps[0].index else {
          let start = Int(try #require(atom.offset))
          result += bytes[start..<start + Int(atom.size)]
          continue
        }
        var changed = atom
        try apply(steps.dropFirst(), to: &changed, change)
        index = .max - 1
        result += try changed.serialized()
      }
      bytes = result
    }
  }

  private static func apply(
    _ steps: ArraySlice<AtomPath.Step>, to atom: inout Atom, _ change: (inout Atom) throws -> Void
  ) throws {
    guard let step = steps.first else { return try change(&atom) }
    // A star is any type.
    let places = atom.children.indices.filter {
      atom.children[$0].type == step.type || step.type == "*   "
    }
    try #require(places.count > step.index)
    try apply(steps.dropFirst(), to: &atom.children[places[step.index]], change)
  }

  func bytes() throws -> (good: [UInt8], broken: [UInt8]) {
    let original = try good.bytes()
    var broken = original
    try change(&broken)
    return (original, broken)
  }

  /// A file of fragments without `mfra`.
  static func fileWithoutIndex() throws -> [UInt8] {
    let bytes = Array(
      try Data(contentsOf: MediaFiles.testMedia.appending(path: "fragments/cmaf.mp4")))
    let index = try AtomFile(from: bytes).first("mfra")?.offset
    return Array(bytes[..<Int(index ?? UInt64(bytes.count))])
  }

  /// The first atoms of a file of fragments.
  static func headerFile() throws -> [UInt8] {
    let bytes = Array(
      try Data(contentsOf: MediaFiles.testMedia.appending(path: "fragments/cmaf.mp4")))
    let moov = try #require(AtomFile(from: bytes).first("moov"))
    return Array(bytes[..<Int(try #require(moov.offset) + moov.size)])
  }

  /// The picture of `pictureFile` twice, beside each other: items 1 and 2 are the tiles of item 3.
  static func gridFile() throws -> [UInt8] {
    var bytes = try pictureFile()
    try atom("", .picture, "meta") { meta in
      var entries = [ItemInformationEntry(), ItemInformationEntry(), ItemInformationEntry()]
      for index in entries.indices {
        entries[index].itemID = UInt32(index) + 1
        entries[index].itemType = index == 2 ? "grid" : "av01"
      }
      let grid: [UInt8] = [0, 0, 0, 1, 0, 128, 0, 64]
      var reference = ItemReference()
      reference.fromItemID = 3
      reference.toItemIDs = try Table([1, 2])
      var size = ImageSpatialExtents()
      (size.imageWidth, size.imageHeight) = (128, 64)
      try meta.children.withFirst("pitm") { try $0.update(PrimaryItem.self) { $0.itemID = 3 } }
      try meta.children.withFirst("iinf") {
        $0 = try Atom("iinf", ItemInformation(), children: entries.map { try Atom("infe", $0) })
      }
      try meta.children.withFirst("iloc") {
        try $0.update(ItemLocations.self) { locations throws(FormatError) in
          locations.version = 1
          let layout = locations.itemLayout
          let extent = locations.items[0].extents[0]
          var inData = ItemLocations.Extent()
          inData.extentLength = 8
          let places: [(id: UInt32, extent: ItemLocations.Extent)] = [
            (1, extent), (2, extent), (3, inData),
          ]
          locations.items = []
          for (id, extent) in places {
            var item = ItemLocations.Item()
            item.itemID = id
            item.constructionMethod = id == 3 ? 1 : 0
            item.extents = try Table([extent], layout: layout)
            locations.items.append(item)
          }
        }
      }
      try meta.children.withFirst("iprp") { iprp in
        try iprp.children.withFirst("ipco") { $0.children.append(try Atom("ispe", size)) }
        try iprp.children.withFirst("ipma") {
          try $0.update(ItemPropertyAssociations.self) { record throws(FormatError) in
            let tile = record.items[0]
            var other = tile
            other.itemID = 2
            var whole = tile
            whole.itemID = 3
            var association = ItemPropertyAssociations.Association()
            association.propertyIndex = 4
            whole.associations = try Table(
              [association], layout: ItemPropertyAssociations.ItemLayout())
            record.items = [tile, other, whole]
          }
        }
      }
      meta.children.append(Atom("idat", .bytes(grid[...])))
      meta.children.append(
        try Atom("iref", ItemReferences(), children: [Atom("dimg", reference)]))
    }.change(&bytes)
    return bytes
  }

  /// A file of AVIF's form with one item, whose bytes no decoder would read.
  static func pictureFile() throws -> [UInt8] {
    let type = try Atom(
      "ftyp", FileType(majorBrand: "avif", minorVersion: 0, compatibleBrands: ["avif", "mif1"]))
    let media: [UInt8] = MovKitTests.atom("mdat", [1, 2, 3, 4])
    var handler = HandlerReference()
    handler.componentSubtype = "pict"
    var entry = ItemInformationEntry()
    entry.itemID = 1
    entry.itemType = "av01"
    var extent = ItemLocations.Extent()
    extent.extentOffset = type.size + 8
    extent.extentLength = 4
    var location = ItemLocations()
    var item = ItemLocations.Item()
    item.itemID = 1
    item.extents = try Table([extent], layout: location.itemLayout)
    location.items = [item]
    var size = ImageSpatialExtents()
    (size.imageWidth, size.imageHeight) = (64, 64)
    var rotation = ImageRotation()
    rotation.angle = 1
    var associations = ItemPropertyAssociations()
    var own = ItemPropertyAssociations.Item()
    own.itemID = 1
    own.associations = try Table(
      [(UInt16(1), UInt8(0)), (2, 1), (3, 1)].map { number, essential in
        var association = ItemPropertyAssociations.Association()
        association.propertyIndex = number
        association.essential = essential
        return association
      }, layout: ItemPropertyAssociations.ItemLayout())
    associations.items = [own]
    let meta = try Atom(
      "meta", MetadataContainer(),
      children: [
        Atom("hdlr", handler), Atom("pitm", PrimaryItem()), Atom("iloc", location),
        Atom("iinf", ItemInformation(), children: [Atom("infe", entry)]),
        Atom(
          "iprp",
          children: [
            Atom(
              "ipco",
              children: [
                try Atom("ispe", size), Atom("av1C", .bytes([0x81, 0, 0x0C, 0])),
                try Atom("irot", rotation),
              ]), try Atom("ipma", associations),
          ]),
      ])
    return try type.serialized() + media + meta.serialized()
  }
}

extension BrokenFile {
  /// The rules of what is found in some bytes.
  static func rules(_ bytes: [UInt8], _ profiles: Set<CheckProfile>) throws -> Set<String> {
    Set(try MovieCheck(of: MemorySource(bytes), profiles: profiles).findings.map(\.rule))
  }
}

extension [Atom] {
  /// Changes the first atom of a type.
  fileprivate mutating func withFirst(
    _ type: FourCC, _ change: (inout Atom) throws -> Void
  ) throws {
    let index = try #require(firstIndex { $0.type == type })
    try change(&self[index])
  }
}
