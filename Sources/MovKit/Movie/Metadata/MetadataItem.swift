/// One item of metadata about a movie, a track or a file: an item of `ilst`, an atom or a text of user
/// data, or a document (QuickTime File Format, "Metadata" and "User Data Atoms").
public struct MetadataItem: Hashable, Sendable {
  /// How the file stores the item.
  public enum Form: String, CaseIterable, Sendable {
    /// An item of `ilst` whose key is in `keys`.
    case quickTime = "quicktime"
    /// An item of `ilst` whose type is its key.
    case iTunes = "itunes"
    /// An atom of `udta`.
    case userData = "udta"
    /// An atom of `udta` that 3GPP defines (TS 26.244, clause 8).
    case asset = "3gpp"
    /// A packet of XMP, in `udta` or in a `uuid` atom.
    case xmp
    /// A document in `xml ` of `meta`, as of Sony's cameras.
    case xml
    /// An ID3 tag of version 2 in `ID32` of `meta`.
    case id3
    /// An attribute in `Xtra` of `udta`, of programs of Windows.
    case windowsMedia = "xtra"
    /// An entry of `MTDT` in the `uuid` atom of kind USMT (Sony).
    case userMetadata = "usmt"
  }

  /// The value of an item.
  public enum Value: Hashable, Sendable {
    /// Text, decoded. A location of 3GPP is as ISO 6709 writes it.
    case text(String)
    /// An integer.
    case integer(Int128)
    /// A floating-point number; it can be infinite, or none.
    case real(Double)
    /// The number of a track or disk, and how many there are; 0 if that is not known.
    case numberOfTotal(UInt16, total: UInt16)
    /// Bytes of the well-known type with this number (QuickTime File Format, "Well-Known Types"); 0 for
    /// bytes of no type.
    case bytes(Bytes, type: UInt32)
  }

  let place: MetadataPath
  /// The track that the item is about; nil if it is about the movie or the file.
  public var trackID: UInt32?
  /// How the file stores the item.
  public var form: Form
  /// A key such as `com.apple.quicktime.make`, or the type of an atom: `©nam`.
  public var key: String
  /// What the item says.
  public var value: Value
  /// The language of the value; undetermined if the file gives none. If the file gives a list of languages, the
  /// first of them.
  public var language: LanguageCode
  /// The other languages that the value is for, if the file gives a list of several (`lang` in `meta`).
  public var otherLanguages: [LanguageCode] = []
  /// The number of the list of languages that the file gives in place of a language; nil if it gives none.
  var languageList: Int?

  /// The path of the atom that holds the value, such as `moov/udta/©nam`.
  public var path: String { "\(place)" }

  /// What the item means; nil if the key has no common meaning.
  public var name: MetadataName? { MetadataName.of(key, in: form) }

  /// The value as text; nil if it is a real number or bytes.
  public var text: String? {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .numberOfTotal(let number, let total): total == 0 ? "\(number)" : "\(number)/\(total)"
    case .real, .bytes: nil
    }
  }

  /// The point that the item says; nil if it says none.
  public var location: GeographicLocation? {
    guard name == .location, case .text(let text) = value else { return nil }
    return GeographicLocation(iso6709: text.trimmedASCII)
  }

  /// Whether the item says where the movie was recorded, or more about that place.
  public var isAboutLocation: Bool { isAboutLocation(named: name) }

  /// The same of an item whose name was looked up before.
  func isAboutLocation(named name: MetadataName?) -> Bool {
    name == .location || form == .quickTime && key.hasPrefix("com.apple.quicktime.location.")
  }
}

extension Movie {
  /// The metadata and the user data of the movie, in the order of the file.
  public var metadata: [MetadataItem] { atom.metadata(at: "moov") }

  /// Calls `body` with each item of metadata of the file, the movie and its tracks, in the order of the
  /// file.
  public func forEachMetadataItem<E: Error>(
    _ body: (MetadataItem) throws(E) -> Void
  ) throws(E) {
    for (atom, component) in zip(file.atoms, file.atoms.pathComponents()) {
      // The offset of a movie in compressed form is that of the atom that stores it.
      if atom.type.isMovie, atom.offset == storedAtom.offset {
        try self.atom.forEachMetadataItem(at: "moov", withTracks: true, body)
      } else if MetadataPlace.types.contains(atom.type) {
        try atom.forEachMetadataItem(at: component.description, body)
      }
    }
  }
}

extension Track {
  /// The metadata and the user data of the track, in the order of the file.
  public var metadata: [MetadataItem] { atom.metadata(at: path) }
}

extension Atom {
  /// In a `moov` or a `trak`: the items of its `meta` and its user data, in the order of the file.
  func metadata(at path: String) -> [MetadataItem] {
    var items: [MetadataItem] = []
    forEachMetadataItem(at: path) { items.append($0) }
    return items
  }

  /// In a `moov` or a `trak`, and in a `meta`, `udta` or `uuid`: calls `body` with each item of metadata,
  /// in the order of the file, up to the first error; with `withTracks`, also those of the tracks in a
  /// `moov`. A file can have millions.
  /// - Parameter keys: The keys of the items that are wanted, of which alone the values are read; nil for all.
  func forEachMetadataItem<E: Error>(
    at path: String, withTracks: Bool = false, of keys: Set<String>? = nil,
    _ body: (MetadataItem) throws(E) -> Void
  ) throws(E) {
    var failure: E?
    func show(_ item: MetadataItem) -> MetadataFate {
      guard failure == nil else { return .keep }
      do throws(E) { try body(item) } catch { failure = error }
      return .keep
    }
    let place = MetadataPlace(path: path, trackID: type == "trak" ? trackID : nil)
    // Nothing is set, so nothing can fail.
    if MetadataPlace.types.contains(type) {
      _ = try? rewritingMetadataPart(at: place, of: keys, show)
    } else {
      _ = try? rewritingMetadata(at: place, withTracks: withTracks, of: keys, show)
    }
    if let failure { throw failure }
  }
}
