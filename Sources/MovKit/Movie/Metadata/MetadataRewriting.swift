/// What becomes of an item of metadata.
enum MetadataFate {
  case keep, remove
  /// The item gets the value that the text says. `isText` says that the value is a text whatever the old one was,
  /// unless that was a number.
  case set(String, isText: Bool = false)
}

/// What became of an atom.
enum RewrittenAtom {
  case same, removed
  case changed(Atom)
}

/// Where metadata is.
struct MetadataPlace {
  var path: MetadataPath
  var trackID: UInt32?

  init(path: String, trackID: UInt32?) {
    self.path = MetadataPath(path)
    self.trackID = trackID
  }

  /// The types of atoms that hold metadata.
  static let types: [FourCC] = ["meta", "udta", "uuid"]

  func inside(_ component: PathComponent) -> MetadataPlace {
    var inner = self
    inner.path = path.inside(component)
    return inner
  }

  /// The same place, whose path all places inside it share.
  var shared: MetadataPlace {
    var place = self
    place.path = MetadataPath("\(path)")
    return place
  }

  func item(
    _ form: MetadataItem.Form, _ key: String, _ value: MetadataItem.Value,
    _ language: LanguageCode = .undetermined
  ) -> MetadataItem {
    MetadataItem(
      place: path, trackID: trackID, form: form, key: key, value: value,
      language: language.rawValue == 0 ? .undetermined : language)
  }

  /// An item with the language of its `data`, which can be the number of one of these lists.
  func item(
    _ form: MetadataItem.Form, _ key: String, _ value: MetadataItem.Value,
    _ language: LanguageCode, in lists: LanguageLists?
  ) -> MetadataItem {
    guard let number = language.listNumber else { return item(form, key, value, language) }
    let languages = lists?.languages(ofList: number) ?? []
    var item = item(form, key, value, languages.first ?? .undetermined)
    item.otherLanguages = Array(languages.dropFirst())
    item.languageList = number
    return item
  }
}

// Reading and changing walk the same way, which is stated here once: each item is shown to `decide`,
// which says what becomes of it. An atom of which everything stays is neither copied nor coded again.

/// Decides what becomes of each item.
///
/// The walk takes a closure in this form because the compiler makes a copy of a function for each
/// closure that it is called with, and of each function that it passes the closure on to.
struct MetadataDecision {
  private let decide: (MetadataItem) -> MetadataFate
  /// The keys of the items that are decided about; nil for all. The others stay, and their values need not be
  /// read.
  private let keys: Set<String>?

  init(of keys: Set<String>? = nil, _ decide: @escaping (MetadataItem) -> MetadataFate) {
    self.decide = decide
    self.keys = keys
  }

  /// Whether items with a key are decided about.
  func includes(_ key: String) -> Bool { keys?.contains(key) ?? true }

  func callAsFunction(_ item: MetadataItem) -> MetadataFate { decide(item) }
}

extension Atom {
  /// In a `moov` or a `trak`: rewrites its metadata, and with `withTracks` that of the tracks in it.
  func rewritingMetadata(
    at place: MetadataPlace, withTracks: Bool = false, of keys: Set<String>? = nil,
    _ decide: (MetadataItem) -> MetadataFate
  ) throws(FormatError) -> RewrittenAtom {
    try withoutActuallyEscaping(decide) { decide throws(FormatError) in
      try rewritingMetadata(
        at: place, withTracks: withTracks, MetadataDecision(of: keys, decide))
    }
  }

  /// Rewrites a `meta`, `udta` or `uuid`. It is removed if nothing is left in it.
  func rewritingMetadataPart(
    at place: MetadataPlace, of keys: Set<String>? = nil,
    _ decide: (MetadataItem) -> MetadataFate
  ) throws(FormatError) -> RewrittenAtom {
    try withoutActuallyEscaping(decide) { decide throws(FormatError) in
      try rewritingMetadataPart(at: place, MetadataDecision(of: keys, decide))
    }
  }

  private func rewritingMetadata(
    at place: MetadataPlace, withTracks: Bool, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    func mayChange(_ child: Atom) -> Bool {
      child.type == "trak"
        ? withTracks && child.count(of: MetadataPlace.types) > 0
        : MetadataPlace.types.contains(child.type)
    }
    return try rewritingChildren(at: place, where: mayChange) { child, place throws(FormatError) in
      guard child.type == "trak" else {
        return try child.rewritingMetadataPart(at: place, decide)
      }
      var inner = place
      inner.trackID = child.trackID
      return try child.rewritingMetadata(at: inner, withTracks: false, decide)
    }
  }

  private func rewritingMetadataPart(
    at place: MetadataPlace, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    switch type {
    case "meta": try rewritingMeta(at: place, decide)
    case "udta":
      try rewritingChildren(at: place) { child, place throws(FormatError) in
        child.type == "meta"
          ? try child.rewritingMeta(at: place, decide)
          : try child.rewritingUserData(at: place, decide)
      }.unlessEmpty { _ in false }
    case "uuid" where userType == UserTypes.xmp[...]:
      try rewritingText(place, .xmp, decide)
    case "uuid" where userType == UserTypes.userMetadata[...]:
      try rewritingChildren(at: place) { child, place throws(FormatError) in
        child.type == "MTDT" ? try child.rewritingUserMetadata(at: place, decide) : .same
      }.unlessEmpty { _ in false }
    default: .same
    }
  }

  /// `rewrite` gets each child that may change, and its place.
  private func rewritingChildren(
    at place: MetadataPlace, where mayChange: (Atom) -> Bool = { _ in true },
    _ rewrite: (Atom, MetadataPlace) throws(FormatError) -> RewrittenAtom
  ) throws(FormatError) -> RewrittenAtom {
    var rewritten = RewrittenChildren(self)
    let place = rewritten.count > 4 ? place.shared : place
    while let (child, component) = rewritten.next() {
      rewritten.put(
        mayChange(child) ? try rewrite(child, place.inside(component)) : .same)
    }
    return rewritten.atom
  }

  /// Decides about the only item of an atom. `set` changes its record.
  func rewriting<R: Record>(
    _ item: MetadataItem, _: R.Type, _ decide: MetadataDecision,
    _ set: (inout R, String) throws(FormatError) -> Void
  ) throws(FormatError) -> RewrittenAtom {
    try rewriting(item, R.self, decide(item), set)
  }

  /// Rewrites an atom about whose only item was decided.
  private func rewriting<R: Record>(
    _ item: MetadataItem, _: R.Type, _ fate: MetadataFate,
    _ set: (inout R, String) throws(FormatError) -> Void
  ) throws(FormatError) -> RewrittenAtom {
    switch fate {
    case .keep: return .same
    case .remove: return .removed
    case .set(let text, _):
      var copy = self
      do throws(FormatError) {
        try copy.update(R.self) { record throws(FormatError) in try set(&record, text) }
      } catch {
        throw FormatError(error.reason, path: item.path, at: offset)
      }
      return .changed(copy)
    }
  }

  /// Decides about an atom whose content is not known, or not changed.
  func rewriting(
    _ item: MetadataItem, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    switch decide(item) {
    case .keep: return .same
    case .remove: return .removed
    case .set: throw item.unsupportedChange(at: offset)
    }
  }
}

// MARK: meta

extension Atom {
  private func rewritingMeta(
    at place: MetadataPlace, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    let keys = keyList
    let languages = first("lang").flatMap { try? $0.decode(LanguageLists.self) }
    let form: MetadataItem.Form = isQuickTimeMetadata ? .quickTime : .iTunes
    let result = try rewritingChildren(at: place) { child, inner throws(FormatError) in
      switch child.type {
      case "ilst":
        return try child.rewritingChildren(at: inner) { item, place throws(FormatError) in
          try item.rewritingItem(at: place, form, keys, languages, decide)
        }.unlessEmpty { _ in false }
      case "xml ":
        guard decide.includes("\(child.type)"),
          let text = try? child.decode(XMLMetadata.self).xml.string
        else { return .same }
        return try child.rewriting(inner.item(.xml, "\(child.type)", .text(text)), decide)
      case "ID32":
        guard decide.includes("ID32"), let tag = try? child.decode(ID3Metadata.self) else {
          return .same
        }
        return try child.rewriting(
          inner.item(.id3, "ID32", .bytes(tag.tag.bytes, type: 0), tag.language), decide)
      default: return .same
      }
    }
    guard case .changed(let new) = result else { return result }
    return RewrittenAtom.changed(try new.withoutKeys(unusedSince: self)).unlessEmpty {
      $0 == "hdlr" || $0 == "keys"
    }
  }

  /// In a `meta`: its keys; nil if it has none.
  var keyList: KeyList? { first("keys").flatMap { try? $0.decode(KeyList.self) } }

  /// In a `meta`: the kind of its metadata; nil if it does not say.
  var metadataHandler: FourCC? {
    first("hdlr").flatMap { try? $0.decode(HandlerReference.self).componentSubtype }
  }

  /// In a `meta`: whether its items have keys, and not types.
  var isQuickTimeMetadata: Bool { first("keys") != nil || metadataHandler == "mdta" }

  private func rewritingItem(
    at place: MetadataPlace, _ form: MetadataItem.Form, _ keys: KeyList?,
    _ languages: LanguageLists?, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    let key = keys?.key(for: type)?.value.string ?? freeFormKey ?? "\(type)"
    guard decide.includes(key) else { return .same }
    let isPair = form == .iTunes && (type == "trkn" || type == "disk")
    let hadValue = children.contains { $0.type == "data" }
    let result = try rewritingChildren(at: place) { child, inner throws(FormatError) in
      guard child.type == "data" else { return .same }
      if isPair, let pair = try? child.decode(NumberOfTotal.self), pair.isPair {
        return try child.rewriting(
          inner.item(
            form, key, .numberOfTotal(pair.number, total: pair.total), pair.language, in: languages),
          NumberOfTotal.self, decide
        ) { record, text throws(FormatError) in try record.set(text) }
      }
      guard let data = try? child.decode(MetadataValue.self) else { return .same }
      let isUntyped = form == .iTunes && data.isUntypedInteger(of: type)
      let item = inner.item(
        form, key, isUntyped ? data.untypedInteger : data.itemValue(of: key, form), data.language,
        in: languages)
      let fate = decide(item)
      return try child.rewriting(item, MetadataValue.self, fate) {
        record, text throws(FormatError) in
        let old = record.typeIndicator
        // Some writers leave out the type.
        if isUntyped {
          record.typeIndicator = 21
        } else if !record.isTextOrNumber, item.becomesText(by: fate, old) {
          record.typeIndicator = 1
        }
        try record.set(text, widest: form == .iTunes ? Self.integerWidths[type] ?? 8 : 8)
        if isUntyped { record.typeIndicator = old }
        record.takeTypeOfPicture()
      }
    }
    guard hadValue, case .changed(let new) = result else { return result }
    return new.children.contains { $0.type == "data" } ? result : .removed
  }

  /// In an item of type `----`: the domain and the name, as `----:com.apple.iTunes:iTunNORM`.
  private var freeFormKey: String? {
    let parts = ["mean", "name"].compactMap {
      try? first($0)?.decode(FreeFormName.self).text.string
    }
    return parts.isEmpty ? nil : "----:" + parts.joined(separator: ":")
  }

  /// The items of iTunes that are integers, and the bytes that each has.
  static let integerWidths: [FourCC: Int] = [
    "cpil": 1, "pgap": 1, "pcst": 1, "hdvd": 1, "stik": 1, "rtng": 1, "shwm": 1, "akID": 1,
    "tmpo": 2, "gnre": 2, "©mvi": 2, "©mvc": 2, "tvsn": 4, "tves": 4, "cnID": 4, "atID": 4,
    "geID": 4, "sfID": 4, "plID": 8,
  ]

  /// Those that some writers store without their type.
  static let integers: Set<FourCC> = ["cpil", "pgap", "pcst", "tmpo", "gnre", "stik", "rtng"]

  /// In a changed `meta`: takes the keys out that no item has any more, and numbers the items again.
  private func withoutKeys(unusedSince old: Atom) throws(FormatError) -> Atom {
    guard var list = keyList, let place = children.firstIndex(where: { $0.type == "keys" }) else {
      return self
    }
    func used(_ meta: Atom) -> Set<UInt32> {
      Set((meta.first("ilst")?.children ?? []).map(\.type.rawValue))
    }
    let gone = used(old).subtracting(used(self))
    guard !gone.isEmpty else { return self }
    var numbers: [UInt32: UInt32] = [:]
    var kept: [KeyList.Key] = []
    for (index, key) in list.keys.enumerated() {
      guard let number = UInt32(exactly: index + 1), !gone.contains(number) else { continue }
      kept.append(key)
      numbers[number] = UInt32(clamping: kept.count)
    }
    list.keys = RecordList(kept)
    var copy = self
    try copy.children[place].update(KeyList.self) { $0 = list }
    if let ilst = copy.children.firstIndex(where: { $0.type == "ilst" }) {
      for index in copy.children[ilst].children.indices {
        let type = copy.children[ilst].children[index].type
        if let number = numbers[type.rawValue] {
          copy.children[ilst].children[index].type = FourCC(rawValue: number)
        }
      }
    }
    return copy
  }
}

extension RewrittenAtom {
  /// The result, or that the atom is removed if nothing is left in it but free space and what
  /// `isNothing` says.
  fileprivate func unlessEmpty(_ isNothing: (FourCC) -> Bool) -> RewrittenAtom {
    guard case .changed(let atom) = self else { return self }
    return atom.children.allSatisfy { $0.type.isFreeSpace || isNothing($0.type) } ? .removed : self
  }
}

extension MetadataValue {
  /// The value as an item with this key shows it. Some writers leave out the type of a text.
  fileprivate func itemValue(of key: String, _ form: MetadataItem.Form) -> MetadataItem.Value {
    if typeIndicator == 0, MetadataName.of(key, in: form)?.isText ?? false, let plainText {
      return .text(plainText)
    }
    return itemValue
  }

  /// The value as an item shows it.
  private var itemValue: MetadataItem.Value {
    string.map { .text($0) } ?? integer.map { .integer($0) } ?? real.map { .real($0) }
      ?? .bytes(value.bytes, type: typeIndicator)
  }

  /// Whether the value of an item of iTunes is an integer that has no type, or for a genre the type that mp4v2 gives
  /// it (18).
  fileprivate func isUntypedInteger(of type: FourCC) -> Bool {
    typeIndicator == 0 && Atom.integers.contains(type) || typeIndicator == 18 && type == "gnre"
  }

  /// The value of an integer that has no type.
  fileprivate var untypedInteger: MetadataItem.Value {
    UnsignedBytes(bytes: value.bytes).value.map { .integer(Int128($0)) } ?? itemValue
  }
}

extension MetadataItem {
  /// Whether a value that was neither a text nor a number becomes a text: one that is shown as text, one that a name
  /// means, and one without a type under a key with `©`, which is for texts. Only another key takes bytes.
  fileprivate func becomesText(by fate: MetadataFate, _ type: UInt32) -> Bool {
    if case .text = value { return true }
    if case .set(_, isText: true) = fate { return true }
    return type == 0 && key.hasPrefix("©")
  }
}

extension NumberOfTotal {
  /// Sets the number, or the number and the total, that a text such as `3` or `3/12` says. The total
  /// stays if the text has none.
  ///
  /// - Throws: `FormatError` if the text is neither, or a number needs more than 16 bits.
  mutating func set(_ text: String) throws(FormatError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt16($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else {
      let areDigits = (1...2).contains(parts.count) && parts.allSatisfy(\.isOfDigits)
      throw FormatError(
        .invalidValue(
          "'\(text.prefix(40))' is not a number such as 3 or 3/12"
            + (areDigits ? "; the largest is \(UInt16.max)" : "")))
    }
    if numbers.count == 2 { total = numbers[1] }
    number = numbers[0]
  }
}

extension Substring {
  /// Whether the text is a whole number, of any size.
  fileprivate var isOfDigits: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// The children of an atom, of which each is decided about in turn.
private struct RewrittenChildren {
  private let old: Atom
  private let children: [Atom]
  private var components: PathComponents
  private var index = 0
  /// What the children are so far; nil while none is changed.
  private var new: [Atom]?

  init(_ atom: Atom) {
    old = atom
    children = atom.children
    components = children.pathComponents()
  }

  var count: Int { children.count }

  /// Returns the child that is decided about next; nil after the last one.
  mutating func next() -> (Atom, PathComponent)? {
    guard index < children.count, let component = components.next() else { return nil }
    return (children[index], component)
  }

  /// Decides about that child.
  @inline(never)
  mutating func put(_ result: RewrittenAtom) {
    switch result {
    case .same: new?.append(children[index])
    case .removed: if new == nil { new = Array(children[..<index]) }
    case .changed(let atom):
      if new == nil { new = Array(children[..<index]) }
      new?.append(atom)
    }
    index += 1
  }

  /// The atom with the children that were decided about.
  var atom: RewrittenAtom {
    guard let new else { return .same }
    var copy = old
    copy.children = new
    return .changed(copy)
  }
}

extension MetadataValue {
  /// Gives a picture the type that its bytes have (QuickTime File Format, "Well-known types"): a JPEG file can take
  /// the place of a PNG file.
  fileprivate mutating func takeTypeOfPicture() {
    let types: [(UInt32, [UInt8])] = [
      (13, [0xFF, 0xD8, 0xFF]), (14, [0x89, 0x50, 0x4E, 0x47]), (27, [0x42, 0x4D]),
    ]
    guard types.contains(where: { $0.0 == typeIndicator }),
      let own = types.first(where: { value.bytes.starts(with: $0.1) })
    else { return }
    typeIndicator = own.0
  }
}
