/// `dcom` in `cmov`: how the movie's atoms are compressed (QuickTime File Format, "Compressed
/// Movie Resources").
public struct DataCompression: Record {
  /// The method: `zlib`.
  public var method: FourCC = "zlib"

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("compression_method", &method)
  }
}

/// `cmvd` in `cmov`: a compressed `moov` (QuickTime File Format, "Compressed Movie Resources").
public struct CompressedMovieData: Record {
  /// The size of the `moov` in bytes once it is not compressed.
  public var uncompressedSize: UInt32 = 0
  /// The compressed bytes.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("uncompressed_size", &uncompressedSize)
    try f.bytes("data", &data, count: nil)
  }
}

extension CompressedMovieData: HoldsCompressedAtom {
  var compressedBytes: Bytes { data.bytes }
  var declaredSize: UInt64? { UInt64(uncompressedSize) }

  static func headerlessType(in type: FourCC) -> FourCC? { nil }

  static func checkMethod(_ method: Atom?) throws(FormatError) {
    guard let method else {
      throw FormatError(.missing("nothing says how it is compressed (dcom)"))
    }
    let name = try method.decode(DataCompression.self).method
    guard name == "zlib" else {
      throw FormatError(
        .unsupported(
          "it is compressed by '\(name)'; only zlib is known, and QuickTime Player 7 may open it and save it again"
        ))
    }
  }
}

/// `!mov` and its like: the content of a box in compressed form (ISO/IEC 14496-12, 8.19).
public struct CompressedBox: Record {
  /// The compressed bytes: a deflate stream, bare or as zlib has it.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("data", &data, count: nil)
  }
}

extension CompressedBox: HoldsCompressedAtom {
  var compressedBytes: Bytes { data.bytes }
  var declaredSize: UInt64? { nil }

  static func headerlessType(in type: FourCC) -> FourCC? {
    switch type {
    case "!mov": "moov"
    case "!mof": "moof"
    case "!six": "sidx"
    case "!ssx": "ssix"
    default: nil
    }
  }

  static func checkMethod(_ method: Atom?) throws(FormatError) {}
}

extension Schema {
  /// Movies in compressed form.
  static let compressedMovieRules: [Rule] = [
    .parent("cmov", Container.self, .inside(["moov"])),
    .leaf("dcom", DataCompression.self, .inside(["cmov"])),
    .compressed("cmvd", CompressedMovieData.self, .inside(["cmov"])),
    .compressed("!mov", CompressedBox.self, .top),
    .compressed("!mof", CompressedBox.self, .top),
    .compressed("!six", CompressedBox.self, .top),
    .compressed("!ssx", CompressedBox.self, .top),
  ]
}
