/// Which metadata is meant: that of a name, whatever its keys, or that of one key.
public enum MetadataKey: Hashable, Sendable {
  /// All that has a meaning, such as every title.
  case name(MetadataName)
  /// A key as `MetadataItem.key` has it: `com.apple.quicktime.title`, `©nam`,
  /// `----:com.apple.iTunes:ISRC`.
  case key(String)

  /// The name that a text is, or else the key.
  public init(_ text: String) {
    self = MetadataName(rawValue: text).map { .name($0) } ?? .key(text)
  }

  /// Whether an item is meant.
  public func matches(_ item: MetadataItem) -> Bool {
    switch self {
    case .name(let name): item.name == name
    case .key(let key): item.key == key
    }
  }
}

extension MetadataKey: CustomStringConvertible {
  public var description: String {
    switch self {
    case .name(let name): name.rawValue
    case .key(let key): key
    }
  }
}

/// A change of an item of metadata.
public struct MetadataEdit: Equatable, Sendable {
  /// What happened to the item.
  public enum Kind: String, Sendable {
    /// It has another value.
    case changed
    /// It is new.
    case added
    /// It is gone.
    case removed
  }

  /// What happened to the item.
  public let kind: Kind
  private let place: MetadataPath
  /// The key of the item.
  public let key: String
  /// Whether the item said something about where the movie was recorded.
  public let wasAboutLocation: Bool

  /// The path of the atom that holds the value, or held it, as it was before the change. For an item
  /// that was added, the path of the atom that it was added to.
  public var path: String { "\(place)" }

  init(_ kind: Kind, _ item: MetadataItem) {
    self.kind = kind
    place = item.place
    key = item.key
    wasAboutLocation = item.isAboutLocation
  }

  /// An item that was added.
  init(addedTo path: String, key: String) {
    kind = .added
    place = MetadataPath(path)
    self.key = key
    wasAboutLocation = false
  }
}

extension MovieEditor {
  /// Gives metadata of the movie, or of a track, another value, in every place that has it. If none has
  /// it, an item is added in the way in which the file has its other metadata: with QuickTime's keys,
  /// as iTunes, or as user data. A file without metadata gets keys if it is a QuickTime file, and else
  /// iTunes' items.
  ///
  /// Types and languages of the values stay. Of several values of one key and language one is left. The
  /// date of the movie header is no metadata in this sense.
  ///
  /// - Parameters:
  ///   - key: What is set.
  ///   - value: A text; digits for an integer; `3` or `3/12` for the number of a track or disk; for a
  ///     location ISO 6709 or coordinates with commas between them.
  ///   - track: The track; nil for the movie.
  /// - Returns: What was changed or added.
  /// - Throws: `FormatError` if the value is none of its type, if the key is not one that can be added, or
  ///   if the movie cannot be changed.
  @discardableResult
  public mutating func setMetadata(
    _ key: MetadataKey, to value: String, of track: Track? = nil
  ) throws(FormatError) -> [MetadataEdit] {
    try checkIsEditable()
    let isQuickTime = movie.isQuickTime
    let isLocation: Bool
    switch key {
    case .name(let name): isLocation = name == .location
    case .key(let key):
      isLocation = MetadataName.location.ranked.contains { $0.key == key }
    }
    let text = isLocation ? try Self.location(value) : value
    return try changeHolder(of: track) { holder, place throws(FormatError) in
      var edits: [MetadataEdit] = []
      var seen: Set<SetValue> = []
      var isSet = false
      let result = try holder.rewritingMetadata(at: place) { item in
        guard key.matches(item), item.form.isChangeable || key == .key(item.key) else {
          return .keep
        }
        // A number of a list of genres cannot become a text.
        let isOnlyNumber = key == .name(.genre) && item.form == .iTunes && item.key == "gnre"
        let isFirst = seen.insert(SetValue(item)).inserted
        guard isFirst, !isOnlyNumber else {
          edits.note(MetadataEdit(.removed, item))
          return .remove
        }
        isSet = true
        edits.note(MetadataEdit(.changed, item))
        return .set(text)
      }
      if case .changed(let new) = result { holder = new }
      if !isSet {
        let new = try holder.addMetadata(
          key, text, isQuickTime: isQuickTime, isTrack: track != nil)
        edits.append(MetadataEdit(addedTo: "\(place.path)/\(new.path)", key: new.key))
      }
      return edits
    }
  }

  /// Removes metadata. Keys, lists and user data that are empty then go too.
  ///
  /// - Parameters:
  ///   - isMeant: Whether an item is removed.
  ///   - track: The only track whose metadata is removed; nil for that of the file, of the movie and of
  ///     all tracks.
  /// - Returns: What was removed.
  /// - Throws: `FormatError` if the movie cannot be changed.
  @discardableResult
  public mutating func removeMetadata(
    of track: Track? = nil, where isMeant: (MetadataItem) -> Bool
  ) throws(FormatError) -> [MetadataEdit] {
    try checkIsEditable()
    var edits: [MetadataEdit] = []
    func decide(_ item: MetadataItem) -> MetadataFate {
      guard isMeant(item) else { return .keep }
      edits.note(MetadataEdit(.removed, item))
      return .remove
    }
    if let track {
      try changeHolder(of: track) { holder, place throws(FormatError) in
        if case .changed(let new) = try holder.rewritingMetadata(at: place, decide) {
          holder = new
        }
      }
      return edits
    }
    try together { editor throws(FormatError) in
      try editor.changeMovie { moov throws(FormatError) in
        let place = MetadataPlace(path: "moov", trackID: nil)
        if case .changed(let new) = try moov.rewritingMetadata(at: place, withTracks: true, decide)
        {
          moov = new
        }
      }
      var atoms: [Atom] = []
      var isChanged = false
      for (atom, component) in zip(editor.topLevel, editor.topLevel.pathComponents()) {
        guard MetadataPlace.types.contains(atom.type) else {
          atoms.append(atom)
          continue
        }
        let place = MetadataPlace(path: component.description, trackID: nil)
        switch try atom.rewritingMetadataPart(at: place, decide) {
        case .same: atoms.append(atom)
        case .removed: isChanged = true
        case .changed(let new):
          isChanged = true
          atoms.append(new)
        }
      }
      if isChanged { editor.topLevel = atoms }
    }
    return edits
  }

  /// Removes the metadata that a key means; for the name `location` whatever the file says about the
  /// place in metadata that the library knows.
  ///
  /// - Returns: What was removed; empty if there was none.
  /// - Throws: `FormatError` if the movie cannot be changed.
  @discardableResult
  public mutating func removeMetadata(
    _ key: MetadataKey, of track: Track? = nil
  ) throws(FormatError) -> [MetadataEdit] {
    try removeMetadata(of: track) { item in
      key.matches(item) || key == .name(.location) && item.isAboutLocation
    }
  }

  /// Changes the `moov` or a `trak`.
  private mutating func changeHolder<Result>(
    of track: Track?,
    _ body: (inout Atom, MetadataPlace) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    var result: Result?
    try changeMovie { moov throws(FormatError) in
      guard let track else {
        var changed = moov
        result = try body(&changed, MetadataPlace(path: "moov", trackID: nil))
        moov = changed
        return
      }
      let index = try moov.place(of: track)
      var trak = moov.children[index]
      result = try body(&trak, MetadataPlace(path: track.path, trackID: track.id))
      moov.children[index] = trak
    }
    guard let result else { throw FormatError(.missing("there is no movie header"), path: "moov") }
    return result
  }

  /// Returns a location as ISO 6709 writes it.
  private static func location(_ value: String) throws(FormatError) -> String {
    let isList = value.utf8.contains(UInt8(ascii: ","))
    let location =
      isList ? GeographicLocation(coordinates: value) : GeographicLocation(iso6709: value)
    guard let location else {
      throw FormatError(
        .invalidValue(
          "'\(value.prefix(60))' is not a location such as 48.1372,11.5755,519 or +48.1372+011.5755/"
        ),
        path: "moov")
    }
    if isList { return location.iso6709 }
    return value.utf8.last == UInt8(ascii: "/") ? value : value + "/"
  }
}

extension [MetadataEdit] {
  /// Adds an edit. Texts of one atom that have the same fate are one edit: there can be millions.
  fileprivate mutating func note(_ edit: MetadataEdit) {
    if last != edit { append(edit) }
  }
}

/// What may have only one value after a change.
private struct SetValue: Hashable {
  let form: MetadataItem.Form
  let key: String
  let language: UInt16

  init(_ item: MetadataItem) {
    form = item.form
    key = item.key
    language = item.language.rawValue
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
