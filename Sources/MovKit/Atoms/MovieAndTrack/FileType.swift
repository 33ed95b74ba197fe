/// `ftyp` and `styp`: which specifications the file or the segment follows
/// (ISO/IEC 14496-12, 4.3 and 8.16.2; QuickTime File Format, "File Type Compatibility Atom").
public struct FileType: Record {
  public var majorBrand: FourCC = "isom"
  /// Its meaning is the major brand's. QuickTime's is a date in decimal digits: 0x20050300.
  public var minorVersion: UInt32 = 0
  public var compatibleBrands = Table<FourCC>()

  public init() {}

  public init(majorBrand: FourCC, minorVersion: UInt32, compatibleBrands: [FourCC])
    throws(FormatError)
  {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = try Table(compatibleBrands)
  }

  /// Whether the brand is the major one or a compatible one.
  public func has(_ brand: FourCC) -> Bool {
    majorBrand == brand || compatibleBrands.contains(brand)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("major_brand", &majorBrand)
    try f("minor_version", &minorVersion)
    try f.remainingRows("compatible_brands", &compatibleBrands, layout: FixedLayout())
  }
}

/// `pnot`: which atom of the file holds a preview
/// (QuickTime File Format, "Preview Atoms").
public struct PreviewAtom: Record {
  public var modificationDate = MacDate(rawValue: 0)
  public var versionNumber: UInt16 = 0
  /// Typically `PICT`.
  public var atomType: FourCC = "PICT"
  /// Which atom of that type, counted from 1.
  public var atomIndex: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("modification_date", &modificationDate, bytes: 4)
    try f("version_number", &versionNumber)
    try f("atom_type", &atomType)
    try f("atom_index", &atomIndex)
  }
}
