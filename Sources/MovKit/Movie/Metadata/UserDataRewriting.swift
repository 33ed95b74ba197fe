extension Atom {
  /// In an atom of `udta`: rewrites its texts.
  func rewritingUserData(
    at place: MetadataPlace, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    let key = "\(type)"
    // Its items have keys of their own.
    guard type == "Xtra" || decide.includes(key) else { return .same }
    if type.bytes[0] == 0xA9 { return try rewritingTexts(at: place, decide) }
    // Texts that cannot be read are bytes.
    var isText = true
    switch type {
    case "XMP_": return try rewritingText(place, .xmp, decide)
    case "name": return try rewritingText(place, .userData, decide)
    case _ where Schema.cameraTexts.contains(type):
      return try rewritingText(place, .userData, decide)
    case "manu", "modl":
      guard let record = try? decode(CameraName.self) else { break }
      return try rewriting(
        place.item(
          .userData, key, .text(record.text.string),
          record.isFull ? record.language : .undetermined),
        CameraName.self, decide
      ) { record, text throws(FormatError) in record.text = try record.text.replaced(by: text) }
    case "titl", "auth", "perf", "gnre", "dscp", "cprt", "swre":
      guard let record = try? decode(AssetText.self) else { break }
      return try rewriting(
        place.item(
          .asset, key, .text(record.text.string), record.isFull ? record.language : .undetermined),
        AssetText.self, decide
      ) { record, text throws(FormatError) in record.text = try record.text.replaced(by: text) }
    case "albm":
      guard let record = try? decode(AssetAlbum.self) else { break }
      return try rewriting(
        place.item(.asset, key, .text(record.title.string), record.language), AssetAlbum.self,
        decide
      ) { record, text throws(FormatError) in record.title = try record.title.replaced(by: text) }
    case "yrrc":
      guard let record = try? decode(AssetYear.self) else { break }
      return try rewriting(
        place.item(.asset, key, .integer(Int128(record.recordingYear))), AssetYear.self, decide
      ) { record, text throws(FormatError) in try record.set(text) }
    case "loci":
      guard let record = try? decode(AssetLocation.self) else { break }
      return try rewriting(
        place.item(
          .asset, key, .text(GeographicLocation(record).iso6709), record.language),
        AssetLocation.self, decide
      ) { record, text throws(FormatError) in try record.set(text) }
    case "kywd":
      guard let record = try? decode(AssetKeywords.self) else { break }
      let text =
        record.isFull
        ? record.keywords.map(\.string).joined(separator: ", ") : record.text.string
      return try rewriting(
        place.item(.asset, key, .text(text), record.isFull ? record.language : .undetermined),
        AssetKeywords.self, decide
      ) { record, text throws(FormatError) in try record.set(text) }
    case "clsf":
      guard let record = try? decode(AssetClassification.self) else { break }
      return try rewriting(
        place.item(.asset, key, .text(record.text.string), record.language),
        AssetClassification.self, decide
      ) { record, text throws(FormatError) in record.text = try record.text.replaced(by: text) }
    case "rtng":
      guard let record = try? decode(AssetRating.self) else { break }
      return try rewriting(
        place.item(.asset, key, .text(record.text.string), record.language), AssetRating.self,
        decide
      ) { record, text throws(FormatError) in record.text = try record.text.replaced(by: text) }
    case "Xtra": return try rewritingWindowsMedia(at: place, decide)
    default: isText = false
    }
    // What the library knows as something else is no metadata: chapters, loudness, players' settings.
    guard !type.isFreeSpace, case .bytes(let bytes) = content, !bytes.isEmpty,
      isText || Self.others.contains(type)
        || Schema.standard.rules(for: type).isEmpty
    else { return .same }
    return try rewriting(place.item(.userData, key, .bytes(bytes, type: 0)), decide)
  }

  /// Declared atoms that are not texts, but say something about the recording.
  private static let others: Set<FourCC> = ["HMMT", "Xtra", "CAME", "GUMI", "MUID", "thmb"]

  /// Rewrites an atom that is all text.
  func rewritingText(
    _ place: MetadataPlace, _ form: MetadataItem.Form, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    let key = form == .xmp ? "XMP_" : "\(type)"
    guard decide.includes(key), let record = try? decode(PlainText.self) else { return .same }
    let item = place.item(form, key, .text(record.text.string))
    guard form != .xmp else { return try rewriting(item, decide) }
    return try rewriting(item, PlainText.self, decide) { record, text throws(FormatError) in
      record.text = try record.text.replaced(by: text)
    }
  }

  /// Rewrites the texts of an atom `©…`, one for each language.
  private func rewritingTexts(
    at place: MetadataPlace, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    let key = "\(type)"
    guard var record = try? decode(InternationalText.self) else { return .same }
    guard record.isStructured else {
      let value: MetadataItem.Value =
        record.isText ? .text(record.string) : .bytes(record.raw.bytes, type: 0)
      return try rewriting(
        place.item(.userData, key, value), InternationalText.self, decide
      ) { record, text throws(FormatError) in record.raw = TextBytes(text) }
    }
    var isChanged = false
    var copy = self
    do throws(FormatError) {
      try record.items.rewrite { (text) throws(FormatError) in
        let language = text.language
        let item = MetadataItem(
          place: place.path, trackID: place.trackID, form: .userData, key: key,
          value: .text(text.text.string), language: language)
        switch decide(item) {
        case .keep: return true
        case .remove:
          isChanged = true
          return false
        case .set(let new, _):
          isChanged = true
          text = InternationalText.Item(new, language: language.forUnicode(new))
          return true
        }
      }
      guard isChanged else { return .same }
      guard !record.items.isEmpty else { return .removed }
      copy.content = .bytes(try record.serialized()[...])
    } catch {
      throw FormatError(error.reason, path: "\(place.path)", at: offset)
    }
    return .changed(copy)
  }

  private func rewritingWindowsMedia(
    at place: MetadataPlace, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    guard let record = try? decode(WindowsMediaMetadata.self) else { return .same }
    // What is kept of the attributes that lose values, by their index.
    var kept: [Int: RecordList<WindowsMediaMetadata.Value>] = [:]
    for (index, attribute) in record.attributes.enumerated() {
      let key = attribute.name.string
      guard decide.includes(key) else { continue }
      var lost: Set<Int> = []
      for (number, value) in attribute.values.enumerated() {
        let item = place.item(.windowsMedia, key, value.itemValue)
        if try decides(item, decide) { lost.insert(number) }
      }
      guard !lost.isEmpty else { continue }
      kept[index] = RecordList(
        attribute.values.enumerated().filter { !lost.contains($0.offset) }.map(\.element))
    }
    guard !kept.isEmpty else { return .same }
    var attributes: [WindowsMediaMetadata.Attribute] = []
    for (index, attribute) in record.attributes.enumerated() {
      var rest = attribute
      if let values = kept[index] {
        guard !values.isEmpty else { continue }
        rest.values = values
      }
      attributes.append(rest)
    }
    guard !attributes.isEmpty else { return .removed }
    var copy = self
    try copy.update(WindowsMediaMetadata.self) { $0.attributes = RecordList(attributes) }
    return .changed(copy)
  }

  /// Rewrites the entries of an `MTDT`.
  func rewritingUserMetadata(
    at place: MetadataPlace, _ decide: MetadataDecision
  ) throws(FormatError) -> RewrittenAtom {
    guard let record = try? decode(UserMetadata.self) else { return .same }
    var entries: [UserMetadata.Entry] = []
    for entry in record.entries {
      let key = "\(entry.type)"
      guard decide.includes(key) else {
        entries.append(entry)
        continue
      }
      let value: MetadataItem.Value =
        entry.encoding == 1
        ? .text(UTF16Bytes(bytes: entry.value.bytes).string)
        : .bytes(entry.value.bytes, type: 0)
      let item = place.item(.userMetadata, key, value, entry.language)
      if try !decides(item, decide) { entries.append(entry) }
    }
    guard entries.count != record.entries.count else { return .same }
    guard !entries.isEmpty else { return .removed }
    var copy = self
    try copy.update(UserMetadata.self) { $0.entries = entries }
    return .changed(copy)
  }

  /// Returns whether an entry of an atom that is not changed is removed.
  private func decides(
    _ item: MetadataItem, _ decide: MetadataDecision
  ) throws(FormatError) -> Bool {
    switch decide(item) {
    case .keep: return false
    case .remove: return true
    case .set: throw item.unsupportedChange(at: offset)
    }
  }
}

extension MetadataItem {
  /// The error of a change of an item that can only be removed.
  func unsupportedChange(at offset: UInt64?) -> FormatError {
    FormatError(
      .unsupported("a value of the form \(form.rawValue) can be removed, but not changed"),
      path: path,
      at: offset)
  }
}

// MARK: Values

extension WindowsMediaMetadata.Value {
  fileprivate var itemValue: MetadataItem.Value {
    if type == 8 { return .text(LittleEndianText(bytes: value.bytes).string) }
    // The least significant byte comes first.
    if type == 19, value.bytes.count == 8,
      let number = UnsignedBytes(bytes: Array(value.bytes.reversed())[...]).value
    {
      return .integer(Int128(number))
    }
    return .bytes(value.bytes, type: 0)
  }
}

extension LanguageCode {
  /// The language for a text in UTF-8. Readers take text with a Macintosh code, or with none, for
  /// MacRoman (QuickTime File Format, "Language Code Values").
  fileprivate func forUnicode(_ text: String) -> LanguageCode {
    let isOther = isMacintosh || self == .unspecified
    return isOther && !text.utf8.allSatisfy { $0 < 0x80 } ? inLetters : self
  }
}

extension AssetString {
  /// - Throws: `FormatError` if the text has a zero in it.
  fileprivate func replaced(by text: String) throws(FormatError) -> AssetString {
    guard let new = taking(.text(text), count: nil) else { throw .zeroInText }
    return new
  }
}

extension FormatError {
  fileprivate static var zeroInText: FormatError {
    FormatError(.invalidValue("the text has a zero in it"))
  }
}

extension AssetYear {
  /// Sets the year with which a date begins.
  fileprivate mutating func set(_ text: String) throws(FormatError) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 4, let year = UInt16(digits) else {
      throw FormatError(.invalidValue("'\(text.prefix(40))' does not begin with a year"))
    }
    recordingYear = year
  }
}

extension AssetLocation {
  /// Sets the point that a text of ISO 6709 says. If the text has no altitude, that of the same point stays. What
  /// else is known of another point does not: its altitude, its name and the notes.
  ///
  /// - Throws: `FormatError` if the text is none, or the altitude does not fit 16.16 fixed point.
  mutating func set(_ text: String) throws(FormatError) {
    guard let location = GeographicLocation(iso6709: text),
      let north = Fixed16x16(given: .text(location.latitude)),
      let east = Fixed16x16(given: .text(location.longitude))
    else {
      throw FormatError(.invalidValue("'\(text.prefix(40))' is not a location (ISO 6709)"))
    }
    let isSame = north == latitude && east == longitude
    var height = isSame ? altitude : Fixed16x16(rawValue: 0)
    if let text = location.altitude {
      guard let given = Fixed16x16(given: .text(text)) else {
        throw FormatError(
          .invalidValue("the altitude \(text.prefix(40)) is not from -32768 to below 32768 m"))
      }
      height = given
    }
    if !isSame {
      name = AssetString("")
      additionalNotes = AssetString("")
    }
    altitude = height
    latitude = north
    longitude = east
  }
}

extension AssetKeywords {
  /// Sets the keywords, with commas between them.
  fileprivate mutating func set(_ given: String) throws(FormatError) {
    guard isFull else {
      text = try text.replaced(by: given)
      return
    }
    keywords = given.split(separator: ",").map { part in
      PascalString(String(part.drop { $0 == " " }))
    }
  }
}
