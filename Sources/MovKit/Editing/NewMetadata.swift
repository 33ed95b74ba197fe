/// Where a new item of metadata goes.
private enum NewItem {
  case quickTime(String)
  case iTunes(FourCC)
  case freeForm(mean: String, name: String)
  case userData(FourCC)
  case asset(FourCC)
}

/// What metadata a movie or a track has. It decides where new items go.
private struct MetadataForms {
  private(set) var hasQuickTime = false
  /// Whether keys are the names themselves, as ffmpeg writes them.
  private(set) var hasPlainKeys = false
  private(set) var hasITunes = false
  private(set) var hasTexts = false
  private(set) var hasAssets = false

  init(_ holder: Atom) {
    for meta in [holder.first("meta"), holder.descendant("udta", "meta")].compactMap(\.self)
    where meta.first("ilst") != nil || meta.metadataHandler == "mdta" {
      if meta.isQuickTimeMetadata {
        hasQuickTime = true
        for key in meta.keyList?.keys ?? [] { note(key: key.value.string) }
      } else {
        hasITunes = true
      }
    }
    for atom in holder.first("udta")?.children ?? [] { note(userData: atom.type) }
  }

  private mutating func note(key: String) {
    if !hasPlainKeys { hasPlainKeys = MetadataName(rawValue: key) != nil }
  }

  private mutating func note(userData type: FourCC) {
    if type.bytes[0] == 0xA9 { hasTexts = true }
    // Files of ffmpeg have a location of 3GPP beside items of iTunes.
    if MetadataForms.assets.contains(type), type != "loci" { hasAssets = true }
  }

  /// The texts of 3GPP that can be added.
  static let assets: Set<FourCC> = [
    "titl", "auth", "perf", "gnre", "dscp", "cprt", "albm", "yrrc", "loci", "kywd",
  ]
}

/// What a new item of metadata is added to.
private enum MetadataList {
  case keys, items, userData
}

extension NewItem {
  var list: MetadataList {
    switch self {
    case .quickTime: .keys
    case .iTunes, .freeForm: .items
    case .userData, .asset: .userData
    }
  }

  var key: String {
    switch self {
    case .quickTime(let key): key
    case .freeForm(let mean, let name): "----:\(mean):\(name)"
    case .iTunes(let type), .userData(let type), .asset(let type): "\(type)"
    }
  }
}

extension Atom {
  /// In a `moov` or a `trak`: adds items of metadata as `original` has others. Returns for each the path of
  /// the atom that it was added to, and its key.
  mutating func addMetadata(
    _ values: [(key: MetadataKey, text: String)], as original: Atom, isQuickTime: Bool,
    isTrack: Bool
  ) throws(FormatError) -> [(path: String, key: String)] {
    guard !values.isEmpty else { return [] }
    let forms = MetadataForms(original)
    var all: [NewItem] = []
    // Each list is changed once, however many items it gets.
    var keys: [(key: String, text: String)] = []
    var items: [Atom] = []
    var userData: [Atom] = []
    // In the order in which they get their first items.
    var lists: [MetadataList] = []
    for (key, text) in values {
      let new: NewItem
      switch key {
      case .name(let name):
        new = try NewItem(name, forms, isQuickTime: isQuickTime, isTrack: isTrack)
      case .key(let key):
        new = try NewItem(key, forms, isQuickTime: isQuickTime, isTrack: isTrack)
      }
      switch new {
      case .quickTime(let key): keys.append((key, text))
      case .iTunes(let type):
        items.append(Atom(type, children: [try Atom(iTunesValueOf: type, text)]))
      case .freeForm(let mean, let name): items.append(try Atom(freeForm: mean, name, text))
      case .userData(let type): userData.append(try Atom(userData: type, text))
      case .asset(let type): userData.append(try Atom(assetOf: type, text))
      }
      if !lists.contains(new.list) { lists.append(new.list) }
      all.append(new)
    }
    var paths: [MetadataList: String] = [:]
    for list in lists {
      switch list {
      case .keys: paths[list] = try addKeys(keys)
      case .items: paths[list] = try addITunesItems(items)
      case .userData: paths[list] = addUserData(userData)
      }
    }
    return all.map { (paths[$0.list] ?? "", $0.key) }
  }

  // MARK: User data

  /// Adds atoms. Returns the path of their list.
  @discardableResult
  private mutating func addUserData(_ atoms: [Atom]) -> String {
    if let udta = children.firstIndex(where: { $0.type == "udta" }) {
      children[udta].appendChildren(atoms)
    } else {
      appendChild(Atom("udta", children: atoms))
    }
    return "udta"
  }

  /// A text of QuickTime.
  private init(userData type: FourCC, _ text: String) throws(FormatError) {
    if type == "name" || type == "date" {
      var record = PlainText()
      record.text = AssetString(bytes: Array(text.utf8)[...])
      try self.init(type, record)
    } else {
      var record = InternationalText()
      record.items = [.init(text, language: .undetermined)]
      try self.init(type, record)
    }
  }

  /// An atom of 3GPP.
  private init(assetOf type: FourCC, _ text: String) throws(FormatError) {
    let empty: Atom
    switch type {
    case "albm": empty = try Atom(type, AssetAlbum())
    case "yrrc": empty = try Atom(type, AssetYear())
    case "kywd": empty = try Atom(type, AssetKeywords())
    case "loci":
      var record = AssetLocation()
      record.astronomicalBody = AssetString("earth")
      empty = try Atom(type, record)
    default: empty = try Atom(type, AssetText())
    }
    let place = MetadataPlace(path: "udta/\(type)", trackID: nil)
    guard
      case .changed(let new) = try empty.rewritingUserData(
        at: place, MetadataDecision { _ in .set(text) })
    else { throw FormatError(.unsupported("no \(type) can be added"), path: "udta") }
    self = new
  }

  // MARK: QuickTime

  /// Adds items with keys. Returns the path of their list.
  private mutating func addKeys(
    _ items: [(key: String, text: String)]
  ) throws(FormatError) -> String {
    func add(to meta: inout Atom) throws(FormatError) {
      if !meta.children.contains(where: { $0.type == "keys" }) {
        meta.insertAfterHandler(try Atom("keys", KeyList()))
      }
      if !meta.children.contains(where: { $0.type == "ilst" }) {
        let keys = meta.children.firstIndex { $0.type == "keys" } ?? 0
        meta.insertChild(Atom("ilst", children: []), at: keys + 1)
      }
      guard let keys = meta.children.firstIndex(where: { $0.type == "keys" }),
        let list = meta.children.firstIndex(where: { $0.type == "ilst" })
      else { return }
      var atoms: [Atom] = []
      try meta.children[keys].update(KeyList.self) { record throws(FormatError) in
        // A key without an item may be there.
        var numbers = Dictionary(
          record.keys.enumerated().map { ($1.value.string, $0 + 1) },
          uniquingKeysWith: { first, _ in first })
        for (key, text) in items {
          if numbers[key] == nil {
            record.keys.append(KeyList.Key(key))
            numbers[key] = record.keys.count
          }
          let type = FourCC(rawValue: UInt32(clamping: numbers[key] ?? 0))
          atoms.append(Atom(type, children: [try Atom("data", MetadataValue(utf8: text))]))
        }
      }
      meta.children[list].appendChildren(atoms)
    }
    if let own = children.firstIndex(where: { $0.type == "meta" && $0.isQuickTimeMetadata }) {
      try add(to: &children[own])
      return "meta/ilst"
    }
    let udta = children.firstIndex { $0.type == "udta" }
    if let udta,
      let inner = children[udta].children.firstIndex(where: {
        $0.type == "meta" && $0.isQuickTimeMetadata
      })
    {
      try add(to: &children[udta].children[inner])
      return "udta/meta/ilst"
    }
    guard first("meta") == nil else {
      throw FormatError(
        .unsupported(
          "the key \(items.first?.key ?? "") cannot be added, because metadata of another kind is in its "
            + "place"), path: "meta")
    }
    var meta = try Atom(metadataOf: "mdta", manufacturer: FourCC(rawValue: 0), isFull: false)
    try add(to: &meta)
    appendChild(meta)
    return "meta/ilst"
  }

  // MARK: iTunes

  /// An item whose key is a domain and a name.
  private init(freeForm mean: String, _ name: String, _ text: String) throws(FormatError) {
    func part(_ type: FourCC, _ text: String) throws(FormatError) -> Atom {
      var record = FreeFormName()
      record.text = TextBytes(text)
      return try Atom(type, record)
    }
    self.init(
      "----",
      children: [
        try part("mean", mean), try part("name", name),
        try Atom("data", MetadataValue(utf8: text)),
      ])
  }

  /// Adds items of iTunes. Returns the path of their list.
  private mutating func addITunesItems(_ items: [Atom]) throws(FormatError) -> String {
    func add(to meta: inout Atom) {
      if let list = meta.children.firstIndex(where: { $0.type == "ilst" }) {
        meta.children[list].appendChildren(items)
      } else {
        meta.insertAfterHandler(Atom("ilst", children: items))
      }
    }
    func isITunes(_ atom: Atom) -> Bool {
      atom.type == "meta" && !atom.isQuickTimeMetadata
        && (atom.first("ilst") != nil || atom.metadataHandler == "mdir")
    }
    let udta = children.firstIndex { $0.type == "udta" }
    if let udta, let inner = children[udta].children.firstIndex(where: isITunes) {
      add(to: &children[udta].children[inner])
      return "udta/meta/ilst"
    }
    if let own = children.firstIndex(where: isITunes) {
      add(to: &children[own])
      return "meta/ilst"
    }
    guard udta.map({ children[$0].first("meta") == nil }) ?? true else {
      let key = items.first.map { "\($0.type) of iTunes" } ?? "metadata of iTunes"
      throw FormatError(
        .unsupported("\(key) cannot be added, because metadata of another kind is in its place"),
        path: "udta/meta")
    }
    var meta = try Atom(metadataOf: "mdir", manufacturer: "appl", isFull: true)
    add(to: &meta)
    addUserData([meta])
    return "udta/meta/ilst"
  }

  /// An empty `meta` with its handler.
  private init(
    metadataOf handler: FourCC, manufacturer: FourCC, isFull: Bool
  ) throws(FormatError) {
    var reference = HandlerReference()
    reference.componentSubtype = handler
    reference.componentManufacturer = manufacturer
    reference.componentName = PascalOrCString(c: "")
    var record = MetadataContainer()
    record.isFull = isFull
    try self.init("meta", record, children: [Atom("hdlr", reference)])
  }

  private mutating func insertAfterHandler(_ child: Atom) {
    let handler = children.firstIndex { $0.type == "hdlr" }
    insertChild(child, at: handler.map { $0 + 1 } ?? 0)
  }

  /// The `data` of a new item of iTunes.
  private init(iTunesValueOf type: FourCC, _ text: String) throws(FormatError) {
    func wrong(_ error: FormatError) -> FormatError {
      FormatError(error.reason, path: "udta/meta/ilst/\(type)")
    }
    if type == "trkn" || type == "disk" {
      var pair = NumberOfTotal()
      pair.hasReservedEnd = type == "trkn"
      do throws(FormatError) { try pair.set(text) } catch { throw wrong(error) }
      try self.init("data", pair)
      return
    }
    guard type != "covr" else {
      throw wrong(FormatError(.unsupported("pictures are not added")))
    }
    var value = MetadataValue(utf8: text)
    if let width = Self.integerWidths[type] {
      value.typeIndicator = 21
      value.value = RawBytes(bytes: [UInt8](repeating: 0, count: width)[...])
      do throws(FormatError) { try value.set(text, widest: width) } catch { throw wrong(error) }
    }
    try self.init("data", value)
  }
}

extension NewItem {
  /// Items of iTunes beside those that have a name of `MetadataName`.
  private static let otherITunesTypes: Set<FourCC> = [
    "aART", "trkn", "disk", "desc", "ldes", "cprt", "keyw", "catg", "tvsh", "tven", "tvnn", "purd",
    "purl", "egid", "covr", "sonm", "soar", "soaa", "soal", "soco", "sosn", "ownr", "apID", "xid ",
  ]

  /// Where a new item of a name goes.
  init(
    _ name: MetadataName, _ forms: MetadataForms, isQuickTime: Bool, isTrack: Bool
  ) throws(FormatError) {
    let keys = name.keys
    func type(_ keys: [String]) -> FourCC? { keys.first.flatMap { FourCC($0) } }
    let isPlain = forms.hasPlainKeys && name != .location
    // What QuickTime has no key for, ffmpeg names in its own way.
    let plainKey = (keys.quickTime.isEmpty ? keys.others.first : nil) ?? name.rawValue
    let quickTime = (isPlain ? plainKey : keys.quickTime.first).map { NewItem.quickTime($0) }
    let userType = isTrack && name == .title ? FourCC("name") : type(keys.userData)
    let userData = userType.map { NewItem.userData($0) }
    // Players look for the location in user data.
    let iTunes = name == .location ? userData : type(keys.iTunes).map { .iTunes($0) }
    let asset = type(keys.asset).map { NewItem.asset($0) }
    var choices: [NewItem?] = []
    if forms.hasQuickTime { choices.append(quickTime) }
    if forms.hasITunes { choices.append(iTunes) }
    if forms.hasTexts { choices.append(userData) }
    if forms.hasAssets { choices.append(asset) }
    if isTrack { choices.append(userData) }
    choices += isQuickTime ? [quickTime, userData, iTunes] : [iTunes, userData, quickTime]
    guard let choice = choices.lazy.compactMap(\.self).first else {
      throw FormatError(.unsupported("\(name.rawValue) cannot be added"))
    }
    self = choice
  }

  /// Where a new item of a key goes.
  init(
    _ key: String, _ forms: MetadataForms, isQuickTime: Bool, isTrack: Bool
  ) throws(FormatError) {
    let parts = key.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count == 3, parts[0] == "----", !parts[1].isEmpty, !parts[2].isEmpty {
      self = .freeForm(mean: String(parts[1]), name: String(parts[2]))
      return
    }
    if let type = FourCC(key) {
      let isITunes = Self.otherITunesTypes.contains(type) || Atom.integerWidths[type] != nil
      if type.bytes[0] == 0xA9 {
        let goesToUserData =
          isTrack || key == "©xyz" || !forms.hasITunes && (forms.hasTexts || isQuickTime)
        self = goesToUserData ? .userData(type) : .iTunes(type)
        return
      }
      if MetadataForms.assets.contains(type), !isITunes || !forms.hasITunes {
        self = .asset(type)
        return
      }
      if isITunes {
        self = .iTunes(type)
        return
      }
    }
    guard key.contains("."), !key.hasPrefix("----") else {
      throw FormatError(
        .invalidValue(
          "there is no metadata '\(key.prefix(60))'; new keys are names such as title, types such as "
            + "©nam, com.apple.quicktime.title, and ----:com.apple.iTunes:NAME"), path: "moov")
    }
    self = .quickTime(key)
  }
}
