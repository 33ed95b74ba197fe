/// Values that metadata gets in one walk. Their keys mean different items.
struct MetadataBatch {
  private var values: [(key: MetadataKey, text: String)] = []
  /// The places of the values of names and of keys.
  private var places: (byName: [MetadataName: Int], byKey: [String: Int]) = ([:], [:])
  /// The names of what the keys mean.
  private var namesOfKeys: Set<MetadataName> = []

  /// Takes a value. Returns false if its key can mean an item that a key before it means: then it must be
  /// set after them.
  mutating func take(_ key: MetadataKey, _ text: String) -> Bool {
    switch key {
    case .name(let name):
      guard places.byName[name] == nil, !namesOfKeys.contains(name) else { return false }
      places.byName[name] = values.count
    case .key(let key):
      let names = MetadataItem.Form.allCases.compactMap { MetadataName.of(key, in: $0) }
      guard places.byKey[key] == nil, names.allSatisfy({ places.byName[$0] == nil }) else {
        return false
      }
      places.byKey[key] = values.count
      namesOfKeys.formUnion(names)
    }
    values.append((key, text))
    return true
  }

  private func place(of item: MetadataItem) -> Int? {
    if let place = places.byKey[item.key] { return place }
    guard !places.byName.isEmpty, item.form.isChangeable, let name = item.name else { return nil }
    return places.byName[name]
  }

  /// Sets the values in a `moov` or a `trak`. Returns what was changed or added for each.
  /// - Parameter original: The atom before all changes. What is added goes where that has its metadata.
  func set(
    in holder: inout Atom, at place: MetadataPlace, as original: Atom, isQuickTime: Bool,
    isTrack: Bool
  ) throws(FormatError) -> [[MetadataEdit]] {
    var edits = [[MetadataEdit]](repeating: [], count: values.count)
    var isSet = [Bool](repeating: false, count: values.count)
    var seen: Set<SetValue> = []
    let result = try holder.rewritingMetadata(at: place) { item in
      guard let place = self.place(of: item) else { return .keep }
      var name: MetadataName?
      if case .name(let meant) = values[place].key { name = meant }
      let isFirst = seen.insert(SetValue(item)).inserted
      guard isFirst, name.map(item.canSay) ?? true else {
        edits[place].note(MetadataEdit(.removed, item))
        return .remove
      }
      isSet[place] = true
      edits[place].note(MetadataEdit(.changed, item))
      return .set(values[place].text, isText: name?.isText ?? false)
    }
    if case .changed(let new) = result { holder = new }
    let missing = values.indices.filter { !isSet[$0] }
    let added = try holder.addMetadata(
      missing.map { values[$0] }, as: original, isQuickTime: isQuickTime, isTrack: isTrack)
    for (index, new) in zip(missing, added) {
      edits[index].append(MetadataEdit(addedTo: "\(place.path)/\(new.path)", key: new.key))
    }
    return edits
  }
}

/// What may have only one value after a change.
private struct SetValue: Hashable {
  let form: MetadataItem.Form
  let key: String
  let language: LanguageCode
  /// Values of two lists are of two languages, even if both lists begin with the same one, or neither is there.
  let languageList: Int?

  init(_ item: MetadataItem) {
    form = item.form
    key = item.key
    language = item.language
    languageList = item.languageList
  }
}

extension MetadataItem {
  /// Whether the item can get a value that a name says. A number of a list of genres cannot become a text, and bytes
  /// are not the number of a track.
  fileprivate func canSay(_ name: MetadataName) -> Bool {
    guard form == .iTunes else { return true }
    if case .bytes = value, !name.isText { return false }
    return key != "gnre"
  }
}

extension MetadataItem.Form {
  /// Whether values of the form are changed.
  fileprivate var isChangeable: Bool {
    switch self {
    case .quickTime, .iTunes, .userData, .asset: true
    case .xmp, .xml, .id3, .windowsMedia, .userMetadata: false
    }
  }
}
