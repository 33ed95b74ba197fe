/// Text of an asset: UTF-8, or UTF-16 after a byte order mark. It ends at a zero or at the end of
/// its atom (3GPP TS 26.244, clause 8).
public struct AssetString: FieldBytes {
  /// The text as stored, with its terminator if it has one.
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// The string in UTF-8, with a terminating zero.
  public init(_ string: String) { bytes = (Array(string.utf8) + [0])[...] }

  /// The decoded text, without the terminator.
  public var string: String {
    var end = bytes.endIndex
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      if bytes.count >= 4, bytes.suffix(2).allSatisfy({ $0 == 0 }) { end -= 2 }
    } else {
      end = bytes.firstIndex(of: 0) ?? end
    }
    return decodeText(bytes[..<end])
  }
  public var fieldValue: FieldValue { .text(string) }

  /// Returns the text in UTF-8 with a terminator, or without if this one has text and none.
  public func taking(_ given: FieldValue, count: Int?) -> AssetString? {
    guard let text = given.givenText, !text.utf8.contains(0) else { return nil }
    let isTerminated = bytes.last.map { $0 == 0 } ?? true
    return isTerminated ? AssetString(text) : AssetString(bytes: Array(text.utf8)[...])
  }
}

/// `titl`, `auth`, `perf`, `gnre`, `dscp` and `cprt` in `udta`: a text about the asset
/// (3GPP TS 26.244, clause 8; ISO/IEC 14496-12, 8.10.2).
public struct AssetText: Record {
  /// Whether the atom has a version, flags and a language. Some writers store nothing but the text.
  public var isFull = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language of the text.
  public var language = LanguageCode.undetermined
  /// The title, author, performer, genre, description or copyright notice.
  public var text = AssetString("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isFull, bytes: 0) { !beginsWithText($0) }
    if isFull {
      try f.version(&version, upTo: 0, flags: &flags)
      try f("language", &language)
    }
    try f.bytes("text", &text, count: nil)
  }
}

/// Whether the bytes begin with a letter or another printable character, and so not with a version.
func beginsWithText(_ bytes: Bytes) -> Bool { bytes.first.map { $0 >= 0x20 } ?? false }

/// `albm` in `udta`: the album that the asset is from (3GPP TS 26.244, clause 8).
public struct AssetAlbum: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language of the title.
  public var language = LanguageCode.undetermined
  /// The title of the album.
  public var title = AssetString("")
  /// Whether a track number is stored.
  public var hasTrackNumber = false
  /// The number of the asset on the album.
  public var trackNumber: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("language", &language)
    // A number that begins as text does not is that of the track.
    try f.terminatedText("album_title", &title) { $0.count <= 1 && !beginsWithText($0) }
    try f.optional(&hasTrackNumber, bytes: 1)
    if hasTrackNumber { try f("track_number", &trackNumber) }
  }
}

/// `yrrc` in `udta`: the year of the recording (3GPP TS 26.244, clause 8).
public struct AssetYear: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The year, such as 2004.
  public var recordingYear: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("recording_year", &recordingYear)
  }
}

/// `loci` in `udta`: the place of the asset (3GPP TS 26.244, clause 8).
public struct AssetLocation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language of the texts.
  public var language = LanguageCode.undetermined
  /// The name of the place.
  public var name = AssetString("")
  /// The role of the place: 0 shooting location, 1 real location, 2 fictional location.
  public var role: UInt8 = 0
  /// The longitude in degrees, as 16.16 fixed point; positive to the east.
  public var longitude = Fixed16x16(rawValue: 0)
  /// The latitude in degrees, as 16.16 fixed point; positive to the north.
  public var latitude = Fixed16x16(rawValue: 0)
  /// The altitude in metres, as 16.16 fixed point.
  public var altitude = Fixed16x16(rawValue: 0)
  /// The astronomical body on which the place is, such as `earth`.
  public var astronomicalBody = AssetString("")
  /// More about the place, for people to read.
  public var additionalNotes = AssetString("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("language", &language)
    try f.terminatedText("name", &name, before: Self.fitsAfterName)
    try fieldsAfterName(&f)
  }

  private mutating func fieldsAfterName(_ f: inout some FieldCoder) throws(FormatError) {
    try f("role", &role)
    try f("longitude", &longitude)
    try f("latitude", &latitude)
    try f("altitude", &altitude)
    try f.terminatedText("astronomical_body", &astronomicalBody)
    try f.terminatedText("additional_notes", &additionalNotes)
  }

  /// Whether bytes can be what comes after the name: a role that exists, a point on a globe, and two texts up to
  /// the end.
  private static func fitsAfterName(_ bytes: Bytes) -> Bool {
    var (rest, reader) = (AssetLocation(), Reader(bytes))
    guard (try? rest.fieldsAfterName(&reader)) != nil, reader.remaining.isEmpty else {
      return false
    }
    return rest.role <= 2 && (-180...180).contains(rest.longitude.rawValue >> 16)
      && (-90...90).contains(rest.latitude.rawValue >> 16)
  }
}

/// `kywd` in `udta`: keywords by which the asset can be found (3GPP TS 26.244, clause 8).
public struct AssetKeywords: Record {
  /// Whether the atom has a version, flags, a language and a list of keywords. iMovie stores
  /// nothing but text.
  public var isFull = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language of the keywords.
  public var language = LanguageCode.undetermined
  /// The keywords, at most 255; used if `isFull` is true.
  public var keywords: [PascalString] = []
  /// The text; used if `isFull` is false.
  public var text = AssetString(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&isFull, bytes: 0) { !beginsWithText($0) }
    guard isFull else { return try f.bytes("text", &text, count: nil) }
    try f.version(&version, upTo: 0, flags: &flags)
    try f("language", &language)
    var count = keywords.count
    try f.count("keyword_count", &count, bytes: 1)
    try f.list("keywords", &keywords, count: count)
  }
}

/// `clsf` in `udta`: the class that the asset has in a classification table (3GPP TS 26.244, clause
/// 8).
public struct AssetClassification: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The code of the organisation that defines the table.
  public var entity = FourCC(rawValue: 0)
  /// The number of the classification table.
  public var table: UInt16 = 0
  /// The language of the text.
  public var language = LanguageCode.undetermined
  /// The class.
  public var text = AssetString("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("classification_entity", &entity)
    try f("classification_table", &table)
    try f("language", &language)
    try f.bytes("classification_info", &text, count: nil)
  }
}

/// `rtng` in `udta`: the rating of the asset, such as an age limit (3GPP TS 26.244, clause 8).
public struct AssetRating: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The code of the organisation that defines the rating.
  public var entity = FourCC(rawValue: 0)
  /// The code of the criteria by which the asset is rated.
  public var criteria = FourCC(rawValue: 0)
  /// The language of the text.
  public var language = LanguageCode.undetermined
  /// The rating.
  public var text = AssetString("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("rating_entity", &entity)
    try f("rating_criteria", &criteria)
    try f("language", &language)
    try f.bytes("rating_info", &text, count: nil)
  }
}
