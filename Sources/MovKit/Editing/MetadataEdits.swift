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
}

extension MetadataKey: CustomStringConvertible {
  public var description: String {
    switch self {
    case .name(let name): name.rawValue
    case .key(let key): key
    }
  }
}

extension MetadataKey {
  /// Whether it is that of a location.
  fileprivate var isLocation: Bool {
    switch self {
    case .name(let name): name == .location
    case .key(let key): MetadataName.location.ranked.contains { $0.key == key }
    }
  }

  /// Returns a value as it is written. A key takes any text as a date, but the name must be one that readers
  /// understand.
  ///
  /// - Throws: `FormatError` if the value is none of what the key means, whatever the movie is.
  package func written(_ value: String) throws(FormatError) -> String {
    if isLocation { return try Self.location(value) }
    switch self {
    case .name(.date) where !MetadataDate.isValid(value):
      throw FormatError(
        .invalidValue(
          "'\(value.prefix(60))' is not a date such as 2024, 2024-05-31 or 2024-05-31T10:11:12+02:00; for "
            + "any text, use a key such as ©day"))
    case .name(.track), .name(.disk):
      var pair = NumberOfTotal()
      try pair.set(value)
    default: break
    }
    return value
  }

  /// Returns a location as ISO 6709 writes it.
  private static func location(_ value: String) throws(FormatError) -> String {
    let isList = value.utf8.contains(UInt8(ascii: ","))
    let location =
      isList ? GeographicLocation(coordinates: value) : GeographicLocation(iso6709: value)
    guard let location else {
      throw FormatError(
        .invalidValue(
          "'\(value.prefix(60))' is not a location such as 48.1372,11.5755,519 or +48.1372+011.5755/, within 90 "
            + "degrees of latitude and 180 of longitude"))
    }
    if isList { return location.iso6709 }
    return value.utf8.last == UInt8(ascii: "/") ? value : value + "/"
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
  /// it, an item is added in the way in which the file has its other metadata before all changes: with
  /// QuickTime's keys, as iTunes, or as user data. A file without metadata gets keys if it is a
  /// QuickTime file, and else iTunes' items.
  ///
  /// Types and languages of the values stay, but what a name means becomes a text where it was neither that nor a
  /// number. Of several values of one key and language one is left. The date of the movie header is no metadata in
  /// this sense.
  ///
  /// - Parameters:
  ///   - key: What is set.
  ///   - value: A text; digits for an integer; `3` or `3/12` for the number of a track or disk; for a
  ///     location ISO 6709 or coordinates with commas between them; for the name `date` ISO 8601, from a year on.
  ///   - track: The track; nil for the movie.
  /// - Returns: What was changed or added.
  /// - Throws: `FormatError` if the value is none of its type, if the key is not one that can be added, or
  ///   if the movie cannot be changed.
  @discardableResult
  public mutating func setMetadata(
    _ key: MetadataKey, to value: String, of track: Track? = nil
  ) throws(FormatError) -> [MetadataEdit] {
    try setMetadata([(key, value)], of: track).first ?? []
  }

  /// Gives metadata values, as if one after another. The metadata is walked once, and not once for each.
  ///
  /// - Returns: Of each value, what was changed or added.
  /// - Throws: `FormatError` as for one value. Nothing is changed then.
  @discardableResult
  public mutating func setMetadata(
    _ values: [(key: MetadataKey, value: String)], of track: Track? = nil
  ) throws(FormatError) -> [[MetadataEdit]] {
    try checkIsEditable()
    let isQuickTime = movie.isQuickTime
    var rest: [(key: MetadataKey, text: String)] = []
    for (key, value) in values.reversed() {
      do throws(FormatError) { rest.append((key, try key.written(value))) } catch {
        throw error.inside("moov")
      }
    }
    // Not what was added before: where an item goes must not depend on the order of the values.
    let original = track?.atom ?? movie.atom
    return try changeHolder(of: track) { holder, place throws(FormatError) in
      var edits: [[MetadataEdit]] = []
      while !rest.isEmpty {
        var batch = MetadataBatch()
        while let (key, text) = rest.last, batch.take(key, text) { rest.removeLast() }
        edits += try batch.set(
          in: &holder, at: place, as: original, isQuickTime: isQuickTime, isTrack: track != nil)
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
    var edits: [MetadataEdit] = []
    try rewriteMetadata(of: track) { item in
      guard isMeant(item) else { return .keep }
      edits.note(MetadataEdit(.removed, item))
      return .remove
    }
    return edits
  }

  /// Decides about the metadata of a track or, without one, of the file, of the movie and of all tracks.
  private mutating func rewriteMetadata(
    of track: Track?, _ decide: (MetadataItem) -> MetadataFate
  ) throws(FormatError) {
    try checkIsEditable()
    if let track {
      try changeHolder(of: track) { holder, place throws(FormatError) in
        if case .changed(let new) = try holder.rewritingMetadata(at: place, decide) {
          holder = new
        }
      }
      return
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
  }

  /// Removes the metadata that a key means; for the name `location` whatever the file says about the
  /// place in metadata that the library knows.
  ///
  /// - Parameters:
  ///   - key: What is removed.
  ///   - track: The only track whose metadata is removed; nil for that of the file, of the movie and of all
  ///     tracks, which `Movie.metadata` does not list.
  /// - Returns: What was removed; empty if there was none.
  /// - Throws: `FormatError` if the movie cannot be changed.
  @discardableResult
  public mutating func removeMetadata(
    _ key: MetadataKey, of track: Track? = nil
  ) throws(FormatError) -> [MetadataEdit] {
    try removeMetadata([key], of: track).first ?? []
  }

  /// Removes the metadata that any of the keys means. It is walked once, and not once for each.
  ///
  /// - Parameters:
  ///   - keys: What is removed.
  ///   - track: The only track whose metadata is removed; nil for that of the file, of the movie and of all
  ///     tracks.
  /// - Returns: What was removed for each key; what several mean, for the first of them.
  /// - Throws: `FormatError` if the movie cannot be changed.
  @discardableResult
  public mutating func removeMetadata(
    _ keys: [MetadataKey], of track: Track? = nil
  ) throws(FormatError) -> [[MetadataEdit]] {
    guard !keys.isEmpty else { return [] }
    let places = Dictionary(
      keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let location = places[.name(.location)]
    var edits = [[MetadataEdit]](repeating: [], count: keys.count)
    try rewriteMetadata(of: track) { item in
      let name = item.name
      let meant = [
        places[.key(item.key)], name.flatMap { places[.name($0)] },
        item.isAboutLocation(named: name) ? location : nil,
      ]
      guard let place = meant.lazy.compactMap(\.self).min() else { return .keep }
      edits[place].note(MetadataEdit(.removed, item))
      return .remove
    }
    return edits
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
    guard let result else { throw FormatError(.missing("the file has none"), path: "moov") }
    return result
  }
}

extension [MetadataEdit] {
  /// Adds an edit. Texts of one atom that have the same fate are one edit: there can be millions.
  mutating func note(_ edit: MetadataEdit) {
    if last != edit { append(edit) }
  }
}
