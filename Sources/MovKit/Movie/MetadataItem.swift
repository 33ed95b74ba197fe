/// One item of metadata about a movie, a track or a file: an item of `ilst` or a text of user data
/// (QuickTime File Format, "Metadata" and "User Data Atoms").
public struct MetadataItem: Equatable, Sendable {
  /// The value of an item.
  public enum Value: Equatable, Sendable {
    /// Text, decoded.
    case text(String)
    /// Bytes of the well-known type with this number (QuickTime File Format, "Well-Known Types").
    case bytes(Bytes, type: UInt32)
  }

  /// A key such as `com.apple.quicktime.make`, or the type of an atom: `©nam`.
  public var key: String
  /// What the item says.
  public var value: Value
  /// The language of the value; undetermined if the file gives none.
  public var language: LanguageCode
}

extension Atom {
  /// In a `moov` or a `trak`: the items of its `meta` and its user data, in the order of the file.
  var metadata: [MetadataItem] {
    var items: [MetadataItem] = []
    for child in children {
      switch child.type {
      case "meta": items += child.metadataList
      case "udta":
        for entry in child.children {
          if entry.type == "meta" { items += entry.metadataList } else { items += entry.userData }
        }
      default: break
      }
    }
    return items
  }

  /// In a `meta`: the values of `ilst`, under the names in `keys` or the types of the items.
  private var metadataList: [MetadataItem] {
    let keys = first("keys").flatMap { try? $0.decode(KeyList.self) }
    return (first("ilst")?.children ?? []).flatMap { item in
      let key = keys?.key(for: item.type)?.value.string ?? item.freeFormKey ?? "\(item.type)"
      return item.all("data").compactMap { try? $0.decode(MetadataValue.self) }.map { data in
        MetadataItem(
          key: key,
          value: data.string.map { .text($0) }
            ?? .bytes(data.value.bytes, type: data.typeIndicator),
          language: data.language.rawValue == 0 ? .undetermined : data.language)
      }
    }
  }

  /// In an item of type `----`: the domain and the name, as `com.apple.iTunes:iTunNORM`.
  private var freeFormKey: String? {
    let parts = ["mean", "name"].compactMap {
      try? first($0)?.decode(FreeFormName.self).text.string
    }
    return parts.isEmpty ? nil : parts.joined(separator: ":")
  }

  /// In a text atom of user data: its text in each of its languages.
  private var userData: [MetadataItem] {
    guard type.bytes[0] == 0xA9, let text = try? decode(InternationalText.self) else { return [] }
    guard text.isStructured else {
      return [MetadataItem(key: "\(type)", value: .text(text.string), language: .undetermined)]
    }
    return text.items.map {
      MetadataItem(key: "\(type)", value: .text($0.text.string), language: $0.language)
    }
  }
}
