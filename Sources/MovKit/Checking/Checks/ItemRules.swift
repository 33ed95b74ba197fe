/// Rules about the items of a file, such as the pictures of HEIF (ISO/IEC 14496-12, 8.11;
/// ISO/IEC 23008-12).
struct ItemRules {
  private let items: FileItems
  private let meta: Atom
  /// The path of `meta`.
  private let path: String
  private let file: AtomFile
  /// The types of the items, by ID.
  private var types: [UInt32: FourCC] = [:]
  // Found once: a file can have any number of items that break a rule.
  private let associationPlaces: [CheckPlace]
  private let propertiesPlace: CheckPlace
  private let locationsPlace: CheckPlace
  private let referencesPlace: CheckPlace
  /// The IDs of the groups.
  private let groups: Set<UInt32>

  init(_ items: FileItems) {
    self.items = items
    meta = items.meta
    file = items.file
    path = file.atoms.placed("meta", at: nil).first?.place.path ?? "meta"
    propertiesPlace = meta.place(at: path, ["iprp"])
    locationsPlace = meta.place(at: path, ["iloc"])
    referencesPlace = meta.place(at: path, ["iref"])
    associationPlaces =
      (meta.first("iprp")?.children.placed("ipma", at: propertiesPlace.path) ?? []).map(\.place)
    groups = Set(
      (meta.first("grpl")?.entries ?? []).compactMap { group in
        group.type == "pymd"
          ? (try? group.decode(ImagePyramid.self))?.groupID
          : (try? group.decode(EntityGroup.self))?.groupID
      })
    for id in items.ids { types[id] = items.item(id)?.type }
  }

  func run(_ found: inout CheckFindings) {
    checkMain(&found)
    checkIDs(&found)
    checkLocations(&found)
    checkData(&found)
    checkProperties(&found)
    checkReferences(&found)
    GridRules(items).run(&found, at: referencesPlace)
  }

  private func place(_ types: FourCC...) -> CheckPlace { meta.place(at: path, types) }

  // MARK: The file

  private static let brands: Set<FourCC> = [
    "mif1", "mif2", "mif3", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis",
    "avci", "avcs", "jpeg", "j2ki", "miaf", "unif", "geo1", "crx ", "vvic", "evbi", "1pic",
  ]

  private func checkMain(_ found: inout CheckFindings) {
    let handler = try? meta.first("hdlr")?.decode(HandlerReference.self).componentSubtype
    if handler != "pict" {
      found.report(
        "item-handler", "the handler is \(handler.map { "\($0)" } ?? "missing")",
        at: place("hdlr"))
    }
    if let type = try? file.first("ftyp")?.decode(FileType.self), !type.hasAny(of: Self.brands) {
      found.report(
        "item-brand", "the major brand is \(type.majorBrand)",
        at: CheckPlace(path: "ftyp", offset: file.first("ftyp")?.offset))
    }
    if let primary = try? meta.first("pitm")?.decode(PrimaryItem.self) {
      if types[primary.itemID] == nil, !groups.contains(primary.itemID) {
        found.report(
          "item-primary", "the primary item is \(primary.itemID), which does not exist",
          at: place("pitm"))
      }
    } else {
      found.report("item-primary", "no primary item is named (pitm)", at: place())
    }
  }

  private func checkIDs(_ found: inout CheckFindings) {
    var seen: Set<UInt32> = []
    let place = place("iinf")
    for entry in meta.first("iinf")?.all("infe") ?? [] {
      guard let id = FileItems.entry(entry)?.itemID, !seen.insert(id).inserted else { continue }
      found.report("item-id", "another item has the ID \(id) too", at: place)
    }
  }

  // MARK: Bytes

  /// Checks that pictures have bytes, unless what says where they are cannot be read.
  private func checkData(_ found: inout CheckFindings) {
    let iloc = meta.first("iloc")
    guard iloc == nil || (try? iloc?.decode(ItemLocations.self)) != nil else { return }
    for (id, type) in types.sorted(by: { $0.key < $1.key })
    where Self.pictures.contains(type) && !Self.picturesWithoutData.contains(type) {
      guard items.location(of: id)?.extents.isEmpty ?? true else { continue }
      found.report("item-data-missing", "item \(id) (\(type)) has no bytes", at: locationsPlace)
    }
  }

  private func checkLocations(_ found: inout CheckFindings) {
    guard let iloc = try? meta.first("iloc")?.decode(ItemLocations.self) else { return }
    let data: UInt64 = meta.first("idat").map { $0.size - UInt64($0.headerSize) } ?? 0
    for item in iloc.items where item.dataReferenceIndex == 0 && item.constructionMethod < 2 {
      let room = item.constructionMethod == 0 ? file.size : data
      for extent in item.extents.prefix(item.hasPlaces ? item.extents.count : 1) {
        do throws(ItemLocations.Excess) {
          _ = try extent.start(from: item.baseOffset, in: room)
        } catch {
          found.report("item-location", "item \(item.itemID) needs \(error)", at: locationsPlace)
          break
        }
      }
    }
  }

  // MARK: Properties

  private static let configurations: [FourCC: FourCC] = [
    "hvc1": "hvcC", "av01": "av1C", "avc1": "avcC", "vvc1": "vvcC", "j2k1": "j2kH",
    "lhv1": "lhvC", "evc1": "evcC",
  ]
  private static let pictures = Set(configurations.keys).union([
    "grid", "iovl", "iden", "unci", "jpeg", "tmap",
  ])
  /// Those that are made of other items alone.
  private static let picturesWithoutData: Set<FourCC> = ["iden", "tmap"]
  private static let transforms: Set<FourCC> = ["irot", "imir", "clap"]

  private func checkProperties(_ found: inout CheckFindings) {
    var has: [UInt32: Set<FourCC>] = [:]
    for (list, place) in zip(items.associations, associationPlaces) {
      checkAssociations(list, place, &has, &found)
    }
    checkPictures(has, &found)
  }

  /// Checks one `ipma`, and notes which properties its items have.
  private func checkAssociations(
    _ list: RecordList<ItemPropertyAssociations.Item>, _ place: CheckPlace,
    _ has: inout [UInt32: Set<FourCC>], _ found: inout CheckFindings
  ) {
    let properties = items.properties
    // The items of each box are in order, and no item is in two.
    var last: UInt32?
    for item in list {
      if let last, item.itemID < last {
        found.report(
          "item-properties-order", "item \(item.itemID) comes after item \(last)", at: place)
      } else if has[item.itemID] != nil {
        found.report("item-properties-order", "item \(item.itemID) occurs twice", at: place)
      }
      last = max(last ?? 0, item.itemID)
      if has[item.itemID] == nil { has[item.itemID] = [] }
      for association in item.associations where association.propertyIndex > 0 {
        let number = Int(association.propertyIndex)
        guard number <= properties.count else {
          found.report(
            "item-property",
            "item \(item.itemID) has property \(number) of \(properties.count)",
            at: place)
          continue
        }
        let type = properties[number - 1].type
        has[item.itemID, default: []].insert(type)
        if Self.transforms.contains(type), association.essential == 0 {
          found.report(
            "item-transform-essential", "\(type) of item \(item.itemID) is not essential",
            at: place)
        }
      }
    }
  }

  private func checkPictures(_ has: [UInt32: Set<FourCC>], _ found: inout CheckFindings) {
    for (id, type) in types.sorted(by: { $0.key < $1.key }) where Self.pictures.contains(type) {
      let own = has[id] ?? []
      if !own.contains("ispe") {
        found.report("item-size-missing", "item \(id) (\(type)) has no ispe", at: propertiesPlace)
      }
      if let wanted = Self.configurations[type], !own.contains(wanted) {
        found.report(
          "item-configuration-missing", "item \(id) (\(type)) has no \(wanted)", at: propertiesPlace
        )
      }
    }
  }

  // MARK: References

  private func checkReferences(_ found: inout CheckFindings) {
    // What items are made of.
    var parts: [UInt32: [UInt32]] = [:]
    for reference in items.references {
      let (from, to) = (reference.from, reference.to)
      func isMissing(_ id: UInt32) -> Bool { types[id] == nil && !groups.contains(id) }
      if isMissing(from) {
        found.report(
          "item-reference", "\(reference.type) is from item \(from), which does not exist",
          at: referencesPlace)
      } else if let missing = to.first(where: isMissing) {
        found.report(
          "item-reference",
          "\(reference.type) of item \(from) names item \(missing), which does not exist",
          at: referencesPlace)
      }
      if reference.type == "dimg" { parts[from, default: []] += to }
    }
    ReferenceCycles.forEach(from: parts.keys.sorted()) {
      parts[$0] ?? []
    } report: { from, to in
      found.report(
        "item-reference-cycle", "item \(from) is made of item \(to), which is made of it",
        at: referencesPlace)
    }
  }
}
