/// `ftyp` and `styp`: the specifications that the file or the segment conforms to
/// (ISO/IEC 14496-12, 4.3 and 8.16.2; QuickTime File Format, "File Type Compatibility Atom").
public struct FileType: Record {
  /// The brand of the specification that describes the file best.
  public var majorBrand: FourCC = "isom"
  /// A version whose meaning the major brand defines. QuickTime's is a date in decimal digits:
  /// 0x20050300.
  public var minorVersion: UInt32 = 0
  /// The brands of all specifications that the file conforms to.
  public var compatibleBrands = Table<FourCC>()

  public init() {}

  /// A file type with these values.
  public init(majorBrand: FourCC, minorVersion: UInt32, compatibleBrands: [FourCC])
    throws(FormatError)
  {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = try Table(compatibleBrands)
  }

  /// Returns whether `brand` is the major brand or one of the compatible brands.
  public func has(_ brand: FourCC) -> Bool {
    majorBrand == brand || compatibleBrands.contains(brand)
  }

  /// Returns whether one of `brands` is the major brand or one of the compatible brands.
  func hasAny(of brands: Set<FourCC>) -> Bool {
    brands.contains(majorBrand) || compatibleBrands.contains(where: brands.contains)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.code("major_brand", &majorBrand, of: .brand)
    try f("minor_version", &minorVersion)
    try f.remainingRows("compatible_brands", &compatibleBrands, layout: FixedLayout())
  }
}

/// `pnot`: which atom of the file holds a preview (QuickTime File Format, "Preview Atoms").
public struct PreviewAtom: Record {
  /// When the preview was last changed.
  public var modificationDate = MacDate(rawValue: 0)
  /// 0 in a valid file.
  public var versionNumber: UInt16 = 0
  /// The type of the atom that holds the preview, usually `PICT`.
  public var atomType: FourCC = "PICT"
  /// The index of the atom among those of that type, counted from 1.
  public var atomIndex: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("modification_date", &modificationDate, bytes: 4)
    try f("version_number", &versionNumber)
    try f("atom_type", &atomType)
    try f("atom_index", &atomIndex)
  }
}
