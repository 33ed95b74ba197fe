/// `data` in `trkn` and `disk` of `ilst`: the number of a track or disk, and how many there are
/// (iTunes metadata).
public struct NumberOfTotal: Record {
  /// The type of the value, which is 0.
  public var typeIndicator: UInt32 = 0
  /// The country that the value is for: two letters (`CountryCode`), or up to 255 the number of a list in
  /// `ctry`; 0 is the default for all countries.
  public var country: UInt16 = 0
  /// The language that the value is for, or up to 255 the number of a list in `lang`; 0 is the default for all
  /// languages.
  public var language = LanguageCode(rawValue: 0)
  /// Whether the value has the usual layout. If not, it is in `data`.
  public var isPair = true
  var reserved = Reserved()
  /// The number, from 1; 0 if it is not known.
  public var number: UInt16 = 0
  /// How many there are; 0 if that is not known.
  public var total: UInt16 = 0
  /// Whether two further reserved bytes are stored, as in `trkn`.
  public var hasReservedEnd = false
  var reservedEnd = Reserved()
  /// The value as bytes, if `isPair` is false.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.choice("type_indicator", &typeIndicator, named: MetadataValue.wellKnownTypes)
    try f.valueLocale(&country, &language)
    try f.optional(&isPair, bytes: 6) { $0.count == 6 || $0.count == 8 }
    guard isPair else { return try f.bytes("data", &data, count: nil) }
    try f.reserved(&reserved, 2)
    try f("number", &number)
    try f("total", &total)
    try f.optional(&hasReservedEnd, bytes: 2)
    if hasReservedEnd { try f.reserved(&reservedEnd, 2) }
  }
}
