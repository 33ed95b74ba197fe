/// Text of an asset: UTF-8, or UTF-16 behind a byte order mark, up to a zero or its atom's end
/// (3GPP TS 26.244, clause 8).
public struct AssetString: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  public init(_ string: String) { bytes = (Array(string.utf8) + [0])[...] }

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
}

/// `titl`, `auth`, `perf`, `gnre`, `dscp` and `cprt` in `udta`: a text about the asset
/// (3GPP TS 26.244, clause 8; ISO/IEC 14496-12, 8.10.2).
public struct AssetText: Record {
  /// False where nothing but text is there, as some writers have it.
  public var isFull = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var language = LanguageCode.undetermined
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

/// Whether bytes begin with a letter or other printable character, and not with a version.
func beginsWithText(_ bytes: Bytes) -> Bool { bytes.first.map { $0 >= 0x20 } ?? false }

/// `albm` in `udta`: the album that the asset is from.
public struct AssetAlbum: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var language = LanguageCode.undetermined
  public var title = CString()
  public var hasTrackNumber = false
  public var trackNumber: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("language", &language)
    try f.terminated("album_title", &title)
    try f.optional(&hasTrackNumber, bytes: 1)
    if hasTrackNumber { try f("track_number", &trackNumber) }
  }
}

/// `yrrc` in `udta`: the year of the recording.
public struct AssetYear: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var recordingYear: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("recording_year", &recordingYear)
  }
}

/// `loci` in `udta`: where the asset was made.
public struct AssetLocation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var language = LanguageCode.undetermined
  public var name = CString()
  /// 0 shooting, 1 real, 2 fictional.
  public var role: UInt8 = 0
  /// Degrees, east positive.
  public var longitude = Fixed16x16(rawValue: 0)
  /// Degrees, north positive.
  public var latitude = Fixed16x16(rawValue: 0)
  /// Metres.
  public var altitude = Fixed16x16(rawValue: 0)
  public var astronomicalBody = CString()
  public var additionalNotes = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("language", &language)
    try f.terminated("name", &name)
    try f("role", &role)
    try f("longitude", &longitude)
    try f("latitude", &latitude)
    try f("altitude", &altitude)
    try f.terminated("astronomical_body", &astronomicalBody)
    try f.terminated("additional_notes", &additionalNotes)
  }
}

/// `kywd` in `udta`: words by which the asset is to be found.
public struct AssetKeywords: Record {
  /// False where nothing but text is there, as iMovie has it.
  public var isFull = true
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var language = LanguageCode.undetermined
  /// At most 255.
  public var keywords: [PascalString] = []
  /// Where `isFull` is false.
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

/// `clsf` in `udta`: a class that somebody's table gives the asset.
public struct AssetClassification: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entity = FourCC(rawValue: 0)
  public var table: UInt16 = 0
  public var language = LanguageCode.undetermined
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

/// `rtng` in `udta`: for which ages the asset is.
public struct AssetRating: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entity = FourCC(rawValue: 0)
  public var criteria = FourCC(rawValue: 0)
  public var language = LanguageCode.undetermined
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
