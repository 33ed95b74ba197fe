/// One fact about a movie, a track or a file, as its writer named it.
public struct MetadataItem: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    case text(String)
    /// Of the well-known type with this number (QuickTime File Format, "Well-Known Types").
    case bytes(Bytes, type: UInt32)
  }

  /// A key such as `com.apple.quicktime.make`, or the four characters of an atom: `©nam`.
  public var key: String
  public var value: Value
  /// Undetermined where none is given.
  public var language: LanguageCode
}

extension Atom {
  /// In a `moov` or a `trak`: what its `meta` and its user data tell, in the order of the file.
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

  /// In a `meta`: the values of `ilst`, under the names of `keys` or the types of the items.
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

  /// In an item `----`: the domain and the name, as `com.apple.iTunes:iTunNORM`.
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
